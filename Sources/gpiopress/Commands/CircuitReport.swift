import PanelFiles
/// A circuit as a table and as JSON: what the wiring picture shows.
enum CircuitReport {
  /// Whether anything is wired that the table of the lines does not have: more than contacts between
  /// pins of the header.
  static func isNeeded(_ circuit: Circuit) -> Bool {
    circuit.parts.contains { part in
      part.control == nil || part.terminals.contains { circuit.nets[$0.net].pin == nil }
    }
  }

  /// A row for each leg of each part, with all that it is joined to.
  static func text(_ circuit: Circuit) -> String {
    var rows = [["PART", "WHAT IT IS", "LEG", "JOINED TO"]]
    for (number, part) in circuit.parts.enumerated() {
      for (index, terminal) in part.terminals.enumerated() {
        let end = Circuit.End(part: number, terminal: index)
        rows.append([
          index == 0 ? part.name : "", index == 0 ? part.what : "", terminal.name,
          joined(end, circuit),
        ])
      }
      for remark in part.remarks { rows.append(["", "", "", "(\(remark))"]) }
    }
    return Columns.text(rows)
  }

  /// The pin, or else all other legs.
  private static func joined(_ end: Circuit.End, _ circuit: Circuit) -> String {
    let net = circuit.parts[end.part].terminals[end.terminal].net
    if let pin = circuit.nets[net].pin { return "\(pin.position) \(pin.name)" }
    return circuit.ends(of: net).filter { $0 != end }.map(circuit.name).joined(separator: ", ")
  }

  static func parts(_ circuit: Circuit) -> [JSONBuilder] {
    circuit.parts.map { part in
      var item = JSONBuilder()
      item.add("part", part.name)
      item.add("title", part.title)
      item.add("what", part.what)
      item.add(
        "legs",
        part.terminals.map { terminal in
          var leg = JSONBuilder()
          leg.add("leg", terminal.name)
          leg.add("net", terminal.net)
          return leg
        })
      if !part.remarks.isEmpty { item.add("remarks", part.remarks) }
      return item
    }
  }

  static func nets(_ circuit: Circuit) -> [JSONBuilder] {
    circuit.nets.enumerated().map { number, net in
      var item = JSONBuilder()
      item.add("net", number)
      item.add("carries", net.role.rawValue)
      if let pin = net.pin {
        item.add("header", pin.position)
        item.add("name", pin.name)
      }
      item.add("legs", circuit.ends(of: number).map { circuit.name(of: $0) })
      return item
    }
  }
}
