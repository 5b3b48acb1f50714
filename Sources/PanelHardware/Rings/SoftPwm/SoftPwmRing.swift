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
  /// The device files of the lines' chips, as they were when they were requested.
  private var chips: [String: ino_t] = [:]

  init(_ file: RingFile, pixels: Int, lines: [LinePlan], frequency: Double) {
    plans = lines
    period = Int64((1e9 / min(max(frequency, 1), 10_000)).rounded())
    mixer = ChannelMixer(file, channels: lines.count, pixels: pixels)
    pipeline = LightPipeline(file, pixels: pixels, limitsCurrent: false)
    levels = [Double](repeating: 0, count: lines.count)
  }

  mutating func open() throws(RingError) {
    let pins = try request()
    thread = try SoftPwmThread(lines: plans.count, period: period) {
      (line, isOn) throws(SystemError) in
      try pins[line].request.set(pins[line].index, isActive: isOn)
    }
  }

  mutating func send(
    _ pixels: UnsafeBufferPointer<Colour>, at instant: Instant
  ) throws(RingError) {
    pipeline.convert(pixels)
    for index in levels.indices { levels[index] = mixer.level(index, of: pipeline.duties) }
    do throws(SystemError) { try thread?.set(levels) } catch { throw RingError(error) }
  }

  /// A chip that comes back is another one.
  func check() throws(RingError) {
    for (path, identity) in chips where SoftPwmRing.identity(path) != identity { throw .gone(path) }
  }

  private static func identity(_ path: String) -> ino_t? {
    var kind = stat()
    return stat(path, &kind) == 0 ? kind.st_ino : nil
  }

  mutating func dark() {
    for index in levels.indices { levels[index] = 0 }
    // Lines that are gone have nothing to be made dark.
    do throws(SystemError) { try thread?.set(levels) } catch {}
  }

  /// A line goes back to the kernel, which may leave it as it is or not: it cannot stay lit for sure.
  mutating func close(keepsLight: Bool) {
    thread?.stop()
    thread = nil
  }

  var isAnnounced: Bool { true }

  // MARK: Lines

  private struct Pin {
    var request: GpioRequest
    var index: Int
  }

  /// Requests all lines, off; those of a chip together.
  private mutating func request() throws(RingError) -> [Pin] {
    let readsNames = plans.contains { plan in
      if case .name = plan.target { return true }
      return false
    }
    let table = ChipTable.scan(readsNames: readsNames)
    var found: [ChipTable.Found] = []
    for (number, plan) in plans.enumerated() {
      do throws(LineTrouble) { found.append(try table.find(plan, line: number)) } catch {
        let codes: [LineTrouble.Kind: Int32] = [.denied: EACCES, .missing: ENODEV]
        throw RingError(error.message, code: codes[error.kind] ?? 0)
      }
    }
    var pins: [Pin?] = plans.map { _ in nil }
    chips.removeAll()
    for path in Set(found.map(\.path)) {
      chips[path] = SoftPwmRing.identity(path)
      let members = found.indices.filter { found[$0].path == path }
      do throws(SystemError) {
        let request = try GpioRequest(
          try GpioChip(path: path),
          members.map { member in
            GpioRequest.Line(
              offset: found[member].offset, bias: nil, isActiveLow: plans[member].isActiveLow,
              debounceMicroseconds: 0, wantsEdges: false, isOutput: true)
          }, eventBuffer: 0)
        for (index, member) in members.enumerated() {
          pins[member] = Pin(request: request, index: index)
        }
      } catch {
        throw RingError(
          error, mend: error.code == EBUSY ? "another program or driver has one of them" : "")
      }
    }
    return pins.compactMap { $0 }
  }
}
