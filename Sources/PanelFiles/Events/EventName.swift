import ButtonController

/// The names of events as files, lines and messages have them: the one list, in the order of the manual.
public enum EventName: String, CaseIterable, Sendable {
  /// A contact closed, after its debounce.
  case press
  /// A contact opened, after its debounce.
  case release
  /// A press that may come to nothing, such as one in the time of success.
  case ignored
  /// One short press, or several.
  case tap
  /// A press that was held long enough.
  case hold
  /// A level of a hold that counts at the release was reached.
  case holdReady = "hold_ready"
  /// A further level of a hold.
  case holdLevel = "hold_level"
  /// A hold that goes on.
  case holdRepeat = "hold_repeat"
  /// The end of a hold.
  case holdEnd = "hold_end"
  /// An attempt to confirm began.
  case confirmStart = "confirm_start"
  /// A confirm that counts at the release may be released.
  case ready
  /// A confirm.
  case confirm
  /// An attempt to confirm, or taps that waited, came to nothing.
  case cancel
  /// A knob was turned.
  case turn
  /// An elastic drag began.
  case dragStart = "drag_start"
  /// An elastic drag moved.
  case drag
  /// An elastic drag ended.
  case dragEnd = "drag_end"
  /// A switch closed.
  case on
  /// A switch opened.
  case off
  /// How a switch was at the start.
  case state
  /// A button was closed at the start.
  case bootHeld = "boot_held"
  /// A button was closed for too long.
  case stuck
  /// A button that was stuck, or held at the start, is open.
  case unstuck
  /// A line changed more often than a contact does, and is ignored.
  case chatter
  /// A line that chattered is taken again.
  case quiet
  /// The chip of a line has vanished.
  case lineGone = "line_gone"
  /// The chip of a line is there again.
  case lineBack = "line_back"
  /// Edges of a line were lost.
  case lost
  /// A level was another than the edges had reported.
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
