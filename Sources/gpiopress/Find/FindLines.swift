import ButtonController
import PanelFiles
import PanelHardware

/// The lines that are searched, and those that are left alone.
struct FindLines {
  /// A line of the header, or of a chip.
  struct Candidate: Equatable {
    var plan: LinePlan
    /// The pin; nil of a chip that is on no header.
    var pin: BoardProfile.Pin?
  }

  /// A line that is left alone.
  struct LeftAlone: Equatable {
    var name: String
    var position: String?
    var why: String
  }

  /// The pull of the lines that are searched.
  enum Pull: String, CaseIterable {
    case up
    case down
  }

  private(set) var candidates: [Candidate] = []
  private(set) var leftAlone: [LeftAlone] = []
  private let pull: Pull

  /// Lines without interrupts are looked at as often as a press of any length needs.
  private static let poll = TimeSpan.milliseconds(5)

  /// The free lines of a board's headers.
  init(of profile: BoardProfile, pull: Pull, inspector: any GpioInspector, _ machine: MachineRoot) {
    self.pull = pull
    let owners = PinOwners(of: profile, machine)
    var uses: [String: [LineUse]] = [:]
    for chip in Set(profile.header.compactMap(\.chip)) { uses[chip] = inspector.uses(ofChip: chip) }
    for pin in profile.header where pin.kind == .gpio && !pin.isSecond {
      guard let chip = pin.chip, let line = pin.line else { continue }
      let chipUses = uses[chip] ?? []
      let use = chipUses.indices.contains(line) ? chipUses[line] : nil
      let why =
        profile.reasonToAvoid(pin.position) ?? use.flatMap(FindLines.why)
        ?? owners.owner(of: pin).map { "a pin of \($0)" }
      if let why {
        leftAlone.append(LeftAlone(name: pin.name, position: pin.position, why: why))
      } else {
        add(name: pin.name, pin, chip, line)
      }
    }
  }

  /// The free lines of a chip, such as an expander's.
  init(ofChip chip: ChipTable.Chip, pull: Pull, inspector: any GpioInspector) {
    self.pull = pull
    let uses = inspector.uses(ofChip: chip.label)
    for line in 0..<chip.lineCount {
      let named = chip.lineNames.indices.contains(line) ? chip.lineNames[line] : ""
      let name = named.isEmpty || named == "-" ? "line \(line)" : named
      if uses.indices.contains(line), let why = FindLines.why(uses[line]) {
        leftAlone.append(LeftAlone(name: name, position: nil, why: why))
      } else {
        add(name: name, nil, chip.label, line)
      }
    }
  }

  private mutating func add(
    name: String, _ pin: BoardProfile.Pin?, _ chip: String, _ line: Int
  ) {
    candidates.append(
      Candidate(
        plan: LinePlan(
          name: name, control: 0, chip: .label(chip), target: .offset(line),
          pin: pin?.position ?? "\(chip) \(line)", bias: pull == .up ? .pullUp : .pullDown,
          isActiveLow: pull == .up, poll: FindLines.poll),
        pin: pin))
  }

  /// Why a line that is used, or driven, is not listened to.
  private static func why(_ use: LineUse) -> String? {
    if use.isUsed {
      return use.consumer.isEmpty ? "used by the kernel" : "held by \"\(use.consumer)\""
    }
    // Whoever made it one may have something switched by it that must not float.
    return use.isOutput ? "an output" : nil
  }

  /// Takes lines out that could not be requested.
  mutating func leaveAlone(_ troubles: [LineTrouble]) {
    for trouble in troubles where candidates.indices.contains(trouble.line) {
      let candidate = candidates[trouble.line]
      leftAlone.append(
        LeftAlone(
          name: candidate.plan.name, position: candidate.pin?.position,
          why: trouble.kind == .busy ? "in use" : trouble.message))
    }
  }
}
