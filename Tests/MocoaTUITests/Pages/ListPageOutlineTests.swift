import MocoaTestSupport
import Testing

@testable import MocoaTUI

private struct File: Identifiable, Equatable, Sendable {
  var id: String
  var children: [File]?

  init(_ id: String, _ children: [File]? = nil) { (self.id, self.children) = (id, children) }
}

// Quoted by "A tree".

struct Chapter: Identifiable, Equatable, Sendable {
  var id: String
  var parts: [Chapter]
}

private struct Entry: Identifiable, Equatable, Sendable {
  var id: String { name }
  var name: String
  var isFolder = false
}

/// A tree in memory, whose folders are loaded.
@MainActor private final class Disk {
  struct Refused: Error, CustomStringConvertible { let description = "refused" }

  var folders = ["bin": ["ls"], "src": ["main", "lib"], "src/lib": []]
  var isRefusing = false
  var loads: [String] = []
  /// Continued by the test, if it is set.
  var gate: CheckedContinuation<Void, Never>?
  var waits = false

  func load(_ file: File) async throws -> [File] {
    loads.append(file.id)
    if waits { await withCheckedContinuation { gate = $0 } }
    if isRefusing { throw Refused() }
    return (folders[file.id] ?? []).map { File($0) }
  }
}

@MainActor @Suite struct ListPageOutlineTests {
  @Test("40: the arrow keys expand rows of a tree whose columns are sortable")
  func sortableColumnsOfATree() throws {
    struct Folder: Identifiable, Equatable, Sendable {
      let id: String
      var parts: [Folder] = []
    }
    let page = ListPage("Folders", [Folder(id: "a", parts: [Folder(id: "b")])])
      .columns { Column("NAME", \.id).sortable() }.children(\.parts)
    let screen = try ScreenDriver(columns: 20, rows: 6)
    screen.show(page)
    screen.press(.right)
    #expect(screen.picture.contains("b"))
    screen.press(.left)
    #expect(!screen.picture.contains("b"))
  }

  @Test("39: siblings are sorted, and what is expanded, the cursor and the marks stay")
  func sortedSiblings() throws {
    struct Folder: Identifiable, Equatable, Sendable {
      let id: String
      var size = 0
      var parts: [Folder] = []
    }
    let parts = [Folder(id: "c", size: 1), Folder(id: "d", size: 9), Folder(id: "e", size: 4)]
    let folders = [Folder(id: "a", size: 3), Folder(id: "b", size: 14, parts: parts)]
    let page = ListPage("Folders", folders).columns {
      Column("NAME", \.id)
      Column("SIZE", \.size).sortable()
    }.children(\.parts)
    let screen = try ScreenDriver(columns: 40, rows: 9)
    screen.show(page)
    func names() -> [String] {
      screen.application.renderIfNeeded()
      return page.table.visibleIndexPaths.compactMap { page.model(at: $0)?.id }
    }
    screen.press(.down, .right, .down, .space)
    #expect(names() == ["a", "b", "c", "d", "e"] && page.targets.map(\.id) == ["c"])
    screen.press("s")
    screen.type("-size")
    screen.press(.enter)
    #expect(names() == ["b", "d", "e", "c", "a"])
    #expect(page.current?.id == "d" && page.targets.map(\.id) == ["c"])
    page.items[1].parts.append(Folder(id: "f", size: 5))
    #expect(names() == ["b", "d", "f", "e", "c", "a"])
    screen.press("f")
    screen.type("5")
    #expect(names() == ["b", "f"])
    screen.press(.escape)
    screen.click("SIZE")
    #expect(names() == ["a", "b", "c", "d", "e", "f"], "not sorted again")
  }

  @Test("39: the status bar says what contradicts a tree")
  func faultsOfATree() throws {
    let page = ListPage("Files", [File("a", [File("b"), File("b")]), File("c", [File("c")])])
      .children(\.children)
    let screen = try screen(page)
    #expect(screen.picture.contains("2 rows repeat an identity"))
    page.items = [File("a")]
    #expect(!screen.picture.contains("identity"))
  }

  private let files = [
    File("bin", [File("ls")]), File("src", [File("lib", [File("a"), File("b")]), File("main")]),
    File("readme"),
  ]

  private func page() -> ListPage<File> {
    ListPage("Files", files).children(\.children).row { $1.write($0.id) }
  }

  private func screen(_ page: ListPage<File>, rows: Int = 9) throws -> ScreenDriver {
    let screen = try ScreenDriver(columns: 40, rows: rows)
    _ = screen.show(page)
    return screen
  }

