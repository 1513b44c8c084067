import MocoaTestSupport
import Testing

@testable import MocoaTUI

@Suite @MainActor struct StatusBarTests {
  // A message about a row that a reload had taken hid the errors of all later reloads.
  @Test("34: a failure stands in front of an older message, and behind a newer one")
  func failuresPrecedeOlderMessages() throws {
    let bar = StatusBar(frame: Rect(column: 0, row: 0, columns: 40, rows: 1))
    let screen = try ScreenDriver(columns: 40, rows: 1, showing: bar)
    func text() -> String { screen.picture }
    bar.report("reloaded; a row is gone")
    bar.failure = "500 Internal"
    #expect(text().contains("500 Internal; reloaded; a row is"))
    bar.show("copied")
    #expect(text().contains("copied") && !text().contains("500"))
    bar.clearMessage()
    #expect(text().contains("500 Internal"))
    bar.failure = ""
    #expect(!text().contains("500"))
  }

  @Test("34: a notice is in place of the title, behind a failure and below messages")
  func noticesComeBack() throws {
    let bar = StatusBar(frame: Rect(column: 0, row: 0, columns: 60, rows: 1))
    let screen = try ScreenDriver(columns: 60, rows: 1, showing: bar)
    func text() -> String { screen.picture }
    (bar.title, bar.hint, bar.noticePlace) = ("rows.csv", "? help", " (R)")
    bar.notices = ["a.txt: 2 lines are left out"]
    #expect(text().contains("2 lines are left out") && !text().contains("rows.csv"))
    bar.show("copied")
    #expect(text().contains("copied") && !text().contains("2 lines"))
    bar.clearMessage()
    #expect(text().contains("rows.csv 1 note (R)") && text().contains("? help"))
    bar.failure = "500 Internal"
    #expect(text().contains("500 Internal") && !text().contains("1 note"))
    (bar.failure, bar.notices) = ("", [])
    #expect(text().contains("rows.csv") && !text().contains("note"))
  }

  // It took the title and the keys for good.
  @Test("39: a notice is displayed until the next key, and then its number beside the title")
  func noticesAreShortened() throws {
    let bar = StatusBar(frame: Rect(column: 0, row: 0, columns: 40, rows: 1))
    let screen = try ScreenDriver(columns: 40, rows: 1, showing: bar)
    func text() -> String { screen.picture }
    (bar.title, bar.hint, bar.noticePlace) = ("/a/long/path/to/rows.csv", "? help", " (R)")
    bar.position = "1/3"
    bar.notices = ["rows.csv: 2 lines are left out"]
    // A key before it was drawn.
    bar.clearPassingMessage()
    #expect(text().contains("2 lines are left out"))
    bar.clearPassingMessage()
    #expect(text().contains("rows.csv 1 note (R)") && text().contains("? help"))
    bar.notices = ["rows.csv: 3 lines are left out"]
    #expect(text().contains("rows.csv 1 note (R)"))
    bar.notices.append("rows.csv: there are further pages")
    #expect(text().contains("rows.csv: 3 lines"))
    bar.clearPassingMessage()
    #expect(text().contains("2 notes (R)"))
  }

  @Test("39: a long failure leaves room for what happens and for a later message")
  func failuresLeaveRoom() throws {
    let bar = StatusBar(frame: Rect(column: 0, row: 0, columns: 40, rows: 1))
    let screen = try ScreenDriver(columns: 40, rows: 1, showing: bar)
    func text() -> String { screen.picture }
    let failure = "http://example.org/rows: HTTP 500 Internal Server Error"
    bar.activity = "paused"
    bar.failure = failure
    #expect(text().contains("http://example.org") && text().contains("… paused"))
    bar.show("done: sh: x")
    bar.failure = ""
    bar.failure = failure
    #expect(text().contains("http://example.org") && text().contains("…; done: sh: x"))
  }

