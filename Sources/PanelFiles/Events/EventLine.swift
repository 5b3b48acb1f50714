import ButtonController

/// Events as JSON lines.
public enum EventLine {
  /// Appends `event` as one line of JSON, line feed included, to `bytes`.
  ///
  /// `time` is the wall clock's, for the key `time`; nil in replays.
  public static func append(
    _ event: PanelEvent, of panel: PanelFile, time: WallTime? = nil, to bytes: inout [UInt8]
  ) {
    let isKnown = panel.controls.indices.contains(event.control)
    let name = isKnown ? panel.controls[event.control].name : ""
    append(event, control: name, time: time, to: &bytes)
  }

  /// The same of a control that is called `control`, which the panel may no longer have.
  public static func append(
    _ event: PanelEvent, control: String, time: WallTime? = nil, to bytes: inout [UInt8]
  ) {
    TextScratch.fill(&bytes) { line in
      var mark = UInt8(ascii: "{")
      EventFields.each(of: event, control: control, time: time) { name, value in
        putKey(name, after: mark, to: &line)
        mark = UInt8(ascii: ",")
        put(value, to: &line)
      }
      line.put(UInt8(ascii: "}"))
      line.put(10)
    }
  }

  /// Appends what the engine decided, unnumbered, as one line of JSON.
  public static func append(
    _ event: Event, of panel: PanelFile, time: WallTime? = nil, to bytes: inout [UInt8]
  ) {
    append(PanelEvent(event), of: panel, time: time, to: &bytes)
  }

  /// Puts `{"at":` or `,"count":`; one look for room does for all of it.
  private static func putKey(
    _ name: StaticString, after mark: UInt8, to line: inout TextScratch
  ) {
    let count = name.utf8CodeUnitCount
    let room = line.room(for: count &+ 4)
    room[0] = mark
    room[1] = UInt8(ascii: "\"")
    TextScratch.copy(name.utf8Start, to: room + 2, count: count)
    room[count &+ 2] = UInt8(ascii: "\"")
    room[count &+ 3] = UInt8(ascii: ":")
  }

  private static func put(_ value: EventFields.Value, to line: inout TextScratch) {
    switch value {
    case .text(let text): JSONText.put(string: text, to: &line)
    case .wallTime(let time):
      line.put(UInt8(ascii: "\""))
      time.put(to: &line)
      line.put(UInt8(ascii: "\""))
    case .integer(let number): JSONText.put(integer: number, to: &line)
    case .time(let span): JSONText.put(milliseconds: span.nanoseconds, to: &line)
    case .number(let number): JSONText.put(number: number, to: &line)
    case .flag(let flag): line.put(flag ? "true" : "false")
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
