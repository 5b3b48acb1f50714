#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The board profiles that can be found; a profile is read when it is asked for.
///
/// Earlier folders go before later ones, so a user's `raspberry-pi-5.yaml` replaces ours, or changes
/// single entries of it where it says `extends: raspberry-pi-5`.
public struct BoardCatalogue: Sendable {
  /// Where profiles are looked for, first things first.
  public var folders: [String]
  /// The board that `detect` reports instead of looking; nil to look.
  public var assumedBoard: String?
  /// The board that `detect` reports where it finds none; nil to say that there is none.
  public var fallbackBoard: String?
  /// Who acts by the profiles: as root, files that others may change are refused; nil to read any.
  public var ownership: Ownership?

  /// The largest profile that is read.
  static let maximumBytes = YamlParser.maximumBytes
  /// All that is read of a folder without an index, to find a board in it: 4 MiB.
  static let maximumFolder = 4 << 20

  /// A catalogue without profiles.
  public init() { folders = [] }

  /// A catalogue of these folders.
  public init(folders: [String]) { self.folders = folders }

  /// The catalogue of the folders `GPIOPRESS_BOARDS` (if set), `~/.config/gpiopress/boards`,
  /// `/etc/gpiopress/boards`, the one beside the program (installed or in a checkout), and what is
  /// inside the program (`make static`).
  ///
  /// Beside the program means `../share/gpiopress/boards` from the executable's folder, else the
  /// folder `boards` beside the first `Package.swift` on the way up from it.
  public static func standard() throws(FileError) -> BoardCatalogue {
    var folders: [String] = []
    func add(_ folder: String) { if isFolder(folder) { folders.append(folder) } }
    if let own = environment("GPIOPRESS_BOARDS") {
      guard isFolder(own) else {
        throw FileError(
          kind: .notFound,
          diagnostics: [
            Diagnostic(path: own, place: Place(), message: "GPIOPRESS_BOARDS names no folder")
          ])
      }
      folders.append(own)
    }
    let configuration =
      environment("XDG_CONFIG_HOME") ?? environment("HOME").map { "\($0)/.config" }
    if let configuration { add("\(configuration)/gpiopress/boards") }
    add("/etc/gpiopress/boards")
    if let program = programFolder() {
      let shared = "\(parent(of: program))/share/gpiopress/boards"
      if isFolder(shared) {
        folders.append(shared)
      } else if let checkout = checkoutFolder(above: program) {
        folders.append(checkout)
      }
    }
    if isBuiltIn { folders.append(EmbeddedBoards.folder) }
    return BoardCatalogue(folders: folders)
  }

  /// Whether the program has profiles inside, as the program of one file has (`make static`).
  public static var isBuiltIn: Bool { !EmbeddedBoards.files.isEmpty }

  /// The profiles of the checkout that holds `path`, such as a test's `#filePath`.
  public static func checkout(above path: String) -> BoardCatalogue {
    BoardCatalogue(folders: checkoutFolder(above: path).map { [$0] } ?? [])
  }

  // MARK: - Profiles

  /// The ids of all profiles, in alphabetical order.
  public var ids: [String] {
    var ids: Set<String> = []
    for folder in folders {
      for file in Self.files(of: folder) where file.hasSuffix(".yaml") && file != "index.yaml" {
        ids.insert(String(file.dropLast(5)))
      }
    }
    return ids.sorted()
  }

  /// The profile called `id`; nil if no folder has it.
  public func profile(_ id: String) throws(FileError) -> BoardProfile? {
    try sizedProfile(id)?.profile
  }

  private func sizedProfile(
    _ id: String
  ) throws(FileError) -> (profile: BoardProfile, size: Int)? {
    guard let source = try source(of: id, in: folders[...], extended: 0) else { return nil }
    return (try profile(of: source), source.size)
  }

  /// What a file says of a board, with what it extends.
  private struct Source {
    var id: String
    var node: YamlNode
    var path: String
    var size: Int
  }

  private func profile(of source: Source) throws(FileError) -> BoardProfile {
    let profile = try BoardDecoder.decode(source.node, path: source.path)
    guard profile.id == source.id else {
      throw FileError(
        kind: .invalid,
        diagnostics: [
          Diagnostic(
            path: source.path, place: Place(line: 1, column: 1),
            message: "id: is \"\(profile.id)\", but the file is called \(source.id).yaml")
        ])
    }
    return profile
  }

  /// As many profiles as one another extend; a longer chain is a circle.
  private static let mostExtended = 4

