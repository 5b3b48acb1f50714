import ButtonController
import PanelFiles

/// The reasons for contacts, taps, holds and confirms.
extension Explainer {
  func contact(_ event: Event) -> Explanation {
    let rule = panel.panel.controls[event.control].debounce
    let isClosed: Bool
    switch event.kind {
    case .press, .on: isClosed = true
    default: isClosed = false
    }
    let time = isClosed ? rule.press : rule.release
    let used = edges(of: event.control, from: event.at, to: event.decided)
    var why = "\(isClosed ? "closed" : "opened") at \(Words.number(event.at))"
    switch rule.mode {
    case .stable, .integrate:
      if used.count > 1, let last = used.last {
        why += ", bounced until \(Words.number(last.at))"
      }
      why += rule.mode == .stable ? ", then steady" : ", then long enough at that level"
      why += " for \(Words.time(time))"
    case .eager:
      why +=
        isClosed ? ": accepted at once" : ": found when the lock-out of the press had ended"
    }
    return Explanation(
      rule: isClosed ? "debounce.press" : "debounce.release", threshold: time, edges: used,
      why: why,
      not: ["glitch: the contact did not go back within \(Words.time(time))"])
  }

  func tap(_ event: Event, _ count: Int) -> Explanation {
    let gestures = panel.panel.controls[event.control].gestures
    let track = tracks[event.control]
    let used = lastEdges(of: event.control, 2 * count, to: event.at)
    guard let tap = gestures.tap else {
      return Explanation(rule: "tap", edges: used, why: "a short drag counts as a tap")
    }
    if tap.firesAtPress {
      return Explanation(
        rule: "tap.fire", edges: used,
        why: "pressed at \(Words.number(event.at)); nothing else is bound, so it acts at the press")
    }
    var explanation = Explanation(rule: "tap", edges: used, why: "")
    explanation.why = "released at \(Words.number(event.at))"
    if event.at == track.lastRelease {
      explanation.why += " after \(Words.time(event.at - track.releasedPress))"
    }
    if let hold = gestures.hold {
      explanation.threshold = hold.after
      explanation.not.append("hold: not closed for \(Words.time(hold.after))")
    } else if gestures.confirm != nil {
      explanation.threshold = gestures.tapWithin
      explanation.not.append(
        "confirm: open again within tap.within, \(Words.time(gestures.tapWithin))")
    } else {
      explanation.why += "; no hold is bound, so any release is a tap"
    }
    if count == tap.max {
      explanation.why += "; \(count) is the highest bound count, so it is emitted at once"
      return explanation
    }
    explanation.not.append(noFurtherTap(count, event, gap: tap.gap))
    let isPressedAgain = track.press.map { $0 > event.at && $0 < event.at + tap.gap } ?? false
    if event.decided >= event.at + tap.gap, !isPressedAgain {
      explanation.rule = "tap.gap"
      explanation.threshold = tap.gap
    } else {
      explanation.why += "; emitted before what the next press became"
    }
    return explanation
  }

  func hold(_ event: Event) -> Explanation {
    let control = event.control
    let track = tracks[control]
    let press = track.press ?? track.lastPress
    guard let hold = panel.panel.controls[control].gestures.hold else {
      return Explanation(rule: "hold", why: "held")
    }
    let used = edges(of: control, from: press, to: event.decided)
    switch event.kind {
    case .holdReady(let level):
      let times = [hold.after] + hold.furtherLevels
      return Explanation(
        rule: "hold.commit", threshold: times[min(max(level, 1), times.count) - 1], edges: used,
        why: "closed since \(Words.number(press)); released now it is level \(level)",
        not: ["hold: commit is release, and it is still closed"])
    case .holdLevel(let level, .some(let held)):
      return atRelease(hold, level: level, held: held, used)
    case .hold(_, .some(let held)):
      return atRelease(hold, level: 1, held: held, used)
    case .holdLevel(let level, nil):
      let index = min(max(level - 2, 0), max(hold.furtherLevels.count - 1, 0))
      let span = hold.furtherLevels.isEmpty ? hold.after : hold.furtherLevels[index]
      return Explanation(
        rule: "hold.levels", threshold: span, edges: used,
        why: "closed since \(Words.number(press)) for level \(level)'s \(Words.time(span))",
        not: noTap(control, closedAt: press + hold.after))
    case .holdRepeat(let count):
      let every = hold.repeats?.every ?? .zero
      return Explanation(
        rule: "hold.repeat", threshold: every, edges: used,
        why: "repeat \(count) of the hold, on the clock of the press at \(Words.number(press))",
        not: noTap(control, closedAt: press + hold.after))
    case .holdEnd(let held, _):
      let end = track.stuckAt == event.at ? "; stuck ended the press" : ""
      return Explanation(
        rule: "hold", edges: used,
        why: "held for \(Words.time(held)); its hold was emitted\(end)",
        not: ["tap: a press with a hold is no tap"])
    default:
      var why = "closed at \(Words.number(press)) and still at \(Words.number(event.at))"
      if case .hold(let taps, _) = event.kind, taps > 0 {
        why += "; \(taps) waiting taps are part of it, as hold.taps says"
      }
      return Explanation(
        rule: "hold.after", threshold: hold.after, edges: used, why: why,
        not: noTap(control, closedAt: event.at))
    }
  }

