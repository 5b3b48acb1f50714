import Foundation
import Testing

@testable import PanelHardware

@Suite("PWM by a thread")
struct RingSoftPwmTests {
  @Test(arguments: [(0.0, 0), (0.001, 1), (0.03, 1), (0.5, 8), (0.97, 16), (1, 16), (7, 16)])
  func levels(level: Double, steps: Int) {
    #expect(SoftPwmWave.steps(for: level) == steps)
  }

  @Test func linesThatEndTogetherAreSwitchedTogether() {
    let wave = SoftPwmWave([0.5, 0, 1, 0.25, 0.5])
    #expect(wave.steps == [8, 0, 16, 4, 8])
    #expect(wave.changes == [.init(step: 4, lines: [3]), .init(step: 8, lines: [0, 4])])
    #expect(!wave.isSteady && SoftPwmWave([0, 1, 1]).isSteady)
  }

  private final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var text: [String] = []
    func note(_ line: String) { lock.withLock { text.append(line) } }
    var lines: [String] { lock.withLock { text } }
  }

  @Test func linesThatAreOnOrOffAreSwitchedOnce() throws {
    let log = Log()
    let thread = try SoftPwmThread(lines: 3, period: 1_000_000) { (line, isOn) in
      log.note("\(line) \(isOn)")
    }
    try thread.set([1, 0, 1])
    thread.stop()
    #expect(log.lines == ["0 true", "2 true"])
  }

  @Test func theEndIsDark() throws {
    let log = Log()
    let thread = try SoftPwmThread(lines: 1, period: 1_000_000) { (line, isOn) in
      log.note(isOn ? "on" : "off")
    }
    try thread.set([0.5])
    try thread.set([0])
    thread.stop()
    #expect(log.lines.isEmpty || log.lines.last == "off")
    for (index, line) in log.lines.enumerated() {
      #expect(line == (index % 2 == 0 ? "on" : "off"))
    }
  }

  @Test func aLineThatFailsIsTold() throws {
    let thread = try SoftPwmThread(lines: 1, period: 1_000_000) {
      (line, isOn) throws(SystemError) in
      throw SystemError(EIO, "set a line")
    }
    try thread.set([1])
    thread.stop()
    #expect(throws: SystemError(EIO, "set a line")) { try thread.set([0]) }
  }
}
