import ButtonController
import CPanelLinux

/// Gives back the memory that only a start or a reload needed, once that is over.
///
/// Most of what a start touches is code that is not run again for long: the panel's reader, the search for
/// chips. Its pages are given back, and what the first press needs is fetched again by a rehearsal and one
/// more turn, so that no press waits for it. Where `priority` keeps all memory in RAM, nothing is given
/// back.
public final class AtRest: LoopPart {
  private enum State {
    /// The start or a reload may go on; what comes of it is in the next turn.
    case busy
    /// Memory is given back then.
    case waiting(until: Instant)
    /// It was; one turn for nothing follows.
    case turning
    case atRest
  }

  private let giveBack: () -> Void
  private var state = State.busy

  /// By then rings are lit, and what was late to come has come.
  static let delay = TimeSpan.seconds(1)

  /// Gives back what `giveBack` does, which is the system's but in tests.
  public init(giveBack: @escaping () -> Void = { _ = pl_memory_give_back() }) {
    self.giveBack = giveBack
  }

  /// At once, a moment after the start or a reload, and once more at once; then never.
  public func nextDeadline(in loop: PanelLoop) -> Instant? {
    switch state {
    case .busy, .turning: return .ever
    case .waiting(let due): return due
    case .atRest: return nil
    }
  }

  /// Gives the memory back and rehearses.
  public func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    switch state {
    case .atRest: return
    case .turning: state = .atRest
    case .busy:
      state = loop.panel.priority == nil ? .waiting(until: now + AtRest.delay) : .atRest
    case .waiting(let due):
      guard now >= due else { return }
      giveBack()
      loop.rehearse()
      state = .turning
    }
  }

  /// The new panel was read, and that was much.
  public func reload(in loop: PanelLoop) { state = .busy }

  /// There is no rest to come.
  public func stop(in loop: PanelLoop) { state = .atRest }
}
