import Foundation
import Testing

@testable import ButtonController

@Suite("Maths in plain arithmetic")
struct LightMathsTests {
  /// Numbers over many magnitudes, the same in every run.
  private static func samples(_ range: ClosedRange<Double>, count: Int = 5_000) -> [Double] {
    (0...count).map {
      range.lowerBound + (range.upperBound - range.lowerBound) * Double($0) / Double(count)
    }
  }

  private func expectClose(
    _ ours: Double, _ theirs: Double, relative: Double = 1e-13, absolute: Double = 0, _ note: String
  ) {
    let bound = Swift.max(relative * theirs.magnitude, absolute)
    #expect((ours - theirs).magnitude <= bound, "\(note): \(ours) is not \(theirs)")
  }

  @Test func exponentialOfEverythingInRange() {
    for x in Self.samples(-700...709) { expectClose(exponential(x), Foundation.exp(x), "exp \(x)") }
    for x in Self.samples(-1...1) { expectClose(exponential(x), Foundation.exp(x), "exp \(x)") }
    #expect(exponential(0) == 1)
    #expect(exponential(-1_000) == 0)
    #expect(exponential(1_000) == .infinity)
    #expect(exponential(.nan).isNaN)
  }

  @Test func logarithmOverAllMagnitudes() {
    for x in Self.samples(-300...300) {
      let value = Foundation.pow(10, x)
      expectClose(logarithm(value), Foundation.log(value), "log \(value)")
    }
    for x in Self.samples(0.5...2) {
      expectClose(logarithm(x), Foundation.log(x), absolute: 1e-16, "log \(x)")
    }
    #expect(logarithm(1) == 0)
    #expect(logarithm(0) == -.infinity)
    #expect(logarithm(-1).isNaN)
    let smallest = Double.leastNonzeroMagnitude
    expectClose(logarithm(smallest), Foundation.log(smallest), "log of the smallest")
  }

  @Test(arguments: [2.2, 1 / 2.2, 1, 0.5, 3, -1.5])
  func powers(exponent: Double) {
    for x in Self.samples(0.0001...4) {
      expectClose(power(x, exponent), Foundation.pow(x, exponent), "\(x) ^ \(exponent)")
    }
    #expect(power(1, exponent) == 1)
    #expect(power(0, exponent) == (exponent > 0 ? 0 : .infinity))
  }

  @Test func sineAndCosine() {
    for x in Self.samples(-20...20) + Self.samples(-1e6...1e6) {
      expectClose(sine(x), Foundation.sin(x), absolute: 2e-16, "sin \(x)")
      expectClose(cosine(x), Foundation.cos(x), absolute: 2e-16, "cos \(x)")
    }
    #expect(sine(0) == 0)
    #expect(cosine(0) == 1)
    #expect(sine(.infinity).isNaN)
  }

  @Test func arcTangentInAllQuadrants() {
    for degrees in Self.samples(-180...180) {
      let radius = 1 + degrees.magnitude
      let (x, y) = (
        radius * Foundation.cos(degrees * .pi / 180), radius * Foundation.sin(degrees * .pi / 180)
      )
      expectClose(
        arcTangent(y: y, x: x), Foundation.atan2(y, x), absolute: 1e-16, "atan2 \(y) \(x)")
    }
    #expect(arcTangent(y: 0, x: 0) == 0)
    #expect(arcTangent(y: 0, x: -1) == .pi)
    #expect(arcTangent(y: 1, x: 0) == .pi / 2)
    #expect(arcTangent(y: -3, x: 0) == -.pi / 2)
    #expect(arcTangent(y: 2, x: 2) == .pi / 4)
  }

  @Test func squareRoots() {
    for whole in 0...3_000 { #expect(squareRoot(Double(whole * whole)) == Double(whole)) }
    for x in Self.samples(-300...300) {
      let value = Foundation.pow(10, x)
      expectClose(squareRoot(value), value.squareRoot(), relative: 3e-16, "root of \(value)")
    }
    #expect(squareRoot(-1).isNaN)
    #expect(length(3, -4) == 5)
  }
}
