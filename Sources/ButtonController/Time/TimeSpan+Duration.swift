#if !hasFeature(Embedded)
  extension TimeSpan {
    /// This span as the standard library's type, to the nanosecond.
    public var duration: Duration { .nanoseconds(nanoseconds) }

    /// A span as long as `duration`, cut to whole nanoseconds towards zero; clamped to what 64 bits
    /// hold.
    public init(_ duration: Duration) {
      let (seconds, attoseconds) = duration.components
      self = .seconds(seconds) + TimeSpan(nanoseconds: attoseconds / 1_000_000_000)
    }
  }
#endif
