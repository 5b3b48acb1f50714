import ButtonController

/// Looks whether the gestures of a control can happen, and what they cost.
struct GestureChecks {
  let fields: Fields
  let bound: [BoundEvent]
  let gestures: Gestures
  let emitsEdges: Bool
  let stuck: TimeSpan?

  /// Says what is impossible (errors) and what costs something or never happens (warnings).
  func check() {
    if let confirm = gestures.confirm {
      checkConfirm(confirm)
    } else {
      fields["remote"]?.warn("counts only with confirm; everything else a program may do as it is")
    }
    if let tap = gestures.tap { lintTap(tap) }
    if let hold = gestures.hold { lintHold(hold) }
    lintStuck()
    lintEvents()
  }

  /// The place of a key below a gesture; that of the gesture or the control where it has none.
  private func place(_ gesture: String, _ key: String) -> Value {
    guard let value = fields[gesture] else { return fields.value }
    return value.node[key].map { value.child($0, key) } ?? value
  }

  private func checkConfirm(_ confirm: Confirm) {
    let within = gestures.tapWithin
    if gestures.tap != nil || confirm.doubleTap, confirm.after <= within {
      place("confirm", "after").fail(
        "\(SpanText.write(confirm.after)) is not longer than tap.within "
          + "(\(SpanText.write(within))); lengthen it, or shorten tap.within")
    }
    let overHold = fields["confirm"]?.node["over_hold"]
    guard confirm.commitsOnRelease || overHold != nil else { return }
    if confirm.overHold <= confirm.after {
      place("confirm", "over_hold").fail(
        "\(SpanText.write(confirm.overHold)) is not longer than confirm.after "
          + "(\(SpanText.write(confirm.after)))")
    }
    if !confirm.commitsOnRelease {
      place("confirm", "over_hold").warn("counts only with commit: release")
    }
  }

  private func lintTap(_ tap: Tap) {
    let place = fields["tap"] ?? bound.first { $0.number ?? 0 > 1 }?.name ?? fields.value
    let waits = tap.max > 1 || gestures.hold?.taps ?? 0 > 0 || gestures.confirm?.doubleTap ?? false
    if tap.max > 1 {
      place.warn(
        "a tap waits \(SpanText.write(tap.gap)) for the next one; with one tap it is reported at once"
      )
    }
    if waits, tap.gap < .milliseconds(150) {
      self.place("tap", "gap").warn(
        "\(SpanText.write(tap.gap)) is short; many people need 150ms or more between taps")
    }
  }

  private func lintHold(_ hold: Hold) {
    if hold.after < .milliseconds(250) {
      place("hold", "after").warn(
        "\(SpanText.write(hold.after)) is short; slow taps become holds, 250ms or more is better")
    }
    if let tap = gestures.tap, tap.max > 1 || hold.taps > 0, hold.after <= tap.gap {
      place("hold", "after").warn(
        "\(SpanText.write(hold.after)) is not longer than tap.gap (\(SpanText.write(tap.gap))); "
          + "taps and holds are hard to tell apart")
    }
  }

  private func lintStuck() {
    let latest: (TimeSpan, Value)?
    if let hold = gestures.hold {
      latest = (hold.furtherLevels.last ?? hold.after, place("hold", "after"))
    } else if let confirm = gestures.confirm {
      latest = (confirm.after, place("confirm", "after"))
    } else {
      latest = nil
    }
    if let stuck, let (span, value) = latest, span >= stuck {
      value.warn(
        "never happens: stuck (\(SpanText.write(stuck))) comes before \(SpanText.write(span))")
    }
  }

  /// Entries of `do` that no press can cause.
  private func lintEvents() {
    for event in bound {
      switch event.binding.event {
      case "press", "release":
        if !emitsEdges { event.name.warn("never happens: it is reported only with edges: true") }
      case "hold_end":
        if gestures.hold?.commitsOnRelease == true {
          event.name.warn("never happens: with commit: release the hold is reported at its end")
        } else if gestures.hold == nil {
          event.name.warn("never happens: no hold is bound")
        } else if event.number ?? 1 > (gestures.hold?.furtherLevels.count ?? 0) + 1 {
          event.name.warn("never happens: hold.levels has no such level")
        }
      case "hold":
        if event.binding.holdsKeys, gestures.hold?.commitsOnRelease == true {
          event.name.fail(
            "with commit: release the hold is reported at its end, so no key can be held from it on"
          )
        }
        if let taps = event.number, taps == 0, gestures.hold?.taps ?? 0 > 0 { continue }
      case "hold_level":
        let levels = (gestures.hold?.furtherLevels.count ?? 0) + 1
        if event.number ?? 2 > levels {
          event.name.warn("never happens: hold.levels has no such level")
        }
      case "hold_ready":
        if gestures.hold?.commitsOnRelease != true {
          event.name.warn("never happens: it needs hold.commit: release")
        } else if event.number ?? 1 > (gestures.hold?.furtherLevels.count ?? 0) + 1 {
          event.name.warn("never happens: hold.levels has no such level")
        }
      case "hold_repeat":
        if gestures.hold?.repeats == nil {
          event.name.warn("never happens: hold.repeat is not set")
        }
      case "confirm_start":
        if gestures.confirm == nil { event.name.warn("never happens: no confirm is bound") }
      case "confirm":
        if event.binding.detail == "double_tap", gestures.confirm?.doubleTap != true {
          event.name.warn("never happens: it needs confirm.alternative: double_tap")
        }
      case "ready":
        if gestures.confirm?.commitsOnRelease != true {
          event.name.warn("never happens: it needs confirm.commit: release")
        }
      default: break
      }
    }
  }
}
