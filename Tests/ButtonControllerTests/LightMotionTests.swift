import EngineTestKit
import Testing

@testable import ButtonController

@Suite("What a picture does next")
struct LightMotionTests {
  private let spec = Ring(pixels: 6)

  private func motion(_ state: RingState, at: Double) -> Controller.Motion {
    state.motion(spec: spec, reduceMotion: false, at: ms(at))
  }

  @Test func atRestNothingWakes() {
    var state = RingState()
    #expect(motion(state, at: 5) == .still)
    state.press(at: ms(10))
    #expect(motion(state, at: 10) == .still)
    state.release(at: ms(20))
    #expect(motion(state, at: 20) == .moving)
    #expect(motion(state, at: 270) == .still)
  }

  @Test func throughAConfirm() {
    var state = RingState()
    state.fill(from: ms(300), to: ms(1500), at: ms(10))
    #expect(motion(state, at: 10) == .until(ms(300)))
    #expect(motion(state, at: 300) == .moving)
    #expect(motion(state, at: 1500) == .still)
    state.confirm(success: .milliseconds(1200), fade: .milliseconds(300), at: ms(1500))
    #expect(motion(state, at: 1500) == .moving)
    #expect(motion(state, at: 1700) == .until(ms(2700)))
    #expect(motion(state, at: 2700) == .moving)
    #expect(motion(state, at: 3000) == .still)
    state.work(at: ms(1500))
    #expect(motion(state, at: 3000) == .moving)
    state.fail(at: ms(4000))
    #expect(motion(state, at: 4000) == .until(ms(4250)))
    #expect(motion(state, at: 4750) == .until(ms(5000)))
    #expect(motion(state, at: 5000) == .until(ms(5200)))
    #expect(motion(state, at: 5200) == .moving)
    #expect(motion(state, at: 5500) == .still)
  }

  /// Random calls: all channels stay within 0…1, and what is said to stay does stay.
  @Test(arguments: 0..<60)
  func randomSequences(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed + 1))
    let idles: [Ring.Idle] = [.track, .off, .breathe]
    let spec = Ring(
      pixels: [1, 2, 7, 24][seed % 4], idle: idles[seed % 3],
      zero: Int.random(in: 0..<24, using: &random) % [1, 2, 7, 24][seed % 4],
      isClockwise: seed % 2 == 0)
    let reduceMotion = seed % 5 == 0
    var state = RingState(pixels: spec.pixels)
    var now: Int64 = 0
    for _ in 0..<120 {
      now += Int64.random(in: 0...400_000_000, using: &random)
      let at = Instant(nanoseconds: now)
      decide(&state, Int.random(in: 0..<18, using: &random), at, &random)
      var look = at
      for _ in 0..<4 {
        let shown = state.frame(spec, reduceMotion: reduceMotion, at: look)
        for colour in shown {
          for channel in [colour.red, colour.green, colour.blue] {
            #expect(channel >= 0 && channel <= 1)
          }
        }
        let limit: Int64
        switch state.motion(spec: spec, reduceMotion: reduceMotion, at: look) {
        case .still: limit = look.nanoseconds + 20_000_000_000
        case .until(let change):
          #expect(change > look)
          limit = change == .never ? look.nanoseconds : change.nanoseconds - 1
        case .moving: limit = look.nanoseconds
        }
        for _ in 0..<5 where limit > look.nanoseconds {
          let later = Instant(nanoseconds: .random(in: look.nanoseconds...limit, using: &random))
          #expect(state.frame(spec, reduceMotion: reduceMotion, at: later) == shown)
        }
        if limit > look.nanoseconds {
          let last = Instant(nanoseconds: limit)
          #expect(state.frame(spec, reduceMotion: reduceMotion, at: last) == shown)
        }
        look = Instant(
          nanoseconds: look.nanoseconds + .random(in: 1...700_000_000, using: &random))
      }
    }
  }

  private func decide(
    _ state: inout RingState, _ choice: Int, _ at: Instant, _ random: inout SeededGenerator
  ) {
    let span = TimeSpan.milliseconds(.random(in: 0...1500, using: &random))
    let end = at + TimeSpan.milliseconds(.random(in: 0...2000, using: &random))
    switch choice {
    case 0: state.press(at: at)
    case 1: state.release(at: at)
    case 2: state.fill(from: at - .milliseconds(10), to: at + span, at: at)
    case 3: state.fill(from: at + .milliseconds(290), to: at + .seconds(2), at: at)
    case 4, 5: state.drain(over: .milliseconds(span.nanoseconds / 5_000_000), at: at)
    case 6: state.confirm(success: span, fade: .milliseconds(300), at: at)
    case 7: state.deny(at: at)
    case 8: state.drag(pull: .random(in: -1.5...1.5, using: &random), at: at)
    case 9:
      state.drag(
        pull: .random(in: 0...1, using: &random), angle: .random(in: -180...180, using: &random),
        at: at)
    case 10: state.spring(duration: span, bounce: .random(in: 0...1, using: &random), at: at)
    case 11: Bool.random(using: &random) ? state.clear() : state.turnOff()
    case 12: state.work(at: at)
    case 13: state.fail(at: at)
    case 14: state.succeed(at: at)
    case 15: state.endWork(at: at)
    case 16:
      let pattern = RemotePicture.Pattern.allCases.randomElement(using: &random) ?? .test
      state.showRemote(.pattern(pattern), until: end, at: at)
    default:
      let progress = Double.random(in: -1...2, using: &random)
      state.showRemote(.progress(progress), until: .never, at: at)
      if progress < 0 { state.endRemote(at: at) }
    }
  }

  /// A fill that takes a drain over goes on where the drain stood.
  @Test(arguments: 0..<50)
  func takeOverIsContinuous(step: Int) {
    var state = RingState()
    state.fill(from: ms(0), to: ms(1200), at: ms(10))
    state.drain(over: .milliseconds(250), at: ms(700))
    let at = ms(700 + Double(step) * 5)
    let before = state.fill(at: at)
    state.fill(from: at, to: at + .milliseconds(1200), at: at)
    #expect(state.fill(at: at) == before)
    #expect(state.fill(at: at + .milliseconds(1200)) == 1)
    #expect(
      (state.fill(at: at + .milliseconds(600)) - (before + (1 - before) / 2)).magnitude < 1e-12)
  }
}
