// Change a list in every way and watch: rows keep their views, the cursor keeps its row, and only
// what is different is drawn.
//
// Fourteen keys change the data, and no operations are given: the difference is computed.
// The same view models are shown by a table and by a collection. Opening a row presents an editor;
// what it emits climbs to the row that it edits, and from there to the list, which keeps it.

import MocoaTUI

struct Contact: Identifiable, Equatable, Sendable {
  var id: Int
  var name: String
  var phone: String
}

@MainActor func registerModules(_ modules: ModuleRegistry) {
  let table = modules["mocoa://playground/table"]
  table.register(page: PlaygroundTable.self)
  table.section.header.register(TitleHeader.self)
  table.section.cell.register(ContactRow.self)

  let collection = modules["mocoa://playground/collection"]
  collection.register(page: PlaygroundCollection.self)
  collection.section.header.register(TitleHeader.self)
  collection.section.cell.register(ContactTile.self)

  modules["mocoa://playground/editor"].register(page: EditorPage.self)
}

@main struct PlaygroundApp {
  static func main() {
    let view = CommandLine.arguments.contains("--collection") ? "collection" : "table"
    Application.run(opening: "mocoa://playground/\(view)", modules: registerModules)
  }
}
