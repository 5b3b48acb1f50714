import ButtonController

/// The keys of controls, chords and what they do.
enum ControlKeys {
  static let publish = KeyTable(
    "topic and payload",
    [
      Key(
        "topic", .text, required: true,
        "the MQTT topic below the base; with a / first one of the whole broker, without that /"),
      Key(
        "payload", .verbatim,
        "the message; {name} is a field of the event, {{ a brace [the event as JSON]"),
      Key("qos", .integer(0...2), "how hard broker and panel try [1]"),
      Key("retain", .flag, "the broker keeps it for those who come later [false]"),
    ])

  static let light = KeyTable(
    "ring and pattern",
    [
      Key("ring", .text, required: true, "a name of rings"),
      Key(
        "pattern", .picture, required: true,
        "a picture, such as success; idle ends one that was shown"),
      Key(
        "for", .span(.milliseconds(10) ... .seconds(86_400), usual: .seconds(2)),
        "how long it is shown [success and error 1.5s, others until the next]"),
    ])

  private static let keyList = Form.list(.text, KeyDecoder.counts)

  static let heldKeys = KeyTable(
    "keys that are held",
    [
      Key(
        "hold", .either([.text, keyList]), required: true,
        "a key, or several, that stay down as long as what they stand at lasts")
    ])

  static let action = KeyTable(
    "an action",
    [
      Key("run", .list(.verbatim, 1...256), "a program and its arguments, without a shell"),
      Key(
        "timeout", .span(.milliseconds(100) ... .seconds(86_400), usual: .seconds(60)),
        "of run: then it is ended [60s]"),
      Key("parallel", .flag, "of run: beside others of its control [false]"),
      Key(
        "show", .choice(["progress"]),
        "of run: progress lets its lines `progress 0.4` fill the ring [nothing]"),
      Key(
        "key", .either([.text, keyList, .table(heldKeys)]),
        "a key of the virtual keyboard, such as KEY_ENTER; several go down together"),
      Key("publish", .table(publish), "an MQTT message"),
      Key("light", .table(light), "a picture on a ring"),
    ])

  static let actions = Form.either([.table(action), .list(.table(action), 1...64)])

  static let chipLine = KeyTable(
    "a line",
    [
      Key("chip", .text, "the chip's label, such as pinctrl-rp1"),
      Key("line", .integer(0...4095), "the line's number on that chip"),
      Key("line_name", .text, "the line's name, instead of chip and line"),
    ])

  static let pin = Form.either([.text, .table(chipLine)])

  static let knobPins = KeyTable(
    "the pins of a knob",
    [
      Key("a", pin, required: true, "closes first when it is turned clockwise"),
      Key("b", pin, required: true, "closes second"),
      Key("press", pin, "the push, if it has one"),
    ])

  static let axisPins = KeyTable(
    "the pins of an encoder",
    [
      Key("a", pin, required: true, "closes first when it is turned to the plus side"),
      Key("b", pin, required: true, "closes second"),
    ])

  static let stickPins = KeyTable(
    "the pins of a stick",
    [
      Key("up", pin, "+y"),
      Key("down", pin, "-y"),
      Key("left", pin, "-x"),
      Key("right", pin, "+x"),
      Key("x", .table(axisPins), "an encoder instead of left and right"),
      Key("y", .table(axisPins), "an encoder instead of up and down"),
      Key("press", pin, "the push, if it has one; with encoders it needs one"),
    ])

  private static let label = Key("label", .text, "what a person calls it")
  private static let key = Key(
    "key", .table(heldKeys), "keys that are down while it is pressed; of a switch while it is on")
  private static let singlePin = Key("pin", pin, required: true, "where it is wired")

  static let ringCounts = 1...PanelKeys.maximumRings
  private static let ring = Key(
    "ring", .either([.text, .list(.text, ringCounts)]), "a name of rings, or several")

