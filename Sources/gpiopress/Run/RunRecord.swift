import ButtonController
import PanelFiles
import PanelHardware

/// What `run --record` keeps: a folder of recordings, of which the oldest go.
enum RunRecord {
  /// Its options.
  static let options = [
    Command.Option(
      name: "--record", value: "DIR", help: "keeps recordings of its lines in this folder"),
    Command.Option(
      name: "--record-size", value: "SIZE", help: "as much of them at most, such as 64MiB (16MiB)"),
    Command.Option(
      name: "--record-age", value: "TIME", help: "no older ones, such as 168h (720h)"),
  ]

  /// What the end waits for a slow disk.
  private static let patience = TimeSpan.milliseconds(250)

  /// The recorder that the options ask for; nil without `--record`.
  static func recorder(_ arguments: Arguments, _ panel: PanelFile) throws(Failure) -> Recorder? {
    guard let path = arguments.value(of: "--record") else {
      for option in ["--record-size", "--record-age"] where arguments.has(option) {
        throw arguments.failure("\(option) belongs to --record")
      }
      return nil
    }
    var folder = RecordFolder(path: path, stem: PanelReader.stem(of: panel.path))
    if let size = try arguments.size(of: "--record-size", atLeast: 1 << 16) { folder.limit = size }
    if let age = try arguments.span(of: "--record-age") { folder.age = age }
    return Recorder(panel, to: .folder(folder), version: Version.text)
  }

  /// The end: waits a moment for a slow disk.
  static func finish(_ recorder: Recorder?, _ loop: PanelLoop) {
    guard let recorder else { return }
    if recorder.finish(until: MonotonicClock.now() + patience) { return }
    let why = recorder.trouble.map { "cannot \($0)" } ?? "the disk is too slow"
    loop.log("recording: \(why); the end of it is missing")
  }
}

extension Arguments {
  private static let units: KeyValuePairs = [
    "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "kB": 1000, "MB": 1_000_000,
    "GB": 1_000_000_000,
  ]

  /// An option's value as a number of bytes with its unit.
  func size(of option: String, atLeast least: Int64) throws(Failure) -> Int64? {
    guard let text = value(of: option) else { return nil }
    for (unit, bytes) in Arguments.units where text.hasSuffix(unit) {
      let digits = text.dropLast(unit.count)
      guard let number = Int64(digits), digits.first != "+", number > 0, number < 1 << 24 else {
        break
      }
      let size = number * Int64(bytes)
      if size >= least { return size }
      throw failure("\(option) \(text): too small; write \(least >> 10)KiB or more")
    }
    throw failure("\(option) \(text): write a whole number with its unit, such as 64MiB")
  }
}
