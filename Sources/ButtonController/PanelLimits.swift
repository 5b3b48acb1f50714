/// What a controller makes of a panel that says the impossible: the nearest that can be run.
///
/// `Panel.problems` names what was changed here; what the two disagree about is a fault.
extension Panel {
  /// What is wrong with a panel made in code; a panel file is checked by its own decoder.
  public struct Problem: Equatable, Sendable {
    /// The control it is about; nil for a ring.
    public var control: Int?
    /// The ring it is about; nil for a control.
    public var ring: Int?
    /// What is wrong.
    public var kind: Kind

    /// A problem of a control or a ring.
    public init(control: Int?, ring: Int?, kind: Kind) {
      self.control = control
      self.ring = ring
      self.kind = kind
    }

    /// The kinds of problem.
    public enum Kind: Equatable, Sendable {
      /// One of `Control.rings` is no index of `Panel.rings`, or stands there twice.
      case noSuchRing
      /// A chord has fewer than two different buttons of the panel as its members.
      case noSuchMembers
      /// A number or a length of time is out of its range; the nearest that is in it is taken.
      case outOfRange
      /// `hold` and `confirm` on one control; the confirm is taken.
      case holdBesideConfirm
    }
  }

  /// What is wrong with the panel; empty if a controller runs it as it stands.
  ///
  /// Not for a hot path: it makes a copy of the panel.
  public var problems: [Problem] {
    let sound = self.sound
    var problems: [Problem] = []
    for index in controls.indices {
      let control = controls[index]
      func add(_ kind: Problem.Kind) {
        problems.append(Problem(control: index, ring: nil, kind: kind))
      }
      if control.rings != sound.controls[index].rings { add(.noSuchRing) }
      if case .chord(let chord) = control.kind, case .chord(let other) = sound.controls[index].kind,
        chord.members != other.members || chord.members.count < 2
      {
        add(.noSuchMembers)
      }
      if control.gestures.hold != nil && control.gestures.confirm != nil { add(.holdBesideConfirm) }
      if control.withoutReferences != sound.controls[index].withoutReferences { add(.outOfRange) }
    }
    for index in rings.indices where rings[index] != sound.rings[index] {
      problems.append(Problem(control: nil, ring: index, kind: .outOfRange))
    }
    return problems
  }

  /// The nearest panel that can be run.
  var sound: Panel {
    var panel = self
    for index in panel.controls.indices {
      panel.controls[index].makeSound(at: index, in: self)
    }
    for index in panel.rings.indices { panel.rings[index].makeSound() }
    return panel
  }
}

extension Control {
  fileprivate mutating func makeSound(at index: Int, in panel: Panel) {
    rings = Self.rings(of: rings, in: panel)
    debounce.press = debounce.press.notNegative
    debounce.release = debounce.release.notNegative
    debounce.limit = debounce.limit.notNegative
    debounce.dropout = debounce.dropout?.notNegative
    stuck = stuck?.notNegative
    if let chatter { self.chatter = max(1, min(1_000_000_000, chatter)) }
    if gestures.confirm != nil { gestures.hold = nil }
    gestures.makeSound()
    switch kind {
    case .button, .toggle: break
    case .knob(var knob, let hasPush):
      knob.makeSound()
      kind = .knob(knob, hasPush: hasPush)
    case .stick(var stick, let hasPush):
      stick.makeSound()
      kind = .stick(stick, hasPush: hasPush)
    case .encoderStick(var stick):
      stick.makeSound()
      kind = .encoderStick(stick)
    case .chord(var chord):
      chord.within = chord.within.notNegative
      chord.members = Self.buttons(of: chord.members, in: panel)
      kind = .chord(chord)
    }
  }

  /// The rings that are there, each once.
  private static func rings(of wanted: [Int], in panel: Panel) -> [Int] {
    var found: [Int] = []
    for ring in wanted where panel.rings.indices.contains(ring) && !found.contains(ring) {
      found.append(ring)
    }
    return found
  }

