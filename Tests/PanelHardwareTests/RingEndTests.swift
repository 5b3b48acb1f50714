import ButtonController
import Foundation
import LoopTestKit
import PanelFiles
import Testing

@testable import PanelHardware

@Suite("Rings that come, go and hang")
struct RingEndTests {
  private func light(
    _ record: RingRecord, _ prefix: String = "", after: [RingLight] = [], isAnnounced: Bool = false
  ) throws -> RingLight {
    let output = RecordingOutput(record: record, prefix: prefix, isAnnounced: isAnnounced)
    // No time between two attempts: what is not reported is tried without an end.
    return try RingLight(
      pixels: [1], output: output, after: after, hasNews: isAnnounced,
      backOff: isAnnounced ? (.zero, .zero) : (.seconds(60), .seconds(60))
    ) { record.noteReport($0) }
  }

  private func show(_ light: RingLight, _ colour: UInt32) {
    [Colour(rgb: colour)].withUnsafeBufferPointer { light.show($0, at: .zero) }
  }

  @Test func theDarkFrameIsNextWhateverWasToBeShown() throws {
    let record = RingRecord()
    record.hold("ff0000")
    let light = try light(record)
    show(light, 0xff0000)
    #expect(record.wait(1, of: "ff0000"))
    show(light, 0x00ff00)
    light.leave()
    show(light, 0x0000ff)
    #expect(!light.waitForEnd(until: .zero) && !light.hasEnded)
    record.letGo()
    #expect(light.stop(patience: .seconds(10)) && light.hasEnded)
    #expect(record.all == ["open", "ff0000", "dark", "close"])
  }

