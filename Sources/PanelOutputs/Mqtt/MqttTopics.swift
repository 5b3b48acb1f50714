import PanelFiles

/// The topics of a panel, all below its base; docs/mqtt.md has the table.
struct MqttTopics: Equatable {
  let base: String

  /// `online` or `offline`; the latter is the will.
  var availability: String { "\(base)/availability" }
  /// What happens at a control.
  func event(_ control: String) -> String { "\(base)/event/\(control)" }
  /// What a switch or a knob is at.
  func state(_ control: String) -> String { "\(base)/state/\(control)" }
  /// Whether a control works.
  func health(_ control: String) -> String { "\(base)/health/\(control)" }
  /// Counts of the whole panel.
  var diagnostics: String { "\(base)/diagnostics" }
  /// What a ring was asked to show.
  func ring(_ ring: String) -> String { "\(base)/ring/\(ring)" }
  /// Where a ring takes pictures.
  func setRing(_ ring: String) -> String { "\(base)/ring/\(ring)/set" }
  /// Where a cue is sounded.
  func setCue(_ cue: String) -> String { "\(base)/cue/\(cue)/set" }
  /// Where a reload is asked for.
  var reload: String { "\(base)/reload/set" }

  /// The filters of all that may be asked of the panel.
  var commands: [String] { ["\(base)/ring/+/set", "\(base)/cue/+/set", reload] }
  /// The filters of what earlier runs have left at the broker.
  var leftovers: [String] { ["\(base)/state/+", "\(base)/health/+", "\(base)/ring/+"] }

  /// Whether an earlier run of this panel may have left a message there.
  func isLeftover(_ topic: String) -> Bool {
    ["state", "health", "ring"].contains { kind in
      let prefix = "\(base)/\(kind)/"
      return topic.hasPrefix(prefix)
        && !topic.dropFirst(prefix.count).utf8.contains(UInt8(ascii: "/"))
    }
  }

  /// The name between `base/kind/` and `/set`, such as the ring's; nil for another topic.
  func name(in topic: String, of kind: String) -> String? {
    let (prefix, suffix) = ("\(base)/\(kind)/", "/set")
    guard topic.hasPrefix(prefix), topic.hasSuffix(suffix),
      topic.utf8.count > prefix.utf8.count + suffix.utf8.count
    else { return nil }
    return String(topic.dropFirst(prefix.count).dropLast(suffix.count))
  }

  /// A message's full topic.
  func topic(of message: Action.Message) -> String {
    message.isAbsolute ? message.topic : "\(base)/\(message.topic)"
  }
}

/// Names as other programs allow them: letters, digits, `_` and `-`.
enum MqttName {
  /// `base` as one such name; two different ones never give the same, but by a hash's chance.
  static func identifier(_ text: String) -> String {
    var name = ""
    var isWhole = true
    for scalar in text.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-": name.unicodeScalars.append(scalar)
      case "/": name.append("_")
      default:
        name.append("_")
        isWhole = false
      }
    }
    return isWhole ? name : "\(name)_\(hash(text))"
  }

  /// Eight hexadecimal digits of a text: FNV-1a, folded.
  static func hash(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String((hash >> 32 ^ hash) & 0xFFFF_FFFF, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
