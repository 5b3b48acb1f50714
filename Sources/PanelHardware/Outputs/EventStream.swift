import ButtonController
import Glibc
import PanelFiles

/// Events as lines on a descriptor, each written as soon as it is reported.
public final class EventStream: EventPart {
  /// Appends an event's line, line feed included.
  public typealias Format = (_ event: PanelEvent, _ loop: PanelLoop, inout [UInt8]) -> Void

  private let writer: LineWriter
  private let format: Format
  private var slot = -1
  private var line: [UInt8] = []
  /// Whether the panel wants events here.
  private var isWanted: Bool
  /// Events that were dropped since the start, those that `writer` still counts left out.
  private var lost = 0
  /// Why it takes nothing, as it was reported.
  private var saidTrouble: LineWriter.State?

  /// Whether the reader has gone though the panel wants events here: what it was started for is over.
  public private(set) var hasLostItsReader = false

  /// What the end waits for a file on a slow disk.
  private static let patience = TimeSpan.milliseconds(250)

  /// Lines of `format` to `descriptor`; `isWanted` is the first panel's `outputs.stdout`.
  public init(to descriptor: Int32, isWanted: Bool = true, format: @escaping Format) {
    self.format = format
    self.isWanted = isWanted
    writer = LineWriter(descriptor)
  }

  /// Writes one event.
  public func take(_ event: PanelEvent, in loop: PanelLoop) {
    guard isWanted else { return }
    makeLine(of: event, loop)
    inPlace(&line) { writer.write($0, at: loop.time()) }
    look(loop)
  }

  /// Makes the event's line.
  public func rehearse(_ event: PanelEvent, in loop: PanelLoop) { makeLine(of: event, loop) }

  private func makeLine(of event: PanelEvent, _ loop: PanelLoop) {
    line.removeAll(keepingCapacity: true)
    format(event, loop, &line)
  }

  /// Waits for a slow reader while something waits for it, else only for its going.
  public func addDescriptors(to set: inout PollSet) {
    // A panel that wants no events here has nothing to do with who reads them.
    slot = isWanted || writer.isWaiting ? writer.addDescriptors(to: &set) : -1
  }

  /// When a full disk is tried again.
  public func nextDeadline(in loop: PanelLoop) -> Instant? { writer.nextDeadline }

  /// Goes on where the reader was too slow.
  public func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    writer.serve(set, slot: slot, now: now)
    look(loop)
  }

  /// The new panel may want events where the old one did not, or none.
  public func reload(in loop: PanelLoop) {
    isWanted = loop.panel.outputs.stdout
    look(loop)
  }

  /// Whether it takes events, and how many were lost because it did not.
  public func report(to status: inout LoopStatus, in loop: PanelLoop) {
    guard isWanted else { return }
    var output = OutputStatus("stdout", .working)
    switch writer.state {
    case .open: if writer.isWaiting { output.detail = "its reader is slow" }
    case .failing(let code):
      output.state = .waiting
      output.detail = ErrorNumber.text(of: code)
    case .gone:
      output.state = .failed
      output.detail = "its reader has gone"
    case .closed(let code):
      output.state = .failed
      output.detail = ErrorNumber.text(of: code)
    }
    output.counts = [
      OutputStatus.Count("waiting", writer.waitingLines),
      OutputStatus.Count("dropped", lost + writer.dropped),
    ]
    status.outputs.append(output)
  }

  /// The end, once the rings are dark: waits a moment for a file on a slow disk; gives how many
  /// events could not be written.
  public func finish() -> Int {
    // By the kernel's clock: it is a disk that is waited for.
    let now = MonotonicClock.now()
    writer.finish(at: now, until: now + EventStream.patience)
    return writer.waitingLines + writer.takeDropped()
  }

  private func look(_ loop: PanelLoop) {
    switch writer.state {
    case .open:
      if saidTrouble != nil {
        saidTrouble = nil
        loop.log("the standard output takes events again")
      }
      if !writer.isWaiting, writer.dropped > 0 {
        let count = writer.takeDropped()
        lost += count
        loop.log("the reader of the standard output was too slow: \(count) events lost")
      }
    case .gone:
      // `gpiopress run PANEL | head -n 1`: what the panel was started for is over.
      if isWanted, !hasLostItsReader {
        hasLostItsReader = true
        loop.stop()
      }
    case .failing(let code): say(code, "it is tried again", loop)
    case .closed(let code): say(code, "going on without", loop)
    }
  }

  /// Once a trouble, not once an event.
  private func say(_ code: Int32, _ then: String, _ loop: PanelLoop) {
    if !isWanted || saidTrouble == writer.state { return }
    saidTrouble = writer.state
    loop.log("the standard output takes no events: \(ErrorNumber.text(of: code)); \(then)")
  }
}
