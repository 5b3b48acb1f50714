import PanelFiles
import PanelHardware

extension Command {
  /// `gpiopress boards`.
  static let boards = Command(
    name: "boards",
    summary: "lists the boards, draws a board's header, or detects the board",
    operands: [
      Operand(
        name: "ID", help: "a board to draw; detect prints the id of this one", isOptional: true)
    ],
    options: [
      Option(name: "--panel", value: "PANEL", help: "shows what this panel uses of the header"),
      Option(name: "--json", help: "prints the same as JSON"),
    ],
    notes: "It ends with 69 if detect does not know the board.",
    run: showBoards)

  private static func showBoards(_ arguments: Arguments) throws(Failure) -> ExitCode {
    let boards = try Load.boards()
    let asJSON = arguments.has("--json")
    let panel = arguments.value(of: "--panel")
    var output = Output()
    switch arguments.operand(0) {
    case nil, "detect":
      if panel != nil { throw arguments.failure("--panel needs a board's ID before it") }
      if arguments.operand(0) == nil {
        return try list(boards, asJSON: asJSON)
      } else {
        output.append(try detected(boards, asJSON: asJSON))
      }
    case .some(let id):
      let profile = try Load.profile(id, of: boards)
      let uses = HeaderUses(
        of: try panel.map { path throws(Failure) in try Load.panel(path, board: id, for: .draw) },
        on: profile)
      output.append(
        asJSON
          ? BoardList.json(of: profile, uses: uses)
          : HeaderDrawing(profile, uses: uses, style: Screen.textStyle()).text)
    }
    try output.finish()
    return .ok
  }

  private static func list(_ boards: BoardCatalogue, asJSON: Bool) throws(Failure) -> ExitCode {
    let (profiles, failures) = BoardList.profiles(of: boards)
    var output = Output()
    output.append(asJSON ? BoardList.json(profiles) : BoardList.text(profiles))
    try output.finish()
    if failures.isEmpty { return .ok }
    throw Failure(.badConfiguration, failures.flatMap(\.lines))
  }

  private static func detected(
    _ boards: BoardCatalogue, asJSON: Bool
  ) throws(Failure) -> String {
    let id = try detect(
      boards, for: "boards",
      hint: "choose one from gpiopress boards, or write pins as {chip: LABEL, line: NUMBER}")
    if !asJSON { return VisibleText.of(id) + "\n" }
    var object = JSONBuilder()
    object.add("id", id)
    return object.text + "\n"
  }

  /// The id of this board; `hint` is what to do where no profile fits.
  static func detect(
    _ boards: BoardCatalogue, for command: String, hint: String
  ) throws(Failure) -> String {
    let result: Result<String, BoardCatalogue.Unknown>
    do throws(FileError) {
      result = try boards.detect()
    } catch {
      throw Failure(error, invalid: .badConfiguration)
    }
    switch result {
    case .success(let id): return id
    case .failure(let unknown):
      let seen = unknown.model ?? unknown.compatible.first
      let who =
        seen.map { "this machine calls itself \"\($0)\"" }
        ?? "this machine does not give its name"
      throw Failure(
        .unavailable, "gpiopress: \(command): no profile fits: \(who); \(hint)")
    }
  }
}
