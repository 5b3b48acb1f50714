import CGpiod
import Glibc
import PanelFiles

/// A GPIO chip that is open; the only file that speaks to `CGpiod`.
final class GpioChip {
  fileprivate let handle: OpaquePointer
  let path: String

  init(path: String) throws(SystemError) {
    var opened: OpaquePointer?
    let result = gp_chip_open(path, &opened)
    guard result >= 0, let opened else {
      throw SystemError(result < 0 ? -result : EIO, "open \(path)")
    }
    handle = opened
    self.path = path
  }

  deinit { gp_chip_close(handle) }

  /// The chip's own facts.
  struct Facts: Equatable {
    var name: String
    var label: String
    var lineCount: Int
  }

  func facts() throws(SystemError) -> Facts {
    var info = gp_chip_info()
    _ = try SystemError.check(gp_chip_get_info(handle, &info), "read \(path)")
    return Facts(
      name: text(of: info.name), label: text(of: info.label), lineCount: Int(info.line_count))
  }

  /// A line's facts, as the kernel has them now.
  struct LineFacts: Equatable {
    var name: String
    var consumer: String
    var isUsed: Bool
    var isOutput: Bool
    var isActiveLow: Bool
    var debounceMicroseconds: Int
  }

  func facts(ofLine offset: Int) throws(SystemError) -> LineFacts {
    var info = gp_line_info()
    _ = try SystemError.check(
      gp_chip_get_line_info(handle, UInt32(clamping: offset), &info),
      "read line \(offset) of \(path)")
    return LineFacts(
      name: text(of: info.name), consumer: text(of: info.consumer), isUsed: info.is_used != 0,
      isOutput: info.is_output != 0, isActiveLow: info.is_active_low != 0,
      debounceMicroseconds: Int(info.debounce_us))
  }
}

/// Lines of a chip that were requested together.
final class GpioRequest {
  /// How a line is to be requested.
  struct Line: Equatable {
    var offset: Int
    var bias: LinePlan.Bias?
    var isActiveLow: Bool
    var debounceMicroseconds: Int
    var wantsEdges: Bool
    var isOutput = false
    var isInitiallyActive = false
  }

  /// An edge of the line at `index` of the request.
  struct Edge {
    var nanoseconds: Int64
    var index: Int
    var isRising: Bool
    var lineSequence: UInt32
  }

  private let chip: GpioChip
  private let handle: OpaquePointer
  private let count: Int
  let descriptors: [Int32]
  private var events: [gp_event]
  private var values: [UInt8]

  /// Requests all of `lines`, or none; `eventBuffer` is the kernel's queue, where it can be said.
  init(_ chip: GpioChip, _ lines: [Line], eventBuffer: Int) throws(SystemError) {
    var requested: OpaquePointer?
    let configs = lines.map { $0.config }
    let result = gp_request_lines(
      chip.handle, "gpiopress", configs, UInt32(configs.count), UInt32(eventBuffer), &requested)
    guard result >= 0, let requested else {
      throw SystemError(result < 0 ? -result : EIO, "request lines of \(chip.path)")
    }
    self.chip = chip
    handle = requested
    count = lines.count
    descriptors = (0..<max(gp_request_descriptor_count(requested), 0)).map {
      gp_request_descriptor(requested, UInt32($0))
    }
    events = [gp_event](repeating: gp_event(), count: max(eventBuffer, 16))
    values = [UInt8](repeating: 0, count: count)
  }

  deinit { gp_request_release(handle) }

  /// How many lines one request may have.
  static let mostLines = Int(GP_MAX_LINES)

  /// Hands over what is queued at one descriptor, of one read; gives how many it was.
  func read(_ which: Int, _ body: (Edge) -> Void) throws(SystemError) -> Int {
    let result = events.withUnsafeMutableBufferPointer {
      gp_request_read_events(handle, UInt32(which), $0.baseAddress, UInt32($0.count))
    }
    if result == -EAGAIN || result == -EINTR { return 0 }
    let count = Int(try SystemError.check(result, "read edges of \(chip.path)"))
    for event in events[..<count] {
      body(
        Edge(
          nanoseconds: event.stamp_ns, index: Int(event.index),
          isRising: event.edge == GP_EDGE_RISING.rawValue, lineSequence: event.line_seqno))
    }
    return count
  }

  /// The levels of all lines, in the order of the request.
  func levels(_ body: (_ index: Int, _ isActive: Bool) -> Void) throws(SystemError) {
    let result = values.withUnsafeMutableBufferPointer {
      gp_request_get_values(handle, $0.baseAddress, UInt32($0.count))
    }
    _ = try SystemError.check(result, "read levels of \(chip.path)")
    for (index, value) in values.enumerated() { body(index, value != 0) }
  }

  /// Sets an output.
  func set(_ index: Int, isActive: Bool) throws(SystemError) {
    _ = try SystemError.check(
      gp_request_set_value(handle, UInt32(index), isActive ? 1 : 0), "set a line of \(chip.path)")
  }
}

/// The library that runs, and what it can.
public enum GpioLibrary {
  /// The version, such as `1.6.3`.
  public static var version: String { String(cString: gp_library_version()) }
  /// The major version of its interface: 1 or 2.
  public static var abi: Int { Int(gp_abi()) }
  /// Whether edges are numbered, so that a loss shows.
  public static var numbersEdges: Bool { gp_capabilities() & GP_CAP_SEQNO.rawValue != 0 }
  /// Whether the kernel's debounce can be asked for.
  public static var hasDebounce: Bool { gp_capabilities() & GP_CAP_DEBOUNCE.rawValue != 0 }
}

extension GpioRequest.Line {
  fileprivate var config: gp_line_config {
    gp_line_config(
      offset: UInt32(clamping: offset), debounce_us: UInt32(clamping: debounceMicroseconds),
      bias: UInt8(biasNumber.rawValue), is_active_low: isActiveLow ? 1 : 0,
      wants_edges: wantsEdges ? 1 : 0, is_output: isOutput ? 1 : 0,
      initial_value: isInitiallyActive ? 1 : 0)
  }

  private var biasNumber: gp_bias {
    switch bias {
    case nil: return GP_BIAS_AS_IS
    case .disabled: return GP_BIAS_DISABLED
    case .pullUp: return GP_BIAS_PULL_UP
    case .pullDown: return GP_BIAS_PULL_DOWN
    }
  }
}

/// The text of a C array that a tuple stands for, up to its NUL.
private func text<Tuple>(of tuple: Tuple) -> String {
  withUnsafeBytes(of: tuple) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
