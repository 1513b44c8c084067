import Foundation
import MocoaCore
import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

/// Cursor and marks of a feed that is reloaded.
@MainActor @Suite struct FeedReloadPageTests {
  nonisolated private static func feed(_ rows: [(id: Int, name: String)]) -> String {
    "[" + rows.map { #"{"id":\#($0),"name":"\#($1)"}"# }.joined(separator: ",") + "]"
  }

  private static let before = feed([(1, "x"), (2, "x"), (3, "x"), (4, "y")])
  private static let one = feed([(1, "x"), (2, "z"), (3, "x"), (4, "y")])

  /// A page of the rows named x, with a mark and the cursor on the second one.
  private func filteredStage() throws -> FeedPageScreen {
    let stage = try FeedPageScreen(Self.before, columns: 100)
    stage.page.query.setFilters([try RowFilter(parsing: #"name == "x""#)])
    stage.settle()
    stage.press("j", .space, "k")
    #expect(stage.names.count == 3 && cursorID(stage) == "2" && marked(stage) == ["2"])
    return stage
  }

  private func reload(_ stage: FeedPageScreen, _ text: String, count: Int) async {
    stage.change(text)
    stage.feed.reload()
    await stage.wait(for: "\(count) rows") {
      stage.settle()
      return stage.names.count == count && stage.page.updater.updateTask == nil
        && !stage.feed.status.isRefreshing
    }
  }

  private func cursorID(_ stage: FeedPageScreen) -> String? {
    stage.page.cursor.flatMap { stage.page.row(at: $0) }?.json.member("id")?.text
  }

  private func marked(_ stage: FeedPageScreen) -> [String] {
    guard stage.page.targets.count > 0 else { return [] }
    return stage.page.targetRows.compactMap { $0.json.member("id")?.text }
  }

  @Test("a: marks of rows that a reload takes out of the filter are kept")
  func marksOfFilteredRowsAreKept() async throws {
    let stage = try filteredStage()
    await reload(stage, Self.one, count: 2)
    #expect(stage.statusLine.contains("1 marked, 1 not shown"))
    #expect(!stage.statusLine.contains("cleared") && marked(stage) == ["2"])
    await reload(stage, Self.before, count: 3)
    #expect(stage.statusLine.contains("1 marked ") && marked(stage) == ["2"])
    #expect(stage.page.targets.hidden.isEmpty)
  }

  @Test("34: a reload while the source is being read keeps the cursor and the marks")
  func aReloadWhileReading() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let text = Self.before
    let command = """
      mkdir '\(folder.path)' 2>&- || exec echo '\(text)'
      echo '\(text.dropLast())'; exec sleep 60
      """
    defer { try? FileManager.default.removeItem(at: folder) }
    let stage = try FeedPageScreen(feed: Feed(.command(["sh", "-c", command])))
    await stage.wait(for: "the first rows") { stage.page.shownRows.count >= 3 }
    stage.press("j", .space, "k")
    #expect(stage.feed.status.isLoading && cursorID(stage) == "2" && marked(stage) == ["2"])
    stage.press("r")
    await stage.wait(for: "all rows") {
      stage.page.shownRows == ShownRows(count: 4, isComplete: true)
    }
    #expect(cursorID(stage) == "2" && marked(stage) == ["2"])
  }

  @Test("a: the cursor returns to a row that comes back with the next reload")
  func theCursorReturns() async throws {
    let stage = try filteredStage()
    await reload(stage, Self.one, count: 2)
    #expect(cursorID(stage) == "3")
    await reload(stage, Self.before, count: 3)
    #expect(cursorID(stage) == "2" && stage.statusLine.contains("the current row is back"))
    // Not if the user has moved.
    await reload(stage, Self.one, count: 2)
    stage.press("k")
    await reload(stage, Self.before, count: 3)
    #expect(cursorID(stage) == "1")
  }

  @Test(
    "a: cursor and marks return after a reload without rows",
    arguments: ["[]", feed([(1, "z"), (2, "z"), (3, "z"), (4, "y")])])
  func cursorAndMarksReturn(empty: String) async throws {
    let stage = try filteredStage()
    await reload(stage, empty, count: 0)
    #expect(stage.statusLine.contains("1 marked, 1 not shown"))
    await reload(stage, Self.before, count: 3)
    #expect(stage.statusLine.contains("1 marked ") && !stage.statusLine.contains("not shown"))
    #expect(cursorID(stage) == "2" && marked(stage) == ["2"])
  }

  @Test(
    "34: the cursor stays on its row, or returns to it, where a file is overwritten in place",
    arguments: [false, true])
  func overwrittenInPlace(isEmptyBetween: Bool) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ndjson")
    defer { try? FileManager.default.removeItem(at: file) }
    func write(_ ids: [Int]) throws {
      try Data(ids.map { "{\"id\":\($0)}\n" }.joined().utf8).write(to: file)
    }
    try write([1, 2, 3, 4, 5])
    let feed = try Feed(.file(file.path))
    #expect(feed.wait(forRows: .max, timeout: .seconds(10)))
    let stage = try FeedPageScreen(feed: feed)
    func reload(_ ids: [Int]) async throws {
      try write(ids)
      feed.reload()
      await stage.wait(for: "\(ids)") {
        stage.settle()
        let shown = stage.page.table.visibleIndexPaths.compactMap {
          stage.page.row(at: $0)?.json.member("id")?.text
        }
        return shown == ids.map(String.init) && stage.page.updater.updateTask == nil
          && !feed.status.isRefreshing
      }
    }
    stage.press("j")
    #expect(cursorID(stage) == "2")
    try await reload([1, 3, 4, 5])
    #expect(cursorID(stage) == "3")
    if isEmptyBetween { try await reload([]) }
    try await reload([5, 4, 3, 2, 1])
    let id = cursorID(stage)
    #expect(id == "2" || id == "3")
    try await reload([1, 4, 3, 2])
    #expect(cursorID(stage) == id)
  }

  @Test("a: marks of deleted rows are cleared, and this is reported")
  func marksOfDeletedRowsAreCleared() async throws {
    let stage = try filteredStage()
    await reload(stage, Self.feed([(1, "x"), (3, "x"), (4, "y")]), count: 2)
    #expect(stage.page.targets.count == 0 && stage.statusLine.contains("1 mark cleared"))
    await reload(stage, Self.before, count: 3)
    #expect(marked(stage) == [])
  }

  @Test(
    "a row under the cursor that a reload deletes is reported, alone on the screen, too",
    arguments: [(2, false), (2, true), (4, true)])
  func aDeletedCurrentRowIsReported(deleted: Int, isAlone: Bool) async throws {
    let rows = [(1, "x"), (2, "x"), (3, "x"), (4, "y")]
    let stage = try FeedPageScreen(Self.feed(rows), columns: 100)
    stage.press("j")
    if isAlone { stage.press("z") }
    stage.change(Self.feed(rows.filter { $0.0 != deleted }))
    stage.feed.reload()
    await stage.wait(for: "the reload") {
      stage.page.list.numberOfItemsInAllSections == 3 && stage.page.updater.updateTask == nil
    }
    stage.settle()
    let report = "the row is gone; this is another"
    #expect(stage.statusLine.contains(report) == (deleted == 2))
    #expect(cursorID(stage) == (deleted == 2 ? "3" : "2"))
  }

  @Test("34: a key that was meant for a row that a reload has just taken does nothing")
  func keysForALostRowDoNothing() async throws {
    let rows = [(1, "x"), (2, "x"), (3, "x"), (4, "y")]
    let stage = try FeedPageScreen(Self.feed(rows), columns: 100)
    var chosen: [String] = []
    stage.page.observeSelection(owner: stage.page) { _, row, _ in
      chosen.append(row.json.member("id")?.text ?? "")
    }.store(in: &stage.page.subscriptions)
    stage.press("j", .space, "j")
    stage.change(Self.feed(rows.filter { $0.0 != 2 }))
    stage.feed.reload()
    await stage.wait(for: "the reload") {
      stage.page.list.numberOfItemsInAllSections == 3 && stage.page.updater.updateTask == nil
    }
    stage.press("Y", .enter)
    #expect(stage.screen.terminal.clipboard == nil && chosen == [])
    #expect(stage.statusLine.contains("a reload has just removed rows; nothing was done"))
    await stage.wait(for: "the time to see it") { !stage.page.targets.hasJustLost }
    stage.press(.enter)
    #expect(chosen == ["4"] || chosen == ["3"])
  }

  // The current row got an action that was meant for the marked ones.
  @Test("34: an action that was meant for marked rows, all of which are gone, does nothing once")
  func actionsForLostMarksDoNothing() async throws {
    let rows = [(1, "x"), (2, "x"), (3, "x"), (4, "y")]
    let stage = try FeedPageScreen(Self.feed(rows), columns: 100)
    var chosen: [String] = []
    stage.page.observeSelection(owner: stage.page) { _, row, _ in
      chosen.append(row.json.member("id")?.text ?? "")
    }.store(in: &stage.page.subscriptions)
    stage.press("j", .space)
    stage.change(Self.feed(rows.filter { $0.0 != 2 }))
    stage.feed.reload()
    await stage.wait(for: "the reload") {
      stage.page.list.numberOfItemsInAllSections == 3 && stage.page.updater.updateTask == nil
    }
    await stage.wait(for: "the time to see it") { !stage.page.targets.hasJustLost }
    stage.press(.enter)
    #expect(chosen == [] && stage.statusLine.contains("the marked rows are gone; nothing was done"))
    stage.press(.enter)
    #expect(chosen == ["3"])
  }

  @Test("a: marks of a file that is written over in place are kept")
  func marksOfAnOverwrittenFileAreKept() async throws {
    let file = try ScratchFile(Self.before)
    let stage = try FeedPageScreen(feed: try file.feed(), columns: 120)
    await stage.wait(for: "fingerprints") { stage.feed.listModel.hasFingerprints }
    stage.page.query.setFilters([try RowFilter(parsing: #"name == "x""#)])
    stage.settle()
    stage.press("j", .space, "k")
    for (text, count) in [(Self.one, 2), ("[]", 0), (Self.one, 2), (Self.before, 3)] {
      try file.write(text)
      stage.press("r")
      await stage.wait(for: "\(count) rows") {
        stage.settle()
        return stage.page.list.numberOfItemsInAllSections == count
          && stage.page.updater.updateTask == nil
      }
      #expect(stage.statusLine.contains("1 marked") && stage.page.targets.count == 1)
      #expect(stage.statusLine.contains("not shown") == (count < 3))
    }
    #expect(marked(stage) == ["2"])
  }

  @Test("b: a cancelled filter returns to the row and the scroll position")
  func aCancelledFilterReturns() async throws {
    let names = (0..<60).map { "row \($0)" }
    let stage = try FeedPageScreen(names: names)
    let filters = [[], [try RowFilter(parsing: "id < 58")]]
    for filters in filters {
      stage.page.query.setFilters(filters)
      stage.settle()
      stage.press(.home)
      for _ in 0..<20 { stage.press("j") }
      stage.press("k", "k")
      let (before, row) = (stage.names, stage.cursorName)
      #expect(row == "row 18")
      stage.press("f")
      stage.type("id > 40")
      #expect(stage.cursorName == "row 41")
      stage.press(.escape)
      await stage.wait(for: "the rows") { stage.page.list.numberOfItems(in: 0) >= 58 }
      #expect(stage.names == before && stage.cursorName == row)
    }
  }

  @Test(
    "34: a prompt for marked rows does nothing with others, until it is confirmed",
    arguments: [("w", "FILE"), ("|", "cat > FILE")])
  func promptsKeepTheirMarks(key: Key, answer: String) async throws {
    let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let stage = try FeedPageScreen(Self.before, columns: 160)
    stage.press("j", .space)
    #expect(stage.statusLine.contains("1 marked"))
    stage.press(key)
    await reload(stage, Self.feed([(1, "x"), (3, "x"), (4, "y")]), count: 3)
    stage.type(answer.replacing("FILE", with: path))
    stage.press(.enter)
    #expect(stage.statusLine.contains("1 marked row is gone; Enter again for all rows"))
    #expect(!OutputFile.exists(path))
    stage.press(.enter)
    await stage.wait(for: "the file") {
      (try? String(contentsOfFile: path, encoding: .utf8))?.contains("\"id\":4") ?? false
    }
  }

  @Test("34: an action from the palette does nothing with other rows than were marked")
  func palettesKeepTheirMarks() async throws {
    let stage = try FeedPageScreen(Self.before, columns: 160)
    stage.press("j", .space, ":")
    stage.type("copy-row")
    await reload(stage, Self.feed([(1, "x"), (3, "x"), (4, "y")]), count: 3)
    stage.press(.enter)
    #expect(stage.statusLine.contains("1 marked row is gone; nothing was done"))
    stage.press("y")
    #expect(stage.statusLine.contains("copied"))
  }

  @Test("c: the end of a watched feed is followed")
  func theEndOfAWatchedFeedIsFollowed() async throws {
    let rows = [(1, "ada"), (2, "bob"), (3, "cy")]
    let stage = try FeedPageScreen(Self.feed(rows))
    stage.feed.watch(every: .seconds(3_600))
    await stage.wait(for: "the watch") { !stage.feed.status.isRefreshing }
    stage.press("G")
    await reload(stage, Self.feed(rows + [(4, "dan")]), count: 4)
    #expect(stage.cursorName == "dan")
    await reload(stage, Self.feed(rows), count: 3)
    await reload(stage, Self.feed(rows + [(4, "dan"), (5, "eva")]), count: 5)
    #expect(stage.cursorName == "eva")
    stage.press("k")
    await reload(stage, Self.feed(rows + [(4, "dan"), (5, "eva"), (6, "flo")]), count: 6)
    #expect(stage.cursorName == "dan")
    stage.feed.stopWatching()
  }

  @Test("d: a row without an identity that is replaced in place keeps cursor and mark")
  func aRowReplacedInPlaceKeepsCursorAndMark() async throws {
    func text(_ values: [Int]) -> String {
      values.map { #"{"city":"c\#($0 / 100)","val":\#($0)}"# }.joined(separator: "\n")
    }
    let stage = try FeedPageScreen(text([100, 200, 300, 400, 500]), columns: 100)
    stage.press("j", "j", .space, "k")
    let value = {
      stage.page.cursor.flatMap { stage.page.row(at: $0) }?.json.member("val")?.text
    }
    let marks = { stage.page.list.selectedIndexPaths.map(\.item) }
    #expect(value() == "300" && marks() == [2])
    stage.change(text([100, 200, 333, 400, 500]))
    stage.press("r")
    await stage.wait(for: "the change") { stage.statusLine.contains("~1") }
    #expect(value() == "333" && marks() == [2])
    #expect(!stage.statusLine.contains("cleared"))
    // More rows than there were: they are others.
    stage.change(text([100, 200, 334, 335, 400, 500]))
    stage.press("r")
    await stage.wait(for: "the change") { stage.statusLine.contains("+2 -1") }
    #expect(value() == "400" && marks() == [])
    #expect(stage.statusLine.contains("1 mark cleared"))
  }

  @Test("Rows without an identity are recognized by a name that each has")
  func rowsAreRecognizedByNames() async throws {
    func text(_ rows: [(name: String, score: Int)]) -> String {
      rows.map { #"{"score":\#($0.score),"at":"t\#($0.score)","player":"\#($0.name)"}"# }
        .joined(separator: "\n")
    }
    let stage = try FeedPageScreen(
      text([("ann", 1), ("bob", 2), ("cy", 3), ("dan", 4)]), columns: 120)
    stage.press("j", .space, "k")
    let player = {
      stage.page.cursor.flatMap { stage.page.row(at: $0) }?.json.member("player")?.string
    }
    #expect(player() == "bob")
    // All have changed, one is new, and one is gone.
    stage.change(text([("eva", 5), ("cy", 33), ("bob", 22), ("ann", 11)]))
    stage.press("r")
    await stage.wait(for: "the change") { stage.statusLine.contains("1 marked") && player() != nil }
    await stage.wait(for: "the rows") {
      stage.page.updater.updateTask == nil
        && stage.page.row(at: ListIndexPath(section: 0, item: 0))
          .map { $0.json.member("player")?.string == "eva" } ?? false
    }
    #expect(player() == "bob" && stage.page.list.selectedIndexPaths.map(\.item) == [2])
    #expect(stage.statusLine.contains("rows matched by player (--id)"))
  }

  @Test("Without a name, rows that have all changed keep their positions")
  func rowsAreRecognizedByPosition() async throws {
    func text(_ values: [Int]) -> String {
      values.map { #"{"load":\#($0)}"# }.joined(separator: "\n")
    }
    let stage = try FeedPageScreen(text([1, 2, 3, 4]), columns: 120)
    stage.press("j", .space, "k")
    stage.change(text([10, 20, 30, 40]))
    stage.press("r")
    await stage.wait(for: "the change") { stage.statusLine.contains("~4") }
    #expect(stage.statusLine.contains("1 marked") && stage.statusLine.contains("2/4"))
    #expect(stage.statusLine.contains("rows matched by position (--id names them)"))
  }

  @Test(
    "34: rows with the same identity keep cursor and marks by their contents",
    arguments: [
      // Marked is the second row, "b"; the cursor is on the first one, "a".
      ([(1, "x"), (1, "a"), (1, "b"), (2, "q")], 1, [2]),
      ([(1, "b"), (1, "a"), (2, "q")], 1, [0]),
      ([(2, "q"), (1, "b"), (1, "x"), (1, "a")], 3, [1]),
      // "b" has changed: the other row of the same identity.
      ([(1, "a"), (1, "bb"), (2, "q")], 0, [1]),
      ([(2, "q"), (1, "bb"), (1, "a")], 2, [1]),
    ] as [([(Int, String)], Int, [Int])])
  func rowsOfOneIdentityAreToldApart(
    rows: [(Int, String)], cursor: Int, marks: [Int]
  ) async throws {
    let stage = try FeedPageScreen(
      Self.feed([(1, "a"), (1, "b"), (2, "p")]), columns: 120)
    stage.press("j", .space, .home)
    #expect(stage.statusLine.contains("1 marked"))
    await reload(stage, Self.feed(rows), count: rows.count)
    await stage.wait(for: "the change") { stage.statusLine.contains("id is not unique (--id)") }
    #expect(stage.page.cursor?.item == cursor)
    #expect(stage.page.list.selectedIndexPaths.map(\.item) == marks)
    // The identities remain those of the rows in the next reload, too.
    await reload(stage, Self.feed(rows.reversed()), count: rows.count)
    await stage.wait(for: "the change") {
      stage.page.list.selectedIndexPaths.map(\.item) == marks.map { rows.count - 1 - $0 }
    }
    #expect(stage.page.cursor?.item == rows.count - 1 - cursor)
  }

  @Test("d: a row with another identity is not the row that it replaces")
  func aRowWithAnotherIdentityIsAnotherRow() async throws {
    let stage = try FeedPageScreen(Self.before, columns: 100)
    stage.press("j", .space, "k")
    await reload(stage, Self.feed([(1, "x"), (7, "x"), (3, "x"), (4, "y")]), count: 4)
    await stage.wait(for: "the change") { stage.statusLine.contains("1 mark cleared") }
    #expect(cursorID(stage) == "3" && stage.page.targets.count == 0)
  }

  @Test("e: a truncated file that is followed is reported with its marks")
  func aTruncatedFileIsReported() async throws {
    let file = try ScratchFile((1...20).map { "\($0)\n" }.joined())
    let feed = try Feed(.followedFile(file.path))
    feed.wait(forRows: 20, timeout: .seconds(10))
    let stage = try FeedPageScreen(feed: feed, columns: 120)
    await stage.wait(for: "the end") { stage.feed.status.isFollowing }
    stage.press("k", "k", .space)
    #expect(stage.page.targets.count == 1)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file.path))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data("101\n".utf8))
    try handle.close()
    await stage.wait(for: "the reason") { stage.statusLine.contains("truncated") }
    #expect(
      stage.statusLine.contains(
        "the file was truncated; reading it from its start; 1 mark cleared"))
    stage.press("g")
    #expect(stage.statusLine.contains("truncated"))
    feed.stop()
  }

  /// Truncates a followed file, and writes other numbers to it.
  private func truncate(_ file: ScratchFile, toNumbers numbers: ClosedRange<Int>) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file.path))
    try handle.truncate(atOffset: 0)
    usleep(300_000)
    try handle.write(contentsOf: Data(numbers.map { "\($0)\n" }.joined().utf8))
    try handle.close()
  }

  @Test("The cursor stays on its position in a followed file that is truncated and grows")
  func theCursorStaysInATruncatedFile() async throws {
    let file = try ScratchFile((1...100).map { "\($0)\n" }.joined())
    let feed = try Feed(.followedFile(file.path))
    feed.wait(forRows: 100, timeout: .seconds(10))
    let stage = try FeedPageScreen(feed: feed, columns: 120)
    await stage.wait(for: "the end") { stage.feed.status.isFollowing }
    stage.press("g")
    for _ in 1..<50 { stage.press("j") }
    try truncate(file, toNumbers: 201...350)
    await stage.wait(for: "the rows") { stage.statusLine.contains("50/150") }
    #expect(stage.statusLine.contains("the file was truncated; reading it from its start"))
    #expect(!stage.statusLine.contains("new"))
    // The end is followed as before.
    stage.press("G")
    try truncate(file, toNumbers: 401...420)
    await stage.wait(for: "the rows") { stage.statusLine.contains("20/20") }
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("421\n".utf8))
    try handle.close()
    await stage.wait(for: "the row") { stage.statusLine.contains("21/21") }
    feed.stop()
  }

  @Test("f: counts of values are those of the reloaded rows")
  func countsFollowReloads() async throws {
    let stage = try FeedPageScreen(Self.before, columns: 100)
    for _ in 0..<4 where stage.page.currentChoice?.column.title != "name" { stage.press(.right) }
    stage.press("F")
    let page = try #require(stage.page.stack?.top as? FrequencyPage)
    let counts = {
      page.table.visibleIndexPaths.compactMap { page.row(at: $0)?.json }.map {
        "\($0.member("name")?.string ?? "") \($0.member("count")?.text ?? "")"
      }
    }
    await stage.wait(for: "the counts") {
      stage.screen.application.renderIfNeeded()
      return counts() == ["x 3", "y 1"]
    }
    stage.change(Self.one)
    stage.feed.reload()
    await stage.wait(for: "the new counts") {
      stage.screen.application.renderIfNeeded()
      return counts() == ["x 2", "z 1", "y 1"]
    }
  }
}
