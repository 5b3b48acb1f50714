import PanelFiles

/// What has to be connected with what: the parts of a panel, and the nets that join their terminals.
///
/// The wiring picture, the table of `check` and its JSON all show this.
struct Circuit {
  /// What a net carries.
  enum Role: String {
    case signal
    case ground
    /// The supply of the lines, 3.3 V on nearly all boards.
    case supply
    /// The supply of LEDs and sounders.
    case power
  }

  /// Everything that is one piece of metal.
  struct Net {
    let role: Role
    /// The header's pin in it; nil where it leads to none.
    let pin: BoardProfile.Pin?
    /// What it is called where it has no pin.
    let name: String
  }

  /// One leg of a part.
  struct Terminal {
    let name: String
    let net: Int
  }

  /// A control, ring or cue, or something that one of them needs.
  struct Part {
    /// Its name in tables; no two parts have the same.
    let name: String
    /// What a person calls it.
    let title: String
    /// What it is.
    var what: String
    /// Parts of one group are drawn together.
    let group: Int
    /// The number of the control that it is; nil for everything else.
    var control: Int?
    /// Whether it is a control's resistor, or several of them with a leg in common, which is the last.
    var isResistor = false
    var terminals: [Terminal] = []
    /// What no wire shows.
    var remarks: [String] = []
  }

  /// A terminal by its part.
  struct End: Equatable {
    let part: Int
    let terminal: Int
  }

  var parts: [Part] = []
  private(set) var nets: [Net] = []
  private var endsOfNet: [[End]] = []

  /// All terminals of a net, in the order in which they were connected.
  func ends(of net: Int) -> [End] { endsOfNet[net] }

  /// Adds a net; gives its number.
  mutating func add(_ net: Net) -> Int {
    nets.append(net)
    endsOfNet.append([])
    return nets.count - 1
  }

  /// Adds a terminal of a part to a net.
  mutating func connect(_ part: Int, _ terminal: String, _ net: Int) {
    endsOfNet[net].append(End(part: part, terminal: parts[part].terminals.count))
    parts[part].terminals.append(Terminal(name: terminal, net: net))
  }

  /// `halo DIN`.
  func name(of end: End) -> String {
    "\(parts[end.part].name) \(parts[end.part].terminals[end.terminal].name)"
  }

  /// The names of the parts of other groups that use the same pin of a ground or supply as `part`;
  /// of each group the first.
  private func sharers(of net: Int, with part: Int) -> [String] {
    guard nets[net].pin != nil, nets[net].role != .signal else { return [] }
    var groups = [parts[part].group]
    var names: [String] = []
    for end in ends(of: net) where !groups.contains(parts[end.part].group) {
      groups.append(parts[end.part].group)
      names.append(parts[end.part].name)
    }
    return names
  }

  /// `shared with erase and next`; nil where the pin is the part's own.
  func sharing(of net: Int, with part: Int) -> String? {
    let names = sharers(of: net, with: part)
    switch names.count {
    case 0: return nil
    case 1: return "shared with \(names[0])"
    case 2: return "shared with \(names[0]) and \(names[1])"
    default: return "shared with \(names[0]) and \(names.count - 1) others"
    }
  }

  /// `pin 9`; with its header where there are several.
  func words(of pin: BoardProfile.Pin) -> String {
    let isOne = nets.allSatisfy { ($0.pin?.header ?? pin.header) == pin.header }
    return isOne ? "pin \(pin.number)" : "pin \(pin.position)"
  }

  /// What a terminal goes to: its pin, or what the net is called, or the other end.
  func target(of end: End) -> String {
    let number = parts[end.part].terminals[end.terminal].net
    let net = nets[number]
    if let pin = net.pin { return words(of: pin) }
    let others = ends(of: number).filter { $0 != end }
    // A supply is named by where it comes from; there, by where it goes.
    if net.role != .signal, name(of: end) != net.name { return net.name }
    guard let first = others.first else { return net.name }
    return others.count == 1 ? name(of: first) : "\(name(of: first)) and \(others.count - 1) more"
  }
}
