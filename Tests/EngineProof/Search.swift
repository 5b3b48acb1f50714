import ButtonController
import Glibc
import PanelTestKit

/// A search through all sequences of edges of a subject, depth first.
///
/// The engine is a value, so each branch begins at a copy of its parent.
struct Search {
  private(set) var explored = 0
  private(set) var counterexample: String?

  private let subject: Subject
  private let intervals: [Span]
  private let depth: Int
  private var path: [Edge] = []

  struct Edge {
    var line: Int
    var isClosed: Bool
    var at: Instant
  }

  init(_ subject: Subject, threshold: Subject.Threshold, depth: Int?) {
    self.subject = subject
    self.depth = min(depth ?? threshold.depth, threshold.depth)
    let bounce = Span.milliseconds(4)
    // Eight edges over four intervals would be sixteen million sequences a threshold.
    intervals =
      threshold.depth >= 8
      ? [bounce, threshold.span - Span(nanoseconds: 1), threshold.span]
      : [
        bounce, threshold.span - Span(nanoseconds: 1), threshold.span,
        threshold.span + Span(nanoseconds: 1),
      ]
  }

  mutating func run() {
    var node = Node(
      controller: Controller(subject.panel), invariants: Invariants(subject.panel),
      contact: Contact())
    node.controller.start(at: .zero, isClosed: { _ in false }) { _ in }
    visit(node, at: Instant(nanoseconds: 1_000_000_000), left: depth)
  }

  /// One state of the search.
  private struct Node {
    var controller: Controller
    var invariants: Invariants
    var contact: Contact
  }

  private mutating func visit(_ node: Node, at last: Instant, left: Int) {
    explored += 1
    end(node, at: last)
    guard left > 0, counterexample == nil else { return }
    for line in 0..<node.controller.lineCount {
      let isClosed = !node.controller.isClosed(line: line)
      for interval in intervals {
        // The first edge's instant does not matter.
        let at = path.isEmpty ? last : last + interval
        var next = node
        path.append(Edge(line: line, isClosed: isClosed, at: at))
        next.contact.edges.append(path[path.count - 1])
        let contact = next.contact
        var invariants = next.invariants
        var broken: String?
        next.controller.report(line: line, isClosed: isClosed, at: at, known: at) { event in
          invariants.take(event)
          broken = broken ?? contact.brokenBy(event, in: subject.panel)
        }
        next.invariants = invariants
        if let deadline = next.controller.nextDeadline, deadline <= at {
          broken = broken ?? "a deadline in the past"
        }
        note(broken ?? invariants.violation)
        visit(next, at: at, left: left - 1)
        path.removeLast()
        if counterexample != nil { return }
        if path.isEmpty { break }
      }
    }
  }

  /// Lets go of everything and waits until nothing is due.
  private mutating func end(_ node: Node, at last: Instant) {
    var node = node
    var invariants = node.invariants
    var contact = node.contact
    var broken: String?
    let panel = subject.panel
    func take(_ event: Event) {
      invariants.take(event)
      broken = broken ?? contact.brokenBy(event, in: panel)
    }
    let late = last + Span.milliseconds(500)
    node.controller.advance(to: late, known: late, take)
    for line in 0..<node.controller.lineCount where node.controller.isClosed(line: line) {
      contact.edges.append(Edge(line: line, isClosed: false, at: late))
      node.controller.report(line: line, isClosed: false, at: late, known: late, take)
    }
    var steps = 0
    while let deadline = node.controller.nextDeadline, steps < 100 {
      node.controller.advance(to: deadline, known: deadline, take)
      steps += 1
    }
    invariants.finish()
    if steps == 100 { broken = broken ?? "it never comes to rest" }
    note(broken ?? invariants.violation)
  }

  private mutating func note(_ what: String?) {
    guard let what, counterexample == nil else { return }
    let edges = path.map { "\($0.at.nanoseconds) line \($0.line) \($0.isClosed ? 1 : 0)" }
    counterexample = what + "; edges: " + edges.joined(separator: ", ")
  }
}

/// The raw edges so far, for a second opinion on whether contact was unbroken.
struct Contact {
  var edges: [Search.Edge] = []

  /// What a confirm by hold is not allowed to be: told with contact broken before its instant.
  ///
  /// A change is told apart from a glitch as the rule says it, from the edges alone: a run of edges
  /// that begins at the settled level ends where the level stays for its time.
  func brokenBy(_ event: Event, in panel: Panel) -> String? {
    guard case .confirm(.hold, let held) = event.kind else { return nil }
    let press = event.at - held
    let lines: [Int]
    switch panel.controls[event.control].kind {
    case .chord(let chord): lines = chord.members
    case .knob: lines = [2]
    case .button, .toggle, .stick, .encoderStick: lines = [event.control]
    }
    for line in lines where isReleased(line, after: press, before: event.at) {
      return "confirmed with contact broken: \(event)"
    }
    return nil
  }

  private func isReleased(_ line: Int, after press: Instant, before end: Instant) -> Bool {
    let own = edges.filter { $0.line == line }
    var isSettledClosed = false
    var index = 0
    while index < own.count {
      let begin = own[index].at
      // The run goes on while the next edge comes before the level has stayed for its time.
      while index + 1 < own.count
        && own[index + 1].at - own[index].at
          < (own[index].isClosed ? Subject.debounce.press : Subject.debounce.release)
      {
        index += 1
      }
      if own[index].isClosed != isSettledClosed {
        isSettledClosed = own[index].isClosed
        if !isSettledClosed && begin > press && begin < end { return true }
      }
      index += 1
    }
    return false
  }
}

func depthFromArguments() -> Int? {
  CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) : nil
}

func exitWithFailure() -> Never { exit(1) }
