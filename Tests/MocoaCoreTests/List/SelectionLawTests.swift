import MocoaCore
import MocoaTestSupport
import Testing

/// Selections of many rows, as ranges that follow their rows.
@Suite @MainActor struct SelectionLawTests {
  @Test(
    "S3: whatever is selected and changed, the selection is that of a naive set of rows",
    .parity("1.9.17"), arguments: [true, false])
  func selectionMatchesANaiveSet(isObject: Bool) {
    for seed in 0..<UInt64(isLongRun ? 100_000 : 300) {
      let run = SelectionRun(isObject: isObject, seed: seed)
      guard run.play() else { return }
    }
  }

  @Test("S5: selecting all rows of a model that is a value reads none")
  func selectingAMillionRowsReadsNone() {
    // defect F49
    let rows = CountingSection(numberOfItems: 0)
    let list = ListViewModel(model: NumberedRows(numbers: 1..<1_000_001, rows: rows))
    list.selectionMode = .multiple
    list.ready()
    list.selectAllItems()
    list.deselect(at: [0, 500_000])
    list.invertSelection()
    #expect(list.selectedIndexPaths == [[0, 500_000]])
    list.invertSelection()
    list.performBatchUpdates(comparingData: false) {
      list.model = NumberedRows(numbers: 0..<1_000_001, rows: rows)
      list.insertItems(at: [[0, 0]])
    }
    list.appendItems(toSection: 0, in: NumberedRows(numbers: 0..<1_000_002, rows: rows))
    #expect(list.numberOfSelectedItems == 999_999)
    let others: [ListIndexPath] = [[0, 0], [0, 500_001], [0, 1_000_001]]
    #expect(!others.contains(where: list.isSelected))
    // A part of the selection is verified before and after the operation.
    #expect(rows.requests <= 2_000)
  }

  @Test("S5: of rows that change in place, as many are known as a reload looks for")
  func selectingAMillionRowsOfAnObjectReadsSome() {
    let section = CountingSection(numberOfItems: 1_000_000)
    let list = ListViewModel(model: SectionList([section]))
    list.selectionMode = .multiple
    list.selectAllItems()
    #expect(section.requests == 100_000)
    #expect(list.numberOfSelectedItems == 1_000_000)
  }

  @Test("S3: rows that were selected in a value are found in an object that takes its place")
  func theSelectionIsFoundWhenAValueBecomesAnObject() {
    var generator = SeededGenerator(seed: 1)
    let store = RandomStore(RandomData(using: &generator))
    store.data.sections = [
      .init(id: 1, header: nil, rows: (1...3).map { RandomRow(id: $0, text: 0) })
    ]
    let list = ListViewModel(model: store.data.model)
    list.selectionMode = .multiple
    list.select(at: [0, 1])
    list.model = store
    store.data.sections[0].rows.swapAt(0, 1)
    list.reloadData()
    #expect(list.selectedIndexPaths == [[0, 0]])
  }
}

/// Rows that are numbers, as a value that counts how often one is read.
private struct NumberedRows: ListModel, SectionModel {
  let numbers: Range<Int>
  let rows: CountingSection

  var numberOfSections: Int { 1 }
  func section(at index: Int) -> any SectionModel { self }
  var numberOfItems: Int { numbers.count }
  func item(at index: Int) -> Any { rows.item(at: numbers[numbers.startIndex + index]) }
}

/// One sequence of selections and changes of the data.
@MainActor private final class SelectionRun {
  let store: RandomStore
  let list: ListViewModel
  let isObject: Bool
  var generator: SeededGenerator
  /// The identities of the rows that are to be selected.
  var expected: Set<Int> = []
  var log: [String] = []

  init(isObject: Bool, seed: UInt64) {
    self.isObject = isObject
    generator = SeededGenerator(seed: seed)
    store = RandomStore(RandomData(using: &generator))
    list = ListViewModel(model: isObject ? store : store.data.model)
    list.selectionMode = .multiple
    list.ready()
    log.append("seed \(seed)")
  }

  /// Returns whether the selection was as expected all the time.
  func play() -> Bool {
    for _ in 0..<4 {
      for _ in 0..<Int.random(in: 0...2, using: &generator) { select() }
      guard check() else { return false }
      change()
      guard check() else { return false }
    }
    return true
  }

  private var rows: [Int] { store.data.rows.flatMap { $0.map(\.id) } }

  private func select() {
    let rows = rows
    let bounds = (0..<2).compactMap { _ in rows.indices.randomElement(using: &generator) }.sorted()
    guard bounds.count == 2 else { return }
    let ids = rows[bounds[0]...bounds[1]]
    let paths = [ids.first, ids.last].compactMap { $0.flatMap(store.data.path) }
    let range = IndexPathSet(ids.compactMap(store.data.path))
    let operation = Int.random(in: 0..<6, using: &generator)
    log.append("select \(operation) of \(range)")
    switch operation {
    case 0:
      list.selectAllItems()
      expected = Set(rows)
    case 1:
      list.deselectAllItems()
      expected = []
    case 2:
      list.invertSelection()
      expected = Set(rows).subtracting(expected)
    case 3:
      list.deselectItems(at: range)
      expected.subtract(ids)
    case 4:
      list.deselectCells(at: [paths[0]])
      expected.remove(rows[bounds[0]])
    default:
      list.selectItems(at: range)
      expected.formUnion(ids)
    }
  }

  private func change() {
    var data = store.data
    let changes = (0..<Int.random(in: 0...3, using: &generator)).compactMap { _ in
      let change = RandomChange.random(in: &data, using: &generator)
      change?.apply(to: &data)
      return change
    }
    log.append("change \(changes.map(\.description))")
    let isSaid = Bool.random(using: &generator)
    let reloads = Int.random(in: 0..<4, using: &generator) == 0
    list.performBatchUpdates(comparingData: !isSaid || !isObject || reloads) {
      store.data = data
      if !isObject { list.model = data.model }
      if isSaid, !reloads { for change in changes { change.say(to: list) } }
      if reloads { list.reloadData() }
    }
    expected.formIntersection(rows)
  }

  private func check() -> Bool {
    let naive = expected.compactMap(store.data.path).sorted()
    let isRight =
      Array(list.selectedIndexPaths) == naive && list.numberOfSelectedItems == naive.count
      && naive.allSatisfy(list.isSelected)
    if !isRight {
      Issue.record("object \(isObject), \(log): \(list.selectedIndexPaths), not \(naive)")
    }
    return isRight
  }
}
