import ButtonController
import PanelFiles
import Testing

@testable import PanelHardware

@Suite struct EventMatchTests {
  private static let cancel = Event.Kind.cancel(
    .init(reason: .otherControl, progress: 0.5, held: .milliseconds(200), taps: 0))

  @Test(
    arguments: [
      ("tap", nil, .tap(count: 1), true),
      ("tap", nil, .tap(count: 3), true),
      ("tap", "2", .tap(count: 2), true),
      ("tap", "2", .tap(count: 3), false),
      ("hold", "1", .hold(taps: 1), true),
      ("hold", "1", .hold(taps: 0), false),
      ("hold", nil, .holdEnd(held: .seconds(3)), false),
      ("hold_end", nil, .holdEnd(held: .seconds(3)), true),
      ("hold_level", "3", .holdLevel(level: 3), true),
      ("hold_level", "3", .holdLevel(level: 2), false),
      ("hold_ready", "1", .holdReady(level: 1), true),
      ("hold_repeat", "4", .holdRepeat(count: 3), false),
      ("hold_end", "2", .holdEnd(held: .seconds(3), level: 2), true),
      ("hold_end", "2", .holdEnd(held: .seconds(3)), false),
      ("turn", "+", .turn(steps: 3, position: 9), true),
      ("turn", "-", .turn(steps: 3, position: 9), false),
      ("turn", "-", .turn(steps: -1, position: 0, limit: .min), true),
      ("drag", "-", .drag(delta: -1, total: 2, pull: 1), true),
      ("drag", "up", .move(dx: 0, dy: 1, x: 0, y: 1, pull: 1, angle: 90), true),
      ("drag", "left", .move(dx: -1, dy: 0, x: 0, y: 1, pull: 1, angle: 90), true),
      ("drag", "right", .move(dx: -1, dy: 0, x: 0, y: 1, pull: 1, angle: 90), false),
      ("state", "on", .state(isOn: true), true),
      ("state", "off", .state(isOn: true), false),
      ("confirm", "double_tap", .confirm(via: .doubleTap, held: .zero), true),
      ("release", "stuck", .release(held: .seconds(60), reason: .stuck), true),
      ("release", "stuck", .release(held: .seconds(6)), false),
      ("ignored", "consumed", .ignored(reason: .consumed), true),
      ("cancel", "other_control", cancel, true),
      ("cancel", "released", cancel, false),
      ("cancel", nil, cancel, true),
      ("confirm", nil, .confirm(via: .hold, held: .seconds(1)), true),
      ("drag", nil, .move(dx: 1, dy: 0, x: 1, y: 0, pull: 1, angle: 0), true),
      ("drag", nil, .dragEnd(total: 1, path: 1), false),
      ("on", "1", .on, false),
    ] as [(String, String?, Event.Kind, Bool)])
  func binding(event: String, detail: String?, kind: Event.Kind, matches: Bool) {
    #expect(Binding(event: event, detail: detail, actions: []).matches(kind) == matches)
  }

  @Test func anEndOfACommandMatches() {
    func matches(_ entry: String, _ detail: String?, _ outcome: CommandEnd.Outcome) -> Bool {
      let end = PanelEvent(CommandEnd(of: "tap", outcome, took: .zero), control: 0, at: .zero)
      return Binding(event: entry, detail: detail, actions: []).matches(end)
    }
    #expect(matches("command_done", nil, .exit(0)))
    #expect(matches("command_done", "tap", .exit(0)))
    #expect(!matches("command_done", "confirm", .exit(0)))
    #expect(!matches("command_failed", nil, .exit(0)))
    #expect(matches("command_failed", nil, .timeout))
    #expect(matches("command_failed", "tap", .notStarted("no")))
    #expect(!matches("tap", nil, .exit(0)))
  }
}

@Suite struct JobQueueTests {
  private func job(
    _ number: Int, control: Int = 0, binding: Int = 0, isParallel: Bool = false
  ) -> Job {
    Job(
      event: PanelEvent(
        Event(
          at: Instant(nanoseconds: Int64(number)), decided: .zero, control: control,
          kind: .tap(count: 1))),
      name: "control \(control)", binding: binding,
      actions: [.run(.init(arguments: ["true"], isParallel: isParallel))])
  }

