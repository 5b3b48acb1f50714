import ButtonController

extension Trace {
  /// A trace of hours at full speed is smaller than this: 256 MiB.
  private static let maximumBytes = 256 << 20

  /// Reads the trace at `path`: a value change dump if its name ends in `.vcd`, else the text form.
  public static func read(
    path: String, lines: [LinePlan], controls: [ControlFile], options: VcdOptions = VcdOptions()
  ) throws(FileError) -> Trace {
    let text = try FileBytes.read(path: path, limit: maximumBytes)
    if isVcd(path) {
      return try parseVcd(text, path: path, lines: lines, controls: controls, options: options)
    }
    return try parse(text, path: path, lines: lines, controls: controls)
  }

  /// Whether a file of this name holds a value change dump.
  public static func isVcd(_ path: String) -> Bool {
    path.hasSuffix(".vcd") || path.hasSuffix(".VCD")
  }
}
