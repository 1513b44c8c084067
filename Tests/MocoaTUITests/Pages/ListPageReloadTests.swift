import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// The current row, the marks and the targets of actions stay while rows above them come and go.
@MainActor @Suite struct ListPageReloadTests {
  @Test(
    "defect U21: the cursor stays on its row when the page is reloaded", arguments: [false, true])
  func reloadsKeepTheCurrentRow(isTimed: Bool) async throws {
    let server = RowServer(0..<20)
    let (screen, page) = try await server.show(every: isTimed ? .milliseconds(1) : nil)
    screen.press(.down, .space, .down, .down)
    let before = RowState(page)
    #expect(before.current == 4 && before.marked == [1])
    server.rows.removeFirst()
    server.rows.insert(contentsOf: [NamedRow(id: 100), NamedRow(id: 101)], at: 0)
    if !isTimed { screen.press("r") }
    await screen.wait(for: "the rows") { page.items == server.rows }
    #expect(RowState(page) == before)
    #expect(page.current?.id == 4 && page.targets.map(\.id) == [1])
    await screen.settle()
    #expect(RowState(page) == before)
  }

  @Test(
    "defect U21: rows set in a cancelled task leave cursor and marks on their rows",
    arguments: [false, true])
  func aChangeInACancelledTask(isMarked: Bool) async throws {
    let server = RowServer(0..<20)
    let (screen, page) = try await server.show()
    screen.press(.down, .down, isMarked ? .space : .down, .down)
    let before = RowState(page)
    #expect(before.current == 4 && before.targets == [isMarked ? 2 : 4])
    let rows = [100, 101, 102].map { NamedRow(id: $0) } + page.items.dropFirst(2)
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      page.items = rows
    }.value
    #expect(RowState(page) == before)
    screen.press("d")
    await screen.settle()
    #expect(Set(server.deleted) == before.targets)
  }

  @Test("defect U21: rows set by a command leave cursor and marks on their rows")
  func aChangeByACommand() async throws {
    let server = RowServer(0..<20)
    let (screen, page) = try await server.show()
    screen.press(.down, .down, .down, .down, .down, .down, .space, .down)
    let before = RowState(page)
    #expect(before.current == 8 && before.marked == [6])
    let rows = [100, 101].map { NamedRow(id: $0) } + (5..<30).map { NamedRow(id: $0) }
    try await page.run { rows }
    #expect(page.items == rows && RowState(page) == before)
  }

  @Test("defect U21: a reload that supersedes another one leaves the cursor on its row")
  func aReloadThatSupersedesAnother() async throws {
    let server = RowServer(0..<20)
    let (screen, page) = try await server.show()
    screen.press(.down, .down, .down, .space, .down)
    let before = RowState(page)
    server.isHeld = true
    screen.press("r")
    await screen.settle()
    server.rows.removeFirst(2)
    screen.press("r")
    await screen.settle()
    // The first load is superseded, and the rows change before the second one ends.
    page.items.insert(NamedRow(id: 200), at: 0)
    #expect(RowState(page) == before)
    while !server.isIdle { server.release() }
    await screen.wait(for: "the rows") { page.items.map(\.id) == Array(2..<20) }
    #expect(RowState(page) == before)
  }

  @Test("defect U21: a reload of data that has changed in place leaves the cursor on its row")
  func aReloadOfDataThatHasChanged() throws {
    let registry = ModuleRegistry()
    let module = registry["mocoa://words/"]
    module.section.cell.register(WordCell.self)
    let store = WordStore((0..<30).map { "word \($0)" })
    let page = TablePage(title: "W", list: ListViewModel(model: store, module: module))
    let screen = try ScreenDriver(columns: 20, rows: 8)
    _ = screen.show(page)
    page.table.moveCursor(to: ListIndexPath(section: 0, item: 20))
    _ = screen.picture
    let before = screen.terminal.lines.dropLast()
    store.words.removeFirst(4)
    page.table.list?.reloadData()
    #expect(page.table.cursor?.item == 16)
    _ = screen.picture
    #expect(screen.terminal.lines.dropLast() == before)
    // Without its row, the cursor moves to the nearest one that remains.
    store.words.removeSubrange(12...16)
    page.table.list?.reloadData()
    #expect(page.table.cursor?.item == 11)
    #expect(screen.picture.hasPrefix("word 14\nword 15\nword 21\nword 22\nword 23\n"))
  }

  @Test("defect U21: cursor and marks stay whatever changes, and whichever task is cancelled")
  func cursorAndMarksStay() async throws {
    for seed in 0..<UInt64(isLongRun ? 2_000 : 30) {
      var run = try await ReloadRun(seed: seed)
      for step in 0..<20 {
        try await run.step()
        guard run.isRight else {
          Issue.record("seed \(seed), step \(step): \(run.log.suffix(4))")
          return
        }
      }
    }
  }
}

/// A row with an identity and a name that can change.
private struct NamedRow: Identifiable, Equatable, Sendable {
  var id: Int
  var version = 0
}

