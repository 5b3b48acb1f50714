import ButtonController

/// A plot's time: where an instant is, and the round times that are written above.
struct PlotAxis {
  let from: Instant
  /// Nanoseconds from the left edge to the right.
  let length: Int64
  let left: Int
  let width: Int

  /// Between two labels.
  private static let air = 24
  private static let second: Int64 = 1_000_000_000
  private static let day = 24 * 3600 * second

  /// An axis for what is between two instants.
  init(from: Instant, to: Instant, left: Int, width: Int) {
    self.from = from
    length = max((to - from).nanoseconds, 1_000)
    self.left = left
    self.width = width
  }

  /// The place of an instant; of one outside, that of the edge.
  func x(_ instant: Instant) -> Int {
    // A stall may last longer than anything that happened: it ends at the right edge.
    let share = Double(min(max((instant - from).nanoseconds, 0), length)) / Double(length)
    return left + Int(share * Double(width))
  }

  /// Round times with their labels, as many as do not touch each other.
  var ticks: [(x: Int, label: String)] {
    let end = (from + TimeSpan(nanoseconds: length)).nanoseconds
    for step in PlotAxis.steps where length / step <= Int64(width) {
      let first = (from.nanoseconds + step - 1) / step
      let times = (first...max(first, end / step)).map { $0 * step }.filter { $0 <= end }
      let ticks = times.map {
        (x: x(Instant(nanoseconds: $0)), label: PlotAxis.label($0, step: step, end: end))
      }
      let widest = ticks.map { TextWidth.of($0.label, size: 10) }.max() ?? 0
      let isFree = zip(ticks, ticks.dropFirst()).allSatisfy {
        $1.x - $0.x >= widest + PlotAxis.air
      }
      if isFree { return ticks }
    }
    return []
  }

  /// From a microsecond to a hundred thousand days, as people count: 1, 2, 5; then 15 and 30 seconds
  /// and minutes, then hours.
  private static let steps: [Int64] = {
    var steps: [Int64] = []
    var decade: Int64 = 1_000
    while decade < second {
      steps += [decade, 2 * decade, 5 * decade]
      decade *= 10
    }
    steps += [1, 2, 5, 10, 15, 30].map { $0 * second }
    steps += [1, 2, 5, 10, 15, 30].map { $0 * 60 * second }
    steps += [1, 2, 3, 6, 12].map { $0 * 3600 * second }
    var days: Int64 = 1
    while days < 100_000 {
      steps += [days * day, 2 * days * day, 5 * days * day]
      days *= 10
    }
    return steps
  }()

  /// `250 ms`, `1.5 s`, `1:05`, `1:05:00` or `3 d 1:05:00`, with as many places as `step` needs; the
  /// unit is that of the largest time, so that all labels of an axis look alike.
  static func label(_ time: Int64, step: Int64, end: Int64) -> String {
    if end < 2 * second { return "\(decimal(time, unit: 1_000_000, step: step)) ms" }
    if end < 60 * second { return "\(decimal(time, unit: second, step: step)) s" }
    let seconds = time / second
    let (days, rest) = (seconds / 86_400, seconds % 86_400)
    if step >= day { return "\(days) d" }
    let (hours, minutes) = (rest / 3600, rest / 60 % 60)
    let places = decimal(rest % 60 * second + time % second, unit: second, step: step)
    let padded = (rest % 60 < 10 ? "0" : "") + places
    if end < 3600 * second { return "\(minutes):\(padded)" }
    let clock = "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(padded)"
    return end < day ? clock : "\(days) d \(clock)"
  }

  /// A time in words of its own, to the microsecond.
  static func words(_ instant: Instant) -> String {
    let time = instant.nanoseconds
    var step: Int64 = 1_000
    while step < second, time % (step * 10) == 0 { step *= 10 }
    return label(time, step: step, end: time)
  }

  private static func decimal(_ time: Int64, unit: Int64, step: Int64) -> String {
    var text = String(time / unit)
    var (rest, place) = (time % unit, unit)
    if step < unit { text += "." }
    while step < place {
      place /= 10
      text += String(rest / place)
      rest %= place
    }
    return text
  }
}
