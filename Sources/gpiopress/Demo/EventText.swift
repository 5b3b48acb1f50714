import ButtonController
import PanelFiles
import PanelTestKit

/// Events as lines for people: `  3.500 s  erase  confirm  via hold, held 1200`.
enum EventText {
  static func line(_ event: Event, of panel: PanelFile) -> String {
    var bytes: [UInt8] = []
    EventLine.append(event, of: panel, to: &bytes)
    guard let json = try? JSON.parse(bytes), case .object(let members) = json else { return "" }
    // The first four keys are the common ones; the rest is the event's own.
    let particulars = members.dropFirst(4).map { "\($0.key) \(plain($0.value))" }
    let words = [
      seconds(event.at), panel.controls[event.control].name, EventLine.name(of: event.kind),
      particulars.joined(separator: ", "),
    ]
    return words.filter { !$0.isEmpty }.joined(separator: "  ")
  }

  private static func plain(_ value: JSON) -> String {
    if case .string(let text) = value { return text }
    return value.description
  }

  private static func seconds(_ instant: Instant) -> String {
    let milliseconds = instant.nanoseconds / 1_000_000
    let rest = String(1000 + milliseconds % 1000).dropFirst()
    let whole = String(milliseconds / 1000)
    return String(repeating: " ", count: max(0, 3 - whole.count)) + "\(whole).\(rest) s"
  }
}
