import Testing

@testable import ButtonController

/// One picture at some instants: what was decided, and the pixels (computed outside, by the rules).
struct PictureCase: CustomTestStringConvertible, Sendable {
  let name: String
  var pixels = 4
  var idle = Ring.Idle.track
  var reduceMotion = false
  var zero = 0
  var isClockwise = true
  let decide: @Sendable (inout RingState) -> Void
  /// Milliseconds and rrggbb.
  let frames: [(Double, String)]

  var testDescription: String { name }
}

@Suite("A ring's pictures, exactly")
struct LightPicturesTests {
  static let idle = "2e0b09"
  static let filled = "eb362c"
  static let empty = "2a0a08"
  private static let fillTo500 =
    "\(filled) aa2720 \(empty) \(empty)"

  static let cases: [PictureCase] = [
    PictureCase(name: "idle", decide: { _ in }, frames: [(0, idle), (1e6, idle)]),
    PictureCase(name: "idle off", idle: .off, decide: { _ in }, frames: [(0, "000000")]),
    PictureCase(
      name: "idle breathes", idle: .breathe, decide: { _ in },
      frames: [(0, "0d0302"), (1000, "1d0706"), (2000, idle), (3000, "1d0706"), (6000, idle)]),
    PictureCase(
      name: "press and release",
      decide: {
        $0.press(at: ms(10))
        $0.release(at: ms(500))
      },
      frames: [(500, "591511"), (560, "4d120e"), (625, "400f0c"), (750, idle)]),
    PictureCase(name: "pressed", decide: { $0.press(at: ms(10)) }, frames: [(10, "591511")]),
    PictureCase(
      name: "release of nothing", decide: { $0.release(at: ms(10)) }, frames: [(10, idle)]),
    PictureCase(
      name: "fill with squeeze", decide: { $0.fill(from: ms(0), to: ms(1200), at: ms(10)) },
      frames: [
        (0, empty), (150, "8a201a \(empty) \(empty) \(empty)"),
        (300, "\(filled) \(empty) \(empty) \(empty)"), (500, fillTo500),
        (1199, "\(filled) \(filled) \(filled) ea362c"), (1200, filled), (9000, filled),
      ]),
    PictureCase(
      name: "fill, reduced motion", reduceMotion: true,
      decide: { $0.fill(from: ms(0), to: ms(1200), at: ms(10)) },
      frames: [(500, "ff3b30 b92b23 \(idle) \(idle)"), (1200, "ff3b30")]),
    PictureCase(
      name: "fill from zero, clockwise", zero: 1,
      decide: { $0.fill(from: ms(0), to: ms(1200), at: ms(10)) },
      frames: [(500, "\(empty) \(filled) aa2720 \(empty)")]),
    PictureCase(
      name: "fill from zero, counterclockwise", zero: 1, isClockwise: false,
      decide: { $0.fill(from: ms(0), to: ms(1200), at: ms(10)) },
      frames: [(500, "aa2720 \(filled) \(empty) \(empty)")]),
    PictureCase(
      name: "a fill that starts later",
      decide: { $0.fill(from: ms(300), to: ms(1500), at: ms(10)) },
      frames: [(10, empty), (300, empty), (800, fillTo500)]),
    PictureCase(
      name: "drain from 0.75",
      decide: {
        $0.fill(from: ms(0), to: ms(1200), at: ms(10))
        $0.drain(over: .milliseconds(250), at: ms(900))
      },
      frames: [
        (900, "ff3b30 ff3b30 ff3b30 \(idle)"), (950, "ff3b30 ff3b30 3e0e0c \(idle)"),
        (1025, "f4382e \(idle) \(idle) \(idle)"), (1100, "551410 \(idle) \(idle) \(idle)"),
        (1150, idle), (5000, idle),
      ]),
    PictureCase(
      name: "a press in the drain fills from there",
      decide: {
        $0.fill(from: ms(0), to: ms(1200), at: ms(10))
        $0.drain(over: .milliseconds(250), at: ms(900))
        $0.fill(from: ms(940), to: ms(2140), at: ms(950))
      },
      frames: [
        (950, "\(filled) \(filled) 3c0e0b \(empty)"),
        (1540, "\(filled) \(filled) \(filled) 310b09"),
        (2140, filled),
      ]),
    PictureCase(
      name: "confirmed",
      decide: {
        $0.fill(from: ms(0), to: ms(1200), at: ms(10))
        $0.confirm(success: .milliseconds(1200), fade: .milliseconds(300), at: ms(1200))
      },
      frames: [
        (1200, "ff3b30"), (1250, "cf8643"), (1300, "9baa4f"), (1400, "34c759"), (2400, "34c759"),
        (2475, "32a048"), (2550, "307635"), (2700, idle),
      ]),
    PictureCase(
      name: "confirmed over a command that runs on", pixels: 6,
      decide: {
        $0.confirm(success: .milliseconds(1200), fade: .milliseconds(300), at: ms(0))
        $0.work(at: ms(0))
      },
      frames: [
        (1200, "34c759"), (1650, "000000 000000 bf2c24 ff3b30 400f0c 000000"),
      ]),
    PictureCase(
      name: "working", pixels: 6, decide: { $0.work(at: ms(1000)) },
      frames: [
        (1000, "ff3b30 ff3b30 000000 000000 000000 000000"),
        (1150, "400f0c ff3b30 bf2c24 000000 000000 000000"),
        (2050, "ff3b30 400f0c 000000 000000 000000 bf2c24"),
        (2200, "ff3b30 ff3b30 000000 000000 000000 000000"),
      ]),
    PictureCase(
      name: "working, reduced motion", reduceMotion: true, decide: { $0.work(at: ms(1000)) },
      frames: [(1000, "330c0a"), (1500, "661813"), (2000, "99231d"), (3000, "330c0a")]),
    PictureCase(
      name: "working, one pixel", pixels: 1, decide: { $0.work(at: ms(1000)) },
      frames: [(1000, "330c0a"), (2000, "99231d")]),
    PictureCase(
      name: "work ends",
      decide: {
        $0.work(at: ms(1000))
        $0.endWork(at: ms(2000))
      }, frames: [(2000, idle)]),
    PictureCase(
      name: "failed",
      decide: {
        $0.work(at: ms(0))
        $0.fail(at: ms(1000))
      },
      frames: [
        (1000, "ff9500"), (1249, "ff9500"), (1250, "000000"), (1499, "000000"), (1500, "ff9500"),
        (1750, "000000"), (2000, "ff9500"), (2200, "ff9500"), (2275, "cf7806"), (2350, "9a5807"),
        (2500, idle),
      ]),
    PictureCase(
      name: "success of a command",
      decide: {
        $0.work(at: ms(0))
        $0.succeed(at: ms(5000))
      }, frames: [(5000, "ff3b30"), (5100, "9baa4f"), (6200, "34c759"), (6500, idle)]),
    PictureCase(
      name: "success does not begin anew",
      decide: {
        $0.confirm(success: .milliseconds(1200), fade: .milliseconds(300), at: ms(0))
        $0.work(at: ms(0))
        $0.succeed(at: ms(1350))
      }, frames: [(1350, "307635"), (1500, idle)]),
    PictureCase(
      name: "success does not look like the confirm of an open press",
      decide: {
        $0.work(at: ms(0))
        $0.fill(from: ms(0), to: ms(1200), at: ms(10))
        $0.succeed(at: ms(400))
      }, frames: [(500, fillTo500)]),
    PictureCase(
      name: "denied in the success time",
      decide: {
        $0.confirm(success: .milliseconds(1200), fade: .milliseconds(300), at: ms(0))
        $0.deny(at: ms(600))
      }, frames: [(600, "140504"), (719, "140504"), (720, idle)]),
    PictureCase(
      name: "knob to the right", pixels: 8, decide: { $0.drag(pull: 0.9, at: ms(0)) },
      frames: [(0, "ff3b30 ff3b30 ff3b30 99231d 000000 000000 000000 000000")]),
    PictureCase(
      name: "knob to the left", pixels: 8, decide: { $0.drag(pull: -0.1, at: ms(0)) },
      frames: [(0, "000000 000000 000000 000000 000000 000000 000000 661813")]),
    PictureCase(
      name: "knob, reduced motion", reduceMotion: true,
      decide: { $0.drag(pull: 0.9, at: ms(0)) }, frames: [(0, "200706")]),
    PictureCase(
      name: "springs to the other side", pixels: 8,
      decide: {
        $0.drag(pull: 0.8, at: ms(0))
        $0.spring(duration: .milliseconds(600), bounce: 0.65, at: ms(1000))
      },
      frames: [
        (1000, "ff3b30 ff3b30 ff3b30 330c0a 000000 000000 000000 000000"),
        (1100, "ff3b30 eb362c 000000 000000 000000 000000 000000 000000"),
        (1300, "000000 000000 000000 000000 000000 000000 000000 f6392e"),
        (1600, "46100d 000000 000000 000000 000000 000000 000000 000000"),
        (4000, idle),
      ]),
    PictureCase(
      name: "spring, reduced motion", reduceMotion: true,
      decide: {
        $0.drag(pull: 0.8, at: ms(0))
        $0.spring(duration: .milliseconds(600), bounce: 0.65, at: ms(1000))
      }, frames: [(1000, idle)]),
    PictureCase(
      name: "stick to the right", pixels: 12, decide: { $0.drag(pull: 0.5, angle: 0, at: ms(0)) },
      frames: [
        (
          0,
          "000000 000000 50130f 50130f 000000 000000 000000 000000 000000 000000 000000 000000"
        )
      ]),
    PictureCase(
      name: "stick up", pixels: 12, decide: { $0.drag(pull: 0.8, angle: 90, at: ms(0)) },
      frames: [
        (
          0,
          "8c201a 000000 000000 000000 000000 000000 000000 000000 000000 000000 000000 8c201a"
        )
      ]),
    PictureCase(
      name: "stick down left", pixels: 12, decide: { $0.drag(pull: 0.6, angle: -135, at: ms(0)) },
      frames: [
        (
          0,
          "000000 000000 000000 000000 000000 000000 0e0303 99231d 0e0303 000000 000000 000000"
        )
      ]),
    PictureCase(name: "off", decide: { $0.turnOff() }, frames: [(0, "000000"), (1e6, "000000")]),
    PictureCase(
      name: "clear",
      decide: {
        $0.turnOff()
        $0.clear()
      }, frames: [(0, idle)]),
    PictureCase(
      name: "remote progress, then idle",
      decide: { $0.showRemote(.progress(0.375), until: ms(5000), at: ms(0)) },
      frames: [(0, "ff3b30 96231c \(idle) \(idle)"), (5000, idle)]),
    PictureCase(
      name: "a press over a remote colour",
      decide: {
        $0.showRemote(.colour(Colour(rgb: 0x123456)), until: .never, at: ms(0))
        $0.press(at: ms(10))
        $0.release(at: ms(500))
      }, frames: [(500, "591511"), (750, "123456")]),
    PictureCase(
      name: "remote test", decide: { $0.showRemote(.pattern(.test), until: .never, at: ms(0)) },
      frames: [
        (0, "ff0000 00ff00 0000ff 000000"), (1999, "ff0000 00ff00 0000ff 000000"),
        (2000, "ff0000 000000 000000 000000"), (2500, "000000 00ff00 000000 000000"),
        (3000, "000000 000000 0000ff 000000"), (3999, "000000 000000 000000 ffffff"),
        (4000, "ff0000 000000 000000 000000"),
      ]),
    PictureCase(
      name: "remote test from its zero", pixels: 4, zero: 1, isClockwise: false,
      decide: { $0.showRemote(.pattern(.test), until: .never, at: ms(0)) },
      frames: [
        (0, "00ff00 ff0000 000000 0000ff"), (2000, "000000 ff0000 000000 000000"),
        (2500, "00ff00 000000 000000 000000"),
      ]),
    PictureCase(
      name: "remote test of one pixel", pixels: 1,
      decide: { $0.showRemote(.pattern(.test), until: .never, at: ms(0)) },
      frames: [(0, "ff0000"), (500, "00ff00"), (1000, "0000ff"), (1500, "ffffff")]),
  ]

