import ButtonController

/// The pictures that `gpiopress ring` knows, by their words.
struct RingPattern {
  let name: String
  let help: String
  /// The scene of a ring; `share` is the fill that was asked for.
  let scene: @Sendable (_ ring: Ring, _ reduceMotion: Bool, _ share: Double) -> RingScene

  /// The one that takes a share after it.
  static let fill = "fill"
  /// The one that needs no picture.
  static let off = "off"

  /// All of them, in the order of the help.
  static let all: [RingPattern] = [
    RingPattern(name: off, help: "dark; ends at once") { ring, calm, _ in
      remote(.off, ring, calm, .init(to: 0, every: 100))
    },
    RingPattern(name: fill, help: "filled to a share of 0 to 1, as in fill 0.4") {
      ring, calm, share in remote(.progress(share), ring, calm, .init(to: 0, every: 100))
    },
    RingPattern(name: "success", help: "a command or a confirm that went well") { ring, calm, _ in
      show(ring, calm, end: 1500, .init(to: 1500, every: 100)) { $0.showSuccess(ring: 0, at: $1) }
    },
    RingPattern(name: "error", help: "a command that failed") { ring, calm, _ in
      show(ring, calm, end: 1500, .init(to: 1500, every: 100)) { $0.showFailure(ring: 0, at: $1) }
    },
    RingPattern(name: "working", help: "a command that runs on") { ring, calm, _ in
      // Once round, or one pulse where nothing turns.
      let isPulse = calm || ring.pixels == 1
      let strip = RingScene.Strip(to: isPulse ? 1800 : 1100, every: isPulse ? 200 : 100)
      return show(ring, calm, end: nil, strip) {
        $0.showWorking(ring: 0, at: $1)
      }
    },
    RingPattern(name: "drag", help: "a knob that is pushed, turned and let go") { ring, calm, _ in
      RingScene(
        ring, reduceMotion: calm, kind: .knob(Knob(), hasPush: true), gestures: Gestures(),
        end: 2500, strip: .init(to: 1360, every: 80), knobDrag)
    },
    RingPattern(name: "stick", help: "a stick that is pushed up and right, and let go") {
      ring, calm, _ in
      RingScene(
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
    },
    RingPattern(name: "press", help: "a button without confirm") { ring, calm, _ in
      RingScene(
        ring, reduceMotion: calm, gestures: Gestures(tap: Tap()), end: 500,
        strip: .init(to: 480, every: 60), press(60, 200))
    },
    RingPattern(name: "confirm", help: "a button that is held for 1.2 s") { ring, calm, _ in
      RingScene(
        ring, reduceMotion: calm, end: 2700, strip: .init(to: 2550, every: 150), press(0, 1500))
    },
    RingPattern(name: "cancel", help: "a button that is let go too early") { ring, calm, _ in
      RingScene(
        ring, reduceMotion: calm, end: 1100, strip: .init(500, to: 1050, every: 50), press(0, 800))
    },
    RingPattern(name: "denied", help: "a press in the time of success") { ring, calm, _ in
      RingScene(
        ring, reduceMotion: calm, begin: 1700, end: 2100, strip: .init(to: 400, every: 50),
        press(0, 1300) + press(1800, 1900))
    },
    RingPattern(name: "idle", help: "what the panel file has for it at rest") { ring, calm, _ in
      let length: Int64 = ring.idle == .breathe ? 3750 : 0
      return show(ring, calm, end: nil, .init(to: length, every: 250)) { _, _ in }
    },
    RingPattern(name: "breathe", help: "slowly brighter and darker") { ring, calm, _ in
      remote(.pattern(.breathe), ring, calm, .init(to: 3750, every: 250))
    },
    RingPattern(
      name: "test", help: "from zero red, green, blue; then each pixel by itself"
    ) { ring, calm, _ in
      let opening: Int64 = ring.pixels < 3 ? 0 : 2000
      let rest = Int64(ring.pixels < 3 ? 4 : ring.pixels) * 500
      return remote(.pattern(.test), ring, calm, .init(to: opening + rest - 500, every: 500))
    },
  ]

  // MARK: Parts of scenes

  private static func show(
    _ ring: Ring, _ calm: Bool, end: Int64?, _ strip: RingScene.Strip,
    _ change: @escaping @Sendable (inout Controller, Instant) -> Void
  ) -> RingScene {
    RingScene(ring, reduceMotion: calm, end: end, strip: strip, [(0, .show(change))])
  }

  private static func remote(
    _ picture: RemotePicture, _ ring: Ring, _ calm: Bool, _ strip: RingScene.Strip
  ) -> RingScene {
    show(ring, calm, end: nil, strip) {
      $0.showRemote(ring: 0, picture, until: .never, at: $1)
    }
  }

  private static func press(_ from: Int64, _ to: Int64) -> [(Int64, RingScene.Step)] {
    [(from, .edge(line: 0, isClosed: true)), (to, .edge(line: 0, isClosed: false))]
  }

  /// Pushed, ten detents clockwise, let go.
  private static var knobDrag: [(Int64, RingScene.Step)] {
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
