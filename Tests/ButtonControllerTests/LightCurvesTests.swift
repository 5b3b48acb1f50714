import Foundation
import Testing

@testable import ButtonController

@Suite("Curves of light")
struct LightCurvesTests {
  /// The Bezier curve by its definition, its x found by halving.
  private func bezier(_ x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<100 {
      let s = (low + high) / 2
      if 3 * (1 - s) * s * s * 0.58 + s * s * s < x { low = s } else { high = s }
    }
    return 3 * (1 - low) * low * low + low * low * low
  }

  @Test func easeOutIsTheBezierCurve() {
    for step in 0...10_000 {
      let x = Double(step) / 10_000
      #expect((easeOut(x) - bezier(x)).magnitude < 1e-12, "at \(x)")
    }
    #expect(easeOut(1e-9) > 0 && easeOut(1e-9) < 1e-8)
    #expect(easeOut(-1) == 0 && easeOut(.nan) == 0 && easeOut(2) == 1)
  }

  /// The spring as its equation of motion, in small steps.
  @Test(arguments: [(0.6, 0.65), (0.6, 0), (0.3, 0.2), (1.2, 0.95)])
  func springObeysItsEquation(duration: Double, bounce: Double) {
    let spring = Spring(duration: TimeSpan(nanoseconds: Int64(duration * 1e9)), bounce: bounce)
    let stiffness = Foundation.pow(2 * .pi / duration, 2)
    let damping = 4 * .pi * (1 - bounce) / duration
    var (place, speed) = (1.0, 0.0)
    let step = 1e-5
    for count in 1...100_000 {
      // The midpoint rule.
      let halfSpeed = speed + step / 2 * (-stiffness * place - damping * speed)
      let halfPlace = place + step / 2 * speed
      place += step * halfSpeed
      speed += step * (-stiffness * halfPlace - damping * halfSpeed)
      if count % 1_000 == 0 {
        let ours = spring.rest(after: TimeSpan(nanoseconds: Int64(count) * 10_000))
        #expect((ours - place).magnitude < 1e-5, "after \(count) steps")
      }
    }
  }

  @Test func springOvershootsAndSettles() {
    let spring = Spring(duration: .milliseconds(600), bounce: 0.65)
    #expect(spring.rest(after: .zero) == 1)
    #expect(spring.rest(after: .milliseconds(300)) < -0.3)
    for bounce in [0, 0.3, 0.65, 0.9] {
      let spring = Spring(duration: .milliseconds(600), bounce: bounce)
      for later in 0..<200 {
        let rest = spring.rest(after: spring.settling + .milliseconds(Int64(later * 7)))
        #expect(rest.magnitude <= 0.0051, "bounce \(bounce)")
      }
    }
    #expect(Spring(duration: .milliseconds(600), bounce: 1).settling == .seconds(5))
    #expect(Spring(duration: .zero, bounce: 0.5).rest(after: .milliseconds(1)) == 0)
  }

  @Test func crossFadeMixesLight() {
    let (a, b) = (Colour(rgb: 0xff3b30), Colour(rgb: 0x34c759))
    #expect(a.mixed(with: b, 0) == a && a.mixed(with: b, 1) == b && a.mixed(with: a, 0.5) == a)
    for step in 1..<100 {
      let share = Double(step) / 100
      let ours = a.mixed(with: b, share)
      let red = Foundation.pow(
        (1 - share) * Foundation.pow(a.red, 2.2) + share * Foundation.pow(b.red, 2.2), 1 / 2.2)
      #expect((ours.red - red).magnitude < 1e-12)
    }
  }

  @Test func coloursAsNumbers() {
    for number: UInt32 in [0, 0xffffff, 0xff3b30, 0x010203, 0x7f8081] {
      #expect(Colour(rgb: number).rgb == number)
    }
    #expect(Colour(red: -1, green: 2, blue: .nan).rgb == 0x00ff00)
  }
}
