import MocoaCore
import MocoaTestSupport
import Testing

/// Promises T: rows that are appended and replaced one by one.
@Suite @MainActor struct EditedRowTests {
  let list = ItemListViewModel(rows(0..<1_000))
  let listener = Listener()

  init() {
    list.ready()
    listener.record(list)
  }

  /// Returns the number of comparisons of rows, and whether the rows were changed in place.
  private func cost(of change: () -> Void) -> (comparisons: Int, isInPlace: Bool) {
    let address = list.items.withUnsafeBufferPointer(\.baseAddress)
    let comparisons = Counter.comparisons
    change()
    return (
      Counter.comparisons - comparisons,
      list.items.withUnsafeBufferPointer(\.baseAddress) == address
    )
  }

  @Test("T7, defect U22: a row is set without copying or comparing others")
  func rowsAreSetInPlace() {
    let cell = list.cellViewModel(at: [0, 7])
    list[[0, 7]].revision = 1
    let cost = cost { list[[0, 7]].revision = 2 }
    #expect(cost.comparisons <= 2 && cost.isInPlace)
    #expect(listener.heard == ["reload 0.7", "reload 0.7"])
    #expect(list.items[7].revision == 2 && list.items.count == 1_000)
    #expect((list.sectionViewModel(at: 0).model.item(at: 7) as? NumberedRow)?.revision == 2)
    #expect(cell.indexPath == [0, 7])
  }

  @Test("T7, defect U22: rows are appended without copying or comparing others")
  func rowsAreAppendedInPlace() {
    _ = list.cellViewModel(at: [0, 7])
    list.append(NumberedRow(id: -1))
    let cost = cost { list.append(contentsOf: rows(1_001..<1_003)) }
    #expect(cost.comparisons == 0 && cost.isInPlace)
    #expect(listener.heard == ["insert 0.1000", "insert 0.1001…0.1002"])
    #expect(list.items.count == 1_003 && list.numberOfItems(in: 0) == 1_003)
    #expect(list.sectionViewModel(at: 0).model.numberOfItems == 1_003)
  }

  private final class CountingSectionViewModel: SectionViewModel {
    var changes = 0
    override func modelDidChange(from oldModel: any SectionModel) { changes += 1 }
  }

  @Test("T7: the section view model stays, and is not notified of rows that are appended or set")
  func sectionsAreNotNotified() {
    let registry = ModuleRegistry()
    let module = registry["mocoa://edited-rows/"]
    module.section.register(viewModel: CountingSectionViewModel.self)
    let list = ItemListViewModel(rows(0..<3), module: module)
    list.ready()
    let section = list.sectionViewModel(at: 0) as? CountingSectionViewModel
    list.append(NumberedRow(id: 3))
    list[[0, 1]].revision = 1
    #expect(section?.changes == 0 && section?.numberOfItems == 4)
    #expect(list.sectionViewModel(at: 0) === section)
    list.items.removeLast()
    #expect(section?.changes == 1)
  }

  @Test("T7: rows that are appended in a batch are data, which may be changed in it again")
  func appendedRowsAreData() {
    let registry = ModuleRegistry()
    let diagnostics = DiagnosticRecorder()
    registry.logger = diagnostics.logger
    let list = ItemListViewModel(rows(0..<3), module: registry["mocoa://edited-rows/"])
    list.ready()
    listener.record(list)
    list.performBatchUpdates {
      list.append(NumberedRow(id: 3))
      list.items.removeFirst()
    }
    #expect(listener.heard == ["delete 0.0; insert 0.2"] && diagnostics.heard.isEmpty)
  }

  @Test("T7, defect U22: a copy of the rows keeps its value")
  func copiesAreValues() {
    let copy = list.items
    list[[0, 0]].revision = 9
    list.append(NumberedRow(id: -1))
    #expect(copy == rows(0..<1_000))
    #expect(list.items.count == 1_001)
  }

  @Test("T7, defect U22: a row of another identity is a difference, an equal one is stored")
  func otherRows() {
    list[[0, 2]] = NumberedRow(id: -2)
    #expect(listener.heard == ["delete 0.2; insert 0.2"])
    list[[0, 2]] = NumberedRow(id: -2, note: "not compared")
    #expect(listener.heard.count == 1)
    #expect(list[[0, 2]].note == "not compared")
  }

  @Test("T7, defect U22: rows of a list of sections are appended and replaced in place")
  func sectionLists() {
    let list = ListViewModel(
      model: SectionList([RowSection(rows(0..<3), name: "a"), RowSection(rows(3..<5), name: "b")]))
    list.ready()
    listener.record(list)
    list.appendItems(rows(5..<7), toSection: 1)
    list.replaceItem(at: [0, 1], with: NumberedRow(id: 1, revision: 1))
    #expect(listener.heard == ["insert 1.2…1.3", "reload 0.1"])
    #expect(list.model.section(at: 0).moduleName == "a")
    #expect((list.model.section(at: 0).item(at: 1) as? NumberedRow)?.revision == 1)
    let empty = ItemListViewModel<NumberedRow>([])
    empty.sections = []
    empty.append(NumberedRow(id: 1))
    #expect(empty.items.count == 1)
  }

  @Test("T7, defect U22: rows are changed in batches, and by observers", arguments: [true, false])
  func batchesAndObservers(comparesData: Bool) {
    list.performBatchUpdates(comparingData: comparesData) {
      for id in 1_000..<1_010 { list.append(NumberedRow(id: id)) }
      list[[0, 3]].revision = 1
      list[[0, 1_004]].revision = 1
      #expect(list.items.count == 1_010 && list.numberOfItems(in: 0) == 1_000)
    }
    #expect(listener.heard == ["insert 0.1000…0.1009; reload 0.3"])
    list.observeChanges(owner: listener) { [list] listener, _ in
      guard list.items.count < 1_015 else { return }
      list.append(NumberedRow(id: list.items.count))
      list[[0, 0]].revision += 1
    }.store(in: &listener.subscriptions)
    list.append(NumberedRow(id: 1_010))
    #expect(list.items.count == 1_015 && list.numberOfItems(in: 0) == 1_015)
    #expect(list[[0, 0]].revision == 4)
    #expect(list.items.map(\.id) == Array(0..<1_015))
  }
}

@MainActor private func rows(_ ids: Range<Int>) -> [NumberedRow] { ids.map { NumberedRow(id: $0) } }

private enum Counter {
  nonisolated(unsafe) static var comparisons = 0
}

struct NumberedRow: Identifiable, Equatable {
  var id: Int
  var revision = 0
  var note = ""

  static func == (first: NumberedRow, second: NumberedRow) -> Bool {
    Counter.comparisons += 1
    return first.id == second.id && first.revision == second.revision
  }
}
