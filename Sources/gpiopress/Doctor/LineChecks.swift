import Glibc
import PanelFiles
import PanelHardware

/// The lines of a panel: there, free, and what they really can; tried by requesting each for a moment.
enum LineChecks {
  static func all(_ context: DoctorContext) -> [Check] {
    guard let panel = context.panel else {
      return [
        .skipped("lines", "no panel is named", hint: "gpiopress doctor PANEL tries its lines")
      ]
    }
    let holders = LineHolders(context.machine)
    var checks = panel.lines.map { input($0, in: panel, holders, context) }
    for line in outputs(of: panel) { checks.append(output(line, in: panel, holders, context)) }
    return checks
  }

  /// The lines that a panel drives, each under a name.
  private static func outputs(of panel: PanelFile) -> [LinePlan] {
    var lines: [LinePlan] = []
    for ring in panel.rings {
      if let enable = ring.enable { lines.append(named(enable, "\(ring.name) power")) }
      if case .softPwm(let own, _) = ring.driver {
        for (index, line) in own.enumerated() { lines.append(named(line, "\(ring.name) \(index)")) }
      }
    }
    for cue in panel.cues {
      if case .line(let line) = cue.driver { lines.append(named(line, cue.name)) }
    }
    return lines
  }

  private static func named(_ line: LinePlan, _ name: String) -> LinePlan {
    var line = line
    line.name = name
    return line
  }

  /// What is known of a line before it is requested: a check that ends it, or where it is.
  private enum Sight {
    case checked(Check)
    case free(ChipTable.Found)
  }

  private static func look(
    _ plan: LinePlan, in panel: PanelFile, _ holders: LineHolders, _ context: DoctorContext
  ) -> Sight {
    let name = "line \(plan.name)"
    let found: ChipTable.Found
    do throws(LineTrouble) { found = try context.chips.find(plan, line: 0) } catch {
      return .checked(.message(name, .error, message(error, of: plan), code(of: error)))
    }
    let uses = context.inspector.uses(ofChip: found.label)
    let use = uses.indices.contains(found.offset) ? uses[found.offset] : LineUse()
    if use.isUsed { return .checked(held(use, plan, found, in: panel, holders, context)) }
    if let owner = PinOwners(of: context.profile, context.machine).owner(of: plan) {
      return .checked(
        .warning(
          name, "\(plan.pin) (\(place(found))) is a pin of \(owner), so it is not tried",
          hint: "use another pin, or switch off what has it"))
    }
    return .free(found)
  }

  /// The lines of a panel that a session leaves alone: what has them would be cut off.
  static func leftAlone(_ panel: PanelFile, _ context: DoctorContext) -> Set<Int> {
    let owners = PinOwners(of: context.profile, context.machine)
    return Set(
      panel.lines.indices.filter { line in
        guard let found = try? context.chips.find(panel.lines[line], line: line) else {
          return true
        }
        let uses = context.inspector.uses(ofChip: found.label)
        let use = uses.indices.contains(found.offset) ? uses[found.offset] : LineUse()
        return use.isUsed || use.isOutput || owners.owner(of: panel.lines[line]) != nil
      })
  }

  /// A trouble without the line's name, which stands before it already, and without what a run would do.
  private static func message(_ trouble: LineTrouble, of plan: LinePlan) -> String {
    let head = "\(plan.name) (\(plan.pin)): "
    var text = Substring(trouble.message)
    if text.hasPrefix(head) { text = text.dropFirst(head.count) }
    let tail = "; waiting for it"
    if text.hasSuffix(tail) { text = text.dropLast(tail.count) }
    return "\(plan.pin): \(text)"
  }

  private static func code(of trouble: LineTrouble) -> ExitCode {
    switch trouble.kind {
    case .denied: return .permission
    case .ambiguous, .outOfRange: return .badConfiguration
    case .missing, .busy, .unreadable, .failed: return .unavailable
    }
  }

  private static func held(
    _ use: LineUse, _ plan: LinePlan, _ found: ChipTable.Found, in panel: PanelFile,
    _ holders: LineHolders, _ context: DoctorContext
  ) -> Check {
    let name = "line \(plan.name)"
    let who = use.consumer.isEmpty ? "a driver of the kernel" : "\"\(use.consumer)\""
    let candidates = holders.holders(ofLine: found.offset, chip: found.path)
    let own = candidates.first { holders.isRun($0, ofPanel: panel.path) }
    if let own, own.isCertain || use.consumer == "gpiopress" {
      return .skipped(
        name, "\(plan.pin) is held by this panel's own run, process \(own.process)",
        hint: "to try the line, end that run")
    }
    var evidence = "\(plan.pin) (\(place(found))) is held by \(who)"
    if let first = candidates.first {
      let names = candidates.map(\.text).joined(separator: ", ")
      evidence += first.isCertain ? ": \(first.text)" : "; processes that have lines: \(names)"
    }
    return .error(name, evidence, hint: LineTrouble.hint(forHolder: use.consumer))
  }

