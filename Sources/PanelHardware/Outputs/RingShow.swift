import ButtonController
import Glibc
import PanelFiles

/// Brings the engine's pictures to the rings: as many frames as the ring takes while something moves,
/// none while the picture stands still.
public final class RingShow: LoopPart {
  /// Makes the output of a ring, or of a chain.
  typealias Make = (_ parts: [RingPart], _ board: TerminalBoard) throws(RingError) -> any RingOutput

  /// A chain that is lit; a ring by itself is one, too.
  private final class Place {
    let parts: [RingPart]
    let targets: Set<String>
    let light: RingLight
    let pixels: UnsafeMutableBufferPointer<Colour>
    var members: [Member]

    init(_ light: RingLight, _ parts: [RingPart], _ targets: Set<String>, rings: [Int]) {
      self.parts = parts
      self.targets = targets
      self.light = light
      pixels = .allocate(capacity: parts.reduce(0) { $0 + $1.pixels })
      pixels.initialize(repeating: .black)
      members = []
      var first = 0
      for (ring, part) in zip(rings, parts) {
        let own = UnsafeMutableBufferPointer(rebasing: pixels[first..<(first + part.pixels)])
        members.append(
          Member(
            ring: ring, pixels: own,
            period: TimeSpan(nanoseconds: 1_000_000_000 / Int64(max(part.file.fps, 1)))))
        first += part.pixels
      }
    }

    deinit { pixels.deallocate() }

    /// Each ring's picture may have changed.
    func makeStale() {
      for index in members.indices {
        let member = members[index]
        members[index].nextFrame = min(member.nextFrame, member.lastFrame + member.period)
      }
    }

    var name: String { RingShow.name(of: parts) }
  }

  /// One ring of a chain and its frames.
  private struct Member {
    var ring: Int
    let pixels: UnsafeMutableBufferPointer<Colour>
    let period: TimeSpan
    var nextFrame = Instant.ever
    var lastFrame = Instant.ever
  }

  private static func name(of parts: [RingPart]) -> String {
    (parts.count == 1 ? "ring " : "rings ") + parts.map(\.file.name).joined(separator: ", ")
  }

  private let report: @Sendable (String) -> Void
  private let make: Make
  private let listen: (PanelFile) -> [any DeviceNews]
  /// Whether rings of this machine's LEDs are lit; else only those in a terminal and in files.
  private let lightsHardware: Bool
  /// What reports that devices come and go, with its slot of the last wait.
  private var news: [(source: any DeviceNews, slot: Int)] = []
  /// Those that can be lit.
  private var places: [Place] = []
  /// Reported to leave and not yet done with it: the rings of an old panel.
  private var leaving: [Place] = []
  private var seenRevision = -1

  /// How long the slowest rings of all may take to become dark at the end, beside their frames.
  static let patience = TimeSpan.milliseconds(60)
  /// How long the end waits at most, whatever frames take.
  static let longestPatience = TimeSpan.seconds(1)

  /// The rings of `panel`; what goes wrong with them is reported to `report`, from any thread.
  ///
  /// In a simulation `lightsHardware` is false: no LED of the machine is touched.
  public convenience init(
    _ panel: PanelFile, lightsHardware: Bool = true, report: @escaping @Sendable (String) -> Void
  ) {
    self.init(
      panel, lightsHardware: lightsHardware,
      listen: { lightsHardware ? RingShow.news(for: $0, report: report) : [] },
      make: RingOutputs.make, report: report)
  }

  init(
    _ panel: PanelFile, lightsHardware: Bool = true,
    listen: @escaping (PanelFile) -> [any DeviceNews], make: @escaping Make,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.lightsHardware = lightsHardware
    self.report = report
    self.listen = listen
    self.make = make
    news = listen(panel).map { ($0, -1) }
    open(panel)
  }

  /// What reports the devices of a panel's rings: files in /dev by inotify, all else by the kernel.
  ///
  /// Without, as in a sandbox without netlink sockets, what is away is looked for every few seconds.
  private static func news(for panel: PanelFile, report: (String) -> Void) -> [any DeviceNews] {
    let drivers = panel.rings.map(\.driver).filter(\.isHardware)
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
    var old = places
    let wanted = panel.chains.map { (rings: $0, parts: panel.parts(of: $0)) }
      .filter { lightsHardware || !$0.parts[0].file.driver.isHardware }
    places.removeAll()
    // They share the terminal's last rows, so all stay or none does.
    let keepsTerminal =
      RingShow.terminal(old.flatMap(\.parts)) == RingShow.terminal(wanted.flatMap(\.parts))
    var new: [(rings: [Int], parts: [RingPart])] = []
    for (rings, parts) in wanted {
      let isLost = parts[0].file.driver == .terminal && !keepsTerminal
      guard !isLost, let index = old.firstIndex(where: { $0.parts == parts }) else {
        new.append((rings, parts))
        continue
      }
      let place = old.remove(at: index)
      for (index, ring) in rings.enumerated() { place.members[index].ring = ring }
      places.append(place)
    }
    // All are reported before one is begun.
    for place in old { place.light.leave() }
    leaving += old
    let board = TerminalBoard()
    for (rings, parts) in new {
      if let place = begin(parts, rings: rings, board) { places.append(place) }
    }
    seenRevision = -1
  }

