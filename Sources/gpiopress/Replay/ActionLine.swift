import ButtonController
import PanelFiles
import PanelHardware

/// What an action would do, as a line of JSON or for people.
enum ActionLine {
  /// The JSON object, line feed included.
  static func json(_ action: DryAction, of panel: PanelFile) -> [UInt8] {
    var line = JSONBuilder()
    line.add(milliseconds: "at", action.at - .zero)
    if case .sound(let cue, let isOn) = action.kind {
      line.add("cue", panel.cues[cue].name)
      line.add("on", isOn)
      return line.line
    }
    line.add("control", action.control)
    line.add("of", action.event)
    switch action.kind {
    case .run(let command, let variables):
      line.add("action", "run")
      line.add("command", command.arguments)
      line.add("environment", environment(variables))
    case .stroke(let keys, let count):
      line.add("action", "key")
      line.add("keys", keys.map(KeyNames.name(of:)))
      line.add("count", count)
    case .hold(let keys, let isDown):
      line.add("action", "key")
      line.add("keys", keys.map(KeyNames.name(of:)))
      line.add("down", isDown)
    case .publish(let topic, let payload, let qos, let isRetained):
      line.add("action", "publish")
      line.add("topic", topic)
      line.add("payload", String(decoding: payload, as: UTF8.self))
      line.add("qos", qos)
      line.add("retain", isRetained)
    case .light(let ring, let picture, let time):
      line.add("action", "light")
      line.add("ring", panel.rings[ring].name)
      line.add("picture", picture.text)
      if let time { line.add(milliseconds: "for", time) }
    case .cue(let cue, let pattern, let pulses):
      line.add("action", "cue")
      line.add("cue", panel.cues[cue].name)
      line.add("pattern", pattern)
      line.add(json: "pulses", "[\(pulses.map(String.init).joined(separator: ","))]")
    case .sound: break
    }
    return line.line
  }

  private static func environment(_ variables: [String]) -> JSONBuilder {
    var object = JSONBuilder()
    for variable in variables {
      let (name, value) = parts(of: variable)
      object.add(name, value)
    }
    return object
  }

  private static func parts(of variable: String) -> (name: String, value: String) {
    let end = variable.firstIndex(of: "=") ?? variable.endIndex
    return (String(variable[..<end]), String(variable[end...].dropFirst()))
  }

  /// What is done, for people: `run /usr/bin/logger 'a word'`.
  static func text(_ action: DryAction, of panel: PanelFile) -> String {
    switch action.kind {
    case .run(let command, _): return "run \(ShellText.line(command.arguments))"
    case .stroke(let keys, let count):
      return "type \(names(keys))" + (count == 1 ? "" : ", \(count) times")
    case .hold(let keys, let isDown): return "\(isDown ? "hold" : "release") \(names(keys))"
    case .publish(let topic, let payload, _, let isRetained):
      let kept = isRetained ? " (retained)" : ""
      return "publish \(topic)\(kept): \(String(decoding: payload, as: UTF8.self))"
    case .light(let ring, let picture, let time):
      return "light \(panel.rings[ring].name): \(picture.text)"
        + (time.map { " for \($0)" } ?? "")
    case .cue(let cue, let pattern, let pulses):
      return "sound \(panel.cues[cue].name): \(pattern), "
        + pulses.map { "\($0)" }.joined(separator: " ") + " ms"
    case .sound(let cue, let isOn): return "\(panel.cues[cue].name) \(isOn ? "on" : "off")"
    }
  }

  /// The environment of a command, a variable a line as a shell takes it; of all else nothing.
  static func variables(of action: DryAction) -> [String] {
    guard case .run(_, let variables) = action.kind else { return [] }
    return variables.map { variable in
      let (name, value) = parts(of: variable)
      return "\(name)=\(ShellText.word(value))"
    }
  }

  private static func names(_ keys: [UInt16]) -> String {
    keys.map(KeyNames.name(of:)).joined(separator: " + ")
  }
}

/// Words as a shell takes them.
enum ShellText {
  /// Words in a line, each in quotes where it needs them.
  static func line(_ words: [String]) -> String { words.map(word).joined(separator: " ") }

  /// A word, in quotes where it needs them.
  static func word(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: ","),
        UInt8(ascii: "+"), UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "="):
        return true
      default: return false
      }
    }
    if isPlain && !word.isEmpty { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}
