/// The cubic Bezier curve (0, 0, 0.58, 1): how fades and drains slow down towards their end.
func easeOut(_ time: Double) -> Double {
  if !(time > 0) { return 0 }
  if time >= 1 { return 1 }
  // With these handles x = 1.74 s^2 - 0.74 s^3 and y = 3 s^2 - 2 s^3. Newton's steps from the curve
  // without its cubic part stay inside 0…1 and have every digit after six.
  var s = squareRoot(time / 1.74)
  var step = 0
  while step < 7 {
    let error = (1.74 - 0.74 * s) * s * s - time
    s -= error / ((3.48 - 2.22 * s) * s)
    step += 1
  }
  return (3 - 2 * s) * s * s
}

/// A level that goes from `low` to `high` and back once in `period`, without a corner.
func pulse(from low: Double, to high: Double, period: TimeSpan, at elapsed: TimeSpan) -> Double {
  let within = elapsed.nanoseconds % period.nanoseconds
  let turn = Double(within) / Double(period.nanoseconds)
  return low + (high - low) * 0.5 * (1 - cosine(2 * pi * turn))
}
