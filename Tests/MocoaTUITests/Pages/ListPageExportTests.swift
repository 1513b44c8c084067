import Foundation
import MocoaTestSupport
import Testing

@testable import MocoaTUI

private struct Pod: Identifiable, Equatable, Sendable {
  var id: Int
  var name: String
  var note = ""
}

/// Writing the rows of a list page to a file, and copying them.
@MainActor @Suite final class ListPageExportTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "list-\(UUID())")
  private let pods = [
    Pod(id: 1, name: "db"), Pod(id: 2, name: "web", note: "a, \"b\""),
    Pod(id: 3, name: "api", note: "x|y\tz"),
  ]

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func screen() throws -> (ListPage<Pod>, ScreenDriver) {
    let page = ListPage("Pods", pods).columns {
      Column("NAME", \.name).sortable()
      Column("NOTE", \.note)
    }
    let screen = try ScreenDriver(columns: 150, rows: 8)
    screen.show(page)
    return (page, screen)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private func content(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  private func write(_ name: String, _ screen: ScreenDriver) async {
    screen.press("w")
    screen.type(path(name))
    screen.press(.enter)
    await screen.wait(for: "the file") { !screen.picture.contains("writing") }
  }

  @Test("39: the rows that are shown are written in their order, by the name of the file")
  func fileFormats() async throws {
    let (_, screen) = try screen()
    screen.press("s")
    screen.type("name")
    screen.press(.enter)
    await write("a.csv", screen)
    await screen.wait(for: "the end") { screen.picture.contains("wrote 3 rows to ") }
    #expect(
      try content("a.csv") == "NAME,NOTE\r\napi,x|y\tz\r\ndb,\r\nweb,\"a, \"\"b\"\"\"\r\n")
    screen.press("f")
    screen.type("e")
    screen.press(.enter)
    await write("b.tsv", screen)
    await screen.wait(for: "the end") { screen.picture.contains("wrote 1 row to ") }
    #expect(try content("b.tsv") == "NAME\tNOTE\nweb\ta, \"b\"\n")
    screen.press(.escape, .home, .space)
    await write("c.md", screen)
    await screen.wait(for: "the end") {
      screen.picture.contains("wrote 1 row to ") && screen.picture.contains("c.md")
    }
    #expect(try content("c.md") == "| NAME | NOTE |\n| --- | --- |\n| api | x\\|y\tz |\n")
    #expect(try files == ["a.csv", "b.tsv", "c.md"])
  }

  @Test("39: an existing file is replaced only if that is confirmed, and faults leave no file")
  func existingFiles() async throws {
    let (_, screen) = try screen()
    try Data("old".utf8).write(to: folder.appending(path: "a.csv"))
    await write("a.csv", screen)
    await screen.wait(for: "the question") { screen.picture.contains("exists.") }
    screen.press("n")
    await screen.settle()
    #expect(try content("a.csv") == "old")
    await write("a.csv", screen)
    await screen.wait(for: "the question") { screen.picture.contains("exists.") }
    screen.press("y")
    await screen.wait(for: "the end") { screen.picture.contains("wrote 3 rows") }
    #expect(try content("a.csv").hasPrefix("NAME,NOTE\r\ndb,\r\n"))
    await write("none/a.csv", screen)
    await screen.wait(for: "the error") { screen.picture.contains("No such file or directory") }
    screen.press("w")
    screen.type(path("a.xls"))
    screen.press(.enter)
    #expect(screen.picture.contains("expected a name that ends with one of .csv .tsv .md"))
    #expect(try files == ["a.csv"])
  }

  @Test("39: y copies the row, or those that are marked")
  func copying() throws {
    let (_, screen) = try screen()
    screen.press("y")
    #expect(screen.terminal.clipboard == "db\t" && screen.picture.contains("copied db"))
    screen.press(.space, .space, "y")
    #expect(screen.terminal.clipboard == "db\t\nweb\ta, \"b\"")
    #expect(screen.picture.contains("copied 2 rows"))
    let drawn = try ScreenDriver(columns: 40, rows: 8)
    drawn.show(ListPage("Pods", pods).row { $1.write($0.name) })
    drawn.press("y")
    #expect(drawn.terminal.clipboard == "db")
  }
}
