import MocoaDiff
import MocoaTestSupport
import Testing

@testable import MocoaCore

private struct Item: Equatable {
  var id: Int
  var parent: Int?
}

/// An outline as a naive tree, of which the visible rows are listed recursively.
private struct NaiveOutline {
  let items: [Item]
  var expanded: Set<Int> = []
  /// The items without children that were collapsed when they had some.
  var collapsed: Set<Int> = []
  var level = 1
  var matches: Set<Int>? {
    didSet {
      kept = Set(items.indices.filter { matches?.contains(items[$0].id) ?? true })
      for index in kept {
        var index = index
        while let parent = parents[index] {
          kept.insert(parent)
          index = parent
        }
      }
    }
  }
  private var kept: Set<Int>
  private let childLists: [Int?: [Int]]

  private func isFirst(_ index: Int) -> Bool {
    items.firstIndex { $0.id == items[index].id } == index
  }

  /// The parent of each item, after rows that contradict others have become roots.
  private let parents: [Int?]

  init(_ items: [Item]) {
    self.items = items
    var parents = items.map { item in
      item.parent == item.id ? nil : items.firstIndex { $0.id == item.parent }
    }
    for start in items.indices {
      var (seen, row) = (Set<Int>(), start)
      while let parent = parents[row], seen.insert(row).inserted { row = parent }
      guard seen.contains(row) else { continue }
      var cycle = [row]
      while let next = parents[cycle[cycle.count - 1]], next != row { cycle.append(next) }
      if let first = cycle.min() { parents[first] = nil }
    }
    self.parents = parents
    childLists = Dictionary(grouping: items.indices) { parents[$0] }
    kept = Set(items.indices)
  }

  private func children(of index: Int?) -> [Int] { childLists[index] ?? [] }
  private func keptChildren(of index: Int?) -> [Int] {
    children(of: index).filter(kept.contains)
  }

  func rows(below parent: Int? = nil, depth: Int = 0) -> [String] {
    keptChildren(of: parent).flatMap { index -> [String] in
      let hasChildren = !keptChildren(of: index).isEmpty
      let isExpanded = hasChildren && (matches != nil || expanded.contains(items[index].id))
      let isMatch = matches?.contains(items[index].id) ?? true
      let line = rowText(
        items[index].id, depth, !hasChildren ? " " : isExpanded ? "v" : ">", isMatch)
      return [line] + (isExpanded ? rows(below: index, depth: depth + 1) : [])
    }
  }

  /// The first item of each identity, at or below an item.
  func all(below parent: Int? = nil, depth: Int = 0) -> [Place] {
    children(of: parent).flatMap { index -> [Place] in
      let place = Place(
        id: items[index].id, depth: depth, hasChildren: !children(of: index).isEmpty)
      return (isFirst(index) ? [place] : []) + all(below: index, depth: depth + 1)
    }
  }

  struct Place {
    let id: Int
    let depth: Int
    let hasChildren: Bool
  }

  mutating func expand(toLevel level: Int) {
    (self.level, collapsed) = (level, [])
    expanded = Set(
      all().filter { ($0.hasChildren || expanded.contains($0.id)) && $0.depth < level - 1 }
        .map(\.id))
  }

  mutating func reveal(_ id: Int) {
    guard var index = items.firstIndex(where: { $0.id == id }) else { return }
    while let parent = parents[index] {
      expanded.insert(items[parent].id)
      index = parent
    }
  }

  func replaced(by items: [Item]) -> NaiveOutline {
    var new = NaiveOutline(items)
    new.level = level
    // A row that gets its first children is expanded as a new one is.
    let shut = collapsed.union(all().filter(\.hasChildren).map(\.id)).subtracting(expanded)
    let old = expanded.union(shut)
    let added = new.all()
      .filter { $0.hasChildren && $0.depth < level - 1 && !old.contains($0.id) }.map(\.id)
    new.expanded = expanded.intersection(items.map(\.id)).union(added)
    new.collapsed = shut.intersection(new.all().filter { !$0.hasChildren }.map(\.id))
    return new
  }
}

private func rowText(_ id: Int, _ depth: Int, _ marker: String, _ isMatch: Bool) -> String {
  String(repeating: "  ", count: depth) + "\(marker)\(id)\(isMatch ? "" : "~")"
}

extension Outline where Element == Item, ID == Int {
  fileprivate init(_ items: [Item]) { self.init(rows: items, id: \.id, parent: \.parent) }

  fileprivate var texts: [String] {
    map { row in
      let marker = !row.hasChildren ? " " : row.isExpanded ? "v" : ">"
      return rowText(row.element.id, row.depth, marker, row.isMatch)
    }
  }
}

