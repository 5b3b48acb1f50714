import ButtonController
import PanelFiles

/// What `tune` found of one control: histograms, values to paste, and what is wrong with it.
struct TuneReport {
  /// One histogram with its title.
  struct Chart {
    let title: String
    let histogram: Histogram
  }

  let title: String
  /// What was seen, in one line.
  let summary: String
  let charts: [Chart]
  let advice: TuneAdvice

  init(
    name: String, pins: [String], control: Control, contacts: [(name: String, study: ContactStudy)],
    knobs: [KnobStudy], time: TimeSpan
  ) {
    title = "\(name) (\(pins.joined(separator: ", ")))"
    var seen: [String] = []
    var charts: [Chart] = []
    for (contact, study) in contacts {
      let taps = study.taps.count
      let holds = study.holds.count
      let prefix = contacts.count > 1 || !knobs.isEmpty ? "\(contact): " : ""
      let count = "\(prefix)\(study.presses.count) press\(study.presses.count == 1 ? "" : "es")"
      seen.append(holds == 0 ? count : count + ", \(taps) short and \(holds) long")
      if study.interruptions > 0 { seen.append("\(study.interruptions) interruptions left out") }
      func chart(_ title: String, _ spans: [TimeSpan], finest: TimeSpan = .microseconds(10)) {
        if !spans.isEmpty {
          charts.append(Chart(title: prefix + title, histogram: Histogram(spans, finest: finest)))
        }
      }
      chart("bounce at the press", study.bursts(.press).map(\.length))
      chart("bounce at the release", study.bursts(.release).map(\.length))
      chart("length of a press", study.presses.map(\.held), finest: .milliseconds(10))
      chart("from a release to the next press", study.gaps, finest: .milliseconds(10))
      chart("opened while held", study.bursts(.dropout).map(\.length))
    }
    for knob in knobs { seen.append("\(knob.rests.count - 1) moves from rest to rest") }
    seen.append("in \(TimeWords.of(time))")
    summary = seen.joined(separator: ", ")
    self.charts = charts
    advice = TuneAdvice(name: name, control: control, contacts: contacts, knob: knobs.first)
  }

  /// The report as text; bars are made of `bar`.
  func text(bar: Character) -> String {
    var text = "\(VisibleText.of(title)): \(summary)\n"
    for chart in charts {
      text += "\n\(VisibleText.of(chart.title))\n"
      text += Columns.text(chart.histogram.rows(bar: bar), indent: 2)
    }
    if !advice.troubles.isEmpty {
      text += "\nlook at\n"
      for trouble in advice.troubles { text += "  ! \(VisibleText.of(trouble))\n" }
    }
    if !advice.lines.isEmpty {
      text += "\nsuggested\n"
      text += Columns.text(advice.lines.map { [$0.key, $0.value, $0.reason] }, indent: 2)
    }
    if !advice.yaml.isEmpty { text += "\nto paste under controls:\n\n\(advice.yaml)" }
    return text
  }
}
