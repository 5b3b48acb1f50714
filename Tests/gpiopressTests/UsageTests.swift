import Foundation
import Testing

/// Command lines that are wrong: one line on stderr with the hint, exit code 64, nothing on stdout.
@Suite struct UsageTests {
  @Test(arguments: [
    ([], "gpiopress: no command; see gpiopress --help"),
    (["--halp"], "gpiopress: unknown option --halp; did you mean --help?; see gpiopress --help"),
    (["repaly"], "gpiopress: unknown command repaly; did you mean replay?; see gpiopress --help"),
    (["xyzzy"], "gpiopress: unknown command xyzzy; see gpiopress --help"),
    (
      ["help", "chekc"],
      "gpiopress: unknown command chekc; did you mean check?; see gpiopress --help"
    ),
    (
      ["replay", "p", "t", "--edge"],
      "gpiopress: replay: unknown option --edge; did you mean --edges?; see gpiopress replay --help"
    ),
    (
      ["replay", "p"],
      "gpiopress: replay: TRACE is missing; usage: gpiopress replay PANEL TRACE [OPTIONS]"
    ),
    (
      ["check", "a", "b"],
      "gpiopress: check: b is too much; usage: gpiopress check [PANEL] [OPTIONS]"
    ),
    (
      ["replay", "p", "t", "--map", "D0"],
      "gpiopress: replay: --map D0: write WIRE=LINE; see gpiopress replay --help"
    ),
    (["check"], "gpiopress: check: PANEL is missing; see gpiopress check --help"),
    (
      ["replay", "p", "t", "--frames", "0"],
      "gpiopress: replay: --frames 0: write a whole number from 1 to 1000;"
        + " see gpiopress replay --help"
    ),
    (
      ["replay", "p", "t", "--frames=1e3"],
      "gpiopress: replay: --frames 1e3: write a whole number from 1 to 1000;"
        + " see gpiopress replay --help"
    ),
    (
      ["replay", "p", "t", "--expect"],
      "gpiopress: replay: --expect needs FILE after it; see gpiopress replay --help"
    ),
    (
      ["replay", "p", "t", "--edges=yes"],
      "gpiopress: replay: --edges takes no value; see gpiopress replay --help"
    ),
    (
      ["replay", "p", "t", "--edges", "--edges"],
      "gpiopress: replay: --edges stands twice; see gpiopress replay --help"
    ),
    (
      ["demo", "--interactive"],
      "gpiopress: demo: --interactive needs a terminal on standard input and output; without one, "
        + "gpiopress replay PANEL TRACE --actions shows what a panel does; see gpiopress demo --help"
    ),
    (
      ["check", "--bad\u{1B}[31m", "x"],
      "gpiopress: check: unknown option --bad\\x1b[31m; see gpiopress check --help"
    ),
  ])
  func isToldInOneLine(arguments: [String], message: String) throws {
    let run = try ProgramRun(arguments)
    #expect(run.code == 64)
    #expect(run.output == "")
    #expect(run.errors == message + "\n")
  }

  @Test func dashesEndTheOptions() throws {
    let files = try Scratch()
    let run = try ProgramRun(["check", "--", "--help"], in: files.folder)
    #expect(run.code == 66)
  }
}
