import ButtonController
import PanelFiles
import PanelTestKit

/// A plot as an SVG picture: levels, contacts, gestures and rings over time.
struct PlotDrawing {
  private let plot: Plot
  private var body = ""
  private var y = 64
  /// Nanoseconds from the left edge of the time axis to its right.
  private let length: Int64

  private static let left = 130
  private static let width = 1100

  init(_ plot: Plot) {
    self.plot = plot
    // A twentieth of air at the right, as far as numbers reach.
    let end = max(plot.end.nanoseconds, 1_000_000)
    let (sum, overflow) = end.addingReportingOverflow(end / 20)
    length = overflow ? Int64.max : sum
    for control in plot.panel.controls.indices { add(control: control) }
    for ring in plot.panel.rings.indices { add(ring: ring) }
  }

  /// The picture.
  var text: String {
    let width = PlotDrawing.left + PlotDrawing.width + 20
    var text = Svg.head(width: width, height: y + 16, title: "Replay of \(plot.panel.name)")
    text += Svg.label(plot.panel.name, x: 12, y: 24, "font-size=\"16\" font-weight=\"bold\"")
    for pause in plot.pauses {
      let (from, to) = (x(pause.from), x(pause.to))
      text += rectangle(from, 50, max(1, to - from), y - 50, "#fff3cd")
    }
    return text + axis + body + "</svg>\n"
  }

  private func x(_ instant: Instant) -> Int {
    // A stall may last longer than anything that happened: it ends at the right edge.
    let share = Double(min(max(instant.nanoseconds, 0), length)) / Double(length)
    return PlotDrawing.left + Int(share * Double(PlotDrawing.width))
  }

  private func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ fill: String) -> String
  {
    "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" fill=\"\(fill)\"/>\n"
  }

  /// Some ten ticks at round times.
  private var axis: String {
    var decade: Int64 = 1_000_000
    // The tenth of a length has room for its tenfold.
    while length / 10 / decade > 1 { decade *= 10 }
    let step = [1, 2, 5].first { length / decade / $0 <= 14 }.map { $0 * decade } ?? decade * 10
    var text = ""
    for tick in 0...length / step {
      let time = tick * step
      let x = x(Instant(nanoseconds: time))
      text += "<path d=\"M\(x) 50V\(y)\" stroke=\"#dddddd\"/>\n"
      let label = "\(milliseconds(time)) ms"
      text += Svg.label(
        label, x: x, y: 44, "text-anchor=\"middle\" font-size=\"10\" fill=\"#666666\"")
    }
    return text
  }

  private func milliseconds(_ nanoseconds: Int64) -> String {
    var bytes: [UInt8] = []
    JSONText.append(milliseconds: nanoseconds, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func add(control: Int) {
    let file = plot.panel.controls[control]
    body += Svg.label(file.name, x: 12, y: y + 12, "font-weight=\"bold\"", limit: 17)
    y += 4
    for (line, plan) in plot.panel.lines.enumerated() where plan.control == control {
      let part = plan.name.dropFirst(file.name.count)
      if !part.isEmpty {
        body += Svg.label(
          String(part.dropFirst()), x: 110, y: y + 16, "text-anchor=\"end\" font-size=\"10\"")
      }
      addLevels(of: line)
      y += 24
    }
    let contacts = plot.contacts(of: control)
    if !contacts.isEmpty {
      body += Svg.label("contact", x: 110, y: y + 10, "text-anchor=\"end\" font-size=\"10\"")
      for contact in contacts {
        body += rectangle(
          x(contact.from), y, max(1, x(contact.to) - x(contact.from)), 12, "#9ec5e8")
      }
      y += 18
    }
    addEvents(of: control)
    y += 12
  }

  private mutating func addLevels(of line: Int) {
    var path = ""
    for step in plot.levels(of: line) {
      let level = step.isClosed ? y + 2 : y + 18
      path += path.isEmpty ? "M\(x(step.at)) \(level)" : "H\(x(step.at))V\(level)"
    }
    path += "H\(x(plot.end))"
    body += "<path d=\"\(path)\" fill=\"none\" stroke=\"#333333\"/>\n"
  }

  /// Labels that would overlap go to further rows.
  private mutating func addEvents(of control: Int) {
    var free: [Int] = []
    for event in plot.events where event.control == control {
      switch event.kind {
      case .press, .release: continue
      default: break
      }
      let text = words(event)
      let x = x(event.at)
      let row = free.firstIndex { $0 <= x } ?? free.count
      if row == free.count { free.append(0) }
      free[row] = x + 7 * text.count + 14
      let top = y + 16 * row
      let late = self.x(event.decided)
      if late > x {
        body +=
          "<path d=\"M\(x) \(top + 4)H\(late)\" stroke=\"#888888\" stroke-dasharray=\"2 2\"/>\n"
      }
      body +=
        "<path d=\"M\(x) \(top)V\(top + 12)\" stroke=\"\(colour(event.kind))\" stroke-width=\"2\"/>\n"
      body += Svg.label(
        text, x: x + 4, y: top + 12, "font-size=\"11\" fill=\"\(colour(event.kind))\"")
    }
    y += 16 * free.count + (free.isEmpty ? 0 : 4)
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

  private func colour(_ kind: Event.Kind) -> String {
    switch kind {
    case .confirm: return "#1e7e34"
    case .cancel: return "#c0392b"
    case .bootHeld, .stuck, .chatter, .lineGone, .lost, .resync: return "#b35c00"
    default: return "#1f4e79"
    }
  }

  /// A column for each frame, pixel 0 at the bottom.
  private mutating func add(ring: Int) {
    body += Svg.label(
      plot.panel.rings[ring].name, x: 12, y: y + 12, "font-weight=\"bold\"", limit: 17)
    let frames = plot.frames.filter { $0.ring == ring }
    let count = plot.panel.panel.rings[ring].pixels
    let height = max(1, 72 / count)
    for (index, frame) in frames.enumerated() {
      let from = x(frame.at)
      let to = index + 1 < frames.count ? x(frames[index + 1].at) : x(plot.end)
      if to <= from { continue }
      var pixel = 0
      while pixel < count {
        // Neighbours of one colour are one rectangle.
        let start = pixel
        while pixel < count, frame.pixels[pixel] == frame.pixels[start] { pixel += 1 }
        body += rectangle(
          from, y + height * (count - pixel), to - from, height * (pixel - start),
          "#" + String(0x1000000 + frame.pixels[start], radix: 16).dropFirst())
      }
    }
    y += height * count + 16
  }
}