  /// What every control has, and `defaults` may give.
  private static let common: [Key] = [
    Key(
      "wiring",
      .choice(["to_ground", "to_supply", "external_active_low", "external_active_high"]),
      "how the contact is wired and what pulls it [to_ground]"),
    Key(
      "debounce",
      .either([
        GestureKeys.span(0...1000, Defaults.pressSettle), .table(GestureKeys.debounce),
      ]), "when a contact counts [10ms and 20ms; a switch 20ms]"),
    Key(
      "kernel_debounce", GestureKeys.span(0...1000, .milliseconds(1)),
      "the kernel's own, before ours [0ms]"),
    Key("input", .choice(["edges", "poll"]), "poll: for lines that have no edges [edges]"),
    Key(
      "poll", .span(.microseconds(100) ... .seconds(1), usual: .milliseconds(1)),
      "the period of input: poll [1ms]"),
    Key("edges", .flag, "report press and release, too [false]"),
    ring,
    Key("cue", .text, "a name of cues"),
    Key("do", .events(actions), "what to do at which event"),
    Key(
      "stuck", .orOff(GestureKeys.span(1000...86_400_000, Defaults.stuck)), "closed so long [60s]"),
    Key(
      "chatter", .orOff(.integer(10...100_000)),
      "more level changes a second, for long, are no contact [1000]"),
    Key(
      "contact", .choice(["normally_open", "normally_closed"]),
      "normally_closed: it opens when it is pressed [normally_open]"),
  ]

  private static let knob: [Key] = [
    Key("steps_per_detent", .integer(1...4), "quarter-steps of a detent: 4, 2 or 1 [4]"),
    Key(
      "rest", .choice(["open", "closed", "found"]),
      "where the detents are; found: where it stands at the start [open]"),
    Key(
      "slip_guard", GestureKeys.span(0...1000, Defaults.slipGuard),
      "detents this soon after the push moved are slips [30ms]"),
    Key("acceleration", .table(GestureKeys.acceleration), "faster turns count more [off]"),
    Key("position", .table(GestureKeys.position), "what its turns add up to [without ends]"),
    Key("drag", .table(GestureKeys.knobDrag), "push and turn"),
  ]

  private static let toggle: [Key] = [
    Key(
      "hold",
      .either([GestureKeys.day(Defaults.holdAfter), .flag, .table(GestureKeys.switchHold)]),
      "on for long"),
    Key(
      "on_delay", GestureKeys.span(0...86_400_000, Defaults.switchSettle),
      "closed this long is on; instead of debounce [20ms]"),
    Key(
      "off_delay", GestureKeys.span(0...86_400_000, Defaults.switchSettle),
      "open this long is off; instead of debounce [20ms]"),
  ]

  private static let stick = [
    Key("drag", .table(GestureKeys.stickDrag), "the elastic drag of the stick")
  ]

  private static let chordOwn: [Key] = [
    Key(
      "within", GestureKeys.span(1...2000, Defaults.chordWithin),
      "from the first press to the last [50ms]"),
    Key("edges", .flag, "report press and release, too [false]"),
    ring,
    Key("cue", .text, "a name of cues"),
    Key("do", .events(actions), "what to do at which event"),
  ]

  /// The keys of a control of `kind`; nil for no kind.
  static func control(_ kind: String) -> KeyTable? { controls.first { $0.kind == kind }?.table }

  /// All keys of controls, for one whose kind is not known.
  static let controls: [(kind: String, table: KeyTable)] = [
    ("button", table("button", [singlePin], GestureKeys.gestures)),
    ("switch", table("switch", [singlePin], toggle)),
    (
      "knob",
      table(
        "knob", [Key("pins", .table(knobPins), required: true, "where it is wired")],
        GestureKeys.gestures + knob)
    ),
    (
      "stick",
      table(
        "stick", [Key("pins", .table(stickPins), required: true, "where it is wired")],
        GestureKeys.gestures + stick)
    ),
  ]

  static let chord = KeyTable(
    "a chord",
    [
      Key("of", .list(.text, 2...16), required: true, "the buttons that are pressed together"),
      label, key,
    ] + chordOwn + GestureKeys.gestures)

  static let defaults = KeyTable(
    "the kinds of control",
    [
      Key("button", .table(start("a button", GestureKeys.gestures)), "of buttons"),
      Key("switch", .table(start("a switch", toggle)), "of switches"),
      Key("knob", .table(start("a knob", GestureKeys.gestures + knob)), "of knobs"),
      Key("stick", .table(start("a stick", GestureKeys.gestures + stick)), "of sticks"),
      Key(
        "chord", .table(KeyTable("what chords start from", chordOwn + GestureKeys.gestures)),
        "of chords"),
    ])

  private static func table(_ kind: String, _ pins: [Key], _ own: [Key]) -> KeyTable {
    let kindKey = Key(
      "kind", .choice([kind]), required: true, "what it is: button, switch, knob or stick")
    return KeyTable("the keys of a \(kind)", [kindKey, label] + pins + [key] + common + own)
  }

  private static func start(_ title: String, _ own: [Key]) -> KeyTable {
    KeyTable("what \(title) starts from", common + own)
  }
}
