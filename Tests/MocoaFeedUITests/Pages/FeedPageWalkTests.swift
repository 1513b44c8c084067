import MocoaCore
import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

/// Keys, filters, sort orders, resizes and reloads in any order: the rows are those of a naive
/// model, and cursor and marks stay with their rows.
@MainActor @Suite struct FeedPageWalkTests {
  @Test(arguments: 0..<UInt64(4))
  func walk(part: UInt64) async throws {
    let count: UInt64 = isLongRun ? 5_000 : 10
    for seed in part * count..<(part + 1) * count {
      var walk = try FeedPageWalk(seed: seed)
      for _ in 0..<50 {
        guard await walk.step() else { return }
        // The main actor is shared with other tests.
        await Task.yield()
      }
    }
  }
}

@MainActor private struct FeedPageWalk {
  private struct Item: Equatable {
    var id: Int
    var n: Int
    var name: String
  }

  private let stage: FeedPageScreen
  private let seed: UInt64
  private var generator: SeededGenerator
  private var items: [Item] = []
  private var nextID = 0
  private var limit: Int?
  private var order: SortOrder?
  private var cursor: Int?
  private var marks: Set<Int> = []
  /// The row that the cursor has lost, and whether the feed was reloaded since the last check.
  private var lostCursor: Int?
  private var isReloaded = false
  private var steps: [String] = []
  /// Whether the cursor may be on the first row instead of on its row.
  private var mayStayAtStart = false
  /// Whether a filter was requested while rows of a reload were not displayed yet.
  private var isDuringReload = false

  private enum SortOrder { case ascending, descending }

  init(seed: UInt64) throws {
    self.seed = seed
    generator = SeededGenerator(seed: seed)
    for _ in 0..<8 {
      nextID += 1
      items.append(Item(id: nextID, n: nextID % 5, name: "row \(nextID)"))
    }
    stage = try FeedPageScreen(Self.text(items), columns: 50, rows: 9)
    cursor = 1
  }

  private static func text(_ items: [Item]) -> String {
    let rows = items.map { #"{"id":\#($0.id),"n":\#($0.n),"name":"\#($0.name)"}"# }
    return "[" + rows.joined(separator: ",\n") + "]"
  }

  // MARK: The model

  /// The rows in display order.
  private var expected: [Item] {
    let kept = items.filter { item in limit.map { item.n < $0 } ?? true }
    guard let order else { return kept }
    // Stable, whatever the standard library's sort is.
    let sorted = kept.enumerated().sorted { one, other in
      guard one.element.n != other.element.n else { return one.offset < other.offset }
      return (one.element.n < other.element.n) == (order == .ascending)
    }
    return sorted.map(\.element)
  }

  private mutating func moveCursor(to index: Int) {
    let rows = expected
    cursor = rows.isEmpty ? nil : rows[max(0, min(index, rows.count - 1))].id
  }

  private var cursorIndex: Int? { expected.firstIndex { $0.id == cursor } }

  // MARK: The page

  /// Whether the page displays the rows as they are now.
  private var isUpToDate: Bool {
    guard stage.page.updater.updateTask == nil, let base = stage.page.rows?.base else {
      return false
    }
    return items(of: base) == items && shown == expected
  }

  private func items(of model: FeedListModel) -> [Item] {
    (0..<model.numberOfRows).compactMap { item(model.row($0)) }
  }

  private func item(_ row: Row) -> Item? {
    guard let id = row.json.member("id").flatMap({ Int($0.text) }),
      let n = row.json.member("n").flatMap({ Int($0.text) }),
      let name = row.json.member("name")?.string
    else { return nil }
    return Item(id: id, n: n, name: name)
  }

  private var shown: [Item] {
    let list = stage.page.list
    return (0..<list.numberOfSections).flatMap { section in
      (0..<list.numberOfItems(in: section)).compactMap {
        stage.page.row(at: ListIndexPath(section: section, item: $0)).flatMap(item)
      }
    }
  }

  private var shownCursor: Int? {
    stage.page.table.state.cursor.flatMap { stage.page.row(at: $0) }.flatMap(item)?.id
  }

  private var shownMarks: Set<Int> {
    let page = stage.page
    guard page.list.numberOfSelectedItems + page.targets.hidden.count > 0 else { return [] }
    return Set(page.targetRows.compactMap { item($0)?.id })
  }

  // MARK: Steps

  /// Does something, and checks the page.
  ///
  /// - Returns: Whether the page is as expected.
  mutating func step() async -> Bool {
    switch Int.random(in: 0..<12, using: &generator) {
    case 0, 1: await reload()
    case 2: filter()
    case 3: sort()
    case 4: resize()
    case 5, 6: mark()
    default: move()
    }
    stage.settle()
    return await check()
  }

  private mutating func reload() async {
    mayStayAtStart = cursorIndex == 0 && order != nil
    // A feed that has not changed is not replaced.
    let before = items
    repeat { edit() } while items == before || Bool.random(using: &generator)
    steps.append("reload")
    isReloaded = true
    stage.change(Self.text(items))
    stage.press("r")
    await stage.wait(for: "reading \(steps)") { items(of: stage.feed.listModel) == items }
    // At once, or when the new rows are shown.
    if Bool.random(using: &generator) {
      filter()
      isDuringReload = true
    } else {
      await stage.wait(for: "the new rows of \(steps)") { isUpToDate }
    }
  }

  private mutating func edit() {
    guard let index = items.indices.randomElement(using: &generator) else { return insert() }
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: items.remove(at: index)
    case 1: items[index].n = Int.random(in: 0..<6, using: &generator)
    case 2: items[index].name += "!"
    case 3: items.swapAt(index, Int.random(in: items.indices, using: &generator))
    case 4 where Int.random(in: 0..<10, using: &generator) == 0: items.removeAll()
    default: insert()
    }
  }

