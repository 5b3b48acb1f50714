import ButtonController
import PanelFiles

/// What is done with one ring, on the clock of an engine of its own: pictures are those of a panel.
struct RingScene {
  /// One thing that is done.
  enum Step {
    case edge(line: Int, isClosed: Bool)
    case show(@Sendable (_ controller: inout Controller, _ now: Instant) -> Void)
  }

  /// The engine, as far as it was played.
  private(set) var controller: Controller
  /// When the picture begins; what was done before led to it.
  let begin: Instant
  /// When it is over; nil for a picture that goes on.
  let end: Instant?
  /// What a strip of its frames shows.
  let strip: Strip
  private var steps: [(at: Instant, step: Step)]

  /// From `from` (after the beginning) to `to`, a frame every `every`.
  struct Strip {
    var from: TimeSpan
    var to: TimeSpan
    var every: TimeSpan

    init(_ from: Int64 = 0, to: Int64, every: Int64) {
      self.from = .milliseconds(from)
      self.to = .milliseconds(to)
      self.every = .milliseconds(every)
    }
  }

  /// A ring that a control of `kind` has, and what is done at which millisecond.
  init(
    _ ring: Ring, reduceMotion: Bool, kind: Control.Kind = .button,
    gestures: Gestures = Gestures(confirm: Confirm()), begin: Int64 = 0, end: Int64?,
    strip: Strip, _ steps: [(Int64, Step)]
  ) {
    // By hand a ring shows what it is asked for.
    var ring = ring
    ring.shows = .all
    // Contacts that do not bounce: a picture begins with what is done.
    let clean = Debounce(press: .zero, release: .zero)
    let panel = Panel(
      controls: [Control(kind: kind, debounce: clean, gestures: gestures, ring: 0)], rings: [ring],
      reduceMotion: reduceMotion)
    controller = Controller(panel)
    controller.start(at: .zero, isClosed: { _ in false }) { _ in }
    self.begin = RingScene.instant(begin)
    self.end = end.map(RingScene.instant)
    self.strip = strip
    self.steps = steps.map { (RingScene.instant($0), $1) }
    run(to: self.begin)
  }

  private static func instant(_ milliseconds: Int64) -> Instant {
    .zero + .milliseconds(milliseconds)
  }

  /// Does everything that is due up to and at `now`.
  mutating func run(to now: Instant) {
    while let next = steps.first, next.at <= now {
      steps.removeFirst()
      controller.advance(to: next.at, known: next.at) { _ in }
      switch next.step {
      case .edge(let line, let isClosed):
        controller.report(line: line, isClosed: isClosed, at: next.at, known: next.at) { _ in }
      case .show(let change): change(&controller, next.at)
      }
    }
    // By its deadlines one by one, as each picture runs from the instant of its decision.
    while let deadline = controller.nextDeadline, deadline <= now {
      controller.advance(to: deadline, known: deadline) { _ in }
    }
    controller.advance(to: now, known: now) { _ in }
  }

  /// The picture of the instant that was played to.
  func frame(at now: Instant) -> [Colour] { controller.frame(of: 0, at: now) }

  /// When the picture changes next after `now`; `frame` is how long a moving one stays.
  func nextChange(after now: Instant, frame: TimeSpan) -> Instant {
    var next = min(steps.first?.at ?? .never, controller.nextDeadline ?? .never)
    switch controller.motion(of: 0, at: now) {
    case .still: break
    case .until(let instant): next = min(next, instant)
    case .moving: next = min(next, now + frame)
    }
    return max(next, now + TimeSpan(nanoseconds: 1))
  }
}
