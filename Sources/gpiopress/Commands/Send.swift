import ButtonController
import PanelFiles

extension Command {
  /// `gpiopress send`.
  static let send = Command(
    name: "send",
    summary: "talks to a running panel over its control socket",
    operands: [
      Operand(name: "PANEL", help: "the panel file, or the socket itself"),
      Operand(name: "REQUEST", help: "the request; see below"),
      Operand(name: "WORD", help: "its arguments", isOptional: true, takesRest: true),
    ],
    options: [
      Option(
        name: "--for", value: "TIME",
        help: "with ring, press and record: for how long, such as 5s"),
      Option(name: "--hold", help: "with press: as long as this command runs"),
      Option(name: "--json", help: "prints the answer as it came, one JSON object a line"),
      Option(name: "--timeout", value: "TIME", help: "how long an answer may take (5s)"),
    ],
    notes: """
      Requests:
      \(Columns.text(SendRequest.forms, indent: 2))
      A press without --for and --hold is a tap of 100ms. A press ends with this command, whatever
      ends it. Nothing is printed if there is nothing to say but that it was done.

      It ends with 69 if nobody listens or answers, 64 if a name is unknown or a request is
      wrong, 77 if the panel refuses it, 78 if a reload finds the panel file wrong.
      """,
    run: sendRequest)

  private static func sendRequest(_ arguments: Arguments) throws(Failure) -> ExitCode {
    let request = try SendRequest(arguments)
    let timeout = try arguments.span(of: "--timeout") ?? .seconds(5)
    let path = try SendTarget.socket(of: arguments.operands[0])
    let connection = try SendConnection(path, timeout: timeout)
    var output = Output()
    let answer = try connection.ask(request)
    if arguments.has("--json") || request.isRaw {
      output.append("\(answer.text)\n")
      try output.finish()
    }
    try answer.check()
    switch request.kind {
    case .status:
      if !arguments.has("--json") { output.append(StatusText(answer.json).text) }
    case .events: try connection.copyLines(to: &output)
    case .record(let time): try SendRecording.copy(connection, for: time, to: &output)
    case .press(let time): try connection.waitForEnd(of: time)
    case .other: break
    }
    try output.finish()
    return .ok
  }
}
