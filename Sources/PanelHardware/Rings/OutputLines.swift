import Glibc
import PanelFiles

/// Lines that a ring switches by itself, until it gives them back.
struct OutputLines {
  private struct Pin {
    var request: GpioRequest
    var index: Int
  }

  private let pins: [Pin]
  /// The device files of the lines' chips, as they were when they were requested.
  private let chips: [String: ino_t]

  /// Requests all lines, or none; those of a chip together.
  init(_ plans: [LinePlan], isActive: Bool = false) throws(RingError) {
    let readsNames = plans.contains { plan in
      if case .name = plan.target { return true }
      return false
    }
    let table = ChipTable.scan(readsNames: readsNames)
    var found: [ChipTable.Found] = []
    for (number, plan) in plans.enumerated() {
      do throws(LineTrouble) { found.append(try table.find(plan, line: number)) } catch {
        let codes: [LineTrouble.Kind: Int32] = [.denied: EACCES, .missing: ENODEV]
        throw RingError(error.message, code: codes[error.kind] ?? 0)
      }
    }
    var pins: [Pin?] = plans.map { _ in nil }
    var chips: [String: ino_t] = [:]
    for path in Set(found.map(\.path)) {
      chips[path] = OutputLines.identity(path)
      let members = found.indices.filter { found[$0].path == path }
      do throws(SystemError) {
        let request = try GpioRequest(
          try GpioChip(path: path),
          members.map { member in
            GpioRequest.Line(
              offset: found[member].offset, bias: nil, isActiveLow: plans[member].isActiveLow,
              debounceMicroseconds: 0, wantsEdges: false, isOutput: true,
              isInitiallyActive: isActive)
          }, eventBuffer: 0)
        for (index, member) in members.enumerated() {
          pins[member] = Pin(request: request, index: index)
        }
      } catch {
        throw RingError(
          error, hint: error.code == EBUSY ? "another program or driver has one of them" : "")
      }
    }
    self.pins = pins.compactMap { $0 }
    self.chips = chips
  }

  func set(_ line: Int, isActive: Bool) throws(SystemError) {
    try pins[line].request.set(pins[line].index, isActive: isActive)
  }

  /// Throws where a chip has gone; one that comes back is another one.
  func check() throws(RingError) {
    for (path, identity) in chips where OutputLines.identity(path) != identity { throw .gone(path) }
  }

  private static func identity(_ path: String) -> ino_t? {
    var kind = stat()
    return stat(path, &kind) == 0 ? kind.st_ino : nil
  }
}
