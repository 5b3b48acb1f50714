import ButtonController
import Glibc
import PanelFiles
import PanelHardware

/// Says how a panel is: what `{"status":true}` is answered.
package struct StatusSource {
  /// The program's.
  let version: String
  let startedAt: Instant

  /// Of a program of `version` that has started at `startedAt`.
  package init(version: String, startedAt: Instant) {
    self.version = version
    self.startedAt = startedAt
  }

  /// The answer.
  package func answer(_ loop: PanelLoop, id: String?) -> [UInt8] {
    let parts = loop.status()
    var answer = SocketAnswer.begin(id: id)
    answer.add("version", version)
    answer.add("pid", Int(getpid()))
    answer.add(milliseconds: "uptime", loop.time() - startedAt)
    answer.add("panel", panel(loop.panel))
    answer.add("counts", counts(loop, parts))
    answer.add("controls", loop.panel.controls.indices.map { control($0, loop.panel) })
    answer.add("lines", loop.panel.lines.indices.map { line($0, loop) })
    answer.add("rings", loop.panel.rings.indices.map { ring($0, loop) })
    answer.add("outputs", parts.outputs.map(output))
    answer.add("commands", parts.commands.map(command))
    return answer.line
  }

  private func panel(_ panel: PanelFile) -> JSONBuilder {
    var object = JSONBuilder()
    object.add("name", panel.name)
    object.add("path", panel.path)
    object.add("board", panel.board)
    if !panel.digest.isEmpty { object.add("sha256", panel.digest) }
    return object
  }

  private func counts(_ loop: PanelLoop, _ parts: LoopStatus) -> JSONBuilder {
    var object = JSONBuilder()
    object.add("events", loop.counts.events)
    object.add("lost", loop.counts.losses)
    object.add("resync", loop.counts.resyncs)
    object.add("chatter", loop.counts.chatters)
    object.add("reloads", loop.counts.reloads)
    object.add("waiting_runs", parts.waitingRuns)
    object.add("dropped_runs", parts.droppedRuns)
    return object
  }

  private func control(_ index: Int, _ panel: PanelFile) -> JSONBuilder {
    var object = JSONBuilder()
    let control = panel.panel.controls[index]
    object.add("control", panel.controls[index].name)
    object.add("kind", control.kind.name)
    if let label = panel.controls[index].label { object.add("label", label) }
    if !control.rings.isEmpty { object.add("rings", control.rings.map { panel.rings[$0].name }) }
    return object
  }

  private func line(_ index: Int, _ loop: PanelLoop) -> JSONBuilder {
    var object = JSONBuilder()
    let plan = loop.panel.lines[index]
    let status = loop.status(ofLine: index)
    object.add("line", plan.name)
    object.add("control", loop.panel.controls[plan.control].name)
    object.add("pin", plan.pin)
    object.add("raw", status.isClosed ? 1 : 0)
    object.add("settled", status.isSettledClosed ? 1 : 0)
    object.add("health", status.health.name)
    if status.isPressedRemotely { object.add("via", "remote") }
    object.add("edges", status.edges)
    if let bounces = status.bounces { object.add("bounces", bounces) }
    return object
  }

  private func ring(_ index: Int, _ loop: PanelLoop) -> JSONBuilder {
    var object = JSONBuilder()
    object.add("ring", loop.panel.rings[index].name)
    object.add("pixels", loop.panel.panel.rings[index].pixels)
    object.add("shows", loop.shown(on: index).name)
    return object
  }

  private func output(_ output: OutputStatus) -> JSONBuilder {
    var object = JSONBuilder()
    object.add("output", output.name)
    object.add("state", output.state.name)
    if let detail = output.detail { object.add("detail", detail) }
    for count in output.counts { object.add(count.name, count.value) }
    return object
  }

  private func command(_ command: CommandStatus) -> JSONBuilder {
    var object = JSONBuilder()
    object.add("control", command.control)
    object.add("event", command.event)
    object.add("run", command.program)
    return object
  }
}

extension Control.Kind {
  /// As the panel file calls it.
  fileprivate var name: String {
    switch self {
    case .button: return "button"
    case .toggle: return "switch"
    case .knob: return "knob"
    case .stick, .encoderStick: return "stick"
    case .chord: return "chord"
    }
  }
}

extension LineHealth {
  /// `ok`, or the name of the event that reports it.
  package var name: String {
    switch self {
    case .sound: return "ok"
    case .bootHeld: return "boot_held"
    case .stuck: return "stuck"
    case .chatter: return "chatter"
    case .gone: return "line_gone"
    }
  }
}

extension OutputStatus.State {
  fileprivate var name: String {
    switch self {
    case .working: return "ok"
    case .waiting: return "waiting"
    case .failed: return "failed"
    }
  }
}

extension Controller.Shown {
  /// As `shows` of a panel file calls it, where that has it.
  fileprivate var name: String {
    switch self {
    case .idle: return "idle"
    case .pressed: return "pressed"
    case .filling: return "filling"
    case .success: return "success"
    case .error: return "error"
    case .denied: return "denied"
    case .drag: return "drag"
    case .working: return "working"
    case .remote: return "remote"
    case .dark: return "dark"
    }
  }
}
