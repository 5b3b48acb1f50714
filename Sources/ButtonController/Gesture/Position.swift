/// A knob's position: what its turns add up to, perhaps between two ends.
extension Controller {
  /// Where the position begins.
  func startPosition(of control: Int) -> Int {
    guard case .knob(let knob, _) = panel.controls[control].kind else { return 0 }
    let rule = knob.position
    return clamp(rule.start ?? 0, rule)
  }

  /// Moves the position by `steps`; gives the end that cut the turn short.
  mutating func movePosition(
    of control: Int, by steps: Int, _ rule: Knob.Position
  ) -> Event.Limit? {
    let position = states[control].position
    let step = max(1, rule.step)
    if rule.wraps, let least = rule.min, let most = rule.max, least < most {
      // Whole steps from the lower end; `count` positions, so each sum stays within twice the range.
      let (range, isTooWide) = most.subtractingReportingOverflow(least)
      guard !isTooWide, range / step < Int.max / 4 else { return nil }
      let count = range / step + 1
      let index = ((position - least) / step + steps % count + count) % count
      states[control].position = least + index * step
      return nil
    }
    let (way, isFar) = steps.multipliedReportingOverflow(by: step)
    let wanted: Int
    if isFar {
      wanted = steps > 0 ? Int.max : Int.min
    } else {
      let (sum, isFarther) = position.addingReportingOverflow(way)
      wanted = isFarther ? (way > 0 ? Int.max : Int.min) : sum
    }
    states[control].position = clamp(wanted, rule)
    if states[control].position == wanted { return nil }
    return wanted > states[control].position ? .max : .min
  }

  private func clamp(_ position: Int, _ rule: Knob.Position) -> Int {
    max(rule.min ?? Int.min, min(rule.max ?? Int.max, position))
  }
}
