/// The words for what a ring can show: the one list of them, for panel files, `gpiopress ring`, the socket
/// and MQTT.
public enum PictureWord: String, CaseIterable, Sendable {
  /// Dark; ends at once.
  case off
  /// Filled to a share of 0 to 1.
  case fill
  /// A command or a confirm that went well.
  case success
  /// A command that failed.
  case error
  /// A command that runs on.
  case working
  /// A knob that is pushed, turned and released.
  case drag
  /// A stick that is pushed and released.
  case stick
  /// A button without confirm.
  case press
  /// A button that is held to the end.
  case confirm
  /// A button that is released too early.
  case cancel
  /// A press in the time of success.
  case denied
  /// What the panel file has for it at rest.
  case idle
  /// Slowly brighter and darker.
  case breathe
  /// Red, green and blue from zero; then each pixel by itself.
  case test

  /// Whether it is the answer to a finger.
  ///
  /// `gpiopress ring` plays such a gesture; nothing else can ask for it, as it would say that somebody
  /// pressed.
  public var isGesture: Bool {
    switch self {
    case .drag, .stick, .press, .confirm, .cancel, .denied: return true
    case .off, .fill, .success, .error, .working, .idle, .breathe, .test: return false
    }
  }

  /// Those that a panel file, an application or a message can ask for.
  public static let pictures = allCases.filter { !$0.isGesture }

  /// What it is, in a few words.
  public var summary: String {
    switch self {
    case .off: return "dark; ends at once"
    case .fill: return "filled to a share of 0 to 1, as in fill 0.4"
    case .success: return "a command or a confirm that went well"
    case .error: return "a command that failed"
    case .working: return "a command that runs on"
    case .drag: return "a knob that is pushed, turned and released"
    case .stick: return "a stick that is pushed up and right, and released"
    case .press: return "a button without confirm"
    case .confirm: return "a button that is held for 1.2 s"
    case .cancel: return "a button that is released too early"
    case .denied: return "a press in the time of success"
    case .idle: return "what the panel file has for it at rest"
    case .breathe: return "slowly brighter and darker"
    case .test: return "from zero red, green, blue; then each pixel by itself"
    }
  }

  /// An example of the word with what stands after it.
  var example: String { self == .fill ? "fill 0.4" : rawValue }
}
