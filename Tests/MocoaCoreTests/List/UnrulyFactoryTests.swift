import MocoaCore
import MocoaTestSupport
import Testing

/// Closures and hooks that create what a list displays, and change the list meanwhile.
@Suite @MainActor struct UnrulyFactoryTests {
  @Test func whateverFactoriesDoTheListHasTheRows() {
    for seed in 0..<2_000 as Range<UInt64> {
      let run = FactoryRun(seed: seed)
      guard run.play() else {
        Issue.record("seed \(seed), after \(run.log)")
        return
      }
    }
  }
}

private final class FactoryList: ItemListViewModel<RandomRow> {
  var act: (String) -> Void = { _ in }

  override func cellContent(of item: Any) -> CellContent {
    act("content")
    return super.cellContent(of: item)
  }

  override func standInCell(for item: Any?, _ reason: Resolution) -> StandIn<AnyCellViewModel> {
    act("stand-in")
    return super.standInCell(for: item, reason)
  }

  override func standInElement(
    for model: Any, of kind: ModuleKind, _ reason: Resolution
  ) -> StandIn<SupplementaryViewModel> {
    act("element")
    return super.standInElement(for: model, of: kind, reason)
  }
}

/// A section whose creation is reported.
private final class FactorySection: SectionViewModel {}

@MainActor private final class FactoryRun {
  private(set) var log: [String] = []
  private var sections: [[RandomRow]] = []
  private let registry = ModuleRegistry()
  private let list: FactoryList
  private var generator: SeededGenerator
  private let hasCells: Bool
  private var nextID = 0
  /// The number of changes that factories may yet make.
  private var budget = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    hasCells = Bool.random(using: &generator)
    let module = registry["mocoa://rows/"]
    list = FactoryList(model: SectionList([]), module: module)
    list.act = { [unowned self] in change(in: $0) }
    module.section.register(model: (any SectionModel).self) { [unowned self] model in
      change(in: "section")
      return FactorySection(model: model)
    }
    if hasCells {
      module.section.cell.register(model: RandomRow.self, view: .cell("Cell")) { [unowned self] in
        change(in: "cell")
        return RandomRowViewModel(model: $0)
      }
    }
    sections = [[makeRow(), makeRow(), makeRow()], [makeRow()]]
    list.model = model
    if Bool.random(using: &generator) { list.ready() }
  }

  private func makeRow() -> RandomRow {
    nextID += 1
    return RandomRow(id: nextID, text: 0)
  }

  private var model: SectionList {
    SectionList(sections.enumerated().map { RowSection($1, identity: $0, header: "\($0)") })
  }

  /// Changes the list if the budget allows it.
  private func change(in factory: String) {
    guard budget > 0, Bool.random(using: &generator) else { return }
    budget -= 1
    let change = Int.random(in: 0..<6, using: &generator)
    log.append("change \(change) in \(factory)")
    switch change {
    case 0: sections = []
    case 1: sections = sections.map { $0.dropLast() }
    case 2: sections.append([makeRow()])
    case 3: sections = sections.map { [makeRow()] + $0 }
    case 4: sections = sections.dropLast()
    default: sections = sections.map { $0.shuffled(using: &generator) }
    }
    list.model = model
  }

  /// Returns whether the list always had the rows afterwards.
  func play() -> Bool {
    for _ in 0..<5 {
      budget = Int.random(in: 0...3, using: &generator)
      act()
      budget = 0
      guard hasRows else { return false }
      if sections.isEmpty {
        sections = [[makeRow(), makeRow()], [makeRow()]]
        list.model = model
      }
    }
    return true
  }

  private func act() {
    guard let section = sections.indices.randomElement(using: &generator) else { return }
    if Bool.random(using: &generator) {
      _ = list.supplementaryViewModel(of: .header, in: section)
      return
    }
    guard let item = sections[section].indices.randomElement(using: &generator) else { return }
    let path = ListIndexPath(section: section, item: item)
    log.append("cell \(path) of \(sections.map(\.count))")
    let cell = list.cellViewModel(at: path)
    if let path = cell.indexPath, list.existingCellViewModel(at: path) !== cell {
      log.append("the cell is not at \(path)")
      sections = [[RandomRow(id: -1, text: -1)]]
    }
  }

  private var hasRows: Bool {
    list.ready()
    return list.numberOfSections == sections.count
      && sections.indices.allSatisfy { section in
        let header = list.supplementaryViewModel(of: .header, in: section)
        return list.numberOfItems(in: section) == sections[section].count
          && header?.section === list.sectionViewModel(at: section)
          && list.existingCellViewModel(at: [section, sections[section].count]) == nil
          && sections[section].indices.allSatisfy { item in
            let cell = list.cellViewModel(at: [section, item])
            let row = (cell as? RandomRowViewModel)?.model ?? cell.sourceModel as? RandomRow
            return row == sections[section][item] && cell.indexPath == [section, item]
              && (cell is RandomRowViewModel) == hasCells
          }
      }
  }
}
