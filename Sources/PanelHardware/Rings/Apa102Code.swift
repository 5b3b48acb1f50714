/// The bytes of APA102 and SK9822 frames.
enum Apa102Code {
  /// Bytes of a frame of so many LEDs.
  static func length(of leds: Int) -> Int { 8 + leds * 4 + (leds + 15) / 16 }

  /// Writes a frame into `bytes`: a start, four bytes an LED, the latch of SK9822, and clocks.
  ///
  /// Each LED delays the data by half a clock, so the last needs as many halves more; zeros, as ones
  /// would light an LED after the last.
  static func encode(
    _ duties: [LightPipeline.Duty], order: [UInt8], into bytes: inout [UInt8]
  ) {
    begin(&bytes)
    append(duties, order: order, to: &bytes)
    end(duties.count, &bytes)
  }

  /// Begins a frame.
  static func begin(_ bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: repeatElement(0, count: 4))
  }

  /// The next LEDs of a frame.
  static func append(
    _ duties: [LightPipeline.Duty], order: [UInt8], to bytes: inout [UInt8]
  ) {
    for duty in duties {
      let level = level(for: duty)
      bytes.append(0xE0 | UInt8(level))
      // What the level takes away the channels give back.
      let scale = 255 * 31 / Double(level)
      for letter in order {
        bytes.append(UInt8(min((duty.channel(letter) * scale).rounded(), 255)))
      }
    }
  }

  /// The next LEDs of a frame, dark.
  static func appendDark(_ count: Int, to bytes: inout [UInt8]) {
    // As `append` has it: the least level, no light.
    for _ in 0..<count {
      bytes.append(0xE1)
      bytes.append(contentsOf: repeatElement(0, count: 3))
    }
  }

  /// Ends a frame of so many LEDs.
  static func end(_ leds: Int, _ bytes: inout [UInt8]) {
    bytes.append(contentsOf: repeatElement(0, count: 4 + (leds + 15) / 16))
  }

  /// The least global brightness at which the brightest channel still fits: the finest steps.
  static func level(for duty: LightPipeline.Duty) -> Int {
    min(max(Int((duty.largest * 31).rounded(.up)), 1), 31)
  }
}
