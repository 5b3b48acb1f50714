import ButtonController
import Glibc

/// One ring as the event loop sees it: pictures go in, a thread of its own brings them to the LEDs.
///
/// `show` copies the picture and returns, whatever the LEDs do: a slow, broken or unplugged ring
/// never delays an edge. The newest picture wins; one equal to the last is not sent. A failure is
/// tried again after 100 ms, twice as long each time up to 5 s, or, where news of devices are passed
/// on, when one comes; each reason is reported once.
public final class RingLight: @unchecked Sendable {
  /// Reported each reason of a failure once, and when the ring is back (nil); called on the ring's thread.
  public typealias Report = @Sendable (_ error: RingError?) -> Void

  private let mailbox: RingMailbox
  /// Of each ring of the output.
  private let pixels: [Int]
  private let staysLit: Bool
  private let hasNews: Bool
  private let report: Report
  private let computedFrameTime: TimeSpan
  // Only the ring's thread touches it after `init`.
  private var output: any RingOutput

  private let backOff: BackOff

  /// The first pause after a failure, and the longest.
  typealias BackOff = (first: TimeSpan, longest: TimeSpan)

  /// Starts the thread, for rings of so many pixels; `staysLit` leaves the LEDs as they are at the end.
  ///
  /// It begins when all of `predecessors`, which were told to leave and write to the same, have ended.
  /// `hasNews` says that `look` is called when a device has come or gone.
  public convenience init(
    pixels: [Int], output: any RingOutput, staysLit: Bool = false,
    after predecessors: [RingLight] = [], hasNews: Bool = false, report: @escaping Report
  ) throws(RingError) {
    try self.init(
      pixels: pixels, output: output, staysLit: staysLit, after: predecessors, hasNews: hasNews,
      backOff: (.milliseconds(100), .seconds(5)), report: report)
  }

  init(
    pixels: [Int], output: any RingOutput, staysLit: Bool = false,
    after predecessors: [RingLight] = [], hasNews: Bool = false, backOff: BackOff,
    report: @escaping Report
  ) throws(RingError) {
    self.backOff = backOff
    self.pixels = pixels
    self.output = output
    self.staysLit = staysLit
    self.hasNews = hasNews && output.isAnnounced
    self.report = report
    computedFrameTime = output.frameTime
    mailbox = RingMailbox(pixels: pixels.reduce(0, +))
    for predecessor in predecessors { mailbox.follow(predecessor.mailbox) }
    do throws(SystemError) { try DetachedThread.start { self.run() } } catch {
      throw RingError(error)
    }
  }

  /// Shows a picture of `instant`, one colour a pixel; never waits.
  public func show(_ frame: UnsafeBufferPointer<Colour>, at instant: Instant) {
    mailbox.post(frame, at: instant)
  }

  /// A device has come or gone, perhaps this ring's; never waits.
  public func look() { mailbox.look() }

  /// How long a frame is on its way: as computed, or as the slowest one took.
  public var frameTime: TimeSpan { max(computedFrameTime, mailbox.slowestFrame) }

  /// Begins the end: dark next, whatever was to be shown, unless it stays lit; never waits.
  public func leave() { mailbox.stop(keepsFrame: staysLit) }

  /// Whether the thread has put everything back.
  public var hasEnded: Bool { mailbox.isFinished }

  /// Waits for the end; false at the deadline.
  ///
  /// The thread of a driver that hangs is left behind.
  @discardableResult public func waitForEnd(until deadline: Instant) -> Bool {
    mailbox.waitForFinish(until: deadline)
  }

  /// `leave`, and waits at most `patience` for the end.
  @discardableResult public func stop(patience: TimeSpan = .seconds(1)) -> Bool {
    leave()
    return waitForEnd(until: MonotonicClock.now() + patience)
  }

  // MARK: The ring's thread

  private func run() {
    if mailbox.waitForTurn() { light() }
    mailbox.finish()
  }

  private func light() {
    var frames = RingFrames(pixels: pixels)
    defer { frames.deallocate() }
    var pause = backOff.first
    var reports = RingReports()
    while true {
      do throws(RingError) {
        try output.open()
        try serve(&frames) {
          if reports.reportsReturn() { report(nil) }
          pause = backOff.first
        }
        if !staysLit { output.dark() }
        output.close(keepsLight: staysLit)
        return
      } catch {
        if reports.isNew(error) { report(error) }
        output.close(keepsLight: staysLit)
        if error.isFinal { return waitForLeave() }
        // What is not there for long is not looked for any more: its coming is reported.
        let isToldOf = hasNews && error.isMissing && pause >= backOff.longest
        switch mailbox.pause(until: isToldOf ? .never : MonotonicClock.now() + pause) {
        case .stop: return makeDark()
        case .news: pause = backOff.first
        case .timeout, .frame:
          pause = min(pause + pause, backOff.longest)
        }
      }
    }
  }

