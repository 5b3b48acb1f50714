import ButtonController

/// Which lines' levels are in doubt, and up to when nothing is: deadlines up to there may pass.
///
/// A level without its edge is believed only if it is found twice, `grace` apart, on the same line and
/// without an edge of that line between: an interrupt comes before its edge, and other lines' edges
/// say nothing. A value; whoever owns it does the looking and waits for nothing.
struct LevelAudit {
  /// What a look found at one line.
  enum Sight: Equatable {
    /// The level that its edges have reported.
    case agrees
    /// Another level, and no edge.
    case differs
    /// Nothing to compare: it had edges, or is not there.
    case moves
    /// Its level could not be read.
    case unread
  }

  /// A level to be believed.
  struct Found: Equatable {
    var line: Int
    /// Whether it is what a loss shows by, on a line whose edges are not numbered.
    var isLoss: Bool
  }

  /// How late an interrupt's thread may be.
  static let grace = TimeSpan.milliseconds(10)

  private struct Doubt {
    /// The first look that found it; `never` where there is none.
    var since = Instant.never
    /// The first look that found the other level.
    var differsSince = Instant.never
    /// Whether edges came since its level agreed, and a loss among them would not show by itself.
    var mayHideLoss = false

    mutating func end() {
      since = .never
      differsSince = .never
    }
  }

  private var doubts: [Doubt]
  /// The first of the looks that have left a doubt; `never` where there is none.
  private var oldestDoubt = Instant.never
  private var lastLook = Instant.ever
  /// When somebody is to look again; `never` where there is no reason.
  private(set) var nextLook = Instant.never
  /// Up to here levels and edges agree, or what did not was reported.
  private(set) var sureUpTo = Instant.ever

  init(lines count: Int) {
    doubts = [Doubt](repeating: Doubt(), count: count)
  }

  /// Whether a deadline may pass: every edge before it is known.
  func mayPass(_ due: Instant) -> Bool { due <= sureUpTo }

  /// Whether a deadline waits for `nextLook`, because a look at or after it has left a doubt.
  func holds(_ due: Instant) -> Bool {
    due > sureUpTo && oldestDoubt < .never && due <= lastLook
  }

  /// Asks for a look by `instant`.
  mutating func request(by instant: Instant) { nextLook = min(nextLook, instant) }

  /// An edge of `line` came, or what was known of it is void: nothing is in doubt.
  mutating func settle(_ line: Int) {
    guard doubts[line].since < .never else { return }
    doubts[line].end()
    update()
  }

  /// An edge of `line` came, among which a loss would not show: its level is to be compared soon.
  ///
  /// Not at once: in a bounce the level is ahead of its edge's way through the kernel.
  mutating func expectHiddenLoss(_ line: Int, at now: Instant) {
    doubts[line].mayHideLoss = true
    request(by: now + LevelAudit.grace)
  }

  /// Takes in a look at all lines; gives those whose level is to be believed without an edge.
  mutating func look(at now: Instant, _ sight: (_ line: Int) -> Sight) -> [Found] {
    lastLook = now
    nextLook = .never
    var believed: [Found] = []
    for line in doubts.indices {
      switch sight(line) {
      case .agrees: doubts[line] = Doubt()
      case .moves: doubts[line].end()
      case .unread:
        doubts[line].since = min(doubts[line].since, now)
        doubts[line].differsSince = .never
      case .differs:
        doubts[line].since = min(doubts[line].since, now)
        doubts[line].differsSince = min(doubts[line].differsSince, now)
        if now - doubts[line].differsSince >= LevelAudit.grace {
          believed.append(Found(line: line, isLoss: doubts[line].mayHideLoss))
          doubts[line] = Doubt()
        }
      }
      if doubts[line].since < .never {
        let first = doubts[line].differsSince
        request(by: (first < .never ? first : now) + LevelAudit.grace)
      }
    }
    update()
    return believed
  }

  private mutating func update() {
    let oldest = doubts.reduce(Instant.never) { min($0, $1.since) }
    if oldest == .never {
      sureUpTo = max(sureUpTo, lastLook)
    } else if oldest > oldestDoubt {
      // What the earlier look had left in doubt is settled; this doubt began behind it.
      sureUpTo = max(sureUpTo, oldestDoubt)
    }
    oldestDoubt = oldest
  }
}
