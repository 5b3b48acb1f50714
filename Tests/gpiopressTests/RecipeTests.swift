import Foundation
import Testing

/// The page docs/recipes.md shows panels, traces and events as they are, and the wiring as it is drawn.
@Suite struct RecipeTests {
  private static let folder = ProgramRun.checkout.appendingPathComponent("docs/recipes")

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
  }()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: ProgramRun.checkout.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func thereAreSome() { #expect(Self.names.count >= 8) }

  @Test(arguments: names) func isAsThePageSays(name: String) throws {
    let page = try Self.text("docs/recipes.md")
    #expect(page.contains("```yaml\n\(try Self.text("docs/recipes/\(name).yaml"))```"))
    #expect(page.contains("```\n\(try Self.text("docs/recipes/\(name).trace"))```"))
    let replay = try ProgramRun(["replay", "\(name).yaml", "\(name).trace"], in: Self.folder)
    #expect(replay.code == 0)
    #expect(replay.errors == "")
    #expect(page.contains("```json\n\(replay.output)```"), "\(replay.output)")
  }

  /// Programs may be missing where the tests run; anything else is a fault of the recipe.
  @Test(arguments: names) func isSoundAndDrawn(name: String) throws {
    let scratch = try Scratch()
    let drawn = scratch.folder.appendingPathComponent("out.svg")
    let run = try ProgramRun(["check", "\(name).yaml", "--wiring", drawn.path], in: Self.folder)
    #expect(run.code == 0)
    let others = run.errorLines.filter { !$0.contains("is not there on this machine") }
    #expect(others == [])
    let kept = try Self.text("docs/pictures/recipes/\(name).svg")
    #expect(try String(contentsOf: drawn, encoding: .utf8) == kept, "run make docs")
    #expect(try Self.text("docs/recipes.md").contains("(pictures/recipes/\(name).svg)"))
  }
}
