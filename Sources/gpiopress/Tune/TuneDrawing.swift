import PanelFiles

/// The histograms of a report as an SVG picture.
struct TuneDrawing {
  let report: TuneReport

  private static let width = 640
  private static let labels = 170
  private static let row = 20

  private static let rules = [
    Svg.Rule(".bar", light: "fill:#2563eb", dark: "fill:#7aa7ff"),
    Svg.Rule(".axis", both: "stroke-width:1", light: "stroke:#c4cad1", dark: "stroke:#4a5158"),
  ]

  /// The picture.
  var text: String {
    var body = ""
    var y = 28
    body += Svg.label(
      report.title, x: 16, y: y, width: TuneDrawing.width - 32, size: 15, isBold: true)
    y += 20
    body += Svg.label(report.summary, x: 16, y: y, "class=\"quiet\"", width: TuneDrawing.width - 32)
    for chart in report.charts { body += draw(chart, &y) }
    let head = Svg.head(
      width: TuneDrawing.width, height: y + 20, title: "\(report.title): \(report.summary)",
      TuneDrawing.rules)
    return head + body + "</svg>\n"
  }

  private func draw(_ chart: TuneReport.Chart, _ y: inout Int) -> String {
    let room = TuneDrawing.width - TuneDrawing.labels - 70
    y += 34
    var text = Svg.label(chart.title, x: 16, y: y, width: TuneDrawing.width - 32, isBold: true)
    y += 8
    let top = y
    for bin in chart.histogram.bins {
      let range = "\(TimeWords.of(bin.low)) to \(TimeWords.of(bin.high))"
      text += Svg.label(
        range, x: TuneDrawing.labels - 8, y: y + 14, "text-anchor=\"end\"",
        width: TuneDrawing.labels - 16)
      let length = bin.count == 0 ? 0 : max(2, bin.count * room / max(chart.histogram.peak, 1))
      text += """
        <rect class="bar" x="\(TuneDrawing.labels)" y="\(y + 3)" width="\(length)" height="14">\
        <title>\(range): \(bin.count)</title></rect>

        """
      text += Svg.label("\(bin.count)", x: TuneDrawing.labels + length + 6, y: y + 14)
      y += TuneDrawing.row
    }
    return text
      + "<line class=\"axis\" x1=\"\(TuneDrawing.labels)\" y1=\"\(top)\" x2=\"\(TuneDrawing.labels)\" y2=\"\(y)\"/>\n"
  }
}
