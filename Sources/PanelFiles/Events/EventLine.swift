import ButtonController

/// Events as JSON lines.
public enum EventLine {
  /// Appends `event` as one line of JSON, line feed included, to `bytes`.
  ///
  /// `time` is an RFC 3339 wall-clock time for the key `time`; nil in replays.
  public static func append(
    _ event: Event, of panel: PanelFile, time: String? = nil, to bytes: inout [UInt8]
  ) {
    bytes.append(contentsOf: "{\"at\":".utf8)
    JSONText.append(milliseconds: event.at.nanoseconds, to: &bytes)
    bytes.append(contentsOf: ",\"decided\":".utf8)
    JSONText.append(milliseconds: event.decided.nanoseconds, to: &bytes)
    let isKnown = panel.controls.indices.contains(event.control)
    append("control", isKnown ? panel.controls[event.control].name : "", to: &bytes)
    append("event", name(of: event.kind), to: &bytes)
    if let time { append("time", time, to: &bytes) }
    appendParticulars(of: event.kind, to: &bytes)
    bytes.append(contentsOf: "}\n".utf8)
  }

  private static func appendParticulars(of kind: Event.Kind, to bytes: inout [UInt8]) {
    switch kind {
    case .press, .confirmStart, .ready, .dragStart, .on, .off, .bootHeld, .stuck, .unstuck,
      .chatter, .quiet, .lineGone, .lineBack, .lost, .resync:
      break
    case .release(let held, let reason):
      append("held", held, to: &bytes)
      if let reason { append("reason", name(of: reason), to: &bytes) }
    case .ignored(let reason): append("reason", name(of: reason), to: &bytes)
    case .holdEnd(let held, _): append("held", held, to: &bytes)
    case .tap(let count), .holdRepeat(let count): append("count", count, to: &bytes)
    case .hold(let taps, let held):
      if taps != 0 { append("taps", taps, to: &bytes) }
      if let held { append("held", held, to: &bytes) }
    case .holdLevel(let level, let held):
      append("level", level, to: &bytes)
      if let held { append("held", held, to: &bytes) }
    case .holdReady(let level): append("level", level, to: &bytes)
    case .confirm(let via, let held):
      append("via", name(of: via), to: &bytes)
      append("held", held, to: &bytes)
    case .cancel(let cancel):
      append("reason", name(of: cancel.reason), to: &bytes)
      if let progress = cancel.progress { append("progress", progress, to: &bytes) }
      if let held = cancel.held { append("held", held, to: &bytes) }
      if cancel.taps != 0 { append("taps", cancel.taps, to: &bytes) }
    case .turn(let steps, let position, let limit):
      append("steps", steps, to: &bytes)
      append("position", position, to: &bytes)
      if let limit { append("limit", name(of: limit), to: &bytes) }
    case .drag(let delta, let total, let pull):
      append("delta", delta, to: &bytes)
      append("total", total, to: &bytes)
      append("pull", pull, to: &bytes)
    case .dragEnd(let total, let path):
      append("total", total, to: &bytes)
      append("path", path, to: &bytes)
    case .move(let dx, let dy, let x, let y, let pull, let angle):
      append("dx", dx, to: &bytes)
      append("dy", dy, to: &bytes)
      append("x", x, to: &bytes)
      append("y", y, to: &bytes)
      append("pull", pull, to: &bytes)
      append("angle", angle, to: &bytes)
    case .moveEnd(let x, let y, let path):
      append("x", x, to: &bytes)
      append("y", y, to: &bytes)
      append("path", path, to: &bytes)
    case .state(let isOn):
      append(key: "on", to: &bytes)
      bytes.append(contentsOf: (isOn ? "true" : "false").utf8)
    }
  }

  /// The event's name, such as `hold_repeat`; a stick's `move` is `drag`, its `moveEnd` `drag_end`.
  public static func name(of kind: Event.Kind) -> String {
    switch kind {
    case .press: return "press"
    case .release: return "release"
    case .ignored: return "ignored"
    case .tap: return "tap"
    case .hold: return "hold"
    case .holdLevel: return "hold_level"
    case .holdReady: return "hold_ready"
    case .holdRepeat: return "hold_repeat"
    case .holdEnd: return "hold_end"
    case .confirmStart: return "confirm_start"
    case .ready: return "ready"
    case .confirm: return "confirm"
    case .cancel: return "cancel"
    case .turn: return "turn"
    case .dragStart: return "drag_start"
    case .drag, .move: return "drag"
    case .dragEnd, .moveEnd: return "drag_end"
    case .on: return "on"
    case .off: return "off"
    case .state: return "state"
    case .bootHeld: return "boot_held"
    case .stuck: return "stuck"
    case .unstuck: return "unstuck"
    case .chatter: return "chatter"
    case .quiet: return "quiet"
    case .lineGone: return "line_gone"
    case .lineBack: return "line_back"
    case .lost: return "lost"
    case .resync: return "resync"
    }
  }

  /// The name of a cancel's reason, such as `other_control`.
  public static func name(of reason: CancelReason) -> String {
    switch reason {
    case .released: return "released"
    case .overHold: return "over_hold"
    case .otherControl: return "other_control"
    case .many: return "many"
    case .turned: return "turned"
    case .lost: return "lost"
    case .resync: return "resync"
    case .lineGone: return "line_gone"
    case .suspended: return "suspended"
    case .stuck: return "stuck"
    case .chatter: return "chatter"
    case .reload: return "reload"
    case .shutdown: return "shutdown"
    }
  }

  /// The name of why a press was ignored: `success` or `consumed`.
  public static func name(of reason: Event.IgnoreReason) -> String {
    switch reason {
    case .success: return "success"
    case .consumed: return "consumed"
    }
  }

  /// The name of an end of a knob's position: `min` or `max`.
  public static func name(of limit: Event.Limit) -> String {
    switch limit {
    case .min: return "min"
    case .max: return "max"
    }
  }

  /// The name of the way of a confirm: `hold` or `double_tap`.
  public static func name(of via: Event.Via) -> String {
    switch via {
    case .hold: return "hold"
    case .doubleTap: return "double_tap"
    }
  }

  private static func append(key: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: ",\"".utf8)
    bytes.append(contentsOf: key.utf8)
    bytes.append(contentsOf: "\":".utf8)
  }

  private static func append(_ key: String, _ value: String, to bytes: inout [UInt8]) {
    append(key: key, to: &bytes)
    JSONText.append(string: value, to: &bytes)
  }

  private static func append(_ key: String, _ value: Int, to bytes: inout [UInt8]) {
    append(key: key, to: &bytes)
    JSONText.append(integer: value, to: &bytes)
  }

  private static func append(_ key: String, _ value: TimeSpan, to bytes: inout [UInt8]) {
    append(key: key, to: &bytes)
    JSONText.append(milliseconds: value.nanoseconds, to: &bytes)
  }

  private static func append(_ key: String, _ value: Double, to bytes: inout [UInt8]) {
    append(key: key, to: &bytes)
    JSONText.append(number: value, to: &bytes)
  }
}
