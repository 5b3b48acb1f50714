import ButtonController
import LoopTestKit
import PanelFiles
import Testing

@testable import PanelHardware

@Suite struct CueTests {
  /// A sounder that writes down when it was switched.
  private final class Sounder: CueOutput {
    var changes: [String] = []
    var failsWith: String?
    let clock: SteppedClock

    init(_ clock: SteppedClock) { self.clock = clock }

    func set(_ isOn: Bool) throws(CueError) {
      if let failsWith { throw CueError(message: failsWith) }
      changes.append("\(isOn ? "on" : "off") \(clock.instant.nanoseconds / 1_000_000)")
    }
  }

  private static func bench(_ patterns: [String: [Int]] = [:]) -> (Bench, Sounder) {
    let bench = Bench(
      [.hold],
      cues: [
        CueFile(
          name: "buzz", driver: .pwm(chip: "0", channel: 0, frequency: 2_000), patterns: patterns)
      ])
    let sounder = Sounder(bench.clock)
    bench.loop.add(
      CueShow(bench.loop.panel, log: { _ in }) { (_) throws(CueError) in sounder })
    bench.start()
    return (bench, sounder)
  }

  @Test func aHoldIsHeard() {
    let (bench, sounder) = Self.bench()
    bench.edge(0, true, 0)
    bench.edge(0, false, 3_000)
    bench.run(to: 4_000)
    #expect(sounder.changes == ["on 2000", "off 2030"])
    #expect(bench.loop.nextWake == nil)
  }

  @Test func patternsOfItsOwn() {
    let (bench, sounder) = Self.bench(["hold": [10, 20, 30, 5]])
    bench.edge(0, true, 0)
    bench.run(to: 2_500)
    #expect(sounder.changes == ["on 2000", "off 2010", "on 2030", "off 2060"])
  }

  @Test func aFailedCommandIsHeard() {
    let (bench, sounder) = Self.bench()
    bench.run(to: 100)
    bench.loop.noteEndOfCommand(of: 0, hasFailed: false)
    bench.loop.noteEndOfCommand(of: 0, hasFailed: true)
    bench.run(to: 1_000)
    #expect(sounder.changes == ["on 100", "off 160", "on 220", "off 280", "on 340", "off 400"])
  }

  @Test func silentAtTheEnd() {
    let (bench, sounder) = Self.bench()
    bench.edge(0, true, 0)
    bench.run(to: 2_010)
    bench.loop.shutDown()
    #expect(sounder.changes == ["on 2000", "off 2010"])
  }

  /// A sounder that fails is reported once and never stops the panel.
  @Test func failureIsToldOnce() {
    let (bench, sounder) = Self.bench()
    sounder.failsWith = "it is broken"
    for start in [Int64(0), 10_000, 20_000] {
      bench.edge(0, true, start)
      bench.edge(0, false, start + 3_000)
    }
    bench.run(to: 15_000)
    #expect(bench.said.count == 1)
    #expect(bench.reported.count == 4)
    sounder.failsWith = nil
    bench.run(to: 30_000)
    #expect(sounder.changes == ["on 22000", "off 22030"])
  }
}

@Suite struct ProgressTests {
  @Test(
    arguments: [
      ("progress 0.4\n", 0.4, ""),
      ("progress 0.4\nprogress 1\n", 1, ""),
      ("copying\nprogress 0.25\nmore", 0.25, "copying\nmore\n"),
      ("progress 1.5\n", nil, "progress 1.5\n"),
      ("progress nan\n", nil, "progress nan\n"),
      ("progress 0.5", 0.5, ""),
    ] as [(String, Double?, String)])
  func lines(text: String, progress: Double?, passed: String) {
    // However the pipe cuts it.
    for size in [1, 3, 4_096] {
      var reader = ProgressReader()
      var rest: [UInt8] = []
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        reader.take(bytes[start..<min(start + size, bytes.count)]) { rest += $0 }
      }
      reader.finish { rest += $0 }
      #expect(reader.progress == progress)
      #expect(String(decoding: rest, as: UTF8.self) == passed)
    }
  }

  /// A command that writes no line feed does not fill the memory.
  @Test func endlessLine() {
    var reader = ProgressReader()
    var passed = 0
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1_000)
    for _ in 0..<100 { reader.take(piece[...]) { passed += $0.count } }
    #expect(passed >= 95_000)
    reader.finish { passed += $0.count }
    #expect(passed == 100_001)
  }

  /// What follows on our standard error begins a line, wherever the output was cut.
  @Test(arguments: [4_095, 4_096, 4_097, 8_192]) func longLineWithoutEnd(length: Int) {
    for text in ["", "\n"] {
      var reader = ProgressReader()
      var rest: [UInt8] = []
      let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: length) + Array(text.utf8)
      reader.take(bytes[...]) { rest += $0 }
      reader.finish { rest += $0 }
      #expect(rest.count == length + 1)
      #expect(rest.last == 10)
    }
  }
}
