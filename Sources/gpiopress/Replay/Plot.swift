import ButtonController
import PanelFiles
import PanelTestKit

/// What a plot of a replay shows, recorded while it plays.
struct Plot {
  let panel: PanelFile
  private var startLevels: [Bool] = []
  private var entries: [Trace.Entry] = []
  private(set) var events: [Event] = []
  private(set) var frames: [TraceRunner.Frame] = []
  /// The latest instant of anything.
  private(set) var end = Instant.zero

  /// Enough to see a fill grow pixel by pixel.
  static let framesPerSecond = 50
  /// More would make a picture that no viewer opens.
  static let limit = 20_000

  init(panel: PanelFile) { self.panel = panel }

  /// Whether it can still be drawn.
  var fits: Bool { entries.count + events.count + frames.count <= Plot.limit }

  mutating func note(_ item: TraceStream.Item) {
    switch item {
    case .start(let levels): startLevels = levels
    case .entry(let entry):
      entries.append(entry)
      end = max(end, entry.at)
    }
  }

  mutating func note(_ output: TraceRunner.Output) {
    if events.count + frames.count > Plot.limit { return }
    switch output {
    case .event(let event):
      events.append(event)
      end = max(end, event.decided)
    case .frame(let frame):
      frames.append(frame)
      end = max(end, frame.at)
    }
  }

  /// The levels of `line` as steps, from the start.
  func levels(of line: Int) -> [(at: Instant, isClosed: Bool)] {
    var steps = [(at: Instant.zero, isClosed: startLevels[line])]
    for entry in entries {
      switch entry.action {
      case .edge(line, let isClosed), .lost(line, let isClosed), .level(line, let isClosed):
        steps.append((entry.at, isClosed))
      case .back(let lines, let isClosed) where lines.contains(line):
        steps.append((entry.at, isClosed))
      default: break
      }
    }
    return steps
  }

  /// The accepted presses of `control`, each to its release or to the end.
  func contacts(of control: Int) -> [(from: Instant, to: Instant)] {
    var contacts: [(from: Instant, to: Instant)] = []
    var press: Instant?
    for event in events where event.control == control {
      switch event.kind {
      case .press, .on: press = event.at
      case .release, .off:
        if let from = press { contacts.append((from, event.at)) }
        press = nil
      default: break
      }
    }
    if let press { contacts.append((press, end)) }
    return contacts
  }

  /// Stalls and sleeps.
  var pauses: [(from: Instant, to: Instant)] {
    entries.compactMap { entry in
      switch entry.action {
      case .stall(let until), .suspend(let until): return (entry.at, until)
      default: return nil
      }
    }
  }
}
