import Glibc
import PanelFiles

/// What the kernel says of a line now.
public struct LineUse: Equatable, Sendable {
  /// The name that the device tree gives it; empty for none.
  public var name: String
  /// Who holds it, as they call themselves; empty for none.
  public var consumer: String
  /// Whether somebody holds it; only a request is proof that nobody does.
  public var isUsed: Bool
  /// Whether it is an output.
  public var isOutput: Bool

  /// The facts of a line.
  public init(
    name: String = "", consumer: String = "", isUsed: Bool = false, isOutput: Bool = false
  ) {
    self.name = name
    self.consumer = consumer
    self.isUsed = isUsed
    self.isOutput = isOutput
  }
}

/// What came of requesting a line for a moment.
public struct LineTrial: Equatable, Sendable {
  /// How the line answered when it was pulled up, and then down.
  public enum Pull: Equatable, Sendable {
    /// Its level followed: nothing else holds the line.
    case follows
    /// It stayed where it was.
    case stays(isHigh: Bool)
    /// The kernel refuses a pull.
    case refused
    /// The panel asks for none.
    case notTried
  }

  /// Whether its edges can be asked for.
  public var hasEdges: Bool
  /// Whether the kernel debounces it; nil where this libgpiod cannot ask for that.
  public var hasDebounce: Bool?
  /// What its pull does.
  public var pull: Pull
  /// Whether it is high with the pull that the panel asks for.
  public var isHigh: Bool

  /// A trial with this result.
  public init(hasEdges: Bool, hasDebounce: Bool?, pull: Pull, isHigh: Bool) {
    self.hasEdges = hasEdges
    self.hasDebounce = hasDebounce
    self.pull = pull
    self.isHigh = isHigh
  }
}

/// A machine's GPIO chips, to be looked at; a seam for tests without chips.
public protocol GpioInspector: Sendable {
  /// The chips, with the names of their lines.
  func chips() -> ChipTable
  /// What the kernel says of each line of the chip with this label; none where there is not one such chip.
  func uses(ofChip label: String) -> [LineUse]
  /// Requests a free line as `plan` says, step by step, and gives it back.
  func tryOut(_ found: ChipTable.Found, _ plan: LinePlan) -> Result<LineTrial, SystemError>
}

/// The machine's own chips.
public struct KernelInspector: GpioInspector {
  private let folder: String

  /// Those below `folder`.
  public init(folder: String = "/dev") { self.folder = folder }

  /// Looks at all of them.
  public func chips() -> ChipTable { ChipTable.scan(folder: folder, readsNames: true) }

  /// Asks the kernel.
  public func uses(ofChip label: String) -> [LineUse] {
    let fitting = ChipTable.scan(folder: folder, readsNames: false).chips
      .filter { $0.label == label }
    guard fitting.count == 1, let chip = try? GpioChip(path: fitting[0].path) else { return [] }
    return (0..<fitting[0].lineCount).map { line in
      guard let facts = try? chip.facts(ofLine: line) else { return LineUse() }
      return LineUse(
        name: facts.name, consumer: facts.consumer, isUsed: facts.isUsed, isOutput: facts.isOutput)
    }
  }

  /// With a resistor of 50 kΩ and a capacitor of 100 nF a line is there after five times their product.
  private static let settleMicroseconds: UInt32 = 25_000
  private static let debounceMicroseconds = 5_000

  /// Edges, debounce and pulls, one request after the other; the last is the panel's own.
  public func tryOut(
    _ found: ChipTable.Found, _ plan: LinePlan
  ) -> Result<LineTrial, SystemError> {
    do throws(SystemError) {
      let chip = try GpioChip(path: found.path)
      var line = GpioRequest.Line(
        offset: found.offset, bias: plan.bias, isActiveLow: false, debounceMicroseconds: 0,
        wantsEdges: false)
      let pull = try tryPull(chip, line, wanted: plan.bias)
      if pull == .refused { line.bias = nil }
      var hasDebounce: Bool?
      if GpioLibrary.hasDebounce { hasDebounce = tryDebounce(chip, line) }
      line.wantsEdges = true
      if let isHigh = try? level(chip, line) {
        return .success(
          LineTrial(hasEdges: true, hasDebounce: hasDebounce, pull: pull, isHigh: isHigh))
      }
      line.wantsEdges = false
      return .success(
        LineTrial(
          hasEdges: false, hasDebounce: hasDebounce, pull: pull, isHigh: try level(chip, line)))
    } catch {
      return .failure(error)
    }
  }

  /// Whether the line is high, a moment after it was requested.
  private func level(_ chip: GpioChip, _ line: GpioRequest.Line) throws(SystemError) -> Bool {
    let request = try GpioRequest(chip, [line], eventBuffer: 0)
    _ = usleep(KernelInspector.settleMicroseconds)
    var isHigh = false
    try request.levels { _, isActive in isHigh = isActive }
    return isHigh
  }

  private func tryPull(
    _ chip: GpioChip, _ line: GpioRequest.Line, wanted: LinePlan.Bias
  ) throws(SystemError) -> LineTrial.Pull {
    if wanted == .disabled {
      _ = try level(chip, line)
      return .notTried
    }
    var line = line
    var levels: [Bool] = []
    // The panel's own pull last, so that nothing is left otherwise than a run leaves it.
    for bias in wanted == .pullUp ? [LinePlan.Bias.pullDown, .pullUp] : [.pullUp, .pullDown] {
      line.bias = bias
      do throws(SystemError) {
        levels.append(try level(chip, line))
      } catch {
        guard error.code == EINVAL || error.code == ErrorNumber.unsupportedByDriver else {
          throw error
        }
        return .refused
      }
    }
    return levels[0] == levels[1] ? .stays(isHigh: levels[0]) : .follows
  }

  /// Whether the kernel says of the line, once it is requested so, that it debounces it.
  private func tryDebounce(_ chip: GpioChip, _ line: GpioRequest.Line) -> Bool {
    var line = line
    line.wantsEdges = true
    line.debounceMicroseconds = KernelInspector.debounceMicroseconds
    guard let request = try? GpioRequest(chip, [line], eventBuffer: 0) else { return false }
    return withExtendedLifetime(request) {
      (try? chip.facts(ofLine: line.offset))?.debounceMicroseconds == line.debounceMicroseconds
    }
  }
}
