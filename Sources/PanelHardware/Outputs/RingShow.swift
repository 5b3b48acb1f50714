import ButtonController
import Glibc
import PanelFiles

/// Brings the engine's pictures to the rings: as many frames as the ring takes while something moves,
/// none while the picture stands still.
public final class RingShow: LoopPart {
  /// Makes the output of a ring.
  typealias Make = (_ file: RingFile, _ pixels: Int, _ board: TerminalBoard) throws(RingError) ->
    any RingOutput

  private final class Place {
    let file: RingFile
    let targets: Set<String>
    let light: RingLight
    let pixels: UnsafeMutableBufferPointer<Colour>
    let period: Span
    var nextFrame = Instant.ever
    var lastFrame = Instant.ever

    init(_ light: RingLight, _ file: RingFile, _ targets: Set<String>, pixels count: Int) {
      self.file = file
      self.targets = targets
      self.light = light
      pixels = .allocate(capacity: count)
      pixels.initialize(repeating: .black)
      period = Span(nanoseconds: 1_000_000_000 / Int64(max(file.fps, 1)))
    }

    deinit { pixels.deallocate() }

    func isOf(_ file: RingFile, pixels count: Int) -> Bool {
      self.file == file && pixels.count == count
    }
  }

  private let report: @Sendable (String) -> Void
  private let make: Make
  private let listen: (PanelFile) -> [any DeviceNews]
  /// What tells that devices come and go, with its slot of the last wait.
  private var news: [(source: any DeviceNews, slot: Int)] = []
  /// By the ring's number; nil where it cannot be lit.
  private var places: [Place?] = []
  /// Told to leave and not yet done with it: the rings of an old panel.
  private var leaving: [Place] = []
  private var seenRevision = -1

  /// How long the slowest rings of all may take to become dark at the end, beside their frames.
  static let patience = Span.milliseconds(60)
  /// How long the end waits at most, whatever frames take.
  static let longestPatience = Span.seconds(1)

  /// The rings of `panel`; what goes wrong with them is told to `report`, from any thread.
  public convenience init(_ panel: PanelFile, report: @escaping @Sendable (String) -> Void) {
    self.init(
      panel, listen: { RingShow.news(for: $0, report: report) }, make: RingOutputs.make,
      report: report)
  }

  init(
    _ panel: PanelFile, listen: @escaping (PanelFile) -> [any DeviceNews], make: @escaping Make,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.report = report
    self.listen = listen
    self.make = make
    news = listen(panel).map { ($0, -1) }
    open(panel)
  }

  /// What tells of the devices of a panel's rings: files in /dev by inotify, all else by the kernel.
  ///
  /// Without, as in a sandbox without netlink sockets, what is away is looked for every few seconds.
  private static func news(for panel: PanelFile, report: (String) -> Void) -> [any DeviceNews] {
    let drivers = panel.rings.map(\.driver).filter { driver in
      switch driver {
      case .terminal, .file: return false
      case .pwm, .softPwm, .led, .ws2812, .apa102, .pio: return true
      }
    }
    guard !drivers.isEmpty else { return [] }
    var news: [any DeviceNews] = []
    do throws(SystemError) {
      let files = try DeviceFileNews(for: drivers)
      // A watch that covers nothing would only wake.
      if drivers.contains(where: files.covers) { news.append(files) }
    } catch {
      report("rings: \(error); going on without")
    }
    let isEnough = drivers.allSatisfy { driver in news.contains { $0.covers(driver) } }
    if isEnough { return news }
    do throws(SystemError) { news.append(try KernelNews()) } catch {
      report("rings: \(error); going on without, what is away is looked for every few seconds")
    }
    return news
  }

  // MARK: Old and new rings

  /// Lights the rings of `panel`; one that is as it was goes on, the others leave.
  private func open(_ panel: PanelFile) {
    leaving.removeAll { $0.light.hasEnded }
    var old = places.compactMap { $0 }
    let wanted = Array(zip(panel.rings, panel.panel.rings.map(\.pixels)))
    places = wanted.map { _ in nil }
    // They share the terminal's last rows, so all stay or none does.
    let keepsTerminal =
      RingShow.terminal(old.map { ($0.file, $0.pixels.count) })
      == RingShow.terminal(wanted)
    for (ring, (file, pixels)) in wanted.enumerated() {
      if case .terminal = file.driver, !keepsTerminal { continue }
      guard let index = old.firstIndex(where: { $0.isOf(file, pixels: pixels) }) else { continue }
      places[ring] = old.remove(at: index)
    }
    // All are told before one is begun.
    for place in old { place.light.leave() }
    leaving += old
    let board = TerminalBoard()
    for (ring, (file, pixels)) in wanted.enumerated() where places[ring] == nil {
      places[ring] = begin(file, pixels: pixels, board)
    }
    seenRevision = -1
  }

  private static func terminal(_ rings: [(file: RingFile, pixels: Int)]) -> [String] {
    rings.filter { $0.file.driver == .terminal }.map { "\($0.pixels) \($0.file.name)" }
  }

  private func begin(_ file: RingFile, pixels: Int, _ board: TerminalBoard) -> Place? {
    let (name, report) = (file.name, report)
    let targets = RingTargets.names(of: file.driver)
    do throws(RingError) {
      let output = try make(file, pixels, board)
      // The dark frame of an old ring never follows a picture of this one.
      let before = leaving.filter { !$0.targets.isDisjoint(with: targets) }.map(\.light)
      let light = try RingLight(
        pixels: pixels, output: output, staysLit: file.staysLit, after: before,
        hasNews: news.contains { $0.source.covers(file.driver) }
      ) { error in
        report("ring \(name): " + (error.map { "\($0)" } ?? "it is back"))
      }
      return Place(light, file, targets, pixels: pixels)
    } catch {
      report("ring \(name): \(error)")
      return nil
    }
  }

  /// All become dark side by side, within one deadline for all; what hangs stays as it is.
  private func close() {
    let all = leaving + places.compactMap { $0 }
    for place in all { place.light.leave() }
    // A frame may be on its way, and the dark one goes after it; rings of one bus do so in turn.
    let frames = all.reduce(Span.zero) { $0 + $1.light.frameTime }
    let deadline =
      RingClock.now()
      + min(RingShow.patience + frames + frames, RingShow.longestPatience)
    for place in all where !place.light.waitForEnd(until: deadline) {
      report("ring \(place.file.name): its device hangs, so it could not be made dark")
    }
    places.removeAll()
    leaving.removeAll()
  }

  // MARK: In the loop

  /// What tells of devices.
  public func addDescriptors(to set: inout PollSet) {
    for index in news.indices { news[index].slot = set.add(reading: news[index].source.raw) }
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
    lookForDevices(set)
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

  private func lookForDevices(_ set: PollSet) {
    var hasNews = false
    for (source, slot) in news where set.isReady(slot) {
      if source.take() { hasNews = true }
    }
    if hasNews { tellNews() }
  }

  private func tellNews() { for place in places { place?.light.look() } }

  /// A ring that is as it was goes on; the others become dark before the new panel's are lit.
  public func reload(in loop: PanelLoop) {
    news = listen(loop.panel).map { ($0, -1) }
    open(loop.panel)
    // Between the old watches and the new ones something may have come.
    tellNews()
  }

  /// Dark, unless a ring stays lit.
  public func stop(in loop: PanelLoop) { close() }
}
