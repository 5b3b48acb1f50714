import ButtonController
import PanelFiles

/// A command that was started, as the runner watches it.
protocol RunningCommand: AnyObject {
  /// To be polled for reading; nil where only SIGCHLD or `end` says that it has ended.
  var watch: Int32? { get }
  /// When it will have ended, where that is known beforehand; nil for a real one.
  var end: Instant? { get }
  /// Sends a signal to all of it.
  func signal(_ number: Int32)
  /// How it ended, if it has; `sweeps` ends what is left of it.
  func collect(sweeps: Bool, at now: Instant) -> ChildProcess.End?
}

/// Starts commands: for real, or not.
protocol CommandStarter {
  /// Starts `command` of `job`, with its output to `output`.
  func start(
    _ command: Action.Command, of job: Job, variables: [String], output: Int32, at now: Instant
  ) throws(SystemError) -> any RunningCommand
}

/// Starts them as processes.
struct ProcessStarter: CommandStarter {
  func start(
    _ command: Action.Command, of job: Job, variables: [String], output: Int32, at now: Instant
  ) throws(SystemError) -> any RunningCommand {
    try ChildProcess(command.arguments, variables: variables, output: output)
  }
}

extension ChildProcess: RunningCommand {
  /// Nobody knows.
  var end: Instant? { nil }

  func collect(sweeps: Bool, at now: Instant) -> End? { collect(sweeps: sweeps) }
}
