/// One line of a panel and all that is known of it.
@usableFromInline struct Line: Sendable {
  /// What a line is for.
  enum Role: Sendable {
    /// A button's contact, or the push of a knob or stick.
    case button
    /// A switch's contact.
    case toggle
    /// Contact a or b of an encoder; axis 0 is a knob or a stick's x, axis 1 a stick's y.
    case quadrature(axis: Int, isA: Bool)
    /// A direction of a stick: 0 up, 1 down, 2 left, 3 right.
    case direction(Int)
  }

  let control: Int
  let role: Role
  /// Whether arming, `stuck` and audits are about it: a button, a push, or a direction of a stick.
  let isWatched: Bool
  @usableFromInline fileprivate(set) var debouncer = Debouncer(isClosed: false)
  /// Whether a closed contact counts; false from a start or a loss until it was settled open.
  var isArmed = true
  /// Since when a watched line has been settled closed; `never` while open.
  var closedSince = Instant.never
  fileprivate(set) var isGone = false
  var isQuarantined = false
  /// In quarantine: when it is over.
  fileprivate(set) var quietAt = Instant.never
  /// What is left of the time that its changes may cost, and when it changed last.
  var credit = Defaults.chatterCredit
  var lastChange = Instant.ever
  /// Level changes so far, and those of them that were settled.
  var changes = 0
  var settledChanges = 0
  /// A direction that adds nothing until it closes again, for it was closed when the push moved.
  var isSpent = false
  /// Where the controller keeps its openings; -1 where no press is judged by them.
  var openingBase = -1

  init(control: Int, role: Role, isWatched: Bool) {
    self.control = control
    self.role = role
    self.isWatched = isWatched
  }

  /// Whether time rules hold for its contact: all but an encoder's.
  var isDebounced: Bool {
    switch role {
    case .quadrature: return false
    case .button, .toggle, .direction: return true
    }
  }

  /// Whether an audit should look at it: a finger may be on it.
  var isAudited: Bool { isWatched && !isGone && (debouncer.rawIsClosed || debouncer.isClosed) }

  /// When it has something to do though no edge comes.
  var deadline: Instant { min(debouncer.deadline, quietAt) }
}

/// What changes a line's contact; nothing else does, so that the tables over all lines stay true.
extension Controller {
  /// Takes `isClosed` as settled on `line`; an unsettled burst is dropped.
  mutating func resetContact(of line: Int, isClosed: Bool) {
    change(line) { $0.debouncer.reset(isClosed: isClosed) }
  }

  /// A raw change at the present; gives a change that counts at once.
  mutating func takeEdge(of line: Int, isClosed: Bool, arrival: Int64) -> Debouncer.Change? {
    let rule = panel.controls[lines[line].control].debounce
    let present = now
    return change(line) {
      $0.debouncer.edge(isClosed: isClosed, at: present, arrival: arrival, by: rule)
    }
  }

  /// What is due at the end of a burst or lock-out.
  mutating func expireContact(of line: Int) -> Debouncer.Change? {
    let rule = panel.controls[lines[line].control].debounce
    return change(line) { $0.debouncer.expire(by: rule) }
  }

  /// How many openings of the burst under way are kept.
  mutating func keepOpenings(_ count: Int, of line: Int) { lines[line].debouncer.openings = count }

  /// The line's chip has gone or is back.
  mutating func setGone(_ isGone: Bool, _ line: Int) { change(line) { $0.isGone = isGone } }

  /// When the line's quarantine is over; `never` where there is none.
  mutating func setQuiet(_ line: Int, at instant: Instant) { change(line) { $0.quietAt = instant } }

  private mutating func change<Result>(_ line: Int, _ body: (inout Line) -> Result) -> Result {
    let wasAudited = lines[line].isAudited
    let result = body(&lines[line])
    if lines[line].isAudited != wasAudited { auditedLines += wasAudited ? -1 : 1 }
    lineDeadlines[line] = lines[line].deadline
    unsettled[chords.slot[line]] = lines[line].debouncer.unsettledSince?.stamp ?? .never
    return result
  }
}
