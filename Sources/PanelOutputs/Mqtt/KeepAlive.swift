import ButtonController

/// When a silent connection is to be asked for a sign of life, and when it has given none.
///
/// The broker ends a connection of which it has heard nothing for one and a half times the period.
struct KeepAlive {
  /// What is asked for where the broker says nothing else: a panel at rest wakes so often.
  static let usual = TimeSpan.seconds(60)
  /// An answer that took longer comes no more.
  static let patience = TimeSpan.seconds(10)
  /// The library counts whole seconds.
  private static let second = TimeSpan.seconds(1)

  private(set) var period: TimeSpan
  private var lastIn: Instant
  private var lastOut: Instant
  private var asked: Instant?
  /// Not before this is the library asked again, where it found nothing to do.
  private var again = Instant.ever

  /// What to do at a deadline.
  enum Duty: Equatable {
    case nothing
    /// Let the library ask.
    case ask
    /// There was no answer: the connection is dead.
    case giveUp
  }

  init(period: TimeSpan = KeepAlive.usual, from now: Instant) {
    self.period = period
    lastIn = now
    lastOut = now
  }

  /// The broker wants another period.
  mutating func use(_ period: TimeSpan) { self.period = period }

  /// Bytes came.
  mutating func noteIn(at now: Instant) {
    lastIn = now
    asked = nil
  }

  /// Bytes went.
  mutating func noteOut(at now: Instant) { lastOut = now }

  /// The library was asked to look after itself; whether it has sent something.
  mutating func noteAsked(_ hasSent: Bool, at now: Instant) {
    if hasSent {
      asked = now
      lastOut = now
    } else {
      again = now + KeepAlive.second
    }
  }

  var deadline: Instant {
    if let asked { return asked + KeepAlive.patience }
    return max(again, min(lastIn, lastOut) + period + KeepAlive.second)
  }

  func duty(at now: Instant) -> Duty {
    if now < deadline { return .nothing }
    return asked == nil ? .ask : .giveUp
  }
}
