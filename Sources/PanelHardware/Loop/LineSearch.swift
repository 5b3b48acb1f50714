import ButtonController

/// When to look for which missing lines: at a change of the devices, and by time where nothing reports.
///
/// A line that comes and goes is damped: the delay before the next search doubles from 100 ms to 5 s,
/// and begins again only after `health` of being there. A value; it looks at no clock.
struct LineSearch {
  /// Its times.
  enum Timing {
    static let firstDelay = TimeSpan.milliseconds(100)
    static let longestDelay = TimeSpan.seconds(5)
    /// So long a line must be there before it counts as sound again.
    static let health = TimeSpan.seconds(10)
    /// A device may be there a bit before its driver is ready: one more look.
    static let secondLook = TimeSpan.seconds(1)
  }

  private struct Place {
    var isOpen = false
    var openedAt = Instant.ever
    var delay = Timing.firstDelay
    /// When to look by time; `never` where only a change of the devices matters.
    var due = Instant.never
    /// A change of the devices causes no search before this.
    var notBefore = Instant.ever
    /// Whether the next vain search after a change is followed by one more.
    var hasSecondLook = false
  }

  private var places: [Place]
  /// Whether changes of the devices are reported; else every search is by time.
  private let isTold: Bool

  init(lines count: Int, isTold: Bool) {
    places = [Place](repeating: Place(), count: count)
    self.isTold = isTold
  }

  /// The next search by time.
  var next: Instant {
    places.reduce(Instant.never) { min($0, $1.isOpen ? .never : $1.due) }
  }

  /// The lines to be looked for at `now`.
  func due(at now: Instant) -> [Int] {
    places.indices.filter { !places[$0].isOpen && places[$0].due <= now }
  }

  /// `line` is open.
  mutating func noteOpen(_ line: Int, at now: Instant) {
    places[line].isOpen = true
    places[line].openedAt = now
    places[line].due = .never
    places[line].hasSecondLook = false
  }

  /// `line` was open and has gone.
  mutating func noteGone(_ line: Int, at now: Instant) {
    let isSound = now - places[line].openedAt >= Timing.health
    if isSound { places[line].delay = Timing.firstDelay }
    places[line].isOpen = false
    // Not by a change of the devices alone: a chip that failed is still there.
    places[line].due = now + places[line].delay
    places[line].notBefore = isSound ? now : places[line].due
    lengthen(line)
  }

  /// A search for `line` was in vain.
  mutating func noteRefusal(_ line: Int, _ kind: LineTrouble.Kind, at now: Instant) {
    if LineSearch.isToldByDevices(kind), isTold {
      places[line].due = places[line].hasSecondLook ? now + Timing.secondLook : .never
      places[line].hasSecondLook = false
      return
    }
    places[line].due = now + places[line].delay
    lengthen(line)
  }

  /// Device files have come, gone or changed their rights.
  mutating func noteChange(at now: Instant) {
    for line in places.indices where !places[line].isOpen {
      places[line].due = min(places[line].due, max(now, places[line].notBefore))
      places[line].hasSecondLook = true
    }
  }

  private mutating func lengthen(_ line: Int) {
    places[line].delay = min(places[line].delay + places[line].delay, Timing.longestDelay)
  }

  /// Whether only a device file that comes, goes or changes can end the trouble.
  private static func isToldByDevices(_ kind: LineTrouble.Kind) -> Bool {
    switch kind {
    case .missing, .denied, .ambiguous, .outOfRange: return true
    case .busy, .unreadable, .failed: return false
    }
  }
}
