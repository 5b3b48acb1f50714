import ButtonController
import PanelFiles

/// What a control's file should say by what was seen of it, each value with its reason.
struct TuneAdvice {
  /// One value of the file.
  struct Line: Equatable {
    /// Where it stands, such as `debounce.press`.
    let key: String
    let value: String
    let reason: String
  }

  private(set) var lines: [Line] = []
  /// What is wrong with the contact itself, each in one line with what helps.
  private(set) var troubles: [String] = []
  /// The control with these values, to be pasted into its file.
  private(set) var yaml = ""

  /// Longer bounce than this is a contact that wears out.
  static let wornAfter = TimeSpan.milliseconds(20)

  private let control: Control

  /// Advice about `control`, called `name`, by the studies of its contacts and of its a and b.
  init(
    name: String, control: Control, contacts: [(name: String, study: ContactStudy)],
    knob: KnobStudy?
  ) {
    self.control = control
    var entries: [String] = []
    let studies = contacts.map(\.study)
    if studies.contains(where: { !$0.presses.isEmpty }) {
      entries += adviseDebounce(studies)
      entries += adviseGestures(studies)
    }
    for (name, study) in contacts { findTroubles(of: name, study) }
    if let knob { entries += adviseKnob(knob) }
    if !entries.isEmpty {
      yaml = "  \(name):\n" + entries.map { "    \($0)\n" }.joined()
    }
  }

  // MARK: - Contacts

  private mutating func adviseDebounce(_ studies: [ContactStudy]) -> [String] {
    let presses = studies.flatMap { $0.bursts(.press) }
    let releases = studies.flatMap { $0.bursts(.release) }
    let press = settle(
      "press", pause: presses.map(\.longestPause).max() ?? .zero, least: 5, of: "a press")
    // What opens while it is held must not be taken for the release either.
    let openings = studies.flatMap { $0.bursts(.dropout) }.map(\.length)
    let release = settle(
      "release", pause: (releases.map(\.longestPause) + openings).max() ?? .zero, least: 10,
      of: openings.isEmpty ? "a release" : "a release, or an opening while held")
    if let shortest = studies.flatMap(\.presses).map(\.held).min(), shortest <= press {
      troubles.append(
        "the shortest press, \(TimeWords.of(shortest)), is not longer than this contact bounces: such taps "
          + "are lost; replace the contact")
    }
    if case .toggle = control.kind {
      return ["on_delay: \(press.text)", "off_delay: \(release.text)"]
    }
    return ["debounce: {press: \(press.text), release: \(release.text)}"]
  }

  private mutating func settle(
    _ key: String, pause: TimeSpan, least: Int64, of what: String
  ) -> TimeSpan {
    // Up to a whole millisecond.
    let doubled = (pause.nanoseconds * 2 + 999_999) / 1_000_000
    let span = TimeSpan.milliseconds(min(max(doubled, least), 1000))
    let reason =
      doubled > least
      ? "twice the longest pause inside the bounce of \(what), \(TimeWords.of(pause))"
      : "\(what) paused for \(TimeWords.of(pause)) inside its bounce at most; less than \(least) ms "
        + "gains nothing that a hand feels"
    let name = control.isToggle ? (key == "press" ? "on_delay" : "off_delay") : "debounce.\(key)"
    lines.append(Line(key: name, value: span.text, reason: reason))
    return span
  }

