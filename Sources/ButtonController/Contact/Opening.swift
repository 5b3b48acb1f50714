/// A gap in a contact that is settled closed: too short for a release, but not unbroken contact either.
struct Opening {
  /// The edge to open, and its order of arrival.
  var stamp: Instant
  var arrival: Int64
  /// The edge to closed.
  var until: Instant
  /// How much of it counts.
  var length: TimeSpan

  static let none = Opening(stamp: .ever, arrival: 0, until: .ever, length: .zero)
}

/// Open time: nothing but unbroken contact completes a confirm or a hold.
///
/// A burst keeps its openings, for only its end says whether they were glitches or a release. Then each
/// is taken in its turn, at its edge to open.
extension Controller {
  /// Notes the opening that the edge to closed at the present ends.
  mutating func noteOpening(of line: Int) {
    guard lines[line].openingBase >= 0,
      let opening = lines[line].debouncer.opening(endingAt: now)
    else { return }
    let base = lines[line].openingBase
    let count = lines[line].debouncer.openings
    guard count == Defaults.openingsKept else {
      openings[base + count] = opening
      keepOpenings(count + 1, of: line)
      return
    }
    // No room: two become one where that changes nothing. The first two do not while they bring no press
    // to its limit; else the limit was passed within those kept, and what follows is of no interest.
    let known = openTimeKnown(of: line)
    let limit = dropout(of: lines[line].control)
    if known + openings[base].length + openings[base + 1].length <= limit {
      openings[base + 1] = Self.merged(openings[base], openings[base + 1])
      for slot in (base + 1)..<(base + count) { openings[slot - 1] = openings[slot] }
      openings[base + count - 1] = opening
    } else {
      openings[base + count - 1] = Self.merged(openings[base + count - 1], opening)
    }
  }

  private static func merged(_ first: Opening, _ second: Opening) -> Opening {
    Opening(
      stamp: first.stamp, arrival: first.arrival, until: second.until,
      length: first.length + second.length)
  }

  private func openTimeKnown(of line: Int) -> TimeSpan {
    let control = lines[line].control
    let chord = states[control].silencedBy
    return states[chord >= 0 ? chord : control].openTime
  }

  /// The burst of `line` was a glitch: its openings wait for their turn.
  mutating func queueOpenings(of line: Int, _ sink: Sink) {
    let base = lines[line].openingBase
    let count = lines[line].debouncer.openings
    keepOpenings(0, of: line)
    guard base >= 0 else { return }
    for slot in base..<(base + count) {
      let opening = openings[slot]
      queue(
        Input(
          line: line, control: lines[line].control, stamp: opening.stamp, arrival: opening.arrival,
          what: .opening(until: opening.until, length: opening.length)), sink)
    }
  }

  /// Adds an opening to the press that it interrupted, which ends if that was too much.
  mutating func takeOpening(
    of line: Int, from stamp: Instant, until: Instant, length: TimeSpan, _ sink: Sink
  ) {
    let member = lines[line].control
    guard !states[member].isOut else { return }
    let chord = states[member].silencedBy
    let control = chord >= 0 ? chord : member
    let gestures = panel.controls[control].gestures
    guard states[control].isUndecided, gestures.hold != nil || gestures.confirm != nil,
      let press = states[control].openPress
    else { return }
    // Of an opening under way at a chord's press the rest counts.
    let part = stamp < press ? min(length, until - press) : length
    guard part > .zero else { return }
    states[control].openTime = states[control].openTime + part
    // Only where there was no room to keep it until the wait is over.
    if case .waiting = states[control].phase { return }
    guard states[control].openTime > dropout(of: control) else { return }
    cancel(control, .chatter, at: until, sink)
    setPhase(of: control, .over(press: press))
    refresh(control)
  }

  /// How long the contact of a press may be open in all; a chord's is the smallest of its members'.
  func dropout(of control: Int) -> TimeSpan {
    guard case .chord(let chord) = panel.controls[control].kind else {
      return panel.controls[control].debounce.dropoutLimit
    }
    var least = TimeSpan(nanoseconds: .max)
    for member in chord.members {
      least = min(least, panel.controls[member].debounce.dropoutLimit)
    }
    return least
  }
}
