import ButtonController
import Glibc
import PanelFiles
import PanelHardware

/// A ring lit by hand, in real time.
enum RingPlay {
  /// Makes rings dark and cues silent, all of them though one fails.
  static func makeDark(
    _ rings: [Int], cues: [CueFile], of panel: PanelFile
  ) throws(Failure) -> ExitCode {
    var failures: [Failure] = []
    let chains = panel.chains.filter { chain in chain.contains(where: rings.contains) }
    let results = RingsOff.run(chains.map(panel.parts))
    for (chain, error) in zip(chains, results) {
      guard let error, let ring = chain.first(where: rings.contains) else { continue }
      failures.append(failure(error, of: panel.rings[ring]))
    }
    failures += CueShow.silence(cues).map { Failure(.unavailable, "gpiopress: \($0)") }
    if let first = failures.first { throw Failure(first.code, failures.flatMap(\.lines)) }
    return .ok
  }

  /// Plays a picture until it is over, its time is, or a signal comes.
  static func light(
    _ ring: Int, of panel: PanelFile, _ request: RingRequest
  ) throws(Failure) -> ExitCode {
    let file = panel.rings[ring]
    let scene = request.scene(ring, of: panel)
    let end = request.length.map { scene.begin + $0 } ?? scene.end ?? .never
    let signals: SignalWatch
    do throws(SystemError) {
      // Before the ring may start a thread, so that all signals come to us.
      signals = try SignalWatch(SignalWatch.ends + [SIGHUP])
    } catch {
      throw Failure(.system, "gpiopress: cannot \(error)")
    }
    do throws(RingError) {
      let chain = panel.chains.first { $0.contains(ring) } ?? [ring]
      let light = try RingByHand(panel.parts(of: chain), lit: chain.firstIndex(of: ring) ?? 0)
      try light.open()
      defer { light.close(staysLit: file.staysLit) }
      try play(scene, on: light, fps: file.fps, until: end, signals)
    } catch {
      throw failure(error, of: file)
    }
    return .ok
  }

  private static func play(
    _ scene: RingScene, on light: RingByHand, fps: Int, until end: Instant, _ signals: SignalWatch
  ) throws(RingError) {
    var scene = scene
    var set = PollSet()
    let clock = MonotonicClock()
    let start = clock.now()
    let frame = TimeSpan(nanoseconds: 1_000_000_000 / Int64(max(fps, 1)))
    while true {
      let elapsed = clock.now() - start
      let now = scene.begin + elapsed
      if now >= end { return }
      scene.run(to: now)
      try light.show(scene.frame(at: now), at: start + elapsed)
      var next = min(end, scene.nextChange(after: now, frame: frame))
      if light.nextChange != .never { next = min(next, scene.begin + (light.nextChange - start)) }
      set.removeAll()
      set.add(reading: signals.raw)
      let rest = next == .never ? nil : next - (scene.begin + (clock.now() - start))
      do throws(SystemError) { try set.wait(timeout: rest) } catch {
        throw RingError("\(error)", code: error.code)
      }
      if !signals.take().isEmpty { return }
    }
  }

  /// `ring halo: open /dev/spidev0.0: …`, and the exit code that says what kind of failure it is.
  private static func failure(_ error: RingError, of file: RingFile) -> Failure {
    let code: ExitCode =
      error.isDenied ? .permission : error.isFinal ? .badConfiguration : .unavailable
    return Failure(code, "gpiopress: ring \(file.name): \(error)")
  }
}
