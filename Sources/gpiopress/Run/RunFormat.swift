import ButtonController
import PanelFiles
import PanelHardware

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

  func append(_ event: PanelEvent, in loop: PanelLoop, to bytes: inout [UInt8]) {
    switch self {
    case .json: loop.appendLine(of: event, to: &bytes)
    case .text:
      let time = loop.wallTime(of: event).text
      bytes += "\(time)  \(EventText.line(event, of: loop.panel))\n".utf8
    }
  }
}
