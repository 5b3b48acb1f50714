import ButtonController
import Foundation
import Testing

@testable import PanelHardware

/// A folder that is removed when its owner goes.
private final class Folder {
  let path = FileManager.default.temporaryDirectory.path + "/devices-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func make(_ name: String) { close(open(path + "/" + name, O_CREAT | O_WRONLY, 0o644)) }
}

@Suite struct DeviceWatchTests {
  @Test func tellsWhatComesChangesAndGoes() throws {
    let folder = try Folder()
    let watch = try DeviceWatch([folder.path])
    #expect(watch.take() == DeviceWatch.Changes())
    folder.make("gpiochip0")
    folder.make("spidev0.0")
    var changes = watch.take()
    #expect(changes.paths == [folder.path + "/gpiochip0", folder.path + "/spidev0.0"])
    #expect(changes.mayConcern(folder.path + "/spidev0.0"))
    #expect(changes.mayConcern(pathsBeginningWith: folder.path + "/gpiochip"))
    #expect(!changes.mayConcern(folder.path + "/spidev0.1"))
    #expect(!changes.mayConcern(pathsBeginningWith: folder.path + "/pwmchip"))
    #expect(chmod(folder.path + "/gpiochip0", 0o600) == 0)
    #expect(watch.take().paths == [folder.path + "/gpiochip0"])
    #expect(rename(folder.path + "/gpiochip0", folder.path + "/gpiochip1") == 0)
    #expect(watch.take().paths == [folder.path + "/gpiochip0", folder.path + "/gpiochip1"])
    #expect(unlink(folder.path + "/gpiochip1") == 0)
    changes = watch.take()
    #expect(changes.paths == [folder.path + "/gpiochip1"])
    #expect(!changes.isIncomplete)
    #expect(watch.take() == DeviceWatch.Changes())
  }

  /// Who looks at a device because of a change must not be woken by its own look.
  @Test func openingAndReadingAreNoChanges() throws {
    let folder = try Folder()
    folder.make("gpiochip0")
    let watch = try DeviceWatch([folder.path])
    #expect(FileManager.default.contents(atPath: folder.path + "/gpiochip0") != nil)
    _ = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(watch.take() == DeviceWatch.Changes())
  }

  /// A storm is taken in pieces, and the descriptor stays readable until all of it is.
  @Test func aStormIsTakenInPieces() throws {
    let folder = try Folder()
    let watch = try DeviceWatch([folder.path])
    for number in 0..<400 { folder.make("gpiochip\(number)") }
    var seen: [String] = []
    var takes = 0
    while case let changes = watch.take(), !changes.paths.isEmpty {
      takes += 1
      seen += changes.paths
    }
    #expect(seen.count == 400)
    #expect(takes > 1)
  }

  @Test func aFolderThatGoesMakesEverythingUncertain() throws {
    let folder = try Folder()
    let watch = try DeviceWatch([folder.path])
    try FileManager.default.removeItem(atPath: folder.path)
    #expect(watch.take().mayConcern("/anything"))
  }

  @Test func severalFolders() throws {
    let (one, two) = (try Folder(), try Folder())
    let watch = try DeviceWatch([one.path, two.path])
    two.make("x")
    #expect(watch.take().paths == [two.path + "/x"])
  }

  /// A container's own `/dev` never reports; the kernel's does, wherever it is mounted.
  @Test func whoKeepsTheFolder() {
    let mounts = """
      22 1 0:5 / /dev rw,nosuid shared:2 - devtmpfs udev rw,size=4k
      30 22 0:25 / /dev/shm rw - tmpfs tmpfs rw
      31 22 0:26 /gpio /a\\040b rw,relatime master:1 propagate_from:2 - ext4 /dev/x rw
      broken
      """
    #expect(DeviceWatch.fileSystem(of: "0:5", in: mounts) == "devtmpfs")
    #expect(DeviceWatch.fileSystem(of: "0:25", in: mounts) == "tmpfs")
    #expect(DeviceWatch.fileSystem(of: "0:26", in: mounts) == "ext4")
    #expect(DeviceWatch.fileSystem(of: "0:2", in: mounts) == nil)
    #expect(!DeviceWatch.isKeptByKernel("/proc"))
    #expect(DeviceWatch.isKeptByKernel("/nowhere"))
  }

  @Test func aFolderThatIsNotThere() {
    #expect(throws: SystemError(ENOENT, "watch /nowhere by inotify")) {
      _ = try DeviceWatch(["/nowhere"])
    }
  }
}

@Suite struct SystemErrorTests {
  @Test(arguments: [(EMFILE, "LimitNOFILE"), (ENFILE, "fs.file-max")])
  func tooManyOpenFiles(code: Int32, hint: String) {
    let error = SystemError(code, "open /dev/gpiochip0")
    #expect(error.isOutOfFiles)
    #expect(error.description.hasPrefix("open /dev/gpiochip0: too many open files"))
    #expect(error.description.contains(hint))
    #expect(!SystemError(ENOENT, "open").isOutOfFiles)
  }
}
