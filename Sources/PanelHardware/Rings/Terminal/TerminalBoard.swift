import ButtonController
import Glibc
import PanelFiles

/// The place of all `terminal` rings: the last rows of the terminal, side by side.
///
/// The rows above scroll on with whatever is printed, so that data on stdout stays readable and
/// clean: the drawing goes to the terminal itself, never to stdout.
public final class TerminalBoard: @unchecked Sendable {
  private struct Place {
    var name: String
    var drawing: RingDrawing
    var row: Int
    var column: Int
  }

  // One mutex, as each ring draws from its own thread.
  private let monitor = Monitor()
  private let style: TerminalStyle
  private let path: String
  private var rings: [(name: String, pixels: Int)] = []
  private var places: [Place] = []
  private var descriptor: Int32 = -1
  private var users = 0
  private var size = (rows: 0, columns: 0)
  private var height = 0
  private var bytes: [UInt8] = []

  /// A board on the controlling terminal, or on the terminal at `path`.
  public init(style: TerminalStyle = .ofProcess(), path: String = "/dev/tty") {
    self.style = style
    self.path = path
  }

  /// Gives a ring its number on the board; all rings are to be added before the first is opened.
  func add(name: String, pixels: Int) -> Int {
    monitor.lock()
    defer { monitor.unlock() }
    rings.append((name, pixels))
    return rings.count - 1
  }

  func open() throws(RingError) {
    monitor.lock()
    defer { monitor.unlock() }
    if users == 0 {
      descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
      if descriptor < 0 {
        throw RingError(
          errno, "open the terminal \(path)", hint: "start in a terminal, or use driver: file")
      }
      size = (0, 0)
    }
    users += 1
  }

  func close(keepsLight: Bool) {
    monitor.lock()
    defer { monitor.unlock() }
    if users == 0 { return }
    users -= 1
    if users > 0 { return }
    if style.movesCursor && height > 0 {
      bytes.removeAll(keepingCapacity: true)
      leave()
      _ = FileBytes.writeAll(bytes, to: descriptor)
    } else if !style.movesCursor {
      _ = FileBytes.writeAll([UInt8(ascii: "\n")], to: descriptor)
    }
    height = 0
    _ = Glibc.close(descriptor)
    descriptor = -1
  }

  func draw(ring: Int, _ pixels: UnsafeBufferPointer<Colour>) throws(RingError) {
    monitor.lock()
    defer { monitor.unlock() }
    bytes.removeAll(keepingCapacity: true)
    if style.movesCursor {
      layOut()
      drawInPlace(ring, pixels)
    } else {
      drawLine(ring, pixels)
    }
    if let code = FileBytes.writeAll(bytes, to: descriptor) {
      throw RingError(code, "write to the terminal \(path)")
    }
  }

  private func drawInPlace(_ ring: Int, _ pixels: UnsafeBufferPointer<Colour>) {
    let place = places[ring]
    if place.row >= size.rows || place.column + place.drawing.width > size.columns { return }
    bytes.append(contentsOf: "\u{1B}7".utf8)
    for row in 0..<place.drawing.height {
      move(row: place.row + row, column: place.column)
      place.drawing.append(row: row, of: pixels, to: &bytes)
    }
    bytes.append(contentsOf: "\u{1B}8".utf8)
  }

  /// A terminal without a cursor: the newest picture at the start of its line.
  private func drawLine(_ ring: Int, _ pixels: UnsafeBufferPointer<Colour>) {
    let drawing = RingDrawing(pixels: rings[ring].pixels, style: style, columns: 60)
    bytes.append(UInt8(ascii: "\r"))
    bytes.append(contentsOf: rings[ring].name.utf8)
    bytes.append(UInt8(ascii: " "))
    drawing.append(row: 0, of: pixels, to: &bytes)
  }

  // MARK: The rows

  /// Takes the last rows for the rings, again when the terminal has another size.
  private func layOut() {
    var window = winsize()
    let known = ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 && window.ws_row > 0
    let found = known ? (rows: Int(window.ws_row), columns: Int(window.ws_col)) : (24, 80)
    if found == size { return }
    if height > 0 { leave() }
    size = found
    let round = rings.map { RingDrawing(pixels: $0.pixels, style: style) }
    let widest = round.map(\.width).reduce(0) { $0 + $1 + 3 }
    let highest = (round.map(\.height).max() ?? 1) + 1
    let fits = widest <= size.columns && highest + 4 <= size.rows
    height = min(fits ? highest : rings.count, max(size.rows - 1, 1))
    places.removeAll(keepingCapacity: true)
    var column = 0
    for (index, ring) in rings.enumerated() {
      if fits {
        let top = size.rows - height + 1
        places.append(Place(name: ring.name, drawing: round[index], row: top, column: column))
        column += round[index].width + 3
      } else {
        let label = min(ring.name.utf8.count + 1, size.columns / 2)
        let room = size.columns - label - 1
        places.append(
          Place(
            name: ring.name,
            drawing: RingDrawing(pixels: ring.pixels, style: style, columns: room),
            row: size.rows - height + index, column: label))
      }
    }
    reserve(fits: fits)
  }

  private func reserve(fits: Bool) {
    // Lines first, so that what stands in the last rows scrolls up instead of being painted over.
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: height))
    bytes.append(contentsOf: "\u{1B}[1;\(max(size.rows - height, 1))r".utf8)
    move(row: size.rows - height, column: 0)
    bytes.append(contentsOf: "\u{1B}[J".utf8)
    for place in places where place.row < size.rows {
      move(row: fits ? place.row - 1 : place.row, column: fits ? place.column : 0)
      bytes.append(
        contentsOf: place.name.utf8.prefix(fits ? place.drawing.width + 2 : place.column))
    }
    move(row: max(size.rows - height - 1, 0), column: 0)
  }

  /// Gives the rows back and leaves the cursor where a shell's prompt is to be.
  private func leave() {
    bytes.append(contentsOf: "\u{1B}[r".utf8)
    move(row: size.rows - height, column: 0)
    bytes.append(contentsOf: "\u{1B}[J".utf8)
  }

  private func move(row: Int, column: Int) {
    bytes.append(contentsOf: "\u{1B}[\(row + 1);\(column + 1)H".utf8)
  }
}

/// One ring on the board.
struct TerminalRing: RingOutput {
  private let board: TerminalBoard
  private let number: Int
  private let pixels: Int
  private var isOpen = false

  init(board: TerminalBoard, name: String, pixels: Int) {
    self.board = board
    self.pixels = pixels
    number = board.add(name: name, pixels: pixels)
  }

  mutating func open() throws(RingError) {
    try board.open()
    isOpen = true
  }

  mutating func send(
    _ pixels: UnsafeBufferPointer<Colour>, at instant: Instant
  ) throws(RingError) {
    try board.draw(ring: number, pixels)
  }

  /// The rows are given back in `close`.
  mutating func dark() {}

  mutating func close(keepsLight: Bool) {
    if isOpen { board.close(keepsLight: keepsLight) }
    isOpen = false
  }
}
