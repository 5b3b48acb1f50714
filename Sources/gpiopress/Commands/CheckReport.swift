import ButtonController
import PanelFiles

/// What `check` prints: the wiring, for people and for programs.
enum CheckReport {
  /// The wiring as tables: the contacts' lines, rings, cues, and each leg of each part.
  static func text(_ panel: PanelFile, _ wirings: [Wiring], _ circuit: Circuit) -> String {
    let board = panel.board.isEmpty ? "an unknown board" : panel.board
    var text = VisibleText.of("\(panel.name), on \(board)") + "\n\n"
    var rows = [["CONTROL", "KIND", "LINE", "PIN", "HEADER", "CHIP", "OFFSET", "WIRING"]]
    for wiring in wirings {
      let line = wiring.line
      rows.append([
        panel.controls[line.control].name, kind(of: line.control, in: panel), line.name, line.pin,
        wiring.pin?.position ?? "?", chip(of: line), target(of: line), wiring.words,
      ])
    }
    for (index, control) in panel.panel.controls.enumerated() {
      guard case .chord(let chord) = control.kind else { continue }
      let members = chord.members.map { panel.controls[$0].name }.joined(separator: " + ")
      var cells = [panel.controls[index].name, "chord", members]
      if control.gestures.confirm != nil {
        // Hands further apart than this start nothing; whoever has to confirm should know it.
        cells += ["", "", "", "", "all pressed within \(milliseconds(chord.within)) ms"]
      }
      rows.append(cells)
    }
    text += Columns.text(rows)
    if !panel.rings.isEmpty {
      rows = [["RING", "PIXELS", "DRIVER"]]
      for (ring, file) in zip(panel.panel.rings, panel.rings) {
        rows.append([file.name, String(ring.pixels), driver(of: file)])
      }
      text += "\n" + Columns.text(rows)
    }
    if !panel.cues.isEmpty {
      rows = [["CUE", "DRIVER"]]
      for cue in panel.cues { rows.append([cue.name, driver(of: cue)]) }
      text += "\n" + Columns.text(rows)
    }
    if CircuitReport.isNeeded(circuit) {
      text += "\n" + CircuitReport.text(circuit)
    }
    return text
  }

  /// The wiring and warnings as one JSON object.
  static func json(
    _ reading: PanelReader.Reading, _ wirings: [Wiring], _ circuit: Circuit
  ) -> String {
    let panel = reading.panel
    var object = JSONBuilder()
    object.add("panel", panel.path)
    object.add("valid", true)
    object.add("name", panel.name)
    object.add("board", panel.board)
    object.add(
      "lines",
      wirings.map { wiring in
        let line = wiring.line
        var item = JSONBuilder()
        item.add("control", panel.controls[line.control].name)
        item.add("kind", kind(of: line.control, in: panel))
        item.add("line", line.name)
        item.add("pin", line.pin)
        if case .label(let label) = line.chip { item.add("chip", label) }
        switch line.target {
        case .offset(let offset): item.add("offset", offset)
        case .name(let name): item.add("line_name", name)
        }
        if let pin = wiring.pin { item.add("header", pin.position) }
        item.add("wiring", wiring.key)
        if line.isNormallyClosed { item.add("contact", "normally_closed") }
        if let pin = wiring.partnerPin { item.add("to", pin.position) }
        if let pin = wiring.resistorPin { item.add("resistor_to", pin.position) }
        return item
      })
    object.add("chords", chords(of: panel))
    object.add(
      "rings",
      zip(panel.panel.rings, panel.rings).map { ring, file in
        var item = JSONBuilder()
        item.add("ring", file.name)
        item.add("pixels", ring.pixels)
        item.add("driver", driver(of: file))
        return item
      })
    object.add(
      "cues",
      panel.cues.map { cue in
        var item = JSONBuilder()
        item.add("cue", cue.name)
        item.add("driver", driver(of: cue))
        return item
      })
    object.add("parts", CircuitReport.parts(circuit))
    object.add("nets", CircuitReport.nets(circuit))
    object.add("errors", [JSONBuilder]())
    object.add("warnings", reading.warnings.map(item(of:)))
    return object.text + "\n"
  }

  private static func chords(of panel: PanelFile) -> [JSONBuilder] {
    panel.panel.controls.enumerated().compactMap { index, control in
      guard case .chord(let chord) = control.kind else { return nil }
      var item = JSONBuilder()
      item.add("chord", panel.controls[index].name)
      item.add("of", chord.members.map { panel.controls[$0].name })
      item.add(milliseconds: "within", chord.within)
      return item
    }
  }

  private static func milliseconds(_ span: TimeSpan) -> String {
    var bytes: [UInt8] = []
    JSONText.append(milliseconds: span.nanoseconds, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What is wrong as one JSON object.
  static func json(_ error: FileError) -> String {
    var object = JSONBuilder()
    object.add("valid", false)
    object.add("errors", error.diagnostics.map(item(of:)))
    return object.text + "\n"
  }

  private static func item(of diagnostic: Diagnostic) -> JSONBuilder {
    var item = JSONBuilder()
    item.add("path", diagnostic.path)
    if diagnostic.place.line > 0 {
      item.add("line", diagnostic.place.line)
      item.add("column", diagnostic.place.column)
    }
    item.add("message", diagnostic.message)
    return item
  }

  static func kind(of control: Int, in panel: PanelFile) -> String {
    switch panel.panel.controls[control].kind {
    case .button: return "button"
    case .toggle: return "switch"
    case .knob: return "knob"
    case .stick, .encoderStick: return "stick"
    case .chord: return "chord"
    }
  }

  private static func chip(of line: LinePlan) -> String {
    switch line.chip {
    case .label(let label): return label
    case .any: return "(by name)"
    }
  }

  private static func target(of line: LinePlan) -> String {
    switch line.target {
    case .offset(let offset): return String(offset)
    case .name(let name): return name
    }
  }

  private static func driver(of ring: RingFile) -> String {
    let name = bareDriver(of: ring)
    return ring.enable.map { "\(name), powered by \($0.pin)" } ?? name
  }

  private static func bareDriver(of ring: RingFile) -> String {
    switch ring.driver {
    case .terminal: return "terminal"
    case .file(let path): return "file \(path)"
    case .pwm(let chip, let channels, _, _): return "pwm \(chip), channels \(list(channels))"
    case .softPwm(let lines, _): return "soft_pwm \(lines.map(\.pin).joined(separator: ", "))"
    case .led(let names): return "led \(names.joined(separator: ", "))"
    case .ws2812(let device, _): return "ws2812 \(device)"
    case .apa102(let device, _): return "apa102 \(device)"
    case .pio(let device): return "pio \(device)\(ring.pin.map { ", \($0.pin)" } ?? "")"
    }
  }

  private static func driver(of cue: CueFile) -> String {
    switch cue.driver {
    case .line(let line): return "line \(line.pin)"
    case .pwm(let chip, let channel, _): return "pwm \(chip), channel \(channel)"
    }
  }

  private static func list(_ numbers: [Int]) -> String {
    numbers.map(String.init).joined(separator: ", ")
  }
}
