import CPanelLinux

/// The process's place among others.
public enum Priority {
  /// Gives the calling thread real-time priority, and keeps its memory in RAM.
  ///
  /// Threads and commands that it starts later are ordinary again. The error, or nil.
  public static func set(_ priority: Int) -> SystemError? {
    let result = pl_set_priority(Int32(clamping: priority))
    return result < 0 ? SystemError(-result, "set real-time priority") : nil
  }
}
