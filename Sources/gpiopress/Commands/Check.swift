import PanelFiles

extension Command {
  /// `gpiopress check`.
  static let check = Command(
    name: "check",
    summary: "checks a panel file and shows how it is wired",
    operands: [Operand(name: "PANEL", help: "the panel file")],
    options: [Option(name: "--json", help: "prints wiring, errors and warnings as JSON")],
    notes: "Warnings leave the exit code at 0; errors make it 78.",
    run: checkPanel)

  private static func checkPanel(_ arguments: Arguments) throws(Failure) -> ExitCode {
    let asJSON = arguments.has("--json")
    var output = Output()
    let reading: PanelReader.Reading
    do throws(FileError) {
      reading = try Load.reading(of: arguments.operands[0])
    } catch {
      var failure = Failure(error, invalid: .badConfiguration)
      if asJSON {
        output.append(CheckReport.json(error))
        try output.finish()
        failure.lines = []
      }
      throw failure
    }
    if asJSON {
      output.append(CheckReport.json(reading))
    } else {
      for warning in reading.warnings {
        var line = warning
        line.message = "warning: \(warning.message)"
        ErrorOutput.say(line.description)
      }
      output.append(CheckReport.text(reading.panel))
    }
    try output.finish()
    return .ok
  }
}
