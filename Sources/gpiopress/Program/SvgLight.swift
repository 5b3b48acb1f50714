import ButtonController

extension Svg {
  /// A pixel's light as it is drawn: nil without any.
  ///
  /// A colour of a twentieth is hardly reported from black on a screen, though an LED of it is seen from
  /// across a room. So the hue is drawn bright and its level is a size of its own: nobody needs to see
  /// colours for it.
  static func light(_ rgb: UInt32) -> (fill: String, level: Double)? {
    let channels = [rgb >> 16 & 0xFF, rgb >> 8 & 0xFF, rgb & 0xFF]
    guard let most = channels.max(), most > 0 else { return nil }
    let level = Double(most) / 255
    let shown = 255 * (least + (1 - least) * level)
    let drawn = channels.reduce(UInt32(0)) { sum, channel in
      sum << 8 | UInt32((Double(channel) / Double(most) * shown).rounded())
    }
    return (hex(Colour(rgb: drawn)), level)
  }

  private static let least = 0.7

  /// The names of the colours that dominate a picture, for those who do not tell them apart.
  static func colours(of pixels: [UInt32]) -> [String] {
    let levels = pixels.map { light($0)?.level ?? 0 }
    let most = levels.max() ?? 0
    var names: [String] = []
    for (rgb, level) in zip(pixels, levels) where level > 0 && level >= most / 2 {
      let name = self.name(of: rgb)
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  private static func name(of rgb: UInt32) -> String {
    let (red, green, blue) = (Int(rgb >> 16 & 0xFF), Int(rgb >> 8 & 0xFF), Int(rgb & 0xFF))
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    if least * 4 > most * 3 { return "white" }
    // The place on the circle of hues, in degrees.
    let hue: Int
    switch most {
    case red: hue = 60 * (green - blue) / (most - least)
    case green: hue = 120 + 60 * (blue - red) / (most - least)
    default: hue = 240 + 60 * (red - green) / (most - least)
    }
    switch hue < 0 ? hue + 360 : hue {
    case 0..<20, 340...: return "red"
    case 20..<50: return "orange"
    case 50..<70: return "yellow"
    case 70..<165: return "green"
    case 165..<200: return "cyan"
    case 200..<260: return "blue"
    default: return "purple"
    }
  }
}
