import ButtonController

/// Reads what an event causes: commands, keys, messages and pictures.
struct ActionDecoder {
  let context: PanelContext
  /// The event that causes the actions, and the kind of its control.
  let event: String
  let kind: Control.Kind

  /// The actions of one entry of `do`, those that are wrong left out.
  func actions(_ value: Value) -> [Action] {
    if case .sequence = value.node.content {
      return (value.items(1...64) ?? []).compactMap(action)
    }
    return action(value).map { [$0] } ?? []
  }

  private func action(_ value: Value) -> Action? {
    guard let fields = value.fields(ControlKeys.action) else { return nil }
    let verbs = ["run", "key", "publish", "light"].filter(fields.has)
    guard verbs.count == 1 else {
      if verbs.isEmpty { return value.fail("no action; write run, key, publish or light") }
      return value.fail(
        "\(verbs.joined(separator: " and ")) in one action; write a list of actions")
    }
    for key in ["timeout", "parallel", "show"] where fields.has(key) && verbs[0] != "run" {
      fields[key]?.fail("belongs to run, not to \(verbs[0])")
    }
    switch verbs[0] {
    case "run": return run(fields)
    case "key":
      guard let keys = fields["key"] else { return nil }
      return KeyDecoder(context: context).keys(keys).map { .key($0) }
    case "publish":
      guard let message = fields["publish"] else { return nil }
      return PublishDecoder(context: context, event: event, kind: kind).decode(message)
        .map { .publish($0) }
    default: return light(fields)
    }
  }

  private func run(_ fields: Fields) -> Action? {
    guard let value = fields["run"] else { return nil }
    if case .scalar(let text, _) = value.node.content, !value.node.isNull {
      let words = text.split(separator: " ").joined(separator: ", ")
      return value.fail("there is no shell; write a list: [\(Value.clip(words))]")
    }
    var values: [Value] = []
    var arguments: [String] = []
    for item in fields.items("run") ?? [] {
      guard let argument = item.verbatim() else { continue }
      values.append(item)
      arguments.append(argument)
    }
    checkArguments(arguments, values)
    let timeout = fields.span("timeout") ?? .seconds(60)
    let isParallel = fields.flag("parallel") ?? false
    let showsProgress = fields.choice("show", ["progress": true]) ?? false
    guard let program = arguments.first else { return nil }
    if program.isEmpty { return value.fail("no program; the first item is its path") }
    context.run(program, at: values[0])
    return .run(
      Action.Command(
        arguments: arguments, timeout: timeout, isParallel: isParallel,
        showsProgress: showsProgress))
  }

  /// The kernel passes no longer one to a program, its final NUL left out.
  private static let longestArgument = 131_071

  /// What no program can be given, and what it is given though a shell was meant to read it.
  private func checkArguments(_ arguments: [String], _ values: [Value]) {
    for (value, argument) in zip(values, arguments) {
      if argument.utf8.contains(0) {
        value.fail("a NUL, at which every program would see it end; leave it out")
      }
      if argument.utf8.count > Self.longestArgument {
        value.fail(
          "\(argument.utf8.count) bytes; a program can be given \(Self.longestArgument) in one argument"
        )
      }
    }
    for (value, sign) in zip(values, ShellSigns.find(in: arguments)) {
      guard let sign else { continue }
      value.warn(
        "\(Value.clip(sign)) is passed on as it stands, since there is no shell; where one is meant "
          + "write [/bin/sh, -c, \"…\"]")
    }
  }

  private func light(_ fields: Fields) -> Action? {
    guard let parts = fields.fields("light") else { return nil }
    let ring = context.ring(parts["ring"])
    if let ring, let value = parts["ring"] {
      let name = context.ringNames[ring]
      if context.ringsWithoutRemote.contains(name) {
        value.warn("has no effect: \(name) does not show it; add remote to rings.\(name).shows")
      }
    }
    guard let picture = parts["pattern"]?.picture() else { return nil }
    let time = parts.span("for")
    if picture.remote == nil, let value = parts["for"] {
      return value.fail(
        "\(picture.text) ends what was shown, for no time of its own; leave for out")
    }
    return ring.map { .light(ring: $0, picture, for: time ?? picture.usualTime) }
  }
}

extension Value {
  /// A picture by its words.
  func picture() -> RingPicture? {
    guard let text = text() else { return nil }
    do throws(PictureError) { return try RingPicture(text: text) } catch { return fail("\(error)") }
  }
}