  /// The rows of the screen, without the status.
  private func lines(_ screen: ScreenDriver) -> [String] {
    screen.picture.split(separator: "\n").map(String.init).filter { !$0.hasPrefix(" Files") }
  }

  @Test func rowsExpandAndCollapseAndTheCursorFollows() throws {
    let page = page()
    let screen = try screen(page)
    #expect(lines(screen) == ["▸ bin", "▸ src", "  readme"])
    screen.press(.down, .right)
    #expect(lines(screen) == ["▸ bin", "▾ src", "  ▸ lib", "    main", "  readme"])
    screen.press(.right)
    #expect(page.current?.id == "lib")
    screen.press("l", "l")
    #expect(page.current?.id == "a" && screen.picture.hasSuffix("4/7"))
    screen.press(.left, "h")
    #expect(page.current?.id == "lib" && lines(screen).count == 5)
    screen.press(.left, .left)
    #expect(page.current?.id == "src" && lines(screen) == ["▸ bin", "▸ src", "  readme"])
  }

  @Test("40: a row that opens no page expands, and an error of opening is shown")
  func opening() throws {
    let page = page().onOpen { file in
      if file.id == "readme" { throw Disk.Refused() }
      return file.children == nil ? PagerPage(name: file.id, lines: ["the text"]) : nil
    }
    let screen = try screen(page)
    screen.press(.enter)
    #expect(lines(screen) == ["▾ bin", "    ls", "▸ src", "  readme"])
    screen.press(.down, .enter)
    #expect(screen.picture.hasPrefix("the text"))
    screen.press(.escape, .end, .enter)
    #expect(screen.picture.contains("refused") && page.stack?.top === page)
  }

  @Test func allRowsExpandAndCollapseAndToALevel() throws {
    let page = page()
    let screen = try screen(page, rows: 12)
    screen.press("0")
    let all = [
      "▾ bin", "    ls", "▾ src", "  ▾ lib", "      a", "      b", "    main", "  readme",
    ]
    #expect(lines(screen) == all)
    screen.press(.end, .up, .up)
    #expect(page.current?.id == "b")
    screen.press("L")
    screen.type("2")
    screen.press(.enter)
    #expect(page.current?.id == "lib")
    #expect(lines(screen) == ["▾ bin", "    ls", "▾ src", "  ▸ lib", "    main", "  readme"])
    screen.press("_")
    #expect(page.current?.id == "src" && lines(screen).count == 3)
    screen.press("*")
    #expect(page.targets.count == 3)
  }