  private mutating func insert() {
    nextID += 1
    items.insert(
      Item(id: nextID, n: Int.random(in: 0..<6, using: &generator), name: "row \(nextID)"),
      at: Int.random(in: 0...items.count, using: &generator))
  }

  private mutating func filter() {
    let wasAtStart = cursorIndex == 0
    limit = Bool.random(using: &generator) ? Int.random(in: 0..<6, using: &generator) : nil
    steps.append("filter \(limit ?? -1)")
    let filters = limit.flatMap { try? RowFilter(parsing: "n < \($0)") }
    stage.page.query.setFilters(filters.map { [$0] } ?? [])
    mayStayAtStart = wasAtStart && order != nil
  }

  private mutating func sort() {
    let (wasAtStart, before) = (cursorIndex == 0, order)
    order = [nil, .ascending, .descending].randomElement(using: &generator) ?? nil
    steps.append("sort \(order.map { "\($0)" } ?? "by nothing")")
    stage.page.query.setSortKeys(
      order.map { [SortKey(MemberPath("n"), isDescending: $0 == .descending)] } ?? [])
    // The first row stays the one that sorts first.
    if wasAtStart, order != nil || before != nil { moveCursor(to: 0) }
  }

  private mutating func resize() {
    let rows = [3, 4, 6, 9, 20].randomElement(using: &generator) ?? 9
    let columns = [20, 50, 90].randomElement(using: &generator) ?? 50
    steps.append("resize to \(columns)×\(rows)")
    stage.screen.resize(columns: columns, rows: rows)
  }

  private mutating func mark() {
    steps.append("mark \(cursor ?? -1)")
    if let cursor { marks.formSymmetricDifference([cursor]) }
    stage.press(" ")
    if let index = cursorIndex { moveCursor(to: index + 1) }
  }

  private mutating func move() {
    let index = cursorIndex ?? 0
    let moves: [(Key, Int)] = [
      (.down, index + 1), (.up, index - 1), (.home, 0), (.end, .max / 2), ("j", index + 1),
    ]
    guard let (key, target) = moves.randomElement(using: &generator) else { return }
    steps.append("\(key)")
    stage.press(key)
    moveCursor(to: target)
  }

  // MARK: Checks

  private mutating func check() async -> Bool {
    let expected = expected
    var isAsExpected = true
    func expect(_ condition: Bool, _ what: @autoclosure () -> String) {
      guard !condition else { return }
      isAsExpected = false
      Issue.record("seed \(seed): \(what())\nafter \(steps.joined(separator: ", "))")
    }
    await stage.wait(for: "the rows of seed \(seed) after \(steps)") { isUpToDate }
    stage.settle()
    expect(shown == expected, "rows \(shown.map(\.id)), not \(expected.map(\.id))")
    if isDuringReload || mayStayAtStart && shownCursor == expected.first?.id {
      cursor = shownCursor
    }
    // The cursor may have returned to a row that was not displayed before the reload.
    let lost = lostCursor
    if isReloaded, lost != nil, shownCursor == lost { cursor = lost }
    if isReloaded { lostCursor = nil }
    isReloaded = false
    if expected.contains(where: { $0.id == cursor }) {
      expect(shownCursor == cursor, "cursor \(shownCursor ?? -1), not \(cursor ?? -1)")
    } else {
      expect((shownCursor == nil) == expected.isEmpty, "cursor \(shownCursor ?? -1)")
      lostCursor = lost ?? cursor
      cursor = shownCursor
    }
    // Without rows, marks are kept for the next reading.
    if !items.isEmpty { marks.formIntersection(items.map(\.id)) }
    if isDuringReload {
      // Marks may be cleared, which is said; none comes to another row.
      marks.formIntersection(shownMarks)
    }
    let present = items.isEmpty ? [] : marks
    expect(shownMarks == present, "marks \(shownMarks.sorted()), not \(present.sorted())")
    let names = stage.names
    let start = expected.firstIndex { $0.name == names.first } ?? 0
    expect(
      names.elementsEqual(expected.dropFirst(start).prefix(names.count).map(\.name)),
      "\(names) on the screen")
    (mayStayAtStart, isDuringReload) = (false, false)
    return isAsExpected
  }
}
