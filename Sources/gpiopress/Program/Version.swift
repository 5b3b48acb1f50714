/// The project's version, the one place that has it.
enum Version {
  /// Semantic version of program, panel files and library.
  static let text = "0.1.0"
}
