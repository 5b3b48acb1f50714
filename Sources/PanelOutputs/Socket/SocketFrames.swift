import ButtonController
import PanelFiles
import PanelHardware

/// The pictures of a panel's rings, for a program: each that differs from the last, some a second.
///
/// A picture that there is no time for, or that a slow reader does not take, is left out: the next one
/// has all of it.
struct SocketFrames {
  private var last: [[UInt32]]
  private var seenRevision = -1
  private var lookedAt = Instant.ever
  /// When a picture changes by itself.
  private var changeAt = Instant.ever

  /// As often at the most: smooth enough for eyes, and little work for the panel.
  static let period = TimeSpan.milliseconds(50)

  /// Nothing of `panel` was sent yet.
  init(_ panel: PanelFile) { last = panel.rings.map { _ in [] } }

  /// When a ring may look different; `never` where nothing moves.
  func nextLook(in loop: PanelLoop) -> Instant {
    let next = seenRevision == loop.revision ? changeAt : .ever
    return next == .never ? .never : max(next, lookedAt + SocketFrames.period)
  }

  /// Gives a line for each ring that looks different now, as long as `isWanted`.
  mutating func look(
    at now: Instant, in loop: PanelLoop, while isWanted: () -> Bool, _ send: ([UInt8]) -> Void
  ) {
    lookedAt = now
    seenRevision = loop.revision
    changeAt = .never
    for (ring, file) in loop.panel.rings.enumerated() where last.indices.contains(ring) {
      switch loop.controller.motion(of: ring, at: now) {
      case .still: break
      case .until(let change): changeAt = min(changeAt, change)
      case .moving: changeAt = .ever
      }
      let pixels = loop.controller.frame(of: ring, at: now).map(\.rgb)
      if pixels == last[ring] { continue }
      guard isWanted() else {
        changeAt = .ever
        return
      }
      last[ring] = pixels
      var object = JSONBuilder()
      object.add(milliseconds: "at", now - loop.clock.origin)
      object.add("ring", file.name)
      object.add("pixels", pixels.map { $0.hexadecimal })
      send(object.line)
    }
  }
}

extension UInt32 {
  /// A colour as `rrggbb`.
  fileprivate var hexadecimal: String {
    let digits = String(self & 0xFF_FFFF, radix: 16)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}

/// Pictures for programs; nobody is disconnected for not taking them.
extension ControlSocket {
  /// When the next picture is to be looked at.
  func nextFrame(in loop: PanelLoop) -> Instant {
    var next = Instant.never
    // One that has not read the last ones is not looked at: its own descriptor wakes the loop.
    for client in clients where !client.writer.isWaiting {
      if let frames = client.frames { next = min(next, frames.nextLook(in: loop)) }
    }
    return next
  }

  func sendFrames(_ now: Instant, _ loop: PanelLoop) {
    for client in clients where client.frames != nil && !client.writer.isWaiting {
      guard let frames = client.frames, frames.nextLook(in: loop) <= now else { continue }
      client.frames?.look(at: now, in: loop, while: { !client.writer.isWaiting }) {
        client.answer($0, at: loop.time())
      }
    }
  }
}
