import MocoaCore
import MocoaTestSupport
import Testing

/// Random sequences of changes, said or found out, against a naive list.
@Suite @MainActor struct RandomListTests {
  enum Way: CaseIterable {
    /// Another model that is a value is set.
    case model
    /// The data changes in place, and the difference is found out.
    case automatic
    /// The data changes in place, and every change is said, one by one or in batches.
    case explicit
    /// Some changes are said and some are not.
    case careless
    /// Another model that is a value, some of whose changes were said.
    case carelessModel
  }

  @Test(
    "B16, L28: whatever happens to the data, the list shows it",
    .parity("1.7.6", "1.10.7", "1.10.13", "1.10.14"), arguments: Way.allCases)
  func listsFollowTheirData(way: Way) {
    for seed in 0..<UInt64(isLongRun ? 10_000 : 400) {
      var run = RandomRun(way: way, seed: seed, idLimit: seed % 4 == 3 ? 4 : nil)
      run.play()
    }
  }
}

/// One sequence: a list, its data, and what is expected of it.
@MainActor private struct RandomRun {
  let way: RandomListTests.Way
  let seed: UInt64
  let store: RandomStore
  let list: ListViewModel
  let replica: Replica
  var generator: SeededGenerator
  var log: [String] = []

  init(way: RandomListTests.Way, seed: UInt64, idLimit: Int?) {
    self.way = way
    self.seed = seed
    generator = SeededGenerator(seed: seed)
    store = RandomStore(RandomData(using: &generator, idLimit: idLimit))
    let registry = ModuleRegistry()
    let module = registry["mocoa://c/"]
    module.section.cell.register(viewModel: RandomRowViewModel.self, view: .cell("Cell"))
    module.section.header.register(viewModel: TitleViewModel.self, view: .cell("Title"))
    let isObject = way != .model && way != .carelessModel
    list = ListViewModel(model: isObject ? store : store.data.model, module: module)
    list.selectionMode = .multiple
    list.ready()
    replica = Replica(list)
  }

  mutating func play() {
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let before = touch()
      replica.changes = 0
      changeData()
      check(before)
    }
  }

  private var isCareless: Bool { way == .careless || way == .carelessModel }

  private var isUnique: Bool { store.data.idLimit == nil }

  /// Makes some view models, shows some and selects some rows.
  private mutating func touch() -> Expectation {
    var expectation = Expectation()
    for (section, rows) in store.data.rows.enumerated() {
      for (item, row) in rows.enumerated() {
        let path = ListIndexPath(section: section, item: item)
        if Int.random(in: 0...2, using: &generator) > 0 {
          let cell = list.cellViewModel(at: path)
          if Bool.random(using: &generator) { cell.beginDisplay() }
        }
        if Int.random(in: 0...3, using: &generator) == 0 { list.select(at: path) }
        expectation.cells[row.id] = list.existingCellViewModel(at: path)
        if list.isSelected(path) { expectation.selection.insert(row.id) }
      }
    }
    expectation.sections = Dictionary(
      uniqueKeysWithValues: store.data.sections.enumerated().compactMap { index, section in
        list.existingSectionViewModel(at: index).map { (section.id, $0) }
      })
    return expectation
  }

  private mutating func changeData() {
    var data = store.data
    let changes = (0..<Int.random(in: 0...4, using: &generator)).compactMap { _ in
      let change = RandomChange.random(in: &data, using: &generator)
      change?.apply(to: &data)
      return change
    }
    store.data.nextID = data.nextID
    log = changes.map(\.description)
    switch way {
    case .model:
      store.data = data
      list.model = data.model
    case .automatic:
      nest(depth: Int.random(in: 0...2, using: &generator)) { store.data = data }
    case .explicit: say(changes)
    case .careless, .carelessModel:
      // Which changes are said is drawn; what is said may contradict the data.
      let said = changes.filter { _ in Bool.random(using: &generator) }
      let (list, store, isObject) = (list, store, way == .careless)
      list.performBatchUpdates {
        var live = store.data
        store.data = data
        if !isObject { list.model = data.model }
        for change in said where change.isPossible(in: live) {
          change.apply(to: &live)
          change.say(to: list)
        }
      }
    }
  }

  private mutating func say(_ changes: [RandomChange]) {
    let isBatch = Bool.random(using: &generator)
    let compares = Bool.random(using: &generator)
    let (list, store) = (list, store)
    let sayAll = {
      for change in changes {
        change.apply(to: &store.data)
        change.say(to: list)
      }
    }
    if isBatch { list.performBatchUpdates(comparingData: compares, sayAll) } else { sayAll() }
  }

  private func nest(depth: Int, _ body: () -> Void) {
    list.performBatchUpdates {
      if depth == 0 { body() } else { nest(depth: depth - 1, body) }
    }
  }
}

