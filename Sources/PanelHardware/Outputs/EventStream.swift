import ButtonController
import Glibc
import PanelFiles

/// Events as lines on a descriptor, each written as soon as it is told.
public final class EventStream: LoopPart {
  /// Appends an event's line, line feed included.
  public typealias Format = (_ event: Event, _ panel: PanelFile, _ time: String, inout [UInt8]) ->
    Void

  private var writer: LineWriter
  private let descriptor: Int32
  private let format: Format
  private var slot = -1
  private var line: [UInt8] = []
  private var isTold = false

  /// Lines of `format` to `descriptor`.
  public init(to descriptor: Int32, format: @escaping Format) {
    self.descriptor = descriptor
    self.format = format
    writer = LineWriter(descriptor)
  }

  /// Writes one event.
  public func take(_ event: Event, in loop: PanelLoop) {
    guard loop.panel.outputs.stdout else { return }
    line.removeAll(keepingCapacity: true)
    format(event, loop.panel, WallTime.text(of: event.at + loop.wallOffset), &line)
    writer.write(line)
    look(loop)
  }

  /// Waits for a slow reader while something waits for it, else only for its going.
  public func addDescriptors(to set: inout PollSet) {
    guard writer.state == .open else {
      slot = -1
      return
    }
    slot = writer.isWaiting ? set.add(writing: descriptor) : set.add(watching: descriptor)
  }

  /// Goes on where the reader was too slow.
  public func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    guard slot >= 0, set.isReady(slot) else { return }
    if set.hasFailed(slot) { writer.noteHangUp() } else { writer.flush() }
    look(loop)
  }

  private func look(_ loop: PanelLoop) {
    switch writer.state {
    case .open:
      if !writer.isWaiting, writer.dropped > 0 {
        loop.log(
          "the reader of the standard output was too slow: \(writer.takeDropped()) events lost")
      }
    case .gone:
      // `gpiopress run PANEL | head -n 1`: what the panel was started for is over.
      loop.stop()
    case .failed(let code):
      if isTold || code == EBADF { return }
      isTold = true
      loop.log(
        "the standard output takes no events: \(SystemError.text(of: code)); going on without")
    }
  }
}

/// Wall-clock times as RFC 3339 has them.
public enum WallTime {
  /// `2026-11-30T04:51:24.123Z`; the instant counts from 1970.
  public static func text(of instant: Instant) -> String {
    let nanoseconds = max(instant.nanoseconds, 0)
    var seconds = time_t(nanoseconds / 1_000_000_000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let date = [
      digits(Int(parts.tm_year) + 1900, 4), digits(Int(parts.tm_mon) + 1, 2),
      digits(Int(parts.tm_mday), 2),
    ].joined(separator: "-")
    let clock = [
      digits(Int(parts.tm_hour), 2), digits(Int(parts.tm_min), 2), digits(Int(parts.tm_sec), 2),
    ].joined(separator: ":")
    return "\(date)T\(clock).\(digits(Int(nanoseconds / 1_000_000 % 1000), 3))Z"
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(count - text.count, 0)) + text
  }
}
