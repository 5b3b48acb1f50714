import PanelFiles

extension ActionRunner {
  /// Adds the commands that run and how many events wait for them.
  public func report(to status: inout LoopStatus, in loop: PanelLoop) {
    status.commands += running.map { run in
      CommandStatus(
        control: run.job.name, event: run.job.event.name, program: run.command.arguments[0])
    }
    status.waitingRuns += queue.jobs.count
    status.droppedRuns += dropped.total
  }
}
