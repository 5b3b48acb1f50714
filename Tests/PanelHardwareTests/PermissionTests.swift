import Foundation
import Testing

@testable import PanelHardware

@Suite struct PermissionTests {
  private typealias Advice = PermissionAdvice

  private static let chip = "/dev/gpiochip0"

  private static let cases: [(PermissionAdvice, [String])] = [
    (Advice(path: chip, group: "gpio", groupID: 997), ["usermod -aG gpio pi", "log in again"]),
    (
      Advice(path: chip, group: "gpio", groupID: 997, joinsGroup: true),
      ["pi has joined its group gpio", "log in again"]
    ),
    (Advice(path: chip, group: "root", groupID: 0), ["root alone", "udev", "chgrp gpio \(chip)"]),
    (
      Advice(path: chip, group: "gpio", groupID: 997, groupMay: false),
      ["gpio may not write", "chmod g+rw \(chip)"]
    ),
    (
      Advice(path: chip, group: "gpio", groupID: 997, isContained: true),
      ["--device \(chip)", "--group-add 997"]
    ),
    (
      Advice(path: chip, group: "root", groupID: 0, isRoot: true, isContained: true),
      ["even to root", "--device \(chip)"]
    ),
    (Advice(path: chip, group: "root", groupID: 0, isRoot: true), ["DeviceAllow="]),
    (Advice(path: chip, group: "gpio", groupID: 997, isInGroup: true), ["something else"]),
  ]

  @Test(arguments: cases.indices) func fitsTheDeviceAndTheUser(index: Int) {
    let (advice, words) = Self.cases[index]
    for word in words { #expect(advice.text.contains(word), "\(advice.text)") }
  }

  @Test func looksAtTheFileItself() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data().write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    let closed = try #require(PermissionAdvice(of: file.path))
    #expect(!closed.groupMay)
    #expect(closed.isInGroup)
    try FileManager.default.setAttributes([.posixPermissions: 0o660], ofItemAtPath: file.path)
    #expect(try #require(PermissionAdvice(of: file.path)).groupMay)
    #expect(PermissionAdvice(of: file.path + ".none") == nil)
  }
}
