import ButtonController
import PanelFiles
import PanelReplay

/// What a plot of a replay shows, recorded while it plays.
///
/// It keeps what lies within its window, and of what was before only how things stood at its start.
struct Plot {
  /// The part of a replay that is drawn.
  struct Window {
    var from = Instant.zero
    /// Never: as far as anything happens.
    var to = Instant.never
  }

  /// An event with its reason, where that was asked for.
  struct Reported {
    let event: Event
    let why: Explanation?
  }

  /// A line's level from an instant on.
  struct Step {
    var at: Instant
    var isClosed: Bool
  }

  /// A time in which something lasted.
  struct Stretch {
    var from: Instant
    var to: Instant
    var isSleep = false
  }

  let panel: PanelFile
  let window: Window
  private(set) var events: [Reported] = []
  private(set) var frames: [TraceRunner.Frame] = []
  /// The levels of each line as steps, the first at the window's start.
  private(set) var levels: [[Step]]
  /// Stalls and sleeps.
  private(set) var pauses: [Stretch] = []
  /// The latest instant of anything that is drawn.
  private(set) var end: Instant
  private var contacts: [[Stretch]]
  private var presses: [Instant?]
  private var count = 0
  /// Frames outside of the window, which cost time though they are not drawn.
  private var skipped = 0

  /// Enough to see a fill grow pixel by pixel.
  static let framesPerSecond = 50
  /// More would make a picture that no viewer opens.
  static let limit = 20_000
  /// A ring that moves for a day, so that one that never rests ends a replay of years.
  private static let mostSkipped = 24 * 3600 * framesPerSecond

  init(panel: PanelFile, window: Window = Window()) {
    self.panel = panel
    self.window = window
    end = window.from
    levels = panel.lines.map { _ in [Step(at: window.from, isClosed: false)] }
    contacts = panel.controls.map { _ in [] }
    presses = panel.controls.map { _ in nil }
  }

  /// Whether it can still be drawn.
  var fits: Bool { count <= Plot.limit && skipped <= Plot.mostSkipped }

  /// Notes what a trace says: the levels at its start, and what happens then.
  mutating func note(_ item: TraceStream.Item) {
    switch item {
    case .start(let all):
      for (line, isClosed) in all.enumerated() where levels.indices.contains(line) {
        levels[line][0].isClosed = isClosed
      }
    case .entry(let entry): note(entry)
    }
  }

  /// Notes what happens to the lines.
  mutating func note(_ entry: Trace.Entry) {
    switch entry.action {
    case .edge(let line, let isClosed), .lost(let line, let isClosed),
      .level(let line, let isClosed):
      note(line, isClosed, at: entry.at)
    case .back(let lines, let isClosed):
      for line in lines { note(line, isClosed, at: entry.at) }
    case .stall(let until), .suspend(let until):
      guard until >= window.from, entry.at <= window.to else { break }
      var pause = Stretch(from: entry.at, to: until)
      if case .suspend = entry.action { pause.isSleep = true }
      count += 1
      if fits { pauses.append(pause) }
    case .found(let line, let isClosed): note(line, isClosed ?? false, at: entry.at)
    case .gone, .reload, .shutdown, .end: break
    }
    extend(to: entry.at)
  }

  /// Notes an event with its reason, or a frame.
  mutating func note(_ output: TraceRunner.Output, why: Explanation? = nil) {
    switch output {
    case .event(let event):
      noteContact(event)
      guard event.decided >= window.from, event.at <= window.to else { return }
      count += 1
      if fits { events.append(Reported(event: event, why: why)) }
      extend(to: event.decided)
    case .frame(let frame):
      if frame.at > window.to {
        skipped += 1
      } else if frame.at < window.from {
        skipped += 1
        // How the ring stands when the window begins.
        frames.removeAll { $0.ring == frame.ring }
        frames.append(frame)
      } else {
        count += 1
        if fits { frames.append(frame) }
        extend(to: frame.at)
      }
    }
  }

  /// The accepted presses of `control` within the window, each to its release or to the end.
  func contacts(of control: Int) -> [Stretch] {
    guard let press = presses[control], press <= end else { return contacts[control] }
    return contacts[control] + [Stretch(from: press, to: end)]
  }

  private mutating func note(_ line: Int, _ isClosed: Bool, at instant: Instant) {
    guard instant <= window.to, levels.indices.contains(line) else { return }
    if instant <= window.from {
      levels[line][0].isClosed = isClosed
      return
    }
    count += 1
    if fits { levels[line].append(Step(at: instant, isClosed: isClosed)) }
  }

  private mutating func noteContact(_ event: Event) {
    switch event.kind {
    case .press, .on, .state(isOn: true): presses[event.control] = event.at
    case .release, .off:
      if let from = presses[event.control], event.at >= window.from, from <= window.to, fits {
        contacts[event.control].append(Stretch(from: from, to: event.at))
      }
      presses[event.control] = nil
    default: break
    }
  }

  private mutating func extend(to instant: Instant) { end = max(end, min(instant, window.to)) }
}
