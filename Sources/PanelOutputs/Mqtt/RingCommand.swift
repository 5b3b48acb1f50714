import ButtonController
import PanelFiles
import PanelHardware

/// What a message asks of a ring, and how the ring's state reads then.
///
/// Either a picture as the panel file writes it (`working`, `fill 0.4`, `off`; `idle` gives the ring
/// back to the panel), or what Home Assistant's lights send: JSON with `state`, `brightness`, `color`
/// and `effect`.
struct RingCommand: Equatable {
  var request: LightRequest
  /// The state as Home Assistant's JSON lights read it.
  var state: String

  /// The pictures that a light offers, with what the panel file calls them.
  static let effects: [PictureWord] = [.working, .breathe, .success, .error, .test]

  /// The ring goes back to what the panel shows on it.
  static let released = RingCommand(request: .endRemote, state: #"{"state":"OFF"}"#)

  /// How long it is shown; nil for until something else is asked for.
  var time: TimeSpan? {
    switch request {
    case .remote(_, let time), .pixels(_, let time): return time
    default: return nil
    }
  }

  private init(request: LightRequest, state: String) {
    self.request = request
    self.state = state
  }

  /// Reads a message; nil for what is neither.
  ///
  /// `tint` is the colour of a ring of which none was asked.
  init?(_ payload: [UInt8], tint: Colour) {
    if payload.first == UInt8(ascii: "{") {
      guard let json = try? JSON.parse(payload) else { return nil }
      self.init(json, tint: tint)
      return
    }
    guard let text = String(validating: payload, as: UTF8.self) else { return nil }
    guard let picture = try? RingPicture(text: text) else { return nil }
    self.init(picture)
  }

  private init?(_ json: JSON, tint: Colour) {
    switch json["state"] {
    case .string("OFF"):
      self = RingCommand.released
      return
    case .string("ON"), nil: break
    default: return nil
    }
    if case .string(let name) = json["effect"] {
      guard let effect = RingCommand.effects.first(where: { $0.rawValue == name }) else {
        return nil
      }
      self.init(RingPicture(effect))
      return
    }
    if case .number(let progress, _) = json["progress"] {
      guard 0...1 ~= progress else { return nil }
      self.init(RingPicture(.fill, share: progress))
      return
    }
    if json["effect"] != nil || json["progress"] != nil { return nil }
    guard let colour = RingCommand.colour(json["color"], else: tint),
      let brightness = RingCommand.channel(json["brightness"], else: 255)
    else { return nil }
    let code = colour.rgb
    let share = Double(brightness) / 255
    let shown = Colour(
      red: colour.red * share, green: colour.green * share, blue: colour.blue * share)
    self.init(
      request: .remote(.colour(shown), for: nil),
      state: #"{"state":"ON","color_mode":"rgb","brightness":\#(brightness),"color":{"r":"#
        + #"\#(code >> 16 & 255),"g":\#(code >> 8 & 255),"b":\#(code & 255)}}"#)
  }

  private init(_ picture: RingPicture) {
    let isEffect = RingCommand.effects.contains(picture.word)
    let effect = isEffect ? #","effect":"\#(picture.word.rawValue)""# : ""
    let isDark = picture.word == .off || picture.word == .idle
    self.init(
      request: LightRequest(picture, for: picture.usualTime),
      state: isDark
        ? RingCommand.released.state : #"{"state":"ON","color_mode":"rgb"\#(effect)}"#)
  }

  private static func colour(_ json: JSON?, else usual: Colour) -> Colour? {
    guard let json else { return usual }
    guard let red = channel(json["r"]), let green = channel(json["g"]),
      let blue = channel(json["b"])
    else { return nil }
    return Colour(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
  }

  /// A whole number from 0 to 255.
  private static func channel(_ json: JSON?, else usual: Int? = nil) -> Int? {
    guard let json else { return usual }
    guard case .number(let number, _) = json, 0...255 ~= number else { return nil }
    return Int(number.rounded())
  }
}
