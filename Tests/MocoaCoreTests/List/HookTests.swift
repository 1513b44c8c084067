import MocoaCore
import MocoaTestSupport
import Testing

/// Promises H: the hooks of subclasses of lists and sections.
@Suite @MainActor struct HookTests {
  private let registry = ModuleRegistry()

  private func makeList(_ sections: [RowSection<[Contact]>]) -> HookedList {
    let module = registry["mocoa://hooks/"]
    module.section.register(viewModel: HookedSection.self)
    module.section.cell.register(viewModel: ContactViewModel.self, view: .cell("Cell"))
    let list = HookedList(model: SectionList(sections), module: module)
    list.ready()
    for section in list.sectionViewModels { (section as? HookedSection)?.log = list.log }
    list.observeChanges(owner: list) { list, change in
      if case .update = change { list.log.lines.append("observer") }
    }.store(in: &list.observations)
    return list
  }

  @Test("H1: hooks of sections, then those of the list, then observers")
  func hooksAreCalledInOrder() {
    let list = makeList([
      RowSection(contacts("abc"), identity: 1), RowSection(contacts("d"), identity: 2),
    ])
    let log = list.log
    list.items = contacts("cAx")
    #expect(
      log.take() == [
        "section 0 delete [1]", "section 0 insert [2]", "section 0 move 0→1",
        "section 0 reload [1]", "delete 0.1", "insert 0.2", "move 0.0→0.1", "reload 0.1",
        "observer",
      ])
    list.sections = [list.sections[1], RowSection(contacts("y"), identity: 3)]
    #expect(
      log.take() == ["delete sections [0]", "insert sections [1]", "observer"])
    list.moveSection(from: 0, to: 1)
    log.lines = []
    list.sectionViewModel(at: 0).reloadData()
    #expect(log.take().contains("reload sections [0]"))
    list.reloadData()
    #expect(log.take().suffix(2) == ["reload data", "observer"])
    list.append(contacts("z")[0])
    #expect(log.take().contains("insert 0.1"))
  }

  @Test("H1: a row that moves to another section is deleted from one and inserted into the other")
  func rowsMoveBetweenSections() {
    let list = makeList([
      RowSection(contacts("ab"), identity: 1), RowSection(contacts("c"), identity: 2),
    ])
    list.sections = [
      RowSection(contacts("a"), identity: 1), RowSection(contacts("cb"), identity: 2),
    ]
    #expect(
      list.log.take() == [
        "section 0 delete [1]", "section 1 insert [1]", "move 0.1→1.1", "observer",
      ])
  }

  @Test("H1: a section that moves is a move of the list")
  func sectionsMove() {
    let list = makeList([
      RowSection(contacts("ab"), identity: 1), RowSection(contacts("c"), identity: 2),
      RowSection(contacts("d"), identity: 3),
    ])
    list.sections = [list.sections[2], list.sections[0], list.sections[1]]
    #expect(list.log.take() == ["move section 2→0", "observer"])
    list.sections = [list.sections[0], list.sections[2], list.sections[1]]
    let moves = list.log.take()
    #expect([["move section 1→2", "observer"], ["move section 2→1", "observer"]].contains(moves))
  }

  @Test("H1: a section that is reloaded is notified, and the list of its new position")
  func sectionsAreReloaded() {
    let list = makeList([
      RowSection(contacts("a"), identity: 1), RowSection(contacts("b"), identity: 2),
    ])
    list.sections = [RowSection(contacts("b"), name: "other", identity: 2)]
    #expect(
      list.log.take() == [
        "section 0 reload data", "delete sections [0]", "reload sections [0]", "observer",
      ])
  }

  @Test(
    "H3: an operation of a section that a pending change removes or moves does not trap",
    arguments: 0..<4)
  func sectionsHaveTheirNewestPositions(kind: Int) {
    let registry = ModuleRegistry()
    let module = registry["mocoa://hooks/"]
    module.section.register(viewModel: UnrulySection.self)
    module.section.cell.register(viewModel: ContactViewModel.self, view: .cell("Cell"))
    for removed in 0..<3 {
      let all = (0..<3).map { RowSection(contacts("abc"), identity: $0) }
      let list = HookedList(model: SectionList(all), module: module)
      list.ready()
      for case let section as UnrulySection in list.sectionViewModels {
        section.change = { [unowned list] section in
          section.change = { _ in }
          guard section.index > 0 else { return _ = list.sections.remove(at: removed) }
          switch kind {
          case 0: section.reloadData()
          case 1: section.reloadItems(at: [0])
          case 2: section.insertItems(at: [Int]())
          default: section.performBatchUpdates { section.deleteItems(at: [Int]()) }
          }
        }
      }
      list.sections = (0..<3).map { RowSection(contacts("abcd"), identity: $0) }
      #expect(list.sections.count == 2 && list.numberOfSections == 2)
      #expect((0..<2).allSatisfy { list.numberOfItems(in: $0) == 4 })
    }
  }

  @Test("H2: a list that is not ready calls no hooks; a batch is visible while it executes")
  func statesAreVisible() {
    let list = HookedList(contacts("a"))
    list.append(contacts("b")[0])
    #expect(list.log.lines.isEmpty)
    #expect(!list.isPerformingBatchUpdates)
    list.performBatchUpdates {
      #expect(list.isPerformingBatchUpdates)
      #expect(list.sectionViewModels[0].isPerformingBatchUpdates)
    }
    #expect(!list.isPerformingBatchUpdates)
    #expect(list.sectionViewModels.count == 1)
  }

  @Test("H3: a hook may release the list")
  func hooksReleaseTheList() {
    var list: HookedList? = makeList([RowSection(contacts("abc"), identity: 1)])
    weak let released = list
    list?.onHook = { _ in list = nil }
    list?.items = contacts("b")
    #expect(list == nil && released == nil)
  }

  @Test("H3: after any changes by hooks the list has the rows of its model")
  func changesByHooksAreApplied() {
    for seed in 0..<(isLongRun ? 100_000 : 300) as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let list = makeList(Self.sections(using: &generator))
      var nested = 0
      list.onHook = { paths in
        for path in paths {
          #expect(list.contains(path), "seed \(seed)")
          _ = list.cellViewModel(at: path)
        }
        guard nested > 0, Bool.random(using: &generator) else { return }
        nested -= 1
        Self.change(list, at: paths.first, seed: generator.next())
      }
      for _ in 0..<3 {
        nested = 4
        Self.change(list, at: nil, seed: generator.next())
        let shown = list.sectionViewModels.map { section in
          Array(section.cellViewModels.map { ($0 as? ContactViewModel)?.model })
        }
        guard Array(shown) == list.sections.map({ $0.rows.map(Optional.some) }) else {
          Issue.record("seed \(seed)")
          return
        }
      }
    }
  }

  private static func rows(using generator: inout SeededGenerator) -> [Contact] {
    let count = Int.random(in: 0...5, using: &generator)
    return contacts(String("abcdABCD".shuffled(using: &generator).prefix(count)))
  }

  private static func sections(using generator: inout SeededGenerator) -> [RowSection<[Contact]>] {
    (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      RowSection(rows(using: &generator), identity: Int.random(in: 0...3, using: &generator))
    }
  }

  /// Deletes a row, its section, or all rows, or makes another change.
  private static func change(
    _ list: HookedList, at path: ListIndexPath?, seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    var sections = list.sections
    let path = path.flatMap { path in
      sections.indices.contains(path.section)
        && sections[path.section].rows.indices.contains(path.item) ? path : nil
    }
    switch (Int.random(in: 0..<8, using: &generator), path) {
    case (0, let path?):
      sections[path.section].rows.remove(at: path.item)
      list.sections = sections
    case (1, let path?):
      sections.remove(at: path.section)
      list.sections = sections
    case (2, _): list.sections = []
    case (3, let path?): list[path].name += "x"
    case (4, let path?): list[path] = contacts("z")[0]
    case (5, _): list.append(contentsOf: rows(using: &generator))
    case (6, _): list.reloadData()
    default: list.sections = self.sections(using: &generator)
    }
  }
}

