import ButtonController
import CPanelLinux
import Glibc

/// The descriptors of one wait; filled again before each, without allocating once it has grown.
public struct PollSet {
  private var entries: [pollfd] = []

  /// An empty set.
  public init() { entries.reserveCapacity(64) }

  /// Forgets all descriptors.
  public mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// Adds a descriptor to be read; gives the slot to ask about after the wait.
  @discardableResult public mutating func add(reading descriptor: Int32) -> Int {
    add(descriptor, Int16(POLLIN))
  }

  /// Adds a descriptor to be written; gives the slot to ask about after the wait.
  @discardableResult public mutating func add(writing descriptor: Int32) -> Int {
    add(descriptor, Int16(POLLOUT))
  }

  /// Adds a descriptor of which only the failure or the hang-up matters; gives its slot.
  @discardableResult public mutating func add(watching descriptor: Int32) -> Int {
    add(descriptor, 0)
  }

  private mutating func add(_ descriptor: Int32, _ events: Int16) -> Int {
    entries.append(pollfd(fd: descriptor, events: events, revents: 0))
    return entries.count - 1
  }

  /// Whether a slot's descriptor can be read or written, has failed or was hung up.
  public func isReady(_ slot: Int) -> Bool {
    entries.indices.contains(slot) && entries[slot].revents != 0
  }

  /// Whether a slot's descriptor has failed or was hung up.
  public func hasFailed(_ slot: Int) -> Bool {
    entries.indices.contains(slot)
      && entries[slot].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
  }

  /// Waits until a descriptor is ready or `timeout` is over; nil waits for ever.
  public mutating func wait(timeout: TimeSpan?) throws(SystemError) {
    let nanoseconds = timeout.map { max($0.nanoseconds, 0) } ?? -1
    let result = entries.withUnsafeMutableBufferPointer {
      pl_poll($0.baseAddress, UInt32($0.count), nanoseconds)
    }
    _ = try SystemError.check(result, "wait for descriptors")
  }
}
