import CMosquitto
import Glibc
import PanelFiles
import PanelHardware

/// The bytes between the network and libmosquitto, in pieces.
///
/// The library reads a packet of any length, 256 MB too, in one call, so long as bytes come. Behind the
/// relay it gets a piece at a time, and whoever counts them can end a packet that has no end. Bytes are
/// passed on as they are: TLS goes through it unseen.
final class Relay {
  /// The broker's socket.
  let network: OwnedDescriptor
  /// Our end of the pair; the library reads and writes the other.
  private let inner: OwnedDescriptor
  private var outgoing: [UInt8] = []
  private var sent = 0
  private var room: [UInt8]

  /// As much is taken in at once; a turn of the loop takes no more.
  static let piece = 16 * 1024
  /// As much may wait for the network.
  private static let mostOutgoing = 256 * 1024

  /// What became of a piece.
  enum Reading: Equatable {
    /// So many bytes lie ready for the library.
    case taken(Int)
    /// None are there now.
    case none
    /// The broker has closed its end, or the connection is broken.
    case ended(String)
  }

  init(network: consuming OwnedDescriptor, inner: consuming OwnedDescriptor) {
    self.network = network
    self.inner = inner
    room = [UInt8](repeating: 0, count: Relay.piece)
  }

  /// Whether the network takes less than the library gives.
  var isWaitingToSend: Bool { sent < outgoing.count }

  /// Takes one piece from the network; the library is to read all of it before the next.
  func takeIn() -> Reading {
    let count = Glibc.recv(network.raw, &room, room.count, 0)
    if count == 0 { return .ended("the broker closed the connection") }
    if count < 0 {
      return Relay.isNothing(errno) ? .none : .ended(ErrorNumber.text(of: errno))
    }
    // The pair is empty, so it has room for a piece.
    let passed = Glibc.send(inner.raw, room, count, Int32(MSG_NOSIGNAL))
    return passed == count ? .taken(count) : .ended("the library does not read")
  }

  /// Passes on what the library has written; the number of bytes, nil if the connection is broken.
  func takeOut() -> Int? {
    var total = 0
    while outgoing.count - sent < Relay.mostOutgoing {
      let count = Glibc.recv(inner.raw, &room, room.count, 0)
      if count <= 0 { break }
      outgoing.append(contentsOf: room[..<count])
      total += count
    }
    return flush() ? total : nil
  }

  /// Whether the connection is whole.
  private func flush() -> Bool {
    while sent < outgoing.count {
      let count = outgoing.withUnsafeBytes {
        Glibc.send(
          network.raw, $0.baseAddress.map { $0 + sent }, outgoing.count - sent,
          Int32(MSG_NOSIGNAL))
      }
      if count < 0 { return Relay.isNothing(errno) }
      sent += count
    }
    outgoing.removeAll(keepingCapacity: outgoing.capacity <= Relay.piece)
    sent = 0
    return true
  }

  /// Nothing more will be written: the broker reads to the end, and closes.
  func endWriting() { Glibc.shutdown(network.raw, Int32(SHUT_WR)) }

  private static func isNothing(_ code: Int32) -> Bool {
    code == EAGAIN || code == EWOULDBLOCK || code == EINTR
  }
}