@MainActor private final class HookLog {
  var lines: [String] = []

  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

private final class HookedList: ItemListViewModel<Contact> {
  let log = HookLog()
  var observations: [Subscription] = []
  var onHook: (([ListIndexPath]) -> Void)?

  private func add(_ line: String, _ paths: some Sequence<ListIndexPath> = []) {
    log.lines.append(line)
    onHook?(Array(paths))
  }

  override func didReloadData() { add("reload data") }
  override func didDeleteCells(at paths: IndexPathSet) { add("delete \(paths)") }
  override func didInsertCells(at paths: IndexPathSet) { add("insert \(paths)", paths) }
  override func didMoveCell(from source: ListIndexPath, to target: ListIndexPath) {
    add("move \(source)→\(target)", [target])
  }
  override func didReloadCells(at paths: IndexPathSet) { add("reload \(paths)", paths) }
  override func didDeleteSections(at indices: [Int]) { add("delete sections \(indices)") }
  override func didInsertSections(at indices: [Int]) { add("insert sections \(indices)") }
  override func didMoveSection(from source: Int, to target: Int) {
    add("move section \(source)→\(target)")
  }
  override func didReloadSections(at indices: [Int]) { add("reload sections \(indices)") }
}

private final class HookedSection: SectionViewModel {
  var log: HookLog?

  private func add(_ line: String, _ items: [Int] = []) {
    log?.lines.append("section \(index) \(line)")
    (list as? HookedList)?.onHook?(items.map { ListIndexPath(section: index, item: $0) })
  }

  override func didReloadData() { add("reload data") }
  override func didDeleteCells(at indices: RangeSet<Int>) {
    add("delete \(Array(indices.ranges.joined()))")
  }
  override func didInsertCells(at indices: RangeSet<Int>) {
    add("insert \(Array(indices.ranges.joined()))", Array(indices.ranges.joined()))
  }
  override func didMoveCell(from source: Int, to target: Int) {
    add("move \(source)→\(target)", [target])
  }
  override func didReloadCells(at indices: RangeSet<Int>) {
    add("reload \(Array(indices.ranges.joined()))", Array(indices.ranges.joined()))
  }
}

/// A section that changes the list when its model has changed.
private final class UnrulySection: SectionViewModel {
  var change: (UnrulySection) -> Void = { _ in }

  override func modelDidChange(from oldModel: any SectionModel) { change(self) }
}