  private static func place(_ found: ChipTable.Found) -> String {
    "line \(found.offset) of \(found.label)"
  }

  /// A line that is driven: only looked at, as what hangs on it must not twitch.
  private static func output(
    _ plan: LinePlan, in panel: PanelFile, _ holders: LineHolders, _ context: DoctorContext
  ) -> Check {
    switch look(plan, in: panel, holders, context) {
    case .checked(let check): return check
    case .free(let found):
      return .ok(
        "line \(plan.name)", "\(plan.pin) (\(place(found))) is free; outputs are not tried")
    }
  }

  private static func input(
    _ plan: LinePlan, in panel: PanelFile, _ holders: LineHolders, _ context: DoctorContext
  ) -> Check {
    let found: ChipTable.Found
    switch look(plan, in: panel, holders, context) {
    case .checked(let check): return check
    case .free(let place): found = place
    }
    let name = "line \(plan.name)"
    let uses = context.inspector.uses(ofChip: found.label)
    if uses.indices.contains(found.offset), uses[found.offset].isOutput {
      return .warning(
        name, "\(plan.pin) (\(place(found))) is an output now, so it is not tried",
        hint: "is something else wired to it? a run makes it an input")
    }
    switch context.inspector.tryOut(found, plan) {
    case .success(let trial):
      let mayBeClosed: Bool
      switch panel.panel.controls[plan.control].kind {
      // It may rest closed, or between.
      case .toggle, .knob, .encoderStick: mayBeClosed = true
      case .button, .stick, .chord: mayBeClosed = false
      }
      let chip = context.profile?.chip(found.label)
      return verdict(trial, plan, place(found), chip, mayBeClosed: mayBeClosed)
    case .failure(let error):
      if error.code == EBUSY {
        return .error(
          name, "\(plan.pin) (\(place(found))) is in use, by no name: a driver has its interrupt",
          hint: "take the driver's overlay out, or use another pin")
      }
      let isDenied = error.code == EACCES || error.code == EPERM
      return .error(
        name,
        "\(plan.pin) (\(place(found))) cannot be requested: \(ErrorNumber.text(of: error.code))",
        hint: "`dmesg` may say more", isDenied ? .permission : .unavailable)
    }
  }

  /// What a trial says of a line.
  static func verdict(
    _ trial: LineTrial, _ plan: LinePlan, _ place: String, _ chip: BoardProfile.Chip?,
    mayBeClosed: Bool
  ) -> Check {
    let name = "line \(plan.name)"
    let isClosed = trial.isHigh != plan.isActiveLow
    var facts = ["\(plan.pin) (\(place)) is free", trial.hasEdges ? "edges" : "no edges"]
    switch trial.hasDebounce {
    case true?: facts.append("kernel debounce")
    case false?: facts.append("no kernel debounce")
    case nil: break
    }
    switch trial.pull {
    case .follows: facts.append("its pull works")
    case .stays(let isHigh):
      facts.append("\(isHigh ? "high" : "low") whatever its pull")
    case .refused: facts.append("no pull")
    case .notTried: facts.append("\(trial.isHigh ? "high" : "low") by the circuit outside")
    }
    facts.append(isClosed ? "contact closed" : "contact open")
    let evidence = facts.joined(separator: ", ")
    let external = plan.isActiveLow ? "external_active_low" : "external_active_high"
    let resistor = "wire a resistor of 10 kΩ and write wiring: \(external)"
    if trial.pull == .refused { return .warning(name, evidence, hint: resistor) }
    if !trial.hasEdges, !plan.isPolled {
      return .warning(name, evidence, hint: "it is polled; input: poll says so in the panel file")
    }
    if plan.kernelDebounce.nanoseconds > 0, trial.hasDebounce == false {
      return .warning(name, evidence, hint: "take kernel_debounce out: the panel's own does it all")
    }
    if isClosed, !mayBeClosed {
      return .warning(
        name, evidence,
        hint: "is it pressed? else it is wired the other way: see wiring and contact in the file")
    }
    if case .stays = trial.pull, chip?.hasBias == false {
      return .warning(name, evidence, hint: "its chip has no pulls; \(resistor)")
    }
    return .ok(name, evidence)
  }
}
