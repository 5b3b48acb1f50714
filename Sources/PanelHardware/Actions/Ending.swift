import ButtonController

/// How far the end of all commands has come.
///
/// First what runs and waits goes on for the panel's `stopTimeout`. Then what runs is sent TERM, and
/// of what waits only that goes on which closes something: a command that hangs must not keep from
/// its end what it has opened. At last all is sent TERM and KILL.
enum Ending: Equatable {
  /// Not asked for.
  case no
  /// All goes on.
  case grace(until: Instant)
  /// What closes something goes on.
  case closing(until: Instant)
  /// Nothing begins any more.
  case killing(until: Instant)
  /// Nothing is waited for any more.
  case over

  /// How long one waits after KILL: a process in a system call that hangs does not go.
  private static let afterKill = TimeSpan.seconds(1)

  /// Whether an action of `job` may still begin.
  func mayBegin(_ job: Job) -> Bool {
    switch self {
    case .no, .grace: return true
    case .closing: return job.isClosing
    case .killing, .over: return false
    }
  }

  /// When the next state begins; `never` where none does.
  var until: Instant {
    switch self {
    case .no, .over: return .never
    case .grace(let until), .closing(let until), .killing(let until): return until
    }
  }

  /// The state after this one, which begins at `now`.
  func next(at now: Instant, stopTimeout: TimeSpan) -> Ending {
    let grace = ActionRunner.grace
    switch self {
    case .no, .over: return self
    case .grace: return .closing(until: now + grace + max(stopTimeout, grace))
    case .closing: return .killing(until: now + grace + Ending.afterKill)
    case .killing: return .over
    }
  }
}
