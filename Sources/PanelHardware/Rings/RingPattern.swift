import ButtonController

/// The words for a picture, as a panel file's `light` action and `gpiopress ring` have them.
public enum RingPattern {
  /// What may be written.
  public static let words = "off, success, error, working, breathe, test, fill 0.4 or #rrggbb"

  /// The picture of a text such as `working` or `fill 0.4`; nil for anything else.
  public static func parse(_ text: String) -> RemotePicture? {
    switch text {
    case "off": return .off
    case "success": return .pattern(.success)
    case "error": return .pattern(.failure)
    case "working": return .pattern(.working)
    case "breathe": return .pattern(.breathe)
    case "test": return .pattern(.test)
    default: break
    }
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    if words.count == 2, words[0] == "fill", let progress = Double(words[1]), progress >= 0,
      progress <= 1
    {
      return .progress(progress)
    }
    let digits = text.utf8.dropFirst()
    // Not `UInt32(_:radix:)` alone, which takes a sign, too.
    let isHex = digits.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20)
    }
    guard text.hasPrefix("#"), digits.count == 6, isHex,
      let number = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    return .colour(Colour(rgb: number))
  }
}
