import Foundation
import MocoaCore
import MocoaFeed
import Testing

@testable import MocoaItems

@Suite struct ItemListTests {
  static let commits: [JSONValue] = [
    ["message": "fix", "author": ["name": "Ada"]], ["author": ["name": "Bo"]], 7,
  ]

  private func titles(_ section: ItemSection) -> [String?] { section.map { $0.members[.title] } }

  private func section(_ titles: String...) -> ItemSection {
    ItemSection(titles.map { JSONItem(["title": .string($0)]) })
  }

  @Test func severalKindsOfRowsFeedOneSection() throws {
    let commits = ItemPackager(
      name: "entry",
      members: [
        ("title", JSONPointer(tokens: ["message"])),
        ("detail", JSONPointer(tokens: ["author", "name"])),
      ])
    let issues = ItemPackager(name: "entry") { row in
      guard let title = row["title"] else { return nil }
      return JSONItem { $0["title"] = title }
    }
    var section = ItemSection(itemDefaults: ["icon": "*", "title": "untitled"])
    try section.append(packaging: Self.commits, by: commits)
    try section.append(packaging: [["title": "bug"], [:]], by: issues)
    #expect(titles(section) == ["fix", "untitled", "untitled", "bug"])
    #expect(section.map { $0.members[.detail] } == ["Ada", "Bo", nil, nil])
    #expect(section.allSatisfy { $0.members["icon"] == "*" && $0.moduleName == "entry" })
  }

  @Test func aPackagerThatThrowsLeavesTheSection() {
    struct Broken: Error {}
    let packager = ItemPackager { row in
      if row == 7 { throw Broken() }
      return JSONItem(value: row)
    }
    var section = section("a")
    #expect(throws: Broken.self) { try section.append(packaging: Self.commits, by: packager) }
    #expect(titles(section) == ["a"])
  }

  @Test func nothingToPackageChangesNothing() throws {
    var section = section("a")
    #expect(try section.append(packaging: []).isEmpty)
    #expect(section.count == 1)
  }

  @Test func sectionsAreCollections() throws {
    var section = section("a", "b", "c")
    section.swapAt(0, 2)
    section.append(JSONItem(["title": "d"]))
    section.remove(at: 1)
    section[0] = JSONItem(["title": "x"])
    #expect(titles(section) == ["x", "a", "d"])
    #expect(section[checked: 3] == nil)
    #expect(section[checked: -1] == nil)
    #expect(section.first?.members[.title] == "x")
    #expect(titles(section.filter { $0.members[.title] != "a" }) == ["x", "d"])
    #expect(ItemSection().filter { _ in true }.isEmpty)
    try section.insert(JSONItem(), checkingAt: 3)
    #expect(throws: ItemListError.noItem(index: 9, count: 4)) {
      try section.insert(JSONItem(), checkingAt: 9)
    }
    section.removeAll()
    #expect(section.isEmpty && section.first == nil)
    _ = section.popLast()
  }

  @Test func mergingSectionsAppendsItemsAndMergesTheRest() {
    var first = section("a")
    first.footer = JSONItem(["n": 1])
    var second = section("b")
    second.header = JSONItem(["h": 1])
    second.footer = JSONItem(["m": 2])
    second.common = ["c": 3]
    first.merge(second)
    #expect(titles(first) == ["a", "b"])
    #expect(first.header?.members == ["h": 1])
    #expect(first.footer?.members == ["n": 1, "m": 2])
    #expect(first.common == ["c": 3])
  }

  @Test func listsFindMergeAndRemoveOverAllSections() throws {
    var list = ItemList([section("a", "b"), section("c")])
    list.mergeIntoItems(["seen": true])
    #expect(list.sections.joined().allSatisfy { $0.members["seen"] == true })
    let item = try #require(list[ListIndexPath(section: 1, item: 0)])
    #expect(list.indexPath(of: item) == ListIndexPath(section: 1, item: 0))
    #expect(list[ListIndexPath(section: 2, item: 0)] == nil)
    list.removeItems { $0.members[.title] != "b" }
    #expect(list.itemCount == 1)
    #expect(throws: ItemListError.noSection(index: 5, count: 2)) {
      try list.insert(section(), checkingAt: 5)
    }
  }

  @MainActor @Test func aListIsShownByModules() {
    var section = section("a", "b")
    section.header = JSONItem(["title": "head"])
    let registry = ModuleRegistry()
    let module = registry["mocoa://items/"]
    module.section.cell.register(
      viewModel: JSONItemViewModel.self,
      view: ModuleView(.cell, name: "ItemCell") { JSONItemViewModel(model: JSONItem()) })
    let list = ListViewModel(model: ItemList([section]), module: module)
    list.ready()
    let cell = list.cellViewModel(at: ListIndexPath(section: 0, item: 1)) as? JSONItemViewModel
    #expect(cell?[.title] == "b")
  }
}

