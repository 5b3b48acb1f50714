import ButtonController

// A dangerous button on a clock of our own: it is pressed, released too early, and pressed long enough.

let button = Control(
  kind: .button,
  gestures: Gestures(tap: Tap(), confirm: Confirm(after: .milliseconds(1200))),
  ring: 0)

/// The controller and its clock.
struct Bench {
  var controller = Controller(Panel(controls: [button], rings: [Ring(pixels: 12)]))

  /// Lets the clock run to `milliseconds`: whatever falls due on the way is emitted at its own instant.
  @discardableResult
  mutating func run(to milliseconds: Int64) -> Instant {
    let instant = Instant(nanoseconds: milliseconds * 1_000_000)
    while let deadline = controller.nextDeadline, deadline <= instant {
      controller.advance(to: deadline, known: deadline, emit)
    }
    return instant
  }

  /// The contact changes at an instant.
  mutating func contact(isClosed: Bool, at milliseconds: Int64) {
    let instant = run(to: milliseconds)
    controller.report(line: 0, isClosed: isClosed, at: instant, known: instant, emit)
  }
}

func emit(_ event: Event) {
  print("\(event.at): \(event.kind)")
}

var bench = Bench()
bench.controller.start(at: .zero, isClosed: { _ in false }, emit)
bench.contact(isClosed: true, at: 100)
bench.contact(isClosed: false, at: 900)  // a cancel
bench.contact(isClosed: true, at: 2000)
let half = bench.run(to: 2750)  // the fill began 300 ms after the press and runs for 900 ms
let pixels = bench.controller.frame(of: 0, at: half)
print(pixels.map { $0.red > 0.5 ? "#" : "." }.joined())
bench.contact(isClosed: false, at: 4000)  // a confirm, at 3200
bench.run(to: 5000)
