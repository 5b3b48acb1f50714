import ButtonController
import PanelFiles

/// Where a control stands and what it waits for, in words.
enum MonitorWords {
  /// Such as `held 0.8 s, confirms at 1.2 s`; empty for one that nobody touches.
  static func state(_ outlook: Outlook, of control: Control, at now: Instant) -> String {
    guard let press = outlook.press else {
      if outlook.stage == .unarmed { return "closed since before; counts once it was open" }
      guard case (.taps, let end)? = outlook.next else { return "" }
      let taps = outlook.taps == 1 ? "1 tap" : "\(outlook.taps) taps"
      return "\(taps), waits \(left(end, now)) for one more"
    }
    let held = "held \(tenths(max(now - press, .zero)))"
    let next = next(outlook, of: control, since: press, at: now).map { ", \($0)" } ?? ""
    switch outlook.stage {
    case .open, .unarmed: return held
    case .chord: return "\(held), perhaps of a chord\(next)"
    case .undecided, .confirming, .held: return held + next
    case .ready, .holdReady: return "\(held), the release decides\(next)"
    case .dragging: return "\(held), turned"
    case .over: return "\(held), counts no more"
    }
  }

  private static func next(
    _ outlook: Outlook, of control: Control, since press: Instant, at now: Instant
  ) -> String? {
    guard let (what, instant) = outlook.next else { return nil }
    let at = tenths(instant - press)
    switch what {
    case .taps: return nil
    case .alone: return "waits \(left(instant, now))"
    case .confirmStart: return "a tap until \(at)"
    case .hold: return "a hold at \(at)"
    case .level(let level): return "level \(level) at \(at)"
    case .confirm:
      let isReady = control.gestures.confirm?.commitsOnRelease == true
      return "\(isReady ? "ready" : "confirms") at \(at)"
    case .overHold: return "too long at \(at)"
    // A minute away, and nobody waits for it.
    case .stuck: return nil
    }
  }

  private static func left(_ end: Instant, _ now: Instant) -> String {
    TimeWords.of(TimeSpan(nanoseconds: max((end - now).nanoseconds, 0) / 10_000_000 * 10_000_000))
  }

  /// Seconds with one decimal, rounded down so that nothing is reached before its time.
  static func tenths(_ span: TimeSpan) -> String {
    let tenths = span.nanoseconds / 100_000_000
    return "\(tenths / 10).\(abs(tenths) % 10) s"
  }

  /// A line of what happened, in `width` columns: when, of what, and what; cut by the caller.
  static func line(_ entry: MonitorModel.Happened, of panel: PanelFile, width: Int) -> String {
    let widest = panel.controls.map { VisibleText.of($0.name).count }.max() ?? 0
    func head(_ name: String) -> String {
      // A long name leaves room for what it is about.
      let room = min(widest, max(width / 4, 4))
      return "\(clock(entry.at))  \(Fitted.text(VisibleText.of(name), to: room))  "
    }
    switch entry.what {
    case .event(let event): return head(event.control) + event.text
    case .edge(let line, let isClosed):
      return head(panel.lines[line].name) + "edge to \(isClosed ? "closed" : "open")"
    case .note(let text): return "\(clock(entry.at))  \(VisibleText.of(text))"
    }
  }

  /// Seconds with two or three decimals, as wide as those of the first hour.
  static func clock(_ instant: Instant, digits: Int = 2) -> String {
    let scale: Int64 = digits == 3 ? 1000 : 100
    let parts = max(instant.nanoseconds, 0) / (1_000_000_000 / scale)
    let fraction = String(scale + parts % scale).dropFirst()
    let text = "\(parts / scale).\(fraction) s"
    return String(repeating: " ", count: max(0, 9 - text.count)) + text
  }
}
