import PanelFiles

extension Command {
  /// `gpiopress check`.
  static let check = Command(
    name: "check",
    summary: "checks a panel file and shows how it is wired",
    operands: [
      Operand(
        name: "PANEL", help: "the panel file, - for the standard input; not needed with --schema",
        isOptional: true)
    ],
    options: [
      Option(name: "--json", help: "prints wiring, errors and warnings as JSON"),
      Option(name: "--wiring", value: "OUT.svg", help: "also draws the wiring into a file"),
      .board,
      Option(name: "--schema", help: "prints a JSON Schema of panel files, for editors"),
    ],
    notes: "Warnings leave the exit code at 0; errors make it 78.",
    run: checkPanel)

  private static func checkPanel(_ arguments: Arguments) throws(Failure) -> ExitCode {
    var output = Output()
    if arguments.has("--schema") {
      output.append(Schema.panel)
      try output.finish()
      return .ok
    }
    guard let path = arguments.operand(0) else { throw arguments.failure("PANEL is missing") }
    let asJSON = arguments.has("--json")
    let reading: PanelReader.Reading
    do throws(FileError) {
      reading = try Load.reading(of: path, board: arguments.value(of: "--board"), onlyWarns: true)
    } catch {
      var failure = Failure(error, invalid: .badConfiguration)
      if asJSON {
        output.append(CheckReport.json(error))
        try output.finish()
        failure.lines = []
      }
      throw failure
    }
    // A panel of lines by chip and number may be on a board without a profile.
    let profile = try? Load.profile(reading.panel.board, of: try Load.boards())
    let circuit = CircuitBuilder.circuit(of: reading.panel, on: profile)
    let wirings = Wiring.all(of: reading.panel, on: profile, circuit)
    if asJSON {
      output.append(CheckReport.json(reading, wirings, circuit))
    } else {
      for warning in reading.warnings {
        var line = warning
        line.message = "warning: \(warning.message)"
        ErrorOutput.say(line.description)
      }
      output.append(CheckReport.text(reading.panel, wirings, circuit))
    }
    if let file = arguments.value(of: "--wiring") {
      let drawing = WiringDrawing(reading.panel, circuit, on: profile)
      try Descriptor.write(drawing.text, toFile: file)
    }
    try output.finish()
    return .ok
  }
}
