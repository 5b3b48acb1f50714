import ButtonController

/// Reads cues and outputs.
struct OutputDecoder {
  let context: PanelContext

  /// The cue called `name`; nil if it is too wrong to go on.
  func cue(_ value: Value, name: String) -> CueFile? {
    guard let fields = value.fields(PanelKeys.cue) else { return nil }
    let isInverted = fields.flag("invert") ?? false
    let patterns = patterns(fields.fields("patterns"))
    if fields.has("pin") == fields.has("pwm") {
      return value.fail("a cue has pin or pwm; write one of them")
    }
    if let pin = fields["pin"] {
      let decoder = PinDecoder.output(context, isInverted: isInverted)
      guard let line = decoder.decode(pin, name: name, control: -1) else { return nil }
      return CueFile(name: name, driver: .line(line), patterns: patterns)
    }
    fields["invert"]?.fail("belongs to pin, not to pwm")
    guard let pwm = fields.fields("pwm") else { return nil }
    let channel = pwm.integer("channel")
    let frequency = pwm.quantity("frequency") ?? 2000
    guard let chip = BusPins(context: context).chip(pwm), let channel else { return nil }
    if let value = pwm["channel"], let chipValue = pwm["chip"] {
      let pins = BusPins(context: context)
      pins.claimPwm(chip, channel, at: value)
      pins.claimPins(ofPwm: chip, [channel], at: chipValue)
    }
    return CueFile(
      name: name, driver: .pwm(chip: chip, channel: channel, frequency: frequency),
      patterns: patterns)
  }

  private func patterns(_ fields: Fields?) -> [String: [Int]] {
    var patterns: [String: [Int]] = [:]
    guard let fields else { return patterns }
    for key in PanelKeys.patterns.keys {
      guard case .list(let form, _) = key.form, let values = fields.items(key.name) else {
        continue
      }
      patterns[key.name] = values.compactMap { value in
        guard let span = value.span(as: form) else { return nil }
        guard span.nanoseconds % 1_000_000 == 0 else {
          return value.fail("a pulse is of whole milliseconds")
        }
        return Int(span.nanoseconds / 1_000_000)
      }
    }
    return patterns
  }

  /// The outputs; `stem` is the file's name without its ending.
  func outputs(_ value: Value?, stem: String) -> Outputs {
    var outputs = Outputs()
    guard let value, let fields = value.fields(PanelKeys.outputs) else { return outputs }
    if let stdout = fields.flag("stdout") { outputs.stdout = stdout }
    outputs.socket = fields["socket"].flatMap(socket)
    outputs.mqtt = fields.fields("mqtt").flatMap { mqtt($0, stem: stem) }
    outputs.keyboard = fields.fields("keyboard").flatMap(keyboard)
    return outputs
  }

  /// The keyboard's name.
  private func keyboard(_ fields: Fields) -> String? {
    if !context.typesKeys {
      fields.value.warn("nothing types a key, so there will be no keyboard; add key to a control")
    }
    guard let name = fields.text("name") else { return nil }
    // The kernel has room for 80 bytes, the last of which is a NUL.
    if name.utf8.count > 79 {
      return fields["name"]?.fail("longer than the 79 bytes of a keyboard's name")
    }
    return name
  }

  private func socket(_ value: Value) -> Outputs.Socket? {
    var place = value
    var path: String?
    var group: String?
    if case .mapping = value.node.content {
      guard let fields = value.fields(PanelKeys.socket) else { return nil }
      path = fields.text("path")
      group = fields.text("group")
      if let value = fields["path"] { place = value }
    } else {
      path = value.text()
    }
    guard let path else { return nil }
    // struct sockaddr_un has room for 108 bytes, the last of which is a NUL.
    if path.utf8.count > 107 { return place.fail("longer than the 107 bytes of a socket's path") }
    if path.hasSuffix("/") { return place.fail("a folder; add the socket's own name") }
    if !path.hasPrefix("/") {
      place.warn("is looked for in the folder where run and send are started; begin it with /")
    }
    return Outputs.Socket(path: path, group: group)
  }

  private func mqtt(_ fields: Fields, stem: String) -> Outputs.Mqtt? {
    if let host = fields["host"], case .scalar(let text, _) = host.node.content {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      if parts.count == 2, Value.isNumber(String(parts[1])) {
        host.fail(
          "\(Value.clip(text)) holds a port; write host: \(Value.clip(String(parts[0]))), port: \(parts[1])"
        )
      }
    }
    var tls: [String: String] = [:]
    if let files = fields.fields("tls") {
      for key in PanelKeys.tls.keys {
        if let path = files.text(key.name) { tls[key.name] = path }
      }
      if tls.isEmpty { files.value.fail("empty; name at least ca") }
      if (tls["certificate"] == nil) != (tls["key"] == nil) {
        files.value.fail("certificate and key belong together; name both or none")
      }
    }
    let base = topic(fields, "base") ?? "gpiopress/\(Self.word(stem))"
    if fields.has("password_file"), !fields.has("user") {
      fields["password_file"]?.fail("without user; name the user, too")
    }
    let port = fields.integer("port") ?? (tls.isEmpty ? 1883 : 8883)
    let home = home(fields)
    let user = fields.text("user")
    let passwordFile = fields.text("password_file")
    guard let host = fields.text("host") else { return nil }
    return Outputs.Mqtt(
      host: host, port: port, base: base, homeAssistant: home.isWanted,
      discoveryPrefix: home.prefix, user: user, passwordFile: passwordFile, tls: tls)
  }

  /// Whether Home Assistant is to find the panel, and where it looks.
  private func home(_ fields: Fields) -> (isWanted: Bool, prefix: String) {
    let usual = Outputs.Mqtt.usualPrefix
    guard let value = fields["home_assistant"] else { return (false, usual) }
    guard case .mapping = value.node.content else { return (value.flag() ?? false, usual) }
    guard let parts = value.fields(PanelKeys.homeAssistant) else { return (true, usual) }
    return (true, topic(parts, "prefix") ?? usual)
  }

  /// A file's name as a word of a topic.
  private static func word(_ stem: String) -> String {
    var word = ""
    for scalar in stem.unicodeScalars.prefix(64) {
      let isBad = scalar.value < 0x20 || "+#/".unicodeScalars.contains(scalar)
      word.unicodeScalars.append(isBad ? "_" : scalar)
    }
    return word
  }

  /// A topic below which others stand.
  private func topic(_ fields: Fields, _ key: String) -> String? {
    guard let topic = fields.text(key), let value = fields[key] else { return nil }
    let isBad = topic.utf8.contains {
      $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") || $0 == 0
    }
    if isBad || topic.hasSuffix("/") || topic.hasPrefix("/") {
      return value.fail("\"\(Value.clip(topic))\" is no topic: no +, no #, no / at either end")
    }
    if topic.hasPrefix("$") {
      return value.fail("\"\(Value.clip(topic))\" belongs to the broker; $ begins its own topics")
    }
    if topic.utf8.count > 200 { return value.fail("longer than the 200 bytes that are allowed") }
    return topic
  }
}
