import ButtonController
import Glibc
import PanelFiles

/// A ring, or chain, whose LEDs get their power by lines: on before the first frame, off after the
/// last one, and while the ring fails.
struct PoweredRing: RingOutput {
  /// Lines that are on from their request on.
  protocol Supply {
    func switchOff()
    func check() throws(RingError)
  }

  typealias SwitchOn = (_ lines: [LinePlan]) throws(RingError) -> any Supply

  private var output: any RingOutput
  private let lines: [LinePlan]
  private let switchOn: SwitchOn
  private var supply: (any Supply)?

  /// What a load switch takes to bring the supply up; LEDs without power lose a frame.
  static let riseMicroseconds: UInt32 = 10_000

  init(
    _ output: any RingOutput, lines: [LinePlan],
    switchOn: @escaping SwitchOn = { (lines) throws(RingError) in try LineSupply(lines) }
  ) {
    self.output = output
    self.lines = lines
    self.switchOn = switchOn
  }

  /// The lines of a chain, each once, though several of its rings may name it.
  static func lines(of parts: [RingPart]) -> [LinePlan] {
    var lines: [LinePlan] = []
    for case let line? in parts.map(\.file.enable)
    where !lines.contains(where: { $0.chip == line.chip && $0.target == line.target }) {
      lines.append(line)
    }
    return lines
  }

  mutating func open() throws(RingError) {
    try output.open()
    supply = try switchOn(lines)
  }

  mutating func send(
    _ pixels: UnsafeBufferPointer<Colour>, at instant: Instant
  ) throws(RingError) {
    try output.send(pixels, at: instant)
  }

  mutating func check() throws(RingError) {
    try output.check()
    try supply?.check()
  }

  mutating func dark() {
    output.dark()
    supply?.switchOff()
  }

  mutating func close(keepsLight: Bool) {
    // After a failure nothing reports what the LEDs show.
    supply?.switchOff()
    supply = nil
    output.close(keepsLight: keepsLight)
  }

  var frameTime: TimeSpan { output.frameTime }
  var isAnnounced: Bool { output.isAnnounced }
}

/// Lines of the kernel's.
private struct LineSupply: PoweredRing.Supply {
  private let lines: OutputLines
  private let count: Int

  init(_ plans: [LinePlan]) throws(RingError) {
    lines = try OutputLines(plans, isActive: true)
    count = plans.count
    // On the ring's own thread, which may wait.
    usleep(PoweredRing.riseMicroseconds)
  }

  func switchOff() {
    for line in 0..<count {
      // A line that is gone has nothing to be switched off.
      do throws(SystemError) { try lines.set(line, isActive: false) } catch {}
    }
  }

  func check() throws(RingError) { try lines.check() }
}