  @Test(arguments: cases)
  func picture(_ test: PictureCase) {
    let spec = Ring(
      pixels: test.pixels, idle: test.idle, zero: test.zero, isClockwise: test.isClockwise)
    var state = RingState(pixels: test.pixels)
    test.decide(&state)
    for (at, expected) in test.frames {
      let found = state.text(spec, reduceMotion: test.reduceMotion, at: ms(at))
      #expect(found == expected, "at \(at)")
    }
  }

  @Test func rawPixelsOfAnApplication() {
    let spec = Ring(pixels: 3, zero: 1, isClockwise: false)
    var state = RingState(pixels: 3)
    [Colour(rgb: 0x010203), Colour(red: 7, green: .nan, blue: -1)].withUnsafeBufferPointer {
      state.showRemote(pixels: $0, until: ms(10), at: ms(0))
    }
    #expect(state.text(spec, at: ms(9)) == "010203 ff0000 000000")
    #expect(state.text(spec, at: ms(10)) == Self.idle)
    state.showRemote(.off, until: ms(20), at: ms(11))
    #expect(state.text(spec, at: ms(12)) == "000000")
    state.endRemote(at: ms(13))
    #expect(state.text(spec, at: ms(13)) == Self.idle)
  }

  @Test func aBufferThatIsTooShortTakesWhatFits() {
    var state = RingState()
    state.fill(from: ms(0), to: ms(1200), at: ms(0))
    let spec = Ring(pixels: 4, zero: 3, isClockwise: false)
    var pixels = [Colour](repeating: .black, count: 2)
    pixels.withUnsafeMutableBufferPointer {
      state.render(spec: spec, reduceMotion: true, at: ms(900), into: $0)
    }
    #expect(pixels.map(\.rgb) == [0x2e0b09, 0xff3b30])
    state.render(
      spec: spec, reduceMotion: false, at: ms(900),
      into: UnsafeMutableBufferPointer(start: nil, count: 0))
  }
}
