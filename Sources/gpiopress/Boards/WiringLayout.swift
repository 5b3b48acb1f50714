import PanelFiles

/// Where everything of a wiring picture is: headers in the middle, boxes at both sides.
///
/// Heights are whole units: pins and what crosses between them at whole ones, terminals of boxes in
/// between, so that no two ends of a channel have the same.
struct WiringLayout {
  /// A pin with its place.
  struct PinPlace {
    let pin: BoardProfile.Pin
    /// The circle's centre.
    let x: Int
    let y: Int
    let isLeft: Bool
  }

  /// A part's box with its place.
  struct BoxPlace {
    let part: Int
    let lines: BoxLines
    var x = 0
    var y = 0
    let isLeft: Bool
    var height: Int { lines.height }
  }

  private(set) var titles: [(text: String, y: Int)] = []
  private(set) var pins: [PinPlace] = []
  private(set) var boxes: [BoxPlace] = []
  private(set) var wires: [WirePlace] = []
  /// The middle between the two rows of a header.
  private(set) var middle = 0
  private(set) var width = 0
  /// Of what is below the heading; notes and legend come after it.
  private(set) var height = 0
  let boxWidth: Int
  /// Of a pin's label, which lies outside of its circle.
  let labelWidth: Int
  private let circuit: Circuit
  private var sideOfGroup: [Int: Bool] = [:]
  /// Where nets go from one side to the other, by net.
  private var crossings: [Int: Int] = [:]
  private var pitch = 0

  static let unit = 8
  static let radius = 8
  static let margin = 16
  static let top = 72
  /// A profile of somebody's own may call its pins anything.
  private static let widestLabel = 160
  /// Of two tracks.
  private static let lane = 10
  /// Between boxes or labels and the first track.
  private static let air = 16

  init(_ circuit: Circuit, on profile: BoardProfile?) {
    self.circuit = circuit
    let lines = circuit.parts.indices.map { BoxLines($0, of: circuit) }
    boxWidth = (lines.map(\.width).max() ?? 0) + 20
    let header = profile?.header.filter { pin in
      !pin.isSecond && circuit.nets.contains { $0.pin?.header == pin.header }
    }
    let names = (header ?? []).map { TextWidth.of($0.name, size: 10, isBold: true) }
    labelWidth = min(names.max() ?? 0, WiringLayout.widestLabel) + 12
    chooseSides(lines)
    placePins(header ?? [])
    placeBoxes(lines)
    placeCrossings()
    placeWires()
    let lowest = max(
      pins.map { $0.y + 2 * WiringLayout.unit }.max() ?? 0,
      boxes.map { $0.y + $0.height }.max() ?? 0, wires.flatMap(\.lines).joined().map(\.y).max() ?? 0
    )
    height = lowest + WiringLayout.margin
  }

  /// The outer end of a pin's label, where wires arrive.
  func end(of pin: PinPlace) -> Int {
    pin.isLeft
      ? pin.x - WiringLayout.radius - labelWidth - 4 : pin.x + WiringLayout.radius + labelWidth + 4
  }

  /// Where a terminal of a box is.
  func place(of terminal: Int, of box: BoxPlace) -> WirePlace.Point {
    WirePlace.Point(x: box.isLeft ? box.x + boxWidth : box.x, y: box.y + box.lines.y(of: terminal))
  }

  // MARK: - Sides

  private static func isLeft(_ pin: BoardProfile.Pin) -> Bool { pin.number % 2 == 1 }

  /// Each group goes to the side of most of its signals, as far as there is room.
  private mutating func chooseSides(_ lines: [BoxLines]) {
    var filled = [true: 0, false: 0]
    for group in groups {
      let parts = circuit.parts.indices.filter { circuit.parts[$0].group == group }
      let nets = Set(parts.flatMap { circuit.parts[$0].terminals.map(\.net) })
      let own = nets.compactMap { circuit.nets[$0].role == .signal ? circuit.nets[$0].pin : nil }
      let left = own.filter(WiringLayout.isLeft).count
      let height = parts.map { lines[$0].height }.reduce(0, +)
      // A signal that has to go across costs about as much as two terminals further down.
      let costLeft = 48 * (own.count - left) + (filled[true] ?? 0) / 2
      let costRight = 48 * left + (filled[false] ?? 0) / 2
      let isLeft = costLeft <= costRight
      sideOfGroup[group] = isLeft
      filled[isLeft, default: 0] += height
    }
  }

