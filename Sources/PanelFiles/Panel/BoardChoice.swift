import ButtonController

/// Finds the profile of a panel's board.
struct BoardChoice {
  let boards: BoardCatalogue
  let root: String
  let findings: Findings

  /// The board that was found; `explain` says why there is none, where a pin needs one.
  struct Choice {
    var id: String
    var profile: BoardProfile?
    var explain: () -> Void
  }

  /// The board of the key `board`; `auto` where it is missing.
  func read(_ value: Value?) -> Choice {
    let place = value?.node.place ?? Place(line: 1, column: 1)
    var id = "auto"
    if let value {
      guard let text = value.text() else { return Choice(id: "", profile: nil) {} }
      id = text
    }
    do {
      if id == "auto" {
        switch try boards.detect(root: root) {
        case .success(let found): id = found
        case .failure(let unknown): return undetected(unknown, place)
        }
      }
      if let profile = try boards.profile(id) {
        if !profile.isVerified {
          findings.warn(
            place, "board",
            "\(id) is not verified: no source for its header was read; write pins as "
              + "{chip: LABEL, line: NUMBER}")
        }
        for step in profile.setup { findings.warn(place, "board", "\(id): \(step)") }
        return Choice(id: id, profile: profile) {}
      }
    } catch {
      let reason = error.diagnostics.first?.description ?? "it cannot be read"
      findings.fail(place, "board", "the profile of \(Value.clip(id)) cannot be used: \(reason)")
      return Choice(id: id, profile: nil) {}
    }
    let ids = boards.ids
    let hint = Nearest.name(to: id, among: ids).map { "; did you mean \($0)?" } ?? ""
    let advice =
      ids.isEmpty
      ? "; no profiles were found at all, set GPIOPRESS_BOARDS to their folder"
      : hint.isEmpty ? "; `gpiopress boards` lists them" : hint
    findings.fail(place, "board", "no board \(Value.clip(id))\(advice)")
    return Choice(id: id, profile: nil) {}
  }

  /// Lines by chip and number need no profile, so this is an error only where a pin needs one.
  private func undetected(_ unknown: BoardCatalogue.Unknown, _ place: Place) -> Choice {
    let seen =
      unknown.model.map { "this machine says \"\(Value.clip($0))\"" }
      ?? unknown.compatible.first.map { "this machine says \"\(Value.clip($0))\"" }
      ?? "this machine says nothing about itself"
    let findings = self.findings
    return Choice(id: "", profile: nil) {
      findings.fail(
        place, "board",
        "auto found no profile (\(seen)); name one, for example board: raspberry-pi-5")
    }
  }
}
