import ButtonController
import EngineTestKit
import Foundation
import FoundationXML
import Testing

@testable import gpiopress

/// `gpiopress replay --plot`: time, labels and tooltips.
@Suite struct PlotTests {
  private static func plot(
    _ trace: String, _ options: [String] = [], panel: String = Sample.panel
  ) throws -> (run: ProgramRun, picture: WiringPicture, svg: String) {
    let files = try Scratch(["panel.yaml": panel, "input.trace": trace])
    let run = try ProgramRun(
      ["replay", "panel.yaml", "input.trace", "--plot", "out.svg"] + options, in: files.folder)
    let data = try? Data(contentsOf: files.folder.appendingPathComponent("out.svg"))
    let svg = String(decoding: data ?? Data(), as: UTF8.self)
    return (run, WiringPicture(svg), svg)
  }

  /// Times above the plot, from left to right.
  private static func ticks(_ picture: WiringPicture) -> [WiringPicture.Label] {
    picture.labels.filter { $0.size == 10 && $0.anchor == "middle" }
  }

  @Test(arguments: [
    (Int64(100), "10 ms"), (1_000, "100 ms"), (1_900, "200 ms"), (10_000, "1 s"), (50_000, "5 s"),
    (70_000, "0:05"), (600_000, "0:30"), (7_200_000, "0:10:00"), (86_000_000, "2:00:00"),
    (200_000_000, "0 d 6:00:00"), (3_000_000_000, "2 d"), (9_000_000_000_000, "10000 d"),
  ])
  func ticksAreRound(milliseconds: Int64, second: String) {
    let axis = PlotAxis(
      from: .zero, to: Instant.zero + .milliseconds(milliseconds), left: 130, width: 1100)
    let ticks = axis.ticks
    #expect(ticks.count >= 3)
    #expect(ticks.dropFirst().first?.label == second)
    #expect(Set(ticks.map(\.label)).count == ticks.count)
    for (a, b) in zip(ticks, ticks.dropFirst()) {
      #expect(b.x - a.x >= TextWidth.of(a.label, size: 10))
    }
  }

  /// Whatever the window: ticks within it, each once, at least two and apart.
  @Test(arguments: 0..<400) func ticksOfAnyWindow(run: Int) {
    var random = SeededGenerator(seed: UInt64(run))
    let most = Int64.max / 4
    let from = Int64.random(
      in: 0...(most >> Int64.random(in: 0...60, using: &random)), using: &random)
    let length = Int64.random(
      in: 1000...(most >> Int64.random(in: 0...50, using: &random)), using: &random)
    let axis = PlotAxis(
      from: Instant(nanoseconds: from), to: Instant(nanoseconds: from + length), left: 130,
      width: 1100)
    let ticks = axis.ticks
    #expect(!ticks.isEmpty, "from \(from), \(length) ns")
    #expect(Set(ticks.map(\.label)).count == ticks.count, "from \(from), \(length) ns: \(ticks)")
    for (a, b) in zip(ticks, ticks.dropFirst()) {
      let width = TextWidth.of(a.label, size: 10) / 2 + TextWidth.of(b.label, size: 10) / 2
      #expect(b.x - a.x > width, "from \(from), \(length) ns: \(a) \(b)")
    }
  }

  @Test func aWindowShowsItsPart() throws {
    let presses = (0..<20).map { "\($0 * 1000 + 100) erase 1\n\($0 * 1000 + 180) erase 0\n" }
    let (run, picture, svg) = try Self.plot(
      presses.joined(), ["--from", "10s", "--to", "12s"])
    #expect(run.code == 0)
    // The window is of the picture alone.
    #expect(run.outputLines.count == 20)
    #expect(picture.isWellFormed)
    let ticks = Self.ticks(picture).map(\.text)
    #expect(ticks.first == "10.0 s" && ticks.last == "12.0 s")
    #expect(picture.labels.filter { $0.text == "tap" }.count == 2)
    #expect(svg.contains("<title>tap at 10.18 s, known at 10.2 s</title>"))
  }

