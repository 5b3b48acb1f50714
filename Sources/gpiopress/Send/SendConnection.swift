import ButtonController
import CPanelLinux
import Glibc
import PanelFiles
import PanelHardware

/// A connection to a control socket, for one request; waits, but never for ever.
final class SendConnection {
  let path: String
  let timeout: TimeSpan
  /// Who asks, for messages.
  private let command: String
  let descriptor: OwnedDescriptor
  var input: [UInt8] = []
  let clock = MonotonicClock()

  /// An answer: its text, and what that is.
  struct Answer {
    let text: String
    let json: JSON

    /// Throws what went wrong, if something did.
    func check() throws(Failure) {
      guard case .string(let message) = json["error"] else { return }
      throw Failure(SendConnection.exitCode(of: json["code"]), "gpiopress: send: \(message)")
    }
  }

  /// Connects for `command`; where too many wait to be accepted, up to `timeout`.
  convenience init(_ path: String, timeout: TimeSpan, for command: String = "send") throws(Failure)
  {
    let descriptor = SendConnection.connect(path, timeout)
    try self.init(path, timeout, command, descriptor)
  }

  /// The same, but nil where nobody listens.
  static func ifServed(
    _ path: String, timeout: TimeSpan, for command: String
  ) throws(Failure) -> SendConnection? {
    let descriptor = SendConnection.connect(path, timeout)
    if descriptor == -ENOENT || descriptor == -ECONNREFUSED { return nil }
    return try SendConnection(path, timeout, command, descriptor)
  }

  private init(
    _ path: String, _ timeout: TimeSpan, _ command: String, _ descriptor: Int32
  ) throws(Failure) {
    if descriptor == -EAGAIN { throw SendConnection.silence(path, timeout, command) }
    if descriptor < 0 { throw SendTarget.failure(at: path, -descriptor, for: command) }
    self.path = path
    self.timeout = timeout
    self.command = command
    self.descriptor = OwnedDescriptor(owning: descriptor)
  }

  /// A descriptor, or a negative errno: -EAGAIN where too many wait for too long.
  private static func connect(_ path: String, _ timeout: TimeSpan) -> Int32 {
    let deadline = MonotonicClock.now() + timeout
    while true {
      let result = pl_socket_connect(path)
      guard result == -EAGAIN || result == -EINTR else { return result }
      if MonotonicClock.now() >= deadline { return -EAGAIN }
      _ = usleep(20_000)
    }
  }

  private static func silence(_ path: String, _ timeout: TimeSpan, _ command: String) -> Failure {
    let hint = command == "send" ? " (--timeout gives it longer)" : ""
    return Failure(
      .unavailable,
      "gpiopress: \(command): \(path): no answer within \(timeout.text); the panel's process may be "
        + "stopped\(hint)")
  }

  private static func exitCode(of code: JSON?) -> ExitCode {
    switch code {
    case .string("refused"): return .permission
    case .string("unavailable"): return .unavailable
    case .string("failed"): return .badConfiguration
    default: return .usage
    }
  }

  // MARK: Asking

  /// Sends the request and gives the answer.
  func ask(_ request: SendRequest) throws(Failure) -> Answer {
    let deadline = clock.now() + timeout
    try send(request.line, until: deadline)
    if !request.asksOn { _ = pl_socket_end_sending(descriptor.raw) }
    guard let line = try nextLine(until: deadline) else {
      throw Failure(
        .unavailable, "gpiopress: send: \(path): the connection was closed without an answer")
    }
    do throws(JSON.Failure) {
      return Answer(text: String(decoding: line, as: UTF8.self), json: try JSON.parse(line))
    } catch {
      throw Failure(
        .unavailable,
        "gpiopress: send: \(path): the answer is no JSON (\(error)); is this the "
          + "control socket of a panel?")
    }
  }

  func send(_ bytes: [UInt8], until deadline: Instant) throws(Failure) {
    var done = 0
    while done < bytes.count {
      let result = bytes[done...].withUnsafeBytes {
        pl_output_send(descriptor.raw, $0.baseAddress, UInt32($0.count))
      }
      if result >= 0 {
        done += Int(result)
      } else if result == -EAGAIN {
        try wait(POLLOUT, until: deadline)
      } else if result == -EPIPE || result == -ECONNRESET {
        // Why may be on its way.
        return
      } else if result != -EINTR {
        throw SendTarget.failure(at: path, -result, for: command)
      }
    }
  }

  /// The next line without its line feed; nil at the end.
  ///
  /// Without a deadline it waits for ever.
  func nextLine(until deadline: Instant?) throws(Failure) -> [UInt8]? {
    while true {
      if let feed = input.firstIndex(of: 10) {
        let line = Array(input[..<feed])
        input.removeFirst(feed + 1)
        return line
      }
      guard try receive(until: deadline) else { return nil }
    }
  }

  /// Takes what has come; false at the end.
  func receive(until deadline: Instant?) throws(Failure) -> Bool {
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let result = pl_socket_receive(descriptor.raw, &room, UInt32(room.count))
      if result > 0 {
        input += room[..<Int(result)]
        return true
      }
      if result == 0 || result == -ECONNRESET { return false }
      if result == -EAGAIN {
        try wait(POLLIN, until: deadline)
      } else if result != -EINTR {
        throw SendTarget.failure(at: path, -result, for: command)
      }
    }
  }

  private func wait(_ events: Int32, until deadline: Instant?) throws(Failure) {
    var slot = pollfd(fd: descriptor.raw, events: Int16(events), revents: 0)
    guard let deadline else {
      _ = poll(&slot, 1, -1)
      return
    }
    let left = (deadline - clock.now()).nanoseconds / 1_000_000
    if left < 0 { throw SendConnection.silence(path, timeout, command) }
    _ = poll(&slot, 1, Int32(clamping: left + 1))
  }

  // MARK: After the answer

  /// Prints what comes, line by line, until the panel ends the connection.
  func copyLines(to output: inout Output) throws(Failure) {
    var last: [UInt8] = []
    while let line = try nextLine(until: nil) {
      last = line
      if line.starts(with: "{\"error\"".utf8) { break }
      output.bytes += line
      output.bytes.append(10)
      // What has come already goes out in one piece.
      if !input.contains(10) { try output.finish() }
    }
    try output.finish()
    if let json = try? JSON.parse(last), case .string(let why) = json["error"] {
      throw Failure(.unavailable, "gpiopress: send: \(why)")
    }
    throw Failure(.unavailable, "gpiopress: send: \(path): the panel has ended the connection")
  }

  /// Waits until a press of `time` is over, which closes the connection; without one for ever.
  func waitForEnd(of time: TimeSpan?) throws(Failure) {
    let deadline = time.map { clock.now() + $0 + timeout }
    while try nextLine(until: deadline) != nil {}
    if time == nil {
      throw Failure(.unavailable, "gpiopress: send: \(path): the panel has ended the connection")
    }
  }
}