@Suite struct ItemArchiveTests {
  static let list = ItemList(
    [
      ItemSection(
        [JSONItem(["title": "a \"quoted\" \u{7}", "n": nil, "secret": 1], name: "entry")],
        name: "news", header: JSONItem(["h": true]), common: ["c": [1, 2]],
        itemDefaults: ["icon": "*"]),
      ItemSection(),
    ], common: ["page": 3])

  @Test func listsComeBack() throws {
    let archive = ItemArchive()
    #expect(try archive.list(from: archive.text(of: Self.list)) == Self.list)
    #expect(try archive.list(from: archive.text(of: ItemList())) == ItemList())
  }

  @Test func chosenMembersAreWrittenUnderOtherNames() throws {
    let archive = ItemArchive(keys: ["title", "n"], writtenNames: ["title": "t"])
    let item = Self.list.sections[0].items[0]
    #expect(archive.text(of: item) == #"{"t":"a \"quoted\" \u0007","n":null}"#)
    let list = try archive.list(from: archive.text(of: Self.list))
    #expect(list.sections[0].items[0].members == ["title": "a \"quoted\" \u{7}", "n": nil])
    #expect(ItemArchive(keys: []).text(of: item) == "{}")
  }

  struct Damage: Sendable {
    var text: String
    var error: ItemArchiveError
  }

  @Test(arguments: [
    Damage(text: "[]", error: .otherFormat),
    Damage(text: #"{"format":"other","version":1}"#, error: .otherFormat),
    Damage(text: #"{"format":"mocoa-items","version":2}"#, error: .otherVersion("2")),
    Damage(text: #"{"format":"mocoa-items"}"#, error: .otherVersion("none")),
    Damage(text: #"{"format":"mocoa-items","version":1}"#, error: .damaged("sections")),
    Damage(
      text: #"{"format":"mocoa-items","version":1,"sections":[{"name":"a:b","items":[]}]}"#,
      error: .damaged("name")),
    Damage(
      text: #"{"format":"mocoa-items","version":1,"sections":[{"name":"","items":[{}]}]}"#,
      error: .damaged("members")),
  ])
  func whatIsDamagedIsRefused(_ damage: Damage) {
    #expect(throws: damage.error) { try ItemArchive().list(from: damage.text) }
  }

  @Test func everyTruncationIsRefused() {
    let text = ItemArchive().text(of: Self.list)
    for count in 0..<text.count {
      #expect(throws: ItemArchiveError.self) {
        try ItemArchive().list(from: String(text.prefix(count)))
      }
    }
  }

  @Test func filesAreReplacedWholeOrNotAtAll() throws {
    let archive = ItemArchive()
    let file = FileManager.default.temporaryDirectory.appending(path: "items-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    try "old".write(to: file, atomically: true, encoding: .utf8)
    try archive.write(Self.list, to: file.path)
    #expect(try archive.list(fromFile: file.path) == Self.list)
    #expect(throws: ItemArchiveError.self) { try archive.write(Self.list, to: "/dev/null/x") }
    #expect(throws: ItemArchiveError.self) { try archive.list(fromFile: "/dev/null/x") }
  }
}
