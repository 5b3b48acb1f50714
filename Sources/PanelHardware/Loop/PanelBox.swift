import PanelFiles

/// A panel that is not copied where it is looked at: as long as this is there, it does not change.
@usableFromInline final class PanelBox {
  @usableFromInline let panel: PanelFile

  init(_ panel: PanelFile) { self.panel = panel }
}
