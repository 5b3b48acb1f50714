import CPanelLinux
import Glibc

/// Writing in a thread that may wait.
extension OutputWay {
  /// What became of a piece.
  struct Result: Equatable {
    /// By how many bytes the output has grown; below 0 where half a line from earlier was taken back.
    var advance: Int
    /// Why the rest was not written; 0 if all was.
    var code: Int32
  }

  /// Writes whole lines, and waits as long as that takes; `begun` bytes of the first were written before.
  ///
  /// An error leaves no half line behind, where a file can be made shorter.
  func writeAll(_ piece: ArraySlice<UInt8>, begun: Int) -> Result {
    var done = 0
    while done < piece.count {
      let written = piece.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[done...])) }
      if written == -EINTR { continue }
      if written == -EAGAIN {
        // Others have made it non-blocking; this thread may wait.
        waitForRoom()
        continue
      }
      guard written >= 0 else {
        let whole = piece.prefix(done)
        return Result(advance: done - takeBack(whole, begun: begun), code: -written)
      }
      done += Int(written)
    }
    return Result(advance: done, code: 0)
  }

  private func waitForRoom() {
    usleep(10_000)
    var slot = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&slot, 1, -1)
  }

  /// Takes half a line away that an error left at the end; gives its length, 0 where it has to stay.
  private func takeBack(_ written: ArraySlice<UInt8>, begun: Int) -> Int {
    let length: Int
    if let end = written.lastIndex(of: 10) {
      length = written.endIndex - (end + 1)
    } else {
      length = begun + written.count
    }
    guard length > 0 else { return 0 }
    return pl_output_take_back(descriptor, UInt32(clamping: length)) == 0 ? length : 0
  }
}
