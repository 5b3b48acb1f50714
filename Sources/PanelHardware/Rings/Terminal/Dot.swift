import ButtonController

/// A pixel as a character of a terminal, whose background may be dark or light.
///
/// What is unlit is a small grey dot, so that it is not the loudest on a light background; what is dim
/// is an open circle in a colour that is seen on both; what is lit is a full one. Without colours the
/// hue is a letter, so that success does not look like a ring that is full.
struct Dot: Equatable {
  private enum Level {
    case unlit
    case dim
    case lit
  }

  private let level: Level
  private let colour: Colour

  /// Below this nothing is seen of a LED by day.
  private static let least = 0.02
  /// Dimmer than this a colour is lost on a dark background.
  private static let dimmest = 0.35
  /// As bright as dim pixels are drawn: seen on black and on white.
  private static let visible = 0.55
  private static let grey = Colour(rgb: 0x808080)

  init(_ colour: Colour) {
    let most = max(colour.red, colour.green, colour.blue)
    if most < Dot.least {
      level = .unlit
      self.colour = Dot.grey
    } else if most < Dot.dimmest {
      level = .dim
      let factor = Dot.visible / most
      self.colour = Colour(
        red: colour.red * factor, green: colour.green * factor, blue: colour.blue * factor)
    } else {
      level = .lit
      self.colour = colour
    }
  }

  /// The colour in which the sign is written.
  var rgb: UInt32 { colour.rgb }

  /// The sign where there are colours.
  var sign: String {
    switch level {
    case .unlit: return "·"
    case .dim: return "○"
    case .lit: return "●"
    }
  }

  /// The same in ASCII.
  var plainSign: String {
    switch level {
    case .unlit: return "."
    case .dim: return "o"
    case .lit: return "O"
    }
  }

  /// The sign where there are none: how bright it is, and of which hue.
  var letter: UInt8 {
    switch level {
    case .unlit: return UInt8(ascii: ".")
    case .dim: return UInt8(ascii: ":")
    case .lit: return hue
    }
  }

  private var hue: UInt8 {
    let most = max(colour.red, colour.green, colour.blue)
    let least = min(colour.red, colour.green, colour.blue)
    if least > 0.75 * most { return UInt8(ascii: "@") }
    if colour.red == most { return UInt8(ascii: colour.green > 0.4 * most ? "%" : "#") }
    return UInt8(ascii: colour.green == most ? "+" : "*")
  }
}
