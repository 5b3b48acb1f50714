import ButtonController
import PanelFiles
import PanelTestKit

/// Events as lines for people: `  3.500 s  erase    confirm  via hold, held 1.2 s`.
enum EventText {
  static func line(_ event: Event, of panel: PanelFile) -> String {
    var bytes: [UInt8] = []
    EventLine.append(event, of: panel, to: &bytes)
    guard let json = try? JSON.parse(bytes), case .object(let members) = json else { return "" }
    // The first four keys are the common ones; the rest is the event's own.
    let particulars = members.dropFirst(4).map(particular).joined(separator: ", ")
    let names = panel.controls.map { VisibleText.of($0.name) }
    let name = names[event.control]
    let width = names.map(\.count).max() ?? 0
    let head = [
      padded(seconds(event.at.nanoseconds, digits: 3), to: 9, atStart: true),
      padded(name, to: max(width, 7)), EventLine.name(of: event.kind),
    ]
    return (head + (particulars.isEmpty ? [] : [particulars])).joined(separator: "  ")
  }

  private static func particular(_ member: JSON.Member) -> String {
    switch (member.key, member.value) {
    case (_, .string(let text)) where member.key == "reason": return text
    case (_, .string(let text)): return "\(member.key) \(text)"
    case ("held", .number(let milliseconds, _)):
      return "held \(decimal(milliseconds / 1000, digits: 2)) s"
    case ("progress", .number(let share, _)): return "\(Int((share * 100).rounded())) %"
    case (_, .number(let number, let text)):
      return "\(member.key) \(number == number.rounded() ? text : decimal(number, digits: 1))"
    case (_, let value): return "\(member.key) \(value)"
    }
  }

  private static func seconds(_ nanoseconds: Int64, digits: Int) -> String {
    decimal(Double(nanoseconds) / 1_000_000_000, digits: digits) + " s"
  }

  private static func decimal(_ number: Double, digits: Int) -> String {
    let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
    // What no 64-bit integer holds is cut there: a number for people may not end the program.
    let scaled = Int64(min(max((number * Double(scale)).rounded(), -9.2e18), 9.2e18))
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
    let fraction = String(UInt64(scale) + rest).dropFirst()
    return (scaled < 0 ? "-" : "") + "\(whole).\(fraction)"
  }

  private static func padded(_ text: String, to width: Int, atStart: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return atStart ? space + text : text + space
  }
}
