import Foundation
import Testing

/// `gpiopress ring`, as a user starts it.
@Suite struct RingTests {
  /// A ring of each driver, with the hardware missing; `halo` writes into a file.
  private static let panel = """
    name: Rings
    board: raspberry-pi-5
    controls:
      erase: {kind: button, pin: GPIO17, confirm: 1.2s, ring: halo}
    rings:
      halo: {driver: file, path: frames.jsonl, pixels: 4, shows: [pressed]}
      calm: {driver: file, path: calm.jsonl, pixels: 4, at_exit: keep}
      strip: {driver: ws2812, device: /dev/nowhere, pixels: 4}
      stars: {driver: apa102, device: /dev/nowhere-2, pixels: 4}
      pio: {driver: pio, device: /dev/nowhere-3, pixels: 4}
      pwm: {driver: pwm, chip: nowhere, channels: [0, 1, 2]}
      led: {driver: led, leds: ["nowhere:white:ring"]}
      draw: {driver: terminal, pixels: 4}

    """

  private static func run(_ arguments: String, _ files: Scratch) throws -> ProgramRun {
    try ProgramRun(
      ["ring", "panel.yaml"] + arguments.split(separator: " ").map(String.init), in: files.folder)
  }

  private static func scratch() throws -> Scratch { try Scratch(["panel.yaml": panel]) }

