import CPanelLinux

/// Reports that chips have come or gone where no file in /dev does: `raise` says so.
package final class EventWatch: ChipWatch {
  private let event = OwnedDescriptor(owning: pl_event_open())

  package init() {}

  package var raw: Int32 { event.raw }

  /// Makes `raw` readable until `take`.
  package func raise() { _ = pl_event_raise(event.raw) }

  package func take() -> Bool {
    _ = pl_event_clear(event.raw)
    return true
  }
}
