import Foundation
import MocoaCore
import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

/// A feed that is reloaded while it is displayed.
@MainActor @Suite struct FeedLivePageTests {
  private static func feed(_ rows: [(id: Int, name: String)]) -> String {
    "[" + rows.map { #"{"name":"\#($0.name)","id":\#($0.id)}"# }.joined(separator: ",") + "]"
  }

  private static let before = feed([(1, "ada"), (2, "bob"), (3, "cleo"), (4, "dan")])
  private static let after = feed([(9, "new"), (1, "ada"), (3, "CLEO"), (4, "dan"), (5, "eva")])

  @Test func whatHasChangedIsCountedAndFlashes() async throws {
    let stage = try FeedPageScreen(Self.before)
    stage.press(.down, .down)
    stage.change(Self.after)
    stage.press("r")
    await stage.wait(for: "new rows") { stage.names.count == 5 }
    #expect(stage.names == ["new", "ada", "CLEO", "dan", "eva"])
    #expect(stage.cursorName == "CLEO")
    stage.screen.expect(
      """
      name      id
      new        9
      ada        1
      CLEO       3
      dan        4
      eva        5

       feed                                         +2 ~1 -1  3/5
      """)
    #expect(stage.screen.overlay(column: 0, row: 1) == .changedRow)
    #expect(stage.screen.overlay(column: 0, row: 2) == nil)
    #expect(stage.screen.overlay(column: 0, row: 5) == .changedRow)
  }

  // All rows counted as changed when a list was sorted in another way.
  @Test("41: rows that only moved are not changed")
  func movedRowsAreNotChanged() async throws {
    let stage = try FeedPageScreen(Self.before)
    stage.press(.down)
    stage.change(Self.feed([(4, "dan"), (3, "CLEO"), (2, "bob"), (1, "ada")]))
    stage.press("r")
    await stage.wait(for: "the other order") { stage.names == ["dan", "CLEO", "bob", "ada"] }
    #expect(stage.statusLine.contains("~1") && !stage.statusLine.contains("+"))
    #expect(stage.screen.overlay(column: 0, row: 1) == nil)
    #expect(stage.screen.overlay(column: 0, row: 2) == .changedRow)
  }

  @Test func anOverwrittenFileIsComparedWithWhatWasShown() async throws {
    let file = try ScratchFile(Self.before)
    let stage = try FeedPageScreen(feed: try file.feed())
    await stage.wait(for: "what it was") { stage.feed.listModel.hasFingerprints }
    stage.press(.down, .down)
    try file.write(Self.after)
    stage.press("r")
    await stage.wait(for: "new rows") { stage.names.count == 5 }
    #expect(stage.names == ["new", "ada", "CLEO", "dan", "eva"])
    #expect(stage.cursorName == "CLEO")
    #expect(stage.statusLine.contains("+2 ~1 -1"))
    #expect(stage.screen.overlay(column: 0, row: 1) == .changedRow)
    #expect(stage.screen.overlay(column: 0, row: 2) == nil)
  }

  @Test func rowsReadSinceAFileWasOverwrittenAreReread() async throws {
    let names = (0..<30).map { ($0, "row \($0)") }
    let file = try ScratchFile(Self.feed(names))
    let stage = try FeedPageScreen(feed: try file.feed(), columns: 90)
    await stage.wait(for: "what it was") { stage.feed.listModel.hasFingerprints }
    try file.write(Self.feed([(99, "a new and much longer one")] + names))
    // Other rows are in their places now.
    stage.press(.end)
    #expect(stage.cursorName == nil)
    #expect(stage.screen.terminal.lines.contains { $0.contains("no longer there") })
    #expect(stage.statusLine.contains(".json was overwritten; r reloads it"))
    stage.press("r")
    await stage.wait(for: "the new row") { stage.statusLine.contains("+1") }
    #expect(stage.names.last == "row 29" && stage.cursorName == "row 29")
    #expect(stage.screen.terminal.lines.contains { $0.hasPrefix("row 28") })
  }

  @Test func anOverwrittenFileIsReportedAsSoonAsItsRowsAreDrawn() async throws {
    let rows = (0..<20_000).map { ($0, "row \($0)") }
    let file = try ScratchFile(Self.feed(rows))
    let stage = try FeedPageScreen(feed: try file.feed(), columns: 90)
    try file.append(" ")
    stage.screen.wheel(1, over: "row 3")
    #expect(stage.names.last != "row 6" && !stage.statusLine.contains("overwritten"))
    try file.write(Self.feed(rows.map { ($0, $1.uppercased()) }))
    stage.screen.wheel(2, over: "row 4")
    #expect(stage.statusLine.contains(".json was overwritten; r reloads it"))
    #expect(!stage.screen.terminal.lines.contains { $0.contains("ROW") })
    stage.press("r")
    await stage.wait(for: "new rows") { stage.names.last?.hasPrefix("ROW") == true }
    #expect(!stage.statusLine.contains("r reloads"))
  }

  @Test func aWatchedFileThatIsOverwrittenIsReloadedWithoutAMessage() async throws {
    let file = try ScratchFile(Self.feed((0..<30).map { ($0, "row \($0)") }))
    let stage = try FeedPageScreen(feed: try file.feed(), columns: 90)
    stage.feed.watch(every: .seconds(60))
    await stage.wait(for: "what it was") { stage.feed.listModel.hasFingerprints }
    try file.write(Self.feed((0..<30).map { ($0, "ROW \($0)") }))
    stage.press(.end)
    #expect(!stage.statusLine.contains("overwritten"))
    #expect(!stage.screen.terminal.lines.contains { $0.contains("ROW") })
    stage.feed.stopWatching()
  }

  @Test func aLargeOverwrittenFileIsReloadedCompletely() async throws {
    let rows = (0..<20_000).map { ($0, "row \($0)") }
    let file = try ScratchFile(Self.feed(rows))
    let stage = try FeedPageScreen(feed: try file.feed(), columns: 90)
    stage.press(.down, .down, .down, " ", .down)
    #expect(stage.cursorName == "row 5")
    try file.write(
      Self.feed([(50_000, "new")] + rows.filter { $0.0 != 1 }.map { ($0, $1.uppercased()) }))
    stage.press("r")
    await stage.wait(for: "new rows") { stage.names.first == "new" }
    #expect(stage.names.prefix(3) == ["new", "ROW 0", "ROW 2"])
    #expect(stage.cursorName == "ROW 5")
    #expect(stage.page.targetRows.compactMap { $0.json.member("name")?.string } == ["ROW 3"])
    #expect(stage.statusLine.contains("changes are unknown"))
  }

  @Test("41: that a merged file was truncated is a message that passes, each time")
  func truncationsOfMergedFiles() async throws {
    func row(_ id: Int) -> String { "{\"time\":\(1_764_237_600 + id),\"id\":\(id)}\n" }
    let files = try [ScratchFile(row(1) + row(4)), ScratchFile(row(2) + row(3))]
    let options = FeedOptions()
    let feed = try Feed(
      .merged(files.map { .followedFile($0.path) }, options: options),
      options: options.ofMergedRows)
    let stage = try FeedPageScreen(feed: feed, columns: 120)
    let notes = SourceNotes(stage.page, in: stage.screen.application)
    stage.page.onStatusChange = { _ in notes.update() }
    await stage.wait(for: "the end") { feed.status.isFollowing }
    for id in 5...6 {
      try files[0].write(row(id))
      await stage.wait(for: "the message") { stage.statusLine.contains("from its start") }
      stage.page.status.clearMessage()
      #expect(!stage.statusLine.contains("from its start"))
    }
    feed.stop()
  }

  @Test("41: a note on how the only source is read does not repeat its name, which is the title")
  func notesBesideTheTitle() async throws {
    var options = FeedOptions()
    options.acceptsText = true
    let source = MemorySource("Dear all,\nnothing here.\n", name: "letter")
    let feed = Feed(source: source, options: options)
    feed.wait(forRows: .max, timeout: .seconds(10))
    let stage = try FeedPageScreen(feed: feed, columns: 120)
    _ = SourceNotes(stage.page, in: stage.screen.application)
    let line = stage.statusLine
    #expect(line.contains("lines of text (neither JSON") && !line.contains("letter: "), "\(line)")
  }

  @Test("41: a note on how a source is read ends with the reading")
  func notesOfEarlierReadings() async throws {
    let file = try ScratchFile("Dear all,\nnothing here.\n")
    var options = FeedOptions()
    options.acceptsText = true
    let feed = try Feed(.file(file.path), options: options)
    feed.wait(forRows: .max, timeout: .seconds(10))
    let stage = try FeedPageScreen(feed: feed, columns: 160)
    let notes = SourceNotes(stage.page, in: stage.screen.application)
    stage.page.onStatusChange = { _ in notes.update() }
    #expect(stage.statusLine.contains("lines of text"))
    try file.write(Self.feed([(1, "one"), (2, "two")]))
    feed.reload()
    await stage.wait(for: "the rows") { stage.names == ["one", "two"] }
    #expect(!stage.statusLine.contains("lines of text"))
  }

  @Test func anErrorOfSectioningIsShown() async throws {
    let file = try ScratchFile(Self.feed((0..<20_000).map { ($0, "row \($0)") }))
    let feed = try file.feed()
    let stage = try FeedPageScreen(feed: feed, columns: 140)
    try file.truncate()
    stage.page.query.grouping = RowGrouping(by: "name")
    await stage.wait(for: "the reason") { stage.page.source.arrangingError != nil }
    #expect(stage.statusLine.contains("was overwritten; r reloads it"))
  }

  @Test func theCursorGoesFromChangeToChange() async throws {
    let stage = try FeedPageScreen(Self.before)
    stage.press("c")
    #expect(stage.statusLine.contains("no changes"))
    stage.change(Self.after)
    stage.press("r")
    await stage.wait(for: "new rows") { stage.names.count == 5 }
    var visited: [String?] = []
    for _ in 0..<4 {
      stage.press("c")
      visited.append(stage.cursorName)
    }
    #expect(visited == ["CLEO", "eva", "new", "CLEO"])
  }

  @Test func aFilteredListIsComparedToo() async throws {
    let stage = try FeedPageScreen(Self.before)
    stage.page.query.setFilters([try RowFilter(parsing: "id > 1")])
    stage.settle()
    stage.press(.down)
    #expect(stage.cursorName == "cleo")
    stage.change(Self.after)
    stage.press("r")
    await stage.wait(for: "new rows") { stage.names == ["new", "CLEO", "dan", "eva"] }
    #expect(stage.cursorName == "CLEO")
    #expect(stage.statusLine.contains("+2 ~1 -1"))
  }

  @Test func marksStayWithTheirRowsOfASortedFeedThatChanges() async throws {
    let stage = try FeedPageScreen(Self.before)
    stage.page.query.setSortKeys([SortKey(MemberPath("name"), isDescending: true)])
    stage.settle()
    #expect(stage.names == ["dan", "cleo", "bob", "ada"])
    stage.press(" ", .down, .down, " ")
    let marked = { stage.page.targetRows.compactMap { $0.json.member("id")?.text } }
    #expect(marked() == ["4", "1"])
    stage.change(Self.feed([(8, "zoe"), (4, "anna"), (3, "cleo"), (1, "ada"), (9, "eva")]))
    stage.press("r")
    await stage.wait(for: "new rows") { stage.names.count == 5 }
    #expect(stage.names == ["zoe", "eva", "cleo", "anna", "ada"])
    #expect(marked() == ["4", "1"])
    stage.change(Self.feed([(1, "ada"), (4, "anna")]))
    stage.press("r")
    await stage.wait(for: "fewer rows") { stage.names.count == 2 }
    #expect(marked() == ["4", "1"])
  }

  @Test func aPausedFeedSaysWhatWaits() async throws {
    let stage = try FeedPageScreen(Self.before)
    stage.press("p")
    #expect(stage.statusLine.contains("paused"))
    stage.change(Self.after)
    stage.press("r")
    #expect(stage.statusLine.contains("p goes on"))
    await stage.wait(for: "what waits") { stage.statusLine.contains("updates pending") }
    #expect(stage.names == ["ada", "bob", "cleo", "dan"])
    stage.press("p")
    await stage.wait(for: "the new rows") { stage.names.first == "new" }
    #expect(!stage.statusLine.contains("paused"))
  }

  @Test func aFailureStaysInSightUntilItIsOver() async throws {
    let stage = try FeedPageScreen(Self.before, columns: 120)
    stage.change(#"[{"id":1,"name":"ada"},{"id":2,"#)
    stage.press("r")
    await stage.wait(for: "an error") { stage.statusLine.contains("(r retries)") }
    #expect(stage.names == ["ada", "bob", "cleo", "dan"])
    stage.change(Self.after)
    stage.press("r")
    await stage.wait(for: "the new rows") { stage.names.first == "new" }
    #expect(!stage.statusLine.contains("tries again"))
  }

  @Test func searchContinuesInNewRows() async throws {
    let stage = try FeedPageScreen(Self.before)
    stage.press("/")
    stage.type("d")
    stage.press(.enter)
    #expect(stage.page.search.matches.count == 2)
    stage.change(Self.feed([(1, "ada"), (4, "dan"), (6, "dora")]))
    stage.press("r")
    await stage.wait(for: "the new rows") { stage.names.last == "dora" }
    stage.settle()
    #expect(stage.page.search.matches.count == 3)
    #expect(stage.cursorName == "ada")
  }

  /// All rows that the filter had hidden were counted.
  @Test("Rows after the end that was left are those that were appended", arguments: [nil, "k"])
  func newRowsAreTheAppendedOnes(section: String?) async throws {
    func lines(_ ids: ClosedRange<Int>) -> String {
      ids.map { "{\"id\":\($0),\"k\":\"k\($0 % 3)\"}\n" }.joined()
    }
    let file = try ScratchFile(lines(1...40))
    let feed = try Feed(.followedFile(file.path))
    feed.wait(forRows: 40, timeout: .seconds(10))
    let stage = try FeedPageScreen(feed: feed, columns: 120)
    await stage.wait(for: "the end") { stage.feed.status.isFollowing }
    if let section { stage.page.query.grouping = RowGrouping(by: MemberPath(section)) }
    stage.page.query.setFilters([try RowFilter(parsing: "id > 24")])
    await stage.wait(for: "the matches") {
      stage.settle()
      return stage.statusLine.contains("/16 of 40")
    }
    stage.press("G", "k")
    try file.append("{\"id\":41,\"k\":\"k0\"}\n{\"id\":1,\"k\":\"k0\"}\n")
    await stage.wait(for: "the new row") { stage.statusLine.contains("+1 new") }
    stage.press(.backspace)
    await stage.wait(for: "all rows") {
      stage.settle()
      return stage.statusLine.contains("/42")
    }
    #expect(stage.statusLine.contains("+2 new"))
    stage.press("G", "k")
    #expect(!stage.statusLine.contains("new"))
    feed.stop()
  }

  @Test(
    "39: an action is not done for a row that was added just now, and a sorted one stays current",
    arguments: [true, false])
  func addedRows(isSorted: Bool) async throws {
    func lines(_ ids: ClosedRange<Int>) -> String { ids.map { "{\"id\":\($0)}\n" }.joined() }
    let file = try ScratchFile(lines(1...20))
    let feed = try Feed(.followedFile(file.path))
    feed.wait(forRows: 20, timeout: .seconds(10))
    let stage = try FeedPageScreen(feed: feed, columns: 120)
    await stage.wait(for: "the end") { stage.feed.status.isFollowing }
    if isSorted { stage.page.query.setSortKeys([SortKey(MemberPath("id"), isDescending: true)]) }
    stage.settle()
    stage.press(isSorted ? "g" : "G")
    let id = { stage.page.currentRow?.json.member("id")?.text }
    await stage.wait(for: "the last row") { id() == "20" && !stage.page.source.isRunning }
    let time = ContinuousClock.now
    stage.page.targets.now = { time }
    try file.append(lines(21...21))
    await stage.wait(for: "the new row") {
      stage.settle()
      return stage.page.table.rowCount == 21
    }
    #expect(id() == (isSorted ? "20" : "21"))
    stage.press("y")
    #expect((stage.screen.terminal.clipboard == nil) == !isSorted)
    let text = "the current row has just been added; nothing was done"
    #expect(stage.statusLine.contains(text) == !isSorted)
    // A refused key ends following, so that the next one is for the row that is seen.
    try file.append(lines(22...22))
    await stage.wait(for: "another row") {
      stage.settle()
      return stage.page.table.rowCount == 22
    }
    #expect(id() == (isSorted ? "20" : "21"))
    stage.page.targets.now = { time + .seconds(1) }
    stage.press("y")
    #expect(stage.screen.terminal.clipboard != nil)
    feed.stop()
  }

  @Test("39: the cursor stays on its row when better matches of a fuzzy search are added")
  func addedMatches() async throws {
    let file = try ScratchFile("{\"name\":\"a-l-pha\"}\n{\"name\":\"al-pha\"}\n")
    let feed = try Feed(.followedFile(file.path))
    feed.wait(forRows: 2, timeout: .seconds(10))
    let stage = try FeedPageScreen(feed: feed)
    await stage.wait(for: "the end") { stage.feed.status.isFollowing }
    stage.page.query.setFilters([try RowFilter(parsing: "~alpha")])
    await stage.wait(for: "the matches") {
      stage.settle()
      return stage.names == ["al-pha", "a-l-pha"]
    }
    #expect(stage.cursorName == "al-pha")
    stage.press(.down)
    try file.append("{\"name\":\"alpha\"}\n")
    await stage.wait(for: "a better match") {
      stage.settle()
      return stage.names == ["alpha", "al-pha", "a-l-pha"]
    }
    #expect(stage.cursorName == "a-l-pha")
    stage.press("g")
    try file.append("{\"name\":\"alpha\"}\n")
    await stage.wait(for: "another one") {
      stage.settle()
      return stage.names.count == 4
    }
    #expect(stage.cursorName == "alpha")
    feed.stop()
  }

  /// A page of two followed files with four rows each, at their ends.
  private func stage(following files: [ScratchFile]) async throws -> FeedPageScreen {
    let feed = try Feed(joining: files.map { .followedFile($0.path) })
    // Of the first source; it never has as many as both.
    #expect(feed.wait(forRows: 4, timeout: .seconds(10)))
    let stage = try FeedPageScreen(feed: feed, columns: 120, rows: 20)
    await stage.wait(for: "the end") {
      stage.feed.status.isFollowing && stage.page.table.rowCount == 8
    }
    return stage
  }

  @Test("Marks stay on rows of later sources when an earlier source grows", arguments: [nil, "k"])
  func marksStayOnRowsOfLaterSources(section: String?) async throws {
    func lines(_ ids: Range<Int>) -> String {
      ids.map { "{\"id\":\($0),\"k\":\"k\($0 % 2)\"}\n" }.joined()
    }
    let files = [try ScratchFile(lines(0..<4)), try ScratchFile(lines(10..<14))]
    let stage = try await stage(following: files)
    func marked() -> Set<Int> {
      Set(stage.page.targetRows.compactMap { Int($0.json.member("id")?.text ?? "") })
    }
    stage.press("G", .space, "k", .space)
    let before = marked()
    #expect(before.count == 2)
    if let section { stage.page.query.grouping = RowGrouping(by: MemberPath(section)) }
    // One of the marked rows is hidden, and the other one is not.
    stage.page.query.setFilters([try RowFilter(parsing: "id != 13")])
    await stage.wait(for: "the matches") {
      stage.settle()
      return stage.page.table.rowCount == 7
    }
    try files[0].append(lines(20..<23))
    await stage.wait(for: "the new rows") {
      stage.settle()
      return stage.page.table.rowCount == 10
    }
    #expect(marked() == before)
    stage.page.query.setFilters([])
    await stage.wait(for: "all rows") {
      stage.settle()
      return stage.page.table.rowCount == 11
    }
    #expect(marked() == before)
    stage.feed.stop()
  }

  @Test("42: the cursor returns to a row of a later source when an earlier source has grown")
  func anchorsStayOnRowsOfLaterSources() async throws {
    func lines(_ ids: Range<Int>) -> String { ids.map { "{\"id\":\($0)}\n" }.joined() }
    let files = [try ScratchFile(lines(0..<4)), try ScratchFile(lines(10..<14))]
    let stage = try await stage(following: files)
    let row = try #require(stage.page.anchor(6))
    try files[0].append(lines(20..<23))
    await stage.wait(for: "the new rows") {
      stage.settle()
      return stage.page.table.rowCount == 11
    }
    #expect(row.number == 9 && !row.isGone)
    stage.feed.stop()
  }

  @Test(arguments: 1...20) func countsMatchTheChangeset(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var changes = LiveChanges()
    let deletes = Set((0..<Int.random(in: 0...5, using: &generator)).map { $0 * 3 })
    let inserts = Set((0..<Int.random(in: 0...5, using: &generator)).map { $0 * 2 })
    let changeset = Changeset(
      itemDeletes: IndexPathSet(deletes.map { ListIndexPath(section: 0, item: $0) }),
      itemInserts: IndexPathSet(inserts.map { ListIndexPath(section: 0, item: $0) }),
      itemReloads: [ListIndexPath(section: 0, item: 50)])
    changes.take(changeset) { _ in 0 }
    #expect(changes.inserted == inserts.count && changes.deleted == deletes.count)
    #expect(changes.changed == 1)
    #expect(changes.places.count == inserts.count + 1, "seed \(seed)")
    #expect(changes.places.last?.item == 50 - deletes.count + inserts.count)
  }
}

/// A file that is written over in place, and is there as long as the value is.
final class ScratchFile {
  private let place = FileManager.default.temporaryDirectory
    .appendingPathComponent("live_\(UInt64.random(in: 0...(.max))).json")

  init(_ text: String) throws { try write(text) }

  var path: String { place.path }

  deinit { try? FileManager.default.removeItem(at: place) }

  func write(_ text: String) throws { try Data(text.utf8).write(to: place) }

  func append(_ text: String) throws {
    let file = try FileHandle(forWritingTo: place)
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
  }

  func truncate() throws { try FileHandle(forWritingTo: place).truncate(atOffset: 100) }

  @MainActor func feed() throws -> Feed {
    let feed = try Feed(.file(place.path))
    feed.wait(forRows: .max, timeout: .seconds(10))
    return feed
  }
}
