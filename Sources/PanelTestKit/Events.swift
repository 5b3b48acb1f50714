import PanelFiles

/// What comes of a trace on a panel, as `gpiopress replay` prints it.
///
/// `panel` is the path of a panel file, from the package's folder on; `trace` is the text of a trace,
/// such as `"100 erase 1\n180 erase 0"`. A panel or trace that is wrong is thrown, with all that is
/// wrong with it. `TestPanel` has more choices.
public func events(panel path: String, trace: String) throws(FileError) -> [SeenEvent] {
  try TestPanel(path: path).events(trace)
}
