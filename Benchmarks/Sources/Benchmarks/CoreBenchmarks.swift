import BenchmarkSupport
import MocoaCore

/// What modules, view models and lists cost, apart from what they are used for.
enum CoreBenchmarks {
  static var area: BenchmarkArea {
    BenchmarkArea(name: "core") {
      try MainActor.assumeIsolated { try run() }
      try runOnMainActor { await measureMainActor() }
    }
  }

  @MainActor private static func run() throws {
    measureLists()
    measureEmissions()
    measureLookUps()
  }

  private static let million = 1_000_000

  // MARK: Lists

  @MainActor private static func measureLists() {
    let rows = (0..<million).map { Row(id: $0) }
    let small = Array(rows.prefix(1_000))
    let (large, reference) = medians(
      of: { for _ in 0..<100 { blackHole(ListViewModel(model: RowSection(rows))) } },
      and: { for _ in 0..<100 { blackHole(ListViewModel(model: RowSection(small))) } })
    report("core/list-1M-make", large / 100, reference / 100, "the same over 1,000 rows")

    for (name, count) in [("core/batch-append-1k", 1_000), ("core/batch-change-1", 1)] {
      let work = count == 1 ? change : append
      let (large, small) = (list(rows), list(small))
      let (time, reference) = medians(
        runs: 21, of: { for _ in 0..<100 { work(large) } },
        and: { for _ in 0..<100 { work(small) } })
      report(name, time / 100, reference / 100, "the same on a list of 1,000 rows")
    }
    measureModels(rows)
    measureEditedRows(rows)
    measureSingleInserts()
    measureBatchesInHooks()
    measureViewModels()
    measureScrolling()
    measureMemory()
  }

  /// Another model in memory, of which one row is another, takes the place of the first.
  @MainActor private static func measureModels(_ rows: [Row]) {
    var changed = rows
    changed[500_000].revision += 1
    let models = [RowSection(rows), RowSection(changed)]
    let list = ListViewModel(model: models[0], module: module)
    list.ready()
    var turn = 0
    let (time, reference) = medians {
      turn += 1
      list.model = models[turn % 2]
    } and: {
      blackHole(Changeset(from: rows, to: changed))
    }
    report("core/model-set-1M", time, reference, "the difference of the rows alone")
  }

  /// One row of a value that is set, and one that is appended.
  @MainActor private static func measureEditedRows(_ rows: [Row]) {
    let (large, small) = (
      ItemListViewModel(rows, module: module),
      ItemListViewModel(Array(rows.prefix(1_000)), module: module)
    )
    func set(_ list: ItemListViewModel<Row>) {
      for item in 0..<100 { list[ListIndexPath(section: 0, item: item)].revision += 1 }
    }
    func append(_ list: ItemListViewModel<Row>) {
      for _ in 0..<100 { list.append(Row(id: -1)) }
    }
    for (name, work) in [("core/value-set-1", set), ("core/value-append-1", append)] {
      let (time, reference) = medians(
        runs: 21, of: { work(large) }, and: { work(small) })
      report(name, time / 100, reference / 100, "the same on a list of 1,000 rows")
    }
  }

  /// A batch that appends 1,000 rows, and another that deletes them.
  @MainActor private static func append(_ list: ListViewModel) {
    guard let store = list.model as? Store else { return }
    let end = store.count
    list.performBatchUpdates(comparingData: false) {
      store.count += 1_000
      list.insertItems(at: IndexPathSet(end..<end + 1_000, inSection: 0))
    }
    list.performBatchUpdates(comparingData: false) {
      store.count -= 1_000
      list.deleteItems(at: IndexPathSet(end..<end + 1_000, inSection: 0))
    }
  }

  /// A batch that says that a row shows something else.
  @MainActor private static func change(_ list: ListViewModel) {
    list.performBatchUpdates(comparingData: false) {
      list.reloadItems(at: [ListIndexPath(section: 0, item: 500)])
    }
  }

  @MainActor private static func list(_ rows: [Row]) -> ListViewModel {
    let list = ListViewModel(model: Store(count: rows.count), module: module)
    list.ready()
    for item in 480..<520 { _ = list.cellViewModel(at: ListIndexPath(section: 0, item: item)) }
    return list
  }

  /// 100,000 inserts at the top, each a transaction of its own.
  @MainActor private static func measureSingleInserts() {
    let store = Store(count: 0)
    let list = ListViewModel(model: store, module: module)
    list.ready()
    let time = median(runs: 3) {
      for _ in 0..<100_000 {
        store.count += 1
        list.insertItems(at: [ListIndexPath(section: 0, item: 0)])
      }
    }
    report("core/insert-100k-at-top", time, nil, "100,000 transactions of one insert")
  }

  /// Displayed cells that are deleted, each of which starts a batch when it ends its display.
  @MainActor private static func measureBatchesInHooks() {
    func run(_ count: Int) -> Duration {
      median(runs: 5) {
        let store = Store(count: count)
        let module = registry["mocoa://hooks/"]
        module.section.cell.register(
          viewModel: HookedCell.self, view: ModuleView(.cell, name: "none") { Empty() })
        let list = ListViewModel(model: store, module: module)
        list.ready()
        for item in 0..<count {
          list.cellViewModel(at: ListIndexPath(section: 0, item: item)).beginDisplay()
        }
        list.performBatchUpdates(comparingData: false) {
          store.count = 0
          list.deleteItems(at: IndexPathSet(0..<count, inSection: 0))
        }
      }
    }
    report("core/batches-in-1k-hooks", run(1_000), run(250) * 4, "4 times 250 of them")
  }

