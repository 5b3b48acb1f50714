import ButtonController
import PanelFiles

/// How events are printed.
enum RunFormat {
  case json
  case text

  init(_ arguments: Arguments) throws(Failure) {
    switch arguments.value(of: "--format") {
    case nil, "json": self = .json
    case "text": self = .text
    case .some(let other): throw arguments.failure("--format \(other): write json or text")
    }
  }

  func append(_ event: PanelEvent, of panel: PanelFile, time: String, to bytes: inout [UInt8]) {
    switch self {
    case .json: EventLine.append(event, of: panel, time: time, to: &bytes)
    case .text:
      bytes += "\(time)  \(EventText.line(event, of: panel))\n".utf8
    }
  }
}
