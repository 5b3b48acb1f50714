import ButtonController
import LoopTestKit
import PanelFiles
import PanelHardware
import Testing

@testable import PanelOutputs

/// A keyboard that writes down what reached it, and knows as the kernel does which keys are down.
final class RecordedKeyboard: KeyboardDevice {
  let spec: KeyboardSpec
  /// `+30` for a key that goes down, `-30` for one that goes up.
  private(set) var typed: [String] = []
  private(set) var down: Set<UInt16> = []
  private(set) var isClosed = false
  /// The sizes of the writes.
  private(set) var writes: [Int] = []
  /// Set, every write fails with it.
  var failure: Int32?

  init(_ spec: KeyboardSpec) { self.spec = spec }

  func write(_ changes: ArraySlice<KeyChange>) throws(SystemError) {
    #expect(!isClosed)
    if let failure { throw SystemError(failure, "write to the keyboard") }
    writes.append(changes.count)
    for change in changes {
      typed.append("\(change.isDown ? "+" : "-")\(change.code)")
      #expect(spec.codes.contains(change.code))
      // Each changes something: nobody goes down twice, or up without having been down.
      if change.isDown {
        #expect(down.insert(change.code).inserted, "\(typed.suffix(20))")
      } else {
        #expect(down.remove(change.code) != nil, "\(typed.suffix(20))")
      }
    }
  }

  func close() {
    isClosed = true
    down.removeAll()
  }

  /// What was typed since it was asked last.
  func take() -> String {
    defer { typed.removeAll() }
    return typed.joined(separator: " ")
  }
}

/// Makes keyboards that write down.
final class RecordingMaker: KeyboardMaker {
  var path = "/dev/uinput"
  let raw: Int32 = -1
  private(set) var made: [RecordedKeyboard] = []
  private(set) var attempts = 0
  /// Set, none can be made, and this is why.
  var failure: Int32?
  /// Set, what comes of an attempt is not known yet.
  var isSlow = false
  private var begun: KeyboardSpec?

  func begin(_ spec: KeyboardSpec) throws(SystemError) {
    #expect(begun == nil)
    attempts += 1
    begun = spec
  }

  func take() -> Result<any KeyboardDevice, SystemError>? {
    guard let spec = begun, !isSlow else { return nil }
    begun = nil
    if let failure { return .failure(SystemError(failure, "open /dev/uinput")) }
    made.append(RecordedKeyboard(spec))
    return .success(made[made.count - 1])
  }
}

/// A panel file on lines in memory with a recording keyboard: the real loop, no real time.
final class KeyboardBench {
  let clock = SteppedClock(.zero)
  let lines: MemoryLines
  let loop: PanelLoop
  let maker = RecordingMaker()
  let keyboard: VirtualKeyboard
  private let runner: ActionRunner
  private let outside = Outside()
  private final class Log { var lines: [String] = [] }
  private let log = Log()

  /// What an output learns of the panel.
  final class Outside: EventPart {
    var names: [String] = []
    var numbers: [Int?] = []
    func take(_ event: PanelEvent, in loop: PanelLoop) {
      names.append(event.name)
      numbers.append(event.number)
    }
  }

  /// The controls and chords of a panel with a keyboard called Panel, as YAML.
  static func panel(_ controls: String) throws -> PanelFile {
    let text = "board: raspberry-pi-5\n\(controls)\noutputs: {keyboard: {name: Panel}}\n"
    return try PanelReader.decode(
      Array(text.utf8), path: "panel.yaml", boards: .checkout(above: #filePath), root: "/nowhere"
    ).panel
  }

  convenience init(_ controls: String, prepare: (RecordingMaker) -> Void = { _ in }) throws {
    self.init(try KeyboardBench.panel(controls), prepare: prepare)
  }

  init(_ panel: PanelFile, prepare: (RecordingMaker) -> Void = { _ in }) {
    lines = MemoryLines(lineCount: panel.lines.count)
    let log = log
    loop = PanelLoop(panel: panel, hardware: lines, clock: clock) { log.lines.append($0) }
    prepare(maker)
    keyboard = VirtualKeyboard(panel, maker: maker, at: .zero) { log.lines.append($0) }
    let outputs = ActionOutputs()
    outputs.add(keyboard)
    runner = ActionRunner(perform: outputs.perform)
    loop.add(outside)
    loop.add(keyboard)
    loop.add(runner)
  }

  var said: [String] { log.lines }
  var names: [String] { outside.names }
  var numbers: [Int?] { outside.numbers }
  /// The keyboard that is there; one that was not made has nothing.
  var device: RecordedKeyboard {
    maker.made.last ?? RecordedKeyboard(KeyboardSpec(name: "", codes: []))
  }

  func start() {
    _ = loop.start()
    loop.turn()
  }

  /// Lets the loop run to an instant in milliseconds, waking when it asks for it.
  func run(to milliseconds: Int64) {
    let end = Instant(nanoseconds: milliseconds * 1_000_000)
    while let wake = loop.nextWake, wake <= end {
      clock.instant = max(clock.instant, wake)
      loop.turn()
    }
    clock.instant = max(clock.instant, end)
    loop.turn()
  }

  /// An edge at an instant, to which the loop wakes.
  func edge(_ line: Int, _ isClosed: Bool, _ milliseconds: Int64) {
    run(to: milliseconds)
    lines.set(line, isClosed: isClosed, at: clock.instant)
    loop.turn()
  }

  /// A clean press from one instant to another, and a moment more.
  func press(_ line: Int, from begin: Int64, to end: Int64) {
    edge(line, true, begin)
    edge(line, false, end)
    run(to: end + 50)
  }

  /// A knob's lines `a` and `a + 1` go one detent clockwise, each edge a millisecond after the last.
  func turn(_ a: Int, from begin: Int64, detents: Int64 = 1) {
    for detent in 0..<detents {
      let at = begin + 4 * detent
      for (step, (line, level)) in [(a, true), (a + 1, true), (a, false), (a + 1, false)]
        .enumerated()
      {
        lines.set(line, isClosed: level, at: Instant(nanoseconds: (at + Int64(step)) * 1_000_000))
      }
    }
    run(to: begin + 4 * detents)
  }
}
