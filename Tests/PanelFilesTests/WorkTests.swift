import Foundation
import PanelFiles
import Testing

/// Whatever a panel file of a megabyte holds, reading it is not much more work than reading a large
/// good one: no square of anything, and nothing that is made only to be thrown away.
///
/// Counted in the thread's own processor time, in multiples of the good file's, so that neither a
/// slow nor a busy machine makes a difference.
@Suite(.serialized) struct WorkTests {
  /// The processor time of this thread that `work` takes, in seconds.
  static func time(_ work: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    work()
    return now() - start
  }

  static let size = 1_000_000

  /// `piece` of 0, 1, 2 … until the file is full.
  static func fill(_ head: String, _ end: String = "", _ piece: (Int) -> String) -> [UInt8] {
    var bytes = Array(head.utf8)
    var number = 0
    while bytes.count + end.utf8.count < size - 100 {
      bytes += piece(number).utf8
      number += 1
    }
    return bytes + Array(end.utf8)
  }

  /// As many controls as a panel may have, each with much to say, and comments up to the size.
  static let good: [UInt8] = fill(
    "board: raspberry-pi-5\ncontrols:\n"
      + (0..<256).map { number in
        """
          c\(number):
            kind: button
            pin: {chip: other, line: \(number)}
            tap: {max: 2, gap: 250ms}
            hold: {levels: [1s, 2s, 3s], repeat: {every: 200ms, stages: [{after: 5s, every: 1s}]}}
            debounce: {press: 10ms, release: 20ms}
            do: {'tap:2': [{run: [/bin/a, b, c, d, e], timeout: 5s}], hold: {run: [/bin/a, b]}}

        """
      }.joined()
  ) { _ in "# a remark that somebody wrote, and more of it than anybody reads\n" }

  static let goodCost: Double = {
    var isGood = false
    let cost = time {
      isGood = (try? PanelReader.decode(good, path: "p", boards: boards, root: "/nowhere")) != nil
    }
    precondition(isGood, "the good panel is not good")
    return cost
  }()

  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var text: @Sendable () -> [UInt8]

    init(_ name: String, _ text: @autoclosure @escaping @Sendable () -> [UInt8]) {
      self.name = name
      self.text = text
    }