/// What must stay while rows are reloaded.
private struct RowState: Equatable {
  var current: Int?
  var marked: Set<Int>
  var targets: Set<Int>

  @MainActor init(_ page: ListPage<NamedRow>) {
    let marks = page.table.list?.selectedIndexPaths ?? []
    current = page.current?.id
    marked = Set(marks.compactMap { page.model(at: $0)?.id })
    targets = Set(page.targets.map(\.id))
  }
}

extension ListPage<NamedRow> {
  /// Runs a command that finds rows, which are then those of the page.
  fileprivate func run(_ find: @escaping @MainActor () -> [NamedRow]) async throws {
    let command = Command<Void, [NamedRow]> { find() }
    let subscription = command.observeResults(owner: self) { page, result in
      if case .success(let rows) = result { page.items = rows }
    }
    _ = try await command.execute().value
    withExtendedLifetime(subscription) {}
  }
}

/// A server in memory, whose answers can be held back.
@MainActor private final class RowServer {
  var rows: [NamedRow]
  var isHeld = false
  private(set) var deleted: [Int] = []
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ ids: Range<Int>) { rows = ids.map { NamedRow(id: $0) } }

  var isIdle: Bool { waiting.isEmpty }

  func load() async -> [NamedRow] {
    if isHeld { await withCheckedContinuation { waiting.append($0) } }
    return rows
  }

  func release() { waiting.removeFirst().resume() }

  func show(every interval: Duration? = nil) async throws -> (ScreenDriver, ListPage<NamedRow>) {
    let page = ListPage("Rows", every: interval) { await self.load() }
      .row { row, canvas in canvas.write("row \(row.id) \(row.version)") }
      .action("d", "Delete") { self.deleted.append($0.id) }
    let screen = try ScreenDriver(columns: 30, rows: 8)
    _ = screen.show(page)
    await screen.wait(for: "the rows") { page.items == self.rows }
    return (screen, page)
  }
}

private final class WordStore: ListModel, SectionModel {
  var words: [String]

  init(_ words: [String]) { self.words = words }

  var numberOfSections: Int { 1 }
  func section(at index: Int) -> any SectionModel { self }
  var numberOfItems: Int { words.count }
  func item(at index: Int) -> Any { Word(id: words[index].hashValue, text: words[index]) }
}

/// One sequence of random keys, changes and reloads.
@MainActor private struct ReloadRun {
  private var generator: SeededGenerator
  private let server: RowServer
  private let screen: ScreenDriver
  private let page: ListPage<NamedRow>
  private var nextID = 1_000
  private var before: RowState
  private(set) var log: [String] = []
  private(set) var isRight = true

  init(seed: UInt64) async throws {
    generator = SeededGenerator(seed: seed)
    server = RowServer(0..<Int.random(in: 1...40, using: &generator))
    (screen, page) = try await server.show()
    before = RowState(page)
  }

  mutating func step() async throws {
    for _ in 0..<Int.random(in: 0...3, using: &generator) { press() }
    before = RowState(page)
    edit()
    let ids = Set(server.rows.map(\.id))
    switch Int.random(in: 0..<6, using: &generator) {
    case 0:
      page.items = server.rows
    case 1:
      let rows = server.rows
      await Task { [page] in
        withUnsafeCurrentTask { $0?.cancel() }
        page.items = rows
      }.value
    case 2:
      screen.press("r")
    case 3:
      server.isHeld = true
      screen.press("r")
      await screen.settle()
      screen.press("r")
      await screen.settle()
      if Bool.random(using: &generator) { page.items.insert(NamedRow(id: -nextID), at: 0) }
      server.isHeld = false
      while !server.isIdle { server.release() }
    case 4:
      let rows = server.rows
      try await page.run { rows }
    default:
      // A reload that is cancelled; then the rows are set.
      screen.press("r")
      page.loading?.cancel()
      page.items = server.rows
    }
    await screen.wait(for: "the rows") { page.items == server.rows }
    let after = RowState(page)
    log.append("\(before), rows \(server.rows.map(\.id)): \(after)")
    isRight = after.marked == before.marked.intersection(ids)
    if let current = before.current, ids.contains(current) {
      isRight = isRight && after.current == current
      if after.marked.isEmpty { isRight = isRight && after.targets == [current] }
    }
    if !after.marked.isEmpty { isRight = isRight && after.targets == after.marked }
  }

  private mutating func press() {
    let keys: [Key] = [.down, .up, .pageDown, .pageUp, .space, .home, "*", Key(.down, .shift)]
    keys.randomElement(using: &generator).map { screen.press($0) }
  }

  /// Changes the rows of the server.
  private mutating func edit() {
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      let index = Int.random(in: 0...server.rows.count, using: &generator)
      nextID += 1
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: server.rows.insert(NamedRow(id: nextID), at: index)
      case 1 where index < server.rows.count: server.rows.remove(at: index)
      case 2 where index < server.rows.count: server.rows[index].version += 1
      case 3 where index < server.rows.count:
        server.rows.insert(server.rows.remove(at: index), at: 0)
      default: server.rows.insert(NamedRow(id: nextID), at: 0)
      }
    }
  }
}
