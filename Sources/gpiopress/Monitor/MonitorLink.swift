import ButtonController
import Glibc
import PanelFiles
import PanelHardware

/// A connection to a panel that runs, for a monitor: its recording, events, pictures and status.
///
/// After `open` nothing in it waits.
final class MonitorLink {
  /// Why the panel can be watched no longer, in one line.
  struct Loss: Error {
    let reason: String
  }

  let panel: PanelFile
  private let connection: SendConnection
  private let view: MonitorView
  private var stream: TraceStream
  private let clock: MonotonicClock
  /// The recording's zero on this clock: the earliest that fits what has come.
  private var zero: Instant?
  private var hasLevels = false
  private var isAsked = false
  private var askedAt = Instant.ever
  private(set) var process = 0

  private static let statusPeriod = TimeSpan.seconds(1)
  /// A process that is well answers in milliseconds.
  private static let patience = TimeSpan.seconds(3)
  private static let requests =
    "{\"status\":true}\n{\"record\":true}\n{\"events\":true}\n{\"frames\":true}\n"

  /// Asks for everything on a connection to the process that runs `panel`.
  init(_ connection: SendConnection, _ panel: PanelFile, _ view: MonitorView) {
    self.connection = connection
    self.panel = panel
    self.view = view
    clock = connection.clock
    stream = TraceStream(
      path: "the recording", lines: panel.lines, controls: panel.controls, form: .text)
  }

  /// To be polled for reading.
  var raw: Int32 { connection.descriptor.raw }

  /// Asks for all of it, and waits for the first answer; throws where it is not that panel.
  func open() throws(Failure) {
    let deadline = clock.now() + connection.timeout
    try connection.send(Array(MonitorLink.requests.utf8), until: deadline)
    guard let line = try connection.nextLine(until: deadline) else {
      throw Failure(
        .unavailable,
        "gpiopress: monitor: \(connection.path): the connection was closed without an answer")
    }
    guard let json = try? JSON.parse(line) else { throw notAPanel }
    if case .string(let message) = json["error"] {
      throw Failure(.unavailable, "gpiopress: monitor: \(connection.path): \(message)")
    }
    guard let status = MonitorStatus(json) else { throw notAPanel }
    if let difference = status.difference(from: panel) {
      throw Failure(
        .badConfiguration,
        "\(panel.path): process \(status.process) runs another panel file than this (\(difference)); "
          + "load it there with gpiopress send \(panel.path) reload")
    }
    process = status.process
    // Only now: what was known of the one before stands until there is another.
    view.restart(panel)
    view.source = MonitorScreen.Source(name: "process \(process)")
    view.take(status)
    if let digest = status.digest, digest != panel.digest {
      view.say(
        "\(panel.path) has changed since process \(process) has loaded it; "
          + "gpiopress send \(panel.path) reload loads it again")
    }
  }

  private var notAPanel: Failure {
    Failure(
      .unavailable,
      "gpiopress: monitor: \(connection.path): the answer is no status; is this the control socket "
        + "of a panel?")
  }

  // MARK: What comes

  /// Takes what has come, without waiting; throws where the connection has ended.
  func receive() throws(Loss) {
    var isOpen = true
    do throws(Failure) { isOpen = try connection.receive(until: nil) } catch {
      throw Loss(reason: error.lines.joined(separator: "; "))
    }
    try takeLines()
    if !isOpen { throw Loss(reason: "process \(process) has ended the connection") }
  }

  /// Takes the lines that are there.
  func takeLines() throws(Loss) {
    while connection.input.contains(10) {
      guard let line = try? connection.nextLine(until: nil) else { return }
      guard let json = try? JSON.parse(line) else {
        throw Loss(reason: "\(connection.path): what came is no JSON")
      }
      try take(json)
    }
  }

  private func take(_ json: JSON) throws(Loss) {
    if case .string(let text) = json["trace"] {
      try take(trace: text)
    } else if let event = MonitorEvent(json) {
      view.take(event)
      if event.isAboutHealth { askedAt = .ever }
    } else if json["pixels"] != nil {
      view.take(picture: json)
    } else if let status = MonitorStatus(json) {
      isAsked = false
      view.source.trouble = nil
      view.take(status)
    } else if case .string(let message) = json["error"] {
      throw Loss(reason: message)
    } else if let at = MonitorEvent.span(json["at"]) {
      // The answer to `record`.
      view.begin(at: at)
      zero = clock.now()
    }
  }

  private func take(trace text: String) throws(Loss) {
    let now = clock.now()
    stream.take(Array("\(text)\n".utf8)[...]) { item in
      switch item {
      case .start: hasLevels = true
      case .entry(let entry): zero = min(zero ?? now, now - (entry.at - .zero))
      }
      view.take(item)
    }
    if stream.hasFailed { throw Loss(reason: "the recording cannot be read") }
  }

  // MARK: Time

  /// Asks for the status once a second, and shows how all is now.
  func serve() throws(Loss) {
    let now = clock.now()
    if !isAsked, now - askedAt >= MonitorLink.statusPeriod { try ask(now) }
    if isAsked, now - askedAt > MonitorLink.patience {
      let trouble = "process \(process) does not answer; it may be stopped"
      if !view.isScreen, view.source.trouble == nil { view.say(trouble) }
      view.source.trouble = trouble
    }
    // The levels at its start come with the answer, all at once.
    if let zero, !hasLevels, now - zero > MonitorView.lag {
      hasLevels = true
      stream.startNow { view.take($0) }
    }
  }

  /// The instant of the recording that is shown now: what is on its way has come by then.
  var shownInstant: Instant {
    guard let zero else { return .zero }
    return .zero + (clock.now() - zero) - MonitorView.lag
  }

  private func ask(_ now: Instant) throws(Loss) {
    askedAt = now
    isAsked = true
    do throws(Failure) {
      // A few bytes into an empty buffer: there is always room.
      try connection.send(Array("{\"status\":true}\n".utf8), until: now)
    } catch {
      throw Loss(reason: error.lines.joined(separator: "; "))
    }
  }
}
