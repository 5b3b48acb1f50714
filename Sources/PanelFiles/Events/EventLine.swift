import ButtonController

/// Events as JSON lines.
public enum EventLine {
  /// Appends `event` as one line of JSON, line feed included, to `bytes`.
  ///
  /// `time` is an RFC 3339 wall-clock time for the key `time`; nil in replays.
  public static func append(
    _ event: PanelEvent, of panel: PanelFile, time: String? = nil, to bytes: inout [UInt8]
  ) {
    let isKnown = panel.controls.indices.contains(event.control)
    let name = isKnown ? panel.controls[event.control].name : ""
    append(event, control: name, time: time, to: &bytes)
  }

  /// The same of a control that is called `control`, which the panel may no longer have.
  public static func append(
    _ event: PanelEvent, control: String, time: String? = nil, to bytes: inout [UInt8]
  ) {
    var mark = UInt8(ascii: "{")
    EventFields.each(of: event, control: control, time: time) { name, value in
      bytes.append(mark)
      mark = UInt8(ascii: ",")
      bytes.append(UInt8(ascii: "\""))
      bytes.append(
        contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
      bytes.append(UInt8(ascii: "\""))
      bytes.append(UInt8(ascii: ":"))
      append(value, to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
    bytes.append(10)
  }

  /// Appends what the engine decided, unnumbered, as one line of JSON.
  public static func append(
    _ event: Event, of panel: PanelFile, time: String? = nil, to bytes: inout [UInt8]
  ) {
    append(PanelEvent(event), of: panel, time: time, to: &bytes)
  }

  private static func append(_ value: EventFields.Value, to bytes: inout [UInt8]) {
    switch value {
    case .text(let text): JSONText.append(string: text, to: &bytes)
    case .integer(let number): JSONText.append(integer: number, to: &bytes)
    case .time(let span): JSONText.append(milliseconds: span.nanoseconds, to: &bytes)
    case .number(let number): JSONText.append(number: number, to: &bytes)
    case .flag(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    }
  }

  /// The event's name, such as `hold_repeat`; a stick's `move` is `drag`, its `moveEnd` `drag_end`.
  public static func name(of kind: Event.Kind) -> String { EventName(kind).rawValue }

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
}
