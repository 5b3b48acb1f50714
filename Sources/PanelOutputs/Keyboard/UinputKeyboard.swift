import CPanelLinux
import Glibc
import PanelHardware

/// A keyboard of the kernel's uinput.
final class UinputKeyboard: KeyboardDevice {
  private var descriptor: Int32

  /// Takes over an open keyboard.
  init(owning descriptor: Int32) { self.descriptor = descriptor }

  deinit { close() }

  func write(_ changes: ArraySlice<KeyChange>) throws(SystemError) {
    let changes = changes.map { pl_key_change(code: $0.code, is_down: $0.isDown ? 1 : 0) }
    let result = changes.withUnsafeBufferPointer {
      pl_keyboard_send(descriptor, $0.baseAddress, UInt32($0.count))
    }
    if result < 0 { throw SystemError(-result, "write to the keyboard") }
  }

  /// The kernel waits until none of its parts looks at the device any more: tens of milliseconds that
  /// are not the loop's.
  func close() {
    let last = descriptor
    descriptor = -1
    guard last >= 0 else { return }
    do throws(SystemError) {
      try DetachedThread.start { _ = Glibc.close(last) }
    } catch {
      _ = Glibc.close(last)
    }
  }
}

/// Makes keyboards through /dev/uinput, each on a thread of its own.
///
/// The first open may make the kernel load the module, for which it starts a program and waits.
final class UinputMaker: KeyboardMaker {
  let path: String
  private var answer: Answer?

  /// What the thread found, as one number in an event descriptor: nothing else is shared.
  private final class Answer: Sendable {
    let signal: OwnedDescriptor

    init() throws(SystemError) {
      let raw = pl_event_open()
      if raw < 0 { throw SystemError(-raw, "make an event descriptor") }
      signal = OwnedDescriptor(owning: raw)
    }

    /// Of a descriptor its number and 1, for 0 is no event; of an error its number above that.
    func give(_ result: Int32) {
      var word = result >= 0 ? UInt64(result) + 1 : Answer.failure + UInt64(-result)
      _ = Glibc.write(signal.raw, &word, MemoryLayout<UInt64>.size)
    }

    func take() -> Int32? {
      var word: UInt64 = 0
      let size = MemoryLayout<UInt64>.size
      guard Glibc.read(signal.raw, &word, size) == size else { return nil }
      return word < Answer.failure ? Int32(word - 1) : -Int32(word - Answer.failure)
    }

    private static let failure: UInt64 = 1 << 32
  }

  init(path: String = "/dev/uinput") { self.path = path }

  var raw: Int32 { answer?.signal.raw ?? -1 }

  func begin(_ spec: KeyboardSpec) throws(SystemError) {
    let answer = try Answer()
    try DetachedThread.start { [path] in
      let result = spec.codes.withUnsafeBufferPointer {
        pl_keyboard_open(path, spec.name, $0.baseAddress, UInt32($0.count))
      }
      answer.give(result)
    }
    self.answer = answer
  }

  func take() -> Result<any KeyboardDevice, SystemError>? {
    guard let result = answer?.take() else { return nil }
    answer = nil
    if result < 0 { return .failure(SystemError(-result, "open \(path)")) }
    return .success(UinputKeyboard(owning: result))
  }
}
