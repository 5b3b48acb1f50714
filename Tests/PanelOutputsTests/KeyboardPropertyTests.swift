import ButtonController
import EngineTestKit
import Foundation
import LoopTestKit
import PanelFiles
import Testing

@testable import PanelHardware
@testable import PanelOutputs

/// Keys by chance: whatever lines, chips, sleeps, reloads and keyboards do, none is left down.
@Suite struct KeyboardPropertyTests {
  /// GPIOPRESS_SEED repeats a run.
  static let seed: UInt64 = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["GPIOPRESS_SEED"].flatMap(UInt64.init) { return seed }
    return environment["CI"] == nil ? UInt64.random(in: 0...UInt64.max) : 1
  }()

  /// Every kind of control and gesture, each with keys to hold and some to type, among few keys.
  private static func panel(_ random: inout SeededGenerator) -> PanelFile {
    var panel = EverythingPanel.panel
    var files = EverythingPanel.controls
    func codes() -> [UInt16] {
      Array(
        (1...4).map { UInt16($0) }.shuffled(using: &random).prefix(
          Int.random(in: 1...3, using: &random)))
    }
    for (index, control) in panel.controls.enumerated() {
      let beginnings = control.kind == .toggle ? ["on", "hold"] : ["press", "hold"]
      for event in beginnings
      where !(event == "hold" && control.gestures.hold?.commitsOnRelease == true) {
        files[index].actions.append(
          Binding(event: event, actions: [.key(.init(codes(), isHeld: true))]))
      }
      for event in ["tap", "turn", "drag", "release", "cancel"] {
        files[index].actions.append(Binding(event: event, actions: [.key(.init(codes()))]))
      }
      files[index].hidesEdges = Bool.random(using: &random)
      panel.controls[index].emitsEdges = true
    }
    return PanelFile(
      path: "", name: "", board: "", panel: panel, controls: files, lines: EverythingPanel.lines,
      rings: [], outputs: Outputs(keyboard: "Panel"))
  }

  /// The keys that must be down, by the events alone.
  private final class Expectation: EventPart {
    var takesHiddenEdges: Bool { true }
    private var lasting: Set<String> = []
    private var file: PanelFile

    init(_ file: PanelFile) { self.file = file }

    var down: Set<UInt16> {
      var down: Set<UInt16> = []
      for (index, control) in file.controls.enumerated() {
        for binding in control.actions where lasting.contains("\(index) \(binding.event)") {
          for case .key(let keys) in binding.actions where keys.isHeld {
            down.formUnion(keys.codes)
          }
        }
      }
      return down
    }

    func take(_ event: PanelEvent, in loop: PanelLoop) {
      let control = event.control
      guard case .gesture(let kind) = event.kind else { return }
      switch kind {
      case .press: lasting.insert("\(control) press")
      case .release: lasting.remove("\(control) press")
      case .hold: lasting.insert("\(control) hold")
      case .holdEnd: lasting.remove("\(control) hold")
      case .on, .state(isOn: true): lasting.insert("\(control) on")
      case .off, .state(isOn: false), .lineGone, .chatter: lasting.remove("\(control) on")
      default: break
      }
    }

    func reload(in loop: PanelLoop) {
      lasting.removeAll()
      file = loop.panel
    }
  }

  @Test(arguments: 0..<24) func noKeyIsLeftDown(_ run: Int) {
    var random = SeededGenerator(seed: Self.seed &+ UInt64(run))
    let bench = KeyboardBench(Self.panel(&random)) { maker in maker.isSlow = run % 4 == 0 }
    let expectation = Expectation(bench.loop.panel)
    bench.loop.add(expectation)
    bench.start()
    bench.maker.isSlow = false
    var now: Int64 = 0
    let count = bench.loop.panel.lines.count
    for _ in 0..<400 {
      now +=
        Bool.random(using: &random)
        ? Int64.random(in: 0...60, using: &random)
        : EverythingPanel.thresholds.randomElement(using: &random) ?? 0
      let line = Int.random(in: 0..<count, using: &random)
      switch Int.random(in: 0..<60, using: &random) {
      case 0: bench.lines.lose(line)
      case 1: bench.lines.setSilently(line, isClosed: Bool.random(using: &random))
      case 2: bench.lines.unplug("memory")
      case 3, 4: bench.lines.plug("memory")
      case 5:
        now += 3000
        bench.clock.asleep = bench.clock.asleep + .seconds(3)
        bench.clock.instant = Instant(nanoseconds: now * 1_000_000)
        bench.loop.turn()
      case 6: bench.loop.reload(Self.panel(&random))
      case 7: bench.maker.failure = Bool.random(using: &random) ? nil : 13
      case 8: bench.device.failure = 11
      case 9:
        // A process that does not run wakes late, to one turn.
        now += 300
        bench.clock.instant = Instant(nanoseconds: now * 1_000_000)
        bench.loop.turn()
      default: bench.edge(line, Bool.random(using: &random), now)
      }
      bench.run(to: now)
      guard let device = bench.maker.made.last else { continue }
      // A stroke may be half written, and what waits for its turn; then nothing is compared.
      guard bench.keyboard.isIdle, !device.isClosed, device.failure == nil else { continue }
      #expect(device.down == expectation.down, "seed \(Self.seed), run \(run), at \(now)")
    }
    bench.maker.made.last?.failure = nil
    bench.loop.shutDown()
    for device in bench.maker.made {
      #expect(device.down.isEmpty, "seed \(Self.seed), run \(run)")
    }
  }

  /// The counting alone: any order of holders, and the changes are what a kernel would take.
  @Test(arguments: 0..<20) func holdersAreCounted(_ run: Int) {
    var random = SeededGenerator(seed: Self.seed &+ 500 &+ UInt64(run))
    var keys = HeldKeys()
    var holders: [[UInt16]] = []
    let device = RecordedKeyboard(KeyboardSpec(name: "", codes: [1, 2, 3, 4, 5]))
    func write(_ changes: [KeyChange]) throws { try device.write(changes[...]) }
    for _ in 0..<300 {
      let codes = (1...5).map { UInt16($0) }.shuffled(using: &random).prefix(
        Int.random(in: 1...4, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        holders.append(Array(codes))
        try? write(keys.press(Array(codes)))
      case 2, 3:
        guard let index = holders.indices.randomElement(using: &random) else { continue }
        try? write(keys.release(holders.remove(at: index)))
      default: try? write(keys.stroke(Array(codes)))
      }
      #expect(device.down == Set(holders.joined()), "seed \(Self.seed), run \(run)")
      #expect(Set(keys.down) == device.down)
    }
    for held in holders { try? write(keys.release(held)) }
    #expect(device.down.isEmpty && keys.down.isEmpty)
  }
}
