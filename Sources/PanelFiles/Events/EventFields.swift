import ButtonController

/// What stands in an event's line: the one list of fields, their names and their order.
///
/// JSON lines, the environment of commands and the placeholders of messages are all made from it.
public enum EventFields {
  /// A field's value.
  public enum Value: Equatable, Sendable {
    /// Text, such as a name.
    case text(String)
    /// A time of the wall clock; a text.
    case wallTime(WallTime)
    /// A whole number.
    case integer(Int)
    /// Milliseconds, exact to the nanosecond.
    case time(TimeSpan)
    /// Rounded to six decimals.
    case number(Double)
    /// True or false.
    case flag(Bool)
  }

  /// Calls `body` with each field of `event`, in the order in which they are written.
  ///
  /// `time` is the wall clock's; nil where there is none, as in a replay.
  public static func each(
    of event: PanelEvent, in panel: PanelFile, time: WallTime? = nil,
    _ body: (_ name: StaticString, _ value: Value) -> Void
  ) {
    let isKnown = panel.controls.indices.contains(event.control)
    let name = isKnown ? panel.controls[event.control].name : ""
    each(of: event, control: name, time: time, body)
  }

  /// The same of a control that is called `control`, which the panel may no longer have.
  public static func each(
    of event: PanelEvent, control: String, time: WallTime? = nil,
    _ body: (_ name: StaticString, _ value: Value) -> Void
  ) {
    body("at", .time(event.at - event.origin))
    body("decided", .time(event.decided - event.origin))
    body("control", .text(control))
    body("event", .text(event.name))
    if let time { body("time", .wallTime(time)) }
    if let number = event.number { body("n", .integer(number)) }
    switch event.kind {
    case .gesture(let kind): particulars(of: kind, isRemote: event.isRemote, body)
    case .command(let end): particulars(of: end, body)
    }
  }

  private static func particulars(
    of kind: Event.Kind, isRemote: Bool, _ body: (StaticString, Value) -> Void
  ) {
    switch kind {
    case .press, .confirmStart, .ready, .dragStart, .on, .off, .bootHeld, .stuck, .unstuck,
      .chatter, .quiet, .lineGone, .lineBack, .lost, .resync:
      break
    case .release(let held, let reason):
      body("held", .time(held))
      if let reason { body("reason", .text(EventLine.name(of: reason))) }
    case .ignored(let reason): body("reason", .text(EventLine.name(of: reason)))
    case .holdEnd(let held, _): body("held", .time(held))
    case .tap(let count), .holdRepeat(let count): body("count", .integer(count))
    case .hold(let taps, let held):
      if taps != 0 { body("taps", .integer(taps)) }
      if let held { body("held", .time(held)) }
    case .holdLevel(let level, let held):
      body("level", .integer(level))
      if let held { body("held", .time(held)) }
    case .holdReady(let level): body("level", .integer(level))
    case .confirm(let via, let held):
      if !isRemote { body("via", .text(EventLine.name(of: via))) }
      body("held", .time(held))
    case .cancel(let cancel):
      body("reason", .text(EventLine.name(of: cancel.reason)))
      if let progress = cancel.progress { body("progress", .number(progress)) }
      if let held = cancel.held { body("held", .time(held)) }
      if cancel.taps != 0 { body("taps", .integer(cancel.taps)) }
    case .turn(let steps, let position, let limit):
      body("steps", .integer(steps))
      body("position", .integer(position))
      if let limit { body("limit", .text(EventLine.name(of: limit))) }
    case .drag(let delta, let total, let pull):
      body("delta", .integer(delta))
      body("total", .integer(total))
      body("pull", .number(pull))
    case .dragEnd(let total, let path):
      body("total", .integer(total))
      body("path", .integer(path))
    case .move(let dx, let dy, let x, let y, let pull, let angle):
      body("dx", .integer(dx))
      body("dy", .integer(dy))
      body("x", .integer(x))
      body("y", .integer(y))
      body("pull", .number(pull))
      body("angle", .number(angle))
    case .moveEnd(let x, let y, let path):
      body("x", .integer(x))
      body("y", .integer(y))
      body("path", .integer(path))
    case .state(let isOn): body("on", .flag(isOn))
    }
    if isRemote { body("via", .text("remote")) }
  }

  private static func particulars(of end: CommandEnd, _ body: (StaticString, Value) -> Void) {
    body("of", .text(end.event))
    switch end.outcome {
    case .exit(let status): body("exit", .integer(status))
    case .signal(let number): body("signal", .integer(number))
    case .timeout: body("timeout", .flag(true))
    case .notStarted(let reason): body("error", .text(reason))
    }
    body("took", .time(end.took))
  }
}
