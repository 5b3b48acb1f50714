import ButtonController
import PanelFiles
import PanelHardware

/// What happens to a panel's lines, for a program: a trace, each line of it in a line of JSON.
struct SocketRecording {
  private var log: LineLog?
  private let writer: TraceWriter
  let panel: PanelFile

  /// A trace that begins at `zero`; `send` is given its head and the levels of the lines.
  init(_ loop: PanelLoop, from zero: Instant, version: String, _ send: ([UInt8]) -> Void) {
    panel = loop.panel
    let writer = TraceWriter(lines: panel.lines, controls: panel.controls)
    self.writer = writer
    var text: [UInt8] = []
    for line in RecordHead.lines(of: panel, in: loop, from: zero, version: version) {
      writer.append(comment: line, to: &text)
    }
    log = LineLog(from: zero, levels: loop.levelsFound) {
      writer.append($0, to: &text)
    }
    send(SocketRecording.json(text))
  }

  /// The lines for a report; empty where there is nothing to say.
  mutating func take(_ report: LineReport) -> [UInt8] {
    var text: [UInt8] = []
    log?.take(report) { writer.append($0, to: &text) }
    return SocketRecording.json(text)
  }

  /// The last lines.
  mutating func end(at instant: Instant) -> [UInt8] {
    var text: [UInt8] = []
    log?.end(at: instant) { writer.append($0, to: &text) }
    log = nil
    return SocketRecording.json(text)
  }

  private static func json(_ text: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in text.split(separator: 10) {
      var object = JSONBuilder()
      object.add("trace", String(decoding: line, as: UTF8.self))
      bytes += object.line
    }
    return bytes
  }
}

/// Recordings for programs; what is read too slowly ends, as events do.
extension ControlSocket {
  /// Writes down a report for those who record.
  public func note(_ report: LineReport, in loop: PanelLoop) {
    for client in clients where client.recording != nil {
      guard let lines = client.recording?.take(report), !lines.isEmpty else { continue }
      send(lines, of: client, loop)
    }
  }

  func record(for client: SocketClient, id: String?, _ loop: PanelLoop) {
    // Asked twice, it begins again.
    stopRecording(of: client, loop)
    let zero = loop.reportedUpTo
    var answer = SocketAnswer.begin(id: id)
    answer.add(milliseconds: "at", zero - loop.clock.origin)
    client.answer(answer.line, at: loop.time())
    client.recording = SocketRecording(loop, from: zero, version: version) {
      client.answer($0, at: loop.time())
    }
  }

  func stopRecording(of client: SocketClient, _ loop: PanelLoop) {
    guard let lines = client.recording?.end(at: loop.time()) else { return }
    client.recording = nil
    client.answer(lines, at: loop.time())
  }

  /// A trace is of one panel: another one ends it.
  func endRecordings(_ loop: PanelLoop) {
    for client in clients {
      guard let panel = client.recording?.panel, !RecordText.isSame(panel, loop.panel) else {
        continue
      }
      stopRecording(of: client, loop)
      client.leave(
        SocketAnswer.error(
          "the panel file is another one now, so the recording ends; ask for a new one",
          .unavailable, id: nil), at: loop.time())
    }
  }

  private func send(_ lines: [UInt8], of client: SocketClient, _ loop: PanelLoop) {
    if client.send(lines, at: loop.time()) { return }
    droppedCount += 1
    client.leave(SocketAnswer.tooSlow, at: loop.time())
    loop.log("outputs.socket: \(client.name) reads its recording too slowly and is disconnected")
  }
}
