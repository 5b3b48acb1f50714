import PanelFiles

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where a replay's trace comes from: a regular file, or the standard input as it comes.
struct TraceInput {
  /// What errors name.
  let path: String
  private let file: FileReader?
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  /// How many bytes were read.
  private(set) var count: Int64 = 0

  /// Opens the trace at `path`, `-` for the standard input.
  init(_ path: String) throws(Failure) {
    self.path = path
    guard path != "-" else {
      file = nil
      return
    }
    do throws(FileError) {
      file = try FileReader(path: path)
    } catch {
      throw Failure(error, invalid: .badData)
    }
  }

  /// How many bytes there are; nil where only the end reports.
  var size: Int64? {
    guard let size = file?.size, size > 0 else { return nil }
    return size
  }

  /// Whether it may come as it happens: a pipe, a terminal, a socket.
  var isLive: Bool {
    if file != nil { return false }
    var status = stat()
    return fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  /// Gives the next bytes to `body`; false at the end.
  mutating func next(_ body: (ArraySlice<UInt8>) -> Void) throws(Failure) -> Bool {
    let got = try read()
    if got == 0 { return false }
    count += Int64(got)
    body(chunk[..<got])
    return true
  }

  private mutating func read() throws(Failure) -> Int {
    guard file != nil else { return try Descriptor.readInput(into: &chunk) }
    do throws(FileError) {
      var failure: FileError?
      let got = chunk.withUnsafeMutableBytes { buffer -> Int in
        do throws(FileError) {
          return try file?.read(buffer) ?? 0
        } catch {
          failure = error
          return 0
        }
      }
      if let failure { throw failure }
      return got
    } catch {
      throw Failure(error, invalid: .badData)
    }
  }
}
