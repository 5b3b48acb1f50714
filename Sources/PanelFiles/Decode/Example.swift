import ButtonController

extension Form {
  /// Something short of this form that can be pasted, for the key of that name.
  func example(for key: String) -> String {
    if let known = Form.examples[key], takesText { return known }
    switch self {
    case .text, .verbatim: return Form.noExample
    case .flag: return "true"
    case .integer(let range): return "\(max(range.lowerBound, min(1, range.upperBound)))"
    case .number(let range): return Value.write(range.upperBound)
    case .span(_, let usual): return SpanText.write(usual)
    case .quantity(.hertz, _): return "2kHz"
    case .quantity(.milliamperes, _): return "500mA"
    case .colour: return "\"#ff3b30\""
    case .picture: return PictureWord.success.rawValue
    case .choice(let names): return names.first ?? Form.noExample
    case .list(let item, let counts):
      let names = Form.listExamples[key] ?? [item.example(for: key)]
      let count = max(counts.lowerBound, 1)
      return "[\((0..<count).map { names[$0 % names.count] }.listed)]"
    case .table(let table): return table.example
    case .map(let form): return "{\(Form.examples[key] ?? "name"): \(form.example(for: key))}"
    case .events: return "{tap: {run: [/usr/bin/logger, tapped]}}"
    case .orOff(let form): return form.example(for: key)
    case .either(let forms): return forms.first?.example(for: key) ?? Form.noExample
    }
  }

  /// Where only the user knows what fits.
  static let noExample = "\"…\""

  private var takesText: Bool {
    switch self {
    case .text, .verbatim: return true
    case .either(let forms): return forms.first?.takesText ?? false
    default: return false
    }
  }

  /// Texts by their key, as they stand in the manual.
  private static let examples = [
    "pin": "GPIO17", "a": "GPIO5", "b": "GPIO6", "press": "GPIO13", "up": "GPIO5",
    "down": "GPIO6", "left": "GPIO13", "right": "GPIO19", "host": "127.0.0.1", "name": "Panel",
    "label": "Lights", "path": "/run/gpiopress/panel.sock", "socket": "/run/gpiopress/panel.sock",
    "ring": "halo", "cue": "buzzer", "pattern": "success", "topic": "lights", "board": "auto",
    "device": "/dev/spidev0.0", "key": "KEY_ENTER", "chip": "pinctrl-rp1", "line_name": "GPIO17",
    "enable": "GPIO17", "order": "grb", "base": "gpiopress/panel", "group": "gpio",
  ]

  /// A mapping of names, for the key of that name.
  static func mapExample(for key: String) -> String {
    switch key {
    case "controls": return "{erase: {kind: button, pin: GPIO17}}, the name as a key"
    case "chords": return "{both: {of: [left, right], tap: true}}, the name as a key"
    case "rings": return "{halo: {driver: terminal, pixels: 24}}, the name as a key"
    case "cues": return "{buzzer: {pin: GPIO18}}, the name as a key"
    case "do": return "{tap: {run: [/usr/bin/logger, tapped]}}"
    default: return "{name: …}"
    }
  }

  private static let listExamples = [
    "of": ["left", "right"], "run": ["/usr/bin/logger", "tapped"], "leds": ["led0"],
    "ring": ["halo", "bar"],
  ]
}

extension KeyTable {
  /// What has to stand in it, or else its first key, as a mapping that can be pasted.
  var example: String {
    if let sample { return sample }
    let required = keys.filter(\.isRequired)
    let shown = required.isEmpty ? Array(keys.prefix(1)) : required
    return "{\(shown.map { "\($0.name): \($0.form.example(for: $0.name))" }.listed)}"
  }

  /// A mapping that says what a text in its place most likely meant.
  func example(for text: String) -> String {
    if self["run"] != nil, Value.isPlainWord(text) {
      return text.hasPrefix("KEY_") ? "{key: \(text)}" : "{run: [\(text)]}"
    }
    let required = keys.filter(\.isRequired)
    guard required.count == 1, required[0].form.isText, Value.isPlainWord(text) else {
      return example
    }
    // `127.0.0.1:1883`: an address and its port.
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if required[0].name == "host", parts.count == 2, Value.isNumber(String(parts[1])) {
      return "{host: \(parts[0]), port: \(parts[1])}"
    }
    return "{\(required[0].name): \(text)}"
  }
}

extension Form {
  fileprivate var isText: Bool {
    switch self {
    case .text, .verbatim: return true
    default: return false
    }
  }
}

extension Value {
  /// Whether `text` can stand without quotes, and is not what YAML takes for something else.
  static func isPlainWord(_ text: String) -> Bool {
    guard (1...40).contains(text.utf8.count), text != "true", text != "false", !isNumber(text)
    else {
      return false
    }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        return true
      default: return "._-/:".utf8.contains(byte)
      }
    }
  }
}
