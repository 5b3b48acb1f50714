/// Linear light of three channels: what a colour's code stands for, code^2.2.
struct LinearLight: Equatable {
  var red: Double
  var green: Double
  var blue: Double

  init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The light of `colour`.
  init(_ colour: Colour) {
    red = power(colour.red, 2.2)
    green = power(colour.green, 2.2)
    blue = power(colour.blue, 2.2)
  }

  /// The light of a part of this and a part of `other`: 0 is this, 1 the other.
  func mixed(with other: LinearLight, _ share: Double) -> LinearLight {
    LinearLight(
      red: (1 - share) * red + share * other.red,
      green: (1 - share) * green + share * other.green,
      blue: (1 - share) * blue + share * other.blue)
  }

  /// The colour that stands for this light.
  var colour: Colour {
    Colour(
      red: LinearLight.code(red), green: LinearLight.code(green), blue: LinearLight.code(blue))
  }

  /// Rounding of the powers must not leave 0…1.
  private static func code(_ light: Double) -> Double {
    if light >= 1 { return 1 }
    return light > 0 ? power(light, 1 / 2.2) : 0
  }
}

extension Colour {
  /// This colour dimmed (or not) by `level`: levels multiply the code.
  func scaled(by level: Double) -> Colour {
    Colour(red: red * level, green: green * level, blue: blue * level)
  }

  /// A cross-fade in linear light: 0 is this colour, 1 the other.
  func mixed(with other: Colour, _ share: Double) -> Colour {
    if !(share > 0) || self == other { return self }
    if share >= 1 { return other }
    return LinearLight(self).mixed(with: LinearLight(other), share).colour
  }

  /// This colour with every channel within 0…1; what is no number becomes 0.
  var bounded: Colour {
    Colour(red: bound(red), green: bound(green), blue: bound(blue))
  }
}

/// `value` within 0…1; 0 for what is no number.
func bound(_ value: Double) -> Double {
  value > 0 ? (value < 1 ? value : 1) : 0
}
