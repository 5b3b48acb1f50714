// The functions that gestures and light need, in plain arithmetic on Double: no library of the
// platform takes part, so a microcontroller, a browser and a server give the same bits. Relative
// error is below 1e-13 where the result is not near a zero of the function.

let pi = 3.141592653589793
private let logarithmOfTwo = 0.6931471805599453
// log 2 and pi / 2 in parts, the first with zeros at its end so that a small multiple of it is exact.
private let logarithmOfTwoHigh = 0x1.62e42feep-1
private let logarithmOfTwoLow = 0x1.a39ef35793c76p-33
private let quarterTurnHigh = 0x1.921fb544p+0
private let quarterTurnMiddle = 0x1.0b4611a6p-34
private let quarterTurnLow = 0x1.3198a2e037073p-69

/// e to the power of `x`; 0 and infinity beyond the range of a Double (subnormal results are 0).
func exponential(_ x: Double) -> Double {
  if x != x { return x }
  if x > 709.78 { return Double.infinity }
  if x < -708 { return 0 }
  let count = nearestWhole(x / logarithmOfTwo)
  let rest = x - count * logarithmOfTwoHigh - count * logarithmOfTwoLow
  // Taylor, 1 / k! from 13 down: |rest| is below 0.35, so the first term left out is below 1e-17.
  var sum = 1.0 / 6_227_020_800
  sum = sum * rest + 1.0 / 479_001_600
  sum = sum * rest + 1.0 / 39_916_800
  sum = sum * rest + 1.0 / 3_628_800
  sum = sum * rest + 1.0 / 362_880
  sum = sum * rest + 1.0 / 40_320
  sum = sum * rest + 1.0 / 5_040
  sum = sum * rest + 1.0 / 720
  sum = sum * rest + 1.0 / 120
  sum = sum * rest + 1.0 / 24
  sum = sum * rest + 1.0 / 6
  sum = sum * rest + 0.5
  sum = sum * rest + 1
  sum = sum * rest + 1
  // In two steps, as 2^1024 by itself is out of range.
  let power = Int32(count)
  let half = power / 2
  return sum * powerOfTwo(half) * powerOfTwo(power - half)
}

/// The natural logarithm of `x`; minus infinity for 0, not a number below it.
func logarithm(_ x: Double) -> Double {
  if x != x || x < 0 { return Double.nan }
  if x == 0 { return -Double.infinity }
  if x == Double.infinity { return x }
  var scaled = x
  var shift = 0.0
  if scaled < Double.leastNormalMagnitude {
    scaled *= 18_014_398_509_481_984
    shift = -54
  }
  var power = Double(Int32(truncatingIfNeeded: (scaled.bitPattern >> 52) & 0x7ff) - 1023) + shift
  var part = Double(bitPattern: (scaled.bitPattern & 0xf_ffff_ffff_ffff) | 0x3ff0_0000_0000_0000)
  if part > 1.4142135623730951 {
    part /= 2
    power += 1
  }
  let ratio = (part - 1) / (part + 1)
  let square = ratio * ratio
  var sum = 1.0 / 21
  sum = sum * square + 1.0 / 19
  sum = sum * square + 1.0 / 17
  sum = sum * square + 1.0 / 15
  sum = sum * square + 1.0 / 13
  sum = sum * square + 1.0 / 11
  sum = sum * square + 1.0 / 9
  sum = sum * square + 1.0 / 7
  sum = sum * square + 1.0 / 5
  sum = sum * square + 1.0 / 3
  sum = sum * square + 1
  return power * logarithmOfTwoHigh + (2 * ratio * sum + power * logarithmOfTwoLow)
}

/// `base` to the power of `exponent`, for a base of 0 or more.
func power(_ base: Double, _ exponent: Double) -> Double {
  if exponent == 0 || base == 1 { return 1 }
  if base == 0 { return exponent > 0 ? 0 : Double.infinity }
  return exponential(exponent * logarithm(base))
}

/// The square root of `x`, exact where it is a whole number; not a number below 0.
func squareRoot(_ x: Double) -> Double {
  if x != x || x < 0 { return Double.nan }
  if x == 0 || x == Double.infinity { return x }
  if x < Double.leastNormalMagnitude {
    return squareRoot(x * 18_014_398_509_481_984) / 134_217_728
  }
  // Halving the exponent gives a first guess within 4 %; Newton's step then doubles the digits.
  var root = Double(bitPattern: (x.bitPattern >> 1) + 0x1ff7_a3be_a91d_9b1b)
  var step = 0
  while step < 6 {
    root = 0.5 * (root + x / root)
    step += 1
  }
  return root
}

/// The length of a vector.
func length(_ x: Double, _ y: Double) -> Double { squareRoot(x * x + y * y) }

/// The sine of `x` radians, for |x| up to a million turns.
func sine(_ x: Double) -> Double { wave(x, quarters: 0) }

/// The cosine of `x` radians, for |x| up to a million turns.
func cosine(_ x: Double) -> Double { wave(x, quarters: 1) }

/// The angle of the vector (`x`, `y`) in radians, in [-pi, pi]; 0 at the centre.
func arcTangent(y: Double, x: Double) -> Double {
  if x != x || y != y { return Double.nan }
  let height = y.magnitude
  let width = x.magnitude
  if height == 0 { return x < 0 ? pi : 0 }
  var angle: Double
  if height <= width {
    angle = arcTangent(ofShare: height / width)
  } else {
    angle = pi / 2 - arcTangent(ofShare: width / height)
  }
  if x < 0 { angle = pi - angle }
  return y < 0 ? -angle : angle
}

/// The arc tangent for 0…1.
private func arcTangent(ofShare share: Double) -> Double {
  let rootOfThree = 1.7320508075688772
  // A turn back by 30 degrees leaves a tangent of at most 0.268.
  if share > 0.2679491924311227 {
    return pi / 6 + arcTangentSeries((share * rootOfThree - 1) / (rootOfThree + share))
  }
  return arcTangentSeries(share)
}

private func arcTangentSeries(_ x: Double) -> Double {
  let square = x * x
  var sum = 0.0
  var divisor = 29.0
  while divisor > 0 {
    sum = 1 / divisor - sum * square
    divisor -= 2
  }
  return x * sum
}

/// sin(x + quarters x 90 degrees).
private func wave(_ x: Double, quarters: Int32) -> Double {
  if !(x.magnitude < 1e7) { return Double.nan }
  let count = nearestWhole(x / (pi / 2))
  let rest = x - count * quarterTurnHigh - count * quarterTurnMiddle - count * quarterTurnLow
  let square = rest * rest
  let quadrant = (Int32(count) &+ quarters) & 3
  var sum = 1.0
  // 1 - r^2/(2*3) (1 - r^2/(4*5) …) for the sine, with divisors one lower for the cosine.
  var divisor = quadrant & 1 == 0 ? 17.0 : 16.0
  while divisor > 1 {
    sum = 1 - sum * square / (divisor * (divisor - 1))
    divisor -= 2
  }
  if quadrant & 1 == 0 { sum *= rest }
  return quadrant >= 2 ? -sum : sum
}

/// The whole number nearest to `x`, which must fit 32 bits.
private func nearestWhole(_ x: Double) -> Double {
  Double(Int32(x < 0 ? x - 0.5 : x + 0.5))
}

/// 2^`exponent` for -1022…1023.
private func powerOfTwo(_ exponent: Int32) -> Double {
  Double(bitPattern: UInt64(truncatingIfNeeded: exponent + 1023) << 52)
}