  private mutating func adviseGestures(_ studies: [ContactStudy]) -> [String] {
    var entries: [String] = []
    if let tap = control.gestures.tap, tap.max > 1 {
      let gaps = studies.flatMap(\.gaps).filter { $0 < .milliseconds(600) }
      if let widest = gaps.max(), gaps.count >= 3 {
        let gap = TimeSpan.milliseconds(min(max(round(widest, by: 1.5, to: 10), 150), 600))
        lines.append(
          Line(
            key: "tap.gap", value: gap.text,
            reason: "half as long again as the slowest of \(gaps.count) quick taps in a row, "
              + TimeWords.of(widest)))
        entries.append("tap: {max: \(tap.max), gap: \(gap.text)}")
      }
    }
    let longest = studies.flatMap(\.taps).map(\.held).max()
    let shortest = studies.flatMap(\.holds).map(\.held).min()
    if let hold = control.gestures.hold, let longest, !control.isToggle {
      let safe = TimeSpan.milliseconds(max(round(longest, by: 1.5, to: 50), 300))
      if let shortest, shortest <= safe {
        troubles.append(
          "a hold of \(TimeWords.of(shortest)) is hardly longer than a tap of \(TimeWords.of(longest)); "
            + "hold longer, or bind only one of them")
      } else if let shortest {
        let between = TimeSpan.milliseconds(
          round(longest, by: 0.5, to: 50) + round(shortest, by: 0.5, to: 50))
        let after = max(safe, between)
        lines.append(
          Line(
            key: "hold.after", value: after.text,
            reason: "between the longest tap, \(TimeWords.of(longest)), and the shortest hold, "
              + TimeWords.of(shortest)))
        if hold == Hold(after: hold.after) { entries.append("hold: \(after.text)") }
      } else if safe > hold.after {
        lines.append(
          Line(
            key: "hold.after", value: safe.text,
            reason: "half as long again as the longest tap, \(TimeWords.of(longest))"))
        if hold == Hold(after: hold.after) { entries.append("hold: \(safe.text)") }
      }
    }
    return entries
  }

  /// `span` times `factor` in whole milliseconds, up to a multiple of `unit`.
  private func round(_ span: TimeSpan, by factor: Double, to unit: Int64) -> Int64 {
    let wanted = Int64(Double(span.nanoseconds) * factor / 1_000_000)
    return (wanted + unit - 1) / unit * unit
  }

  private mutating func findTroubles(of name: String, _ study: ContactStudy) {
    if let hertz = study.bursts.lazy.compactMap(\.hum).first {
      troubles.append(
        "\(name) follows the mains at \(hertz) Hz: nothing pulls the open line; give it a pull (pull: up, "
          + "or a resistor of 10 kΩ), and keep its wire away from mains")
    }
    let longest = (study.bursts(.press) + study.bursts(.release)).map(\.length).max() ?? .zero
    if longest > TuneAdvice.wornAfter {
      troubles.append(
        "\(name) bounced for \(TimeWords.of(longest)), more than \(TimeWords.of(TuneAdvice.wornAfter)): the "
          + "contact is worn or dirty; replace it")
    }
    let dropouts = study.bursts(.dropout)
    if let worst = dropouts.map(\.length).max() {
      troubles.append(
        "\(name) opened \(dropouts.count) times while it was held, for \(TimeWords.of(worst)) at most: the "
          + "contact or its wire is bad; a hold or confirm would be cancelled")
    }
    let touches = study.bursts(.touch).count
    if touches > 0 {
      troubles.append(
        "\(name) closed \(touches) times for less than \(TimeWords.of(Burst.quiet)): a loose wire or "
          + "interference, if nobody brushed it")
    }
  }

  // MARK: - Knobs

  private mutating func adviseKnob(_ study: KnobStudy) -> [String] {
    guard let verdict = study.verdict else {
      troubles.append(
        "the knob rested \(study.rests.count) times, too few to know its detents; turn it slowly, one detent "
          + "after the other")
      return []
    }
    var entries = ["steps_per_detent: \(verdict.steps)"]
    let places = Set(study.rests.map { "\($0.a) \($0.b)" }).count
    lines.append(
      Line(
        key: "steps_per_detent", value: "\(verdict.steps)",
        reason:
          "it rested \(study.rests.count) times, in \(places == 1 ? "one position" : "\(places) positions")"
          + " of its two contacts"))
    if verdict.steps == 4 {
      let rest = verdict.rest == .closed ? "closed" : "open"
      entries.append("rest: \(rest)")
      lines.append(Line(key: "rest", value: rest, reason: "both contacts were \(rest) there"))
    }
    switch study.isReversed {
    case true?:
      troubles.append("turned clockwise it counts down; swap a and b under pins, or their wires")
    case false?: break
    case nil:
      troubles.append("it went both ways alike; turn it clockwise only to know its direction")
    }
    if study.missed > 0 {
      troubles.append(
        "\(study.missed) changes of a and b were missed; see that nothing else slows the machine down, and that no "
          + "kernel_debounce is set")
    }
    return entries
  }
}

extension Control {
  /// Whether it is a switch.
  fileprivate var isToggle: Bool {
    if case .toggle = kind { return true }
    return false
  }
}
