import ButtonController
import PanelFiles

/// What the command line of `send` asks for, as the line that is sent.
struct SendRequest {
  /// What comes after the answer.
  enum Kind: Equatable {
    case status
    /// Events, without end.
    case events
    /// A press that is over after this time, or with the command.
    case press(TimeSpan?)
    /// A trace, for this time or until a signal.
    case record(TimeSpan?)
    case other
  }

  let kind: Kind
  /// Whether more is sent later: a press without a time is held by what could still be sent.
  var asksOn: Bool {
    switch kind {
    case .press(let time): return time == nil
    case .record: return true
    case .status, .events, .other: return false
    }
  }
  let line: [UInt8]
  /// Whether it was written as JSON already.
  let isRaw: Bool

  /// The requests as the help has them.
  static let forms = [
    ["status", "the state of the panel, its lines, rings and outputs"],
    ["events [CONTROL…]", "its events, or those of these controls, until you end it"],
    ["ring RING PICTURE", "off, fill 0.4, success, error, working, breathe, test; idle ends it"],
    ["ring RING '#RRGGBB'…", "one colour, or one for each pixel"],
    ["press CONTROL", "presses a control, or one of its lines"],
    ["release CONTROL", "releases what a program presses"],
    ["record", "records what happens to its lines, as a trace, until you end it"],
    ["reload", "loads the panel file again"],
    ["'{\"status\":true}'", "any request as JSON; the answer is printed as it came"],
  ]

  /// How long a press is without a word about it.
  private static let usualPress = TimeSpan.milliseconds(100)

  private static let names = ["status", "events", "ring", "press", "release", "record", "reload"]

  init(_ arguments: Arguments) throws(Failure) {
    let name = arguments.operands[1]
    let words = Array(arguments.operands.dropFirst(2))
    let time = try arguments.span(of: "--for")
    isRaw = name.utf8.first == UInt8(ascii: "{")
    if time != nil, !["ring", "press", "record"].contains(name) {
      throw arguments.failure("--for is for ring, press and record")
    }
    if arguments.has("--hold") {
      if name != "press" { throw arguments.failure("--hold is for press") }
      if time != nil { throw arguments.failure("--hold and --for: take one of them") }
    }
    var object = JSONBuilder()
    switch name {
    case _ where isRaw:
      if !words.isEmpty { throw arguments.failure("write the request as one word, in quotes") }
      kind = .other
      line = try SendRequest.raw(name, arguments)
      return
    case "status", "record", "reload":
      if let word = words.first { throw arguments.failure("\(word) is too much after \(name)") }
      object.add(name, true)
      kind = name == "status" ? .status : name == "record" ? .record(time) : .other
    case "events":
      if words.isEmpty { object.add(name, true) } else { object.add(name, words) }
      kind = .events
    case "press", "release":
      object.add(name, try SendRequest.only(words, after: name, "a control", arguments))
      let isHeld = arguments.has("--hold")
      let length = isHeld ? nil : time ?? SendRequest.usualPress
      if name == "press", let length { object.add("for", length.text) }
      kind = name == "press" ? .press(length) : .other
    case "ring":
      try SendRequest.addPicture(words, to: &object, arguments)
      if let time { object.add("ttl", time.text) }
      kind = .other
    default:
      let hint = Nearest.hint(for: name, among: SendRequest.names)
      throw arguments.failure(
        "unknown request \(name)"
          + (hint.isEmpty ? "; there are \(SendRequest.names.joined(separator: ", "))" : hint))
    }
    line = object.line
  }

  private static func raw(_ text: String, _ arguments: Arguments) throws(Failure) -> [UInt8] {
    let bytes = Array(text.utf8)
    // Two lines would be two requests, of which one answer would be left unread.
    if bytes.contains(10) { throw arguments.failure("write the request in one line") }
    return bytes + [10]
  }

  private static func only(
    _ words: [String], after name: String, _ what: String, _ arguments: Arguments
  ) throws(Failure) -> String {
    guard let word = words.first else { throw arguments.failure("\(name) needs \(what) after it") }
    if words.count > 1 { throw arguments.failure("\(words[1]) is too much after \(name) \(word)") }
    return word
  }

  private static func addPicture(
    _ words: [String], to object: inout JSONBuilder, _ arguments: Arguments
  ) throws(Failure) {
    guard words.count >= 2 else {
      throw arguments.failure(
        words.isEmpty
          ? "ring needs a ring and a picture after it, as in ring halo fill 0.4"
          : "ring \(words[0]) needs a picture after it, such as fill 0.4")
    }
    object.add("ring", words[0])
    let picture = Array(words[1...])
    let hash = UInt8(ascii: "#")
    if picture.allSatisfy({ $0.utf8.first == hash }) {
      if picture.count == 1 {
        object.add("colour", picture[0])
      } else {
        object.add("pixels", picture)
      }
    } else {
      object.add("pattern", picture.joined(separator: " "))
    }
  }
}
