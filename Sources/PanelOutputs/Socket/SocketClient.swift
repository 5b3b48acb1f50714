import ButtonController
import CPanelLinux
import Glibc
import PanelFiles
import PanelHardware

/// A program that is connected to the control socket: what it has sent, and what waits for it.
///
/// Both are bounded, and nothing waits for it.
final class SocketClient {
  /// One line that it has sent.
  enum Line: Equatable {
    case request([UInt8])
    case tooLong
  }

  /// Its process, for messages; 0 where that is not known.
  let process: Int32
  let writer: LineWriter
  private let descriptor: OwnedDescriptor

  /// Which events it gets.
  var selection = Request.Selection.none
  /// The trace that it is sent; nil for none.
  var recording: SocketRecording?
  /// The pictures that it is sent; nil for none.
  var frames: SocketFrames?
  /// What it presses, and whether that ends by itself.
  private var presses: [(press: RemotePress, isTimed: Bool)] = []
  /// It gets no more and is asked no more: what is on its way to it may go until then.
  private(set) var leavesBy: Instant?
  /// Whether it has sent all that it ever will.
  private(set) var hasEnded = false

  private var input: [UInt8] = []
  /// Up to here `input` has no line feed.
  private var searched = 0
  /// A line has become too long, which is to be reported; the rest of it is thrown away.
  private var isTooLong = false
  private var isSkipping = false

  /// Where it is polled; -1 for nowhere.
  var readSlot = -1
  var writeSlot = -1

  /// What waits for it at most: a line of an answer always finds room, events half of that.
  private static let limit = 1 << 19
  /// What is taken of it in one turn.
  private static let share = 1 << 16
  /// How long it has to take what waits, once nothing more is written to it.
  static let patience = TimeSpan.seconds(2)

  init(owning raw: Int32, process: Int32) {
    descriptor = OwnedDescriptor(owning: raw)
    self.process = process
    writer = LineWriter(raw, limit: SocketClient.limit)
  }

  /// `process 1234`, for messages.
  var name: String { process > 0 ? "process \(process)" : "a process" }

  // MARK: What it sends

  /// Whether more of it may be taken: it reads its answers, and has sent no whole line beyond.
  var takesInput: Bool { !hasEnded && leavesBy == nil && !writer.isWaiting && !hasLine }

  /// Whether a whole line waits to be served.
  private var hasLine = false

  /// Waits for more of it.
  func addReading(to set: inout PollSet) -> Int { set.add(reading: descriptor.raw) }

  /// Whether a line waits to be served, and nothing that it was sent waits to be read.
  var hasRequest: Bool { hasLine && leavesBy == nil && !writer.isWaiting }

  /// Takes what it has sent, a bounded part of it.
  func receive() {
    guard !hasEnded, leavesBy == nil else { return }
    var left = SocketClient.share
    while left > 0, !hasLine {
      let result = withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { room in
        let result = pl_socket_receive(
          descriptor.raw, room.baseAddress, UInt32(min(room.count, left)))
        if result > 0 { input += room.prefix(Int(result)) }
        return result
      }
      if result == -EINTR { continue }
      if result == -EAGAIN { return }
      guard result > 0 else {
        end()
        return
      }
      left -= Int(result)
      look()
    }
  }

  private func end() {
    hasEnded = true
    // A last line without a line feed is one, too.
    if !input.isEmpty || isSkipping { input.append(10) }
    look()
  }

  /// Looks for the next line.
  private func look() {
    while !hasLine {
      guard let feed = input[searched...].firstIndex(of: 10) else {
        searched = input.count
        guard isSkipping || input.count > Request.longestLine else { return }
        if !isSkipping {
          isTooLong = true
          hasLine = true
        }
        isSkipping = true
        drop(input.count)
        return
      }
      if isSkipping || input[..<feed].allSatisfy({ $0 == 32 || $0 == 9 || $0 == 13 }) {
        isSkipping = false
        drop(feed + 1)
      } else {
        searched = feed
        hasLine = true
      }
    }
  }

  /// The next line, if it has sent a whole one, or more than any line may have.
  func takeLine() -> Line? {
    guard hasLine else { return nil }
    hasLine = false
    defer { look() }
    if isTooLong {
      isTooLong = false
      return .tooLong
    }
    let line = Array(input[..<searched])
    drop(searched + 1)
    return line.count > Request.longestLine ? .tooLong : .request(line)
  }

  private func drop(_ count: Int) {
    input.removeFirst(count)
    searched = 0
  }

  // MARK: What it is sent

  /// Sends an answer, which always has room: no request is taken while one waits.
  func answer(_ line: [UInt8], at now: @autoclosure () -> Instant) { writer.write(line, at: now()) }

  /// Sends an event; false where it reads too slowly to be sent any more.
  func send(_ event: [UInt8], at now: @autoclosure () -> Instant) -> Bool {
    writer.write(event, at: now(), isLight: true)
    return writer.dropped == 0
  }

  /// Ends it: `line` is the last that it is sent, and it has a moment to read it.
  func leave(_ line: [UInt8], at now: Instant) {
    guard leavesBy == nil else { return }
    selection = .none
    recording = nil
    frames = nil
    leavesBy = now + SocketClient.patience
    writer.write(line, at: now)
  }

  /// Whether it gets the events of a control.
  func wantsEvents(of control: String) -> Bool {
    switch selection {
    case .all: return true
    case .none: return false
    case .controls(let names): return names.contains(control)
    }
  }

  // MARK: What it presses

  /// It presses something.
  func add(_ press: RemotePress, isTimed: Bool) { presses.append((press, isTimed)) }

  /// All that it pressed is over.
  func forgetPresses() { presses.removeAll() }

  /// Whether it presses though nothing is taken of it any more.
  var mustLetGo: Bool { leavesBy != nil && !presses.isEmpty }

  /// Releases what it may press no longer: everything once it has gone, and once it will send no more
  /// what nothing else would end.
  func endPresses(_ loop: PanelLoop) {
    let hasGone = writer.isOver || leavesBy != nil
    presses.removeAll { press, isTimed in
      if hasGone || (hasEnded && !isTimed) {
        loop.release(press)
        return true
      }
      return loop.isOver(press)
    }
  }

  /// Whether it has gone, or has got all that it will ever get.
  func isOver(at now: Instant) -> Bool {
    if let leavesBy { return writer.isOver || !writer.isWaiting || leavesBy <= now }
    if !hasEnded || hasLine { return false }
    let isIdle = selection == .none && recording == nil && frames == nil && presses.isEmpty
    return writer.isOver || (isIdle && !writer.isWaiting)
  }
}
