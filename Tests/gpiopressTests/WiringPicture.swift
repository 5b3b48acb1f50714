import Foundation
import FoundationXML

/// A wiring picture as somebody sees it who has the paper only: lines, dots, legs and pins.
///
/// What is connected follows from where the lines run, not from how the file groups them.
final class WiringPicture: NSObject, XMLParserDelegate {
  struct Point: Hashable {
    var x: Int
    var y: Int
  }

  struct Box {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    /// Whether a point is within, and not on the edge.
    func holds(_ point: Point) -> Bool {
      point.x > x && point.x < x + width && point.y > y && point.y < y + height
    }
  }

  struct Segment {
    var a: Point
    var b: Point
    var line: Int

    var isFlat: Bool { a.y == b.y }
    func holds(_ point: Point) -> Bool {
      isFlat
        ? point.y == a.y && point.x >= min(a.x, b.x) && point.x <= max(a.x, b.x)
        : point.x == a.x && point.y >= min(a.y, b.y) && point.y <= max(a.y, b.y)
    }
  }

  struct Label {
    var text = ""
    var x = 0
    var size = 12
    var anchor = "start"
  }

  private(set) var size = Point(x: 0, y: 0)
  private(set) var lines: [[Point]] = []
  private(set) var dots: [Point] = []
  private(set) var legs: [(name: String, at: Point)] = []
  private(set) var pins: [(name: String, label: Box, circle: Point)] = []
  private(set) var boxes: [Box] = []
  private(set) var labels: [Label] = []
  private(set) var isWellFormed = false
  private var group: [String: String] = [:]
  private var isText = false

  init(_ svg: String) {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    func number(_ key: String) -> Int { attributes[key].flatMap(Int.init) ?? -1 }
    let kind = attributes["class"] ?? ""
    switch name {
    case "svg": size = Point(x: number("width"), y: number("height"))
    case "g" where kind.hasPrefix("pin"): group = attributes
    case "g": group = [:]
    case "polyline":
      let points = (attributes["points"] ?? "").split(separator: " ").map { pair in
        let parts = pair.split(separator: ",").compactMap { Int($0) }
        return Point(x: parts[0], y: parts[1])
      }
      lines.append(points)
    case "rect":
      let box = Box(
        x: number("x"), y: number("y"), width: number("width"), height: number("height"))
      if kind == "box" { boxes.append(box) }
      if let pin = group["data-pin"] { pins.append((pin, box, Point(x: 0, y: 0))) }
    case "circle":
      let at = Point(x: number("cx"), y: number("cy"))
      if kind.hasPrefix("dot"), attributes["r"] == "4" { dots.append(at) }
      if kind.hasPrefix("leg") { legs.append((attributes["data-end"] ?? "", at)) }
      if group["data-pin"] != nil, !pins.isEmpty { pins[pins.count - 1].circle = at }
    case "text":
      isText = true
      labels.append(
        Label(
          x: number("x"), size: attributes["font-size"].flatMap(Int.init) ?? 12,
          anchor: attributes["text-anchor"] ?? "start"))
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if isText { labels[labels.count - 1].text += text }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if name == "text" { isText = false }
  }

  private var segments: [Segment] {
    lines.enumerated().flatMap { number, points in
      zip(points, points.dropFirst()).map { Segment(a: $0, b: $1, line: number) }
    }
  }

  /// What is wrong with how the wires run; nil if two never share a segment, touch without a dot, or
  /// run over a pin or a box.
  var fault: String? {
    let segments = segments
    for segment in segments where segment.a.x != segment.b.x && segment.a.y != segment.b.y {
      return "\(segment) is neither flat nor upright"
    }
    for (number, a) in segments.enumerated() {
      for b in segments.dropFirst(number + 1) {
        if a.isFlat == b.isFlat {
          if let fault = sharing(a, b) { return fault }
        } else {
          let (flat, upright) = a.isFlat ? (a, b) : (b, a)
          let at = Point(x: upright.a.x, y: flat.a.y)
          guard flat.holds(at), upright.holds(at) else { continue }
          let isEndOfFlat = at == flat.a || at == flat.b
          let isEndOfUpright = at == upright.a || at == upright.b
          let isCorner = isEndOfFlat && isEndOfUpright
          if (isEndOfFlat || isEndOfUpright) && !isCorner && !dots.contains(at) {
            return "\(a) and \(b) touch without a dot"
          }
        }
      }
      for box in boxes where crosses(a, box) { return "\(a) runs through a box" }
      for pin in pins {
        if crosses(a, pin.label) { return "\(a) runs over \(pin.name)" }
        let round = Box(x: pin.circle.x - 8, y: pin.circle.y - 8, width: 16, height: 16)
        if crosses(a, round) { return "\(a) runs over the circle of \(pin.name)" }
      }
    }
    return nil
  }

  private func sharing(_ a: Segment, _ b: Segment) -> String? {
    let shared = [a.a, a.b].filter(b.holds) + [b.a, b.b].filter(a.holds)
    // Two that go on in one line meet in one point, and that is a joint.
    let points = Set(shared)
    if points.count > 1 { return "\(a) and \(b) share a segment" }
    if let point = points.first, a.line != b.line, !dots.contains(point) {
      return "\(a) and \(b) meet in \(point) without a dot"
    }
    return nil
  }

  private func crosses(_ segment: Segment, _ box: Box) -> Bool {
    let (from, to) =
      segment.isFlat
      ? (min(segment.a.x, segment.b.x), max(segment.a.x, segment.b.x))
      : (min(segment.a.y, segment.b.y), max(segment.a.y, segment.b.y))
    return segment.isFlat
      ? segment.a.y > box.y && segment.a.y < box.y + box.height && from < box.x + box.width
        && to > box.x
      : segment.a.x > box.x && segment.a.x < box.x + box.width && from < box.y + box.height
        && to > box.y
  }

  /// The ends that the wires join, each group once: names of legs and pins.
  var joined: Set<Set<String>> {
    var parent = Array(lines.indices)
    func root(_ line: Int) -> Int {
      var line = line
      while parent[line] != line { line = parent[line] }
      return line
    }
    let segments = segments
    func join(at point: Point, _ isOnIt: (Segment) -> Bool) {
      let own = Set(segments.filter(isOnIt).map { root($0.line) })
      guard let first = own.first else { return }
      for other in own { parent[other] = first }
    }
    for dot in dots { join(at: dot) { $0.holds(dot) } }
    // Two lines that both end in one point go on as one.
    for point in Set(lines.flatMap { [$0.first, $0.last].compactMap { $0 } }) {
      join(at: point) { $0.a == point || $0.b == point }
    }
    var groups: [Int: Set<String>] = [:]
    func note(_ name: String, _ isAt: (Point) -> Bool) {
      for (number, line) in lines.enumerated()
      where [line.first, line.last].contains(where: { $0.map(isAt) ?? false }) {
        groups[root(number), default: []].insert(name)
      }
    }
    for leg in legs { note(leg.name) { $0 == leg.at } }
    for pin in pins {
      let edges = [pin.label.x, pin.label.x + pin.label.width]
      note(pin.name) { $0.y == pin.circle.y && edges.contains($0.x) }
    }
    return Set(groups.values)
  }
}
