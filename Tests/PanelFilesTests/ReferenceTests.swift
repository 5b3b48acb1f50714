import Foundation
import Testing

@testable import PanelFiles

/// The manual and the schema files say what the decoder reads.
@Suite struct ReferenceTests {
  /// The keys of every mapping below `table`, by its title; mappings of one title are one.
  static func keys(below table: KeyTable) -> [String: Set<String>] {
    var keys: [String: Set<String>] = [:]
    func walk(_ form: Form) {
      switch form {
      case .table(let table): walk(table)
      case .list(let form, _), .map(let form), .events(let form), .orOff(let form): walk(form)
      case .either(let forms): forms.forEach(walk)
      case .text, .verbatim, .flag, .integer, .number, .span, .quantity, .colour, .choice, .picture:
        break
      }
    }
    func walk(_ table: KeyTable) {
      keys[table.title, default: []].formUnion(table.keys.map(\.name))
      for key in table.keys { walk(key.form) }
    }
    walk(table)
    return keys
  }

  /// The keys that a page lists under each heading, with those of the sections it refers to.
  static func documented(_ page: String) throws -> [String: Set<String>] {
    let text = try String(
      contentsOf: checkout.appendingPathComponent("docs/\(page)"), encoding: .utf8)
    var keys: [String: Set<String>] = [:]
    var others: [String: [String]] = [:]
    var heading = ""
    var isTable = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("##") {
        heading = line.drop { $0 == "#" || $0 == " " }.lowercased()
      } else if line.hasPrefix("And the keys of:") {
        others[heading] = line.split(separator: "*").filter { !$0.contains(":") && $0 != ", " }
          .map { $0.lowercased() }.filter { $0 != "." }
      } else if line.hasPrefix("| key |") {
        isTable = true
      } else if isTable, line.hasPrefix("| `") {
        keys[heading, default: []].insert(String(line.split(separator: "`")[1]))
      } else if !line.hasPrefix("|") {
        isTable = false
      }
    }
    var all = keys
    for (heading, names) in others {
      for name in names {
        let more = try #require(keys[name], "\(heading) refers to \(name), which lists no keys")
        all[heading, default: []].formUnion(more)
      }
    }
    return all
  }

  static let pages: [(String, KeyTable, Set<String>)] = [
    ("panel-file.md", PanelKeys.panel, ["every control", "gestures", "every ring", "a strip"]),
    ("boards.md", BoardKeys.board, []),
    ("socket.md", RequestKeys.request, []),
  ]

  @Test(arguments: pages.indices) func theManualHasEveryKey(index: Int) throws {
    let (page, table, shared) = Self.pages[index]
    let documented = try Self.documented(page)
    // What `defaults` may give is said in words: it is what the kinds have.
    let decoded = Self.keys(below: table).filter { !$0.key.hasSuffix(" from") }
    for (title, keys) in decoded {
      let heading = title.lowercased()
      #expect(documented[heading] == keys, "\(page), \(title)")
    }
    let headings = Set(decoded.keys.map { $0.lowercased() }).union(shared)
    #expect(Set(documented.keys) == headings)
  }

  @Test func defaultsHaveTheKeysOfTheirKind() throws {
    for (kind, table) in ControlKeys.controls {
      guard case .table(let start) = ControlKeys.defaults[kind]?.form else {
        Issue.record("no defaults of \(kind)")
        continue
      }
      let own: Set = ["kind", "label", "pin", "pins", "key"]
      #expect(Set(start.keys.map(\.name)) == Set(table.keys.map(\.name)).subtracting(own))
    }
  }

  @Test func theBoardSchemaIsThatOfTheDecoder() throws {
    let file = checkout.appendingPathComponent("boards/board.schema.json")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Schema.board.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == Schema.board)
  }

  /// `off` is one of two forms, and what may not be switched off does not know it.
  @Test func theSchemaKnowsWhatCanBeOff() throws {
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(Schema.panel.utf8)) as? [String: Any])
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    var found: [String: Set<String>] = ["off": [], "not": []]
    for definition in definitions.values {
      let properties = try #require(definition["properties"] as? [String: [String: Any]])
      for (name, property) in properties {
        let forms = property["anyOf"] as? [[String: Any]] ?? []
        found[forms.first?["const"] as? String ?? "not"]?.insert(name)
      }
    }
    #expect(found["off"]?.isSuperset(of: ["stuck", "chatter", "repeat"]) == true)
    #expect(found["not"]?.isSuperset(of: ["hold", "tap", "on_delay", "off_delay", "rest"]) == true)
    #expect(found["not"]?.isDisjoint(with: ["stuck", "chatter"]) == true)
  }

  /// A board file is a whole profile, or changes of one.
  @Test func theBoardSchemaKnowsChanges() throws {
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(Schema.board.utf8)) as? [String: Any])
    let forms = try #require(schema["anyOf"] as? [[String: String]])
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    let needed = forms.compactMap { form in
      form["$ref"].flatMap { definitions[String($0.dropFirst(8))]?["required"] as? [String] }
    }
    #expect(needed == [["id", "names", "chips", "header", "sources"], ["id", "extends"]])
  }

  @Test(
    arguments: [
      ("tap", true), ("tap:2", true), ("turn:+", true), ("turn:-", true), ("drag:up", true),
      ("move:left", true), ("state:on", true), ("hold_end:2", true), ("confirm:double_tap", true),
      ("cancel:other_control", true), ("release:stuck", true), ("ignored:consumed", true),
      ("taps", false), ("turn:x", false), ("cancel:relased", false), ("ready:1", false),
      ("release:released", false), ("move:", false),
    ])
  func theSchemaHasTheWordsOfEvents(key: String, isKnown: Bool) throws {
    let pattern = try NSRegularExpression(pattern: DoDecoder.pattern)
    let found = pattern.firstMatch(in: key, range: NSRange(key.startIndex..., in: key))
    #expect((found != nil) == isKnown)
    #expect(Schema.panel.contains("propertyNames"))
  }

  @Test(arguments: [Schema.panel, Schema.board]) func aSchemaIsJSON(text: String) throws {
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let definitions = try #require(schema["$defs"] as? [String: Any])
    // Every reference leads somewhere.
    for part in text.components(separatedBy: "\"#/$defs/").dropFirst() {
      let name = part.prefix { $0 != "\"" }
      #expect(definitions[String(name)] != nil, "\(name)")
    }
  }
}
