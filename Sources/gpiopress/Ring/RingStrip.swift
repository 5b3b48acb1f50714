import ButtonController

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Frames of a ring side by side, as an SVG picture.
///
/// The area of a pixel's disc, as a share of its circle, is its level.
struct RingStrip {
  private let pixels: Int
  private var cells: [(label: String, colours: [Colour])] = []

  private static let cell = 104
  private static let height = 118
  private static let mostColumns = 8
  private static let radius = 40.0

  /// The strip of `scene`, from `from` to `to`, a frame every `every`.
  init(_ scene: RingScene, pixels: Int, from: TimeSpan, to: TimeSpan, every: TimeSpan) {
    self.pixels = pixels
    var scene = scene
    var elapsed = from
    while elapsed <= to {
      let now = scene.begin + elapsed
      scene.run(to: now)
      cells.append((RingStrip.seconds(elapsed), scene.frame(at: now)))
      elapsed = elapsed + every
    }
  }

  /// The picture; `title` is for those who do not see it.
  func svg(title: String) -> String {
    // Rows of equal length, as far as the frames allow.
    let rows = (cells.count + RingStrip.mostColumns - 1) / RingStrip.mostColumns
    let columns = (cells.count + rows - 1) / rows
    var text = Svg.head(
      width: columns * RingStrip.cell, height: rows * RingStrip.height, title: title,
      RingStrip.look)
    text += "<defs><g id=\"ring\">\n"
    for pixel in 0..<pixels { text += dot(pixel, "class=\"led\"", share: 1) }
    text += "</g></defs>\n"
    for (index, cell) in cells.enumerated() {
      let x = index % columns * RingStrip.cell
      let y = index / columns * RingStrip.height
      text += "<g transform=\"translate(\(x) \(y))\">\n<use href=\"#ring\"/>\n"
      for pixel in 0..<pixels {
        guard let light = Svg.light(cell.colours[pixel].rgb) else { continue }
        text += dot(pixel, "class=\"lit\" fill=\"\(light.fill)\"", share: light.level)
      }
      let names = pixels > 1 ? Svg.colours(of: cell.colours.map(\.rgb)) : []
      let first = RingStrip.cell / 2 + 4 - 6 * (min(names.count, 4) - 1)
      for (row, name) in names.prefix(4).enumerated() {
        text += Svg.label(
          name, x: RingStrip.cell / 2, y: first + 12 * row,
          "class=\"quiet\" text-anchor=\"middle\"", size: 10)
      }
      text += Svg.label(
        cell.label, x: RingStrip.cell / 2, y: RingStrip.height - 9,
        "class=\"quiet\" text-anchor=\"middle\"")
      text += "</g>\n"
    }
    return text + "</svg>\n"
  }

  /// The outlines of unlit pixels are the least that is seen; a lit one has an edge on a light page.
  private static let look = [
    Svg.Rule(
      ".led", both: "fill:none;stroke-width:0.7", light: "stroke:#b9c0c7", dark: "stroke:#4d555e"),
    Svg.Rule(
      ".lit", both: "stroke-width:0.6", light: "stroke:#3d444b", dark: "stroke:none"),
  ]

  /// One pixel: number 0 begins at the top, the others follow clockwise.
  private func dot(_ pixel: Int, _ style: String, share: Double) -> String {
    let centre = Double(RingStrip.cell) / 2
    let turn = 2 * Double.pi * (Double(pixel) + 0.5) / Double(pixels)
    let distance = pixels == 1 ? 0 : RingStrip.radius
    let size = pixels == 1 ? 18 : min(16, 0.44 * 2 * Double.pi * RingStrip.radius / Double(pixels))
    let x = RingStrip.decimal(centre + distance * sin(turn))
    let y = RingStrip.decimal(centre - distance * cos(turn))
    let radius = RingStrip.decimal(size * share.squareRoot())
    return "<circle \(style) cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\"/>\n"
  }

  /// `1.05 s`.
  private static func seconds(_ span: TimeSpan) -> String {
    let hundredths = (span.nanoseconds + 5_000_000) / 10_000_000
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
  }

  /// Two places, so that the file is the same on every machine.
  private static func decimal(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
