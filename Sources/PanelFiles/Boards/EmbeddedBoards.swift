import CBoards

/// The board profiles inside the program itself, where `make static` has put them.
///
/// For the catalogue they are the files of a folder that no file system has. One that is read is copied;
/// the others stay where they are, in the program's file.
enum EmbeddedBoards {
  /// Stands for the folder, in the catalogue and in messages.
  static let folder = "gpiopress:boards"

  /// A file's name, and where its bytes are.
  struct File: Equatable, Sendable {
    var name: String
    var range: Range<Int>
  }

  /// The files in the order in which they were put in; empty for a program without any.
  static let files: [File] = parse(content)

  /// The content of the file at `path`; nil if it is not one of ours.
  static func bytes(_ path: String) -> [UInt8]? {
    guard path.hasPrefix("\(folder)/") else { return nil }
    let name = path.dropFirst(folder.count + 1)
    return files.first { $0.name == name }.map { Array(content[$0.range]) }
  }

  private static var content: UnsafeRawBufferPointer {
    var length: UInt32 = 0
    let start = cb_boards(&length)
    return UnsafeRawBufferPointer(start: start, count: Int(length))
  }

  /// What scripts/embed-boards.sh has written: name, length and bytes of each file.
  static func parse(_ content: UnsafeRawBufferPointer) -> [File] {
    var files: [File] = []
    var position = 0
    func line() -> String? {
      guard let end = content[position...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      defer { position = end + 1 }
      return String(decoding: content[position..<end], as: UTF8.self)
    }
    while let name = line(), let length = line().flatMap({ Int($0) }),
      (0...content.count - position).contains(length)
    {
      files.append(File(name: name, range: position..<position + length))
      position += length
    }
    return files
  }
}