  private func atRelease(
    _ hold: Hold, level: Int, held: TimeSpan, _ used: [Explanation.Edge]
  ) -> Explanation {
    let times = [hold.after] + hold.furtherLevels
    let index = min(max(level, 1), times.count) - 1
    var explanation = Explanation(
      rule: "hold.commit", threshold: times[index], edges: used,
      why: "released after \(Words.time(held)), at or after level \(level)'s "
        + Words.time(times[index]),
      not: ["tap: not released before \(Words.time(times[0]))"])
    if index + 1 < times.count {
      explanation.not.append(
        "hold_level \(level + 1): released before \(Words.time(times[index + 1]))")
    }
    return explanation
  }

  func ignored(_ event: Event, _ reason: Event.IgnoreReason) -> Explanation {
    let used = edges(of: event.control, from: event.at, to: event.decided)
    switch reason {
    case .success:
      let success = panel.panel.controls[event.control].gestures.confirm?.success
      return Explanation(
        rule: "confirm.success", threshold: success, edges: used,
        why: "pressed at \(Words.number(event.at)), in the success time of the confirm before",
        not: ["any gesture: one press too long must not be two"])
    case .consumed:
      return Explanation(
        rule: "confirm.exclusive", edges: used,
        why: "pressed at \(Words.number(event.at)), which cancelled another control's confirm",
        not: ["any gesture: the press that cancels does nothing else"])
    }
  }

  func confirm(_ event: Event) -> Explanation {
    let control = event.control
    let track = tracks[control]
    let press = track.press ?? track.lastPress
    let gestures = panel.panel.controls[control].gestures
    guard let confirm = gestures.confirm else { return Explanation(rule: "confirm", why: "held") }
    let used = edges(of: control, from: press, to: event.decided)
    switch event.kind {
    case .confirmStart where gestures.tap == nil:
      return Explanation(
        rule: "confirm", edges: used,
        why: "pressed at \(Words.number(press)); no tap is bound, so the attempt starts there")
    case .confirmStart:
      return Explanation(
        rule: "tap.within", threshold: gestures.tapWithin, edges: used,
        why: "still closed at \(Words.number(event.at)), tap.within after the press",
        not: ["tap: not released within \(Words.time(gestures.tapWithin))"])
    case .ready:
      return Explanation(
        rule: "confirm.after", threshold: confirm.after, edges: used,
        why: "contact unbroken since \(Words.number(press)); the release will confirm",
        not: ["confirm: commit is release, and it is still closed"])
    case .confirm(.doubleTap, _):
      return Explanation(
        rule: "confirm.alternative", threshold: gestures.tapWithin,
        edges: lastEdges(of: control, 4, to: event.at),
        why: "a second tap, shorter than \(Words.time(gestures.tapWithin)) and within the gap",
        not: ["tap: two of them confirm here"])
    default:
      return Explanation(
        rule: "confirm.after", threshold: confirm.after, edges: used,
        why: "contact unbroken from \(Words.number(press)) for all of confirm.after",
        not: [
          "cancel released: not open before \(Words.number(press + confirm.after))",
          confirm.isExclusive
            ? "cancel other_control: no other press stamped before that"
            : "cancel other_control: confirm.exclusive is false",
        ])
    }
  }
}
