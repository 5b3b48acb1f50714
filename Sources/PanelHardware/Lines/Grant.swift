import ButtonController
import Glibc
import PanelFiles

/// What a line is asked for; each refusal takes something away.
struct Grant: Equatable {
  var hasDebounce: Bool
  var hasBias: Bool
  var hasEdges: Bool

  /// All that the panel file says.
  static let everything = Grant(
    hasDebounce: GpioLibrary.hasDebounce, hasBias: true, hasEdges: true)

  /// What to try, best first.
  static func ladder(for plan: LinePlan, isPolled: Bool) -> [Grant] {
    var rungs: [Grant] = []
    for hasEdges in isPolled ? [false] : [true, false] {
      for hasBias in [true, false] {
        for hasDebounce in [everything.hasDebounce, false] {
          // Polling has no use for the kernel's debounce, nor has a line that asks for none.
          let wanted = hasDebounce && hasEdges && plan.kernelDebounce > .zero
          let rung = Grant(hasDebounce: wanted, hasBias: hasBias, hasEdges: hasEdges)
          if !rungs.contains(rung) { rungs.append(rung) }
        }
      }
    }
    return rungs
  }

  /// The rungs left after the first of `ladder` was refused with `code`; empty where none can help.
  static func after(_ code: Int32, isThere: Bool, on ladder: ArraySlice<Grant>) -> ArraySlice<Grant>
  {
    switch code {
    case EINVAL:
      // A pull on kernels before 5.5, a debounce that the chip cannot, or edges: it does not say.
      return ladder.dropFirst()
    case ENXIO, EOPNOTSUPP, ENOSYS, ErrorNumber.unsupportedByDriver:
      return ladder.drop { $0.hasEdges }.dropFirst(ladder.first?.hasEdges == true ? 0 : 1)
    case ENODEV where isThere:
      // Through the kernel's first interface a line without an interrupt says ENODEV as well.
      return ladder.drop { $0.hasEdges }.dropFirst(ladder.first?.hasEdges == true ? 0 : 1)
    default:
      return []
    }
  }

  /// What a user should know of what was not granted.
  func notes(for plan: LinePlan, place: String) -> [String] {
    var notes: [String] = []
    let who = "\(plan.name) (\(plan.pin))"
    if !hasBias {
      notes.append(
        plan.bias == .disabled
          ? "\(who): \(place) refuses to switch its pull off (kernels before 5.5 do); the contact's "
            + "own resistor has to be the stronger one"
          : "\(who): \(place) refuses a pull (kernels before 5.5 do); a resistor outside is needed")
    }
    if !hasEdges, !plan.isPolled {
      notes.append(
        "\(who): \(place) has no interrupt; its level is polled every "
          + "\(Grant.text(plan.poll)) (`input: poll` says so in the panel file)")
    }
    if plan.kernelDebounce > .zero, !plan.isPolled, !hasDebounce, GpioLibrary.hasDebounce {
      let why = hasEdges ? "\(place) refuses it" : "a line that is polled has none"
      notes.append("\(who): no kernel_debounce: \(why); \(Grant.ownDebounce)")
    }
    return notes
  }

  private static let ownDebounce = "the panel's own debounce does it all"

  /// What a user should know of the library itself, once for all lines that it concerns.
  static func note(for lines: [Int], of plans: [LinePlan], hasDebounce: Bool) -> String? {
    let names = hasDebounce ? [] : lines.filter { plans[$0].kernelDebounce > .zero }
    guard let first = names.min() else { return nil }
    let others = names.count == 1 ? "" : " and \(names.count - 1) more"
    return "\(plans[first].name)\(others): no kernel_debounce: libgpiod 1 cannot ask for it; "
      + ownDebounce
  }

  private static func text(_ span: TimeSpan) -> String {
    span.nanoseconds % 1_000_000 == 0
      ? "\(span.nanoseconds / 1_000_000)ms" : "\(span.nanoseconds / 1_000)us"
  }
}

extension LineTrouble {
  /// The trouble of a line that was refused with errno `code`; `holder` is what the kernel says of it.
  static func refusal(
    _ code: Int32, of plan: LinePlan, line: Int, place: String, holder: GpioChip.LineFacts?
  ) -> LineTrouble {
    let who = "\(plan.name) (\(plan.pin)): \(place)"
    let path = String(place.prefix { $0 != " " })
    switch code {
    case EBUSY:
      return LineTrouble(line: line, kind: .busy, message: "\(who) \(busy(holder))")
    case EACCES, EPERM:
      return LineTrouble(
        line: line, kind: .denied,
        message: "\(who) may not be requested; \(ChipTable.advice(onDenied: path))")
    case ENODEV, ENOENT:
      return LineTrouble(line: line, kind: .missing, message: "\(who) has gone; waiting for it")
    case _ where SystemError.isOutOfFiles(code):
      return LineTrouble(
        line: line, kind: .failed,
        message: "\(who) cannot be requested: \(ErrorNumber.text(of: code))")
    default:
      return LineTrouble(
        line: line, kind: .failed,
        message: "\(who) cannot be requested: \(ErrorNumber.text(of: code)); "
          + "`dmesg` may say more")
    }
  }

  private static func busy(_ holder: GpioChip.LineFacts?) -> String {
    guard let holder, holder.isUsed || !holder.consumer.isEmpty else {
      return "is in use, by no name: a driver of the kernel uses its interrupt; take the driver's "
        + "overlay out, or use another pin"
    }
    let name = holder.consumer.isEmpty ? "a driver of the kernel" : "\"\(holder.consumer)\""
    return "is held by \(name); \(hint(forHolder: holder.consumer)), or use --wait"
  }

  /// What to do about who holds a line, by what they call themselves.
  public static func hint(forHolder consumer: String) -> String {
    let lowered = consumer.lowercased()
    if lowered.hasPrefix("gpiopress") { return "end the other gpiopress" }
    if lowered == "sysfs" { return "give it back through /sys/class/gpio/unexport" }
    if lowered.hasPrefix("spi") || lowered.hasSuffix(" cs0") || lowered.hasSuffix(" cs1") {
      return "switch SPI off (dtparam=spi=off), use another pin"
    }
    return "end that program, or take the driver's overlay out (a key of gpio-keys is read as a "
      + "keyboard)"
  }
}
