import ButtonController

/// The keys of a panel file, of its rings, cues and outputs.
enum PanelKeys {
  /// As many controls, chords included, a panel may have.
  static let maximumControls = 256
  /// As many rings a panel may have; as many cues, too.
  static let maximumRings = 64

  static let panel = KeyTable(
    "a panel", sample: "controls: {erase: {kind: button, pin: GPIO17}}",
    [
      Key("name", .text, "the panel's name [the file's]"),
      Key("board", .text, "an id of `gpiopress boards`, or auto [auto]"),
      Key("reduce_motion", .flag, "rings without squeeze, turning and spring [false]"),
      Key("defaults", .table(ControlKeys.defaults), "what every control of a kind starts from"),
      Key("controls", .map(anyControl), "the controls by name"),
      Key("chords", .map(.table(ControlKeys.chord)), "buttons pressed together, by name"),
      Key("rings", .map(anyRing), "the rings by name"),
      Key("cues", .map(.table(cue)), "sounders and motors by name"),
      Key("outputs", .table(outputs), "where events go"),
      Key(
        "stop_timeout", .span(.zero ... .seconds(60), usual: .seconds(5)),
        "how long commands may run on at the end [5s]"),
      Key("priority", .integer(1...99), "real-time priority of the daemon [an ordinary process]"),
    ])

  private static let anyControl = Form.either(ControlKeys.controls.map { .table($0.table) })
  private static let anyRing = Form.either(rings.map { .table($0.table) })

  // MARK: - Cues

  private static let pwmChip = Key(
    "chip", .verbatim, required: true,
    "pca9685, a name of the board's profile such as pwm0, the kernel's device name, or a number")
  private static let pwmAddress = Key(
    "address", .verbatim, "of a pca9685 where there are several, such as 0x41 [the only one]")

  static let cuePwm = KeyTable(
    "a channel of PWM",
    [
      pwmChip, pwmAddress,
      Key("channel", .integer(0...255), required: true, "the channel"),
      Key("frequency", .quantity(.hertz, 20...20_000), "of the sound [2kHz]"),
    ])

  static let pulses = Form.list(
    .span(.milliseconds(1) ... .seconds(5), usual: .milliseconds(60)), 0...31)

  static let patterns = KeyTable(
    "what a cue signals",
    [
      Key("hold", pulses, "on, off, on … [30ms]"),
      Key("ready", pulses, "on, off, on … [60ms]"),
      Key("confirm", pulses, "on, off, on … [120ms]"),
      Key("failed", pulses, "a failed command [60ms five times]"),
    ])

  static let cue = KeyTable(
    "a cue", sample: "{pin: GPIO18}",
    [
      Key("pin", ControlKeys.pin, "an active buzzer or a motor"),
      Key("pwm", .table(cuePwm), "a piezo on a channel of PWM, instead of pin"),
      Key("invert", .flag, "of pin: a low level sounds [false]"),
      Key("patterns", .table(patterns), "pulses instead of the usual ones"),
    ])

  // MARK: - Outputs

  static let socket = KeyTable(
    "a control socket",
    [
      Key("path", .text, required: true, "where it is"),
      Key("group", .text, "who may speak to it [the daemon's own group]"),
    ])

  static let tls = KeyTable(
    "the files of TLS",
    [
      Key("ca", .text, "certificate authority"),
      Key("certificate", .text, "our certificate"),
      Key("key", .text, "our key"),
    ])

  static let homeAssistant = KeyTable(
    "how Home Assistant finds the panel",
    [Key("prefix", .text, "the topic below which it looks [homeassistant]")])

  static let mqtt = KeyTable(
    "an MQTT broker",
    [
      Key("host", .text, required: true, "name or address"),
      Key("port", .integer(1...65_535), "[1883; with tls 8883]"),
      Key("base", .text, "the topic below which all is published [gpiopress/ and the file's name]"),
      Key(
        "home_assistant", .either([.flag, .table(homeAssistant)]),
        "Home Assistant finds the panel [false]"),
      Key("user", .text, "the user"),
      Key("password_file", .text, "the file that holds the password"),
      Key("tls", .table(tls), "speak TLS"),
    ])

  static let keyboard = KeyTable(
    "a virtual keyboard", [Key("name", .text, required: true, "how it calls itself")])

  static let outputs = KeyTable(
    "outputs",
    [
      Key("stdout", .flag, "events as JSON lines on the standard output [true]"),
      Key("socket", .either([.text, .table(socket)]), "the control socket"),
      Key("mqtt", .table(mqtt), "an MQTT broker"),
      Key("keyboard", .table(keyboard), "a virtual keyboard for key actions"),
    ])

  // MARK: - Rings

  /// The pictures that a ring may show, by their names in the file.
  static let pictures: [(name: String, picture: Ring.Pictures)] = [
    ("pressed", .pressed), ("filling", .filling), ("success", .success), ("error", .error),
    ("working", .working), ("denied", .denied), ("drag", .drag), ("remote", .remote),
  ]

