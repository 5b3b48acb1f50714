import ButtonController

/// The keys of gestures, and of what a knob and a stick add to them.
///
/// Ranges are wide: they stop slips of the pen, not taste. What costs something is a warning.
enum GestureKeys {
  static let debounce = KeyTable(
    "a debounce",
    [
      Key("press", span(0...1000, Defaults.pressSettle), "closed this long is pressed [10ms]"),
      Key(
        "release", span(0...1000, Defaults.releaseSettle),
        "open this long counts as a release [20ms]"),
      Key("mode", .choice(["stable", "eager", "integrate"]), "the rule [stable]"),
      Key(
        "limit", span(0...10_000, Defaults.bounceLimit),
        "a press that bounced longer counts from its last edge [50ms]"),
      Key(
        "dropout", span(0...60_000, Defaults.dropout),
        "a hold or confirm whose contact was open longer in all is cancelled [50ms, or 2.5 x release]"
      ),
    ])

  static let tap = KeyTable(
    "the keys of a tap",
    [
      Key("max", .integer(1...20), "the most taps that are one gesture [1]"),
      Key("gap", span(10...5000, Defaults.gap), "from a release to the next press [250ms]"),
      Key("within", span(10...5000, Defaults.tapWithin), "shorter is a tap, with confirm [300ms]"),
      Key(
        "fire", .choice(["release", "press"]), "press: reported at once, with nothing else bound"),
    ])

  static let stage = KeyTable(
    "a stage of repeats",
    [
      Key("after", long(Defaults.holdAfter), required: true, "from the press"),
      Key("every", long(.milliseconds(100)), required: true, "the period from then on"),
    ])

  static let repeats = KeyTable(
    "the keys of repeats",
    [
      Key("every", long(.milliseconds(200)), required: true, "the period"),
      Key("stages", .list(.table(stage), 0...16), "other periods later on; they rise"),
    ])

  static let hold = KeyTable(
    "the keys of a hold",
    [
      Key("after", long(Defaults.holdAfter), "closed this long is a hold [2s]"),
      Key("commit", .choice(["threshold", "release"]), "when it is reported [threshold]"),
      Key("taps", .integer(0...20), "so many taps before it make it a gesture of its own [0]"),
      Key("levels", .list(long(Defaults.holdAfter), 1...16), "the hold and further levels; rising"),
      Key(
        "repeat", .orOff(.either([long(.milliseconds(200)), .table(repeats)])),
        "repeats while held [none]"),
    ])

  static let switchHold = KeyTable(
    "the keys of a switch's hold",
    [
      Key("after", day(Defaults.holdAfter), "on for this long is a hold [2s]"),
      Key("levels", .list(day(Defaults.holdAfter), 1...16), "the hold and further levels; rising"),
      Key(
        "repeat", .orOff(.either([day(.seconds(1)), .table(switchRepeats)])),
        "repeats while it stays on [none]"),
    ])

  static let switchStage = KeyTable(
    "a stage of a switch's repeats",
    [
      Key("after", day(Defaults.holdAfter), required: true, "from the on"),
      Key("every", day(.milliseconds(100)), required: true, "the period from then on"),
    ])

  static let switchRepeats = KeyTable(
    "the keys of a switch's repeats",
    [
      Key("every", day(.milliseconds(200)), required: true, "the period"),
      Key("stages", .list(.table(switchStage), 0...16), "other periods later on; they rise"),
    ])

  static let confirm = KeyTable(
    "the keys of a confirm",
    [
      Key("after", long(Defaults.confirmAfter), "unbroken contact for this long [1.2s]"),
      Key("commit", .choice(["threshold", "release"]), "when it counts [threshold]"),
      Key("over_hold", long(Defaults.overHold), "with commit: release, longer cancels [10s]"),
      Key("alternative", .choice(["none", "double_tap"]), "for hands that cannot hold [none]"),
      Key("exclusive", .flag, "another control's press cancels [true]"),
      Key("success", span(0...60_000, Defaults.success), "presses are ignored so long [1.2s]"),
      Key("fade", span(0...60_000, Defaults.fade), "of the success picture [0.3s]"),
      Key("drain", span(0...60_000, Defaults.drain), "of a cancelled fill [0.25s]"),
    ])

  static let spring = KeyTable(
    "the keys of a spring",
    [
      Key("duration", span(10...10_000, Defaults.springDuration), "of one swing [0.6s]"),
      Key("bounce", .number(0...0.95), "0 comes back without overshoot [0.65]"),
    ])

  static let acceleration = KeyTable(
    "the keys of acceleration",
    [
      Key(
        "window", span(1...1000, Defaults.accelerationWindow),
        "divided by the time between detents it gives the steps [60ms]"),
      Key("max", .integer(1...100), "the most steps of one detent [5]"),
    ])

  static let stickRepeats = KeyTable(
    "the keys of a stick's repeats",
    [
      Key(
        "after", span(10...10_000, Defaults.stickRepeat), "from the closing to the first [every]"),
      Key(
        "every", span(10...10_000, Defaults.stickRepeat), required: true,
        "from one to the next"),
    ])

  static let position = KeyTable(
    "the keys of a position", sample: "{start: 10, min: 0, max: 20}",
    [
      Key("start", .integer(positions), "where it begins [0, or the end nearest to it]"),
      Key("min", .integer(positions), "the lower end [none]"),
      Key("max", .integer(positions), "the upper end [none]"),
      Key("wrap", .flag, "goes on from the other end; needs min and max [false]"),
      Key("step", .integer(1...1_000_000), "how far one step moves it [1]"),
    ])

  private static let positions = -1_000_000_000...1_000_000_000

  static let knobDrag = KeyTable("the keys of a drag", drag(step: "per_detent", "detent", []))

  static let stickDrag = KeyTable(
    "the keys of a drag",
    drag(
      step: "per_step", "step",
      [
        Key(
          "repeat",
          .orOff(.either([span(10...10_000, Defaults.stickRepeat), .table(stickRepeats)])),
          "a direction that stays closed adds a step [120ms]")
      ]))

  private static func drag(step: String, _ what: String, _ more: [Key]) -> [Key] {
    [
      Key("reach", .number(1...10_000), "the pull that is never quite reached [80]"),
      Key("tolerance", .number(0...10_000), "less travel than this is a tap [12]"),
      Key(step, .number(0.01...1000), "travel of one \(what) [12]"),
    ] + more + [
      Key("rule", .choice(["net", "path"]), "which travel is compared with the tolerance [net]"),
      Key("spring", .table(spring), "how the pull springs back"),
    ]
  }

  /// The gestures of a button, a push or a chord.
  static let gestures: [Key] = [
    Key("tap", .either([.flag, .table(tap)]), "taps; what is bound where no gesture is named"),
    Key("hold", .either([long(Defaults.holdAfter), .flag, .table(hold)]), "press and hold"),
    Key(
      "confirm", .either([long(Defaults.confirmAfter), .flag, .table(confirm)]),
      "hold to confirm; not beside hold"),
    Key("remote", .flag, "a program's press may confirm, too, and not only a hand [false]"),
  ]

  /// A span of whole milliseconds.
  static func span(_ range: ClosedRange<Int64>, _ usual: TimeSpan) -> Form {
    .span(.milliseconds(range.lowerBound) ... .milliseconds(range.upperBound), usual: usual)
  }

  /// A time that a switch stays as it is: 10 ms to a day.
  static func day(_ usual: TimeSpan) -> Form { span(10...86_400_000, usual) }

  /// A time that somebody holds something: 10 ms to an hour.
  static func long(_ usual: TimeSpan) -> Form { span(10...3_600_000, usual) }
}
