import ButtonController
import PanelFiles

/// The variables by which a command knows what happened.
///
/// One for each field of the event's line, by the field's name, so that the two cannot disagree; what
/// the panel file calls things; and four that are older than the line.
public enum EventEnvironment {
  /// What the panel file calls things.
  public struct Names: Equatable, Sendable {
    /// The panel's name.
    public var panel: String
    /// The control's name.
    public var control: String
    /// The control's label; nil where it has none.
    public var label: String?

    /// The names of a control of a panel.
    public init(panel: String = "", control: String, label: String? = nil) {
      self.panel = panel
      self.control = control
      self.label = label
    }
  }

  /// A name or label is cut to so many bytes: one variable of 128 KiB, and no program would start.
  static let longestName = 4096

  /// `GPIOPRESS_EVENT=tap` and so on; those that the event does not have are left out.
  ///
  /// `time` is the wall clock's as the event's line has it.
  public static func variables(of event: PanelEvent, names: Names, time: WallTime) -> [String] {
    var variables: [String] = []
    var hasCount = false
    func add(_ name: String, _ value: String) {
      if name == "COUNT" { hasCount = true }
      variables.append("GPIOPRESS_\(name)=\(value)")
    }
    EventFields.each(of: event, control: names.control, time: time) { name, value in
      add("\(name)".uppercased(), value.text)
    }
    add("PANEL", passable(names.panel))
    if let label = names.label { add("LABEL", passable(label)) }
    add("AT_NS", String((event.at - event.origin).nanoseconds))
    if let kind = event.gesture?.kind {
      if let held = held(in: kind) { add("HELD_MS", String(held.nanoseconds / 1_000_000)) }
      if !hasCount, let count = count(in: kind) { add("COUNT", String(count)) }
    }
    var line: [UInt8] = []
    EventLine.append(event, control: names.control, time: time, to: &line)
    add("LINE", String(decoding: line.dropLast(), as: UTF8.self))
    return variables
  }

  /// `text` as a variable can hold it: without NUL, which would end it, and not too long.
  private static func passable(_ text: String) -> String {
    var passed = ""
    var count = 0
    for scalar in text.unicodeScalars where scalar.value != 0 {
      count += UTF8.width(scalar)
      if count > longestName { break }
      passed.unicodeScalars.append(scalar)
    }
    return passed
  }

  /// The number by which an event is reported from others of its name, where that is not `count`.
  private static func count(in kind: Event.Kind) -> Int? {
    switch kind {
    case .hold(let taps, _): return taps > 0 ? taps : nil
    case .holdLevel(let level, _), .holdReady(let level): return level
    case .turn(let steps, _, _): return steps
    case .press, .release, .ignored, .tap, .holdRepeat, .holdEnd, .confirmStart, .ready, .confirm,
      .cancel, .dragStart, .drag, .dragEnd, .move, .moveEnd, .on, .off, .state, .bootHeld, .stuck,
      .unstuck, .chatter, .quiet, .lineGone, .lineBack, .lost, .resync:
      return nil
    }
  }

  private static func held(in kind: Event.Kind) -> TimeSpan? {
    switch kind {
    case .release(let held, _), .holdEnd(let held, _), .confirm(_, let held): return held
    case .hold(_, let held), .holdLevel(_, let held): return held
    case .cancel(let cancel): return cancel.held
    case .press, .ignored, .tap, .holdReady, .holdRepeat, .confirmStart, .ready, .turn, .dragStart,
      .drag, .dragEnd, .move, .moveEnd, .on, .off, .state, .bootHeld, .stuck, .unstuck, .chatter,
      .quiet, .lineGone, .lineBack, .lost, .resync:
      return nil
    }
  }
}
