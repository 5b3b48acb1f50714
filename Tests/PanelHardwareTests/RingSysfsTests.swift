import ButtonController
import Foundation
import PanelFiles
import Testing

@testable import PanelHardware

@Suite("Rings on files of the kernel")
struct RingSysfsTests {
  private func ring(
    _ chip: PwmChipModel, name: String = "2", channels: [Int] = [0], pixels: Int = 1,
    frequency: Double = 1_000, isInverted: Bool = false
  ) -> PwmRing {
    let file = RingFile(
      name: "halo", driver: .terminal, brightness: 1, gamma: 1, order: "rgb", limit: 1)
    return PwmRing(
      file, pixels: pixels, chip: name, channels: channels, frequency: frequency,
      isInverted: isInverted, files: chip)
  }

  private func send(_ ring: inout some RingOutput, _ colours: [Colour]) throws {
    var failure: RingError?
    colours.withUnsafeBufferPointer { frame in
      do throws(RingError) { try ring.send(frame, at: .zero) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private func message(_ body: () throws(RingError) -> Void) -> String {
    do throws(RingError) {
      try body()
      return ""
    } catch {
      return error.description
    }
  }

  private let half = Colour(red: 0.5, green: 0.25, blue: 0)

  // MARK: PWM

  @Test func aFreshChannel() throws {
    let chip = PwmChipModel(channels: 2)
    var ring = ring(chip)
    try ring.open()
    #expect(
      chip.takeLog() == ["export 0", "0 period 1000000", "0 duty_cycle 0", "0 enable 1"])
    try send(&ring, [half])
    try send(&ring, [half])
    #expect(chip.takeLog() == ["0 duty_cycle 500000"])
    ring.dark()
    ring.close(keepsLight: false)
    #expect(chip.takeLog() == ["0 duty_cycle 0"])
    #expect(chip.channels[0].isEnabled, "only a PWM that runs is surely dark")
  }

  @Test(arguments: [
    PwmChipModel.Channel(period: 5_000_000, duty: 4_000_000, isEnabled: true),
    PwmChipModel.Channel(period: 100_000, duty: 100_000, isEnabled: false, isInverted: true),
    PwmChipModel.Channel(period: 2_000_000, duty: 0, isEnabled: true, isInverted: true),
  ])
  func leftoversAreTakenOver(left: PwmChipModel.Channel) throws {
    for isExported in [false, true] {
      for isInverted in [false, true] {
        let chip = PwmChipModel(channels: 2)
        chip.channels[1] = left
        if isExported { chip.exported.insert(1) }
        var ring = ring(chip, channels: [1], isInverted: isInverted)
        chip.isWiredToSupply = isInverted
        try ring.open()
        #expect(chip.channels[1].period == 1_000_000 && chip.channels[1].isEnabled)
        #expect(chip.light(of: 1) == 0)
        // One that ran keeps its polarity: a change would light the LED.
        if !left.isEnabled { #expect(chip.channels[1].isInverted == isInverted) }
        try send(&ring, [Colour(rgb: 0xffffff)])
        #expect(chip.light(of: 1) == 1)
        try send(&ring, [half])
        #expect(chip.light(of: 1) == 0.5)
      }
    }
  }

  @Test(arguments: [
    PwmChipModel.Channel(period: 1_000_000, duty: 0, isEnabled: true, isInverted: true),
    PwmChipModel.Channel(period: 5_000_000, duty: 0, isEnabled: true, isInverted: true),
    PwmChipModel.Channel(period: 1_000_000, duty: 1_000_000, isEnabled: true, isInverted: false),
  ])
  func aDarkOneThatRunsIsTakenOverWithoutAFlash(left: PwmChipModel.Channel) throws {
    for hasPolarity in [false, true] {
      let chip = PwmChipModel(channels: 1)
      chip.channels[0] = left
      chip.hasPolarity = hasPolarity
      chip.isWiredToSupply = true
      #expect(chip.light(of: 0) == 0)
      for _ in 0..<2 {
        var ring = ring(chip, isInverted: true)
        try ring.open()
        ring.dark()
        ring.close(keepsLight: false)
      }
      #expect(chip.brightest == 0)
    }
  }

  @Test func aLitOneThatRunsIsNeverBrighterWhenItIsTakenOver() throws {
    let chip = PwmChipModel(channels: 1)
    chip.isWiredToSupply = true
    chip.channels[0] = .init(period: 1_000_000, duty: 400_000, isEnabled: true)
    var ring = ring(chip, isInverted: true)
    try ring.open()
    #expect(chip.brightest <= 0.6)
    #expect(chip.light(of: 0) == 0)
  }

  @Test func aFrequencyThatCannotBeLeavesTheOldOneDark() {
    let chip = PwmChipModel(channels: 1)
    chip.isWiredToSupply = true
    chip.shortest = 2_000_000
    chip.channels[0] = .init(period: 5_000_000, duty: 1_000_000, isEnabled: true)
    var ring = ring(chip, isInverted: true)
    #expect(message { () throws(RingError) in try ring.open() }.contains("frequency"))
    #expect(chip.light(of: 0) == 0)
  }

  @Test func aChipThatWasAwayIsNoticed() throws {
    let chip = PwmChipModel(channels: 1)
    var ring = ring(chip)
    try ring.open()
    try ring.check()
    chip.wasAway = true
    #expect(message { () throws(RingError) in try ring.check() }.contains("pwm0 has gone"))
    chip.wasAway = false
    chip.exported = []
    #expect(message { () throws(RingError) in try ring.check() }.contains("pwm0 has gone"))
  }

  @Test func aChipWithOnePeriodForAll() throws {
    let chip = PwmChipModel(channels: 16)
    chip.sharesPeriod = true
    for number in 0..<3 {
      chip.channels[number] = .init(period: 5_000_000, duty: 1, isEnabled: true)
    }
    var ring = ring(chip, channels: [0, 1, 2])
    try ring.open()
    #expect(chip.channels[..<3].allSatisfy { $0.period == 1_000_000 && $0.isEnabled })
    try send(&ring, [half])
    #expect(chip.channels[..<3].map(\.duty) == [500_000, 250_000, 0])
    // Somebody else's channel runs at another frequency.
    chip.channels[8] = .init(period: 5_000_000, duty: 1, isEnabled: true)
    var other = self.ring(chip, channels: [4])
    #expect(message { () throws(RingError) in try other.open() }.contains("one frequency"))
  }

  @Test func aChipThatCannotInvertIsInvertedByUs() throws {
    let chip = PwmChipModel(channels: 1)
    chip.hasPolarity = false
    var ring = ring(chip, isInverted: true)
    try ring.open()
    #expect(chip.channels[0].duty == 1_000_000)
    try send(&ring, [half])
    #expect(chip.channels[0].duty == 500_000)
    ring.dark()
    #expect(chip.channels[0].duty == 1_000_000)
  }

  @Test func dutiesThatAreTooCloseBecomeNoneOrAll() throws {
    let chip = PwmChipModel(channels: 1)
    chip.margin = 15
    var ring = ring(chip)
    try ring.open()
    try send(&ring, [Colour(red: 0.000_01, green: 0, blue: 0)])
    #expect(chip.channels[0].duty == 0)
    try send(&ring, [Colour(red: 0.999_99, green: 0, blue: 0)])
    #expect(chip.channels[0].duty == 1_000_000)
  }

  @Test func theUdevRuleIsWaitedFor() throws {
    let chip = PwmChipModel(channels: 1)
    chip.refusals = 7
    var ring = ring(chip)
    try ring.open()
    #expect(chip.pauses == 7)
    chip.refusals = 1_000
    chip.pauses = 0
    var other = self.ring(chip)
    #expect(message { () throws(RingError) in try other.open() }.contains("udev rule"))
    #expect(chip.pauses < 200)
  }

  @Test func onePixelAChannel() throws {
    let chip = PwmChipModel(channels: 4)
    var ring = ring(chip, channels: [3, 1], pixels: 2)
    try ring.open()
    try send(&ring, [half, Colour(rgb: 0xffffff)])
    #expect(chip.channels.map(\.duty) == [0, 1_000_000, 0, 500_000])
  }

  @Test(arguments: ["2", "3f20c000.pwm"])
  func aChipByNumberOrDevice(name: String) throws {
    var ring = ring(PwmChipModel(channels: 1), name: name)
    try ring.open()
  }

  @Test func failuresSayWhatToDo() {
    let chip = PwmChipModel(channels: 2)
    chip.claimed = [1]
    var missing = ring(chip, name: "fe20c000.pwm")
    #expect(
      message { () throws(RingError) in try missing.open() }
        == "there is no PWM chip fe20c000.pwm in /sys/class/pwm; there are pwmchip2 (3f20c000.pwm); "
        + "switch PWM on (Raspberry Pi: dtoverlay=pwm) or name another chip")
    var beyond = ring(chip, channels: [2])
    #expect(
      message { () throws(RingError) in try beyond.open() }.contains("channels 0 to 1, not 2"))
    var claimed = ring(chip, channels: [1])
    #expect(message { () throws(RingError) in try claimed.open() }.contains("driver of the kernel"))
    chip.shortest = 2_000_000
    var fast = ring(chip)
    #expect(
      message { () throws(RingError) in try fast.open() }.contains("cannot do this frequency"))
  }

