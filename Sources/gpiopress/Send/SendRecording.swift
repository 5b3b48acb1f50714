import ButtonController
import CPanelLinux
import Glibc
import PanelFiles
import PanelHardware

/// The trace of a running panel, as its socket sends it.
enum SendRecording {
  /// Prints it for so long, or until a signal; then the panel is asked for the end of it.
  static func copy(
    _ connection: SendConnection, for time: TimeSpan?, to output: inout Output
  ) throws(Failure) {
    let signals: SignalWatch
    do throws(SystemError) { signals = try SignalWatch(SignalWatch.ends + [SIGHUP]) } catch {
      throw Failure(.system, "gpiopress: cannot \(error)")
    }
    let deadline = time.map { connection.clock.now() + $0 } ?? .never
    while true {
      // What has come already goes out in one piece.
      while connection.input.contains(10) {
        guard let line = try connection.nextLine(until: nil) else { break }
        try print(line, &output)
      }
      try output.finish()
      var set = PollSet()
      let slot = set.add(reading: connection.descriptor.raw)
      let signal = set.add(reading: signals.raw)
      let left = deadline == .never ? nil : deadline - connection.clock.now()
      do throws(SystemError) { try set.wait(timeout: left) } catch {
        throw Failure(.system, "gpiopress: cannot \(error)")
      }
      if set.isReady(slot), try !connection.receive(until: nil) { throw ended(connection) }
      if set.isReady(signal) || connection.clock.now() >= deadline { break }
    }
    try end(connection, &output)
  }

  /// Asks for the end, and prints what comes until it is there.
  private static func end(
    _ connection: SendConnection, _ output: inout Output
  ) throws(Failure) {
    let deadline = connection.clock.now() + connection.timeout
    try connection.send(Array("{\"record\":false}\n".utf8), until: deadline)
    while let line = try connection.nextLine(until: deadline) {
      if try print(line, &output) { return try output.finish() }
    }
    try output.finish()
  }

  /// Prints a line of the trace; true for the answer to its end.
  @discardableResult private static func print(
    _ line: [UInt8], _ output: inout Output
  ) throws(Failure) -> Bool {
    guard let json = try? JSON.parse(line) else { return false }
    if case .string(let text) = json["trace"] {
      output.append("\(text)\n")
      return false
    }
    if case .string(let why) = json["error"] {
      try output.finish()
      throw Failure(.unavailable, "gpiopress: send: \(why)")
    }
    return json["ok"] == .bool(true)
  }

  private static func ended(_ connection: SendConnection) -> Failure {
    Failure(
      .unavailable, "gpiopress: send: \(connection.path): the panel has ended the connection")
  }
}
