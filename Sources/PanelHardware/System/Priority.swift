import CPanelLinux
import PanelFiles

/// The process's place among others.
public enum Priority {
  /// Gives the calling thread real-time priority, and keeps the process's memory in RAM.
  ///
  /// Threads and commands that it starts later are ordinary again. The error, or nil.
  public static func set(_ priority: Int) -> SystemError? {
    error(pl_set_priority(Int32(clamping: priority)), "set real-time priority")
  }

  /// Makes the calling thread an ordinary one, and lets its memory go to swap again.
  public static func clear() -> SystemError? {
    error(pl_clear_priority(), "give real-time priority back")
  }

  private static func error(_ result: Int32, _ what: String) -> SystemError? {
    result < 0 ? SystemError(-result, what) : nil
  }
}

/// `priority:` of the panel: set at the start, changed and given back at a reload.
///
/// An ordinary process does as well on a machine that is not busy, so a refusal is logged and the panel
/// runs on without. The loop's thread, which is the one that gets it.
public final class PriorityPart: LoopPart {
  /// Gives the calling thread a priority, nil for none; the error, or nil.
  public typealias Setter = (_ priority: Int?) -> SystemError?

  private let setter: Setter
  private let log: (String) -> Void
  /// What was asked for last.
  private var wanted: Int?
  private var isGranted = true

  /// Sets the priority of `panel`; `setter` is the system's but in tests.
  public init(
    _ panel: PanelFile, setter: @escaping Setter = { $0.map(Priority.set) ?? Priority.clear() },
    log: @escaping (String) -> Void
  ) {
    self.setter = setter
    self.log = log
    apply(panel.priority)
  }

  /// Sets what the new panel asks for, if that is not so yet.
  public func reload(in loop: PanelLoop) { apply(loop.panel.priority) }

  private func apply(_ priority: Int?) {
    if priority == wanted && isGranted { return }
    wanted = priority
    let error = setter(priority)
    isGranted = error == nil
    guard let error else { return }
    guard let priority else { return log("no priority: \(error)") }
    log(
      "priority \(priority): \(error); give the service LimitRTPRIO= and LimitMEMLOCK=, or take "
        + "`priority` out of the panel file")
  }
}