  /// A million rows that are asked for one after the other.
  @MainActor private static func measureScrolling() {
    let list = ListViewModel(model: Store(count: million), module: module)
    list.ready()
    let before = residentBytes()
    for item in 0..<million { _ = list.cellViewModel(at: ListIndexPath(section: 0, item: item)) }
    let kept = (0..<million).count {
      list.existingCellViewModel(at: ListIndexPath(section: 0, item: $0)) != nil
    }
    print("# core/scroll-1M: \(kept) cells, \((residentBytes() - before) / 1_000_000) MB more")
  }

  private final class HookedCell: CellViewModel<Row> {
    override func didEndDisplaying() { list?.performBatchUpdates {} }
  }

  @MainActor private static func measureViewModels() {
    let list = ListViewModel(model: Store(count: million), module: module)
    list.ready()
    var next = 0
    let time = median {
      for _ in 0..<1_000 {
        _ = list.cellViewModel(at: ListIndexPath(section: 0, item: next))
        next += 1
      }
    }
    report("core/cells-make-1k", time, nil, "1,000 cells that were never asked for")
    let again = median {
      for item in 0..<1_000 { _ = list.cellViewModel(at: ListIndexPath(section: 0, item: item)) }
    }
    report("core/cells-find-1k", again, nil, "1,000 cells that were asked for before")
  }

  @MainActor private static func measureMemory() {
    let before = residentBytes()
    let lists = (0..<100).map { _ in
      ListViewModel(model: Store(count: million), module: module)
    }
    for list in lists { _ = list.sectionViewModel(at: 0) }
    let bytes = Double(residentBytes() - before) / Double(100 * million)
    withExtendedLifetime(lists) {}
    print("# core/memory: \((bytes * 1_000).rounded() / 1_000) bytes a row that was never shown")
  }

  @MainActor private static let registry = ModuleRegistry()

  @MainActor private static let module: Module = {
    let module = registry["mocoa://benchmark/"]
    module.section.cell.register(
      viewModel: CellViewModel<Row>.self, view: ModuleView(.cell, name: "none") { Empty() })
    return module
  }()

  // MARK: Emissions

  @MainActor private static func measureEmissions() {
    let hops = 100
    let bottom = ViewModel()
    var top: ViewModel = bottom
    var all = [bottom]
    for _ in 0..<hops {
      let parent = ViewModel()
      parent.addChild(top)
      top = parent
      all.append(top)
    }
    top.ready()
    let targets = (0..<hops * 10).map { _ in makeTarget() }
    let (hop, calls) = medians(
      runs: 101,
      of: { for _ in 0..<100 { bottom.emit(.modify, 1) } },
      and: { for _ in 0..<100 { for target in targets { target.receive() } } })
    let allocations = allocation_count()
    for _ in 0..<100 { bottom.emit(.modify, 1) }
    let count = allocation_count() - allocations
    print("# core/emission-1k-hops: \(Double(count) / Double(100 * hops)) allocations a hop")
    withExtendedLifetime(all) {}
    report("core/emission-1k-hops", hop / 10, calls / 10, "10,000 empty virtual calls")
  }

  // MARK: TextStyle-ups

  @MainActor private static func measureLookUps() {
    let registry = ModuleRegistry()
    var table: [String: Int] = [:]
    var urls: [ModuleURL] = []
    for index in 0..<1_000 {
      guard
        let url = try? ModuleURL(parsing: "mocoa://benchmark/list\(index % 10)/cell:row\(index)")
      else { continue }
      registry[url].register(view: ModuleView(.cell, name: "none") { Empty() })
      table[url.identity] = index
      urls.append(url)
    }
    let (ours, reference) = medians(
      runs: 101, of: { for url in urls { blackHole(registry.module(at: url)) } },
      and: { for url in urls { blackHole(table[url.identity]) } })
    report("core/module-look-up-1k", ours, reference, "1,000 hits in [String: Int]")
  }

  private static func report(
    _ name: String, _ time: Duration, _ reference: Duration?, _ description: String
  ) {
    let ratio = reference.map { $0 / time }
    print(
      Measurement(name: name, median: time, ratio: ratio, reference: description).line)
  }
}

// MARK: - What is measured

private struct Row: Identifiable, Equatable {
  var id: Int
  var revision = 0
}

/// Rows that are made when they are asked for.
private final class Store: ListModel, SectionModel {
  var count: Int

  init(count: Int) { self.count = count }

  var numberOfSections: Int { 1 }
  func section(at index: Int) -> any SectionModel { self }
  var moduleName: ModuleName { .default }
  var numberOfItems: Int { count }
  var supplementaryKinds: [ModuleKind] { [] }
  func item(at index: Int) -> Any { Row(id: index) }
  func numberOfSupplementaryModels(of kind: ModuleKind) -> Int { 0 }
  func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? { nil }
}

private final class Empty {}

private class Target {
  func receive() {}
}

private final class OtherTarget: Target {
  override func receive() {}
}

/// A target whose class is unknown to the compiler.
@inline(never)
private func makeTarget() -> Target { Bool.random() ? Target() : OtherTarget() }
