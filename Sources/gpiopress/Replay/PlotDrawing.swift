import ButtonController
import PanelFiles
import PanelReplay

/// A plot as an SVG picture: levels, contacts, gestures and rings over time.
struct PlotDrawing {
  private let plot: Plot
  private let axis: PlotAxis
  private var body = ""
  private var y = 72

  private static let left = 130
  private static let width = 1100
  private static let right = left + width
  private static let names = 92
  /// Of the labels of one control's events; what finds no room in them is a mark.
  private static let mostRows = 5
  private static let row = 18
  /// A picture that moves stays shorter.
  private static let shortest = TimeSpan.milliseconds(80)

  init(_ plot: Plot) {
    self.plot = plot
    let from = plot.window.from
    var to = plot.window.to
    if to == .never {
      // A twentieth of air at the right, as far as numbers reach.
      let length = max((plot.end - from).nanoseconds, 1_000_000)
      to = plot.end + TimeSpan(nanoseconds: length / 20)
      to = max(to, from + .milliseconds(1))
    }
    axis = PlotAxis(from: from, to: to, left: PlotDrawing.left, width: PlotDrawing.width)
    for control in plot.panel.controls.indices { add(control: control) }
    for ring in plot.panel.rings.indices { add(ring: ring) }
  }

  /// The picture.
  var text: String {
    let width = PlotDrawing.right + 20
    var text = Svg.head(
      width: width, height: y + 16, title: "Replay of \(plot.panel.name)", PlotDrawing.look)
    text += Svg.label(
      plot.panel.name, x: 12, y: 24, width: width - 24, size: 16, isBold: true)
    text += pauses
    for tick in axis.ticks {
      text += "<path class=\"tick\" d=\"M\(tick.x) 50V\(y)\"/>\n"
      text += Svg.label(
        tick.label, x: tick.x, y: 44, "class=\"quiet\" text-anchor=\"middle\"", size: 10)
    }
    return text + body + "</svg>\n"
  }

  /// Stalls and sleeps, in words, too: nobody has to know the colour.
  private var pauses: String {
    var (stretches, labels) = ("", "")
    var free = 0
    for pause in plot.pauses {
      let (from, to) = (axis.x(pause.from), axis.x(pause.to))
      stretches += rectangle(from, 50, max(1, to - from), y - 50, "class=\"pause\"")
      if from < free { continue }
      let words = pause.isSleep ? "asleep" : "stalled"
      labels += Svg.label(words, x: from + 2, y: 62, "class=\"quiet\"", size: 10)
      free = from + TextWidth.of(words, size: 10) + 6
    }
    return stretches + labels
  }

