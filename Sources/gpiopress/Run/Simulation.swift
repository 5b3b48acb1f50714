import ButtonController
import Glibc
import PanelFiles
import PanelHardware

/// What `run --simulate` has in the place of a machine's chips: a trace, in real time.
struct Simulation {
  /// As the user named it.
  let path: String
  let clock: SimulationClock
  let lines: TraceLines
  /// What is still read; nil for a trace that was read whole.
  let input: TraceFeed?

  /// The trace that the options name; nil without `--simulate`, and where a signal comes before a
  /// trace on the standard input has begun: then `signal` or `isEnded` says so.
  init?(
    _ arguments: Arguments, for panel: PanelFile, _ signals: SignalWatch, isEnded: inout Bool,
    endedBy signal: inout Int32?
  ) throws(Failure) {
    guard let path = arguments.value(of: "--simulate") else { return nil }
    self.path = path
    guard path == "-" else {
      let trace = try Simulation.trace(path, for: panel, try Command.wires(arguments))
      input = nil
      clock = SimulationClock()
      lines = TraceLines(panel.lines, startLevels: trace.startLevels, clock: clock)
      lines.add(trace.entries)
      return
    }
    let input = TraceFeed(
      STDIN_FILENO,
      stream: TraceStream(path: path, lines: panel.lines, controls: panel.controls, form: .text))
    while input.startLevels == nil, input.error == nil {
      var set = PollSet()
      let slot = set.add(reading: signals.raw)
      input.addDescriptors(to: &set)
      do throws(SystemError) {
        try set.wait(timeout: nil)
      } catch {
        throw Failure(.system, "gpiopress: cannot \(error)")
      }
      if set.isReady(slot) {
        let came = signals.take()
        if SignalWatch.ends.contains(where: came.contains) {
          isEnded = true
          signal = SignalWatch.failures.first(where: came.contains)
          return nil
        }
      }
      input.take(set)
    }
    if let error = input.error { throw Failure(error, invalid: .badData) }
    self.input = input
    // The trace's zero is here: its first entry has come.
    clock = SimulationClock()
    lines = TraceLines(panel.lines, startLevels: input.startLevels ?? [], clock: clock)
  }

  private static func trace(
    _ path: String, for panel: PanelFile, _ wires: Trace.VcdOptions
  ) throws(Failure) -> Trace {
    do throws(FileError) {
      return try Trace.read(
        path: path, lines: panel.lines, controls: panel.controls, options: wires)
    } catch {
      throw Failure(error, invalid: .badData)
    }
  }

  /// Options that only a simulation has, and the one that it has not.
  static func check(_ arguments: Arguments) throws(Failure) {
    guard arguments.has("--simulate") else {
      for option in ["--board", "--map", "--invert"] where arguments.has(option) {
        throw arguments.failure("\(option) belongs to --simulate")
      }
      return
    }
    if arguments.has("--wait") {
      throw arguments.failure("--wait beside --simulate: nobody else holds the lines of a trace")
    }
  }

  /// Adds what plays the trace to the loop.
  func add(to loop: PanelLoop, reloader: Reloader) -> TracePlayer {
    let player = TracePlayer(lines, clock: clock, isComplete: input == nil) { loop in
      for line in reloader.reload(loop) { loop.log(line) }
    }
    loop.add(player)
    if let input {
      input.feed(lines, player)
      loop.add(input)
    }
    return player
  }

  /// What is not as on a board, in one line.
  func remark(on panel: PanelFile) -> String {
    var parts = ["\(panel.path): simulated by \(path); no chip is opened"]
    let dark = panel.rings.filter(\.driver.isHardware).map(\.name)
    if !dark.isEmpty { parts.append("not lit: \(dark.joined(separator: ", "))") }
    if !panel.cues.isEmpty {
      parts.append("silent: \(panel.cues.map(\.name).joined(separator: ", "))")
    }
    return parts.joined(separator: "; ")
  }
}
