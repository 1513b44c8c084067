import MocoaTestSupport
import Testing

@testable import MocoaCore

/// Changes from every entry point, requested from outside, from hooks and from observers.
///
/// The sequences are 10,000, or a million where `MOCOA_LONG_TESTS` is set. They run in processes of
/// their own, as they would keep the main actor from other tests.
@Suite struct ListLawTests {
  @Test(
    "L28, B12, B13, B16: the list and its observers have the contents of the data",
    .parity("1.10.14"),
    arguments: [true, false], 0..<2 as Range<UInt64>)
  func contentsFollowTheDataWhateverChangesThem(isObject: Bool, half: UInt64) async {
    await #expect(processExitsWith: .success) { [isObject, half] in
      let count: UInt64 = isLongRun ? 250_000 : 2_500
      let failure = await LawRun.firstFailure(
        isObject: isObject, seeds: half * count..<(half + 1) * count)
      if let failure { Issue.record("\(failure)") }
    }
  }
}

/// A row that a kind of cells of its own displays.
private final class OddRowViewModel: RandomRowViewModel {}

@MainActor private final class LawRun {
  let isObject: Bool
  let seed: UInt64
  /// The data that the list is to show.
  let store: RandomStore
  let registry = ModuleRegistry()
  let list: ItemListViewModel<RandomRow>
  /// Whether odd texts are displayed by another kind of cells.
  let hasKinds: Bool
  var subscriptions: [Subscription] = []
  var generator: SeededGenerator
  var log: [String] = []
  /// The line of the first expectation that did not hold.
  var failedLine: Int?
  var hasFailed: Bool { failedLine != nil }
  /// The number of changes that hooks and observers may yet request.
  var nested = 0
  /// Whether data that changes in place may be newer than the change that observers get.
  var isAhead = false

  /// The rows and selected positions that follow from the changesets; nil for rows that could not
  /// be read at the time.
  var replica: [[RandomRow?]] = []
  var selection = IndexPathSet()

  init(isObject: Bool, seed: UInt64, idLimit: Int?) {
    self.isObject = isObject
    self.seed = seed
    generator = SeededGenerator(seed: seed)
    store = RandomStore(RandomData(using: &generator, idLimit: idLimit))
    hasKinds = seed % 3 == 2
    if hasKinds {
      list = ItemListViewModel(
        [],
        cell: { row in
          row.text.isMultiple(of: 2)
            ? ItemCell(RandomRowViewModel.self, row, view: .cell("Cell"))
            : ItemCell(OddRowViewModel.self, row, view: .cell("Odd"))
        })
      list.model = isObject ? store : store.data.model
    } else {
      let module = registry["mocoa://c/"]
      module.section.cell.register(viewModel: RandomRowViewModel.self, view: .cell("Cell"))
      list = ItemListViewModel(model: isObject ? store : store.data.model, module: module)
    }
    list.selectionMode = .multiple
    list.ready()
    for _ in 0..<2 {
      list.observeChanges(owner: self) { [unowned self] _, change in
        if case .update = change { changeInHook(oneIn: 6) }
      }
      .store(in: &subscriptions)
    }
    list.observeChanges(owner: self) { [unowned self] in follow($1) }
      .store(in: &subscriptions)
  }

  func play() async {
    load()
    for _ in 0..<Int.random(in: 1...3, using: &generator) where !hasFailed {
      touch()
      nested = Int.random(in: 0...2, using: &generator)
      isAhead = false
      if isObject || Int.random(in: 0..<4, using: &generator) > 0 {
        change()
      } else {
        await changeLater()
      }
      check()
    }
  }

  /// What the first sequence that fails has done, if any does.
  static func firstFailure(isObject: Bool, seeds: Range<UInt64>) async -> String? {
    for seed in seeds {
      let run = LawRun(isObject: isObject, seed: seed, idLimit: seed % 4 == 3 ? 4 : nil)
      await run.play()
      if let line = run.failedLine {
        return "line \(line), object \(isObject), seed \(seed), after \(run.log)"
      }
    }
    return nil
  }

