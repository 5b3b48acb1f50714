import ButtonController

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Frames of a ring side by side, as an SVG picture on black.
struct RingStrip {
  private let pixels: Int
  private var cells: [(label: String, colours: [Colour])] = []

  private static let cell = 92
  private static let height = 106
  private static let mostColumns = 9
  private static let radius = 34.0
  private static let background = Colour(rgb: 0x161618)
  /// What surrounds an LED, so that one without light is seen.
  private static let unlit = Colour(rgb: 0x2c2c2e)

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

  /// The picture; `title` is told to those who do not see it.
  func svg(title: String) -> String {
    // Rows of equal length, as far as the frames allow.
    let rows = (cells.count + RingStrip.mostColumns - 1) / RingStrip.mostColumns
    let columns = (cells.count + rows - 1) / rows
    let (width, height) = (columns * RingStrip.cell, rows * RingStrip.height)
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="sans-serif" font-size="12">
      <title>\(Svg.escaped(title))</title>
      <rect width="\(width)" height="\(height)" rx="8" fill="\(Svg.hex(RingStrip.background))"/>

      """
    for (index, cell) in cells.enumerated() {
      let x = index % columns * RingStrip.cell
      let y = index / columns * RingStrip.height
      text += """
        <g transform="translate(\(x) \(y))" stroke="\(Svg.hex(RingStrip.unlit))" \
        stroke-width="0.6">

        """
      for pixel in 0..<pixels { text += dot(pixel, cell.colours[pixel]) }
      text += """
        <text x="\(RingStrip.cell / 2)" y="\(RingStrip.height - 9)" text-anchor="middle" \
        stroke="none" fill="\(Svg.hex(RingStrip.background.ink))" fill-opacity="0.8">\(cell.label)</text>
        </g>

        """
    }
    return text + "</svg>\n"
  }

  /// One LED: pixel 0 begins at the top, the others follow clockwise.
  private func dot(_ pixel: Int, _ colour: Colour) -> String {
    let centre = Double(RingStrip.cell) / 2
    let turn = 2 * Double.pi * (Double(pixel) + 0.5) / Double(pixels)
    let distance = pixels == 1 ? 0 : RingStrip.radius
    let size = pixels == 1 ? 16 : min(14, 0.42 * 2 * Double.pi * RingStrip.radius / Double(pixels))
    let x = RingStrip.decimal(centre + distance * sin(turn))
    let y = RingStrip.decimal(centre - distance * cos(turn))
    return """
      <circle cx="\(x)" cy="\(y)" r="\(RingStrip.decimal(size))" fill="\(Svg.hex(colour))"/>

      """
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
