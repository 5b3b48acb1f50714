/// The pixels of one ring's frame, addressed by place: counted from `zero` in the ring's direction.
struct Circle {
  /// Where the colours go; may be shorter than the ring, what does not fit is left out.
  let pixels: UnsafeMutableBufferPointer<Colour>
  /// Pixels of the whole circle, whatever fits.
  let count: Int
  private let zero: Int
  private let isClockwise: Bool

  init(_ ring: Ring, _ pixels: UnsafeMutableBufferPointer<Colour>) {
    self.pixels = pixels
    count = ring.pixels > 0 ? ring.pixels : 0
    let remainder = count > 0 ? ring.zero % count : 0
    zero = remainder < 0 ? remainder + count : remainder
    isClockwise = ring.isClockwise
  }

  /// How many pixels are written.
  var written: Int { pixels.count < count ? pixels.count : count }

  /// Every pixel the same.
  func paint(_ colour: Colour) {
    var index = 0
    let end = written
    while index < end {
      pixels[index] = colour
      index += 1
    }
  }

  /// The pixel of one place, 0…count - 1.
  func set(_ place: Int, to colour: Colour) {
    let index = isClockwise ? (zero + place) % count : (zero - place + count) % count
    if index < pixels.count { pixels[index] = colour }
  }

  /// Every pixel by the level of its place, a share of `colour`.
  @inline(__always)
  func paint(_ colour: Colour, level: (_ place: Int) -> Double) {
    var index = zero
    var place = 0
    while place < count {
      if index < pixels.count { pixels[index] = colour.scaled(by: level(place)) }
      place += 1
      if isClockwise {
        index = index + 1 == count ? 0 : index + 1
      } else {
        index = index == 0 ? count - 1 : index - 1
      }
    }
  }

  /// Pixels `progress` x count from zero at `level` of the colour, over the track.
  func paintFill(_ colour: Colour, progress: Double, track: Double, level: Double) {
    let covered = progress * Double(count)
    paint(colour) { place in
      (track + (1 - track) * bound(covered - Double(place))) * level
    }
  }

  /// An arc from `start` to `end`, in turns from zero; at most one turn long, dark elsewhere.
  func paintArc(_ colour: Colour, from start: Double, to end: Double) {
    let whole = Double(count)
    // Two stretches, so that an arc over zero needs no remainder a pixel.
    var first = start - Double(Int32(start))
    if first < 0 { first += 1 }
    let low = first * whole
    let high = (first + (end - start)) * whole
    paint(colour) { place in
      let here = Double(place)
      return overlap(low, high, here) + overlap(low - whole, high - whole, here)
    }
  }

  /// A bump around `centre`, in turns from zero, that reaches 0 at `halfWidth`; dark elsewhere.
  func paintBump(_ colour: Colour, centre: Double, halfWidth: Double, level: Double) {
    paint(colour) { place in
      var distance = (Double(place) + 0.5) / Double(count) - centre
      distance -= Double(Int32(distance))
      if distance < 0 { distance = -distance }
      if distance > 0.5 { distance = 1 - distance }
      if distance >= halfWidth { return 0 }
      return level * 0.5 * (1 + cosine(pi * distance / halfWidth))
    }
  }

  /// Dims what is painted.
  func dim(by level: Double) {
    var index = 0
    let end = written
    while index < end {
      pixels[index] = pixels[index].scaled(by: level)
      index += 1
    }
  }

  /// Cross-fades from `colour` to what is painted: 0 is the colour, 1 what is painted.
  func fade(from colour: Colour, _ share: Double) {
    if share >= 1 { return }
    if !(share > 0) { return paint(colour) }
    let light = LinearLight(colour)
    // A picture has few colours (an arc has four), and powers are the dear part.
    var known = KnownMixes(first: colour)
    var index = 0
    let end = written
    while index < end {
      let pixel = pixels[index]
      if let mixed = known.mix(of: pixel) {
        pixels[index] = mixed
      } else {
        let mixed = light.mixed(with: LinearLight(pixel), share).colour
        known.note(pixel, mixed)
        pixels[index] = mixed
      }
      index += 1
    }
  }

  /// How much of the pixel's own part lies between `low` and `high`.
  private func overlap(_ low: Double, _ high: Double, _ place: Double) -> Double {
    let from = low > place ? low : place
    let to = high < place + 1 ? high : place + 1
    return to > from ? to - from : 0
  }
}

/// The last four colours that were mixed, and what came of them; no array, as frames allocate nothing.
private struct KnownMixes {
  private var colours: (Colour, Colour, Colour, Colour)
  private var mixes: (Colour, Colour, Colour, Colour)
  private var oldest = 0

  /// A colour mixed with itself stays.
  init(first: Colour) {
    colours = (first, first, first, first)
    mixes = colours
  }

  func mix(of colour: Colour) -> Colour? {
    if colour == colours.0 { return mixes.0 }
    if colour == colours.1 { return mixes.1 }
    if colour == colours.2 { return mixes.2 }
    return colour == colours.3 ? mixes.3 : nil
  }

  mutating func note(_ colour: Colour, _ mix: Colour) {
    switch oldest {
    case 0: (colours.0, mixes.0) = (colour, mix)
    case 1: (colours.1, mixes.1) = (colour, mix)
    case 2: (colours.2, mixes.2) = (colour, mix)
    default: (colours.3, mixes.3) = (colour, mix)
    }
    oldest = (oldest + 1) & 3
  }
}