    var testDescription: String { name }
  }

  private static let controls = "board: raspberry-pi-5\ncontrols:\n"
  private static let control = controls + "  c:\n    kind: button\n    pin: GPIO17\n"
  private static let long = String(repeating: "k", count: size / 2)
  private static let words = (0..<250).map { "\(String(repeating: "a", count: 60))\($0)" }

  static let cases: [Case] = [
    Case("unknown keys", fill("") { "k\($0): 1\n" }),
    Case("unknown keys of a control", fill(control) { "    k\($0): 1\n" }),
    Case("controls that are none", fill(controls) { "  c\($0): 1\n" }),
    Case("controls without end", fill(controls) { "  c\($0): {kind: button, pin: GPIO17}\n" }),
    Case("slips of the pen", fill(controls) { "  c\($0): {kind: buton, pni: GPIO17}\n" }),
    Case("events that are none", fill(control + "    do:\n") { "      k\($0): {key: a}\n" }),
    Case("one key again and again", fill("") { _ in "a: 1\n" }),
    Case("aliases", fill("a:\n") { "- *a\($0)\n" }),
    Case("anchors below a long key", fill("? \(long)\n:\n") { " a\($0): &x 1\n" }),
    Case("errors below a long key", fill(controls + " ? \(long)\n :\n") { "  a\($0): 1\n" }),
    Case("tag directives", fill("", "---\na: 1\n") { "%TAG !a\($0)! tag:x\n" }),
    Case("tag directives and NEL", fill("", "---\na: 1\n") { "%TAG !a\($0)! tag:x\u{85}" }),
    Case("one long list", fill("a: [", "]") { _ in "1," }),
    Case("one long mapping", fill("{", "}") { "k\($0): 1, " }),
    Case("dashes", fill("") { _ in "- " }),
    Case("empty items", fill("") { _ in "-\n" }),
    Case("brackets", fill("") { _ in "[" }),
    Case(
      "a long name", fill(controls + "  ? ", "\n  : {kind: button, pin: GPIO17}\n") { _ in "x" }),
    Case("a long pin", fill(controls + "  c: {kind: button, pin: ", "}\n") { _ in "x" }),
    Case("a long number", fill("priority: ") { _ in "9" }),
    Case("a long time", fill(control + "    hold: ", "s\n") { _ in "9" }),
    Case("combined letters", fill(control + "    hold: '", "'\n") { _ in "e\u{301}" }),
    Case("escapes", fill("name: \"", "\"") { _ in "\\x41" }),
    Case("empty lines in quotes", fill("name: \"", "\"") { _ in "\n" }),
    Case("rings without end", fill("rings:\n") { "  r\($0): {driver: terminal}\n" }),
    Case(
      "large defaults",
      Array(
        ("defaults:\n  button:\n    do:\n      tap:\n"
          + String(repeating: "      - {run: [\(words.joined(separator: ","))]}\n", count: 50)
          + controls + (0..<256).map { "  c\($0): {kind: button, pin: GPIO17}\n" }.joined()).utf8)),
    Case(
      "nearly the same long names",
      Array(
        (controls + words.map { "  \($0): {kind: button, pin: {line_name: \($0)}}\n" }.joined()
          + "chords:\n"
          + words.map { "  b\($0.dropFirst(3)): {of: [c\($0.dropFirst(2))x, b\($0)]}\n" }.joined())
          .utf8)
    ),
  ]

  @Test(arguments: cases) func isBounded(one: Case) {
    let text = one.text()
    var errors: [Diagnostic] = []
    let cost = Self.time {
      do throws(FileError) {
        _ = try PanelReader.decode(text, path: "p", boards: boards, root: "/nowhere")
      } catch {
        errors = error.diagnostics
      }
    }
    // What grows with the square of the file costs hundreds of times as much; a busy machine's caches double it.
    #expect(cost < 20 * Self.goodCost, "\(cost / Self.goodCost) times the cost of a good file")
    #expect(!errors.isEmpty)
    #expect(errors.count <= 101)
    #expect(errors.allSatisfy { $0.description.utf8.count < 2000 })
  }

  /// A dump in one line is as good as one in many.
  @Test func oneLongLineOfADump() throws {
    let line = LinePlan(name: "key", control: 0, chip: .any, target: .offset(0), pin: "")
    func cost(_ separator: String) throws -> Double {
      let head = "$timescale 1ns $end $var wire 1 ! key $end #0"
      let changes = (1...60_000).map { "\(separator)#\($0)\(separator)\($0 & 1)!" }.joined()
      let text = Array((head + changes + "\n").utf8)
      var count = 0
      var failure: (any Error)?
      let cost = Self.time {
        do {
          count = try Trace.parseVcd(
            text, path: "t", lines: [line], controls: [ControlFile(name: "key")]
          ).entries.count
        } catch { failure = error }
      }
      if let failure { throw failure }
      #expect(count == 60_000)
      return cost
    }
    let many = try cost("\n")
    #expect(try cost(" ") < 3 * many)
  }

  /// A bad trace is reported in part, and what is not reported takes no memory.
  @Test(arguments: ["t", "t.vcd"]) func errorsOfATrace(path: String) {
    let names = (0..<64).map { "line\($0)" }
    let controls = names.map { ControlFile(name: $0) }
    let lines = names.enumerated().map {
      LinePlan(name: $1, control: $0, chip: .any, target: .offset($0), pin: "")
    }
    let isVcd = Trace.isVcd(path)
    let head = isVcd ? "$timescale 1ns $end\n$var wire 1 ! line1 $end\n#0\n" : ""
    let text = Self.fill(head) { isVcd ? "1\($0)\n" : "\($0) lien\($0) 1\n" }
    let count = text.count { $0 == 0x0A } - (isVcd ? 3 : 0)
    var errors: [Diagnostic] = []
    do throws(FileError) {
      _ =
        isVcd
        ? try Trace.parseVcd(text, path: path, lines: lines, controls: controls)
        : try Trace.parse(text, path: path, lines: lines, controls: controls)
    } catch {
      errors = error.diagnostics
    }
    #expect(errors.count == 1001)
    #expect(errors.last?.message == "\(count - 1000) more errors; fix these first")
  }

  /// A word or a line as long as the file is not repeated in the message, nor split into millions.
  @Test func longWordsOfATrace() {
    let line = LinePlan(name: "key", control: 0, chip: .any, target: .offset(0), pin: "")
    for text in [
      Self.fill("") { _ in "a " }, Self.fill("1 key ") { _ in "x" }, Self.fill("1 ") { _ in "x" },
      Self.fill("") { _ in "9" }, Self.fill("1 ! ") { _ in "x" }, Self.fill("1 key ") { _ in "1 " },
    ] {
      for isVcd in [false, true] {
        var message = ""
        do throws(FileError) {
          let controls = [ControlFile(name: "key")]
          _ =
            isVcd
            ? try Trace.parseVcd(text, path: "t", lines: [line], controls: controls)
            : try Trace.parse(text, path: "t", lines: [line], controls: controls)
        } catch {
          message = error.diagnostics[0].description
        }
        #expect(!message.isEmpty)
        #expect(message.utf8.count < 400)
      }
    }
  }
}