  @Test("40: a tree is expanded to a level from the start, for which children are loaded")
  func initialLevel() async throws {
    let page = page().expanded(toLevel: 2)
    let screen = try screen(page)
    #expect(
      lines(screen) == ["▾ bin", "    ls", "▾ src", "  ▸ lib", "    main", "  readme"])
    screen.press("_")
    page.items = files
    #expect(lines(screen) == ["▸ bin", "▸ src", "  readme"])
    let early = ListPage("Files", files).expanded(toLevel: .max).children(\.children)
    #expect(early.table.list?.numberOfItems(in: 0) == 8)
    let disk = Disk()
    let loading = ListPage("Files", [File("bin"), File("x")]).row { $1.write($0.id) }
      .children(where: { disk.folders[$0.id] != nil }) { try await disk.load($0) }
      .expanded(toLevel: 2)
    let other = try self.screen(loading)
    await other.settle()
    #expect(lines(other) == ["▾ bin", "    ls", "  x"] && disk.loads == ["bin"])
    other.press(.left)
    loading.items.append(File("src"))
    await other.settle()
    #expect(lines(other) == ["▸ bin", "  x", "▾ src", "    main", "    lib"])
    #expect(disk.loads == ["bin", "src"])
  }

  @Test func aFilterShowsAncestorsAndClearingItKeepsTheRow() throws {
    let page = page()
    let screen = try screen(page)
    screen.press("f")
    screen.type("B")
    #expect(lines(screen).prefix(4) == ["  bin", "▾ src", "  ▾ lib", "      b"])
    screen.press(.enter, .end)
    #expect(page.current?.id == "b" && screen.picture.contains("filter: B  3 of 8"))
    screen.press(.escape)
    #expect(page.current?.id == "b")
    #expect(
      lines(screen).prefix(6) == ["▸ bin", "▾ src", "  ▾ lib", "      a", "      b", "    main"])
  }

  @Test func changesKeepWhatIsExpandedTheCursorAndTheMarks() throws {
    let page = page()
    let screen = try screen(page)
    screen.press(.down, .right, .down, .space)
    #expect(page.current?.id == "main")
    page.items = [
      File("new"), File("src", [File("first"), File("main"), File("lib", [File("c")])]),
    ]
    #expect(page.current?.id == "main" && page.targets.map(\.id) == ["lib"])
    #expect(lines(screen) == ["  new", "▾ src", "    first", "    main", "  ▸ lib"])
    page.append(File("last"))
    #expect(lines(screen).last == "  last" && page.items.count == 3)
  }

  @Test func enterTogglesARowThatOpensNothing() throws {
    let page = page()
    let screen = try screen(page)
    screen.press(.enter)
    #expect(lines(screen).prefix(2) == ["▾ bin", "    ls"])
    screen.press(.enter)
    #expect(lines(screen).first == "▸ bin")
    var opened: [String] = []
    page.onSelect { opened.append($0.id) }
    screen.press(.enter)
    #expect(opened == ["bin"] && lines(screen).first == "▸ bin")
  }

  @Test func childrenAreLoadedWhenARowIsFirstExpanded() async throws {
    let disk = Disk()
    disk.waits = true
    let page = ListPage("Files", [File("bin"), File("x")]).row { $1.write($0.id) }
      .children(where: { $0.id != "x" && $0.id != "ls" }) { try await disk.load($0) }
    let screen = try screen(page)
    #expect(lines(screen) == ["▸ bin", "  x"] && disk.loads.isEmpty)
    screen.press(.right)
    #expect(lines(screen) == ["▾ bin", "    loading…", "  x"])
    await screen.wait(for: "the request") { disk.gate != nil }
    disk.isRefusing = true
    disk.gate?.resume()
    await screen.settle()
    #expect(lines(screen) == ["▾ bin", "    refused  (Enter retries)", "  x"])
    (disk.isRefusing, disk.waits) = (false, false)
    screen.press(.right)
    #expect(page.current == nil && page.targets.isEmpty)
    screen.press(.enter)
    await screen.settle()
    #expect(lines(screen) == ["▾ bin", "    ls", "  x"])
    screen.press(.up, .up, .left, .right)
    await screen.settle()
    #expect(lines(screen) == ["▾ bin", "    ls", "  x"] && disk.loads == ["bin", "bin"])
  }

  @Test func aReloadLoadsTheChildrenOfExpandedRowsAgain() async throws {
    let disk = Disk()
    let page = ListPage("Files") { [File("bin"), File("src")] }.row { $1.write($0.id) }
      .children(where: { disk.folders[$0.id] != nil }) { try await disk.load($0) }
    let screen = try screen(page)
    await screen.settle()
    screen.press(.down, .right)
    await screen.settle()
    #expect(lines(screen) == ["▸ bin", "▾ src", "    main", "    lib"])
    screen.press(.down, .down)
    disk.folders["src"] = ["new", "lib"]
    screen.press("r")
    await screen.settle()
    #expect(lines(screen) == ["▸ bin", "▾ src", "    new", "    lib"])
    #expect(page.current?.id == "lib" && disk.loads == ["src", "src"])
  }

  @Test func theDocumentedPagesAreTrees() async throws {
    let chapters = [Chapter(id: "Lists", parts: [Chapter(id: "Rows", parts: [])])]
    do {
      let page = ListPage("Chapters", chapters)
        .children(\.parts)
        .row { chapter, canvas in canvas.write(chapter.id) }
      let screen = try ScreenDriver(columns: 40, rows: 5)
      _ = screen.show(page)
      screen.press("+")
      #expect(screen.picture.hasPrefix("▾ Lists\n    Rows\n"))
    }
    func files(in folder: Entry) async throws -> [Entry] { [Entry(name: "notes")] }
    let home = Entry(name: "home", isFolder: true)
    let page = ListPage("Files", [home]).row { $1.write($0.name) }
      .children(where: \.isFolder) { folder in try await files(in: folder) }
    let screen = try ScreenDriver(columns: 40, rows: 5)
    _ = screen.show(page)
    screen.press("+")
    await screen.settle()
    #expect(screen.picture.hasPrefix("▾ home\n    notes\n"))
  }

  @Test func deepRowsAreVisible() throws {
    var file = File("deepest")
    for level in 0..<200 { file = File("\(level)", [file]) }
    let page = ListPage("Files", [file]).children(\.children).row { $1.write($0.id) }
    let screen = try screen(page)
    screen.press("0", .end)
    #expect(screen.picture.contains("…200  deepest") && page.current?.id == "deepest")
  }
}
