import ButtonController
import EngineTestKit
import Glibc

/// A search through all sequences of moves of a subject, depth first.
///
/// The engine is a value, so each branch begins at a copy of its parent.
struct Search {
  private(set) var explored = 0
  private(set) var counterexample: String?

  private let subject: Subject
  private let intervals: [TimeSpan]
  private let depth: Int
  private var path: [(move: Move, at: Instant)] = []

  /// What may happen between two intervals.
  enum Move: Equatable {
    case edge(line: Int, isClosed: Bool)
    case lost(line: Int, isClosed: Bool)
    case gone(line: Int)
    case sleep
  }

  init(_ subject: Subject, threshold: Subject.Threshold, depth: Int?) {
    self.subject = subject
    self.depth = min(depth ?? threshold.depth, threshold.depth)
    intervals = threshold.intervals
  }

  mutating func run() {
    var node = Node(
      controller: Controller(subject.panel), invariants: Invariants(subject.panel),
      contact: UnbrokenContact(subject.panel))
    node.controller.start(at: .zero, isClosed: { _ in false }) { _ in }
    visit(node, at: Instant(nanoseconds: 1_000_000_000), left: depth)
  }

  /// One state of the search.
  private struct Node {
    var controller: Controller
    var invariants: Invariants
    var contact: UnbrokenContact
    var isDisrupted = false
  }

  /// The moves of `node`: every line changes or, where the subject says so, repeats its level; once in a
  /// sequence edges are lost, a chip goes or the machine sleeps.
  private func moves(of node: Node) -> [Move] {
    var moves: [Move] = []
    for line in subject.lines {
      let isClosed = node.controller.isClosed(line: line)
      moves.append(.edge(line: line, isClosed: !isClosed))
      if subject.repeatsEdges { moves.append(.edge(line: line, isClosed: isClosed)) }
      if subject.isDisrupted && !node.isDisrupted {
        moves.append(.lost(line: line, isClosed: false))
        moves.append(.lost(line: line, isClosed: true))
        moves.append(.gone(line: line))
      }
    }
    if subject.isDisrupted && !node.isDisrupted { moves.append(.sleep) }
    return moves
  }

  private mutating func visit(_ node: Node, at last: Instant, left: Int) {
    explored += 1
    end(node, at: last)
    guard left > 0, counterexample == nil else { return }
    for move in moves(of: node) {
      for interval in intervals {
        // The first move's instant does not matter.
        let at = path.isEmpty ? last : last + interval
        var next = node
        path.append((move, at))
        let after = make(move, at: at, &next)
        visit(next, at: after, left: left - 1)
        path.removeLast()
        if counterexample != nil { return }
        if path.isEmpty { break }
      }
    }
  }

  /// Makes a move; gives the instant after it.
  private mutating func make(_ move: Move, at: Instant, _ node: inout Node) -> Instant {
    var invariants = node.invariants
    var broken: String?
    var after = at
    if case .edge(let line, let isClosed) = move {
      node.contact.note(line: line, isClosed: isClosed, at: at)
    }
    let contact = node.contact
    func take(_ event: Event) {
      invariants.take(event)
      broken = broken ?? contact.broken(by: event)
    }
    switch move {
    case .edge(let line, let isClosed):
      node.controller.report(line: line, isClosed: isClosed, at: at, known: at, take)
    case .lost(let line, let isClosed):
      node.isDisrupted = true
      node.controller.lose(line: line, isClosed: isClosed, at: at, known: at, take)
      node.contact.settle(line, isClosed: isClosed)
    case .gone(let line):
      node.isDisrupted = true
      node.controller.detach(line: line, at: at, known: at, take)
      node.controller.attach(line: line, isClosed: false, at: at, known: at, take)
      node.contact.settle(line, isClosed: false)
    case .sleep:
      node.isDisrupted = true
      after = at + .seconds(1)
      let levels = (0..<node.controller.lineCount).map { node.controller.isClosed(line: $0) }
      node.controller.advance(to: at, known: at, take)
      invariants.noteSleep(from: at, to: after)
      node.controller.resume(from: at, to: after, isClosed: { levels[$0] }, take)
      node.contact.settleAll()
    }
    node.invariants = invariants
    if let deadline = node.controller.nextDeadline, deadline <= after {
      broken = broken ?? "a deadline in the past"
    }
    note(broken ?? invariants.violation)
    return after
  }

  /// Lets go of everything and waits until nothing is due.
  private mutating func end(_ node: Node, at last: Instant) {
    var node = node
    var invariants = node.invariants
    var contact = node.contact
    var broken: String?
    func take(_ event: Event) {
      invariants.take(event)
      broken = broken ?? contact.broken(by: event)
    }
    let late = last + TimeSpan.milliseconds(500)
    node.controller.advance(to: late, known: late, take)
    for line in 0..<node.controller.lineCount where node.controller.isClosed(line: line) {
      contact.note(line: line, isClosed: false, at: late)
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
    let moves = path.map { "\($0.at.nanoseconds) \($0.move)" }
    counterexample = what + "; moves: " + moves.joined(separator: ", ")
  }
}

func depthFromArguments() -> Int? {
  CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) : nil
}

func exitWithFailure() -> Never { exit(1) }