  /// In the order of their first pins.
  private var groups: [Int] {
    let all = Set(circuit.parts.map(\.group))
    func row(_ group: Int) -> Int {
      let nets = circuit.parts.filter { $0.group == group }.flatMap { $0.terminals.map(\.net) }
      let pins = nets.filter { circuit.nets[$0].role == .signal }
        .compactMap { circuit.nets[$0].pin }
      return pins.map { ($0.number - 1) / 2 }.min() ?? Int.max
    }
    return all.map { (row: row($0), group: $0) }.sorted { ($0.row, $0.group) < ($1.row, $1.group) }
      .map(\.group)
  }

  /// Whether a net has ends at both sides.
  private func isAcross(_ net: Int) -> Bool {
    var sides = Set(circuit.ends(of: net).compactMap { sideOfGroup[circuit.parts[$0.part].group] })
    if let pin = circuit.nets[net].pin { sides.insert(WiringLayout.isLeft(pin)) }
    return sides.count == 2
  }

  // MARK: - Pins and boxes

  private mutating func placePins(_ header: [BoardProfile.Pin]) {
    var names: [String] = []
    for pin in header where !names.contains(pin.header) { names.append(pin.header) }
    let rows = names.map { name in
      header.filter { $0.header == name }.map { ($0.number + 1) / 2 }.max() ?? 0
    }
    let across = circuit.nets.indices.filter(isAcross).count
    let gaps = max(1, rows.reduce(0, +) + rows.count)
    // As much between two rows as goes through there.
    let tracks = (across + gaps - 1) / gaps
    pitch = 3 * WiringLayout.unit + WiringLayout.unit * tracks
    var y = WiringLayout.top
    for (name, count) in zip(names, rows) {
      titles.append((name, y))
      for pin in header where pin.header == name {
        pins.append(
          PinPlace(
            pin: pin, x: 0, y: y + pitch * ((pin.number + 1) / 2),
            isLeft: WiringLayout.isLeft(pin)))
      }
      y += pitch * (count + 2)
    }
  }

  private mutating func placeBoxes(_ lines: [BoxLines]) {
    let bottom = pins.map(\.y).max() ?? 0
    for isLeft in [true, false] {
      var column: [(part: Int, wish: Int)] = []
      for group in groups where sideOfGroup[group] == isLeft {
        let parts = circuit.parts.indices.filter { circuit.parts[$0].group == group }
        let nets = parts.flatMap { circuit.parts[$0].terminals.map(\.net) }
        let heights = pins.filter { place in
          nets.contains {
            circuit.nets[$0].role == .signal && circuit.nets[$0].pin?.position == place.pin.position
          }
        }.map(\.y)
        for (index, part) in parts.enumerated() {
          column.append((part, index == 0 ? (heights.min() ?? 0) - 6 * WiringLayout.unit : 0))
        }
      }
      let gap = 2 * WiringLayout.unit
      let sum = column.map { lines[$0.part].height + gap }.reduce(0, +)
      var limit = max(bottom + 2 * WiringLayout.unit, WiringLayout.top + sum)
      var free = WiringLayout.top
      var tops = column.map { item in
        let y = max(item.wish, free)
        free = y + lines[item.part].height + gap
        return y
      }
      // Those below the header go up again, as far as there is room.
      for index in column.indices.reversed() {
        tops[index] = min(tops[index], limit - lines[column[index].part].height)
        limit = tops[index] - gap
      }
      for (item, y) in zip(column, tops) {
        // On whole units, and down: never into the one above.
        let unit = WiringLayout.unit
        boxes.append(
          BoxPlace(
            part: item.part, lines: lines[item.part], y: (y + unit - 1) / unit * unit,
            isLeft: isLeft))
      }
    }
  }

  /// Each net that goes across gets a height between two rows, close to where it comes from.
  private mutating func placeCrossings() {
    let unit = WiringLayout.unit
    let tracks = pitch / unit - 3
    var free: [Int] = []
    for title in titles {
      let rows = pins.filter { $0.pin.header == title.text }.map(\.y)
      for row in stride(from: title.y, through: rows.max() ?? title.y, by: pitch) {
        for track in 0..<tracks where row + (2 + track) * unit > title.y + unit {
          free.append(row + (2 + track) * unit)
        }
      }
    }
    let nets = circuit.nets.indices.filter(isAcross)
      .map { net -> (net: Int, y: Int) in
        let heights = heights(of: net)
        return (net, heights.isEmpty ? 0 : heights.reduce(0, +) / heights.count)
      }.sorted { ($0.y, $0.net) < ($1.y, $1.net) }
    for item in nets {
      let best = free.indices.min { abs(free[$0] - item.y) < abs(free[$1] - item.y) }
      if let best {
        crossings[item.net] = free.remove(at: best)
      } else {
        // No header in between: below everything.
        let lowest = max(
          boxes.map { $0.y + $0.height }.max() ?? 0, crossings.values.max() ?? 0,
          pins.map { $0.y + unit }.max() ?? 0)
        crossings[item.net] = (lowest / unit + 1) * unit
      }
    }
  }

