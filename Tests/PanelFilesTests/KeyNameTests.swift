import Foundation
import Testing

@testable import PanelFiles

/// The kernel's names of keys.
@Suite struct KeyNameTests {
  @Test func namesHaveTheNumbersOfTheKernel() {
    let known: [(String, UInt16)] = [
      ("KEY_ESC", 1), ("KEY_ENTER", 28), ("KEY_A", 30), ("KEY_MUTE", 113), ("KEY_POWER", 116),
      ("BTN_LEFT", 0x110), ("BTN_SOUTH", 0x130), ("KEY_OK", 0x160), ("KEY_NEXTSONG", 163),
      // Second names of a key.
      ("KEY_SCREENLOCK", 152), ("KEY_COFFEE", 152), ("BTN_A", 0x130), ("BTN_MISC", 0x100),
      ("BTN_TRIGGER_HAPPY40", 0x2e7),
    ]
    for (name, code) in known { #expect(KeyNames.code(of: name) == code, "\(name)") }
    for name in [
      "", "KEY_", "KEY_RESERVED", "KEY_MAX", "KEY_CNT", "key_a", "KEY_A ", "EV_KEY", "30",
    ] {
      #expect(KeyNames.code(of: name) == nil, "\(name)")
    }
    #expect(KeyNames.name(of: 152) == "KEY_COFFEE" && KeyNames.name(of: 28) == "KEY_ENTER")
    #expect(KeyNames.name(of: 84) == "84")
    #expect(KeyNames.all.count > 600)
    #expect(KeyNames.all.allSatisfy { (1...0x2ff).contains($0.code) })
    #expect(Set(KeyNames.all.map(\.name)).count == KeyNames.all.count)
  }

  /// A kernel that has more keys is a reason for scripts/key-names.sh; another number never is.
  @Test func theTableAgreesWithTheHeaderOfThisMachine() throws {
    let path = "/usr/include/linux/input-event-codes.h"
    guard let header = try? String(contentsOfFile: path, encoding: .utf8) else { return }
    var found: [String: UInt16] = [:]
    for line in header.split(separator: "\n") {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
      guard words.count >= 3, words[0] == "#define" else { continue }
      guard words[1].hasPrefix("KEY_") || words[1].hasPrefix("BTN_") else { continue }
      let hex = words[2].hasPrefix("0x")
      found[words[1]] =
        found[words[2]]
        ?? UInt16(hex ? String(words[2].dropFirst(2)) : words[2], radix: hex ? 16 : 10)
    }
    try #require(found.count > 500)
    for (name, code) in KeyNames.all { #expect((found[name] ?? code) == code, "\(name)") }
    let shared = KeyNames.all.filter { found[$0.name] != nil }
    #expect(shared.count > 500)
  }

  @Test(
    arguments: [
      ("KEY_ENTRE", "KEY_ENTER"), ("enter", "KEY_ENTER"), ("A", "KEY_A"),
      ("volumeup", "KEY_VOLUMEUP"),
      ("KEY_VOLUME_UP", "KEY_VOLUMEUP"), ("BTN_SOTUH", "BTN_SOUTH"), ("key_left", "KEY_LEFT"),
    ])
  func aSlipIsGuessed(word: String, name: String) { #expect(KeyNames.likely(word) == name) }

  @Test func whatIsNothingLikeAKeyIsNotGuessed() { #expect(KeyNames.likely("quux_bar") == nil) }
}
