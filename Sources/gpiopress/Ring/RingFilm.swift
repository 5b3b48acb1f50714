import ButtonController
import PanelFiles
import PanelReplay

/// The frames of a picture without hardware and without waiting: as JSON, or drawn.
struct RingFilm {
  private let panel: PanelFile
  private let ring: Int
  private let request: RingRequest
  private let scene: RingScene

  /// What is shown of a picture that has no end.
  private static let usual = TimeSpan.seconds(5)
  /// A drawing of more frames is a mistake.
  private static let mostFrames = 1000
  /// Four hours at 60 frames a second.
  private static let mostCaptured = 1_000_000

  init(_ panel: PanelFile, _ ring: Int, _ request: RingRequest) {
    self.panel = panel
    self.ring = ring
    self.request = request
    scene = request.scene(ring, of: panel)
  }

  /// Writes the frames as JSON lines, those of the ring's own rate, without repeats.
  func capture(to path: String) throws(Failure) -> ExitCode {
    var scene = scene
    let own = scene.end.map { $0 - scene.begin } ?? RingFilm.usual
    let length = request.length ?? own
    let fps = Int64(max(panel.rings[ring].fps, 1))
    if length.nanoseconds / (1_000_000_000 / fps) > RingFilm.mostCaptured {
      throw Failure(
        .usage,
        "gpiopress: ring: more than \(RingFilm.mostCaptured) frames to capture; make --for shorter")
    }
    var bytes: [UInt8] = []
    var last: [UInt32] = []
    var number: Int64 = 0
    while true {
      let (second, rest) = number.quotientAndRemainder(dividingBy: fps)
      let at = TimeSpan(nanoseconds: second * 1_000_000_000 + rest * 1_000_000_000 / fps)
      if at > length { break }
      let now = scene.begin + at
      scene.run(to: now)
      let pixels = scene.frame(at: now).map(\.rgb)
      if pixels != last {
        last = pixels
        FrameLine.append(
          TraceRunner.Frame(at: .zero + at, ring: ring, pixels: pixels), of: panel, to: &bytes)
      }
      number += 1
    }
    return try RingFilm.write(bytes, to: path)
  }

  /// Draws the frames side by side.
  func draw(to path: String) throws(Failure) -> ExitCode {
    let strip = scene.strip
    let every = request.every ?? strip.every
    let from = request.length == nil ? strip.from : .zero
    let to = request.length ?? strip.to
    let count = (to - from).nanoseconds / max(every.nanoseconds, 1) + 1
    if count > RingFilm.mostFrames {
      throw Failure(
        .usage, "gpiopress: ring: \(count) frames are too many to draw; make --every longer")
    }
    let pixels = panel.panel.rings[ring].pixels
    let drawing = RingStrip(scene, pixels: pixels, from: from, to: to, every: every)
    let title = "\(request.picture.word.rawValue): frames of a ring of \(pixels) pixels"
    return try RingFilm.write(Array(drawing.svg(title: title).utf8), to: path)
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(Failure) -> ExitCode {
    if path == "-" {
      var output = Output()
      output.bytes = bytes
      try output.finish()
    } else {
      try Descriptor.write(String(decoding: bytes, as: UTF8.self), toFile: path)
    }
    return .ok
  }
}
