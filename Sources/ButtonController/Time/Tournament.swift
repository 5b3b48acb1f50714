/// The earliest of many instants, in steps that grow with the logarithm of their number.
///
/// A tournament: each place plays against its neighbour, and the earlier of the two goes on to the next
/// round. Made once for a number of places; nothing is allocated after that. A place without an instant
/// has `never`. Ties go to the lower place.
@usableFromInline struct Tournament: Sendable {
  /// The winner of all at 1, the players of node n at 2n and 2n + 1, the places from `leaves` on.
  @usableFromInline var nodes: [Instant]
  private let leaves: Int
  let count: Int

  /// As many places as `count`, none with an instant.
  init(count: Int) {
    var leaves = 1
    while leaves < count { leaves *= 2 }
    self.leaves = leaves
    self.count = count
    nodes = Array(repeating: .never, count: 2 * leaves)
  }

  /// The earliest of all instants.
  @inlinable var earliest: Instant { nodes[1] }

  /// The instant at `place`.
  subscript(place: Int) -> Instant {
    get { nodes[leaves + place] }
    set {
      var node = leaves + place
      if nodes[node] == newValue { return }
      nodes[node] = newValue
      while node > 1 {
        let winner = min(nodes[node], nodes[node ^ 1])
        node /= 2
        if nodes[node] == winner { return }
        nodes[node] = winner
      }
    }
  }

  /// The first place from `place` on whose instant is before `limit`; nil where there is none.
  func first(from place: Int = 0, before limit: Instant) -> Int? {
    guard nodes[1] < limit, place < count else { return nil }
    var node = leaves + place
    while nodes[node] >= limit {
      // Up from all that have been last, then to the neighbour behind.
      while node & 1 == 1 { node /= 2 }
      if node == 0 { return nil }
      node += 1
    }
    while node < leaves {
      node *= 2
      if nodes[node] >= limit { node += 1 }
    }
    return node - leaves
  }

  /// The earliest of the instants after `instant`.
  @inlinable func earliest(after instant: Instant) -> Instant {
    nodes[1] > instant ? nodes[1] : earliest(after: instant, of: 1)
  }

  @usableFromInline func earliest(after instant: Instant, of node: Int) -> Instant {
    if nodes[node] > instant { return nodes[node] }
    if node >= leaves { return .never }
    return min(
      earliest(after: instant, of: 2 * node), earliest(after: instant, of: 2 * node + 1))
  }
}

extension Instant {
  /// The next instant: what is before it is at the latest now.
  var next: Instant { self + TimeSpan(nanoseconds: 1) }

  /// The instant before: what is after it is at the earliest now.
  var previous: Instant { self - TimeSpan(nanoseconds: 1) }

  /// The instant as far on the other side of zero: among these the latest is the earliest.
  var mirrored: Instant { Instant(nanoseconds: nanoseconds == .min ? .max : -nanoseconds) }
}
