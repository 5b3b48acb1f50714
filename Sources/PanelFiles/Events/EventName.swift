import ButtonController

/// The names of events as files, lines and messages have them: the one list, in the order of the manual.
public enum EventName: String, CaseIterable, Sendable {
  case press
  case release
  case ignored
  case tap
  case hold
  case holdReady = "hold_ready"
  case holdLevel = "hold_level"
  case holdRepeat = "hold_repeat"
  case holdEnd = "hold_end"
  case confirmStart = "confirm_start"
  case ready
  case confirm
  case cancel
  case turn
  case dragStart = "drag_start"
  case drag
  case dragEnd = "drag_end"
  case on
  case off
  case state
  case bootHeld = "boot_held"
  case stuck
  case unstuck
  case chatter
  case quiet
  case lineGone = "line_gone"
  case lineBack = "line_back"
  case lost
  case resync
  /// A command ended with status 0.
  case commandDone = "command_done"
  /// A command ended otherwise, or could not be started.
  case commandFailed = "command_failed"

  /// The name of what the engine decides; a stick's `move` is `drag`, its `moveEnd` `drag_end`.
  public init(_ kind: Event.Kind) {
    switch kind {
    case .press: self = .press
    case .release: self = .release
    case .ignored: self = .ignored
    case .tap: self = .tap
    case .hold: self = .hold
    case .holdLevel: self = .holdLevel
    case .holdReady: self = .holdReady
    case .holdRepeat: self = .holdRepeat
    case .holdEnd: self = .holdEnd
    case .confirmStart: self = .confirmStart
    case .ready: self = .ready
    case .confirm: self = .confirm
    case .cancel: self = .cancel
    case .turn: self = .turn
    case .dragStart: self = .dragStart
    case .drag, .move: self = .drag
    case .dragEnd, .moveEnd: self = .dragEnd
    case .on: self = .on
    case .off: self = .off
    case .state: self = .state
    case .bootHeld: self = .bootHeld
    case .stuck: self = .stuck
    case .unstuck: self = .unstuck
    case .chatter: self = .chatter
    case .quiet: self = .quiet
    case .lineGone: self = .lineGone
    case .lineBack: self = .lineBack
    case .lost: self = .lost
    case .resync: self = .resync
    }
  }

  // MARK: What a control emits

  private static let gestures: Set<EventName> = [
    .press, .release, .ignored, .tap, .hold, .holdReady, .holdLevel, .holdRepeat, .holdEnd,
    .confirmStart, .ready, .confirm, .cancel,
  ]
  private static let switchHolds: Set<EventName> = [.hold, .holdLevel, .holdRepeat, .holdEnd]
  private static let drags: Set<EventName> = [.dragStart, .drag, .dragEnd]
  private static let lines: Set<EventName> = [.lineGone, .lineBack, .lost, .resync]
  private static let chatters: Set<EventName> = [.chatter, .quiet]
  private static let presses: Set<EventName> = [.bootHeld, .stuck, .unstuck]

  /// What the engine can decide of a control of `kind`, in the order of the manual.
  ///
  /// The ends of commands are not among them, as they are no control's gestures.
  public static func all(of kind: Control.Kind) -> [EventName] {
    let names = possible(of: kind)
    return allCases.filter(names.contains)
  }

  private static func possible(of kind: Control.Kind) -> Set<EventName> {
    switch kind {
    case .button: return gestures.union(lines).union(chatters).union(presses)
    case .toggle: return lines.union(chatters).union(switchHolds).union([.on, .off, .state])
    case .knob(_, hasPush: false): return lines.union([.turn])
    case .knob(_, hasPush: true):
      return gestures.union(drags).union(lines).union(chatters).union(presses).union([.turn])
    case .stick(_, hasPush: false):
      return drags.union(lines).union(chatters).union(presses).union([.ignored])
    case .stick(_, hasPush: true), .encoderStick:
      return gestures.union(drags).union(lines).union(chatters).union(presses)
    case .chord: return gestures
    }
  }

  /// The ends of commands, which may come of any control whose entries of `do` run some.
  static let ends: [EventName] = [.commandDone, .commandFailed]

  // MARK: Particulars

  /// What may stand behind the colon of an entry of `do`.
  enum Particular {
    case none
    case number(ClosedRange<Int>)
    case words([String])

    /// Whether there is one.
    var isAny: Bool {
      if case .none = self { return false }
      return true
    }
  }

  /// What may stand behind the colon, as in `tap:2` or `cancel:released`, for a control of `kind`.
  func particular(of kind: Control.Kind) -> Particular {
    switch self {
    case .tap: return .number(1...20)
    case .hold: return .number(0...20)
    case .holdReady, .holdEnd: return .number(1...16)
    case .holdLevel: return .number(2...16)
    case .holdRepeat: return .number(1...1_000_000)
    case .turn: return .words(["+", "-"])
    case .drag: return .words(kind.isStick ? ["up", "down", "left", "right"] : ["+", "-"])
    case .state: return .words(["on", "off"])
    case .confirm: return .words([Event.Via.hold, .doubleTap].map(EventLine.name(of:)))
    case .cancel: return .words(CancelReason.allCases.map(EventLine.name(of:)))
    case .release:
      return .words(CancelReason.allCases.filter(\.endsContact).map(EventLine.name(of:)))
    case .ignored: return .words(Event.IgnoreReason.allCases.map(EventLine.name(of:)))
    case .commandDone, .commandFailed: return .words(EventName.all(of: kind).map(\.rawValue))
    case .press, .confirmStart, .ready, .dragStart, .dragEnd, .on, .off, .bootHeld, .stuck,
      .unstuck, .chatter, .quiet, .lineGone, .lineBack, .lost, .resync:
      return .none
    }
  }

  /// Whether its particular is a reason.
  var hasReason: Bool {
    switch self {
    case .cancel, .release, .ignored: return true
    default: return false
    }
  }
}

extension Control.Kind {
  /// Whether it moves in two dimensions.
  var isStick: Bool {
    switch self {
    case .stick, .encoderStick: return true
    case .button, .toggle, .knob, .chord: return false
    }
  }
}