  @Test func oldestIsDropped() {
    var queue = JobQueue()
    for number in 0..<8 { #expect(queue.add(job(number)) == nil) }
    #expect(queue.add(job(100, binding: 1)) == nil)
    #expect(queue.add(job(8)) == job(0))
    #expect(queue.add(job(9)) == job(1))
    #expect(queue.jobs.count == 9)
  }

  private func job(_ kind: Event.Kind, binding: Int = 0) -> Job {
    let event = Event(at: Instant(nanoseconds: 1), decided: .zero, control: 0, kind: kind)
    return Job(
      event: PanelEvent(event), name: "control 0", binding: binding,
      actions: [.run(.init(arguments: ["true"]))])
  }

  private func waiting(_ jobs: Job...) -> [Event.Kind] {
    var queue = JobQueue()
    for job in jobs { _ = queue.add(job) }
    return queue.jobs.compactMap(\.event.gesture?.kind)
  }

  @Test func valuesAddUp() {
    #expect(
      waiting(
        job(.turn(steps: 2, position: 7)), job(.turn(steps: -1, position: 9), binding: 1),
        job(.turn(steps: 3, position: 10, limit: .max)))
        == [.turn(steps: 5, position: 10, limit: .max), .turn(steps: -1, position: 9)])
    #expect(
      waiting(job(.drag(delta: 1, total: 1, pull: 1)), job(.drag(delta: 2, total: 3, pull: 4)))
        == [.drag(delta: 3, total: 3, pull: 4)])
    #expect(
      waiting(
        job(.move(dx: 1, dy: 0, x: 1, y: 0, pull: 1, angle: 0)),
        job(.move(dx: 0, dy: -1, x: 1, y: -1, pull: 2, angle: -45)))
        == [.move(dx: 1, dy: -1, x: 1, y: -1, pull: 2, angle: -45)])
    #expect(
      waiting(job(.holdRepeat(count: 1)), job(.holdRepeat(count: 2))) == [.holdRepeat(count: 2)])
  }

  /// There and back is no news; but where an end of the position cut a turn short, the position is.
  @Test func whatAddsUpToNothingIsDropped() {
    #expect(waiting(job(.turn(steps: 2, position: 2)), job(.turn(steps: -2, position: 0))) == [])
    #expect(
      waiting(
        job(.turn(steps: 2, position: 2)), job(.turn(steps: -2, position: 0)),
        job(.turn(steps: 1, position: 1))) == [.turn(steps: 1, position: 1)])
    #expect(
      waiting(
        job(.turn(steps: 2, position: 10, limit: .max)), job(.turn(steps: -2, position: 8)))
        == [.turn(steps: 0, position: 8)])
    #expect(
      waiting(
        job(.drag(delta: 1, total: 4, pull: 1)), job(.drag(delta: -1, total: 3, pull: 1))) == [])
    #expect(
      waiting(
        job(.move(dx: 1, dy: 0, x: 1, y: 0, pull: 1, angle: 0)),
        job(.move(dx: -1, dy: 0, x: 0, y: 0, pull: 0, angle: 0))) == [])
  }

  /// No change moves over what is no change: a drag's end stays between two drags.
  @Test func valuesStayInTheirPlace() {
    let drag = Event.Kind.drag(delta: 1, total: 1, pull: 1)
    let all = [drag, .dragEnd(total: 1, path: 1), drag]
    #expect(
      waiting(job(all[0]), job(all[1], binding: 1), job(all[2])) == all)
    #expect(waiting(job(.tap(count: 1)), job(.tap(count: 1))).count == 2)
  }

  @Test func oneAtATimeAControl() {
    var queue = JobQueue()
    for each in [job(1), job(2, binding: 1), job(3, control: 1)] { _ = queue.add(each) }
    let first = queue.next(beside: [])
    #expect(first == job(1))
    #expect(queue.next(beside: [job(1)]) == job(3, control: 1))
    #expect(queue.next(beside: [job(1), job(3, control: 1)]) == nil)
    #expect(queue.next(beside: []) == job(2, binding: 1))
  }

  /// What a job has left to do does not change whether others wait for it.
  @Test func runningJobStaysInTheWay() {
    var queue = JobQueue()
    var running = job(1)
    running.actions = []
    _ = queue.add(job(2))
    #expect(queue.next(beside: [running]) == nil)
  }

  @Test func parallelOnesDoNotWait() {
    var queue = JobQueue()
    let alike = (0..<9).map { job($0, isParallel: true) }
    var running: [Job] = [job(100, binding: 1)]
    for each in alike {
      _ = queue.add(each)
      if let next = queue.next(beside: running) { running.append(next) }
    }
    #expect(running.count == 1 + JobQueue.mostParallel)
    #expect(queue.jobs == [alike[8]])
  }
}
