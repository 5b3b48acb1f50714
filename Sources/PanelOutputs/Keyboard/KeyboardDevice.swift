import PanelHardware

/// A keyboard that is there: what is written to it is typed.
protocol KeyboardDevice: AnyObject {
  /// Writes changes in their order, without waiting; after an error nothing is known of its keys.
  func write(_ changes: ArraySlice<KeyChange>) throws(SystemError)
  /// Takes the keyboard away; the kernel releases what is down. Nobody waits for it.
  func close()
}

/// What a keyboard is to be like.
struct KeyboardSpec: Equatable, Sendable {
  /// How it calls itself.
  var name: String
  /// The numbers of its keys, rising.
  var codes: [UInt16]
}

/// Makes keyboards, one at a time.
protocol KeyboardMaker: AnyObject {
  /// The device file through which it makes them.
  var path: String { get }
  /// Begins to make one; not before the last was taken.
  func begin(_ spec: KeyboardSpec) throws(SystemError)
  /// What came of it; nil while that is not known.
  func take() -> Result<any KeyboardDevice, SystemError>?
  /// Readable once something came of it; -1 where there is nothing to wait for.
  var raw: Int32 { get }
}
