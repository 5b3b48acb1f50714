/// Whether the program runs in a container, by what container engines leave for programs to see.
public enum Container {
  /// The engine's name as far as it is known; nil outside of a container.
  ///
  /// `variable` is `container` of the
  /// environment.
  public static func name(_ machine: MachineRoot, _ variable: String?) -> String? {
    if let variable, !variable.isEmpty { return variable }
    if machine.exists("/.dockerenv") { return "docker" }
    return machine.exists("/run/.containerenv") ? "podman" : nil
  }
}
