import ButtonController
import EngineTestKit
import Glibc
import PanelFiles
import PanelReplay

// The fuzzer's entry point: bytes become reports, losses, sleeps and time, three bytes each, and
// whatever they are, the invariants hold; and the bytes as they are become a panel, a board and traces,
// which end in a value or in a bounded number of short errors. Build it with `--sanitize=fuzzer` (`make fuzz`); without,
// it is a program that does nothing.

/// What one group of three bytes stands for: the first says what, the second on which line, the third
/// after which interval.
private struct Step {
  var operation: UInt8
  var line: Int
  var isClosed: Bool
  var interval: TimeSpan

  init(_ a: UInt8, _ b: UInt8, _ c: UInt8, lines: Int) {
    operation = a & 31
    isClosed = a & 32 != 0
    line = Int(b) % lines
    let thresholds = EverythingPanel.thresholds
    let slot = Int(c >> 2)
    if slot < thresholds.count {
      interval = TimeSpan(nanoseconds: thresholds[slot] * 1_000_000 + Int64(c & 3) - 1)
    } else {
      interval = .microseconds(Int64(slot) * Int64(slot) * (Int64(c & 3) + 1))
    }
  }
}

/// Plays the input; gives what was broken, and adds to `trace` what was done.
private func play(_ bytes: UnsafeBufferPointer<UInt8>, noting trace: inout Trace) -> String? {
  var controller = Controller(EverythingPanel.panel)
  var invariants = Invariants(EverythingPanel.panel)
  var contact = UnbrokenContact(EverythingPanel.panel)
  var broken: String?
  func take(_ event: Event) {
    invariants.take(event)
    broken = broken ?? contact.broken(by: event)
  }
  var levels = Array(repeating: false, count: controller.lineCount)
  var now = Instant.zero
  controller.start(at: now, isClosed: { _ in false }, take)
  var index = 0
  while index + 2 < bytes.count {
    let step = Step(bytes[index], bytes[index + 1], bytes[index + 2], lines: levels.count)
    index += 3
    now = now + step.interval
    func note(_ action: Trace.Action) {
      trace.entries.append(Trace.Entry(at: now, action: action))
    }
    switch step.operation {
    case 24:
      levels[step.line] = step.isClosed
      note(.lost(line: step.line, isClosed: step.isClosed))
      controller.lose(line: step.line, isClosed: step.isClosed, at: now, known: now, take)
      contact.settle(step.line, isClosed: step.isClosed)
    case 25:
      levels[step.line] = step.isClosed
      note(.level(line: step.line, isClosed: step.isClosed))
      controller.audit(line: step.line, isClosed: step.isClosed, at: now, known: now, take)
      contact.settle(step.line, isClosed: step.isClosed)
    case 26:
      note(.gone(lines: [step.line]))
      controller.detach(line: step.line, at: now, known: now, take)
      contact.settle(step.line, isClosed: false)
    case 27:
      levels[step.line] = step.isClosed
      note(.back(lines: [step.line], isClosed: step.isClosed))
      controller.attach(line: step.line, isClosed: step.isClosed, at: now, known: now, take)
      contact.settle(step.line, isClosed: step.isClosed)
    case 28:
      let end = now + .seconds(1)
      note(.suspend(until: end))
      let found = levels
      controller.resume(from: now, to: end, isClosed: { found[$0] }, take)
      invariants.noteSleep(from: now, to: end)
      contact.settleAll()
      now = end
    case 29:
      note(.reload)
      controller.reload(at: now, known: now, take)
      invariants.noteReload()
      contact.settleAll()
    case 30, 31: controller.advance(to: now, known: now + .milliseconds(30), take)
    default:
      // Two of them repeat the level, as the kernel does of a change that was too short for it.
      if step.operation < 22 { levels[step.line].toggle() }
      note(.edge(line: step.line, isClosed: levels[step.line]))
      contact.note(line: step.line, isClosed: levels[step.line], at: now)
      controller.report(
        line: step.line, isClosed: levels[step.line], at: now, known: now, take)
    }
    if let deadline = controller.nextDeadline, deadline <= now { return "a deadline in the past" }
    if let violation = invariants.violation ?? broken { return violation }
    for ring in EverythingPanel.panel.rings.indices {
      for pixel in controller.frame(of: ring, at: now)
      where
        !(pixel.red >= 0 && pixel.red <= 1 && pixel.green >= 0 && pixel.green <= 1
        && pixel.blue >= 0 && pixel.blue <= 1)
      {
        return "a level out of bounds: \(pixel)"
      }
    }
  }
  return nil
}

private let boards = BoardCatalogue()

/// Reads the input as each kind of file; gives what was wrong with the errors.
private func read(_ text: [UInt8]) -> String? {
  func check(_ limit: Int, _ read: () throws -> Void) -> String? {
    do {
      try read()
      return nil
    } catch let error as FileError {
      if error.diagnostics.isEmpty { return "an error without a reason" }
      if error.diagnostics.count > limit + 1 { return "\(error.diagnostics.count) errors" }
      let long = error.diagnostics.first { $0.message.utf8.count > 5000 }
      return long.map { "a message of \($0.message.utf8.count) bytes" }
    } catch {
      return "an error of another kind: \(error)"
    }
  }
  let lines = EverythingPanel.lines
  let controls = EverythingPanel.controls
  return check(100) {
    _ = try PanelReader.decode(text, path: "p", boards: boards, root: "/nowhere")
  }
    ?? check(1000) { try replay(Trace.parse(text, path: "t", lines: lines, controls: controls)) }
    ?? check(1000) { try replay(Trace.parseVcd(text, path: "t", lines: lines, controls: controls)) }
}

/// Plays a trace of any times to its end, with frames where they are few.
private func replay(_ trace: Trace) {
  let last = trace.entries.last?.at ?? .zero
  let frames = last < .zero + .seconds(100) ? 100 : nil
  var runner = TraceRunner(
    panel: EverythingPanel.panel,
    options: TraceRunner.Options(emitsEdges: true, framesPerSecond: frames))
  var count = 0
  runner.run(trace) { _ in count += 1 }
}

/// Called by libFuzzer for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: min(count, 3 * 300))
  if let fault = read(Array(UnsafeBufferPointer(start: start, count: count))) {
    print("broken: \(fault)")
    fflush(nil)
    abort()
  }
  // The same bytes as a seed: a panel and calls that nobody would make.
  var random = SeededGenerator(seed: bytes.reduce(UInt64(count)) { ($0 &* 31) &+ UInt64($1) })
  _ = WildPanel.exercise(WildPanel.panel(&random), calls: 40, &random)
  var trace = Trace(startLevels: [], entries: [])
  if let violation = play(bytes, noting: &trace) {
    let text = trace.text(lines: EverythingPanel.lines, controls: EverythingPanel.controls)
    print("broken: \(violation); a trace for Tests/ButtonControllerTests/everything.yaml:")
    print(String(decoding: text, as: UTF8.self))
    fflush(nil)
    abort()
  }
  return 0
}
