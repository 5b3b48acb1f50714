import ButtonController
import Glibc
import PanelFiles
import PanelHardware

extension Command {
  /// `gpiopress find`.
  static let find = Command(
    name: "find",
    summary: "finds the pin of a button: press it, and its pin is named",
    options: [
      Option(name: "--for", value: "TIME", help: "ends after this time, such as 30s"),
      Option(name: "--json", help: "prints what is found as JSON lines"),
      Option(
        name: "--pull", value: "up|down",
        help: "down for a contact to the supply instead of to ground (up)"),
      Option(name: "--chip", value: "LABEL", help: "searches a chip, such as an expander's"),
      Option(name: "--board", value: "ID", help: "takes this board's header"),
    ],
    notes: """
      All free lines of the header are pulled and listened to; those without interrupts are polled.
      Lines in use, outputs, and pins that the board's profile says to avoid are left alone. It ends
      at SIGINT or SIGTERM, or with --for, which ends it with 69 if nothing was found.
      """,
    run: findPin)

  private static func findPin(_ arguments: Arguments) throws(Failure) -> ExitCode {
    let limit = try arguments.span(of: "--for")
    let word = arguments.value(of: "--pull") ?? "up"
    guard let pull = FindLines.Pull(rawValue: word) else {
      throw arguments.failure("--pull \(word): write up or down")
    }
    if arguments.has("--chip"), arguments.has("--board") {
      throw arguments.failure("--chip and --board: take one of them")
    }
    let signals: SignalWatch
    do throws(SystemError) { signals = try SignalWatch(SignalWatch.ends + [SIGHUP]) } catch {
      throw Failure(.system, "gpiopress: cannot \(error)")
    }
    let (lines, profile) = try findLines(arguments, pull)
    var search = try FindSession(lines, on: profile, isJSON: arguments.has("--json"))
    let clock = MonotonicClock()
    try search.run(until: limit.map { clock.now() + $0 } ?? .never, signals)
    if search.hasFound || !search.isOver { return .ok }
    let other = pull == .up ? "; a contact to the supply needs --pull down" : ""
    throw Failure(.unavailable, "gpiopress: find: no line changed\(other)")
  }

  /// The lines that the command line is about, and the board's profile.
  private static func findLines(
    _ arguments: Arguments, _ pull: FindLines.Pull
  ) throws(Failure) -> (FindLines, BoardProfile?) {
    let inspector = KernelInspector()
    if let label = arguments.value(of: "--chip") {
      let chips = inspector.chips()
      let fitting = chips.chips.filter { $0.label == label }
      guard fitting.count == 1 else { throw noChip(label, fitting.count, chips, arguments) }
      return (FindLines(ofChip: fitting[0], pull: pull, inspector: inspector), nil)
    }
    let boards = try Load.boards()
    let id: String
    if let board = arguments.value(of: "--board") {
      id = board
    } else {
      id = try detect(
        boards, for: "find", hint: "name the board with --board, or a chip with --chip")
    }
    let profile = try Load.profile(id, of: boards)
    guard profile.isVerified else {
      throw Failure(
        .unavailable,
        "gpiopress: find: the header of \(id) is not known; name a chip with --chip")
    }
    return (FindLines(of: profile, pull: pull, inspector: inspector, MachineRoot()), profile)
  }

  private static func noChip(
    _ label: String, _ count: Int, _ table: ChipTable, _ arguments: Arguments
  ) -> Failure {
    if let denied = table.skipped.first(where: { $0.code == EACCES || $0.code == EPERM }) {
      return Failure(
        .permission,
        "gpiopress: find: \(denied.path) may not be opened; see gpiopress doctor")
    }
    let labels = table.chips.map(\.label)
    let hint = labels.isEmpty ? "there is none" : "there are \(labels.joined(separator: ", "))"
    let why = count == 0 ? "no chip \(label)" : "\(count) chips are labelled \(label)"
    return Failure(.unavailable, "gpiopress: find: \(why); \(hint)")
  }
}
