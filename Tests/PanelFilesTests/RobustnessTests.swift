import Foundation
import PanelFiles
import Testing

/// Whatever a file holds, reading it ends in a panel or in located errors.
@Suite struct RobustnessTests {
  /// A small generator that gives the same numbers every time.
  struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  static let panels = files(in: "panels", ending: ".yaml")
  static let traces = files(in: "Tests/Traces", ending: "").map {
    $0.appendingPathComponent("input.trace")
  }.filter { FileManager.default.fileExists(atPath: $0.path) }

  static let pieces: [[UInt8]] =
    [
      "", ":", "- ", "{", "}", "[", "]", "\"", "'", "\t", "\n", "#", "&a", "*a", "!x", "|", ">",
      "?",
      "%", "@", "`", "null", "~", "yes", "-1", "1e99", "99999999999999999999", "0x10", ".5", "ms",
      "\0",
      "\u{7F}", "ä", "\u{FEFF}", "\u{2028}", "<<: ", "---\n", "...\n", "GPIO17", "controls:",
      "! end",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF5]]

  static func mutate(_ bytes: [UInt8], _ dice: inout Dice) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &dice) {
      let at = Int.random(in: 0...bytes.count, using: &dice)
      switch Int.random(in: 0..<5, using: &dice) {
      case 0: bytes.removeSubrange(at...)
      case 1:
        let end = min(bytes.count, at + Int.random(in: 1...20, using: &dice))
        bytes.removeSubrange(at..<end)
      case 2: bytes.insert(contentsOf: pieces.randomElement(using: &dice) ?? [], at: at)
      case 3 where at < bytes.count: bytes[at] = UInt8.random(in: 0...255, using: &dice)
      default:
        let end = min(bytes.count, at + Int.random(in: 1...40, using: &dice))
        bytes.insert(contentsOf: bytes[at..<end], at: Int.random(in: 0...bytes.count, using: &dice))
      }
    }
    return bytes
  }

  /// One short line, with a place inside the file.
  static func isLocated(_ diagnostic: Diagnostic, in text: [UInt8]) -> Bool {
    // YAML 1.1 ends a line at CR, NEL (C2 85), LS and PS (E2 80 A8 and A9), too.
    let breaks: Set<UInt8> = [0x0A, 0x0D, 0x85, 0xA8, 0xA9]
    let lines = text.count(where: breaks.contains) + 1
    return diagnostic.place.line >= 1 && diagnostic.place.line <= lines + 1
      && diagnostic.place.column >= 1 && !diagnostic.message.isEmpty
      && !diagnostic.message.contains("\n") && diagnostic.message.utf8.count < 5000
  }

  @Test(arguments: panels) func damagedPanels(file: URL) throws {
    let whole = Array(try Data(contentsOf: file))
    var dice = Dice(state: UInt64(whole.count))
    var read = 0
    for _ in 0..<100 {
      let text = Self.mutate(whole, &dice)
      do {
        _ = try PanelReader.decode(text, path: "p", boards: boards, root: "/nowhere")
        read += 1
      } catch {
        let isGood =
          !error.diagnostics.isEmpty && error.diagnostics.count <= 101
          && error.diagnostics.allSatisfy { Self.isLocated($0, in: text) }
        #expect(isGood, "\(error.diagnostics) in \(String(decoding: text, as: UTF8.self))")
      }
    }
    #expect(read < 100)
  }

  @Test(arguments: panels) func truncatedPanels(file: URL) throws {
    let whole = Array(try Data(contentsOf: file))
    for length in stride(from: 0, to: whole.count, by: 11) {
      do {
        _ = try PanelReader.decode(
          Array(whole.prefix(length)), path: "p", boards: boards, root: "/nowhere")
      } catch {
        #expect(error.diagnostics.allSatisfy { Self.isLocated($0, in: whole) })
      }
    }
  }

  @Test func damagedTraces() throws {
    let control = ControlFile(name: "key")
    let line = LinePlan(name: "key", control: 0, chip: .any, target: .offset(0), pin: "")
    var dice = Dice(state: 7)
    for file in Self.traces {
      let whole = Array(try Data(contentsOf: file))
      for _ in 0..<20 {
        let text = Self.mutate(whole, &dice)
        do {
          let trace = try Trace.parse(text, path: "t", lines: [line], controls: [control])
          #expect(trace.startLevels.count == 1)
        } catch {
          #expect(error.diagnostics.allSatisfy { Self.isLocated($0, in: text) })
        }
      }
    }
  }

  /// Repeats of pieces as large as a file may be: the errors stay few and short.
  @Test(arguments: 0..<24) func repeatedPieces(seed: Int) {
    var dice = Dice(state: UInt64(seed))
    let unit = (0..<Int.random(in: 1...4, using: &dice)).flatMap { _ in
      Self.pieces.randomElement(using: &dice) ?? []
    }
    let head = seed % 2 == 0 ? [] : Array("board: raspberry-pi-5\ncontrols:\n  a: ".utf8)
    var text = head
    while text.count < 200_000 { text += unit.isEmpty ? [0x61] : unit }
    do {
      _ = try PanelReader.decode(text, path: "p", boards: boards, root: "/nowhere")
    } catch {
      #expect(!error.diagnostics.isEmpty && error.diagnostics.count <= 101)
      #expect(error.diagnostics.allSatisfy { Self.isLocated($0, in: text) })
    }
  }

  @Test func damagedDumps() throws {
    let line = LinePlan(name: "key", control: 0, chip: .any, target: .offset(0), pin: "")
    let changes = (1...40).map { "#\($0 * 7)\n\($0 & 1)!\n" }.joined()
    let whole = Array(
      ("$date today $end\n$timescale 10 ns $end\n$scope module m $end\n$var wire 1 ! key $end\n"
        + "$upscope $end\n$enddefinitions $end\n#0\n$dumpvars\n0!\n$end\n" + changes).utf8)
    var dice = Dice(state: 13)
    var read = 0
    for _ in 0..<300 {
      let text = Self.mutate(whole, &dice)
      do {
        let trace = try Trace.parseVcd(
          text, path: "t", lines: [line], controls: [ControlFile(name: "key")])
        #expect(zip(trace.entries, trace.entries.dropFirst()).allSatisfy { $0.at <= $1.at })
        read += 1
      } catch {
        #expect(error.diagnostics.allSatisfy { Self.isLocated($0, in: text) })
      }
    }
    #expect(read > 0 && read < 300)
  }

  @Test func damagedProfiles() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let whole = Array(
      try Data(contentsOf: checkout.appendingPathComponent("boards/raspberry-pi-5.yaml")))
    let path = folder.appendingPathComponent("raspberry-pi-5.yaml")
    let catalogue = BoardCatalogue(folders: [folder.path])
    var dice = Dice(state: 11)
    for _ in 0..<60 {
      try Data(Self.mutate(whole, &dice)).write(to: path)
      let text = "board: raspberry-pi-5\ncontrols: {a: {kind: button, pin: GPIO17}}"
      do {
        _ = try PanelReader.decode(Array(text.utf8), path: "p", boards: catalogue)
      } catch {
        #expect(error.diagnostics.allSatisfy { !$0.message.contains("\n") })
      }
    }
  }
}
