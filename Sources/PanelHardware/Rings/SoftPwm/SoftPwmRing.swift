import ButtonController
import Glibc
import PanelFiles

/// Lines that a thread toggles, for boards without PWM: sixteen levels, and a busy processor.
struct SoftPwmRing: RingOutput {
  private let plans: [LinePlan]
  private let period: Int64
  private let mixer: ChannelMixer
  private var pipeline: LightPipeline
  private var levels: [Double]
  private var thread: SoftPwmThread?
  private var lines: OutputLines?

  init(_ file: RingFile, pixels: Int, lines: [LinePlan], frequency: Double) {
    plans = lines
    period = Int64((1e9 / min(max(frequency, 1), 10_000)).rounded())
    mixer = ChannelMixer(file, channels: lines.count, pixels: pixels)
    pipeline = LightPipeline(file, pixels: pixels, limitsCurrent: false)
    levels = [Double](repeating: 0, count: lines.count)
  }

  mutating func open() throws(RingError) {
    let lines = try OutputLines(plans)
    self.lines = lines
    thread = try SoftPwmThread(lines: plans.count, period: period) {
      (line, isOn) throws(SystemError) in
      try lines.set(line, isActive: isOn)
    }
  }

  mutating func send(
    _ pixels: UnsafeBufferPointer<Colour>, at instant: Instant
  ) throws(RingError) {
    pipeline.convert(pixels)
    for index in levels.indices { levels[index] = mixer.level(index, of: pipeline.duties) }
    do throws(SystemError) { try thread?.set(levels) } catch { throw RingError(error) }
  }

  func check() throws(RingError) { try lines?.check() }

  mutating func dark() {
    for index in levels.indices { levels[index] = 0 }
    // Lines that are gone have nothing to be made dark.
    do throws(SystemError) { try thread?.set(levels) } catch {}
  }

  /// A line goes back to the kernel, which may leave it as it is or not: it cannot stay lit for sure.
  mutating func close(keepsLight: Bool) {
    thread?.stop()
    thread = nil
    lines = nil
  }

  var isAnnounced: Bool { true }
}
