import ButtonController
import EngineTestKit
import Foundation
import PanelFiles
import Testing

@testable import PanelHardware

@Suite("From light to LEDs")
struct RingPipelineTests {
  private func duties(
    _ file: RingFile, _ colours: [Colour], limitsCurrent: Bool = true
  ) -> [LightPipeline.Duty] {
    var pipeline = LightPipeline(
      file, pixels: colours.count, limitsCurrent: limitsCurrent)
    colours.withUnsafeBufferPointer { pipeline.convert($0) }
    return pipeline.duties
  }

  private func file(
    brightness: Double = 1, gamma: Double = 2.2, floor: Double = 0, map: [Int]? = nil,
    isMirrored: Bool = false, order: String = "grb", extractsWhite: Bool = false,
    limit: Double = 1e6
  ) -> RingFile {
    RingFile(
      name: "halo", driver: .terminal, brightness: brightness, gamma: gamma, floor: floor,
      map: map, isMirrored: isMirrored, order: order, extractsWhite: extractsWhite, limit: limit)
  }

  private let grey = Colour(red: 0.5, green: 0.5, blue: 0.5)

  @Test func brightnessAppliesToLight() {
    let expected = pow(0.5, 2.2) * 0.3
    let duty = duties(file(brightness: 0.3), [grey])[0]
    #expect(abs(duty.red - expected) < 1e-12 && duty.white == 0)
  }

  @Test func gammaIsTheFiles() {
    #expect(duties(file(gamma: 1), [grey])[0].red == 0.5)
    #expect(abs(duties(file(gamma: 2.8), [grey])[0].red - pow(0.5, 2.8)) < 1e-12)
  }

  @Test func theFloorKeepsTheHueAndTheDark() {
    let dim = Colour(red: 0.1, green: 0.05, blue: 0)
    let duty = duties(file(gamma: 1, floor: 0.2), [dim, .black, Colour(rgb: 0xffffff)])
    #expect(duty[0] == LightPipeline.Duty(red: 0.2, green: 0.1, blue: 0))
    #expect(duty[1] == LightPipeline.Duty())
    #expect(duty[2].red == 1)
  }

  @Test(arguments: [
    (nil, false, [0, 1, 2, 3]), (nil, true, [0, 3, 2, 1]),
    ([8, 9, 10, 11], false, [8, 9, 10, 11]),
    ([3, 0, 1, 2], true, [3, 2, 1, 0]),
  ])
  func places(map: [Int]?, isMirrored: Bool, expected: [Int]) {
    #expect(LightPipeline.places(file(map: map, isMirrored: isMirrored), pixels: 4) == expected)
  }

  @Test func ledsBeyondTheRingStayDark() {
    let all = duties(file(gamma: 1, map: [2]), [grey])
    #expect(all.map(\.red) == [0, 0, 0.5])
  }

  @Test func whiteIsTakenOutOfTheColours() {
    let colour = Colour(red: 1, green: 0.5, blue: 0.25)
    let rgbw = duties(file(gamma: 1, order: "grbw", extractsWhite: true), [colour])[0]
    #expect(rgbw == LightPipeline.Duty(red: 0.75, green: 0.25, blue: 0, white: 0.25))
    #expect(duties(file(gamma: 1, order: "grbw"), [colour])[0].white == 0)
    #expect(duties(file(gamma: 1, order: "grb", extractsWhite: true), [colour])[0].white == 0)
  }

  @Test func theCurrentStaysBelowTheLimit() {
    var random = SeededGenerator(seed: 16_11_15)
    let channels = [16.0, 11, 15, 15]
    var limit = CurrentLimit(400, channels: channels, leds: 24)
    for _ in 0..<2_000 {
      let level = Double.random(in: 0...1, using: &random)
      let duties = (0..<24).map { _ in
        LightPipeline.Duty(
          red: level * .random(in: 0...1, using: &random),
          green: level * .random(in: 0...1, using: &random), blue: level)
      }
      let factor = limit.factor(for: duties)
      #expect(factor > 0 && factor <= 1)
      let current = duties.map { $0.red * 16 + $0.green * 11 + $0.blue * 15 }.reduce(0, +)
      #expect(24 + factor * current <= 400.000001)
    }
  }

  @Test func theLimitDoesNotPump() {
    var limit = CurrentLimit(100, channels: [50, 0, 0, 0], leds: 0)
    func factor(_ level: Double) -> Double {
      limit.factor(for: [LightPipeline.Duty](repeating: .init(red: level), count: 4))
    }
    #expect(factor(0.4) == 1)
    #expect(factor(1) == 0.5)
    #expect(factor(0.9) == 0.5, "a tenth more would fit, but not a fifth")
    #expect(abs(factor(0.8) - 0.625) < 1e-12)
    #expect(factor(0.3) == 1)
    var none = CurrentLimit(10, channels: [50, 0, 0, 0], leds: 24)
    #expect(none.factor(for: [.init(red: 1)]) == 0)
  }
}
