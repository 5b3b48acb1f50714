import ButtonController
import PanelFiles

/// What rings show of commands that run.
extension ActionRunner {
  /// Whether a job other than `job` has its work shown on the same ring.
  private func isShared(_ ring: Int, by job: Job) -> Bool {
    openJobs.contains { $0.ring == ring && $0.isShown && $0 != job }
  }

  func showProgress(_ index: Int, _ now: Instant, _ loop: PanelLoop) {
    guard let pipe = running[index].pipe else { return }
    let before = pipe.progress
    if let lines = pipe.serve(at: now, pass: StandardError.pass) {
      tellLeftOut(lines, of: running[index].job, loop)
    }
    guard let ring = running[index].job.ring, let progress = pipe.progress, progress != before
    else { return }
    running[index].job.showsWorkAt = nil
    running[index].job.isShown = true
    loop.show { controller, now in
      if before == nil { controller.endWorking(ring: ring, at: now) }
      controller.showRemote(ring: ring, .progress(progress), until: .never, at: now)
    }
  }

  func showWork(_ now: Instant, _ loop: PanelLoop) {
    for job in openJobs {
      guard let at = job.showsWorkAt, at <= now, let ring = job.ring else { continue }
      if !isShared(ring, by: job) {
        loop.show { controller, now in controller.showWorking(ring: ring, at: now) }
      }
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
    guard let ring = job.ring, !isShared(ring, by: job) else { return }
    loop.show { controller, now in
      controller.endRemote(ring: ring, at: now)
      controller.endWorking(ring: ring, at: now)
    }
  }

  func finish(_ job: Job, hasFailed: Bool, _ loop: PanelLoop) {
    loop.tellEndOfCommand(of: job.event.control, hasFailed: hasFailed)
    if job.isShown { endWork(of: job, loop) }
    guard let ring = job.ring else { return }
    if hasFailed {
      loop.show { controller, now in controller.showFailure(ring: ring, at: now) }
    } else if job.isShown || job.tellsProgress, !isShared(ring, by: job) {
      loop.show { controller, now in controller.showSuccess(ring: ring, at: now) }
    }
  }
}
