import ButtonController
import Foundation
import Testing

@testable import PanelHardware

@Suite("Rings in a terminal")
struct RingTerminalTests {
  @Test(arguments: [
    (["TERM": "xterm-256color", "COLORTERM": "truecolor"], TerminalStyle.Colours.full, true),
    (["TERM": "xterm-direct"], .full, true),
    (["TERM": "xterm-256color"], .palette, true),
    (["TERM": "xterm-256color", "COLORTERM": "24bit", "NO_COLOR": "1"], .none, true),
    (["TERM": "linux"], .none, true),
    (["TERM": "dumb", "COLORTERM": "truecolor"], .none, false),
    ([:], .none, false),
  ])
  func style(variables: [String: String], colours: TerminalStyle.Colours, moves: Bool) {
    let style = TerminalStyle { variables[$0] }
    #expect(style.colours == colours)
    #expect(style.movesCursor == moves)
    #expect(!style.isUnicode)
  }

  @Test(arguments: [
    (["LANG": "en_GB.UTF-8"], true), (["LANG": "en_GB.UTF-8", "LC_ALL": "C"], false),
    (["LC_ALL": "", "LC_CTYPE": "de_DE.utf8"], true), (["LANG": "C"], false),
  ])
  func characters(variables: [String: String], isUnicode: Bool) {
    #expect(TerminalStyle { variables[$0] }.isUnicode == isUnicode)
  }

  private func rows(_ drawing: RingDrawing, _ colours: [Colour]) -> [String] {
    (0..<drawing.height).map { row in
      var bytes: [UInt8] = []
      colours.withUnsafeBufferPointer { drawing.append(row: row, of: $0, to: &bytes) }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private static let plain = TerminalStyle(colours: .none, isUnicode: false, movesCursor: true)

  @Test func pixelsGoClockwiseFromTheTop() {
    let drawing = RingDrawing(pixels: 4, style: Self.plain)
    let white = Colour(rgb: 0xffffff)
    // The first pixel's own part is the quarter from the top to the right.
    let quarters: [(Int, isRight: Bool, isUpper: Bool)] = [
      (0, true, true), (1, true, false), (2, false, false), (3, false, true),
    ]
    for (pixel, isRight, isUpper) in quarters {
      var colours = [Colour](repeating: .black, count: 4)
      colours[pixel] = white
      let rows = rows(drawing, colours)
      let row = rows.firstIndex { $0.contains("@") } ?? -1
      let column = rows.indices.contains(row) ? Array(rows[row]).firstIndex(of: "@") ?? -1 : -1
      #expect((row < drawing.height / 2) == isUpper, "pixel \(pixel)")
      #expect((column > drawing.width / 2) == isRight, "pixel \(pixel)")
    }
  }

  @Test(arguments: 1...80)
  func everyPixelIsDrawnOnce(pixels: Int) {
    let drawing = RingDrawing(pixels: pixels, style: Self.plain)
    let text = rows(drawing, [Colour](repeating: .black, count: pixels)).joined()
    #expect(text.filter { $0 == "." }.count == pixels)
    #expect(text.utf8.count == drawing.width * drawing.height)
  }

  /// Without colours a hue is a letter: green for success is not red for filling.
  @Test func levelsAndHuesAsCharacters() {
    let colours: [UInt32] = [
      0x000000, 0x300000, 0x003000, 0xff3b30, 0xff9500, 0x34c759, 0x0a84ff, 0xffffff, 0x808080,
    ]
    let drawing = RingDrawing(pixels: 9, style: Self.plain, columns: 20)
    #expect(rows(drawing, colours.map { Colour(rgb: $0) }) == [".::#%+*@@"])
    let few = RingDrawing(pixels: 9, style: Self.plain, columns: 3)
    #expect(rows(few, colours.map { Colour(rgb: $0) }) == [".#*"])
  }

  /// On a dark and on a light background: grey for what is unlit, no dark colour for what is dim.
  @Test func unlitAndDimPixelsAreSeen() {
    let full = TerminalStyle(colours: .full, isUnicode: true, movesCursor: true)
    let drawing = RingDrawing(pixels: 2, style: full, columns: 2)
    #expect(
      rows(drawing, [.black, Colour(rgb: 0x190f00)])
        == ["\u{1B}[38;2;128;128;128m·\u{1B}[38;2;140;84;0m○\u{1B}[0m"])
  }

  @Test func coloursAsSequences() {
    let full = TerminalStyle(colours: .full, isUnicode: true, movesCursor: true)
    let drawing = RingDrawing(pixels: 1, style: full)
    #expect(rows(drawing, [Colour(rgb: 0xff3b30)]) == ["\u{1B}[38;2;255;59;48m●\u{1B}[0m"])
    #expect(RingDrawing.palette(255, 0, 0) == 196)
    #expect(RingDrawing.palette(0, 0, 0) == 16)
    #expect(RingDrawing.palette(128, 128, 128) == 244)
    #expect(RingDrawing.palette(95, 135, 175) == 67)
  }

  /// On a real pseudo-terminal: the rows are reserved, drawn in and given back.
  @Test func aTerminal() throws {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    defer { close(master) }
    // TIOCSPTLCK and TIOCGPTN, which the C library hides behind its own functions.
    var lock: Int32 = 0
    var number: UInt32 = 0
    #expect(ioctl(master, 0x4004_5431, &lock) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
    let path = "/dev/pts/\(number)"
    var size = winsize(ws_row: 30, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    #expect(ioctl(master, UInt(TIOCSWINSZ), &size) == 0)
    let board = TerminalBoard(style: Self.plain, path: path)
    var ring = TerminalRing(board: board, name: "halo", pixels: 1)
    try ring.open()
    // Swift 6.0 cannot compile a closure here that throws this type and gives nothing.
    try [Colour(rgb: 0xffffff)].withUnsafeBufferPointer { frame in
      try ring.send(frame, at: .zero)
    }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let drawn = String(decoding: bytes[..<max(read(master, &bytes, 4096), 0)], as: UTF8.self)
    #expect(drawn.contains("\u{1B}[1;28r"))
    #expect(drawn.contains("\u{1B}[29;1Hhal"))
    #expect(drawn.hasSuffix("\u{1B}7\u{1B}[30;1H@\u{1B}8"))
    ring.close(keepsLight: false)
    let left = String(decoding: bytes[..<max(read(master, &bytes, 4096), 0)], as: UTF8.self)
    #expect(left == "\u{1B}[r\u{1B}[29;1H\u{1B}[J")
  }

  @Test func withoutATerminal() {
    var ring = TerminalRing(board: TerminalBoard(path: "/nowhere"), name: "halo", pixels: 1)
    #expect(throws: RingError.self) { try ring.open() }
    ring.close(keepsLight: false)
  }
}