  private static func terminal(_ rings: [RingPart]) -> [String] {
    rings.filter { $0.file.driver == .terminal }.map { "\($0.pixels) \($0.file.name)" }
  }

  private func begin(_ parts: [RingPart], rings: [Int], _ board: TerminalBoard) -> Place? {
    let (name, report) = (RingShow.name(of: parts), report)
    let file = parts[0].file
    let targets = RingTargets.names(of: parts)
    do throws(RingError) {
      let output = try make(parts, board)
      // The dark frame of an old ring never follows a picture of this one.
      let before = leaving.filter { !$0.targets.isDisjoint(with: targets) }.map(\.light)
      let light = try RingLight(
        pixels: parts.map(\.pixels), output: output, staysLit: file.staysLit, after: before,
        hasNews: news.contains { $0.source.covers(file.driver) }
      ) { error in
        report("\(name): " + (error.map { "\($0)" } ?? "it is back"))
      }
      return Place(light, parts, targets, rings: rings)
    } catch {
      report("\(name): \(error)")
      return nil
    }
  }

  /// All become dark side by side, within one deadline for all; what hangs stays as it is.
  private func close() {
    let all = leaving + places
    for place in all { place.light.leave() }
    // A frame may be on its way, and the dark one goes after it; rings of one bus do so in turn.
    let frames = all.reduce(TimeSpan.zero) { $0 + $1.light.frameTime }
    let deadline =
      MonotonicClock.now()
      + min(RingShow.patience + frames + frames, RingShow.longestPatience)
    for place in all where !place.light.waitForEnd(until: deadline) {
      report("\(place.name): its device hangs, so it could not be made dark")
    }
    places.removeAll()
    leaving.removeAll()
  }

  // MARK: In the loop

  /// What reports devices.
  public func addDescriptors(to set: inout PollSet) {
    for index in news.indices { news[index].slot = set.add(reading: news[index].source.raw) }
  }

  /// The next frame of the rings that move.
  public func nextDeadline(in loop: PanelLoop) -> Instant? {
    var next = Instant.never
    let isStale = seenRevision != loop.revision
    for place in places {
      for member in place.members {
        next = min(next, isStale ? member.lastFrame + member.period : member.nextFrame)
      }
    }
    return next == .never ? nil : next
  }

  /// Shows what has changed, no faster than the ring's own rate.
  public func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    lookForDevices(set)
    let isStale = seenRevision != loop.revision
    seenRevision = loop.revision
    for place in places {
      if isStale { place.makeStale() }
      guard place.members.contains(where: { $0.nextFrame <= now }) else { continue }
      for index in place.members.indices {
        // Rings of a chain go in step: one that is half due shares the transfer.
        let member = place.members[index]
        let early =
          place.members.count > 1 ? TimeSpan(nanoseconds: member.period.nanoseconds / 2) : .zero
        if member.nextFrame <= now + early { draw(&place.members[index], now: now, in: loop) }
      }
      place.light.show(UnsafeBufferPointer(place.pixels), at: now)
    }
  }

  /// Draws a ring's next frame.
  private func draw(_ member: inout Member, now: Instant, in loop: PanelLoop) {
    loop.controller.frame(of: member.ring, at: now, into: member.pixels)
    member.lastFrame = now
    switch loop.controller.motion(of: member.ring, at: now) {
    case .still: member.nextFrame = .never
    case .until(let instant): member.nextFrame = max(instant, now + member.period)
    case .moving: member.nextFrame = now + member.period
    }
  }

  private func lookForDevices(_ set: PollSet) {
    var hasNews = false
    for (source, slot) in news where set.isReady(slot) {
      if source.take() { hasNews = true }
    }
    if hasNews { announceNews() }
  }

  private func announceNews() { for place in places { place.light.look() } }

  /// A ring that is as it was goes on; the others become dark before the new panel's are lit.
  public func reload(in loop: PanelLoop) {
    news = listen(loop.panel).map { ($0, -1) }
    open(loop.panel)
    // Between the old watches and the new ones something may have come.
    announceNews()
  }

  /// Dark, unless a ring stays lit.
  public func stop(in loop: PanelLoop) { close() }
}