  @Test("39: a warning takes the room of counters, and numbers are not cut at their end")
  func warningsPrecedeCounters() throws {
    let bar = StatusBar(frame: Rect(column: 0, row: 0, columns: 60, rows: 1))
    let screen = try ScreenDriver(columns: 60, rows: 1, showing: bar)
    func text() -> String { screen.picture }
    (bar.changes, bar.match, bar.position) = ("+3 ~1", "match 2 of 33", "12/145 of 200")
    let warning = "a reload has just removed rows; nothing was done"
    bar.show(warning, style: .warning)
    #expect(text().contains(warning))
    bar.clearMessage()
    #expect(text().contains("+3 ~1  match 2 of 33  12/145 of 200"))
    bar.show("nothing was done", style: .warning)
    #expect(text().contains("nothing was done") && text().contains("match 2 of 33  12/145 of 200"))
    let narrow = StatusBar(frame: Rect(column: 0, row: 0, columns: 34, rows: 1))
    let small = try ScreenDriver(columns: 34, rows: 1, showing: narrow)
    narrow.position = "1 marked, 1 not shown   13/145 of 200"
    #expect(small.picture.contains("…") && small.picture.contains("not shown   13/145 of 200"))
  }

  // The number of the marks cut it, and at 40 columns nothing of it was left.
  @Test(
    "39: a report takes the room of counters, and of what happens", arguments: [80, 40],
    [.warning, .statusBarStrong] as [StyleName])
  func reportsPrecedeCounters(columns: Int, style: StyleName) throws {
    let bar = StatusBar(frame: Rect(column: 0, row: 0, columns: columns, rows: 1))
    let screen = try ScreenDriver(columns: columns, rows: 1, showing: bar)
    (bar.changes, bar.match, bar.marks) = ("-12", "match 2 of 99", "3 marked, 2 not shown")
    bar.position = "9/186 of 188"
    let report = "the row is gone; this is another"
    bar.report(report, style: style)
    #expect(screen.picture.contains(report))
    bar.activity = "reading 99 %"
    #expect(screen.picture.contains(report))
    bar.clearMessage()
    #expect(screen.picture.contains("3 marked, 2 not shown  9/186 of 188"))
  }

  // What happened later was in front of it, and a message at the same time in its place.
  @Test("39: a report that the row is another one is leftmost and in full", arguments: [80, 40])
  func urgentReports(columns: Int) throws {
    let bar = StatusBar(frame: Rect(column: 0, row: 0, columns: columns, rows: 1))
    let screen = try ScreenDriver(columns: columns, rows: 1, showing: bar)
    let (report, isWide) = ("the row is gone; this is another", columns == 80)
    bar.report(report, style: .warning)
    bar.show("sorted as texts")
    #expect(screen.picture.hasPrefix(" \(report)"))
    #expect(screen.picture.contains("\(report); sorted as texts") == isWide)
    bar.clearPassingMessage()
    bar.activity = "│ name  paused"
    #expect(screen.picture.hasPrefix(" \(report)"))
    #expect(screen.picture.contains("\(report); │ name  paused") == isWide)
    bar.failure = "500 Internal"
    #expect(screen.picture.hasPrefix(" \(report)"))
    #expect(screen.picture.contains("\(report); 500 Internal") == isWide)
    // What is shown once it was seen is in its place.
    bar.show("copied")
    #expect(screen.picture.contains("copied") && !screen.picture.contains(report))
    bar.clearMessage()
    #expect(screen.picture.contains("500 Internal"))
  }

  // A user who looked away for nine seconds missed it.
  @Test("42: what a reload has taken is said for eight seconds in sight, and until the next key")
  func reportsPass() throws {
    let page = StatusPage()
    let screen = try ScreenDriver(columns: 40, rows: 3)
    _ = screen.show(page)
    func isShown(after seconds: Int) -> Bool {
      screen.application.fireTimers(at: .now + .seconds(seconds))
      screen.application.renderIfNeeded()
      return screen.picture.contains("a row is gone")
    }
    /// What a key does.
    func isCleared() -> Bool {
      page.status.clearPassingMessage()
      screen.application.renderIfNeeded()
      return !screen.picture.contains("a row is gone")
    }
    page.status.report("reloaded; a row is gone")
    #expect(!isCleared() && isShown(after: 7) && !isCleared())
    #expect(isShown(after: 9) && isShown(after: 99) && isCleared())
    page.status.report("reloaded; a row is gone")
    page.ask(PromptRequest(label: "/", history: .search, onSubmit: { _ in true }))
    _ = isShown(after: 9)
    page.closePrompt()
    #expect(isShown(after: 7) && !isCleared() && isShown(after: 9) && isCleared())
  }
}