  // MARK: LED class

  private func leds(_ model: LedClassModel, _ names: [String]) -> LedRing {
    LedRing(
      RingFile(name: "halo", driver: .terminal, brightness: 1, gamma: 1, order: "rgb"),
      pixels: names.count, names: names, files: model)
  }

  @Test func anLedOfOneColour() throws {
    let model = LedClassModel(["a": .init(largest: 100, trigger: "heartbeat")])
    var ring = leds(model, ["a"])
    try ring.open()
    #expect(model.takeLog() == ["a trigger none", "a brightness 0"])
    try send(&ring, [half])
    try send(&ring, [half])
    #expect(model.takeLog() == ["a brightness 50"])
    ring.dark()
    ring.close(keepsLight: false)
    #expect(model.takeLog() == ["a brightness 0", "a trigger heartbeat"])
  }

  @Test func anLedOfManyColours() throws {
    let model = LedClassModel(["m": .init(index: ["green", "amber", "red", "blue"])])
    var ring = leds(model, ["m"])
    try ring.open()
    #expect(model.takeLog() == ["m multi_intensity 0 0 0 0", "m brightness 255"])
    try send(&ring, [half])
    #expect(model.takeLog() == ["m multi_intensity 64 0 128 0"])
    ring.dark()
    ring.close(keepsLight: false)
    #expect(model.takeLog() == ["m multi_intensity 0 0 0 0"])
  }

