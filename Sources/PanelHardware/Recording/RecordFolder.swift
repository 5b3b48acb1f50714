import ButtonController
import Glibc

/// A folder with the recordings of a panel, of which the oldest go: calls that may wait for a disk.
///
/// Their names have numbers, as the clock of a board may be wrong after each boot:
/// `panel-000017-20261201T141312Z.trace`.
public struct RecordFolder: Equatable, Sendable {
  /// Its path.
  public var path: String
  /// What the names of this panel's recordings begin with.
  public var stem: String
  /// As many bytes all of them have together, the one that is written included.
  public var limit: Int64
  /// Older ones are removed; also after how long a new one is begun, an eighth of it.
  public var age: TimeSpan

  /// 16 MiB, some hundred thousand presses.
  public static let usualLimit: Int64 = 16 << 20
  /// Every start begins one, however little happens then.
  private static let mostFiles = 500
  /// A month.
  public static let usualAge = TimeSpan.seconds(30 * 86_400)

  /// Recordings called after `stem` in the folder at `path`.
  public init(
    path: String, stem: String, limit: Int64 = usualLimit, age: TimeSpan = usualAge
  ) {
    self.path = path
    self.stem = stem
    self.limit = limit
    self.age = age
  }

  /// When a recording is long enough.
  var fileLimit: Int64 { max(limit / 8, 4096) }
  /// When it is old enough.
  var fileAge: TimeSpan { TimeSpan(nanoseconds: max(age.nanoseconds / 8, 1)) }

  /// Makes the next recording, and the folder where it is missing; `time` is for its name.
  func open(time: String) throws(SystemError) -> (descriptor: Int32, path: String) {
    if mkdir(path, 0o750) != 0, errno != EEXIST { throw SystemError(errno, "make \(path)") }
    // Two processes may look at the same time.
    for _ in 0..<8 {
      let number = String((try entries().last?.number ?? 0) + 1)
      let digits = String(repeating: "0", count: max(0, 6 - number.count)) + number
      let file = "\(path)/\(stem)-\(digits)-\(time).trace"
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let descriptor = Glibc.open(file, flags, 0o640)
      if descriptor >= 0 { return (descriptor, file) }
      if errno != EEXIST { throw SystemError(errno, "make \(file)") }
    }
    throw SystemError(EEXIST, "make a recording in \(path)")
  }

  /// Removes what is too old or too much, `file` never.
  func removeOldest(but file: String) throws(SystemError) {
    var total = fileLimit
    let now = time(nil)
    for (newer, entry) in try entries().reversed().enumerated() {
      let path = "\(self.path)/\(entry.name)"
      var status = stat()
      guard path != file, lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        continue
      }
      total += Int64(status.st_size)
      let seconds = Int64(now) - Int64(status.st_mtim.tv_sec)
      if newer >= RecordFolder.mostFiles || total > limit
        || seconds > age.nanoseconds / 1_000_000_000
      {
        unlink(path)
      }
    }
  }

  private struct Entry {
    let number: Int
    let name: String
  }

  /// This panel's recordings in the order of their numbers.
  private func entries() throws(SystemError) -> [Entry] {
    guard let directory = opendir(path) else { throw SystemError(errno, "read \(path)") }
    defer { closedir(directory) }
    var found: [Entry] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let number = number(in: name) { found.append(Entry(number: number, name: name)) }
    }
    return found.sorted { $0.number < $1.number }
  }

  /// The number in the name of a recording of this panel; nil for other files.
  private func number(in name: String) -> Int? {
    guard name.hasPrefix("\(stem)-"), name.hasSuffix(".trace") else { return nil }
    let parts = name.dropFirst(stem.count + 1).dropLast(6).split(
      separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count >= 6, let number = Int(parts[0]), number > 0 else {
      return nil
    }
    return number
  }
}
