import ButtonController
import PanelFiles

/// Brings the engine's pictures to the rings: as many frames as the ring takes while something moves,
/// none while the picture stands still.
public final class RingShow: LoopPart {
  private final class Place {
    let light: RingLight
    let pixels: UnsafeMutableBufferPointer<Colour>
    let period: Span
    var nextFrame = Instant.ever
    var lastFrame = Instant.ever

    init(_ light: RingLight, pixels count: Int, fps: Int) {
      self.light = light
      pixels = .allocate(capacity: count)
      pixels.initialize(repeating: .black)
      period = Span(nanoseconds: 1_000_000_000 / Int64(max(fps, 1)))
    }

    deinit { pixels.deallocate() }
  }

  private let report: @Sendable (String) -> Void
  /// By the ring's number; nil where it cannot be lit.
  private var places: [Place?] = []
  private var seenRevision = -1

  /// How long a ring may take to become dark at the end.
  private static let patience = Span.milliseconds(60)

  /// The rings of `panel`; what goes wrong with them is told to `report`, from any thread.
  public init(_ panel: PanelFile, report: @escaping @Sendable (String) -> Void) {
    self.report = report
    open(panel)
  }

  private func open(_ panel: PanelFile) {
    let board = TerminalBoard()
    places = zip(panel.rings, panel.panel.rings).map { file, ring in
      let (name, report) = (file.name, report)
      do throws(RingError) {
        let output = try RingOutputs.make(file, pixels: ring.pixels, board: board)
        let light = try RingLight(
          pixels: ring.pixels, output: output, staysLit: file.staysLit
        ) { error in
          report("ring \(name): " + (error.map { "\($0)" } ?? "it is back"))
        }
        return Place(light, pixels: ring.pixels, fps: file.fps)
      } catch {
        report("ring \(name): \(error)")
        return nil
      }
    }
    seenRevision = -1
  }

  private func close() {
    // All are told first, so that they become dark side by side.
    for place in places { place?.light.stop(patience: .zero) }
    for place in places { place?.light.stop(patience: RingShow.patience) }
    places.removeAll()
  }

  /// The next frame of the rings that move.
  public func nextDeadline(in loop: PanelLoop) -> Instant? {
    var next = Instant.never
    for place in places {
      guard let place else { continue }
      let isStale = seenRevision != loop.revision
      next = min(next, isStale ? place.lastFrame + place.period : place.nextFrame)
    }
    return next == .never ? nil : next
  }

  /// Shows what has changed, no faster than the ring's own rate.
  public func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    let isStale = seenRevision != loop.revision
    seenRevision = loop.revision
    for (ring, place) in places.enumerated() {
      guard let place else { continue }
      if isStale { place.nextFrame = min(place.nextFrame, place.lastFrame + place.period) }
      guard place.nextFrame <= now else { continue }
      loop.controller.frame(of: ring, at: now, into: place.pixels)
      place.light.show(UnsafeBufferPointer(place.pixels), at: now)
      place.lastFrame = now
      switch loop.controller.motion(of: ring, at: now) {
      case .still: place.nextFrame = .never
      case .until(let instant): place.nextFrame = max(instant, now + place.period)
      case .moving: place.nextFrame = now + place.period
      }
    }
  }

  /// The old panel's rings become dark before the new one's are lit.
  public func reload(in loop: PanelLoop) {
    close()
    open(loop.panel)
  }

  /// Dark, unless a ring stays lit.
  public func stop(in loop: PanelLoop) { close() }
}
