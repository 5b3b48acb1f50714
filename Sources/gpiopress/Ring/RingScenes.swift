import ButtonController
import PanelFiles

/// What `gpiopress ring` plays for each word.
extension PictureWord {
  /// The scene of a ring; `calm` is reduced motion, `share` the fill that was asked for.
  func scene(of ring: Ring, calm: Bool, share: Double) -> RingScene {
    switch self {
    case .off:
      return remote(ring, calm, .init(to: 0, every: 100))
    case .fill:
      return remote(ring, calm, share: share, .init(to: 0, every: 100))
    case .success:
      return show(ring, calm, end: 1500, .init(to: 1500, every: 100)) {
        $0.showSuccess(ring: 0, at: $1)
      }
    case .error:
      return show(ring, calm, end: 1500, .init(to: 1500, every: 100)) {
        $0.showFailure(ring: 0, at: $1)
      }
    case .working:
      // Once round, or one pulse where nothing turns.
      let isPulse = calm || ring.pixels == 1
      let strip = RingScene.Strip(to: isPulse ? 1800 : 1100, every: isPulse ? 200 : 100)
      return show(ring, calm, end: nil, strip) {
        $0.showWorking(ring: 0, at: $1)
      }
    case .drag:
      return RingScene(
        ring, reduceMotion: calm, kind: .knob(Knob(), hasPush: true), gestures: Gestures(),
        end: 2500, strip: .init(to: 1360, every: 80), knobDrag)
    case .stick:
      return RingScene(
        ring, reduceMotion: calm,
        kind: .stick(
          Stick(repeats: Stick.Steps(after: .milliseconds(60), every: .milliseconds(60))),
          hasPush: false),
        gestures: Gestures(),
        end: 2500, strip: .init(to: 1360, every: 80),
        [
          (60, .edge(line: 0, isClosed: true)), (60, .edge(line: 3, isClosed: true)),
          (700, .edge(line: 0, isClosed: false)), (700, .edge(line: 3, isClosed: false)),
        ])
    case .press:
      return RingScene(
        ring, reduceMotion: calm, gestures: Gestures(tap: Tap()), end: 500,
        strip: .init(to: 480, every: 60), press(60, 200))
    case .confirm:
      return RingScene(
        ring, reduceMotion: calm, end: 2700, strip: .init(to: 2550, every: 150), press(0, 1500))
    case .cancel:
      return RingScene(
        ring, reduceMotion: calm, end: 1100, strip: .init(500, to: 1050, every: 50), press(0, 800))
    case .denied:
      return RingScene(
        ring, reduceMotion: calm, begin: 1700, end: 2100, strip: .init(to: 400, every: 50),
        press(0, 1300) + press(1800, 1900))
    case .idle:
      let length: Int64 = ring.idle == .breathe ? 3750 : 0
      return show(ring, calm, end: nil, .init(to: length, every: 250)) { _, _ in }
    case .breathe:
      return remote(ring, calm, .init(to: 3750, every: 250))
    case .test:
      let opening: Int64 = ring.pixels < 3 ? 0 : 2000
      let rest = Int64(ring.pixels < 3 ? 4 : ring.pixels) * 500
      return remote(ring, calm, .init(to: opening + rest - 500, every: 500))
    }
  }

  // MARK: Parts of scenes

  private func show(
    _ ring: Ring, _ calm: Bool, end: Int64?, _ strip: RingScene.Strip,
    _ change: @escaping @Sendable (inout Controller, Instant) -> Void
  ) -> RingScene {
    RingScene(ring, reduceMotion: calm, end: end, strip: strip, [(0, .show(change))])
  }

  private func remote(
    _ ring: Ring, _ calm: Bool, share: Double = 0, _ strip: RingScene.Strip
  ) -> RingScene {
    let picture = RingPicture(self, share: share).remote
    return show(ring, calm, end: nil, strip) { controller, now in
      if let picture { controller.showRemote(ring: 0, picture, until: .never, at: now) }
    }
  }

  private func press(_ from: Int64, _ to: Int64) -> [(Int64, RingScene.Step)] {
    [(from, .edge(line: 0, isClosed: true)), (to, .edge(line: 0, isClosed: false))]
  }

  /// Pushed, ten detents clockwise, released.
  private var knobDrag: [(Int64, RingScene.Step)] {
    var steps: [(Int64, RingScene.Step)] = [(0, .edge(line: 2, isClosed: true))]
    for detent in 0..<10 {
      let start = 120 + Int64(detent) * 50
      for (part, edge) in [(0, true), (1, true), (0, false), (1, false)].enumerated() {
        let at = start + Int64(part) * 5
        steps.append((at, .edge(line: edge.0, isClosed: edge.1)))
      }
    }
    return steps + [(700, .edge(line: 2, isClosed: false))]
  }
}
