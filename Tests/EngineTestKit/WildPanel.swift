import ButtonController

/// Panels and calls that nobody would make, to see that a controller bears them.
///
/// Everything comes from the generator, so a seed or a fuzzer's bytes repeat it.
public enum WildPanel {
  /// A panel in which every number may be out of its range and every index point nowhere.
  public static func panel(_ random: inout some RandomNumberGenerator) -> Panel {
    let count = Int.random(in: 0...6, using: &random)
    var panel = Panel(
      controls: (0..<count).map { _ in control(&random) },
      rings: (0..<Int.random(in: 0...3, using: &random)).map { _ in ring(&random) })
    panel.reduceMotion = Bool.random(using: &random)
    return panel
  }

  /// Makes `count` calls on a controller of `panel`; gives how many events it emitted.
  ///
  /// The calls come in the wrong order, with lines, rings and instants that are not there.
  public static func exercise(
    _ panel: Panel, calls count: Int, _ random: inout some RandomNumberGenerator
  ) -> Int {
    var controller = Controller(panel)
    var emitted = 0
    func take(_ event: Event) { emitted += 1 }
    var clock = Instant.zero
    for _ in 0..<count {
      clock = clock + .milliseconds(Int64.random(in: -5...900, using: &random))
      let at = Int.random(in: 0..<12, using: &random) == 0 ? instant(&random) : clock
      let known = Int.random(in: 0..<12, using: &random) == 0 ? instant(&random) : at
      let line = index(controller.lineCount, &random)
      let isClosed = Bool.random(using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0: controller.start(at: at, known: known, isClosed: { $0 % 3 == 0 }, take)
      case 1: controller.lose(line: line, isClosed: isClosed, at: at, known: known, take)
      case 2: controller.audit(line: line, isClosed: isClosed, at: at, known: known, take)
      case 3: controller.detach(line: line, at: at, known: known, take)
      case 4: controller.attach(line: line, isClosed: isClosed, at: at, known: known, take)
      case 5:
        controller.resume(
          from: at, to: known, known: known, isClosed: { _ in isClosed }, take)
      case 6: controller.reload(at: at, known: known, take)
      case 7: controller.shutDown(at: at, known: known, take)
      case 8, 9: controller.advance(to: at, known: known, take)
      case 10:
        let ring = index(panel.rings.count, &random)
        _ = controller.frame(of: ring, at: at).count
        _ = controller.motion(of: ring, at: at)
        controller.showWorking(ring: ring, at: at)
        controller.showRemote(ring: ring, .progress(number(&random)), until: known, at: at)
        controller.endRemote(ring: ring, at: at)
        controller.showProgress(ring: ring, number(&random), at: at)
        controller.endProgress(ring: ring, at: at)
        controller.showSuccess(ring: ring, at: at)
        controller.showFailure(ring: ring, at: at)
        controller.endWorking(ring: ring, at: at)
      case 11:
        _ = controller.isClosed(line: line)
        _ = controller.isQuarantined(line: line)
        _ = controller.lines(of: index(panel.controls.count, &random))
        _ = controller.control(ofLine: line)
        _ = controller.needsAudit
      default: controller.report(line: line, isClosed: isClosed, at: at, known: known, take)
      }
    }
    controller.advance(to: .never, known: .never, take)
    return emitted
  }

  // MARK: - Parts

  private static func control(_ random: inout some RandomNumberGenerator) -> Control {
    var control = Control(kind: kind(&random))
    control.debounce = Debounce(
      press: span(&random), release: span(&random),
      mode: [.stable, .eager, .integrate].randomElement(using: &random) ?? .stable,
      limit: span(&random), dropout: maybe(&random) ? span(&random) : nil)
    if maybe(&random) {
      control.gestures.tap = Tap(
        max: integer(&random), gap: span(&random), firesAtPress: Bool.random(using: &random))
    }
    if maybe(&random) {
      var hold = Hold(after: span(&random), taps: integer(&random))
      hold.furtherLevels = (0..<Int.random(in: 0...3, using: &random)).map { _ in span(&random) }
      if maybe(&random) {
        hold.repeats = Repeat(
          every: span(&random), stages: [Repeat.Stage(after: span(&random), every: span(&random))])
      }
      hold.commitsOnRelease = Bool.random(using: &random)
      control.gestures.hold = hold
    }
    if maybe(&random) {
      control.gestures.confirm = Confirm(
        after: span(&random), commitsOnRelease: Bool.random(using: &random),
        overHold: span(&random), doubleTap: Bool.random(using: &random),
        isExclusive: Bool.random(using: &random), success: span(&random), fade: span(&random),
        drain: span(&random))
    }
    control.gestures.tapWithin = span(&random)
    control.emitsEdges = Bool.random(using: &random)
    control.stuck = maybe(&random) ? span(&random) : nil
    control.chatter = maybe(&random) ? integer(&random) : nil
    control.rings = (0..<Int.random(in: 0...3, using: &random)).map { _ in integer(&random) }
    return control
  }

