import ButtonController

/// Events as JSON lines.
public enum EventLine {
  /// Appends `event` as one line of JSON, line feed included, to `bytes`.
  ///
  /// `time` is an RFC 3339 wall-clock time for the key `time`; nil in replays.
  public static func append(
    _ event: Event, of panel: PanelFile, time: String? = nil, to bytes: inout [UInt8]
  ) {}

  /// The event's name, such as `hold_repeat`; a stick's `move` is `drag`, its `moveEnd` `drag_end`.
  public static func name(of kind: Event.Kind) -> String { "" }

  /// The name of a cancel's reason, such as `other_control`.
  public static func name(of reason: CancelReason) -> String { "" }
}
