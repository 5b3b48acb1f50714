/// A colour as it is written in files: red, green and blue, each 0…1, encoded with a gamma of 2.2.
public struct Colour: Equatable, Sendable {
  /// Red, 0…1.
  public var red: Double
  /// Green, 0…1.
  public var green: Double
  /// Blue, 0…1.
  public var blue: Double

  /// A colour of three channels, each 0…1.
  @inlinable public init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The colour of a number such as 0xff3b30.
  @inlinable public init(rgb: UInt32) {
    red = Double((rgb >> 16) & 255) / 255
    green = Double((rgb >> 8) & 255) / 255
    blue = Double(rgb & 255) / 255
  }

  /// No light.
  public static let black = Colour(red: 0, green: 0, blue: 0)
}

extension Colour {
  /// The nearest number such as 0xff3b30; channels outside 0…1 are taken as the nearest bound.
  public var rgb: UInt32 {
    Colour.code(red) << 16 | Colour.code(green) << 8 | Colour.code(blue)
  }

  /// The relative luminance of its light: 0 is dark, 1 white.
  public var luminance: Double {
    let light = LinearLight(self)
    return 0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue
  }

  /// Black or white: the colour of a label that is drawn on this one.
  public var ink: Colour {
    luminance > 0.5 ? .black : Colour(red: 1, green: 1, blue: 1)
  }

  private static func code(_ channel: Double) -> UInt32 {
    UInt32(bound(channel) * 255 + 0.5)
  }
}
