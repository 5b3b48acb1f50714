import PanelHardware

/// Makes no keyboard, and never says so: keys are wanted, and nothing of them is typed.
final class DryMaker: KeyboardMaker {
  /// No file is looked at.
  let path = ""
  let raw: Int32 = -1

  func begin(_ spec: KeyboardSpec) throws(SystemError) {}

  func take() -> Result<any KeyboardDevice, SystemError>? { nil }
}