  private static func kind(_ random: inout some RandomNumberGenerator) -> Control.Kind {
    let stick = Stick(
      repeats: maybe(&random) ? Stick.Steps(after: span(&random), every: span(&random)) : nil,
      drag: drag(&random))
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return .toggle
    case 1:
      var knob = Knob(stepsPerDetent: integer(&random), slipGuard: span(&random))
      knob.rest = [.open, .found, .closed].randomElement(using: &random) ?? .open
      if maybe(&random) {
        knob.acceleration = Knob.Acceleration(window: span(&random), max: integer(&random))
      }
      knob.position = Knob.Position(
        start: maybe(&random) ? integer(&random) : nil,
        min: maybe(&random) ? integer(&random) : nil,
        max: maybe(&random) ? integer(&random) : nil, wraps: Bool.random(using: &random),
        step: integer(&random))
      knob.drag = drag(&random)
      return .knob(knob, hasPush: Bool.random(using: &random))
    case 2: return .stick(stick, hasPush: Bool.random(using: &random))
    case 3: return .encoderStick(stick)
    case 4:
      return .chord(
        Chord(
          members: (0..<Int.random(in: 0...4, using: &random)).map { _ in integer(&random) },
          within: span(&random)))
    default: return .button
    }
  }

  private static func drag(_ random: inout some RandomNumberGenerator) -> Drag {
    Drag(
      reach: number(&random), tolerance: number(&random), perStep: number(&random),
      rule: Bool.random(using: &random) ? .net : .path, springDuration: span(&random),
      springBounce: number(&random))
  }

  private static func ring(_ random: inout some RandomNumberGenerator) -> Ring {
    Ring(
      pixels: integer(&random), track: number(&random),
      idle: [.track, .off, .breathe].randomElement(using: &random) ?? .track,
      zero: integer(&random), isClockwise: Bool.random(using: &random),
      shows: Ring.Pictures(rawValue: UInt16.random(in: 0...511, using: &random)))
  }

  private static func maybe(_ random: inout some RandomNumberGenerator) -> Bool {
    Bool.random(using: &random)
  }

  private static func index(_ count: Int, _ random: inout some RandomNumberGenerator) -> Int {
    if count > 0 && Int.random(in: 0..<8, using: &random) > 0 {
      return Int.random(in: 0..<count, using: &random)
    }
    return integer(&random)
  }

  private static func integer(_ random: inout some RandomNumberGenerator) -> Int {
    [Int.min, -1, 0, 1, 2, 3, 4, 5, 99, 1 << 40, Int.max].randomElement(using: &random) ?? 0
  }

  private static func number(_ random: inout some RandomNumberGenerator) -> Double {
    [
      -Double.infinity, -1, 0, 1e-300, 0.5, 1, 80, 1e300, Double.infinity, Double.nan,
    ].randomElement(using: &random) ?? 0
  }

  private static func span(_ random: inout some RandomNumberGenerator) -> TimeSpan {
    [
      TimeSpan(nanoseconds: .min), TimeSpan(nanoseconds: -1), .zero, TimeSpan(nanoseconds: 1),
      .milliseconds(10), .milliseconds(20), .milliseconds(300), .seconds(2), .milliseconds(.max),
      TimeSpan(nanoseconds: .max),
    ].randomElement(using: &random) ?? .zero
  }

  private static func instant(_ random: inout some RandomNumberGenerator) -> Instant {
    [
      .ever, Instant(nanoseconds: .min + 1), .zero, Instant(nanoseconds: -1),
      Instant(nanoseconds: .max - 1), .never,
    ].randomElement(using: &random) ?? .zero
  }
}
