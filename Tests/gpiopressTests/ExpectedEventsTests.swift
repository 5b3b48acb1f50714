import PanelReplay
import Testing

/// What counts as equal between printed and expected events.
@Suite struct ExpectedEventsTests {
  private static let tap = #"{"at":1,"decided":2,"control":"a","event":"tap","count":1}"#
  private static let hold = #"{"at":3,"decided":4,"control":"a","event":"hold"}"#
  private static let done = #"{"at":3,"decided":3,"control":"a","event":"command_done","exit":0}"#
  private static let other = #"{"at":2,"decided":2,"control":"b","event":"tap"}"#

  @Test(arguments: [
    ([], []),
    ([tap], [tap]),
    // Keys that are not expected are not compared.
    ([tap], [#"{"control":"a","event":"tap"}"#]),
    // Within the tolerance.
    ([#"{"control":"a","pull":5.780521}"#], [#"{"control":"a","pull":5.7805229}"#]),
    // Different controls in either order at one instant.
    ([tap, other, hold], [other, tap, hold]),
    ([#"{"at":0,"ring":"r","pixels":["ff0000"]}"#], [#"{"ring":"r","pixels":["ff0000"]}"#]),
    // What only a run reports.
    ([tap], [#"{"control":"a","event":"tap","time":"2026-01-02T03:04:05Z","n":7}"#, done]),
    ([tap, done], [tap]),
    ([#"{"control":"a","on":true}"#], ["", #" {"on" : true, "control" : "\u0061"} "#]),
  ])
  func isEqual(printed: [String], expected: [String]) throws {
    let difference = try ExpectedEvents.compare(
      printed: Array(printed.joined(separator: "\n").utf8),
      expected: Array(expected.joined(separator: "\n").utf8))
    #expect(difference == nil)
  }

  // Swift 6.0 cannot compile interpolations inside the attribute.
  private static let differences: [([String], [String], String)] = [
    ([tap], [], "a: one more than expected\n  printed,  line 1: \(tap)"),
    ([], [tap], "a: nothing more was printed\n  expected, line 1: \(tap)"),
    (
      [hold], [tap],
      "a: at: expected 1, printed 3\n  expected, line 1: \(tap)\n  printed,  line 1: \(hold)"
    ),
    (
      [#"{"control":"a"}"#], [#"{"control":"a","on":false}"#],
      """
      a: on: expected false, it is not there
        expected, line 1: {"control":"a","on":false}
        printed,  line 1: {"control":"a"}
      """
    ),
    (
      [#"{"control":"a","pull":1}"#], [#"{"control":"a","pull":1.000003}"#],
      """
      a: pull: expected 1.000003, printed 1
        expected, line 1: {"control":"a","pull":1.000003}
        printed,  line 1: {"control":"a","pull":1}
      """
    ),
    (
      [#"{"control":"a","on":true}"#], [#"{"control":"a","on":"true"}"#],
      """
      a: on: expected "true", printed true
        expected, line 1: {"control":"a","on":"true"}
        printed,  line 1: {"control":"a","on":true}
      """
    ),
    (
      [hold, other], [hold, other],
      "decided goes back from 4.0 in line 1\n  printed,  line 2: \(other)"
    ),
    (["no"], [], "no JSON object: column 1: a value is expected\n  printed,  line 1: no"),
  ]

  @Test(arguments: differences)
  func firstDifferenceIsTold(printed: [String], expected: [String], text: String) throws {
    let difference = try ExpectedEvents.compare(
      printed: Array(printed.joined(separator: "\n").utf8),
      expected: Array(expected.joined(separator: "\n").utf8))
    #expect(difference?.description == text)
  }

  @Test func longTimesAreToldApart() throws {
    // Doubles of this size stand 0.0000019 apart, as much as the tolerance.
    let early = #"{"control":"a","at":10000000000.000001}"#
    let late = #"{"control":"a","at":10000000000.000005}"#
    #expect(try ExpectedEvents.compare(printed: early.utf8, expected: early.utf8) == nil)
    #expect(try ExpectedEvents.compare(printed: early.utf8, expected: late.utf8) != nil)
  }

  @Test(arguments: [
    ("{\"control\":\"a\"}\n{", 2, "column 2: a key in quotes is expected"),
    ("[1]", 1, "column 1: an object is expected"),
    ("{\"at\":1}", 1, "neither \"control\" nor \"ring\" is there"),
  ])
  func aBadExpectationNamesItsLine(text: String, line: Int, message: String) {
    #expect {
      try ExpectedEvents(text.utf8)
    } throws: { error in
      guard let failure = error as? ExpectedEvents.Failure else { return false }
      return failure.line == line && failure.message == message
    }
  }
}
