import PanelFiles

/// Where everything of a wiring picture is: headers in the middle, boxes at both sides.
struct WiringLayout {
  /// A pin with its place.
  struct PinPlace {
    let pin: BoardProfile.Pin
    /// The circle's centre.
    let x: Int
    let y: Int
    let isLeft: Bool
  }

  /// A box with its place.
  struct BoxPlace {
    let box: WiringBox
    let x: Int
    let y: Int
    let isLeft: Bool
    var height: Int {
      WiringLayout.head + WiringLayout.step * (box.wires.count + box.remarks.count) + 8
    }
  }

  /// A wire's corners, from its box to its pin.
  struct WirePlace {
    let wire: WiringBox.Wire
    let corners: [(x: Int, y: Int)]
  }

  private(set) var titles: [(text: String, y: Int)] = []
  private(set) var pins: [PinPlace] = []
  private(set) var boxes: [BoxPlace] = []
  private(set) var wires: [WirePlace] = []
  let width: Int
  private(set) var height = 0

  static let row = 26
  static let head = 48
  static let step = 20
  static let boxWidth = 170
  /// Of a pin's label, which lies outside of its circle.
  static let labelWidth = 92
  static let radius = 8
  private static let lane = 12
  private static let top = 70

  init(_ boxes: [WiringBox], on profile: BoardProfile) {
    let laneCount = boxes.map(\.wires.count).reduce(0, +) + 2
    let side = WiringLayout.boxWidth + WiringLayout.lane * laneCount + 24
    let middle = side + WiringLayout.labelWidth + 30
    width = 2 * middle
    placePins(of: boxes, on: profile, middle: middle)
    placeBoxes(boxes)
    placeWires()
    let lowest = max(pins.map(\.y).max() ?? 0, self.boxes.map { $0.y + $0.height }.max() ?? 0)
    height = lowest + 60
  }

  /// The outer end of a pin's label, where wires arrive.
  static func end(of pin: PinPlace) -> Int {
    pin.isLeft ? pin.x - radius - labelWidth - 6 : pin.x + radius + labelWidth + 6
  }

  private mutating func placePins(
    of boxes: [WiringBox], on profile: BoardProfile, middle: Int
  ) {
    let used = Set(boxes.flatMap { $0.wires.map(\.pin.header) })
    var y = WiringLayout.top
    var headers: [String] = []
    for pin in profile.header where used.contains(pin.header) && !headers.contains(pin.header) {
      headers.append(pin.header)
    }
    for header in headers {
      titles.append((header, y))
      let own = profile.header.filter { $0.header == header && !$0.isSecond }
      for pin in own {
        let isLeft = pin.number % 2 == 1
        pins.append(
          PinPlace(
            pin: pin, x: isLeft ? middle - 12 : middle + 12,
            y: y + WiringLayout.row * ((pin.number + 1) / 2), isLeft: isLeft))
      }
      y += WiringLayout.row * (((own.map(\.number).max() ?? 0) + 1) / 2 + 2)
    }
  }

  private func place(of pin: BoardProfile.Pin) -> PinPlace? {
    pins.first { $0.pin.position == pin.position }
  }

  /// Each box goes to the side of most of its signals, at the height of the first, below the one before.
  private mutating func placeBoxes(_ all: [WiringBox]) {
    let sorted = all.map { box -> (box: WiringBox, y: Int, isLeft: Bool) in
      let places = box.wires.filter { $0.role == .signal }.compactMap { place(of: $0.pin) }
      let left = places.filter(\.isLeft).count
      return (box, places.map(\.y).min() ?? 0, 2 * left >= places.count)
    }.sorted { $0.y < $1.y }
    var free = [true: WiringLayout.top, false: WiringLayout.top]
    for item in sorted {
      let y = max(item.y - WiringLayout.head - 8, free[item.isLeft] ?? 0)
      let x = item.isLeft ? 12 : width - 12 - WiringLayout.boxWidth
      let placed = BoxPlace(box: item.box, x: x, y: y, isLeft: item.isLeft)
      boxes.append(placed)
      free[item.isLeft] = y + placed.height + 16
    }
  }

  private mutating func placeWires() {
    var lanes = [true: 0, false: 0]
    for box in boxes {
      let edge = box.isLeft ? box.x + WiringLayout.boxWidth : box.x
      let sign = box.isLeft ? 1 : -1
      for (index, wire) in box.box.wires.enumerated() {
        guard let target = place(of: wire.pin) else { continue }
        lanes[box.isLeft, default: 0] += 1
        let lane = edge + sign * (12 + WiringLayout.lane * (lanes[box.isLeft] ?? 0))
        let y = box.y + WiringLayout.head + WiringLayout.step * index
        var corners = [(x: edge, y: y), (x: lane, y: y)]
        let end = WiringLayout.end(of: target)
        if target.isLeft == box.isLeft {
          corners += [(x: lane, y: target.y), (x: end, y: target.y)]
        } else {
          // Through the gap between two rows, to the other side and back.
          let gap = target.y - WiringLayout.row / 2
          let beyond = end + sign * 10
          corners += [
            (x: lane, y: gap), (x: beyond, y: gap), (x: beyond, y: target.y), (x: end, y: target.y),
          ]
        }
        wires.append(WirePlace(wire: wire, corners: corners))
      }
    }
  }
}
