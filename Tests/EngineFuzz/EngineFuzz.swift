import ButtonController
import Glibc
import PanelFiles
import PanelTestKit

// The fuzzer's entry point: bytes become reports, losses, sleeps and time, three bytes each, and
// whatever they are, the invariants hold. Build it with `--sanitize=fuzzer` (`make fuzz`); without,
// it is a program that does nothing.

/// What one group of three bytes stands for: the first says what, the second on which line, the third
/// after which interval.
private struct Step {
  var operation: UInt8
  var line: Int
  var isClosed: Bool
  var interval: Span

  init(_ a: UInt8, _ b: UInt8, _ c: UInt8, lines: Int) {
    operation = a & 31
    isClosed = a & 32 != 0
    line = Int(b) % lines
    let thresholds = EverythingPanel.thresholds
    let slot = Int(c >> 2)
    if slot < thresholds.count {
      interval = Span(nanoseconds: thresholds[slot] * 1_000_000 + Int64(c & 3) - 1)
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

/// Called by libFuzzer for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: min(count, 3 * 300))
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
