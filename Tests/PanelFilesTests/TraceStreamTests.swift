import ButtonController
import PanelFiles
import Testing

/// A trace that comes in pieces says what it says as a whole.
@Suite struct TraceStreamTests {
  /// What comes out of `text`, in pieces of `size` bytes; the errors last.
  private static func read(_ text: String, piece size: Int, isVcd: Bool) -> [String] {
    read(Array(text.utf8), piece: size, isVcd: isVcd)
  }

  private static func read(_ bytes: [UInt8], piece size: Int, isVcd: Bool) -> [String] {
    var stream = TraceStream(
      path: "t", lines: TraceTests.lines, controls: TraceTests.controls,
      form: isVcd ? .vcd(Trace.VcdOptions()) : .text)
    var out: [String] = []
    var begin = 0
    while begin < bytes.count {
      let end = min(begin + size, bytes.count)
      stream.take(bytes[begin..<end]) { out.append("\($0)") }
      begin = end
    }
    do throws(FileError) {
      try stream.finish { out.append("\($0)") }
    } catch {
      out += error.diagnostics.map(\.description)
    }
    return out
  }

  static let texts: [(String, Bool)] = [
    ("", false),
    ("start erase 1 # grün\r\n\n100 erase 0\n200 ! stall 300\n250 dial.a 1", false),
    ("\u{FEFF}100 erase 1\n90 erase 0\nfoo\n200 door 1\n", false),
    ("100 erase 1\n200 erase 0\n300 erase \u{0}1\n", false),
    (
      VcdTests.dump(
        "1 us", "#0 $dumpvars 0! 1#a x% b0 \" $end\n#5\n1!\n0#a\n#7 z! b1010 \" 1%\n#9 0!"), true
    ),
    (VcdTests.dump("1 us", "#0 0! #5 1! #4 0! $comment grün"), true),
    ("$timescale 1 ns", true),
  ]

  @Test(arguments: texts.indices) func piecesOfAnySize(index: Int) {
    let (text, isVcd) = Self.texts[index]
    let whole = Self.read(text, piece: .max / 2, isVcd: isVcd)
    #expect(!whole.isEmpty)
    for size in [1, 2, 3, 7, 64] {
      #expect(Self.read(text, piece: size, isVcd: isVcd) == whole, "pieces of \(size)")
    }
  }

  /// What stands before an error comes out, and nothing behind it.
  @Test func anErrorEndsWhatComesOut() {
    let text = "100 erase 1\nfoo\n200 erase 0\n300 erasee 1\n"
    let out = Self.read(text, piece: 5, isVcd: false)
    #expect(out.count == 4)
    #expect(out[0].hasPrefix("start") && out[1].hasPrefix("entry"))
    #expect(out[2].hasPrefix("t:2:1: foo is no time"))
    #expect(out[3].hasPrefix("t:4:5: the panel has no line erasee"))
  }

  @Test(arguments: [false, true]) func whatIsNoText(isVcd: Bool) {
    let head = isVcd ? VcdTests.dump("1 ns", "#0 0! #5 1! ") : "100 erase 1\n"
    let bytes = Array(head.utf8) + [0xFF, 0x0A] + Array("200 erase 0\n".utf8)
    for size in [1, 10_000] {
      let out = Self.read(bytes, piece: size, isVcd: isVcd)
      #expect(out.count == 3)
      #expect(out.last?.hasSuffix("byte 0xff is not UTF-8; save the file as UTF-8") == true)
    }
  }

  @Test(arguments: [false, true]) func whatNeverEnds(isVcd: Bool) {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 70_000)
    for size in [1000, 100_000] {
      let out = Self.read(long, piece: size, isVcd: isVcd)
      #expect(out.first == "t:1:1: more than 64 KiB without an end; this is no trace")
    }
  }
}