  /// What is down when the window begins is drawn as down, and a picture as it stood.
  @Test func aWindowBeginsAsThingsStood() throws {
    let (_, _, svg) = try Self.plot(
      "100 erase 1\n20000 erase 0\n", ["--from", "5s", "--to", "6s"])
    #expect(svg.contains("class=\"level\" d=\"M130 92H1230\""), "\(svg)")
    #expect(
      svg.contains("<rect x=\"130\" y=\"114\" width=\"1100\" height=\"12\" class=\"contact\"/>"))
  }

  /// A part of a trace that is too long as a whole.
  @Test func aWindowOfALongTrace() throws {
    let trace = (1...12_000).map { "\($0 * 200) erase \($0 % 2)\n" }.joined()
    let whole = try Self.plot(trace)
    #expect(whole.run.code == 65)
    #expect(whole.run.errors.contains("; draw a part of it with --from and --to"))
    let part = try Self.plot(trace, ["--from", "1000s", "--to", "1010s"])
    #expect(part.run.code == 0)
    #expect(Self.ticks(part.picture).first?.text == "16:40")
  }

  @Test(arguments: [
    (["--from", "2s", "--to", "1s"], "--to is not later than --from; write"),
    (["--from", "2s", "--to", "2s"], "--to is not later than --from; write"),
    (["--from", "2"], "--from 2: write a time with its unit, such as"),
    (["--to", "0s"], "--to 0s: write a time with its unit, such as"),
  ])
  func windowsThatAreNone(options: [String], message: String) throws {
    let run = try Self.plot(Sample.trace, options).run
    #expect(run.code == 64)
    #expect(run.errors.hasPrefix("gpiopress: replay: \(message)"), "\(run.errors)")
    let files = try Sample.files()
    let bare = try ProgramRun(
      ["replay", "panel.yaml", "input.trace", "--from", "1s"], in: files.folder)
    #expect(bare.code == 64)
    #expect(bare.errors.hasPrefix("gpiopress: replay: --from and --to are for --plot"))
  }

  /// A thousand taps in a minute: labels that do not touch, and a mark for each of the others.
  @Test func labelsThatDoNotFitAreMarks() throws {
    let trace = (0..<1000).map { "\($0 * 60 + 1) erase 1\n\($0 * 60 + 30) erase 0\n" }.joined()
    let panel = Sample.panel.replacing("tap: true", with: "tap: {fire: press}")
      .replacing("    confirm: 1.2s\n", with: "")
    let (run, picture, svg) = try Self.plot(trace, panel: panel)
    #expect(run.code == 0)
    #expect(run.outputLines.count == 1000)
    let labels = picture.labels.filter { $0.text == "tap" }
    #expect(labels.count > 50 && labels.count < 400)
    let marks = svg.split(separator: "<path class=\"mark usual\"").count - 1
    #expect(marks == 1000)
    for label in labels { #expect(label.x + TextWidth.of("tap", size: 11) <= picture.size.x) }
  }

  @Test func explanationsAreTooltips() throws {
    let plain = try Self.plot("0 erase 1\n700 erase 0\n").svg
    #expect(!plain.contains("held"))
    let svg = try Self.plot("0 erase 1\n700 erase 0\n", ["--explain"]).svg
    #expect(svg.contains("<title>cancel released at 700 ms, known at 720 ms\ncancel released: "))
    #expect(svg.contains("\nnot confirm: contact for 700 ms of 1200 ms"))
  }

  /// `make docs` draws it anew.
  @Test func pictureOfTheManual() throws {
    let folder = ProgramRun.checkout.appendingPathComponent("docs/pictures")
    let files = try Scratch()
    let path = files.folder.appendingPathComponent("plot.svg")
    let run = try ProgramRun(
      ["replay", "ring.yaml", "plot.trace", "--explain", "--plot", path.path], in: folder)
    #expect(run.code == 0)
    let kept = try Data(contentsOf: folder.appendingPathComponent("plot.svg"))
    #expect(try Data(contentsOf: path) == kept, "plot.svg has grown old; run make docs")
  }

  @Test func bothLooks() throws {
    let svg = try Self.plot(Sample.trace).svg
    #expect(svg.contains("@media (prefers-color-scheme:dark)"))
  }
}
