import ButtonController
import PanelFiles

/// Events that report how a value changed: they add up while a command for them waits.
extension Event.Kind {
  /// Whether it reports a change of a value; the order of such events does not matter to their sum.
  var isValue: Bool {
    switch self {
    case .turn, .drag, .move, .holdRepeat: return true
    case .press, .release, .ignored, .tap, .hold, .holdLevel, .holdReady, .holdEnd, .confirmStart,
      .ready, .confirm, .cancel, .dragStart, .dragEnd, .moveEnd, .on, .off, .state, .bootHeld,
      .stuck, .unstuck, .chatter, .quiet, .lineGone, .lineBack, .lost, .resync:
      return false
    }
  }

  /// One event for this and a later one: the sum of changes, the newest of all else; nil where they
  /// are not of one value.
  func merged(with later: Event.Kind) -> Event.Kind? {
    switch (self, later) {
    case (.turn(let steps, _, _), .turn(let more, let position, let limit)):
      return .turn(steps: steps &+ more, position: position, limit: limit)
    case (.drag(let delta, _, _), .drag(let more, let total, let pull)):
      return .drag(delta: delta &+ more, total: total, pull: pull)
    case (.move(let dx, let dy, _, _, _, _), .move(let dx2, let dy2, let x, let y, let pull, let a)):
      return .move(dx: dx &+ dx2, dy: dy &+ dy2, x: x, y: y, pull: pull, angle: a)
    case (.holdRepeat, .holdRepeat): return later
    default: return nil
    }
  }
}

extension Event.Kind {
  /// Whether it reports a change of a value by nothing, as a sum may.
  var isNoChange: Bool {
    switch self {
    case .turn(let steps, _, _): return steps == 0
    case .drag(let delta, _, _): return delta == 0
    case .move(let dx, let dy, _, _, _, _): return dx == 0 && dy == 0
    case .press, .release, .ignored, .tap, .hold, .holdLevel, .holdReady, .holdRepeat, .holdEnd,
      .confirmStart, .ready, .confirm, .cancel, .dragStart, .dragEnd, .moveEnd, .on, .off, .state,
      .bootHeld, .stuck, .unstuck, .chatter, .quiet, .lineGone, .lineBack, .lost, .resync:
      return false
    }
  }
}

extension PanelEvent {
  /// Whether it reports a change of a value by nothing.
  var isNoChange: Bool { gesture?.kind.isNoChange ?? false }

  /// Whether it is a turn that an end of the position cut short.
  var hasMetLimit: Bool {
    guard case .turn(_, _, let limit) = gesture?.kind else { return false }
    return limit != nil
  }

  /// Whether it reports a change of a value.
  var isValue: Bool { gesture?.kind.isValue ?? false }

  /// The later event with the sum of both changes; nil where they are not of one value.
  func merged(with later: PanelEvent) -> PanelEvent? {
    guard let mine = gesture, let other = later.gesture,
      let kind = mine.kind.merged(with: other.kind)
    else { return nil }
    var merged = later
    merged.kind = .gesture(kind)
    return merged
  }
}
