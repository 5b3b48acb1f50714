import ButtonController
import PanelFiles

/// What rings show of commands that run.
extension ActionRunner {
  /// Whether a job other than `job` has its work shown on the same ring.
  private func isShared(_ ring: Int, by job: Job, _ loop: PanelLoop) -> Bool {
    // A ring without that picture is nobody's: it reports each end.
    let rings = loop.panel.panel.rings
    guard rings.indices.contains(ring), rings[ring].shows.contains(.working) else { return false }
    return openJobs.contains { $0.rings.contains(ring) && $0.isShown && $0 != job }
  }

  /// The rings of `job` on which no other shows its work.
  private func ownRings(of job: Job, _ loop: PanelLoop) -> [Int] {
    job.rings.filter { !isShared($0, by: job, loop) }
  }

  func showProgress(_ index: Int, _ now: Instant, _ loop: PanelLoop) {
    guard let pipe = running[index].pipe else { return }
    let before = pipe.progress
    if let lines = pipe.serve(at: now, pass: StandardError.pass) {
      reportLeftOut(lines, of: running[index].job, loop)
    }
    guard let progress = pipe.progress, progress != before else { return }
    running[index].job.showsWorkAt = nil
    running[index].job.isShown = true
    loop.show(.progress(progress), on: running[index].job.rings)
  }

  func showWork(_ now: Instant, _ loop: PanelLoop) {
    for job in openJobs {
      guard let at = job.showsWorkAt, at <= now else { continue }
      let rings = ownRings(of: job, loop)
      if !rings.isEmpty { loop.show(.working, on: rings) }
      func mark(_ other: inout Job) {
        guard other == job else { return }
        other.showsWorkAt = nil
        other.isShown = true
      }
      queue.update(mark)
      for index in running.indices { mark(&running[index].job) }
    }
  }

  func endWork(of job: Job, _ loop: PanelLoop) {
    let rings = ownRings(of: job, loop)
    if rings.isEmpty { return }
    loop.show(.endProgress, on: rings)
    loop.show(.endWorking, on: rings)
  }

  func finish(_ job: Job, hasFailed: Bool, _ loop: PanelLoop) {
    loop.noteEndOfCommand(of: job.event.control, hasFailed: hasFailed)
    if job.isShown { endWork(of: job, loop) }
    let showsSuccess = job.isShown || job.reportsProgress
    let rings = hasFailed ? job.rings : showsSuccess ? ownRings(of: job, loop) : []
    if rings.isEmpty { return }
    loop.show(hasFailed ? .failure : .success, on: rings)
  }
}
