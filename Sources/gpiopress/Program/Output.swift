import PanelFiles

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The standard output, buffered; data goes here and nothing else does.
struct Output {
  /// What is written but not sent yet; append to it, then call `flushIfFull` or `finish`.
  var bytes: [UInt8] = []
  /// The errno of the write that failed; nothing is sent after it.
  private var errorCode: Int32?

  private static let chunk = 1 << 16

  /// Why nothing more can be sent: nobody reads on, or the disk is full.
  var failure: Failure? {
    errorCode.map { code in
      if code == EPIPE { return .nobodyReads }
      return Failure(
        .system, "gpiopress: cannot write to the standard output: \(ErrorNumber.text(of: code))")
    }
  }

  mutating func append(_ text: String) { bytes += text.utf8 }

  /// Sends what is there once it is worth a system call.
  mutating func flushIfFull() { if bytes.count >= Output.chunk { flush() } }

  /// Sends what is there.
  mutating func flush() {
    if errorCode == nil { errorCode = FileBytes.writeAll(bytes, to: STDOUT_FILENO) }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Sends the rest; throws if anything could not be sent.
  mutating func finish() throws(Failure) {
    flush()
    if let failure { throw failure }
  }
}

/// The standard error: one line a message.
enum ErrorOutput {
  /// Writes `line` and a line feed; what would move the cursor or break the line is made visible.
  static func say(_ line: String) {
    let bytes = Array(VisibleText.of(line).utf8) + [10]
    _ = FileBytes.writeAll(bytes, to: STDERR_FILENO)
  }
}