  @Test(arguments: [(0.18, 0), (0.29, 0), (0.35, 1), (1.0, 1)])
  func anLedThatIsOnOrOff(level: Double, expected: Int) throws {
    let model = LedClassModel(["g": .init(largest: 1)])
    var ring = leds(model, ["g"])
    try ring.open()
    try send(&ring, [Colour(red: level, green: 0, blue: 0)])
    #expect(model.leds["g"]?.brightness == expected)
  }

  @Test func ledsThatCannotBeHad() {
    let model = LedClassModel(["t": .init(isTaken: true)])
    var taken = leds(model, ["t"])
    #expect(message { () throws(RingError) in try taken.open() }.contains("has taken this LED"))
    var missing = leds(model, ["x"])
    #expect(
      message { () throws(RingError) in try missing.open() }
        == "there is no LED x in /sys/class/leds; see ls /sys/class/leds")
  }

  @Test func keptLightKeepsTheLed() throws {
    let model = LedClassModel(["a": .init(trigger: "mmc0")])
    var ring = leds(model, ["a"])
    try ring.open()
    try send(&ring, [half])
    ring.close(keepsLight: true)
    #expect(model.leds["a"]?.brightness == 128 && model.leds["a"]?.trigger == "none")
  }

  @Test func aTriggerIsGivenBackAfterAFailure() {
    for (broken, index) in [("brightness", []), ("multi_intensity", ["red", "green"])] {
      let model = LedClassModel([
        "a": .init(trigger: "heartbeat"),
        "b": .init(trigger: "mmc0", index: index, broken: [broken]),
        "c": .init(trigger: "mmc0"),
      ])
      var ring = leds(model, ["a", "b", "c"])
      #expect(message { () throws(RingError) in try ring.open() }.contains("Input/output error"))
      #expect(["a", "b", "c"].map { model.leds[$0]?.trigger } == ["heartbeat", "mmc0", "mmc0"])
    }
    // One that is missing: nothing is taken.
    let model = LedClassModel(["a": .init(trigger: "heartbeat")])
    var ring = leds(model, ["a", "x"])
    #expect(message { () throws(RingError) in try ring.open() }.contains("no LED x"))
    #expect(model.takeLog().isEmpty)
  }

  @Test func aTriggerIsGivenBackAfterAFrameThatFailed() throws {
    let model = LedClassModel(["a": .init(trigger: "heartbeat"), "b": .init(trigger: "mmc0")])
    var ring = leds(model, ["a", "b"])
    try ring.open()
    model.break("b", "brightness")
    #expect(throws: RingError.self) { try send(&ring, [half, half]) }
    ring.close(keepsLight: false)
    #expect(["a", "b"].map { model.leds[$0]?.trigger } == ["heartbeat", "mmc0"])
  }

  @Test func anLedThatWasAwayIsNoticed() throws {
    let model = LedClassModel(["a": .init()])
    var ring = leds(model, ["a"])
    try ring.open()
    try ring.check()
    model.wereAway = ["a"]
    #expect(message { () throws(RingError) in try ring.check() }.contains("leds/a has gone"))
  }

  @Test(arguments: ["..", ".", "", "a/b"])
  func aNameThatLeadsElsewhereIsNoLed(name: String) {
    var ring = LedRing(
      RingFile(name: "halo", driver: .terminal), pixels: 1, names: [name], root: "/sys/class/net")
    #expect(message { () throws(RingError) in try ring.open() }.contains("there is no LED"))
  }

  @Test func onlyFilesOfTheKernelAreWritten() throws {
    let path = NSTemporaryDirectory() + "attribute-\(UUID().uuidString)"
    try "7".write(toFile: path, atomically: true, encoding: .utf8)
    defer { unlink(path) }
    let files = KernelAttributes()
    #expect(throws: SystemError.self) { try files.write(path, "1") }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "7")
  }

  // MARK: The Pi 5's device

  @Test func anotherDeviceIsNotEvenOpened() {
    let file = RingFile(name: "halo", driver: .terminal)
    for path in ["/dev/null", "/etc/passwd", "/tmp"] {
      var pio = PioRing([RingPart(file, pixels: 2)], device: path)
      #expect(
        message { () throws(RingError) in try pio.open() }
          == "open \(path): it is no device of the driver ws2812-pio; "
          + "see ls /sys/class/ws2812-pio-rp1")
      var spi = SpiRing([RingPart(file, pixels: 2)], device: path, apa102: 4e6)
      #expect(
        message { () throws(RingError) in try spi.open() }
          == "open \(path): it is no device of the driver spidev; see ls /dev/spidev*")
    }
    var missing = SpiRing([RingPart(file, pixels: 2)], device: "/dev/nothing", apa102: 4e6)
    #expect(message { () throws(RingError) in try missing.open() }.contains("switch SPI on"))
  }

  /// The rights of the file, and the list of devices of a sandbox, which does not know a driver that came late.
  @Test(arguments: [
    (EACCES, "Permission denied; install the udev rule of the package"),
    (
      EPERM,
      "Operation not permitted; restart the service, if its driver came after the start; a container needs "
        + "--device /dev/leds0"
    ),
  ])
  func whoForbidsTheDeviceIsSaid(code: Int32, text: String) {
    let file = RingFile(name: "halo", driver: .terminal)
    var ring = PioRing([RingPart(file, pixels: 2)], device: "/dev/leds0") { _ in -code }
    #expect(message { () throws(RingError) in try ring.open() } == "open /dev/leds0: \(text)")
  }

  @Test func theKernelsGammaIsTakenBack() {
    #expect(PioRing.code(0) == 0 && PioRing.code(1) == 255 && PioRing.code(7) == 255)
    for code: UInt8 in [1, 10, 100, 200] {
      #expect(PioRing.code(pow(Double(code) / 255, PioRing.kernelGamma)) == code)
    }
  }

  @Test func framesOfThePiDevice() throws {
    var template = Array("/tmp/pio-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer {
      close(descriptor)
      unlink(path)
    }
    let file = RingFile(name: "halo", driver: .terminal, brightness: 1, gamma: 1, limit: 1e6)
    var ring = PioRing([RingPart(file, pixels: 2)], device: path) { open($0, O_WRONLY) }
    try ring.open()
    try send(&ring, [Colour(rgb: 0x102030), Colour(rgb: 0xffffff)])
    var bytes = [UInt8](repeating: 9, count: 16)
    #expect(pread(descriptor, &bytes, 16, 0) == 8)
    #expect(bytes[..<8] == [0x10, 0x20, 0x30, 0, 255, 255, 255, 0])
    ring.dark()
    ring.close(keepsLight: false)
    #expect(pread(descriptor, &bytes, 16, 0) == 8)
    #expect(bytes[..<8] == [0, 0, 0, 0, 0, 0, 0, 0])
  }
}
