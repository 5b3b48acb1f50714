import ButtonController

extension EventFields {
  /// The names of all fields that an event called `event` can have, in the order of its line; empty for
  /// what is no event.
  ///
  /// `drag` of a stick has others than that of a knob.
  public static func names(of event: String, isStick: Bool) -> [String] {
    let nowhere = PanelFile(
      path: "", name: "", board: "", panel: Panel(controls: []), controls: [], lines: [], rings: [])
    var names: [String] = []
    for sample in samples(isStick: isStick) where sample.name == event {
      each(of: sample, in: nowhere, time: WallTime(.zero)) { name, _ in
        let name = "\(name)"
        if !names.contains(name) { names.append(name) }
      }
    }
    return names
  }

  /// One event of each kind with all that it can have, pressed by a finger and by a program.
  private static func samples(isStick: Bool) -> [PanelEvent] {
    let gestures = Event.Kind.samples(isStick: isStick).map {
      Event(at: .zero, decided: .zero, control: -1, kind: $0)
    }
    let outcomes: [CommandEnd.Outcome] = [
      .exit(0), .exit(1), .signal(9), .timeout, .notStarted(""),
    ]
    let ends = outcomes.map {
      var event = PanelEvent(CommandEnd(of: "", $0, took: .zero), control: -1, at: .zero)
      event.number = 1
      return event
    }
    return [false, true].flatMap { isRemote in
      gestures.map { PanelEvent($0, number: 1, isRemote: isRemote) }
    } + ends
  }
}

extension Event.Kind {
  /// Each kind once, with all that it can have.
  static func samples(isStick: Bool) -> [Event.Kind] {
    let time = TimeSpan.zero
    let drags: [Event.Kind] =
      isStick
      ? [.move(dx: 0, dy: 0, x: 0, y: 0, pull: 0, angle: 0), .moveEnd(x: 0, y: 0, path: 0)]
      : [.drag(delta: 0, total: 0, pull: 0), .dragEnd(total: 0, path: 0)]
    return drags + [
      .press, .release(held: time, reason: .lost), .ignored(reason: .success), .tap(count: 1),
      .hold(taps: 1, held: time), .holdLevel(level: 2, held: time), .holdReady(level: 1),
      .holdRepeat(count: 1), .holdEnd(held: time, level: 1), .confirmStart, .ready,
      .confirm(via: .hold, held: time),
      .cancel(Event.Cancel(reason: .released, progress: 0, held: time, taps: 1)),
      .turn(steps: 1, position: 0, limit: .max), .dragStart, .on, .off, .state(isOn: true),
      .bootHeld, .stuck, .unstuck, .chatter, .quiet, .lineGone, .lineBack, .lost, .resync,
    ]
  }
}
