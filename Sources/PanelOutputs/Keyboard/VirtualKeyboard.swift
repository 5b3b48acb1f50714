import ButtonController
import PanelFiles
import PanelHardware

/// The panel's virtual keyboard: strokes as actions, and keys that are down while something lasts.
///
/// What is held follows the events alone and is released at every end of what holds it: a release for
/// whatever reason, a reload, the program's end. Whoever dies without one takes the device along, and
/// then the kernel releases. Nothing here waits.
public final class VirtualKeyboard: EventPart, LinePart, ActionOutput {
  /// An entry of `do` whose keys are down.
  private struct Hold {
    var control: Int
    var binding: Int
    /// The event from which they are held.
    var beginning: String
    var codes: [UInt16]
  }

  private let port: KeyboardPort
  private let dry: DryRun?
  private var keys = HeldKeys()
  private var holds: [Hold] = []
  /// Whether the panel has keys that are held; most have none.
  private var mayHold: Bool

  /// A keyboard of the kernel's as `panel` wants it; it is made while the loop begins to run.
  public convenience init(_ panel: PanelFile, log: @escaping (String) -> Void) {
    self.init(panel, maker: UinputMaker(), at: .ever, log: log)
  }

  /// A keyboard of `panel` that only reports what it would type.
  public convenience init(_ panel: PanelFile, dry run: DryRun, log: @escaping (String) -> Void) {
    self.init(panel, maker: DryMaker(), at: .ever, dry: run, log: log)
  }

  init(
    _ panel: PanelFile, maker: any KeyboardMaker, at now: Instant, dry: DryRun? = nil,
    log: @escaping (String) -> Void
  ) {
    self.dry = dry
    mayHold = VirtualKeyboard.mayHold(panel)
    port = KeyboardPort(maker, log: log)
    port.want(KeyboardSpec(panel), at: now)
  }

  private static func mayHold(_ panel: PanelFile) -> Bool {
    panel.controls.contains { $0.actions.contains { $0.holdsKeys } }
  }

  /// Whether nothing waits to be written.
  var isIdle: Bool { port.nextDeadline == nil }

  // MARK: Keys

  /// Presses that nobody but a held key asks for are meant for this.
  public var takesHiddenEdges: Bool { true }

  /// Releases what the event ends, and holds what it begins.
  public func take(_ event: PanelEvent, in loop: PanelLoop) {
    guard mayHold || !holds.isEmpty, case .gesture(let kind) = event.kind,
      loop.panel.controls.indices.contains(event.control)
    else { return }
    release(loop, at: event) { $0.control == event.control && ends($0.beginning, kind) }
    for (index, binding) in loop.panel.controls[event.control].actions.enumerated()
    where binding.holdsKeys && begins(binding, kind) {
      hold(binding, index, of: event, loop)
    }
  }

  /// In a sleep the kernel releases all keys by itself: what a switch holds is pressed again, with the
  /// state that follows; presses are over.
  public func note(_ report: LineReport, in loop: PanelLoop) {
    if case .slept = report { release(loop) { $0.beginning == "on" } }
  }

  private func release(
    _ loop: PanelLoop, at event: PanelEvent? = nil, where isOver: (Hold) -> Bool
  ) {
    for index in holds.indices.reversed() where isOver(holds[index]) {
      let hold = holds.remove(at: index)
      let changes = keys.release(hold.codes)
      report(changes, isDown: false, of: hold.control, event?.name ?? "", loop)
      send(changes, loop)
    }
  }

  private func hold(_ binding: Binding, _ index: Int, of event: PanelEvent, _ loop: PanelLoop) {
    let control = event.control
    // A switch may report that it is on though that is known.
    if holds.contains(where: { $0.control == control && $0.binding == index }) { return }
    var codes: [UInt16] = []
    for case .key(let keys) in binding.actions where keys.isHeld { codes += keys.codes }
    holds.append(Hold(control: control, binding: index, beginning: binding.event, codes: codes))
    let changes = keys.press(codes)
    report(changes, isDown: true, of: control, event.name, loop)
    send(changes, loop)
  }