  private func expect(_ condition: Bool, line: Int = #line) {
    if !condition, !hasFailed { failedLine = line }
  }

  // MARK: Observing

  private func follow(_ change: ListChange) {
    switch change {
    case .update(let changeset):
      changeset.isReload ? load() : apply(changeset)
      expect(replica.map(\.count) == (0..<list.numberOfSections).map(list.numberOfItems))
      expect(selection == list.selectedIndexPaths)
    case .selection: selection = list.selectedIndexPaths
    default: break
    }
  }

  private func load() {
    replica = (0..<list.numberOfSections).map { section in
      (0..<list.numberOfItems(in: section)).map { row(at: [section, $0]) }
    }
    selection = list.selectedIndexPaths
  }

  private func apply(_ changeset: Changeset) {
    let counts = (0..<list.numberOfSections).map(list.numberOfItems)
    replica = changeset.apply(to: replica, counts: counts) { row(at: $0) }
    let mapping = changeset.mapping
    selection = IndexPathSet(selection.compactMap { mapping.newPosition(of: $0) })
  }

  private func row(at path: ListIndexPath) -> RandomRow? {
    if isObject, isAhead { return nil }
    return list.storedModel.section(at: path.section).item(at: path.item) as? RandomRow
  }

  // MARK: Changing

  private func touch() {
    for (section, rows) in store.data.rows.enumerated() {
      for item in rows.indices {
        let path = ListIndexPath(section: section, item: item)
        if Int.random(in: 0...2, using: &generator) > 0 {
          let cell = list.cellViewModel(at: path) as? RandomRowViewModel
          cell?.onHook = { [weak self] in self?.changeInHook(oneIn: 4) }
          if Bool.random(using: &generator) { cell?.beginDisplay() }
        }
        if Int.random(in: 0...3, using: &generator) == 0 { list.select(at: path) }
      }
    }
  }

  private func changeInHook(oneIn odds: Int) {
    guard nested > 0, Int.random(in: 0..<odds, using: &generator) == 0 else { return }
    nested -= 1
    isAhead = true
    log.append("nested")
    change()
  }

  private func change() {
    var data = store.data
    let changes = (0..<Int.random(in: 0...4, using: &generator)).compactMap { _ in
      let change = RandomChange.random(in: &data, using: &generator)
      change?.apply(to: &data)
      return change
    }
    let front = Int.random(in: 0..<(isObject ? 8 : 11), using: &generator)
    log.append("front \(front): \(changes.map(\.description))")
    switch front {
    case 0: batch(changes, data, said: [], compares: true)
    case 1: batch(changes, data, said: changes, compares: false)
    case 2:
      let said = changes.filter { _ in Bool.random(using: &generator) }
      batch(changes, data, said: said, compares: true)
    case 3: batch(changes, data, said: changes, compares: true)
    case 4 where isObject:
      // Each from the data as it is then, since hooks may change it in between.
      for _ in changes {
        guard let change = RandomChange.random(in: &store.data, using: &generator) else { continue }
        change.apply(to: &store.data)
        change.say(to: list)
      }
    case 4:
      store.data = data
      list.model = data.model
    case 5:
      store.data = data
      if !isObject {
        list.reset(to: data.model)
      } else {
        list.reloadData()
      }
    case 6: appendRows()
    case 8: appendItems()
    case 9: replaceRow()
    case 10: replaceRowsInBatch()
    default:
      store.data.sections.append(store.data.makeSection(using: &generator))
      list.appendSections(in: isObject ? nil : store.data.model)
    }
  }