// MARK: - Checks

/// What is expected of a list after its data has changed.
@MainActor private struct Expectation {
  var cells: [Int: AnyCellViewModel] = [:]
  var sections: [Int: SectionViewModel] = [:]
  var selection: Set<Int> = []
}

extension RandomRun {
  /// Records an issue where a condition does not hold; the macro would take most of the time.
  private func expect(_ condition: Bool, at location: SourceLocation = #_sourceLocation) {
    if condition { return }
    Issue.record("way \(way), seed \(seed), after \(log)", sourceLocation: location)
  }

  private func check(_ before: Expectation) {
    expect(list.numberOfSections == store.data.sections.count)
    expect(replica.rows == store.data.rows)
    expect(replica.headers == store.data.sections.map(\.header))
    checkCells()
    checkSections(before)
    guard isUnique else { return }
    if way == .model || way == .automatic { expect(replica.changes <= 1) }
    if !isCareless { checkKept(before) }
  }

  /// Every cell knows its place and has the model of its row.
  private func checkCells() {
    for (section, rows) in store.data.rows.enumerated() {
      expect(list.numberOfItems(in: section) == rows.count)
      for (item, row) in rows.enumerated() {
        let path = ListIndexPath(section: section, item: item)
        if let cell = list.existingCellViewModel(at: path) {
          expect(cell.indexPath == path)
          expect(cell.parent === list.existingSectionViewModel(at: section))
        }
        let cell = list.cellViewModel(at: path) as? RandomRowViewModel
        expect(cell?.model == row)
        expect(cell?.isReady == true)
      }
    }
  }

  private func checkSections(_ before: Expectation) {
    for (index, section) in store.data.sections.enumerated() {
      let viewModel = list.sectionViewModel(at: index)
      expect(viewModel.index == index)
      expect((viewModel.headerViewModel as? TitleViewModel)?.model == section.header)
      // A section that was said to go is gone, even if it is still there.
      if !isCareless, let old = before.sections[section.id] { expect(viewModel === old) }
    }
  }

  /// View models, display and selection are with the same rows as before.
  private func checkKept(_ before: Expectation) {
    for (id, cell) in before.cells {
      if let path = store.data.path(of: id) {
        expect(list.existingCellViewModel(at: path) === cell)
      } else {
        expect(cell.list == nil)
        expect(!cell.isDisplayed)
      }
    }
    let expected = before.selection.compactMap { store.data.path(of: $0) }.sorted()
    expect(Array(list.selectedIndexPaths) == expected)
  }
}

/// What an observer knows that follows the changesets of a list.
@MainActor private final class Replica {
  private(set) var rows: [[RandomRow]] = []
  private(set) var headers: [String?] = []
  private var subscriptions: [Subscription] = []
  var changes = 0

  init(_ list: ListViewModel) {
    load(list)
    list.observeChanges(owner: self) { [unowned self, unowned list] _, change in
      guard case .update(let changeset) = change else { return }
      changes += 1
      changeset.isReload ? load(list) : apply(changeset, list)
    }
    .store(in: &subscriptions)
  }

  private func load(_ list: ListViewModel) {
    rows = sections(of: list).map { section in
      (0..<section.numberOfItems).compactMap { section.item(at: $0) as? RandomRow }
    }
    headers = sections(of: list).map(header)
  }

  private func apply(_ changeset: Changeset, _ list: ListViewModel) {
    let sections = sections(of: list)
    rows = changeset.apply(to: rows, counts: sections.map(\.numberOfItems)) { path in
      sections[path.section].item(at: path.item) as? RandomRow ?? RandomRow(id: -1, text: -1)
    }
    let mapping = changeset.mapping
    let changed = changeset.supplementaryReloads + changeset.supplementaryDeletes
    headers = sections.enumerated().map { index, section in
      guard let old = mapping.oldSection(of: index) else { return header(section) }
      let isNew = changeset.supplementaryInserts.contains { $0.section == index }
      let isOther = changed.contains { $0.section == old }
      return isNew || isOther || changeset.sectionReloads.contains(old)
        ? header(section) : headers[old]
    }
  }

  private func sections(of list: ListViewModel) -> [any SectionModel] {
    (0..<list.model.numberOfSections).map { list.model.section(at: $0) }
  }

  private func header(_ section: any SectionModel) -> String? {
    section.supplementaryModel(of: .header, at: 0) as? String
  }
}
