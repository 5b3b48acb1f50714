import CPanelLinux

/// The wall clock, which stamps nothing but the `time` of event lines.
public enum WallClock {
  /// Whether the kernel knows that something keeps it right; nil where it does not say.
  public static var isSynchronised: Bool? {
    let result = pl_clock_is_synchronised()
    return result < 0 ? nil : result == 1
  }
}