  private func heights(of net: Int) -> [Int] {
    var heights: [Int] = []
    for box in boxes {
      for (index, terminal) in circuit.parts[box.part].terminals.enumerated()
      where terminal.net == net {
        heights.append(box.y + box.lines.y(of: index))
      }
    }
    let position = circuit.nets[net].pin?.position
    return heights + pins.filter { $0.pin.position == position }.map(\.y)
  }

  // MARK: - Wires

  private func lanes(isLeft: Bool) -> [WiringRouter.Lane] {
    circuit.nets.indices.compactMap { net in
      var lane = WiringRouter.Lane(net: net)
      for box in boxes where box.isLeft == isLeft {
        for (index, terminal) in circuit.parts[box.part].terminals.enumerated()
        where terminal.net == net {
          lane.boxes.append(box.y + box.lines.y(of: index))
        }
      }
      let position = circuit.nets[net].pin?.position
      lane.headers =
        pins.filter { $0.isLeft == isLeft && $0.pin.position == position }.map(\.y)
      if let crossing = crossings[net] { lane.headers.append(crossing) }
      return lane.boxes.count + lane.headers.count > 1 ? lane : nil
    }
  }

  /// From a header's middle to the outer end of its labels.
  private func half(isLeft: Bool) -> Int {
    let hasPins = pins.contains { $0.isLeft == isLeft }
    return hasPins ? labelWidth + 2 * WiringLayout.radius + 8 : WiringLayout.air
  }

  /// Gives everything its place from left to right, which follows from how many tracks there are.
  private mutating func placeWires() {
    let left = WiringRouter(lanes(isLeft: true)).lanes
    let right = WiringRouter(lanes(isLeft: false)).lanes
    let hasLeft = boxes.contains(where: \.isLeft)
    let hasRight = boxes.contains { !$0.isLeft }
    let (margin, air) = (WiringLayout.margin, WiringLayout.air)
    let leftBoxEnd = hasLeft ? margin + boxWidth : margin
    let leftTracks = leftBoxEnd + (left.isEmpty ? 0 : air + WiringLayout.lane * left.count)
    middle = leftTracks + (left.isEmpty ? 0 : air) + half(isLeft: true)
    let rightTracks = middle + half(isLeft: false) + (right.isEmpty ? 0 : air)
    let rightBoxes =
      rightTracks + (right.isEmpty ? 0 : WiringLayout.lane * right.count)
      + (hasRight && !right.isEmpty ? air : 0)
    width = rightBoxes + (hasRight ? boxWidth : 0) + margin
    for index in boxes.indices { boxes[index].x = boxes[index].isLeft ? margin : rightBoxes }
    pins = pins.map {
      PinPlace(pin: $0.pin, x: middle + ($0.isLeft ? -12 : 12), y: $0.y, isLeft: $0.isLeft)
    }
    var places: [Int: WirePlace] = [:]
    var tracks: [Int: [Int]] = [:]
    for (lanes, isLeft) in [(left, true), (right, false)] {
      for (index, lane) in lanes.enumerated() {
        let track =
          isLeft
          ? leftBoxEnd + air + WiringLayout.lane * index
          : rightBoxes - (hasRight ? air : 0) - WiringLayout.lane * index
        tracks[lane.net, default: []].append(track)
        let crossing = crossings[lane.net]
        let header = pins.first { $0.isLeft == isLeft }.map(end) ?? track
        places[lane.net, default: WirePlace(net: lane.net)].add(
          lane, track: track, box: isLeft ? leftBoxEnd : rightBoxes,
          header: { $0 == crossing ? track : header })
      }
    }
    for (net, crossing) in crossings {
      guard let ends = tracks[net], ends.count == 2 else { continue }
      places[net]?.lines.append(ends.map { WirePlace.Point(x: $0, y: crossing) })
    }
    wires = places.values.sorted { $0.net < $1.net }
  }
}
