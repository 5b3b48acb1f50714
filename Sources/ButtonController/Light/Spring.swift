/// A damped spring of mass 1 that is released without velocity, in closed form.
///
/// Stiffness is (2 pi / duration)^2 and damping 4 pi (1 - bounce) / duration, so `1 - bounce` is the
/// damping ratio: 0 swings for ever, 1 comes back without passing the middle.
struct Spring: Equatable {
  /// The time of one swing without damping, in seconds.
  let duration: Double
  /// The damping ratio, 0…1.
  let damping: Double

  /// A spring; `bounce` outside 0…1 is taken as the nearest bound.
  init(duration: TimeSpan, bounce: Double) {
    self.duration = Double(duration.nanoseconds) / 1e9
    damping = bounce > 0 ? (bounce < 1 ? 1 - bounce : 0) : 1
  }

  /// What is left after `elapsed` of a pull of 1; negative on the other side.
  func rest(after elapsed: TimeSpan) -> Double {
    let time = Double(elapsed.nanoseconds) / 1e9
    if !(time > 0) { return 1 }
    if !(duration > 0) { return 0 }
    let frequency = 2 * pi / duration
    let decay = exponential(-damping * frequency * time)
    if damping >= 1 { return decay * (1 + frequency * time) }
    let share = squareRoot(1 - damping * damping)
    let phase = share * frequency * time
    return decay * (cosine(phase) + damping / share * sine(phase))
  }

  /// When a pull of 1 has become too small to see: below `Spring.visible` ever after, but no later
  /// than after `Spring.longest`, because a spring without damping never comes to rest.
  var settling: TimeSpan {
    if !(duration > 0) { return .zero }
    let frequency = 2 * pi / duration
    var time: Double
    if damping >= 1 {
      // (1 + x) e^-x = 0.005.
      time = 7.43 / frequency
    } else {
      let share = squareRoot(1 - damping * damping)
      time = logarithm(1 / (Spring.visible * share)) / (damping * frequency)
    }
    if !(time < Spring.longest) { time = Spring.longest }
    return TimeSpan(nanoseconds: Int64(time * 1e9))
  }

  /// An arc of 180 degrees times this is less than a degree.
  static let visible = 0.005
  /// Seconds.
  static let longest = 5.0
}
