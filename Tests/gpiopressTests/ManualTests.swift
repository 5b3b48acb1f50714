import Foundation
import Testing

@testable import gpiopress

/// The manual page and the completions, which come from the table of commands.
@Suite struct ManualTests {
  private static let forms = ["man", "bash", "zsh", "fish"]

  /// What a value is called says what shells offer for it; a new name needs a place in that table.
  @Test(arguments: Program.commands.map(\.name))
  func everyValueIsKnown(name: String) throws {
    let command = try #require(Program.commands.first { $0.name == name })
    for operand in command.operands {
      #expect(
        Completion(of: operand, in: command) != nil, "\(name) \(operand.name): see Completion.swift"
      )
    }
    for option in command.options {
      guard let value = option.value else { continue }
      #expect(Completion(valueName: value) != nil, "\(name) \(option.name): see Completion.swift")
    }
  }

  @Test(arguments: forms) func everyCommandAndOptionIsIn(form: String) throws {
    let run = try ProgramRun(["manual", form])
    #expect(run.code == 0)
    #expect(run.errors == "")
    // A minus is more than a hyphen to roff, and fish writes `-l wait` for `--wait`.
    let text = run.output.split(separator: "\\-", omittingEmptySubsequences: false)
      .joined(separator: "-").split(separator: " -l ").joined(separator: " --")
    let names = Program.commands.flatMap { [$0.name] + $0.options.map(\.name) }
    #expect(names.filter { !text.contains($0) } == [])
  }

  @Test func manIsTheFirst() throws {
    let page = try ProgramRun(["manual"]).output
    #expect(try ProgramRun(["manual", "man"]).output == page)
    for code in ExitCode.allCases { #expect(page.contains("\n.B \(code.rawValue)\n")) }
    let requests = page.split(separator: "\n")
      .filter { $0.hasPrefix(".") && !$0.hasPrefix(".\\\"") }
    let known = ["TH", "SH", "SS", "TP", "B", "BR", "PP", "br", "RS", "RE", "nf", "fi"]
    for request in requests {
      let name = request.dropFirst().prefix { $0 != " " }
      #expect(known.contains(String(name)), "a line that roff takes for a request: \(request)")
    }
  }

  @Test func anotherFormIsRefused() throws {
    let run = try ProgramRun(["manual", "bush"])
    #expect(run.code == 64)
    #expect(run.output == "")
    #expect(
      run.errors == "gpiopress: manual: no bush; did you mean bash?; see gpiopress manual --help\n")
  }

  /// Command lines as bash splits them, the cursor in the last word, and what is offered.
  @Test(
    arguments: [
      (["rep"], ["replay"]), (["re"], ["record", "replay"]),
      (["--"], ["--help", "--version"]),
      (["help", "ini"], ["init"]),
      (["help", "init", ""], []),
      (["run", "pan"], ["panel.yaml"]),
      (["run", "panel.yaml", ""], []),
      (["run", "--format", ""], ["json", "text"]),
      (["run", "--format", "=", "t"], ["text"]),
      (["run", "--format", "="], ["json", "text"]),
      (["run", "--w"], ["--wait"]),
      (["run", "--", "--w"], []),
      (["run", "--wait", "pan"], ["panel.yaml"]),
      (["run", "--format", "text", "pan"], ["panel.yaml"]),
      (["run", "--format", "=", "text", "pan"], ["panel.yaml"]),
      (["replay", "panel.yaml", "inp"], ["input.trace"]),
      (["replay", "--frames", ""], []),
      (
        ["check", "--board", "raspberry-pi-zero-"],
        ["raspberry-pi-zero-2-w", "raspberry-pi-zero-w"]
      ),
      (["boards", "det"], ["detect"]),
      (["boards", "banana"], ["banana-pi-m5"]),
      (["ring", "panel.yaml", "halo", "su"], ["success"]),
      (["ring", "panel.yaml", "ha"], []),
      (["manual", "f"], ["fish"]),
      (["demo", ""], ["completion", "input.trace", "panel.yaml"]),
      (["nothing", ""], []),
    ] as [([String], [String])])
  func bashCompletes(words: [String], offers: [String]) throws {
    let scratch = try Sample.files()
    try scratch.write(try ProgramRun(["manual", "bash"]).output, to: "completion")
    let script = """
      set -u
      compopt() { :; }
      source completion
      COMP_WORDS=(gpiopress "$@")
      COMP_CWORD=$#
      _gpiopress
      printf '%s\\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"}
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["--norc", "-c", script, "bash"] + words
    process.currentDirectoryURL = scratch.folder
    var environment = ProgramRun.environment
    let folder = ProgramRun.program.deletingLastPathComponent().path
    environment["PATH"] = "\(folder):\(environment["PATH"] ?? "")"
    process.environment = environment
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(said == "")
    #expect(text.split(separator: "\n").map(String.init).sorted() == offers)
  }
}