  private static let look: [Key] = [
    Key("tint", .colour, "of all that is neither success nor failure [#ff3b30]"),
    Key("success", .colour, "of success [#34c759]"),
    Key("error", .colour, "of failure [#ff9500]"),
    Key("track", .number(0...1), "the empty ring's share of the tint [0.18]"),
    Key("idle", .choice(["track", "off", "breathe"]), "what it shows at rest [track]"),
    Key(
      "shows", .list(.choice(pictures.map(\.name)), 1...pictures.count),
      "the only pictures over the idle one [all]"),
    Key("zero", .integer(0...1023), "the pixel at which a fill begins [0]"),
    Key("direction", .choice(["clockwise", "counterclockwise"]), "of a fill [clockwise]"),
    Key("mirrored", .flag, "mounted from behind [false]"),
    Key(
      "map", .list(.integer(0...1023), 1...1024),
      "the driver's pixel of each pixel of the circle, instead of zero, direction, mirrored"),
    Key("brightness", .number(0...1), "[0.3]"),
    Key(
      "gamma", .either([.number(1...4), .choice(["none"])]), "from colour to light [2.2; pio none]"),
    Key("floor", .number(0...1), "what is above 0 is never darker [0]"),
    Key("fps", .integer(1...240), "frames a second while something moves [60]"),
    Key("at_exit", .choice(["dark", "keep"]), "[dark]"),
  ]

  private static let pixels = Key("pixels", .integer(1...1024), "how many pixels it has [24]")
  private static let neededPixels = Key(
    "pixels", .integer(1...1024), required: true, "how many pixels it has")
  private static let chainPixels = Key(
    "pixels", .integer(1...1024), "[as many as channels; three channels are one pixel of RGB]")
  private static let order = Key(
    "order", .text, "the channels on the wire, such as rgb or grbw [grb; apa102 bgr, pwm rgb]")
  static let enableLine = KeyTable(
    "a line that powers LEDs",
    [
      Key("pin", ControlKeys.pin, required: true, "the line"),
      Key("invert", .flag, "a low level is power [false]"),
    ])
  private static let enable = Key(
    "enable", .either([.text, .table(ControlKeys.chipLine), .table(enableLine)]),
    "a line that powers the LEDs while the program has them [they have power]")
  private static let strip: [Key] = [
    enable,
    Key(
      "offset", .integer(0...1023), "its first pixel in the chain of all rings on the device [0]"),
    order,
    Key("white", .choice(["none", "extracted"]), "with a w in order [none]"),
    Key("limit", .quantity(.milliamperes, 1...20_000), "of the whole ring's current [400mA]"),
    Key(
      "channel_ma", .list(.number(0...200), 3...4),
      "milliamperes of a full channel: red, green, blue, white [16, 11, 15, 15]"),
  ]

  /// The keys of a ring by its driver.
  static let rings: [(driver: String, table: KeyTable)] = [
    ("terminal", ring("terminal", [pixels])),
    (
      "file",
      ring("file", [Key("path", .text, required: true, "where frames are written"), pixels])
    ),
    (
      "pwm",
      ring(
        "pwm",
        [
          pwmChip, pwmAddress,
          Key("channels", .list(.integer(0...255), 1...64), required: true, "its channels"),
          chainPixels, order,
          Key("frequency", .quantity(.hertz, 1...1_000_000), "[1kHz]"),
          Key("invert", .flag, "a low level is light [false]"),
          enable,
        ])
    ),
    (
      "soft_pwm",
      ring(
        "soft_pwm",
        [
          Key("pins", .list(ControlKeys.pin, 1...16), required: true, "its lines"),
          chainPixels, order,
          Key("frequency", .quantity(.hertz, 20...2000), "[200Hz]"),
          Key("invert", .flag, "a low level is light [false]"),
        ])
    ),
    (
      "led",
      ring(
        "led",
        [
          Key("leds", .list(.text, 1...256), required: true, "names in /sys/class/leds"),
          chainPixels, enable,
        ])
    ),
    (
      "ws2812",
      ring(
        "ws2812",
        [
          Key("device", .text, required: true, "such as /dev/spidev0.0"), neededPixels,
          Key("encoding", .choice(["8bit", "4bit", "3bit", "slow_core"]), "[8bit]"),
          Key(
            "speed",
            .quantity(.hertz, Ws2812Pattern.clocks.lowerBound...Ws2812Pattern.clocks.upperBound),
            "the clock of a controller that has no other, instead of encoding [that of encoding]"),
          Key("invert", .flag, "the signal is inverted on its way, as by one transistor [false]"),
        ] + strip)
    ),
    (
      "apa102",
      ring(
        "apa102",
        [
          Key("device", .text, required: true, "such as /dev/spidev0.0"), neededPixels,
          Key("speed", .quantity(.hertz, 100_000...30_000_000), "[4MHz]"),
        ] + strip)
    ),
    (
      "pio",
      ring(
        "pio",
        [
          Key("device", .text, required: true, "such as /dev/leds0"), neededPixels,
          Key(
            "pin", ControlKeys.pin, "the overlay's pin, so that nothing else is on it [not known]"),
        ] + strip)
    ),
  ]

  private static func ring(_ name: String, _ own: [Key]) -> KeyTable {
    let driver = Key("driver", .choice([name]), required: true, "what lights it")
    return KeyTable("the keys of a ring with driver \(name)", [driver] + own + look)
  }
}
