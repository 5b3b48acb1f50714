import PanelFiles

/// One ring of what an output sends at once: a ring by itself, or one of a chain.
public struct RingPart: Equatable, Sendable {
  /// What the panel file says of it.
  public var file: RingFile
  /// How many pixels its pictures have.
  public var pixels: Int

  /// A ring of so many pixels.
  public init(_ file: RingFile, pixels: Int) {
    self.file = file
    self.pixels = pixels
  }
}

extension PanelFile {
  /// The rings of a chain, as an output takes them.
  public func parts(of chain: [Int]) -> [RingPart] {
    chain.map { RingPart(rings[$0], pixels: panel.rings[$0].pixels) }
  }
}