  private func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ style: String) -> String
  {
    "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" \(style)/>\n"
  }

  private mutating func name(_ text: String) {
    body += Svg.label(
      text, x: 12, y: y + 12, width: PlotDrawing.left - 24, isBold: true)
    y += 18
  }

  private mutating func part(_ text: String, y: Int) {
    body += Svg.label(
      text, x: PlotDrawing.left - 12, y: y, "class=\"quiet\" text-anchor=\"end\"",
      width: PlotDrawing.names, size: 10)
  }

  private mutating func add(control: Int) {
    let file = plot.panel.controls[control]
    name(file.name)
    for (line, plan) in plot.panel.lines.enumerated() where plan.control == control {
      let name = plan.name.dropFirst(file.name.count)
      part(name.isEmpty ? "closed" : String(name.dropFirst()), y: y + 12)
      addLevels(of: line)
      y += 24
    }
    let contacts = plot.contacts(of: control)
    if !contacts.isEmpty {
      part("contact", y: y + 10)
      for contact in contacts {
        let (from, to) = (axis.x(contact.from), axis.x(contact.to))
        body += rectangle(from, y, max(1, to - from), 12, "class=\"contact\"")
      }
      y += 18
    }
    addEvents(of: control)
    y += 12
  }

  private mutating func addLevels(of line: Int) {
    var path = ""
    for step in plot.levels[line] {
      let level = step.isClosed ? y + 2 : y + 18
      let x = axis.x(step.at)
      path += path.isEmpty ? "M\(x) \(level)" : "H\(x)V\(level)"
    }
    path += "H\(axis.x(plot.end))"
    body += "<path class=\"level\" d=\"\(path)\"/>\n"
  }

  // MARK: - Events

  /// Labels that would touch go to further rows, as many as there are; the rest are marks below.
  private mutating func addEvents(of control: Int) {
    var rows: [[Range<Int>]] = []
    var marks = ""
    for reported in plot.events where reported.event.control == control {
      let event = reported.event
      switch event.kind {
      case .press, .release(_, nil): continue
      default: break
      }
      let text = words(event)
      let x = axis.x(event.at)
      let width = TextWidth.of(text, size: 11)
      let isBefore = x + 4 + width > PlotDrawing.right + 16
      let late = axis.x(event.decided)
      let place = isBefore ? x - 6 - width..<x + 4 : x - 2..<max(x + 10 + width, late + 2)
      let row = rows.firstIndex { $0.allSatisfy { !$0.overlaps(place) } } ?? rows.count
      let kind = PlotDrawing.name(of: event.kind)
      let title = "<title>\(tooltip(reported).map(Svg.escaped).joined(separator: "\n"))</title>\n"
      if row == PlotDrawing.mostRows || place.lowerBound < PlotDrawing.left - 2 {
        marks += "<g>\(title)<path class=\"mark \(kind)\" d=\"M\(x) 0V9\"/></g>\n"
        continue
      }
      if row == rows.count { rows.append([]) }
      rows[row].append(place)
      let top = y + PlotDrawing.row * row
      body += "<g>\(title)"
      if late > x {
        body += "<path class=\"late\" d=\"M\(x) \(top + 14)H\(late)\"/>\n"
      }
      body += "<path class=\"mark \(kind)\" d=\"M\(x) \(top)V\(top + 14)\"/>\n"
      body += Svg.label(
        text, x: isBefore ? x - 4 : x + 4, y: top + 11,
        "class=\"\(kind)\"\(isBefore ? " text-anchor=\"end\"" : "")", size: 11)
      body += "</g>\n"
    }
    y += PlotDrawing.row * rows.count + (rows.isEmpty ? 0 : 4)
    if !marks.isEmpty {
      part("more", y: y + 9)
      body += "<g transform=\"translate(0 \(y))\">\n\(marks)</g>\n"
      y += 14
    }
  }

  /// What a pointer over an event says: all of it, and with `--explain` why.
  private func tooltip(_ reported: Plot.Reported) -> [String] {
    let event = reported.event
    var first = "\(words(event)) at \(PlotAxis.words(event.at))"
    if event.decided > event.at { first += ", known at \(PlotAxis.words(event.decided))" }
    guard let why = reported.why else { return [first] }
    return [first, "\(why.rule): \(why.why)"] + why.not.map { "not \($0)" }
  }

  private func words(_ event: Event) -> String {
    let name = EventLine.name(of: event.kind)
    switch event.kind {
    case .tap(let count) where count > 1: return "\(name) \(count)"
    case .holdRepeat(let count): return "\(name) \(count)"
    case .holdLevel(let level, _), .holdReady(let level): return "\(name) \(level)"
    case .ignored(let reason): return "\(name) \(EventLine.name(of: reason))"
    case .release(_, let reason?): return "\(name) \(EventLine.name(of: reason))"
    case .cancel(let cancel): return "\(name) \(EventLine.name(of: cancel.reason))"
    case .turn(let steps, _, _): return "\(name) \(steps)"
    default: return name
    }
  }

  private static func name(of kind: Event.Kind) -> String {
    switch kind {
    case .confirm: return "done"
    case .cancel: return "ended"
    case .bootHeld, .stuck, .chatter, .lineGone, .lost, .resync: return "ill"
    default: return "usual"
    }
  }

  // MARK: - Rings

  /// A column for each frame, pixel 0 at the bottom, on the dark: light has no colour on white.
  private mutating func add(ring: Int) {
    name(plot.panel.rings[ring].name)
    let frames = plot.frames.filter { $0.ring == ring }
    let count = plot.panel.panel.rings[ring].pixels
    let height = max(1, 72 / count)
    part("pixel \(count - 1)", y: y + 9)
    if count > 1, height * count >= 24 { part("pixel 0", y: y + height * count) }
    body += rectangle(
      PlotDrawing.left, y, PlotDrawing.width, height * count, "class=\"backdrop\"")
    body += names(of: frames, y: y + height * count + 12)
    for (index, frame) in frames.enumerated() {
      let from = axis.x(frame.at)
      let to = index + 1 < frames.count ? axis.x(frames[index + 1].at) : axis.x(plot.end)
      if to <= from { continue }
      var pixel = 0
      while pixel < count {
        // Neighbours of one colour are one rectangle.
        let start = pixel
        while pixel < count, frame.pixels[pixel] == frame.pixels[start] { pixel += 1 }
        guard let light = Svg.light(frame.pixels[start]) else { continue }
        body += rectangle(
          from, y + height * (count - pixel), to - from, height * (pixel - start),
          "fill=\"\(light.fill)\" fill-opacity=\"\(PlotDrawing.opacity(light.level))\"")
      }
    }
    y += height * count + 28
  }

  /// The colours of pictures that stay for a while, where they change, as far as there is room.
  private func names(of frames: [TraceRunner.Frame], y: Int) -> String {
    var text = ""
    var reported = ""
    var free = 0
    for (index, frame) in frames.enumerated() {
      let until = index + 1 < frames.count ? frames[index + 1].at : plot.end
      if until - max(frame.at, plot.window.from) < PlotDrawing.shortest { continue }
      let names = Svg.colours(of: frame.pixels)
      let words = names.isEmpty ? "dark" : names.joined(separator: " ")
      let x = axis.x(frame.at)
      if words == reported || x < free { continue }
      text += Svg.label(words, x: x, y: y, "class=\"quiet\"", size: 10)
      free = x + TextWidth.of(words, size: 10) + 8
      reported = words
    }
    return text
  }

  /// A level that is seen on the dark, with two places.
  private static func opacity(_ level: Double) -> String {
    let hundredths = Int((level.squareRoot() * 100).rounded())
    return hundredths >= 100 ? "1" : "0.\(hundredths < 10 ? "0" : "")\(hundredths)"
  }

  /// Marks differ in their strokes, too, and labels in their words.
  private static let look: [Svg.Rule] = {
    let kinds: [(name: String, stroke: String, light: String, dark: String)] = [
      ("usual", "stroke-width:2", "#1f4e79", "#8fc1f0"),
      ("done", "stroke-width:4", "#1b6e2e", "#7fd694"),
      ("ended", "stroke-width:2;stroke-dasharray:4 2", "#a93226", "#ff9d92"),
      ("ill", "stroke-width:3;stroke-dasharray:2 2", "#8a4b00", "#ffc46b"),
    ]
    var rules = [
      Svg.Rule(".tick", light: "stroke:#dde1e5", dark: "stroke:#333940"),
      Svg.Rule(".level", both: "fill:none", light: "stroke:#333a41", dark: "stroke:#d5d9dd"),
      Svg.Rule(".contact", light: "fill:#9ec5e8", dark: "fill:#2f618f"),
      Svg.Rule(".pause", light: "fill:#fff0c2", dark: "fill:#453a17"),
      Svg.Rule(".backdrop", light: "fill:#1b1f23", dark: "fill:#000000"),
      Svg.Rule(
        ".late", both: "fill:none;stroke-dasharray:2 2", light: "stroke:#7a828a",
        dark: "stroke:#8b939b"),
    ]
    for kind in kinds {
      rules.append(
        Svg.Rule(
          ".mark.\(kind.name)", both: kind.stroke, light: "stroke:\(kind.light)",
          dark: "stroke:\(kind.dark)"))
      rules.append(
        Svg.Rule("text.\(kind.name)", light: "fill:\(kind.light)", dark: "fill:\(kind.dark)"))
    }
    return rules
  }()
}
