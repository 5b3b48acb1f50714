import ButtonController
import CAllocations
import EngineTestKit
import Glibc

// Engine time per edge and per frame, and allocations of both; then what brings a frame to the LEDs. `engine-bench --check` measures the
// allocations alone and fails if there are any.

// For callgrind: `engine-bench --turns KIND COUNT` does nothing else.
if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "--turns",
  let kind = Turns.Kind(rawValue: CommandLine.arguments[2]),
  let count = Int(CommandLine.arguments[3])
{
  Turns.run(kind, count)
  exit(0)
}

let isCheck = CommandLine.arguments.contains("--check")

/// Nanoseconds of the processor that this thread has used.
func processorTime() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

struct Measure {
  var nanoseconds: Double
  var allocations: Int64

  var text: String { String(Int(nanoseconds.rounded())) }
}

/// Bouncy presses of all lines of a panel in turn, with an advance to each deadline on the way.
func measureEdges(_ panel: Panel, edges: Int) -> Measure {
  var controller = Controller(panel)
  var events = 0
  var turns = 0
  controller.start(at: .zero, isClosed: { _ in false }) { _ in events += 1 }
  let lines = controller.lineCount
  var now = Instant.zero
  let before = allocation_count()
  let start = processorTime()
  for edge in 0..<edges {
    // Three edges of bounce 3 ms apart, then 60 to 180 ms of rest, on one line after the other.
    let isBounce = edge % 3 != 0
    now = now + (isBounce ? .milliseconds(3) : .milliseconds(60 + Int64(edge % 5) * 30))
    let line = edge / 6 % lines
    let isClosed = edge / 3 % 2 == 0 ? edge % 3 != 1 : edge % 3 == 1
    controller.report(line: line, isClosed: isClosed, at: now, known: now) { _ in events += 1 }
    // What the loop asks after each turn.
    if controller.nextDeadline == nil || controller.needsAudit { turns += 1 }
  }
  let elapsed = processorTime() - start
  let allocations = allocation_count() - before
  precondition(events > 0 && turns > 0, "the edges decided nothing")
  return Measure(nanoseconds: Double(elapsed) / Double(edges), allocations: allocations)
}

/// A row of a table: a name, and numbers to the right of it.
func row(_ name: String, _ cells: [String]) {
  func pad(_ count: Int) -> String { String(repeating: " ", count: max(count, 1)) }
  let numbers = cells.map { pad(10 - $0.count) + $0 }
  print(name + pad(32 - name.count) + numbers.joined())
}

// A counter that counts nothing would pass every check.
let beforeArray = allocation_count()
precondition(Array(repeating: beforeArray, count: 100).count == 100)
precondition(allocation_count() > beforeArray, "allocations are not counted")

let button = Panel(controls: [
  Control(kind: .button, gestures: Gestures(tap: Tap(), hold: Hold(after: .milliseconds(500))))
])
let eight = Panel(
  controls: (0..<8).map { _ in
    Control(kind: .button, gestures: Gestures(tap: Tap(max: 2), confirm: Confirm()))
  })
let count = isCheck ? 30_000 : 1_000_000
let edges = [
  ("edge, one button", measureEdges(button, edges: count)),
  ("edge, eight buttons", measureEdges(eight, edges: count)),
  ("edge, every kind of control", measureEdges(EverythingPanel.panel, edges: count)),
]
let growth = Growth.rows(count)
let stages = RingMeasures.rows(count / 20)
if isCheck {
  let turns = Turns.Kind.allCases.map { kind in
    ("turn of the loop, \(kind)", Measure(nanoseconds: 0, allocations: Turns.run(kind, 2000)))
  }
  let all = edges + turns + (growth + stages).flatMap { row in row.measures.map { (row.name, $0) } }
  let allocating = all.filter { $0.1.allocations > 0 }
  for (name, measure) in allocating { print("\(name): \(measure.allocations) allocations") }
  print("allocations: \(all.count - allocating.count) passed, \(allocating.count) failed")
  exit(allocating.isEmpty ? 0 : 1)
}
row("nanoseconds", ["each"])
for (name, measure) in edges { row(name, [measure.text]) }
row("nanoseconds an edge, buttons", Growth.sizes.map(String.init))
for (name, measures) in growth { row(name, measures.map(\.text)) }
row("nanoseconds a frame, pixels", RingMeasures.sizes.map(String.init))
for (name, measures) in stages { row(name, measures.map(\.text)) }
