import MocoaCore
import MocoaTestSupport
import Testing

/// Opening a row, while hooks and observers change the list.
@Suite @MainActor struct OpeningCellTests {
  @Test("defect K1: the row that was opened is notified, though a deselected row deletes itself")
  func aDeselectedRowDeletesItself() {
    for opened in [1, 2] {
      let list = HookedList(0..<3)
      list.viewModel.openCell(at: [0, 0])
      list.onDeselect = { id in list.ids.removeAll { $0 == id } }
      list.viewModel.openCell(at: [0, opened])
      #expect(list.selected == [0, opened])
    }
  }

  @Test("defect K1: an observer that empties the model leaves no cell to notify")
  func anObserverEmptiesTheModel() {
    let list = HookedList(0..<3)
    list.onSelection = { list.ids = [] }
    #expect(list.viewModel.openCell(at: [0, 2]) == nil)
    #expect(list.selected.isEmpty)
  }

  @Test("defect K1: the position of the opened row is returned")
  func thePositionIsReturned() {
    let list = HookedList(0..<3)
    list.onSelection = { list.ids = [9, 0, 1, 2] }
    #expect(list.viewModel.openCell(at: [0, 2]) == [0, 3])
    #expect(list.selected == [2])
  }

  @Test("defect K1: whatever is deleted, the row that was opened is notified, or none")
  func whateverIsDeleted() {
    for seed in 0..<UInt64(isLongRun ? 50_000 : 1_000) {
      var generator = SeededGenerator(seed: seed)
      let list = HookedList(0..<Int.random(in: 1...6, using: &generator))
      list.viewModel.selectionMode =
        [.single, .single, .multiple, .none]
        .randomElement(using: &generator) ?? .single
      let change = {
        guard Bool.random(using: &generator) else { return }
        list.ids.removeAll { _ in Bool.random(using: &generator) }
        if Bool.random(using: &generator) { list.ids.insert(100, at: 0) }
        list.ids.shuffle(using: &generator)
      }
      (list.onSelection, list.onDeselect, list.onSelect) = (change, { _ in change() }, change)
      for _ in 0..<4 {
        guard let index = list.ids.indices.randomElement(using: &generator) else { break }
        let id = list.ids[index]
        list.selected = []
        let path = list.viewModel.openCell(at: ListIndexPath(section: 0, item: index))
        #expect(list.selected == [id] || list.selected.isEmpty, "seed \(seed)")
        #expect(path.map { list.ids[$0.item] } ?? id == id, "seed \(seed)")
      }
    }
  }
}

/// A list of numbers whose rows and observers change it.
@MainActor private final class HookedList {
  let registry = ModuleRegistry()
  let viewModel: HookedListViewModel
  var selected: [Int] = []
  var onSelect: () -> Void = {}
  var onDeselect: (Int) -> Void = { _ in }
  var onSelection: () -> Void = {}
  private var subscription: Subscription?

  var ids: [Int] {
    didSet { viewModel.model = Self.model(ids) }
  }

  init(_ ids: Range<Int>) {
    self.ids = Array(ids)
    let module = registry["mocoa://rows/"]
    module.section.cell.register(viewModel: HookedRowViewModel.self, view: .cell("Row"))
    viewModel = HookedListViewModel(model: Self.model(self.ids), module: module)
    viewModel.ready()
    viewModel.owner = self
    subscription = viewModel.observeChanges(owner: self) { list, change in
      if case .selection = change { list.onSelection() }
    }
  }

  private static func model(_ ids: [Int]) -> RowSection<[RandomRow]> {
    RowSection(ids.map { RandomRow(id: $0, text: 0) })
  }
}

private final class HookedListViewModel: ListViewModel {
  weak var owner: HookedList?
}

private final class HookedRowViewModel: CellViewModel<RandomRow> {
  private var owner: HookedList? { (list as? HookedListViewModel)?.owner }

  override func didSelect() {
    owner?.selected.append(model.id)
    owner?.onSelect()
  }

  override func didDeselect() { owner?.onDeselect(model.id) }
}
