import ButtonController

/// A picture that is asked for by its words, such as `success` or `fill 0.4`.
///
/// A value; safe to share.
public struct RingPicture: Equatable, Sendable {
  /// What is shown.
  public let word: PictureWord
  /// How far `fill` fills it, 0…1; 0 for every other word.
  public let share: Double

  /// A picture by its word; `share` is bounded to 0…1, and for `fill` alone.
  public init(_ word: PictureWord, share: Double = 0) {
    self.word = word
    self.share = word == .fill && share > 0 ? min(share, 1) : 0
  }

  /// The picture of a text such as `off`, `success` or `fill 0.4`.
  ///
  /// Throws for words that are unknown, for a share that is missing, wrong or too much, and for the
  /// gestures that `gpiopress ring` alone plays.
  public init(text: String) throws(PictureError) {
    let words = text.split(separator: " ").map(String.init)
    try self.init(words: words, from: PictureWord.pictures)
  }

  /// The picture of words that stand apart already, as arguments do, one of `known`.
  ///
  /// Throws as `init(text:)` does.
  public init(words: [String], from known: [PictureWord]) throws(PictureError) {
    let name = words.first ?? ""
    guard let word = PictureWord(rawValue: name), known.contains(word) else {
      throw PictureError.unknown(name, among: known)
    }
    guard word == .fill else {
      if words.count > 1 { throw PictureError("\(Value.clip(words[1])) is too much after \(name)") }
      self.init(word)
      return
    }
    guard words.count > 1 else {
      throw PictureError("fill needs a share of 0 to 1 after it, such as \(word.example)")
    }
    if words.count > 2 {
      throw PictureError("\(Value.clip(words[2])) is too much after fill and its share")
    }
    guard Value.isNumber(words[1]), let share = Double(words[1]), share >= 0, share <= 1 else {
      throw PictureError(
        "fill \(Value.clip(words[1])): write a share of 0 to 1, such as 0.4")
    }
    self.init(.fill, share: share)
  }

  /// What the engine shows for it; nil for `idle`, which ends what was shown, and for gestures.
  public var remote: RemotePicture? {
    switch word {
    case .off: return .off
    case .fill: return .progress(share)
    case .success: return .pattern(.success)
    case .error: return .pattern(.failure)
    case .working: return .pattern(.working)
    case .breathe: return .pattern(.breathe)
    case .test: return .pattern(.test)
    case .idle, .drag, .stick, .press, .confirm, .cancel, .denied: return nil
    }
  }

  /// How long it is shown where nobody says: what says how something ended goes by itself, all else
  /// (nil) stays until something else is asked for.
  public var usualTime: TimeSpan? {
    switch word {
    case .success, .error: return Defaults.success + Defaults.fade
    case .off, .fill, .working, .idle, .breathe, .test, .drag, .stick, .press, .confirm, .cancel,
      .denied:
      return nil
    }
  }

  /// What `init(text:)` takes, as a regular expression; the share's bounds apart.
  static var pattern: String {
    let words = PictureWord.pictures.map { $0 == .fill ? "fill [0-9.]+" : $0.rawValue }
    return "^(\(words.joined(separator: "|")))$"
  }

  /// Its words, which make the same picture.
  public var text: String { word == .fill ? "fill \(Value.write(share))" : word.rawValue }
}

/// Why a text is no picture, with what would be one.
public struct PictureError: Error, Equatable, CustomStringConvertible {
  /// One line, without a full stop.
  public let description: String

  init(_ description: String) { self.description = description }

  static func unknown(_ name: String, among known: [PictureWord]) -> PictureError {
    let all = known.map(\.example).listed
    if let word = PictureWord(rawValue: name) {
      return PictureError(
        "\(word.rawValue) is a gesture, which gpiopress ring alone plays; known: \(all)")
    }
    let advice = Nearest.advice(for: name, among: known.map(\.rawValue), else: "known: \(all)")
    return PictureError("no picture is called \"\(Value.clip(name))\"; \(advice)")
  }
}