  /// The members that are buttons of the panel, each once; none if a chord cannot be made of them.
  private static func buttons(of members: [Int], in panel: Panel) -> [Int] {
    var found: [Int] = []
    for member in members where panel.controls.indices.contains(member) && !found.contains(member) {
      if case .button = panel.controls[member].kind { found.append(member) }
    }
    return found.count < 2 ? [] : found
  }

  /// What is compared for `outOfRange`: all but what has a problem of its own.
  fileprivate var withoutReferences: Control {
    var control = self
    control.rings = []
    if control.gestures.confirm != nil { control.gestures.hold = nil }
    if case .chord(var chord) = control.kind {
      chord.members = []
      control.kind = .chord(chord)
    }
    return control
  }
}

extension Gestures {
  fileprivate mutating func makeSound() {
    tapWithin = tapWithin.notNegative
    if var tap {
      tap.max = Swift.max(1, Swift.min(Defaults.mostTaps, tap.max))
      tap.gap = tap.gap.notNegative
      self.tap = tap
    }
    if var hold {
      hold.after = hold.after.notNegative
      hold.taps = Swift.max(0, Swift.min(Defaults.mostTaps, hold.taps))
      for level in hold.furtherLevels.indices {
        let before = level == 0 ? hold.after : hold.furtherLevels[level - 1]
        hold.furtherLevels[level] = Swift.max(before, hold.furtherLevels[level])
      }
      if var repeats = hold.repeats {
        repeats.every = repeats.every.atLeastAPeriod
        for stage in repeats.stages.indices {
          repeats.stages[stage].after = repeats.stages[stage].after.notNegative
          repeats.stages[stage].every = repeats.stages[stage].every.atLeastAPeriod
        }
        hold.repeats = repeats
      }
      self.hold = hold
    }
    if var confirm {
      confirm.after = confirm.after.notNegative
      confirm.overHold = Swift.max(confirm.after, confirm.overHold)
      confirm.success = confirm.success.notNegative
      confirm.fade = confirm.fade.notNegative
      confirm.drain = confirm.drain.notNegative
      self.confirm = confirm
    }
  }
}

extension Knob {
  fileprivate mutating func makeSound() {
    if stepsPerDetent != 1 && stepsPerDetent != 2 { stepsPerDetent = 4 }
    slipGuard = slipGuard.notNegative
    if var acceleration {
      acceleration.window = acceleration.window.notNegative
      acceleration.max = Swift.max(1, Swift.min(1_000_000, acceleration.max))
      self.acceleration = acceleration
    }
    position.step = Swift.max(1, position.step)
    if let least = position.min, let most = position.max, least > most { position.max = least }
    if position.min == nil || position.max == nil { position.wraps = false }
    drag.makeSound()
  }
}

extension Stick {
  fileprivate mutating func makeSound() {
    if var repeats {
      repeats.after = repeats.after.atLeastAPeriod
      repeats.every = repeats.every.atLeastAPeriod
      self.repeats = repeats
    }
    drag.makeSound()
  }
}

extension Drag {
  fileprivate mutating func makeSound() {
    reach = reach.clamped(1e-3, 1e9, else: Defaults.reach)
    tolerance = tolerance.clamped(0, 1e9, else: Defaults.tolerance)
    perStep = perStep.clamped(0, 1e9, else: Defaults.travelPerStep)
    springDuration = springDuration.notNegative
    springBounce = springBounce.clamped(0, 1, else: Defaults.springBounce)
  }
}

extension Ring {
  fileprivate mutating func makeSound() {
    pixels = max(0, min(Defaults.mostPixels, pixels))
    zero = max(0, min(max(0, pixels - 1), zero))
    track = track.clamped(0, 1, else: 0)
    tint = tint.bounded
    success = success.bounded
    error = error.bounded
    shows = shows.intersection(.all)
  }
}

extension TimeSpan {
  fileprivate var notNegative: TimeSpan { max(.zero, self) }

  /// A period of no time would never end.
  fileprivate var atLeastAPeriod: TimeSpan { max(Defaults.leastPeriod, self) }
}

extension Double {
  /// The nearest value in the range; `other` for what is no number.
  fileprivate func clamped(_ least: Double, _ most: Double, else other: Double) -> Double {
    self == self ? Swift.max(least, Swift.min(most, self)) : other
  }
}
