import ButtonController
import PanelFiles
import PanelHardware

/// Does what one request of a program asks for.
struct RequestServer {
  let loop: PanelLoop
  let client: SocketClient
  let status: StatusSource

  /// Why a request is not done.
  private struct Refusal: Error {
    let code: SocketAnswer.Code
    let message: String

    init(_ code: SocketAnswer.Code, _ message: String) {
      self.code = code
      self.message = message
    }
  }

  private var panel: PanelFile { loop.panel }

  /// The answer; a reload is the caller's.
  func serve(_ request: Request) -> [UInt8] {
    do throws(Refusal) {
      if loop.isEnding {
        throw Refusal(.unavailable, "the panel is ending; connect again once it has started")
      }
      switch request.content {
      case .status: return status.answer(loop, id: request.id)
      case .events(let selection): try select(selection)
      case .light(let ring, let picture, let time): try light(ring, picture, time)
      case .press(let name, let time): try press(name, time)
      case .release(let name): try release(name)
      case .frames(let isWanted): client.frames = isWanted ? SocketFrames(panel) : nil
      // For the socket, which knows when there is something to send.
      case .reload, .record: break
      }
      return SocketAnswer.ok(id: request.id)
    } catch {
      return SocketAnswer.error(error.message, error.code, id: request.id)
    }
  }

  // MARK: Events

  private func select(_ selection: Request.Selection) throws(Refusal) {
    if case .controls(let names) = selection {
      let known = panel.controls.map(\.name)
      for name in names where !known.contains(name) { throw unknown("control", name, known) }
    }
    client.selection = selection
  }

  private func unknown(_ what: String, _ name: String, _ known: [String]) -> Refusal {
    let most = 12
    var hint = Nearest.hint(for: name, among: known)
    if hint.isEmpty, !known.isEmpty {
      let rest = known.count > most ? " …" : ""
      hint = "; there are \(known.prefix(most).joined(separator: ", "))\(rest)"
    }
    if known.isEmpty { hint = "; the panel has none" }
    return Refusal(.notFound, "no \(what) \(VisibleText.cut(name))\(hint)")
  }

  // MARK: Rings

  private func light(
    _ name: String, _ picture: Request.Picture, _ time: TimeSpan?
  ) throws(Refusal) {
    guard let ring = panel.rings.firstIndex(where: { $0.name == name }) else {
      throw unknown("ring", name, panel.rings.map(\.name))
    }
    let spec = panel.panel.rings[ring]
    guard spec.shows.contains(.remote) else {
      throw Refusal(
        .refused, "\(name) shows no pictures of programs; add remote to rings.\(name).shows")
    }
    switch picture {
    case .words(let words):
      guard let picture = words.remote else { return loop.show(.endRemote, on: [ring]) }
      loop.show(.remote(picture, for: time ?? words.usualTime ?? Request.usualTime), on: [ring])
    case .colour(let colour):
      loop.show(.remote(.colour(colour), for: time ?? Request.usualTime), on: [ring])
    case .pixels(let colours):
      guard colours.count <= spec.pixels else {
        throw Refusal(
          .refused, "\(colours.count) pixels; \(name) has \(spec.pixels), send that many or fewer")
      }
      loop.show(.pixels(colours, for: time ?? Request.usualTime), on: [ring])
    }
  }

  // MARK: Presses

  private func press(_ name: String, _ time: TimeSpan?) throws(Refusal) {
    let line = try line(named: name)
    let control = panel.lines[line].control
    let debounce = panel.panel.controls[control].debounce
    if let time, time < debounce.press, debounce.mode != .eager {
      throw Refusal(
        .refused,
        "\(time.text) is shorter than the debounce of \(name) "
          + "(\(debounce.press.text)), so nothing would come of it; press it for longer")
    }
    do throws(PressRefusal) {
      client.add(try loop.press(line: line, for: time), isTimed: time != nil)
    } catch {
      throw refusal(error, name, control)
    }
  }

  private func release(_ name: String) throws(Refusal) {
    guard loop.release(line: try line(named: name)) else {
      throw Refusal(
        .refused, "no program presses \(name), and a finger releases it by itself; press it first")
    }
  }

  /// The line that a name means: a control's contact or push, or a line by its name in traces.
  private func line(named name: String) throws(Refusal) -> Int {
    guard let control = panel.controls.firstIndex(where: { $0.name == name }) else {
      if let line = panel.lines.firstIndex(where: { $0.name == name }) { return line }
      let controls = panel.controls.map(\.name)
      let lines = panel.lines.map(\.name).filter { !controls.contains($0) }
      throw unknown("control or line", name, controls + lines)
    }
    if let push = loop.pushLine(of: control) { return push }
    switch panel.panel.controls[control].kind {
    case .chord(let chord):
      let members = chord.members.map { panel.controls[$0].name }
      throw Refusal(
        .refused, "\(name) is a chord; press its buttons \(members.joined(separator: ", "))")
    case .toggle:
      throw Refusal(.refused, "\(name) is a switch, whose state is what its contact says")
    case .button, .knob, .stick, .encoderStick:
      let lines = loop.pressableLines(of: control).map { panel.lines[$0].name }
      let hint = lines.isEmpty ? "" : "; press \(lines.joined(separator: ", "))"
      throw Refusal(.refused, "\(name) has no push\(hint)")
    }
  }

  private func refusal(_ reason: PressRefusal, _ name: String, _ control: Int) -> Refusal {
    switch reason {
    case .noPush: return Refusal(.refused, "\(name) is no contact that is pressed")
    case .isPressed: return Refusal(.refused, "\(name) is pressed already; wait for its release")
    case .confirms(let other):
      let whole = panel.controls[other].name
      let what = other == control ? "" : "part of the chord \(whole), which is "
      return Refusal(
        .refused,
        "\(name) is \(what)confirmed by hand only; `remote: true` of \(whole) lets programs "
          + "confirm it, too")
    case .unsound(let health): return unsound(health, name)
    }
  }

  private func unsound(_ health: LineHealth, _ name: String) -> Refusal {
    switch health {
    case .sound: return Refusal(.unavailable, "\(name) cannot be pressed now")
    case .gone: return Refusal(.unavailable, "\(name) is not there: its chip has gone")
    case .chatter:
      return Refusal(.unavailable, "\(name) chatters and is ignored; look at its wiring")
    case .stuck: return Refusal(.unavailable, "\(name) is stuck; it counts once it was open")
    case .bootHeld:
      return Refusal(
        .unavailable, "\(name) is closed since the start or a loss; it counts once it was open")
    }
  }
}
