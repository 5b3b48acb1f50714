import ButtonController
import PanelFiles

/// One ring that is lit by hand, on the thread of the caller, who is informed of the first failure.
///
/// What its driver finds left lit is taken over. Frames go through the flash limiter, as those of a
/// running panel do, and one that equals the last is not sent.
public final class RingByHand {
  private var output: any RingOutput
  private var frames: RingFrames
  /// The lit ring's pixels in a frame.
  private let first: Int
  private let count: Int

  /// One ring of a chain that a panel file describes; the others of the chain are dark meanwhile.
  public init(_ chain: [RingPart], lit: Int) throws(RingError) {
    output = try RingOutputs.make(chain, board: TerminalBoard())
    frames = RingFrames(pixels: chain.map(\.pixels))
    first = chain[..<lit].reduce(0) { $0 + $1.pixels }
    count = chain[lit].pixels
  }

  deinit { frames.deallocate() }

  /// Opens what it writes to.
  public func open() throws(RingError) {
    do throws(RingError) { try output.open() } catch {
      // What was taken before it failed goes back.
      output.close(keepsLight: false)
      throw error
    }
  }

  /// Shows a picture, one colour a pixel; what is missing is dark.
  public func show(_ colours: [Colour], at instant: Instant) throws(RingError) {
    for index in 0..<count {
      frames.fetched[first + index] = index < colours.count ? colours[index] : .black
    }
    frames.take(at: instant)
    guard frames.hasNews else { return }
    try output.send(UnsafeBufferPointer(frames.shown), at: instant)
    frames.noteSent()
  }

  /// When the same picture is to be shown again, because the flash limiter holds a part of it back.
  public var nextChange: Instant { frames.nextChange }

  /// Makes it dark, unless it is to stay lit, and gives back what was opened.
  public func close(staysLit: Bool) {
    if !staysLit { output.dark() }
    output.close(keepsLight: staysLit)
  }

  /// Makes the rings of a chain dark that somebody else left lit.
  static func makeDark(_ chain: [RingPart]) throws(RingError) {
    guard let (file, pixels) = chain.first.map({ ($0.file, $0.pixels) }) else { return }
    var output: any RingOutput
    switch file.driver {
    // It gives its rows back at the end, and a killed one left them to the shell.
    case .terminal: return
    case .file(let path):
      output = FileRing(path: path, name: file.name, pixels: pixels, keepsContent: true)
    case .pwm, .softPwm, .led, .ws2812, .apa102, .pio:
      output = try RingOutputs.make(chain, board: TerminalBoard())
    }
    defer { output.close(keepsLight: false) }
    try output.open()
    // By a frame and not by `dark`, which says nothing of a failure.
    let black = [Colour](repeating: .black, count: chain.reduce(0) { $0 + $1.pixels })
    // Carried out by hand: Swift 6.0's buffer closures lose the type of what they throw.
    var failure: RingError?
    black.withUnsafeBufferPointer { buffer in
      do throws(RingError) {
        try output.send(buffer, at: MonotonicClock.now())
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