  @Test func noOldDarkFrameFollowsANewPicture() throws {
    let record = RingRecord()
    record.hold("old dark")
    let old = try light(record, "old ")
    old.leave()
    #expect(record.wait(1, of: "old dark"))
    let new = try light(record, "new ", after: [old])
    show(new, 0xff0000)
    // One that waits for its turn leaves at once, and has touched nothing.
    let newest = try light(record, "newest ", after: [old, new])
    new.leave()
    #expect(new.waitForEnd(until: .never))
    show(newest, 0x00ff00)
    #expect(record.all == ["old open", "old dark"])
    record.letGo()
    #expect(record.wait(1, of: "newest ff00"))
    #expect(newest.stop(patience: .seconds(10)))
    #expect(
      record.all == [
        "old open", "old dark", "old close", "newest open", "newest ff00", "newest dark",
        "newest close",
      ])
  }

  @Test func aDeviceThatGoesAtRestAndComesBackIsLitAgain() throws {
    let record = RingRecord()
    let light = try light(record, isAnnounced: true)
    show(light, 0xff0000)
    #expect(record.wait(1, of: "ff0000"))
    // Something else has come or gone.
    light.look()
    #expect(record.wait(1, of: "check"))
    record.hasDevice = false
    light.look()
    #expect(record.waitForReport("it has gone; it is lit again when it is back"))
    // It was looked for, once: nothing is tried again and again.
    #expect(record.wait(1, of: "close"))
    record.hasDevice = true
    light.look()
    #expect(record.wait(2, of: "ff0000"))
    #expect(record.waitForReport("back"))
    #expect(light.stop(patience: .seconds(10)))
    #expect(
      record.all == [
        "open", "ff0000", "check", "check", "close", "open", "ff0000", "dark", "close",
      ])
  }

  @Test func aDeviceThatIsNotThereIsWaitedForWithoutLooking() throws {
    let record = RingRecord()
    record.hasDevice = false
    let light = try light(record, isAnnounced: true)
    show(light, 0xff0000)
    for count in 1...5 {
      #expect(record.wait(count, of: "close"))
      light.look()
    }
    #expect(record.wait(6, of: "close"))
    #expect(record.all.filter { $0 == "open" }.count == 6)
    record.hasDevice = true
    light.look()
    #expect(record.wait(1, of: "ff0000"))
    #expect(light.stop(patience: .seconds(10)))
  }

  @Test func aFailureAtRestIsMendedWithThePicture() throws {
    let record = RingRecord(failures: [RingError("busy", code: EBUSY)])
    // Not a thing that is reported: tried again by itself.
    let light = try light(record, isAnnounced: true)
    show(light, 0xff0000)
    #expect(record.wait(1, of: "ff0000"))
    #expect(light.stop(patience: .seconds(10)))
    #expect(record.reports == ["busy", "back"])
  }

  // MARK: All rings of a panel

  /// Outputs that a show made, and how many of them are still in somebody's hands.
  private final class Workshop: @unchecked Sendable {
    final class Token {}
    private struct Weak { weak var token: Token? }
    private struct Output: RingOutput {
      var output: RecordingOutput
      let token: Token
      var frameTime: TimeSpan
      mutating func open() throws(RingError) { try output.open() }
      mutating func send(
        _ pixels: UnsafeBufferPointer<Colour>, at instant: Instant
      ) throws(RingError) { try output.send(pixels, at: instant) }
      mutating func dark() { output.dark() }
      mutating func close(keepsLight: Bool) { output.close(keepsLight: keepsLight) }
    }

    let record = RingRecord()
    var frameTime = TimeSpan.zero
    private(set) var made: [String] = []
    private var tokens: [Weak] = []

    var alive: Int { tokens.filter { $0.token != nil }.count }

    /// Whether in the end no more than `count` outputs are left; their threads let go of them when they run.
    func comesDown(to count: Int, meanwhile: () -> Void = {}) -> Bool {
      let limit = Date() + 10
      while alive > count && Date() < limit {
        sched_yield()
        meanwhile()
      }
      return alive == count
    }

    func make(_ file: RingFile, _ pixels: Int, _ board: TerminalBoard) -> any RingOutput {
      let token = Token()
      tokens.append(Weak(token: token))
      made.append(file.name)
      let output = RecordingOutput(record: record, prefix: "\(file.name) ")
      return Output(output: output, token: token, frameTime: frameTime)
    }

    func show(_ panel: PanelFile) -> RingShow {
      RingShow(panel, listen: { _ in [] }, make: { self.make($0[0].file, $0[0].pixels, $1) }) {
        self.record.note($0)
      }
    }
  }

  private func panel(_ rings: [RingFile]) -> PanelFile {
    var panel = Bench.panel([.tap])
    panel.rings = rings
    panel.panel.rings = rings.map { _ in Ring(pixels: 1) }
    return panel
  }

  private func loop(_ panel: PanelFile) -> PanelLoop {
    PanelLoop(
      panel: panel, hardware: MemoryLines(lineCount: 1), clock: SteppedClock(), log: { _ in })
  }

  private func led(_ name: String, brightness: Double = 1) -> RingFile {
    RingFile(name: name, driver: .led(names: [name]), brightness: brightness)
  }

  @Test func aRingThatIsAsItWasGoesOn() throws {
    let workshop = Workshop()
    let record = workshop.record
    let loop = loop(panel([led("a"), led("b"), led("c")]))
    let show = workshop.show(loop.panel)
    loop.add(show)
    _ = loop.start()
    loop.turn()
    for name in ["a", "b", "c"] { #expect(record.wait(1, of: "\(name) open")) }
    // Another place among the rings is nothing to a ring.
    loop.reload(panel([led("c"), led("a"), led("b", brightness: 0.5)]))
    #expect(workshop.made == ["a", "b", "c", "b"])
    #expect(record.wait(2, of: "b open"))
    loop.shutDown()
    let all = record.all
    #expect(all.filter { $0 == "a dark" }.count == 1 && all.filter { $0 == "c dark" }.count == 1)
    #expect(
      all.filter { $0.hasPrefix("b ") && ["open", "dark", "close"].contains($0.dropFirst(2)) }
        == ["b open", "b dark", "b close", "b open", "b dark", "b close"])
    #expect(workshop.comesDown(to: 0))
  }

  @Test func aHungRingLeaksNothingAReload() throws {
    let workshop = Workshop()
    workshop.record.hold("a dark")
    workshop.record.hold("b open")
    let loop = loop(panel([led("a")]))
    let show = workshop.show(loop.panel)
    loop.add(show)
    _ = loop.start()
    #expect(workshop.record.wait(1, of: "a open"))
    for number in 1...50 {
      // Two devices in turn, and others beside.
      let name = number % 2 == 0 ? "a" : "b"
      loop.reload(panel([led(name, brightness: 1 / Double(number)), led("c\(number)")]))
    }
    // Two that hang, and the two of this panel; the others go by themselves, when their threads run.
    #expect(workshop.comesDown(to: 4) { loop.reload(loop.panel) })
    let begin = Date()
    loop.shutDown()
    #expect(Date().timeIntervalSince(begin) < 2)
    #expect(workshop.record.all.contains { $0.hasSuffix("so it could not be made dark") })
    workshop.record.letGo()
  }

  @Test func theEndGivesSlowFramesTheirTime() throws {
    // 1,024 LEDs on a slow bus: two frames take longer than the end of quick rings may.
    let file = RingFile(name: "halo", driver: .terminal, order: "bgr")
    let ring = SpiRing([RingPart(file, pixels: 1_000)], device: "/dev/spidev0.0", apa102: 100_000)
    #expect(ring.frameTime > .milliseconds(300) && ring.frameTime < .milliseconds(400))
    #expect(RingShow.patience + ring.frameTime + ring.frameTime < RingShow.longestPatience)
    let strip = RingFile(name: "halo", driver: .terminal)
    let quick = SpiRing(
      [RingPart(strip, pixels: 24)], device: "/dev/spidev0.0", ws2812: .eightBit)
    #expect(quick.frameTime < .milliseconds(2))
  }

  @Test func ringsOnTheSameLedsAreTold() {
    func names(_ driver: RingFile.Driver) -> Set<String> { RingTargets.names(of: driver) }
    #expect(
      names(.apa102(device: "/dev/null", speed: 1)) == names(.pio(device: "/dev/../dev/null")))
    #expect(names(.apa102(device: "/dev/a", speed: 1)) != names(.pio(device: "/dev/b")))
    let three = names(.pwm(chip: "2", channels: [0, 1, 2], frequency: 1, isInverted: false))
    let other = names(.pwm(chip: "x.pwm", channels: [2], frequency: 1, isInverted: false))
    #expect(!three.isDisjoint(with: other))
    #expect(names(.led(names: ["a", "b"])).isDisjoint(with: names(.led(names: ["c"]))))
    #expect(names(.terminal) == names(.terminal))
  }

  @Test func theTerminalsRingsGoOnTogetherOrNotAtAll() {
    func terminal(_ name: String) -> RingFile { RingFile(name: name, driver: .terminal) }
    let workshop = Workshop()
    let loop = loop(panel([terminal("a"), terminal("b"), led("c")]))
    loop.add(workshop.show(loop.panel))
    _ = loop.start()
    loop.reload(panel([led("c"), terminal("a"), terminal("b")]))
    #expect(workshop.made == ["a", "b", "c"])
    loop.reload(panel([terminal("b"), terminal("a"), led("c")]))
    #expect(workshop.made == ["a", "b", "c", "b", "a"])
    loop.shutDown()
  }

  @Test func oneThatHangsHoldsUpNoOtherAfterAKill() {
    let record = RingRecord()
    record.hold("0")
    let results = RingsOff.run(3, patience: .milliseconds(1)) { (number) throws(RingError) in
      record.note("\(number)")
      if number == 1 { throw RingError("no such thing") }
    }
    #expect(results[0]?.what == "its device hangs, so it could not be made dark")
    #expect(record.wait(1, of: "1") && record.wait(1, of: "2"))
    record.letGo()
    let others = RingsOff.run(2, patience: .seconds(10)) { (number) throws(RingError) in
      if number == 1 { throw RingError("no such thing") }
    }
    #expect(others == [nil, RingError("no such thing")])
  }

  // MARK: News

  @Test(arguments: [
    (["add@/x", "ACTION=add", "SUBSYSTEM=spidev"], true),
    (["remove@/x", "ACTION=remove", "DEVPATH=/x", "SUBSYSTEM=pwm", "SEQNUM=7"], true),
    (["change@/x", "ACTION=change", "SUBSYSTEM=leds"], false),
    (["add@/x", "ACTION=add", "SUBSYSTEM=spi"], false),
    (["add@/x", "ACTION=add", "SUBSYSTEM=spidevice"], false),
    (["add@/x", "ACTION=add"], false), ([], false),
  ])
  func newsOfTheKernel(texts: [String], isOurs: Bool) {
    #expect(KernelNews.isAbout(message(texts)) == isOurs)
  }

  @Test func whoTellsOfWhat() throws {
    let strip = RingFile.Driver.apa102(device: "/dev/spidev9.9", speed: 1)
    let pwm = RingFile.Driver.pwm(chip: "0", channels: [0], frequency: 1, isInverted: false)
    let elsewhere = RingFile.Driver.pio(device: "/run/leds0")
    let folder = try DeviceFileNews(for: [strip, pwm, elsewhere], isKept: true)
    #expect(folder.covers(strip) && !folder.covers(pwm) && !folder.covers(elsewhere))
    #expect(!folder.covers(.file(path: "/dev/frames")))
    #expect(!(try DeviceFileNews(for: [strip], isKept: false)).covers(strip))
    let kernel = try KernelNews()
    #expect(kernel.covers(strip) && kernel.covers(pwm) && !kernel.covers(.terminal))
  }

  @Test func filesOfOtherDevicesAreNoNews() throws {
    let path = NSTemporaryDirectory() + "dev-\(UUID().uuidString)"
    mkdir(path, 0o755)
    defer { rmdir(path) }
    func touch(_ name: String) {
      close(open("\(path)/\(name)", O_WRONLY | O_CREAT, 0o600))
      unlink("\(path)/\(name)")
    }
    let strip = RingFile.Driver.apa102(device: "\(path)/spidev0.0", speed: 1)
    let news = try DeviceFileNews(for: [strip], folder: path)
    touch("ttyUSB0")
    #expect(!news.take())
    touch("spidev0.0")
    #expect(news.take())
    #expect(!news.take())
    touch("gpiochip1")
    #expect(!news.take())
    let lines = try DeviceFileNews(for: [.softPwm(lines: [], frequency: 1)], folder: path)
    touch("gpiochip1")
    #expect(lines.take())
  }

  @Test func newsThatWereCutOff() {
    let whole = message(["add@/x", "ACTION=add", "SUBSYSTEM=pwm"])
    #expect(KernelNews.isAbout(whole))
    for count in whole.indices { #expect(!KernelNews.isAbout(Array(whole[..<count]))) }
  }

  private func message(_ texts: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for text in texts { bytes += Array(text.utf8) + [0] }
    return bytes
  }

  @Test func tooManyOpenFilesIsSaidAsSuch() {
    let ours = RingError(EMFILE, "open /dev/x", hint: "plug it in")
    #expect(ours.description.hasPrefix("open /dev/x: too many open files"))
    #expect(ours.description.contains("LimitNOFILE=") && ours.hint.isEmpty)
    let systems = RingError(SystemError(ENFILE, "open x"), hint: "no")
    #expect(systems.description.contains("fs.file-max") && systems.hint.isEmpty)
    #expect(RingError(EIO, "open x", hint: "do").description == "open x: Input/output error; do")
  }
}
