import ButtonController

/// Why presses that were held together were no chord.
extension Explainer {
  /// What speaks against the chords whose members were all held at once, the last of them too late, and
  /// against those of which only some were pressed together.
  func missedChords(of event: Event) -> [String] {
    guard Self.isOfItsOwn(event.kind) else { return [] }
    return panel.panel.controls.indices.compactMap { number in
      guard case .chord(let chord) = panel.panel.controls[number].kind,
        chord.members.contains(event.control),
        let why = lateness(of: chord).map({ "\(Words.time($0)) after the first" })
          ?? missing(from: chord, pressedWith: event.control)
      else { return nil }
      return "chord \(panel.controls[number].name): \(why), within \(Words.time(chord.within))"
    }
  }

  /// Whether an event is one that a member emits where it is part of no chord.
  private static func isOfItsOwn(_ kind: Event.Kind) -> Bool {
    switch kind {
    case .press, .tap, .hold, .holdLevel, .holdReady, .confirmStart, .ready, .confirm: return true
    case .cancel(let cancel): return cancel.reason == .released && cancel.held != nil
    case .release, .ignored, .holdRepeat, .holdEnd, .turn, .dragStart, .drag, .dragEnd, .move,
      .moveEnd, .on, .off, .state, .bootHeld, .stuck, .unstuck, .chatter, .quiet, .lineGone,
      .lineBack, .lost, .resync:
      return false
    }
  }

  /// How long after the first press of `chord` its last one came, where that was more than its
  /// `within` and a moment came at which all were held; nil otherwise.
  private func lateness(of chord: Chord) -> TimeSpan? {
    let presses = chord.members.map { tracks[$0].lastPress }
    guard let first = presses.min(), let last = presses.max(), first > .ever,
      last - first > chord.within
    else { return nil }
    let areTogether = chord.members.allSatisfy {
      tracks[$0].press != nil || tracks[$0].lastRelease > last
    }
    return areTogether ? last - first : nil
  }

  /// The members of `chord` that were not pressed while others were, within its time of `control`; nil
  /// where only one was, or all.
  private func missing(from chord: Chord, pressedWith control: Int) -> String? {
    let own = tracks[control].lastPress
    let together = chord.members.filter { member in
      let press = tracks[member].lastPress
      let (first, last) = (min(press, own), max(press, own))
      // A press that was over before the other came was by itself.
      let areBothHeld = [member, control].allSatisfy {
        tracks[$0].press != nil || tracks[$0].lastRelease > last
      }
      return press > .ever && last - first <= chord.within && areBothHeld
    }
    let others = chord.members.filter { !together.contains($0) && tracks[$0].press == nil }
    guard together.count > 1, together.count + others.count == chord.members.count,
      !others.isEmpty
    else { return nil }
    let names = others.map { panel.controls[$0].name }.joined(separator: " and ")
    return "\(names) \(others.count == 1 ? "was" : "were") not pressed with them"
  }
}
