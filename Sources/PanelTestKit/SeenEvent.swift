import ButtonController
import PanelFiles

/// An event that came of a trace, with the names that the panel file has for it.
public struct SeenEvent: Equatable, Sendable, CustomStringConvertible {
  /// The control's name in the panel file.
  public var control: String
  /// The event's name in the panel file, such as `tap` or `confirm_start`.
  public var name: String
  /// When it happened, counted from the trace's zero.
  public var at: Instant
  /// When it was known; later than `at` where more had to be waited for.
  public var decided: Instant
  /// What happened, as the engine has it: the count of a tap, the reason of a cancel.
  public var kind: Event.Kind
  /// The line of JSON that `gpiopress replay` prints of it, without its line feed.
  public var line: String
  /// Why it came, in words, as `gpiopress replay --explain` has it.
  public var why: String

  /// Control and event, such as `erase tap`.
  public var summary: String { "\(control) \(name)" }

  /// The line of JSON: it can be copied into an expectation.
  public var description: String { line }
}
