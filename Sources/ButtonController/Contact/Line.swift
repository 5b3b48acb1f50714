/// One line of a panel and all that is known of it.
struct Line {
  /// What a line is for.
  enum Role {
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
  var debouncer = Debouncer(isClosed: false)
  /// Whether a closed contact counts; false from a start or a loss until it was settled open.
  var isArmed = true
  /// Since when a watched line has been settled closed; `never` while open.
  var closedSince = Instant.never
  var isGone = false
  var isQuarantined = false
  /// In quarantine: when it is over.
  var quietAt = Instant.never
  /// What is left of the time that its changes may cost, and when it changed last.
  var credit = Defaults.chatterCredit
  var lastChange = Instant.ever
  /// A direction that adds nothing until it closes anew, for it was closed when the push moved.
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
}
