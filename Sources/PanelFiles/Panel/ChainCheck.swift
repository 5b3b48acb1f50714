/// Checks rings that share a device: their pixels do not overlap, and they are driven alike.
struct ChainCheck {
  private let rings: [RingDecoder.Decoded]

  init(_ rings: [RingDecoder.Decoded]) { self.rings = rings }

  /// Says what is wrong with each ring of a device that is not its first in the file.
  func run() {
    for (index, ring) in rings.enumerated() {
      guard let device = ring.file.driver.device else { continue }
      let others = rings[..<index].filter { $0.file.driver.device == device }
      guard let first = others.first else { continue }
      let isAlike = checkDriver(ring, first, device)
      if isAlike { checkPixels(ring, others, device) }
    }
  }

  private typealias Decoded = RingDecoder.Decoded

  private func described(_ ring: Decoded) -> String {
    "\(ring.file.name) (line \(ring.fields.value.node.place.line))"
  }

  /// One driver sends the whole chain, in one way, and it is dark or lit as a whole at the end.
  private func checkDriver(_ ring: Decoded, _ first: Decoded, _ device: String) -> Bool {
    let (own, other) = (ring.file.driver, first.file.driver)
    if own.name != other.name {
      ring.fields["driver"]?.fail(
        "\(own.name), but \(described(first)) is \(other.name) on \(device); one driver sends the "
          + "whole chain")
      return false
    }
    for key in ["encoding", "speed"] where own != other && ring.fields.table[key] != nil {
      let value = ring.fields[key] ?? ring.fields.value
      if ring.fields[key]?.isSame(as: first.fields[key]) ?? !first.fields.has(key) { continue }
      value.fail(
        "\(key) is not that of \(described(first)) on \(device); write the same for the whole chain"
      )
      return false
    }
    if ring.file.isInverted != first.file.isInverted {
      (ring.fields["invert"] ?? ring.fields.value).fail(
        "invert is not that of \(described(first)) on \(device); write the same for the whole chain"
      )
      return false
    }
    if ring.file.staysLit != first.file.staysLit {
      (ring.fields["at_exit"] ?? ring.fields.value).fail(
        "at_exit is not that of \(described(first)) on \(device); a chain ends as a whole, write the "
          + "same")
    }
    return true
  }

  private func checkPixels(_ ring: Decoded, _ others: [Decoded], _ device: String) {
    let pixels = span(ring)
    guard let other = others.first(where: { span($0).overlaps(pixels) }) else { return }
    let taken = pixels.clamped(to: span(other))
    let end = others.map { span($0).upperBound }.max() ?? 0
    let isOne = taken.count == 1
    let what =
      isOne ? "pixel \(taken.lowerBound)" : "pixels \(taken.lowerBound) to \(taken.upperBound - 1)"
    (ring.fields["offset"] ?? ring.fields["device"])?.fail(
      "\(what) of \(device) \(isOne ? "belongs" : "belong") to \(described(other)); rings on one "
        + "device are one chain, write offset: \(end)")
  }

  private func span(_ ring: Decoded) -> Range<Int> {
    ring.file.offset..<(ring.file.offset + ring.ring.pixels)
  }
}

extension Value {
  /// Whether the same text stands there.
  fileprivate func isSame(as other: Value?) -> Bool { node.content == other?.node.content }
}
