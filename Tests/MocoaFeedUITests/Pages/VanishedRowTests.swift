import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

/// Actions whose rows a reload removes or changes while their question is open.
@MainActor @Suite struct VanishedRowTests {
  nonisolated private static func feed(_ rows: [(id: Int, name: String)]) -> String {
    "[" + rows.map { #"{"id":\#($0),"name":"\#($1)"}"# }.joined(separator: ",") + "]"
  }

  /// A page of four rows whose question of an action is open for the current row or marked ones.
  private func stage(marked count: Int) throws -> FeedPageScreen {
    let rows = (1...4).map { (id: $0, name: "n\($0)") }
    let stage = try FeedPageScreen(Self.feed(rows), columns: 80, rows: 16)
    stage.page.actions.commands = [
      RowCommand(
        name: "note", title: "Note", keys: ["x"], work: .copy(try RowTemplate(parsing: "{id}")),
        confirmation: try RowTemplate(parsing: "Really {id} {name}?"))
    ]
    for _ in 0..<count { stage.press(.space) }
    stage.press("x")
    #expect(picture(stage).contains("Really 1 n1?"))
    return stage
  }

  private func picture(_ stage: FeedPageScreen) -> String {
    stage.screen.application.renderIfNeeded()
    return stage.screen.terminal.picture
  }

  private func reload(_ stage: FeedPageScreen, _ rows: [(id: Int, name: String)]) async {
    await stage.reload(Self.feed(rows), count: rows.count)
  }

  @Test("41: nothing is done for rows that vanish before the answer", arguments: [0, 2])
  func vanishedRows(marked count: Int) async throws {
    let stage = try stage(marked: count)
    await reload(stage, [(3, "n3"), (4, "n4")])
    stage.press("y")
    #expect(stage.screen.terminal.clipboard == nil)
    let text = count == 0 ? "the row is gone; nothing" : "the rows are gone; nothing"
    #expect(stage.statusLine.contains(text), "\(stage.statusLine)")
    #expect(stage.screen.application.topOverlay == nil)
  }

  @Test("41: of several rows, those that are left are asked for again")
  func someVanishedRows() async throws {
    let stage = try stage(marked: 3)
    await reload(stage, [(2, "n2"), (3, "n3"), (4, "n4")])
    stage.press("y")
    #expect(stage.screen.terminal.clipboard == nil)
    let screen = picture(stage)
    #expect(screen.contains("1 row is gone. Nothing was done yet."), "\(screen)")
    #expect(screen.contains("Really 2 n2? (and 1 more)"), "\(screen)")
    stage.press("y")
    #expect(stage.screen.terminal.clipboard == "2\n3")
  }

  @Test("41: a row that is another thing with the same identity is asked for again")
  func changedRow() async throws {
    let stage = try stage(marked: 0)
    await reload(stage, [(1, "other"), (2, "n2"), (3, "n3"), (4, "n4")])
    stage.press("y")
    #expect(stage.screen.terminal.clipboard == nil)
    #expect(picture(stage).contains("Really 1 other?"), "\(picture(stage))")
    stage.press("y")
    #expect(stage.screen.terminal.clipboard == "1")
  }

  @Test("41: a reload that leaves the rows as they are does not ask again")
  func movedRow() async throws {
    let stage = try stage(marked: 0)
    await reload(stage, [(4, "n4"), (1, "n1")])
    stage.press("y")
    #expect(stage.screen.terminal.clipboard == "1")
  }

  // The cursor was on another row, without a word.
  @Test(
    "39: that no row is recognized is said",
    arguments: [
      // All numbers change, one row is gone, and another one is new.
      (#""port":"#, "rows cannot be told apart; the cursor keeps its place (--id names"),
      (#""id":"#, "the row is gone; this is another"),
    ])
  func unrecognizedRows(member: String, report: String) async throws {
    func text(_ first: Int) -> String {
      let rows = (first...first + 7).map { "{\(member)\($0),\"n\":\($0 * 10 + first)}" }
      return "[" + rows.joined(separator: ",") + "]"
    }
    let stage = try FeedPageScreen(text(1000), columns: 120, rows: 12)
    stage.press("j", "j")
    await stage.reload(text(2000), count: 8)
    await stage.wait(for: "the report") { stage.statusLine.contains(report) }
    #expect(stage.page.cursor?.item == 2)
  }

  @Test(
    "39: the cursor returns to a row that comes back, unless the user has chosen another one",
    arguments: [[], ["j", "k"], ["y"], ["v"], [.enter]] as [[Key]])
  func chosenRows(keys: [Key]) async throws {
    let stage = try FeedPageScreen(
      Self.feed((1...4).map { (id: $0, name: "n\($0)") }), columns: 100, rows: 12)
    stage.press("j")
    await reload(stage, [(1, "n1"), (3, "n3"), (4, "n4")])
    #expect(stage.cursorName == "n3")
    let later = ContinuousClock.now + .seconds(1)
    stage.page.targets.now = { later }
    for key in keys { stage.press(key) }
    await reload(stage, (1...4).map { (id: $0, name: "n\($0)") })
    #expect(stage.cursorName == (keys.isEmpty ? "n2" : "n3"))
    #expect(stage.statusLine.contains("is back") == keys.isEmpty)
  }

  // Each of these keys chose a row where there was none.
  @Test(
    "39: the cursor returns to its row after a key in an empty list",
    arguments: ["y", "v", "o", .space, .enter, "j", .control("a")] as [Key])
  func keysWithoutRows(key: Key) async throws {
    let rows = (1...4).map { (id: $0, name: "n\($0)") }
    let stage = try FeedPageScreen(Self.feed(rows), columns: 100, rows: 12)
    stage.press("j", "j")
    await reload(stage, [])
    stage.press(key)
    await reload(stage, rows)
    #expect(stage.cursorName == "n3" && stage.statusLine.contains("is back"))
  }

  // The cursor was on the first row, without a word.
  @Test("39: that a row is gone is said where a reload without rows was between")
  func rowsLostWithAllOthers() async throws {
    let stage = try FeedPageScreen(
      Self.feed((1...4).map { (id: $0, name: "n\($0)") }), columns: 100, rows: 12)
    stage.press("j")
    await reload(stage, [])
    await reload(stage, [(1, "n1"), (3, "n3"), (4, "n4")])
    #expect(stage.statusLine.contains("the row is gone; this is another"))
  }

  @Test("39: that the current row is back is not said over a list without rows")
  func rowsGoneAgain() async throws {
    let rows = (1...4).map { (id: $0, name: "n\($0)") }
    let stage = try FeedPageScreen(Self.feed(rows), columns: 100, rows: 12)
    stage.press("j")
    await reload(stage, [])
    await reload(stage, rows)
    #expect(stage.statusLine.contains("is back"))
    await reload(stage, [])
    #expect(stage.names.isEmpty && !stage.statusLine.contains("is back"))
  }

  // It was untrue for the row to which the user had gone.
  @Test(
    "39: the report of a lost row goes when the cursor is moved, once it was drawn",
    arguments: [false, true])
  func reportOfALostRow(isLate: Bool) async throws {
    let stage = try FeedPageScreen(
      Self.feed((1...4).map { (id: $0, name: "n\($0)") }), columns: 100, rows: 12)
    stage.page.status.hint = "? help  q quit"
    stage.press("j")
    await reload(stage, [(1, "n1"), (3, "n3"), (4, "n4")])
    #expect(stage.statusLine.contains("the row is gone; this is another"))
    await reload(stage, [(3, "n3"), (1, "n1"), (4, "n4")])
    #expect(stage.cursorName == "n3" && stage.statusLine.contains("is gone"))
    // Where the user does not move, the keys are seen again.
    #expect(!stage.statusLine.contains("q quit"))
    if isLate { stage.screen.application.fireTimers(at: .now + .seconds(9)) }
    #expect(stage.statusLine.contains("is gone"))
    #expect(stage.statusLine.contains("? help  q quit") == isLate)
    stage.press("j")
    #expect(stage.cursorName == "n1" && !stage.statusLine.contains("is gone"))
  }

  // The second loss hid the first one.
  @Test("39: losses that were not left behind are said together, and what is back is said")
  func joinedLosses() async throws {
    func rows(_ ids: [Int]) -> [(id: Int, name: String)] { ids.map { (id: $0, name: "n\($0)") } }
    let stage = try FeedPageScreen(Self.feed(rows([1, 2, 3, 4, 5])), columns: 120, rows: 12)
    stage.press(.space, .space, "j")
    #expect(stage.cursorName == "n4" && stage.page.targets.count == 2)
    await reload(stage, rows([1, 2, 3, 5]))
    let loss = "the row is gone; this is another"
    #expect(stage.statusLine.contains(loss))
    await reload(stage, rows([2, 3, 5]))
    #expect(stage.statusLine.contains("\(loss); 1 mark cleared"))
    await reload(stage, rows([3, 5]))
    #expect(stage.statusLine.contains("\(loss); 2 marks cleared"))
    stage.press("k")
    await reload(stage, rows([5]))
    #expect(stage.statusLine.contains(loss))
    await reload(stage, rows([3, 5]))
    #expect(stage.statusLine.contains("reloaded; the current row is back"))
  }

  // The number of the marks cut it, and at 40 columns nothing of it was left.
  @Test("39: that the cursor is on another row is said in full beside marks", arguments: [80, 40])
  func lossesBesideMarks(columns: Int) async throws {
    let rows = (1...5).map { (id: $0, name: "n\($0)") }
    let stage = try FeedPageScreen(Self.feed(rows), columns: columns, rows: 12)
    stage.press(.space)
    stage.page.query.setFilters([try RowFilter(parsing: "id > 1")])
    await stage.wait(for: "the filter") {
      stage.settle()
      return stage.names == ["n2", "n3", "n4", "n5"]
    }
    stage.press("g", "j")
    await reload(stage, rows.filter { $0.id != 3 })
    #expect(stage.cursorName == "n4" && stage.page.targets.count == 1)
    let report = "the row is gone; this is another"
    #expect(stage.statusLine.contains(report), "\(stage.statusLine)")
    // The current column is said behind it.
    stage.press(.right)
    #expect(stage.statusLine.hasPrefix(" \(report)"), "\(stage.statusLine)")
  }

  @Test("39: the report of a lost row hides no key's effect, and goes when the row is back")
  func untrueReports() async throws {
    func rows(_ ids: [Int]) -> [(id: Int, name: String)] { ids.map { (id: $0, name: "n\($0)") } }
    let stage = try FeedPageScreen(Self.feed(rows([1, 2, 3, 4])), columns: 120, rows: 12)
    stage.press("j")
    await reload(stage, rows([1, 3, 4]))
    #expect(stage.statusLine.contains("the row is gone; this is another"))
    stage.press("p")
    #expect(stage.statusLine.contains("paused"))
    #expect(stage.statusLine.contains("the row is gone; this is another"))
    stage.press("p")
    #expect(!stage.statusLine.contains("paused"))
    // A reload later, the cursor stays where it is.
    await reload(stage, rows([1, 3, 4, 5]))
    #expect(stage.statusLine.contains("the row is gone; this is another"))
    await reload(stage, rows([1, 2, 3, 4, 5]))
    #expect(stage.cursorName == "n3" && !stage.statusLine.contains("is gone"))
    #expect(stage.statusLine.contains("this is another row; the one before is back"))
  }

  // No key could end it, and each reload brought it back.
  @Test("39: that rows cannot be told apart passes with a key, and is said once for a place")
  func reportOfUnknownRows() async throws {
    func text(_ first: Int) -> String {
      let rows = (first...first + 7).map { "{\"port\":\($0),\"n\":\($0 * 10 + first)}" }
      return "[" + rows.joined(separator: ",") + "]"
    }
    let stage = try FeedPageScreen(text(1000), columns: 120, rows: 12)
    func reloaded(_ first: Int) async {
      await stage.reload(text(first), count: 8)
      await stage.wait(for: "the rows") {
        stage.settle()
        return stage.page.currentRow?.json.member("port")?.text == "\(first + 1)"
      }
    }
    let report = "rows cannot be told apart"
    stage.press("j")
    await reloaded(2000)
    #expect(stage.statusLine.contains(report))
    stage.press("v")
    #expect(!stage.statusLine.contains(report))
    await reloaded(3000)
    #expect(!stage.statusLine.contains(report))
  }

  @Test("39: the cursor follows the end only where rows are added there, which is shown")
  func followedEnds() async throws {
    func rows(_ ids: [Int]) -> [(id: Int, name: String)] { ids.map { (id: $0, name: "n\($0)") } }
    let stage = try FeedPageScreen(Self.feed(rows([1, 2, 3])), columns: 100, rows: 12)
    stage.feed.watch(every: .seconds(3_600))
    await stage.wait(for: "the watch") { !stage.feed.status.isRefreshing }
    #expect(!stage.statusLine.contains("following"))
    stage.press("G")
    #expect(stage.cursorName == "n3" && stage.statusLine.contains("following the end"))
    await reload(stage, rows([0, 1, 2, 3]))
    #expect(stage.cursorName == "n3" && stage.statusLine.contains("following the end"))
    await reload(stage, rows([0, 1, 2, 3, 4]))
    #expect(stage.cursorName == "n4" && stage.statusLine.contains("following the end"))
    await reload(stage, rows([4, 3, 2, 1, 0]))
    await stage.wait(for: "the other order") { stage.names.first == "n4" }
    #expect(stage.cursorName == "n4" && !stage.statusLine.contains("following"))
    stage.feed.stopWatching()
  }

  // The cursor was on the last row.
  @Test("39: of the keys for the last and the first row in an empty list, the later one counts")
  func endsOfAnEmptyList() async throws {
    let rows = (1...4).map { (id: $0, name: "n\($0)") }
    let stage = try FeedPageScreen(Self.feed(rows), columns: 100, rows: 12)
    stage.feed.watch(every: .seconds(3_600))
    await stage.wait(for: "the watch") { !stage.feed.status.isRefreshing }
    stage.press("j")
    for (keys, name) in [(["G", "g"], "n1"), (["g", "G"], "n4")] as [([Key], String)] {
      await reload(stage, [])
      for key in keys { stage.press(key) }
      await reload(stage, rows)
      #expect(stage.cursorName == name)
      #expect(stage.statusLine.contains("following the end") == (name == "n4"))
    }
    stage.feed.stopWatching()
  }

  @Test(
    "39: where rows are picked, what a reload has taken is said, and Enter asks once",
    arguments: [
      (0, "the row is gone; this is another", "the current row is gone; Enter again"),
      (2, "1 mark cleared", "1 marked row is gone; Enter again for the others"),
    ])
  func lossesWhilePicking(marks: Int, report: String, question: String) async throws {
    let stage = try FeedPageScreen(
      Self.feed((1...4).map { (id: $0, name: "n\($0)") }), columns: 120, rows: 12)
    var chosen = 0
    stage.page.observeSelection(owner: stage.page) { _, _, _ in chosen += 1 }
      .store(in: &stage.page.subscriptions)
    stage.page.query.pick("", in: stage.page.table) {}
    stage.press(.down)
    for _ in 0..<marks { stage.press(.tab) }
    #expect(stage.page.targets.count == marks)
    await reload(stage, [(1, "n1"), (3, "n3"), (4, "n4")])
    #expect(stage.statusLine.contains(report), "\(stage.statusLine)")
    stage.press(.enter)
    #expect(chosen == 0 && stage.statusLine.contains(question), "\(stage.statusLine)")
    stage.press(.enter)
    #expect(chosen == 1)
  }

  // It was asked only if Enter was the very next key.
  @Test("39: where rows are picked, Enter asks for marks that are gone also after other keys")
  func lostMarksWhilePicking() async throws {
    let stage = try FeedPageScreen(
      Self.feed((1...5).map { (id: $0, name: "n\($0)") }), columns: 120, rows: 12)
    var chosen = 0
    stage.page.observeSelection(owner: stage.page) { _, _, _ in chosen += 1 }
      .store(in: &stage.page.subscriptions)
    stage.page.query.pick("", in: stage.page.table) {}
    for _ in 0..<3 { stage.press(.tab) }
    await reload(stage, [(1, "n1"), (3, "n3"), (4, "n4"), (5, "n5")])
    stage.press(.down)
    #expect(!stage.statusLine.contains("cleared"), "\(stage.statusLine)")
    await reload(stage, [(3, "n3"), (4, "n4"), (5, "n5")])
    #expect(stage.statusLine.contains("reloaded; 1 mark cleared"), "\(stage.statusLine)")
    stage.press(.up, .enter)
    let question = "2 marked rows are gone; Enter again for the others"
    #expect(chosen == 0 && stage.statusLine.contains(question), "\(stage.statusLine)")
    stage.press(.enter)
    #expect(chosen == 1)
  }

  // The question was asked again at each answer.
  @Test("39: a command for a row that changes with each reload can be confirmed, as it is shown")
  func rowsThatChangeWithEachReload() async throws {
    let stage = try stage(marked: 0)
    await reload(stage, [(1, "other"), (2, "n2"), (3, "n3"), (4, "n4"), (5, "n5")])
    stage.press("y")
    #expect(picture(stage).contains("The rows have changed"), "\(picture(stage))")
    await reload(stage, [(1, "third"), (2, "n2"), (3, "n3"), (4, "n4")])
    #expect(stage.screen.terminal.clipboard == nil)
    stage.press("y")
    #expect(stage.screen.terminal.clipboard == "1")
  }
}