/// A naive outline and an outline to which the same is done.
private struct OutlineRun {
  var generator: SeededGenerator
  var naive = NaiveOutline([])
  var outline = Outline([Item]())
  var log: [String] = []

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    replace()
  }

  private mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  /// Items with parents of any kind: missing, cyclic, their own; some identities occur twice.
  private mutating func items() -> [Item] {
    let count = number(24)
    return (0..<count).map { index in
      let parent = number(5) == 0 ? nil : number(3) == 0 ? number(30) : index / (1 + number(4))
      return Item(id: number(8) == 0 ? number(24) : index, parent: parent)
    }
  }

  private mutating func replace() {
    let items = items()
    naive = naive.replaced(by: items)
    var new = Outline(items)
    new.restoreExpansion(of: outline)
    outline = new
  }

  /// Does something to both outlines, and returns whether the changeset leads from the old rows to
  /// the new ones.
  mutating func step() -> Bool {
    let old = outline.texts
    var changeset: Changeset?
    let position = outline.isEmpty ? nil : number(outline.count)
    let row = position.map { outline[$0] }
    let id = row?.element.id ?? 0
    // An item that is not the first of its identity is a leaf.
    let parents: Set<Int> = row?.hasChildren == true ? [id] : []
    let action = number(7)
    log.append("\(action) at \(position ?? -1)")
    switch (action, position) {
    case (0...1, let position?):
      changeset = outline.expand(at: position)
      naive.expanded.formUnion(parents)
    case (2, let position?):
      changeset = outline.collapse(at: position)
      naive.expanded.subtract(parents)
    case (3, _):
      let level = 1 + number(4)
      changeset = outline.expand(toLevel: level)
      naive.expand(toLevel: level)
    case (4, _):
      let id = number(30)
      changeset = outline.reveal(id)
      naive.reveal(id)
    case (5, _): replace()
    default:
      changeset = number(2) == 0 ? outline.expandAll() : outline.collapseAll()
      naive.expand(toLevel: outline.level)
    }
    guard let changeset else { return true }
    return changeset.applied(to: old, from: outline.texts) == outline.texts
  }
}

extension Changeset {
  /// Returns the rows of a section after the change; reloads and inserts are read from the result.
  fileprivate func applied(to old: [String], from new: [String]) -> [String] {
    var rows: [String?] = old
    for path in itemReloads { rows[path.item] = nil }
    for path in itemDeletes.reversed() { rows.remove(at: path.item) }
    for path in itemInserts { rows.insert(new[path.item], at: path.item) }
    return rows.enumerated().map { $1 ?? (new.indices.contains($0) ? new[$0] : "") }
  }
}

@Suite struct OutlineTests {
  @Test func randomHistoriesMatchANaiveTree() {
    for seed in 0..<UInt64(isLongRun ? 100_000 : 2_000) {
      var run = OutlineRun(seed: seed)
      for _ in 0..<12 {
        let isExact = run.step()
        let naive = run.naive
        let isSame =
          run.outline.texts == naive.rows() && run.outline.elements.count == naive.items.count
          && run.outline.faults.duplicates
            == naive.items.count - Set(naive.items.map(\.id)).count
        guard isExact, isSame, hasParents(run.outline), isFiltered(&run) else {
          Issue.record(
            "seed \(seed): \(run.outline.texts), not \(naive.rows()), after \(run.log)")
          return
        }
      }
    }
  }

  private func hasParents(_ outline: Outline<Item, Int>) -> Bool {
    let rows = Array(outline)
    return rows.indices.allSatisfy { position in
      let parent = rows[..<position].lastIndex { $0.depth < rows[position].depth }
      let id = rows[position].element.id
      return outline.parent(of: position) == (rows[position].depth == 0 ? nil : parent)
        && outline.position(of: id).map { rows[$0].element.id } ?? id == id
    }
  }

  private func isFiltered(_ run: inout OutlineRun) -> Bool {
    let matches = Set((0..<3).map { _ in Int.random(in: 0..<24, using: &run.generator) })
    let filtered = run.outline.filtered { matches.contains($0.id) }
    var naive = run.naive
    naive.matches = matches
    return filtered.texts == naive.rows()
      && filtered.matchCount == naive.items.count { matches.contains($0.id) }
  }

  @Test func aFilterKeepsWhatIsCollapsedAndExpandsWhatIsNew() {
    let items = [Item(id: 1), Item(id: 2, parent: 1), Item(id: 3), Item(id: 4, parent: 3)]
    var old = Outline(items).filtered { $0.id == 2 }
    old.collapse(at: 0)
    var new = Outline(items).filtered { $0.id % 2 == 0 }
    new.restoreExpansion(of: old)
    #expect(new.texts == [">1~", "v3~", "   4"])
  }