  private func report(
    _ changes: [KeyChange], isDown: Bool, of control: Int, _ event: String, _ loop: PanelLoop
  ) {
    let codes = changes.map(\.code)
    guard let dry, !codes.isEmpty, port.has(codes) else { return }
    dry.report(
      DryAction(
        at: loop.time(), control: control, event: event, in: loop,
        kind: .hold(keys: codes, isDown: isDown)))
  }

  private func begins(_ binding: Binding, _ kind: Event.Kind) -> Bool {
    if case .state(isOn: true) = kind { return binding.event == "on" }
    return binding.matches(kind)
  }

  /// Whether what began with an event of this name is over.
  private func ends(_ beginning: String, _ kind: Event.Kind) -> Bool {
    switch kind {
    case .release: return beginning == "press"
    case .holdEnd: return beginning == "hold"
    // What a switch has come to is not known while its line is gone or in quarantine.
    case .off, .state(isOn: false), .lineGone, .chatter: return beginning == "on"
    default: return false
    }
  }

  private func send(_ changes: [KeyChange], _ loop: PanelLoop) {
    if !changes.isEmpty { port.send(changes, isStroke: false, at: loop.time()) }
  }

  /// Types a stroke, for each step of a turn or a drag one; held keys are no matter of one moment.
  public func perform(_ action: Action, for event: PanelEvent, in loop: PanelLoop) -> Bool {
    guard case .key(let stroke) = action else { return false }
    if stroke.isHeld { return true }
    guard port.has(stroke.codes) else {
      let names = stroke.codes.map(KeyNames.name(of:)).joined(separator: ", ")
      loop.log("no keyboard has \(names) since the panel was reloaded; it is not typed")
      return true
    }
    let count = VirtualKeyboard.strokes(for: event.kind)
    dry?.report(DryAction(event, in: loop, kind: .stroke(keys: stroke.codes, count: count)))
    for _ in 0..<count {
      port.send(keys.stroke(stroke.codes), isStroke: true, at: loop.time())
    }
    return true
  }

  private static func strokes(for kind: PanelEvent.Kind) -> Int {
    switch kind {
    case .gesture(.turn(let steps, _, _)): return Int(min(steps.magnitude, mostSteps))
    case .gesture(.drag(let delta, _, _)): return Int(min(delta.magnitude, mostSteps))
    case .gesture, .command: return 1
    }
  }

  /// Enough for what the port leaves out to be counted, and no loop that somebody feels.
  private static let mostSteps: UInt = 10_000

  private func releaseAll(_ loop: PanelLoop) {
    release(loop) { _ in true }
    port.flush(at: loop.time())
  }

  // MARK: In the loop

  /// The keyboard while it is being made, and changes of its device file while it cannot be.
  public func addDescriptors(to set: inout PollSet) { port.addDescriptors(to: &set) }

  /// Whether there is a keyboard, and how many strokes were not typed.
  public func report(to status: inout LoopStatus, in loop: PanelLoop) {
    if let output = port.status { status.outputs.append(output) }
  }

  /// When more strokes may be written.
  public func nextDeadline(in loop: PanelLoop) -> Instant? { port.nextDeadline }

  /// Goes on; what is held when a keyboard comes is pressed on it.
  public func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    guard port.serve(set, now: now) else { return }
    send(keys.down.map { KeyChange(code: $0, isDown: true) }, loop)
  }

  /// Releases everything; another keyboard is made only where name or keys are others.
  public func reload(in loop: PanelLoop) {
    releaseAll(loop)
    mayHold = VirtualKeyboard.mayHold(loop.panel)
    port.want(KeyboardSpec(loop.panel), at: loop.time())
  }

  /// Releases everything.
  ///
  /// Strokes behind commands that have time to end are typed yet; the keyboard goes with the program.
  public func stop(in loop: PanelLoop) { releaseAll(loop) }

  /// The end: writes what waits.
  public func finish(in loop: PanelLoop) { port.flush(at: loop.time()) }
}

extension KeyboardSpec {
  /// The keyboard of a panel; nil where it has none, or types nothing.
  init?(_ panel: PanelFile) {
    let codes = panel.keyCodes
    guard let name = panel.outputs.keyboard, !codes.isEmpty else { return nil }
    self.init(name: name, codes: codes)
  }
}
