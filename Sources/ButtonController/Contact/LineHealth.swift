/// How a line is, for whoever asks: nothing is decided by it.
public enum LineHealth: Equatable, Sendable, CaseIterable {
  /// It counts.
  case sound
  /// Closed since the start or since a loss: it counts once it was open.
  case bootHeld
  /// Its control is stuck: closed for longer than anybody presses.
  case stuck
  /// In quarantine, because it chatters.
  case chatter
  /// Its chip is not there.
  case gone
}

extension Controller {
  /// How `line` is; a line that the panel does not have is gone.
  public func health(ofLine line: Int) -> LineHealth {
    guard lines.indices.contains(line), !lines[line].isGone else { return .gone }
    if lines[line].isQuarantined { return .chatter }
    if states[lines[line].control].isStuck { return .stuck }
    let isHeld = lines[line].isWatched && !lines[line].isArmed && lines[line].debouncer.rawIsClosed
    return isHeld ? .bootHeld : .sound
  }

  /// Whether the contact of `line` is settled closed; its level as last reported is `isClosed(line:)`.
  public func isSettledClosed(line: Int) -> Bool {
    lines.indices.contains(line) && lines[line].debouncer.isClosed
  }

  /// How many level changes of `line` were reported so far.
  public func changeCount(ofLine line: Int) -> Int {
    lines.indices.contains(line) ? lines[line].changes : 0
  }

  /// How many of them were bounces or glitches: changes that came to no settled one.
  ///
  /// A burst under way counts but for its first change. Nil for an encoder's contacts, which are not
  /// debounced.
  public func bounceCount(ofLine line: Int) -> Int? {
    guard lines.indices.contains(line) else { return 0 }
    guard lines[line].isDebounced else { return nil }
    let open = lines[line].debouncer.isInBurst ? 1 : 0
    return max(0, lines[line].changes - lines[line].settledChanges - open)
  }

  /// Whether `line` is pressed and released: a button, a push, or a direction of a stick.
  public func isPressable(line: Int) -> Bool {
    lines.indices.contains(line) && lines[line].isWatched
  }

  /// Whether a press of `line` can be a tap, a hold or a confirm: a stick's direction only drags.
  public func isPush(line: Int) -> Bool {
    guard lines.indices.contains(line), case .button = lines[line].role else { return false }
    return true
  }
}