  private func batch(
    _ changes: [RandomChange], _ data: RandomData, said: [RandomChange], compares: Bool
  ) {
    list.performBatchUpdates(comparingData: compares) {
      var live = store.data
      list.performBatchUpdates {
        store.data = data
        if !isObject { list.model = data.model }
      }
      for change in said where change.isPossible(in: live) {
        change.apply(to: &live)
        change.say(to: list)
      }
    }
  }

  private func appendRows() {
    guard let section = store.data.sections.indices.randomElement(using: &generator) else { return }
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      let row = store.data.makeRow(using: &generator)
      store.data.sections[section].rows.append(row)
    }
    list.appendItems(toSection: section, in: isObject ? nil : store.data.model)
  }

  /// A section, and new rows for it.
  private func newRows() -> (section: Int, rows: [RandomRow])? {
    guard let section = store.data.sections.indices.randomElement(using: &generator) else {
      return nil
    }
    let rows = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
      store.data.makeRow(using: &generator)
    }
    return (section, rows)
  }

  private func appendItems() {
    guard let (section, rows) = newRows() else { return }
    store.data.sections[section].rows += rows
    log.append("append \(rows.count) to \(section)")
    list.append(contentsOf: rows, toSection: section)
  }

  /// Replaces a row by one of the same identity, or of another one.
  private func replaceRow() {
    let sections = store.data.sections.indices.filter { !store.data.sections[$0].rows.isEmpty }
    guard let section = sections.randomElement(using: &generator),
      let item = store.data.sections[section].rows.indices.randomElement(using: &generator)
    else { return }
    var row = store.data.sections[section].rows[item]
    if Bool.random(using: &generator) { row = store.data.makeRow(using: &generator) }
    row.text = Int.random(in: 0...2, using: &generator)
    store.data.sections[section].rows[item] = row
    let path = ListIndexPath(section: section, item: item)
    log.append("row \(path) is \(row.id)")
    if Bool.random(using: &generator) {
      list[path] = row
    } else {
      list.replaceItem(at: path, with: row)
    }
  }

  private func replaceRowsInBatch() {
    list.performBatchUpdates {
      for _ in 0..<3 { Bool.random(using: &generator) ? replaceRow() : appendItems() }
    }
  }

  /// Makes a change that suspends the task.
  private func changeLater() async {
    guard Bool.random(using: &generator), let (section, rows) = newRows() else {
      var data = store.data
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        RandomChange.random(in: &data, using: &generator)?.apply(to: &data)
      }
      store.data = data
      log.append("update")
      await list.update(to: data.model)
      return
    }
    nested = 0  // The rows come one after the other, so that the data is ahead of the list.
    store.data.sections[section].rows += rows
    log.append("consume \(rows.count) to \(section)")
    let (stream, continuation) = AsyncStream<RandomRow>.makeStream()
    for row in rows { continuation.yield(row) }
    continuation.finish()
    await list.consume(stream, toSection: section, every: .seconds(1))
  }

  // MARK: Checking

  private func check() {
    let rows = store.data.rows
    expect(list.numberOfSections == rows.count)
    expect(replica.map(\.count) == rows.map(\.count))
    guard !hasFailed else { return }
    for (section, rows) in rows.enumerated() {
      for (item, row) in rows.enumerated() {
        let path = ListIndexPath(section: section, item: item)
        if let known = replica[section][item] { expect(known == row) }
        let existing = list.existingCellViewModel(at: path)
        expect(existing.map { $0.indexPath == path } ?? true)
        if existing?.isDisplayed ?? false {
          expect((existing as? RandomRowViewModel)?.model == row)
        }
        let cell = list.cellViewModel(at: path) as? RandomRowViewModel
        expect(cell?.model == row)
        expect((cell is OddRowViewModel) == (hasKinds && !row.text.isMultiple(of: 2)))
        expect(cell?.isReady ?? false)
        expect(cell?.parent === list.existingSectionViewModel(at: section))
      }
    }
    expect(list.displayed.values.allSatisfy { $0.list === list })
  }
}
