import ButtonController

/// Rings drawn at the foot of the terminal, for programs without a loop.
///
/// What is printed goes on above them. Where there is no terminal nothing is drawn.
public final class RingBoard {
  private let board: TerminalBoard
  private let numbers: [Int]
  private var isOpen = false
  private var last: [[UInt32]]

  /// A board for rings of these names and so many pixels.
  public init(_ rings: [(name: String, pixels: Int)]) {
    let board = TerminalBoard()
    self.board = board
    numbers = rings.map { board.add(name: $0.name, pixels: $0.pixels) }
    last = rings.map { _ in [] }
    guard !rings.isEmpty else { return }
    do throws(RingError) {
      try board.open()
      isOpen = true
    } catch {}
  }

  deinit { close() }

  /// Draws a ring, unless it looks as before.
  public func draw(_ ring: Int, _ colours: [Colour]) {
    let codes = colours.map(\.rgb)
    guard isOpen, numbers.indices.contains(ring), codes != last[ring] else { return }
    last[ring] = codes
    do {
      try colours.withUnsafeBufferPointer { try board.draw(ring: numbers[ring], $0) }
    } catch {
      close()
    }
  }

  /// Gives the rows of the terminal back.
  public func close() {
    if isOpen { board.close(keepsLight: false) }
    isOpen = false
  }
}