  /// Nothing can be lit any more.
  private func waitForLeave() {
    while true {
      if case .stop = mailbox.pause(until: .never) { return }
    }
  }

  /// Sends frames until the stop or a failure; `worked` is called after each that went through.
  private func serve(_ frames: inout RingFrames, worked: () -> Void) throws(RingError) {
    // After a failure the picture is still to be shown, though nothing moves.
    frames.forgetSent()
    while true {
      if frames.hasNews {
        let begin = MonotonicClock.now()
        try output.send(UnsafeBufferPointer(frames.shown), at: frames.instant)
        mailbox.note(frameTime: MonotonicClock.now() - begin)
        frames.noteSent()
        worked()
      }
      switch mailbox.fetch(into: frames.fetched, until: frames.nextChange) {
      case .frame(let instant): frames.take(at: instant)
      case .timeout: frames.refresh(at: MonotonicClock.now())
      case .news: try output.check()
      case .stop: return
      }
    }
  }

  /// The stop came while the ring was away: one more try, so that it is not left lit.
  private func makeDark() {
    if staysLit { return }
    do throws(RingError) {
      try output.open()
      output.dark()
      output.close(keepsLight: false)
    } catch {
      output.close(keepsLight: false)
    }
  }
}

/// What of a ring's failures is reported: each reason once until it works again, as a device that comes
/// back may then lack a right, and one that stays away is tried every few seconds.
struct RingReports {
  private var reported: [RingError] = []

  /// Whether a failure is to be reported.
  mutating func isNew(_ error: RingError) -> Bool {
    if reported.contains(error) || reported.count == RingReports.most { return false }
    reported.append(error)
    return true
  }

  /// Whether it is to be reported that the ring works, after a failure that was.
  mutating func reportsReturn() -> Bool {
    defer { reported.removeAll() }
    return !reported.isEmpty
  }

  /// A reason with a number that counts up would be reported for ever.
  static let most = 8
}

/// The frames of a ring's thread: what came, what is to be shown, and what was sent last.
struct RingFrames {
  let fetched: UnsafeMutableBufferPointer<Colour>
  let shown: UnsafeMutableBufferPointer<Colour>
  private let sent: UnsafeMutableBufferPointer<Colour>
  private(set) var instant = Instant.zero
  private var hasFrame = false
  private var hasSent = false
  /// One a ring: a ring's mean is its own.
  private var limiters: [FlashLimiter]
  private let parts: [Range<Int>]
  /// When `shown` changes without a new frame; `never` where nothing is held back.
  private(set) var nextChange = Instant.never

  /// Frames of one ring, or of several, one after the other.
  init(pixels counts: [Int]) {
    limiters = counts.map { FlashLimiter(pixels: $0) }
    var pixels = 0
    parts = counts.map { count in
      defer { pixels += count }
      return pixels..<(pixels + count)
    }
    fetched = .allocate(capacity: pixels)
    shown = .allocate(capacity: pixels)
    sent = .allocate(capacity: pixels)
    fetched.initialize(repeating: .black)
    shown.initialize(repeating: .black)
    sent.initialize(repeating: .black)
  }

  func deallocate() {
    fetched.deallocate()
    shown.deallocate()
    sent.deallocate()
  }

  /// A frame was fetched.
  mutating func take(at instant: Instant) {
    hasFrame = true
    refresh(at: instant)
  }

  /// Computes again what is shown of the last frame.
  mutating func refresh(at instant: Instant) {
    self.instant = instant
    for index in shown.indices { shown[index] = fetched[index] }
    nextChange = .never
    for index in parts.indices {
      let part = UnsafeMutableBufferPointer(rebasing: shown[parts[index]])
      if let next = limiters[index].filter(part, at: instant) { nextChange = min(nextChange, next) }
    }
  }

  /// Whether there is a frame that differs from the last one sent.
  var hasNews: Bool {
    guard hasFrame else { return false }
    guard hasSent else { return true }
    for index in shown.indices where shown[index] != sent[index] { return true }
    return false
  }

  mutating func noteSent() {
    hasSent = true
    for index in shown.indices { sent[index] = shown[index] }
  }

  /// After a failure the LEDs may show anything.
  mutating func forgetSent() { hasSent = false }
}
