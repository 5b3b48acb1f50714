import ButtonController
import PanelFiles
import PanelHardware

/// Something that does actions which are neither commands nor pictures: it types keys, it publishes.
///
/// Called by the loop's thread only, and never to wait.
public protocol ActionOutput: AnyObject {
  /// Does `action`, if it is of its kind, for `event`; gives whether it was.
  func perform(_ action: Action, for event: PanelEvent, in loop: PanelLoop) -> Bool
}

/// All outputs that do actions; each action goes to the first that takes it.
public final class ActionOutputs {
  private var outputs: [any ActionOutput] = []

  /// None yet.
  public init() {}

  /// Adds one, behind those that are there.
  public func add(_ output: any ActionOutput) { outputs.append(output) }

  /// Does `action`; what none of the outputs does is left undone, as the panel file's warning said.
  public func perform(_ action: Action, for event: PanelEvent, in loop: PanelLoop) {
    _ = outputs.contains { $0.perform(action, for: event, in: loop) }
  }
}
