/// Switches: their changes, and a hold that counts from them.
extension Controller {
  mutating func takeSwitch(_ control: Int, isOn: Bool, at stamp: Instant, _ sink: Sink) {
    emit(isOn ? .on : .off, of: control, at: stamp, sink)
    if isOn {
      beginSwitchHold(control, at: stamp)
    } else {
      endSwitchHold(control, at: stamp, sink)
    }
  }

  /// The switch is on from `instant`; its hold, if one is bound, counts from there.
  mutating func beginSwitchHold(_ control: Int, at instant: Instant) {
    guard panel.controls[control].gestures.hold != nil else { return }
    setPhase(of: control, .undecided(press: instant))
  }

  /// Ends a hold that was emitted; one that was not reached is nothing.
  mutating func endSwitchHold(_ control: Int, at instant: Instant, _ sink: Sink) {
    if case .held(let since) = states[control].phase {
      emitHoldEnd(control, since: since, at: instant, sink)
    }
    setPhase(of: control, .idle)
  }

  func isSwitch(_ control: Int) -> Bool {
    if case .toggle = panel.controls[control].kind { return true }
    return false
  }
}
