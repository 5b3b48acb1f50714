import ButtonController
import Foundation
import LoopTestKit
import PanelFiles
import PanelHardware
import Testing

@testable import PanelOutputs

/// A keyboard that cannot be made, is lost, or comes late.
@Suite struct KeyboardTroubleTests {
  private static let tap =
    "controls: {a: {kind: button, pin: GPIO17, tap: {fire: press}, do: {tap: {key: KEY_A}}, key: {hold: KEY_B}}}"

  @Test(
    arguments: [
      (
        EACCES,
        "open /dev/uinput: Permission denied; give the program's user the device by a udev rule"
      ),
      (ENOENT, "open /dev/uinput: No such file or directory; load the kernel's module: modprobe"),
      (1002, "open /dev/uinput: it is another kind of file; no key is typed"),
    ])
  func aTroubleIsSaidOnceAndTriedAgain(code: Int32, text: String) throws {
    let bench = try KeyboardBench(Self.tap) { $0.failure = code }
    bench.start()
    #expect(bench.said.count == 1)
    #expect(bench.said[0].hasPrefix("keyboard Panel: cannot \(text)"))
    // A panel at rest tries nothing; a key that is wanted is a reason, but not every time.
    bench.run(to: 60_000)
    #expect(bench.maker.attempts == 1)
    bench.press(0, from: 61_000, to: 61_100)
    #expect(bench.maker.attempts == 2)
    bench.press(0, from: 62_000, to: 62_100)
    #expect(bench.maker.attempts == 2)
    #expect(bench.said.count == 1)
    bench.maker.failure = nil
    // What was typed meanwhile is not typed late; a key that is held when it comes is down on it.
    bench.edge(0, true, 70_000)
    bench.run(to: 70_100)
    #expect(bench.said.count == 2)
    #expect(
      bench.said[1] == "keyboard Panel: it is there now; strokes that were not typed: 3")
    #expect(bench.device.take() == "+48")
    bench.edge(0, false, 70_200)
    bench.run(to: 70_300)
    #expect(bench.device.take() == "-48")
    bench.press(0, from: 71_000, to: 71_100)
    #expect(bench.device.take() == "+48 +30 -30 -48")
  }

  /// As udev does it: the node comes, then its rights, and one may be looked at before the other.
  @Test func aChangeOfTheDeviceFileIsAReasonToTryAgain() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("uinput").path
    let bench = try KeyboardBench(Self.tap) { maker in
      maker.path = file
      maker.failure = ENOENT
    }
    bench.start()
    #expect(bench.said.count == 1)
    func note() throws {
      try bench.loop.wait()
      bench.loop.turn()
    }
    func change() throws {
      #expect(chmod(file, 0o600) == 0)
      try note()
    }
    // Another file is none.
    try Data().write(to: folder.appendingPathComponent("other"))
    try note()
    #expect(bench.maker.attempts == 1)
    bench.maker.failure = EACCES
    try Data().write(to: URL(fileURLWithPath: file))
    try note()
    #expect(bench.maker.attempts == 2)
    #expect(bench.said.count == 2)
    // The rights come while it is being opened without them.
    bench.maker.isSlow = true
    try change()
    #expect(bench.maker.attempts == 3)
    try change()
    bench.maker.isSlow = false
    bench.loop.turn()
    #expect(bench.maker.attempts == 4)
    bench.maker.failure = nil
    bench.loop.turn()
    #expect(bench.maker.made.count == 1)
    #expect(bench.said.count == 3)
  }

  @Test func aReloadTriesAgainAndSaysItAgain() throws {
    let bench = try KeyboardBench(Self.tap) { $0.failure = EACCES }
    bench.start()
    bench.loop.reload(try KeyboardBench.panel(Self.tap))
    bench.run(to: 100)
    #expect(bench.maker.attempts == 2)
    #expect(bench.said.count == 2 && bench.said[0] == bench.said[1])
    bench.maker.failure = nil
    bench.loop.reload(try KeyboardBench.panel(Self.tap))
    bench.run(to: 200)
    #expect(bench.maker.made.count == 1)
    bench.press(0, from: 1000, to: 1100)
    #expect(bench.device.take() == "+48 +30 -30 -48")
  }

  @Test func aKeyboardThatTakesNothingIsLetGo() throws {
    let bench = try KeyboardBench(Self.tap)
    bench.start()
    bench.edge(0, true, 1000)
    bench.run(to: 1100)
    let first = bench.device
    first.failure = EAGAIN
    bench.edge(0, false, 1200)
    bench.run(to: 1300)
    #expect(first.isClosed)
    #expect(bench.said.count == 1)
    #expect(bench.said[0].hasPrefix("keyboard Panel: cannot write to the keyboard: "))
    bench.run(to: 9000)
    bench.edge(0, true, 10_000)
    bench.run(to: 10_100)
    #expect(bench.maker.made.count == 2)
    #expect(bench.device.down == [48])
    bench.loop.shutDown()
    #expect(bench.device.down.isEmpty)
  }

  @Test func whileItIsBeingMadeNothingWaitsAndNothingIsTypedLate() throws {
    let bench = try KeyboardBench(Self.tap) { $0.isSlow = true }
    bench.start()
    bench.press(0, from: 100, to: 200)
    bench.edge(0, true, 1000)
    bench.run(to: 1100)
    #expect(bench.names.filter { $0 == "tap" }.count == 2)
    // Another panel meanwhile: the keyboard that comes is not the one that is wanted.
    bench.loop.reload(
      try KeyboardBench.panel("controls: {b: {kind: button, pin: GPIO27, key: {hold: KEY_C}}}"))
    bench.maker.isSlow = false
    bench.run(to: 2000)
    #expect(bench.maker.made.map(\.spec.codes) == [[30, 48], [46]])
    #expect(bench.maker.made.map(\.isClosed) == [true, false])
    #expect(bench.maker.made[0].typed.isEmpty)
    bench.edge(0, false, 2500)
    bench.press(0, from: 3000, to: 3100)
    #expect(bench.device.take() == "+46 -46")
  }

  @Test func aPanelWithoutKeysMakesNoKeyboard() throws {
    let bench = try KeyboardBench("controls: {a: {kind: button, pin: GPIO17}}")
    bench.start()
    bench.press(0, from: 100, to: 200)
    #expect(bench.maker.attempts == 0)
  }
}
