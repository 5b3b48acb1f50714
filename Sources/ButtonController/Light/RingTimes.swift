/// The times and levels of a ring's pictures that no panel file changes.
enum RingTimes {
  /// A press without confirm, as a share of the tint.
  static let pressedLevel = 0.35
  /// From its release back to idle.
  static let release = TimeSpan.milliseconds(250)
  /// All of a fill: a finger presses the ring a little.
  static let squeeze = 0.92
  /// From tint to success.
  static let success = TimeSpan.milliseconds(200)
  /// One half of a blink; two blinks a second are as many as the flash limit allows.
  static let blink = TimeSpan.milliseconds(250)
  /// From the failure to its fade.
  static let failure = TimeSpan.milliseconds(1200)
  /// A press that cannot start.
  static let denied = TimeSpan.milliseconds(120)
  /// Its level, a share of the tint.
  static let deniedLevel = 0.08
  /// One turn of the working arc.
  static let turn = TimeSpan.milliseconds(1200)
  /// Its length in turns.
  static let workingArc = 1.0 / 3
  /// The working pulse where nothing may turn, and of a single pixel, which cannot.
  static let workingPulse = TimeSpan.seconds(2)
  static let workingLow = 0.2
  static let workingHigh = 0.6
  /// The breath of an idle ring.
  static let breath = TimeSpan.seconds(4)
  static let breathLow = 0.05
  static let breathHigh = 0.18
  /// A drag without motion.
  static let dragDim = 0.7
  /// Half of a bump without stretch, in turns: 30 degrees.
  static let bump = 30.0 / 360
  /// How much wider a full pull makes it.
  static let stretch = 0.4
  /// One pixel of the test pattern.
  static let test = TimeSpan.milliseconds(500)
  /// How many of these its first picture stays.
  static let testOpening = 4
}