  private func source(
    of id: String, in folders: ArraySlice<String>, extended: Int
  ) throws(FileError) -> Source? {
    guard !id.isEmpty, !id.contains("/"), !id.contains("\0"), id != "index" else { return nil }
    for index in folders.indices {
      let path = "\(folders[index])/\(id).yaml"
      guard Self.exists(path) else { continue }
      let text = try read(path)
      let findings = Findings(path: path)
      let node = YamlParser.parse(text, into: findings)
      if let error = findings.error { throw error }
      guard let node else { throw FileError(.invalid, path, "no board profile") }
      guard let extends = node["extends"] else {
        return Source(id: id, node: node, path: path, size: text.count)
      }
      let root = Value(node: node, trail: .root, findings: findings)
      let value = root.child(extends, "extends")
      var base: Source?
      if let other = value.text() {
        // A file may extend the one of its own name, which is then the next one.
        let others = other == id ? folders[(index + 1)...] : self.folders[...]
        if extended == Self.mostExtended {
          value.fail(
            "more than \(Self.mostExtended) profiles extend one another; name the last one")
        } else {
          base = try source(of: other, in: others, extended: extended + 1)
          if base == nil {
            value.fail("no other profile \(Value.clip(other)); `gpiopress boards` lists them")
          }
        }
      }
      if let error = findings.error { throw error }
      guard let base else { return nil }
      _ = try profile(of: base)
      return Source(
        id: id, node: BoardChanges(base: base.node, own: node, place: extends.place).merged,
        path: path, size: text.count + base.size)
    }
    return nil
  }

  /// What a board without a profile calls itself.
  public struct Unknown: Error, Equatable, Sendable {
    /// The entries of its device tree's compatible.
    public var compatible: [String]
    /// Its model, or its board name without a device tree.
    public var model: String?
  }

  /// The id of the board whose device tree is below `root`: by compatible, then by the beginning of
  /// the model, then by the board name that the firmware of a PC gives.
  public func detect(root: String = "/") throws(FileError) -> Result<String, Unknown> {
    if let assumedBoard { return .success(assumedBoard) }
    let base = root.hasSuffix("/") ? String(root.dropLast()) : root
    let compatible = Self.texts(of: "\(base)/proc/device-tree/compatible")
    let model = Self.texts(of: "\(base)/proc/device-tree/model").first
    let dmi = Self.texts(of: "\(base)/sys/class/dmi/id/board_name").first
    let indices = try indices()
    for entry in compatible {
      for index in indices {
        if let id = index.compatible[entry] { return .success(id) }
      }
    }
    for index in indices {
      let matches = index.models.filter { model?.hasPrefix($0.key) ?? false }
      if let best = matches.max(by: { $0.key.utf8.count < $1.key.utf8.count }) {
        return .success(best.value)
      }
    }
    for index in indices {
      if let dmi, let id = index.dmi[dmi] { return .success(id) }
    }
    if let fallbackBoard { return .success(fallbackBoard) }
    return .failure(Unknown(compatible: compatible, model: model ?? dmi))
  }

  /// The board's own index of each folder; one without is made by reading the folder's profiles.
  private func indices() throws(FileError) -> [BoardIndex] {
    var indices: [BoardIndex] = []
    for folder in folders {
      let path = "\(folder)/index.yaml"
      if Self.exists(path) {
        let text = try read(path)
        indices.append(try BoardIndex.decode(text, path: path))
      } else {
        var index = BoardIndex()
        var total = 0
        for id in BoardCatalogue(folders: [folder]).ids {
          guard let (profile, size) = try sizedProfile(id) else { continue }
          index.add(profile)
          total += size
          if total > Self.maximumFolder {
            throw FileError(
              .invalid, folder,
              "more than \(Self.maximumFolder >> 20) MiB of profiles and no index.yaml; name the "
                + "board in the panel, or take out what is not needed")
          }
        }
        indices.append(index)
      }
    }
    return indices
  }

  // MARK: - Files

  private static func exists(_ path: String) -> Bool {
    EmbeddedBoards.bytes(path) != nil || access(path, F_OK) == 0
  }

  private func read(_ path: String) throws(FileError) -> [UInt8] {
    // What is inside the program is as trusted as the program.
    if let bytes = EmbeddedBoards.bytes(path) { return bytes }
    return try FileBytes.read(path: path, limit: Self.maximumBytes) { file throws(FileError) in
      try ownership?.judge(file)
    }
  }

  private static func environment(_ name: String) -> String? {
    guard let text = getenv(name).map({ String(cString: $0) }), !text.isEmpty else { return nil }
    return text
  }

  private static func programFolder() -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map { readlink("/proc/self/exe", $0, characters.count) } ?? -1
      }
    }
    guard count > 0 else { return nil }
    return parent(of: String(decoding: buffer.prefix(count), as: UTF8.self))
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  private static func checkoutFolder(above path: String) -> String? {
    var folder = path
    while folder != "/", !folder.isEmpty {
      if access("\(folder)/Package.swift", F_OK) == 0, isFolder("\(folder)/boards") {
        return "\(folder)/boards"
      }
      folder = parent(of: folder)
    }
    return nil
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func files(of folder: String) -> [String] {
    if folder == EmbeddedBoards.folder { return EmbeddedBoards.files.map(\.name) }
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names.sorted()
  }

  /// The texts of a file of the kernel, which end in a NUL or a line feed each.
  private static func texts(of path: String) -> [String] {
    guard let bytes = try? FileBytes.read(path: path, limit: 64 * 1024) else { return [] }
    return bytes.split { $0 == 0 || $0 == 0x0A }.map { String(decoding: $0, as: UTF8.self) }
  }
}