  /// The pixels of each line, joined.
  private static func frames(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in
      line.split(separator: "[").last.map { $0.filter { $0.isHexDigit || $0 == "," } } ?? ""
    }
  }

  private static func file(_ name: String, _ files: Scratch) throws -> String {
    try String(contentsOf: files.folder.appendingPathComponent(name), encoding: .utf8)
  }

  @Test(arguments: [
    ("halo blink", "gpiopress: ring: no picture is called \"blink\"; known: off, fill 0.4,"),
    ("halo sucess", "gpiopress: ring: no picture is called \"sucess\"; did you mean success?; see"),
    ("hallo off", "gpiopress: ring: panel.yaml: no ring hallo; did you mean halo?; see"),
    ("x off", "gpiopress: ring: panel.yaml: no ring x; there are halo, calm, strip, stars"),
    ("halo fill", "gpiopress: ring: fill needs a share of 0 to 1 after it, such as fill 0.4; see"),
    ("halo fill 1.1", "gpiopress: ring: fill 1.1: write a share of 0 to 1, such as 0.4; see"),
    ("halo fill nan", "gpiopress: ring: fill nan: write a share of 0 to 1, such as 0.4; see"),
    ("halo off 1", "gpiopress: ring: 1 is too much after off; see"),
    ("halo test --for 3", "gpiopress: ring: --for 3: write a time with its unit, such as"),
    ("halo test --for 0s", "gpiopress: ring: --for 0s: write a time with its unit, such as"),
    ("halo test --svg a --capture b", "gpiopress: ring: --svg and --capture: take one of them"),
    ("halo test --for 153722867m", "gpiopress: ring: --for 153722867m: longer than a year;"),
    ("halo test --svg a --for 1s --every 153722867m", "gpiopress: ring: --every 153722867m:"),
    (
      "halo test --for 500000m --capture -", "gpiopress: ring: more than 1000000 frames to capture;"
    ),
    ("halo test --every 1s", "gpiopress: ring: --every is for --svg; see"),
    ("all success", "gpiopress: ring: all is for off; name one ring; see"),
    ("halo test --svg a --every 1us", "gpiopress: ring: 3500001 frames are too many to draw;"),
  ])
  func usage(arguments: String, message: String) throws {
    let run = try Self.run(arguments, try Self.scratch())
    #expect(run.code == 64)
    #expect(run.output == "")
    #expect(run.errorLines.count == 1)
    #expect(run.errors.hasPrefix(message), "\(run.errors)")
  }

  @Test(arguments: [
    (
      "strip working", "gpiopress: ring strip: open /dev/nowhere: No such file or directory; switch"
    ),
    ("stars off", "gpiopress: ring stars: open /dev/nowhere-2: No such file or directory; switch"),
    (
      "pio test",
      "gpiopress: ring pio: open /dev/nowhere-3: No such file or directory; add dtoverlay"
    ),
    ("pwm off", "gpiopress: ring pwm: there is no PWM chip nowhere in /sys/class/pwm"),
    ("led off", "gpiopress: ring led: there is no LED nowhere:white:ring in /sys/class/leds; see"),
  ])
  func hardwareThatIsNotThere(arguments: String, message: String) throws {
    let run = try Self.run(arguments, try Self.scratch())
    #expect(run.code == 69)
    #expect(run.output == "")
    #expect(run.errorLines.count == 1)
    #expect(run.errors.hasPrefix(message), "\(run.errors)")
  }

  @Test func filesThatAreNotThereOrWrong() throws {
    let files = try Self.scratch()
    #expect(try ProgramRun(["ring", "none.yaml", "halo", "off"], in: files.folder).code == 66)
    try files.write("name: [", to: "bad.yaml")
    #expect(try ProgramRun(["ring", "bad.yaml", "halo", "off"], in: files.folder).code == 78)
    let run = try Self.run("halo test --svg missing/a.svg", files)
    #expect(run.code == 71)
    #expect(run.errors == "missing/a.svg: cannot be written: No such file or directory\n")
  }

  /// A drawing in the terminal has nothing that could stay lit, with a terminal or without.
  @Test func offInATerminal() throws {
    let run = try Self.run("draw off", try Self.scratch())
    #expect(run.code == 0)
    #expect(run.errors == "")
  }

  /// As after a kill: what was shown before stays in the file, and its last picture is dark.
  @Test func offAfterAKill() throws {
    let files = try Self.scratch()
    try files.write("{\"at\":1,\"pixels\":[\"ff0000\"]}\n", to: "frames.jsonl")
    let run = try Self.run("halo off", files)
    #expect(run.code == 0)
    #expect(run.output + run.errors == "")
    #expect(
      Self.frames(try Self.file("frames.jsonl", files))
        == ["ff0000", "000000,000000,000000,000000"])
  }

  /// Every ring is made dark though others fail, but for the one that is to stay lit.
  @Test func allOff() throws {
    let files = try Self.scratch()
    let run = try Self.run("all off", files)
    #expect(run.code == 69)
    #expect(run.errorLines.count == 5)
    #expect(Self.frames(try Self.file("frames.jsonl", files)).count == 1)
    #expect(throws: (any Error).self) { try Self.file("calm.jsonl", files) }
  }

  @Test func fillOnTheRing() throws {
    let files = try Self.scratch()
    let run = try Self.run("halo fill 0.375 --for 50ms", files)
    #expect(run.code == 0)
    #expect(
      Self.frames(try Self.file("frames.jsonl", files))
        == ["ff3b30,96231c,2e0b09,2e0b09", "000000,000000,000000,000000"])
  }

  /// at_exit: keep holds for a picture set by hand, too.
  @Test func fillThatStays() throws {
    let files = try Self.scratch()
    #expect(try Self.run("calm fill 1 --for 20ms", files).code == 0)
    #expect(
      Self.frames(try Self.file("calm.jsonl", files)) == ["ff3b30,ff3b30,ff3b30,ff3b30"])
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func aSignalMakesItDark(signal: Int32) throws {
    let files = try Self.scratch()
    let process = Process()
    process.executableURL = ProgramRun.program
    process.arguments = ["ring", "panel.yaml", "halo", "working"]
    process.currentDirectoryURL = files.folder
    process.environment = ProgramRun.environment
    try process.run()
    // Its first picture shows that it listens to signals.
    let path = files.folder.appendingPathComponent("frames.jsonl").path
    while (FileManager.default.contents(atPath: path)?.isEmpty ?? true) && process.isRunning {
      usleep(1000)
    }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(process.terminationReason == .exit)
    let frames = Self.frames(try Self.file("frames.jsonl", files))
    #expect(frames.count > 1)
    #expect(frames.last == "000000,000000,000000,000000")
  }

  @Test func captureTellsTheFrames() throws {
    let files = try Self.scratch()
    let run = try Self.run("strip error --capture -", files)
    #expect(run.code == 0)
    #expect(run.errors == "")
    let orange = "ff9500,ff9500,ff9500,ff9500"
    let black = "000000,000000,000000,000000"
    #expect(Array(Self.frames(run.output).prefix(5)) == [orange, black, orange, black, orange])
    #expect(Self.frames(run.output).last == "2e0b09,2e0b09,2e0b09,2e0b09")
    #expect(run.outputLines.first?.hasPrefix("{\"at\":0,\"ring\":\"strip\",\"pixels\":[") == true)
    #expect(run.outputLines[1].hasPrefix("{\"at\":250,"))
    #expect(run.outputLines.last?.hasPrefix("{\"at\":1500,") == true)
  }

  /// Zero, direction and order at a glance, then each pixel by itself.
  @Test func captureOfTheTest() throws {
    let files = try Self.scratch()
    let run = try Self.run("strip test --for 4s --capture frames.json", files)
    #expect(run.code == 0)
    #expect(run.output == "")
    #expect(
      Self.frames(try Self.file("frames.json", files))
        == [
          "ff0000,00ff00,0000ff,000000", "ff0000,000000,000000,000000",
          "000000,00ff00,000000,000000", "000000,000000,0000ff,000000",
          "000000,000000,000000,ffffff", "ff0000,000000,000000,000000",
        ])
  }

  /// The manual's pictures are those that the program draws; `make docs` draws them anew.
  @Test func picturesOfTheManual() throws {
    let folder = ProgramRun.checkout.appendingPathComponent("docs/pictures")
    let list = try String(contentsOf: folder.appendingPathComponent("list"), encoding: .utf8)
    for line in list.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let run = try ProgramRun(
        ["ring", "\(words[1]).yaml"] + words[2...] + ["--svg", "-"], in: folder)
      #expect(run.code == 0, "\(run.errors)")
      let kept = try String(
        contentsOf: folder.appendingPathComponent("\(words[0]).svg"), encoding: .utf8)
      #expect(run.output == kept, "\(words[0]).svg has grown old; run make docs")
    }
  }
}
