/// What one ring shows, as a function of time; the whole memory of a picture.
struct RingState {
  init() {}

  /// A press of a control without confirm was decided.
  mutating func press(at decided: Instant) {}
  /// That press's release was decided.
  mutating func release(at decided: Instant) {}
  /// An attempt runs from `start` to `end`; a drain that runs at `decided` is taken over.
  mutating func fill(from start: Instant, to end: Instant, at decided: Instant) {}
  /// The attempt was cancelled: drains from the fill then shown.
  mutating func drain(over span: Span, at decided: Instant) {}
  /// The attempt was confirmed.
  mutating func confirm(success: Span, fade: Span, at decided: Instant) {}
  /// A press that cannot start.
  mutating func deny(at decided: Instant) {}
  /// A knob's drag: its pull as a share of the reach, with a sign.
  mutating func drag(pull: Double, at decided: Instant) {}
  /// A stick's drag: pull as a share of the reach, angle in degrees (0 right, 90 up).
  mutating func drag(pull: Double, angle: Double, at decided: Instant) {}
  /// The drag was let go: springs back.
  mutating func spring(duration: Span, bounce: Double, at decided: Instant) {}
  /// Back to idle at once.
  mutating func clear() {}
}
