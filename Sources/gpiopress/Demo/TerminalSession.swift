import PanelFiles
#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The terminal while the demo draws: its alternate screen, cursor hidden, keys raw if asked for, and all
/// of it put back on every way out, so that what stood on the screen stands there again.
///
/// Signals that would end or stop the program are blocked meanwhile and taken by `takeSignal`.
struct TerminalSession: ~Copyable {
  private let isRaw: Bool
  private var saved = termios()
  private var blocked = sigset_t()
  private var formerMask = sigset_t()

  /// Takes the terminal over; with `readsKeys` keys come at once and are not echoed.
  init(readsKeys: Bool) {
    isRaw = readsKeys && tcgetattr(STDIN_FILENO, &saved) == 0
    // In variables of its own: Swift 6.0 takes two fields of a noncopyable value for one access.
    var signals = sigset_t()
    var former = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] { sigaddset(&signals, signal) }
    sigprocmask(SIG_BLOCK, &signals, &former)
    blocked = signals
    formerMask = former
    enter()
  }

  deinit {
    leave()
    var mask = formerMask
    sigprocmask(SIG_SETMASK, &mask, nil)
  }

  /// What a signal asks for.
  enum Request {
    /// To end.
    case end
    /// To draw everything again, after the program was stopped.
    case redraw
  }

  /// Takes a pending signal, if there is one.
  ///
  /// Stops the process itself where it was asked to stop.
  borrowing func takeSignal() -> Request? {
    var signals = blocked
    var none = timespec()
    let signal = sigtimedwait(&signals, nil, &none)
    if signal <= 0 { return nil }
    if signal != SIGTSTP { return .end }
    leave()
    kill(getpid(), SIGSTOP)
    enter()
    return .redraw
  }

  /// Waits until a key comes or `nanoseconds` are over, and gives the bytes that came.
  borrowing func read(within nanoseconds: Int64) -> [UInt8] {
    // Rounded up: waking too early would only spin.
    let milliseconds = Int32(clamping: (nanoseconds + 999_999) / 1_000_000)
    var slot = pollfd(fd: isRaw ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0)
    guard poll(&slot, 1, milliseconds) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 64)
    #if canImport(Musl)
      let count = Musl.read(STDIN_FILENO, &bytes, bytes.count)
    #else
      let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
    #endif
    // The end of the input is an end of the demo, as Ctrl-D is.
    return count > 0 ? Array(bytes.prefix(count)) : [4]
  }

  private borrowing func enter() {
    if isRaw {
      var raw = saved
      raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
      tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    }
    _ = FileBytes.writeAll(Array("\u{1B}[?1049h\u{1B}[?25l".utf8), to: STDOUT_FILENO)
  }

  private borrowing func leave() {
    _ = FileBytes.writeAll(Array("\u{1B}[?25h\u{1B}[?1049l".utf8), to: STDOUT_FILENO)
    if isRaw {
      var former = saved
      tcsetattr(STDIN_FILENO, TCSADRAIN, &former)
    }
  }
}
