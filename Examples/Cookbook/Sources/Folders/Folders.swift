// A folder as a tree: what is in a folder is read when it is expanded, not before. Enter shows a
// file, `o` chooses one in a tree that is ready-made.

import Foundation
import MocoaTUI

struct Entry: Identifiable, Equatable, Sendable {
  var id: String { path }
  var path: String
  var isFolder: Bool
  var size: Int?

  var name: String { URL(filePath: path).lastPathComponent }

  func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  /// Returns what is in a folder: folders first, then by name.
  @concurrent static func entries(in folder: String) async throws -> [Entry] {
    let keys: Set<URLResourceKey> = [.isDirectoryKey, .fileSizeKey]
    let urls = try FileManager.default.contentsOfDirectory(
      at: URL(filePath: folder), includingPropertiesForKeys: Array(keys))
    return try urls.map { url in
      let values = try url.resourceValues(forKeys: keys)
      return Entry(
        path: url.path, isFolder: values.isDirectory ?? false,
        size: values.isDirectory == true ? nil : values.fileSize)
    }.sorted { ($0.isFolder ? 0 : 1, $0.name) < ($1.isFolder ? 0 : 1, $1.name) }
  }
}

@MainActor func makeFoldersPage(_ folder: String) -> Page {
  let page = ListPage(folder, every: .seconds(5)) { try await Entry.entries(in: folder) }
    .columns {
      Column("NAME", \.name, width: .share(1)).style { $0.isFolder ? .title : .body }
      Column("SIZE", \.size, format: .byteCount)
    }
    .children(where: \.isFolder) { try await Entry.entries(in: $0.path) }
    .onOpen { entry in
      try entry.isFolder ? nil : PagerPage(name: entry.name, pager: PagerView(entry.text()))
    }
  page.on("o", help: "Choose a file") { [unowned page] in
    page.task { [unowned page] in
      guard let path = await page.present(FileChooser(in: folder)) else { return }
      page.status.show("chosen: \(path)")
    }
  }
  return page
}

@main struct FoldersApp {
  static func main() {
    Application.run { makeFoldersPage(CommandLine.arguments.dropFirst().first ?? ".") }
  }
}
