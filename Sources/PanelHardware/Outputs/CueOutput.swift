import Glibc
import PanelFiles

/// What makes a cue heard or felt.
protocol CueOutput: AnyObject {
  /// Switches it on or off.
  func set(_ isOn: Bool) throws(CueError)
}

/// Why a cue is silent.
struct CueError: Error, Equatable {
  /// What, where, why and the hint, in one line.
  var message: String
  /// Whether it is not tried again.
  var isFinal = false
}

/// Makes the output that a panel file asks for.
enum CueOutputs {
  static func open(_ file: CueFile) throws(CueError) -> any CueOutput {
    switch file.driver {
    case .line(let plan): return try CueLine(plan)
    case .pwm(let chip, let channel, let frequency):
      return try CuePwm(chip: chip, channel: channel, frequency: frequency)
    }
  }
}

/// Nothing.
final class SilentCue: CueOutput {
  func set(_ isOn: Bool) throws(CueError) {}
}

/// An active buzzer or a motor on a line.
private final class CueLine: CueOutput {
  private let request: GpioRequest

  init(_ plan: LinePlan) throws(CueError) {
    do throws(LineTrouble) {
      let found = try ChipTable.scan(readsNames: plan.isNamed).find(plan, line: 0)
      let line = GpioRequest.Line(
        offset: found.offset, bias: nil, isActiveLow: plan.isActiveLow, debounceMicroseconds: 0,
        wantsEdges: false, isOutput: true)
      do throws(SystemError) {
        request = try GpioRequest(try GpioChip(path: found.path), [line], eventBuffer: 0)
      } catch {
        let holder = try? GpioChip(path: found.path).facts(ofLine: found.offset)
        throw LineTrouble.refusal(
          error.code, of: plan, line: 0, place: "line \(found.offset) of \(found.label)",
          holder: holder)
      }
    } catch {
      throw CueError(message: error.message)
    }
  }

  func set(_ isOn: Bool) throws(CueError) {
    do throws(SystemError) { try request.set(0, isActive: isOn) } catch {
      throw CueError(message: "\(error)")
    }
  }
}

/// A piezo on a channel of kernel PWM: half of the period on is the loudest.
private final class CuePwm: CueOutput {
  private let files = ImpatientAttributes()
  private var channel: PwmChannel

  init(chip: String, channel number: Int, frequency: Double) throws(CueError) {
    do throws(RingError) {
      let path = try PwmChips("/sys/class/pwm", files).find(chip)
      let period = Int64((1e9 / min(max(frequency, 1), 1e7)).rounded())
      channel = try PwmChannel.take([number], of: path, period: period, isInverted: false, files)[0]
    } catch {
      throw CuePwm.failure(error)
    }
    files.waits = false
  }

  func set(_ isOn: Bool) throws(CueError) {
    do throws(RingError) { try channel.set(isOn ? 0.5 : 0) } catch { throw CuePwm.failure(error) }
  }

  /// Taking a channel may wait for a udev rule; that is for the start, not for a running loop.
  private static func failure(_ error: RingError) -> CueError {
    CueError(message: "\(error)", isFinal: true)
  }
}

/// The kernel's files, without waiting for them once the loop runs.
private final class ImpatientAttributes: Attributes {
  var waits = true
  private let files = KernelAttributes()

  func read(_ path: String) throws(SystemError) -> String { try files.read(path) }
  func write(_ path: String, _ text: String) throws(SystemError) { try files.write(path, text) }
  func exists(_ path: String) -> Bool { files.exists(path) }
  func isSame(_ path: String) -> Bool { files.isSame(path) }
  func names(in path: String) throws(SystemError) -> [String] { try files.names(in: path) }
  func target(of path: String) -> String? { files.target(of: path) }
  func pause(milliseconds: UInt32) { if waits { files.pause(milliseconds: milliseconds) } }
  func close() { files.close() }
}

extension LinePlan {
  /// Whether the names of lines must be read to find it.
  var isNamed: Bool {
    if case .name = target { return true }
    return false
  }
}