  @Test("39: a row that gets its first child is expanded as a new row is")
  func firstChildrenAreShown() {
    var old = Outline([Item(id: 1), Item(id: 2, parent: 1), Item(id: 3), Item(id: 4, parent: 3)])
    old.expandAll()
    old.collapse(at: 2)
    var new = Outline(
      [Item(id: 1), Item(id: 2, parent: 1), Item(id: 3), Item(id: 4, parent: 3)]
        + [Item(id: 5, parent: 2), Item(id: 6, parent: 3)])
    new.restoreExpansion(of: old)
    #expect(new.texts == ["v1", "  v2", "     5", ">3"])
  }

  @Test("39: a row that was collapsed stays so when its only child goes and comes")
  func collapsedRowsStaySo() {
    let items = [Item(id: 1), Item(id: 2, parent: 1)]
    var outline = Outline(items)
    outline.expandAll()
    outline.collapse(at: 0)
    func replace(by items: [Item]) {
      var new = Outline(items)
      new.restoreExpansion(of: outline)
      outline = new
    }
    for items in [[Item(id: 1)], [Item(id: 1)], items] { replace(by: items) }
    #expect(outline.texts == [">1"])
    replace(by: [Item(id: 1)])
    outline.expandAll()
    replace(by: items)
    #expect(outline.texts == ["v1", "   2"])
  }

  @Test func siblingsAreSortedAndWhatIsExpandedStays() {
    var outline = Outline(
      [
        Item(id: 1), Item(id: 3, parent: 1), Item(id: 2, parent: 1), Item(id: 4),
        Item(id: 5, parent: 4),
      ])
    outline.expand(at: 0)
    let sorted = outline.sorted { $0.id > $1.id }
    #expect(sorted.texts == [">4", "v1", "   3", "   2"])
    #expect(sorted.sorted { $0.id < $1.id }.texts == ["v1", "   2", "   3", ">4"])
    #expect(outline.expandedIDs == [1])
  }

  @Test func rowsThatContradictOthersAreCountedAndVisible() {
    let outline = Outline([
      Item(id: 1, parent: 99), Item(id: 2, parent: 2), Item(id: 3, parent: 5),
      Item(id: 4, parent: 3),
      Item(id: 5, parent: 4), Item(id: 1, parent: 2), Item(id: 6, parent: 1),
    ])
    #expect(outline.faults == .init(orphans: 1, cycles: 2, duplicates: 1))
    var all = outline
    all.expandAll()
    #expect(all.texts == ["v1", "   6", "v2", "   1", "v3", "  v4", "     5"])
  }

  @Test func childrenThatAreTheirOwnAncestorsAreLeaves() {
    let children = [1: [2, 1], 2: [3], 3: [1, 2]]
    var outline = Outline([1, 2], id: { $0 }, children: { children[$0] })
    outline.expandAll()
    #expect(outline.map(\.element) == [1, 2, 3, 1, 2, 1, 2])
    #expect(outline.map(\.depth) == [0, 1, 2, 3, 3, 1, 0])
    #expect(outline.faults.duplicates == 4)
  }

  @Test func anElementWithoutChildrenYetIsExpandedOnlyByItself() {
    var outline = Outline([1], id: { $0 }, children: { _ in [] })
    outline.expandAll()
    #expect(outline[0].hasChildren && !outline[0].isExpanded)
    outline.expand(at: 0)
    #expect(outline[0].isExpanded && outline.count == 1)
    var loaded = Outline([1], id: { $0 }, children: { $0 == 1 ? [2] : nil })
    loaded.restoreExpansion(of: outline)
    #expect(loaded.map(\.element) == [1, 2] && loaded.map(\.hasChildren) == [true, false])
  }

  @Test func tenThousandLevelsAreNoRecursion() {
    let items = (0..<10_000).map { Item(id: $0, parent: $0 == 0 ? nil : $0 - 1) }
    var outline = Outline(items.reversed())
    outline.reveal(9_999)
    #expect(outline.count == 10_000 && outline.last?.depth == 9_999)
    outline.collapse(at: 0)
    outline.expandAll()
    #expect(outline.filtered { $0.id == 9_999 }.sorted { $0.id < $1.id }.count == 10_000)
    let chain = Outline([0], id: { $0 }, children: { $0 < 9_999 ? [$0 + 1] : nil })
    #expect(chain.elements == Array(0..<10_000))
  }
}
