import PanelFiles

extension CircuitBuilder {
  /// The resistor of a contact that has no pull of the chip's.
  private static let pull = "10 kΩ"

  /// A control with its contacts, its common, and the resistors of an external circuit.
  mutating func add(control index: Int) {
    let file = panel.controls[index]
    let lines = panel.lines.filter { $0.control == index }
    if lines.isEmpty { return }
    beginGroup()
    let opens = lines.contains(where: \.isNormallyClosed) ? ", opens when it is pressed" : ""
    let part = add(
      file.name, title: file.label ?? file.name,
      CheckReport.kind(of: index, in: panel) + opens, control: index)
    var nets: [Int] = []
    for line in lines {
      let name = line.name.dropFirst(file.name.count)
      nets.append(net(of: line))
      connect(part, name.isEmpty ? "contact" : String(name.dropFirst()), nets[nets.count - 1])
    }
    let pins = nets.compactMap { pin(of: $0) }
    // One leg for all contacts of a control: an encoder's common, a button's second leg.
    for isClosedLow in [true, false] {
      let own = zip(lines, nets).filter { Wiring.isClosedLow($0.0) == isClosedLow }
      if own.isEmpty { continue }
      connect(part, "common", isClosedLow ? ground(near: pins) : supply(near: pins))
      let external = own.filter { $0.0.bias == .disabled }
      if external.isEmpty { continue }
      let isOne = external.count == 1
      let resistor = add(
        isOne ? "\(file.name) resistor" : "\(file.name) resistors",
        isOne ? CircuitBuilder.pull : "\(CircuitBuilder.pull) from each to their common")
      markResistor(resistor)
      for (number, end) in external.enumerated() {
        connect(resistor, isOne ? "1" : "from \(end.0.name.dropFirst(file.name.count + 1))", end.1)
        if number == external.count - 1 {
          let other = isClosedLow ? supply(near: pins) : ground(near: pins)
          connect(resistor, isOne ? "2" : "common", other)
        }
      }
    }
  }
}
