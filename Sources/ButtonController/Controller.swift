/// A whole panel: levels and time go in, events and light come out.
///
/// A pure value: no clock, no I/O, no thread; nothing is allocated after `init`, so every call may be
/// made from a real-time loop. Not safe for concurrent use: one owner, like any value.
///
/// The caller reports raw level changes in the order of their stamps, and before it lets time pass
/// with `advance` it has reported every change stamped before. `known` is the instant at which the
/// caller learnt of what it reports: it becomes `decided` where the rules alone would give an earlier
/// one, so a stalled process tells the same events with a later `decided`.
public struct Controller {
  /// Receives each event as it is decided; must not touch the controller.
  public typealias Sink = (Event) -> Void

  /// The panel it was made for.
  public let panel: Panel

  /// A controller of `panel`; nothing is known before `start`.
  public init(_ panel: Panel) { self.panel = panel }

  /// How many lines the panel has: those of its controls one after the other.
  public var lineCount: Int { panel.controls.reduce(0) { $0 + $1.lineCount } }

  /// Begins at `instant` with the levels as read: `isClosed` is asked once for each line.
  public mutating func start(
    at instant: Instant, known: Instant? = nil, isClosed: (_ line: Int) -> Bool, _ sink: Sink
  ) {}

  /// A level change, or a repeat of a level, on `line`.
  public mutating func report(
    line: Int, isClosed: Bool, at stamp: Instant, known: Instant, _ sink: Sink
  ) {}

  /// Lets time pass: everything that is due up to and at `instant` is decided.
  public mutating func advance(to instant: Instant, known: Instant, _ sink: Sink) {}

  /// When `advance` will have something to do, if no level changes before; nil for never.
  public var nextDeadline: Instant? { nil }

  /// Edges of `line` were lost; `isClosed` is the level read after it.
  public mutating func lose(
    line: Int, isClosed: Bool, at instant: Instant, known: Instant, _ sink: Sink
  ) {}

  /// An audit read `isClosed` on `line` with no edge queued; does nothing if that is known already.
  public mutating func audit(
    line: Int, isClosed: Bool, at instant: Instant, known: Instant, _ sink: Sink
  ) {}

  /// The chip of `line` vanished.
  public mutating func detach(line: Int, at instant: Instant, known: Instant, _ sink: Sink) {}

  /// The chip of `line` is back; `isClosed` is the level read.
  public mutating func attach(
    line: Int, isClosed: Bool, at instant: Instant, known: Instant, _ sink: Sink
  ) {}

  /// The system slept from `beginning` to `end`; `isClosed` is asked once for each line.
  public mutating func resume(
    from beginning: Instant, to end: Instant, known: Instant? = nil,
    isClosed: (_ line: Int) -> Bool, _ sink: Sink
  ) {}

  /// Everything open is cancelled with `reload`, then all is as at a start, at the levels known.
  public mutating func reload(at instant: Instant, known: Instant, _ sink: Sink) {}

  /// Everything open is cancelled with `shutdown`; after it nothing is told.
  public mutating func shutDown(at instant: Instant, known: Instant, _ sink: Sink) {}

  /// The level of `line` as last reported or read.
  public func isClosed(line: Int) -> Bool { false }

  /// Whether levels should be audited every 250 ms: a button, push or direction is closed.
  public var needsAudit: Bool { false }
}

// MARK: - Light

extension Controller {
  /// What a ring's picture does next.
  public enum Motion: Equatable, Sendable {
    /// It stays until something is decided.
    case still
    /// It stays until this instant, then changes.
    case until(Instant)
    /// It changes all the time.
    case moving
  }

  /// Writes the picture of `ring` at `instant`: one colour a pixel, at most as many as fit.
  ///
  /// Depends on the ring's state and `instant` alone: a frame that is never asked for changes nothing.
  public func frame(
    of ring: Int, at instant: Instant, into pixels: UnsafeMutableBufferPointer<Colour>
  ) {}

  /// The picture of `ring` at `instant`, one colour a pixel; allocates the array.
  public func frame(of ring: Int, at instant: Instant) -> [Colour] { [] }

  /// What the picture of `ring` does after `instant`.
  public func motion(of ring: Int, at instant: Instant) -> Motion { .still }

  /// Shows that a command of a control of `ring` runs on.
  public mutating func showWorking(ring: Int, at instant: Instant) {}

  /// Shows that a command succeeded; ends `showWorking`.
  public mutating func showSuccess(ring: Int, at instant: Instant) {}

  /// Shows that a command failed; ends `showWorking`.
  public mutating func showFailure(ring: Int, at instant: Instant) {}

  /// Ends `showWorking` without a picture of its own.
  public mutating func endWorking(ring: Int, at instant: Instant) {}
}
