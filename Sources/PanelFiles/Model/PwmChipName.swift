/// A PCA9685 in a panel file: `pca9685`, or `pca9685 at 0x41` where there are several.
public struct PwmChipName: Equatable, Sendable {
  /// Its address on the I2C bus; nil for the only one.
  public var address: Int?

  static let pca9685 = "pca9685"

  init(address: Int?) { self.address = address }

  /// The chip that a text means; nil where that is none of this kind.
  public init?(_ text: String) {
    if text == PwmChipName.pca9685 { return }
    let beginning = PwmChipName.pca9685 + " at 0x"
    guard text.hasPrefix(beginning), let address = Int(text.dropFirst(beginning.count), radix: 16)
    else { return nil }
    self.address = address
  }

  /// The text that it is read back from.
  var text: String {
    address.map { "\(PwmChipName.pca9685) at 0x\(String($0, radix: 16))" } ?? PwmChipName.pca9685
  }

  /// Whether a text is the name of a device on an I2C bus, such as `1-0040`.
  public static func isI2cDevice(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && Int(parts[0]) != nil && parts[1].count == 4
      && Int(parts[1], radix: 16) != nil
  }
}
