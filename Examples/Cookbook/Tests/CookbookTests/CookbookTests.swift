import Foundation
import Greetings
import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import Board
@testable import Cells
@testable import Chart
@testable import Dashboard
@testable import Folders
@testable import Library
@testable import Log
@testable import Orders
@testable import Pods
@testable import ToDos

@MainActor @Suite struct CookbookTests {
  private let screen: ScreenDriver

  init() throws { screen = try ScreenDriver(columns: 60, rows: 12) }

  private func show(_ page: Page) async {
    _ = screen.show(page)
    await screen.settle()
  }

  private func press(_ keys: Key...) async {
    for key in keys {
      screen.press(key)
      await screen.settle()
    }
  }

  @Test func aPodIsDeletedAndBroughtBack() async {
    screen.resize(columns: 120, rows: 12)
    await show(makePodsPage(Cluster()))
    #expect(screen.picture.contains("namespace  web"))
    await press("d", "y")
    #expect(!screen.picture.contains("api-7d4f") && screen.picture.contains("u undoes it"))
    await press("u", "G")
    #expect(screen.picture.contains("│name       coredns"))
    await press("d", "y")
    #expect(screen.picture.contains("Delete: pods of kube-system are protected"))
  }

  @Test func eventsAreAppendedAsTheyCome() async {
    let (events, input) = AsyncStream.makeStream(of: Event.self)
    await show(makeLogPage(events))
    #expect(screen.picture.hasPrefix("No events yet\n"))
    for id in 1...20 { input.yield(Event(id: id, text: "paid", level: "warning")) }
    await screen.wait(for: "the events") { screen.picture.contains("    20 paid ") }
    #expect(screen.picture.hasPrefix("    10 paid"))
    #expect(screen.picture.contains(" warning\n"))
  }

  @Test func ordersMoveToTheSectionOfTheirState() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "orders-\(UUID()).json").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    func write(_ state: String) throws {
      let rows =
        #"[{"id":1,"item":"tea","state":"\#(state)"},{"id":2,"item":"pot","state":"paid"}]"#
      try Data(rows.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    }
    try write("new")
    await show(try makeOrdersPage(.file(file)))
    await screen.wait(for: "the orders") { screen.picture.contains("new") }
    try write("paid")
    await screen.wait(for: "the payment") {
      !screen.picture.contains("new") && screen.picture.contains("tea")
    }
  }

  @Test func booksAreLoadedBesideTheirSummaries() async {
    await show(LibraryPage(Library(delay: .zero)))
    await screen.wait(for: "the summary") { screen.picture.contains("by Virginia Woolf") }
    await press("G")
    await screen.wait(for: "the error") { screen.picture.contains("the library is closed") }
  }

  @Test func foldersAreReadWhenTheyAreExpanded() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "folders-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let inner = folder.appending(path: "inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    try Data(repeating: 0, count: 2_000).write(to: inner.appending(path: "deep.txt"))
    try Data().write(to: folder.appending(path: "a.txt"))
    await show(makeFoldersPage(folder.path))
    await screen.wait(for: "the folder") { screen.picture.contains("▸ inner") }
    await press(.right)
    await screen.wait(for: "what is in it") { screen.picture.contains("deep.txt") }
    #expect(screen.picture.contains("▾ inner") && screen.picture.contains("2.0 kB"))
    await press(.left)
    #expect(!screen.picture.contains("deep.txt") && screen.picture.contains("a.txt"))
    await press(.enter, .down, .enter)
    #expect(screen.picture.contains("deep.txt") && screen.picture.contains("Esc back"))
    await press(.escape, .left, .left)
    #expect(!screen.picture.contains("deep.txt"))
    await press("o")
    await screen.wait(for: "the files to choose from") {
      screen.picture.contains("Choose a file") && screen.picture.contains("a.txt")
    }
    await press(.down, .enter)
    screen.resize(columns: 240, rows: 12)
    await screen.wait(for: "the chosen file") { screen.picture.contains("/a.txt") }
  }

  @Test("40: things to do are added, done, deleted and brought back")
  func thingsToDo() async {
    await show(makeToDoPage([ToDo(id: 1, title: "Water")]))
    await press("a")
    screen.type("Read")
    await press(.enter, .enter)
    #expect(screen.picture.hasPrefix("· Water") && screen.picture.contains("\n· Read"))
    await press("x")
    #expect(screen.picture.hasPrefix("✓ Water"))
    await press("d")
    #expect(screen.picture.hasPrefix("· Read") && !screen.picture.contains("Water"))
    await press("u")
    #expect(screen.picture.contains("\n✓ Water"))
  }

  @Test("40: a chart, bars and a list are drawn as their server is measured")
  func measurements() async {
    let server = Server()
    await show(DashboardPage(server, every: .seconds(600)))
    await screen.wait(for: "the first measurement") { screen.picture.contains("LOAD") }
    #expect(screen.picture.contains(" Load ") && screen.picture.contains("31.0"))
    await press("r")
    await screen.wait(for: "the second measurement") { screen.picture.contains("48.0") }
    #expect(server.loads.count == 2)
  }

  @Test("40: a hundred thousand rows change while keys move the cursor")
  func cells() async {
    await show(makeCellsPage(count: 100_000, every: .milliseconds(1)))
    await press("G")
    #expect(screen.picture.contains(" 99999 ") && screen.picture.contains("100000/100000"))
  }

  @Test("40: a row that changes is drawn")
  func changingCells() async {
    await show(makeCellsPage(count: 1, every: .milliseconds(1)))
    await screen.wait(for: "a change") {
      screen.picture.hasPrefix("     0 ") && !screen.picture.hasPrefix("     0 0")
    }
  }

  @Test func aCardIsCheckedBeforeItIsSaved() async {
    await show(BoardPage(Board.samples))
    await press("a", .enter, .enter, .enter)
    #expect(screen.picture.contains("required"))
    screen.type("Read")
    await press(.tab, .right, .tab, .tab, .enter)
    #expect(screen.picture.contains("Read") && !screen.picture.contains("required"))
    await press("d")
    #expect(!screen.picture.contains("Write"))
  }

  @Test func theChartIsZoomedAndSaysItsKeys() async {
    await show(ChartPage([1, 2, 4]))
    await press("+", "+")
    #expect(screen.picture.contains("██ ██\n") || screen.picture.contains("      ██"))
    await press("?")
    #expect(screen.picture.contains("Zoom in"))
  }

  @Test func aPageOfAnotherTargetIsOpenedByAddress() throws {
    let modules = ModuleRegistry()
    registerGreetings(in: modules)
    try screen.open("mocoa://greetings/?name=Ada", in: modules)
    #expect(screen.picture.hasPrefix("en Hello, Ada\nfr Bonjour, Ada\nla Salve, Ada"))
  }
}
