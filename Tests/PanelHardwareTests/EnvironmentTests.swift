import ButtonController
import Foundation
import PanelFiles
import Testing

@testable import PanelHardware

/// What a command finds in its environment.
@Suite struct EnvironmentTests {
  /// An event of each kind, with all that it may have.
  private static let kinds: [Event.Kind] = [
    .press, .release(held: .milliseconds(80), reason: .stuck), .ignored(reason: .success),
    .tap(count: 2), .hold(taps: 1, held: .seconds(2)), .holdLevel(level: 2, held: .seconds(3)),
    .holdReady(level: 1), .holdRepeat(count: 7), .holdEnd(held: .milliseconds(2500), level: 1),
    .confirmStart, .ready, .confirm(via: .hold, held: .seconds(1)),
    .cancel(.init(reason: .otherControl, progress: 0.5, held: .milliseconds(200), taps: 1)),
    .turn(steps: -3, position: 9, limit: .min), .dragStart, .drag(delta: -1, total: 4, pull: 1.5),
    .dragEnd(total: 1, path: 3), .move(dx: 1, dy: -2, x: 3, y: 4, pull: 1, angle: -45),
    .moveEnd(x: 1, y: 2, path: 3), .on, .off, .state(isOn: true), .bootHeld, .stuck, .unstuck,
    .chatter, .quiet, .lineGone, .lineBack, .lost, .resync,
  ]

  private static let events: [PanelEvent] =
    kinds.map { kind in
      PanelEvent(
        Event(
          at: Instant(nanoseconds: 123_456_789), decided: Instant(nanoseconds: 130_000_000),
          control: 0, kind: kind), number: 7)
    }
    + [CommandEnd.Outcome.exit(3), .signal(9), .timeout, .notStarted("no such file")].map {
      PanelEvent(CommandEnd(of: "tap", $0, took: .milliseconds(12)), control: 0, at: .zero)
    }

  private static let names = EventEnvironment.Names(panel: "Rack", control: "erase", label: "Erase")
  private static let time = WallTime(Instant(nanoseconds: 1_767_323_045_678_000_000))

  private static func variables(_ event: PanelEvent, names: EventEnvironment.Names = names)
    -> [String: String]
  {
    let all = EventEnvironment.variables(of: event, names: names, time: time).map { variable in
      let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0].dropFirst("GPIOPRESS_".count)), String(parts[1]))
    }
    #expect(all.allSatisfy { !$0.0.isEmpty })
    // Each stands once: which of two a program sees is nobody's to say.
    return Dictionary(all) { first, _ in
      Issue.record("a variable stands twice")
      return first
    }
  }

  /// Every field of the line is a variable with the line's own value.
  @Test func everyFieldOfTheLineIsThere() throws {
    for event in Self.events {
      let variables = Self.variables(event)
      let line = try #require(variables["LINE"])
      let members = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(members["time"] as? String == "2026-01-02T03:04:05.678Z")
      for (key, value) in members {
        let text = try #require(variables[key.uppercased()], "\(event.name): \(key)")
        if let expected = value as? String {
          #expect(text == expected)
        } else {
          #expect(line.contains("\"\(key)\":\(text)"), "\(event.name): \(key)=\(text)")
        }
      }
      #expect(variables["PANEL"] == "Rack" && variables["LABEL"] == "Erase")
    }
  }

  @Test(
    arguments: [
      (.tap(count: 2), ["COUNT": "2", "AT_NS": "123456789", "AT": "123.456789"]),
      (.holdEnd(held: .milliseconds(2500)), ["HELD_MS": "2500", "HELD": "2500"]),
      (.hold(taps: 1), ["COUNT": "1", "TAPS": "1"]),
      (.holdLevel(level: 3), ["COUNT": "3", "LEVEL": "3"]),
      (.turn(steps: -3, position: 9), ["COUNT": "-3", "STEPS": "-3", "POSITION": "9"]),
      (
        .release(held: TimeSpan(nanoseconds: 80_900_000), reason: .lost),
        ["HELD_MS": "80", "HELD": "80.9", "REASON": "lost"]
      ),
      (.state(isOn: true), ["ON": "true"]),
    ] as [(Event.Kind, [String: String])])
  func olderNamesAndValues(kind: Event.Kind, own: [String: String]) {
    let event = Event(
      at: Instant(nanoseconds: 123_456_789), decided: .zero, control: 0, kind: kind)
    let variables = Self.variables(PanelEvent(event))
    for (name, value) in own { #expect(variables[name] == value, "\(name)") }
  }

  /// A label is cut, and has no NUL, which would end it.
  @Test func anyLabelCanBePassed() throws {
    let long = String(repeating: "\u{20AC}", count: 100_000)
    let names = EventEnvironment.Names(panel: "a\0b", control: "c", label: long)
    let variables = Self.variables(Self.events[0], names: names)
    #expect(variables["PANEL"] == "ab")
    let label = try #require(variables["LABEL"])
    #expect(label.utf8.count == EventEnvironment.longestName / 3 * 3)
    #expect(long.hasPrefix(label))
    #expect(Self.variables(Self.events[0], names: .init(control: "c"))["LABEL"] == nil)
  }

  /// The manual lists each variable, and no other.
  @Test func theManualHasEveryVariable() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("docs/panel-file.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let documented = text.split(separator: "\n").filter { $0.hasPrefix("| `GPIOPRESS_") }
      .flatMap { line in
        line.split(separator: "|")[0].split(separator: "`").map(String.init)
          .filter { $0.hasPrefix("GPIOPRESS_") }.map { String($0.dropFirst("GPIOPRESS_".count)) }
      }
    #expect(Set(documented) == Set(Self.events.flatMap { Self.variables($0).keys }))
    #expect(Set(documented).count == documented.count)
  }
}
