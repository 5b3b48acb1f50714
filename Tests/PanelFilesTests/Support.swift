import Foundation
import PanelFiles

/// The checkout that these tests were built from.
let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()

/// The profiles of the checkout.
let boards = BoardCatalogue.checkout(above: #filePath)

/// Decodes the text of a panel.
func decode(_ text: String) throws -> PanelReader.Reading {
  try PanelReader.decode(Array(text.utf8), path: "panel.yaml", boards: boards, root: "/nowhere")
}

/// What is wrong with a panel, one line each; empty if nothing is.
func errors(of text: String) -> [String] {
  do {
    _ = try decode(text)
    return []
  } catch let error as FileError {
    return error.diagnostics.map(\.description)
  } catch {
    return ["\(error)"]
  }
}

/// The files of a folder of the checkout that end in `ending`, by name; empty without the folder.
func files(in folder: String, ending: String) -> [URL] {
  let all =
    (try? FileManager.default.contentsOfDirectory(
      at: checkout.appendingPathComponent(folder), includingPropertiesForKeys: nil)) ?? []
  return all.filter { $0.lastPathComponent.hasSuffix(ending) }
    .sorted { $0.path < $1.path }
}
