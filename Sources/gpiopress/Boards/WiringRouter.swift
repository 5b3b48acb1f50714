/// The wires between one side's boxes and the headers, as a channel router lays them.
///
/// Every net has one vertical track of its own, and every end one horizontal branch to it at a height
/// that no other end of the channel has. So two nets never share a segment, meet only where a branch
/// passes a track at a right angle, and touch no pin or terminal of another net.
struct WiringRouter {
  /// The ends of one net in this channel, as heights.
  struct Lane {
    let net: Int
    /// At the boxes.
    var boxes: [Int] = []
    /// At the headers: pins, and where the net goes on to the other side.
    var headers: [Int] = []

    /// What its track spans.
    var span: ClosedRange<Int> {
      let all = boxes + headers
      return (all.min() ?? 0)...(all.max() ?? 0)
    }
  }

  /// The lanes in the order of their tracks, the one nearest to the boxes first.
  private(set) var lanes: [Lane]

  /// More nets are laid as they come: nobody follows so many wires, however few of them cross.
  private static let mostSorted = 160
  private static let mostPasses = 40

  init(_ lanes: [Lane]) {
    self.lanes = lanes.sorted { a, b in
      (a.span.lowerBound, a.net) < (b.span.lowerBound, b.net)
    }
    if lanes.count <= WiringRouter.mostSorted { sort() }
  }

  /// How often two lanes cross if `near` has the track nearer to the boxes.
  static func crossings(near: Lane, far: Lane) -> Int {
    far.boxes.filter(near.span.contains).count + near.headers.filter(far.span.contains).count
  }

  /// Moves tracks until no single move makes fewer crossings.
  private mutating func sort() {
    let count = lanes.count
    if count < 2 { return }
    let cost = lanes.map { near in lanes.map { WiringRouter.crossings(near: near, far: $0) } }
    var order = Array(lanes.indices)
    for _ in 0..<WiringRouter.mostPasses {
      var isBetter = false
      for lane in lanes.indices {
        guard let from = order.firstIndex(of: lane) else { continue }
        order.remove(at: from)
        // The cost of each place follows from that of the place before.
        var change = order.reduce(0) { $0 + cost[lane][$1] }
        var (best, place, own) = (change, 0, from == 0 ? change : 0)
        for (index, other) in order.enumerated() {
          change += cost[other][lane] - cost[lane][other]
          if index + 1 == from { own = change }
          if change < best { (best, place) = (change, index + 1) }
        }
        let isMoved = best < own
        order.insert(lane, at: isMoved ? place : from)
        isBetter = isBetter || isMoved
      }
      if !isBetter { break }
    }
    lanes = order.map { lanes[$0] }
  }
}

/// A net's wires as lines with corners, and its joints.
struct WirePlace {
  /// A point of the picture.
  struct Point: Equatable {
    let x: Int
    let y: Int
  }

  let net: Int
  var lines: [[Point]] = []
  /// Where more than two ways meet.
  var dots: [Point] = []

  init(net: Int) { self.net = net }

  /// Adds a lane whose track is at `track`, its boxes' terminals at `box` and its pins at `header`.
  mutating func add(_ lane: WiringRouter.Lane, track: Int, box: Int, header: (Int) -> Int) {
    var ends = lane.boxes.map { (x: box, y: $0) } + lane.headers.map { (x: header($0), y: $0) }
    ends.sort { $0.y < $1.y }
    guard let first = ends.first, let last = ends.last, ends.count > 1 else { return }
    let corners = [(x: track, y: first.y), (x: track, y: last.y)]
    lines.append(
      ([first] + corners + [last]).map { Point(x: $0.x, y: $0.y) }
        .reduce(into: []) { if $0.last != $1 { $0.append($1) } })
    for end in ends.dropFirst().dropLast() {
      dots.append(Point(x: track, y: end.y))
      // One that goes on to the other side has its line from there.
      if end.x != track { lines.append([Point(x: end.x, y: end.y), Point(x: track, y: end.y)]) }
    }
  }
}
