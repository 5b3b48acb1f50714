import ButtonController
import PanelFiles
import PanelReplay

/// An event as the panel emitted it, by its line; why it came is found out beside it.
struct MonitorEvent: Equatable {
  /// The line of JSON, without its line feed.
  let line: String
  let control: String
  let name: String
  /// When it happened, and how much later it was known, by the panel's own count.
  let at: TimeSpan
  let delay: TimeSpan
  /// What else it says, in words.
  let particulars: String
  /// Where a turn or a drag has come to; nil for others.
  let place: String?
  /// The rule that decided and its threshold, such as `tap.gap 300 ms`.
  var rule: String?

  /// Reads an event's line; nil for what is none.
  init?(_ json: JSON) {
    guard case .object(let members) = json, case .string(let name) = json["event"],
      case .string(let control) = json["control"], let at = MonitorEvent.span(json["at"])
    else { return nil }
    line = "\(json)"
    self.name = name
    self.control = control
    self.at = at
    delay = max((MonitorEvent.span(json["decided"]) ?? at) - at, .zero)
    let words = members.compactMap { member -> String? in
      guard let value = MonitorEvent.value(member) else { return nil }
      return EventText.particular(member.key, value)
    }
    particulars = words.joined(separator: ", ")
    if name == EventName.turn.rawValue, let position = json["position"] {
      place = "at \(position)"
    } else if let x = json["x"], let y = json["y"] {
      place = name == EventName.dragEnd.rawValue ? "" : "at \(x), \(y)"
    } else {
      place = nil
    }
  }

  /// Milliseconds of JSON; nil for what is no number that a clock reaches.
  static func span(_ json: JSON?) -> TimeSpan? {
    guard case .number(let milliseconds, _) = json, abs(milliseconds) < 9e12 else { return nil }
    return TimeSpan(nanoseconds: Int64((milliseconds * 1_000_000).rounded()))
  }

  private static func value(_ member: JSON.Member) -> EventFields.Value? {
    switch (member.key, member.value) {
    case ("held", let value), ("took", let value): return span(value).map { .time($0) }
    case (_, .string(let text)): return .text(text)
    case (_, .bool(let flag)): return .flag(flag)
    case (_, .number(let number, _)): return .number(number)
    case (_, .array), (_, .object), (_, .null): return nil
    }
  }

  /// What it was and what it waited for: `tap count 1 (tap.gap 300 ms, known 300 ms later)`.
  var text: String {
    var reasons: [String] = []
    if let rule { reasons.append(rule) }
    if delay >= .milliseconds(1) { reasons.append("known \(TimeWords.of(delay)) later") }
    let reason = reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))"
    return (particulars.isEmpty ? name : "\(name)  \(particulars)") + reason
  }

  /// The same in few words, for a list of the last ones: `tap`, `cancel released`, `2 taps`.
  var shortText: String {
    let wait = delay >= .milliseconds(1) ? " +\(TimeWords.of(delay))" : ""
    guard name == EventName.cancel.rawValue || name == EventName.tap.rawValue else {
      return name + wait
    }
    let first = particulars.prefix { $0 != "," }
    return "\(name) \(first.split(separator: " ").last ?? "")\(wait)"
  }

  /// Whether the health of a line may be another one now.
  var isAboutHealth: Bool {
    guard let name = EventName(rawValue: name) else { return false }
    switch name {
    case .bootHeld, .stuck, .unstuck, .chatter, .quiet, .lineGone, .lineBack, .lost, .resync:
      return true
    default: return false
    }
  }
}

extension Explanation {
  /// The rule and its threshold, where it has one: of a tap the time that it had to stay under.
  var ruleText: String {
    guard let threshold else { return rule }
    return "\(rule) \(rule == "tap" ? "under " : "")\(TimeWords.of(threshold))"
  }
}
