import MocoaCore
import MocoaTestSupport
import Testing

/// Promises B: what batch updates do.
@Suite @MainActor struct BatchTests {
  private struct Refusal: Error {}

  @Test(
    "B1: the closure runs exactly once, without a view, and before the list is ready",
    .parity("1.4.7", "1.10.4", "1.10.5", "ten.6"))
  func theClosureRunsOnceWithoutAView() {
    for isReady in [true, false] {
      let store = ContactStore([contacts("ab")])
      let list = ListViewModel(model: store, module: nil)
      if isReady { list.ready() }
      let listener = Listener()
      list.observeChanges(owner: listener) { listener, _ in listener.heard.append("change") }
        .store(in: &listener.subscriptions)
      var runs = 0
      list.performBatchUpdates {
        runs += 1
        store.sections[0].append(contentsOf: contacts("c"))
      }
      list.select(at: [0, 0])
      #expect(runs == 1)
      #expect(list.numberOfItems(in: 0) == 3)
      #expect(listener.heard.count == (isReady ? 2 : 0))
    }
  }

  @Test(
    "B2: a batch within a batch joins it, and its closure runs at once",
    .parity("1.10.3", "1.10.8", "ten.6"))
  func aNestedBatchJoins() async {
    let store = ContactStore([contacts("abc")])
    let fixture = ContactList(store)
    var order: [String] = []
    await withCheckedContinuation { continuation in
      fixture.list.performBatchUpdates {
        store.sections[0].removeFirst()
        fixture.list.sectionViewModel(at: 0).performBatchUpdates {
          order.append("inner")
          store.sections[0].append(contentsOf: contacts("d"))
        } completion: {
          order.append("inner completed \($0)")
        }
        order.append("outer")
        #expect(fixture.listener.heard.isEmpty)
      } completion: {
        order.append("outer completed \($0)")
        continuation.resume()
      }
    }
    #expect(order == ["inner", "outer", "inner completed true", "outer completed true"])
    #expect(fixture.listener.heard == ["delete 0.0; insert 0.2"])
  }

  @Test(
    "B3: what a closure did before it threw is shown, and the list can be changed further",
    .parity("1.10.20"))
  func aThrowingClosureLosesNothing() async {
    let store = ContactStore([contacts("ab")])
    let fixture = ContactList(store)
    await withCheckedContinuation { continuation in
      #expect(throws: Refusal.self) {
        try fixture.list.performBatchUpdates {
          store.sections[0].append(contentsOf: contacts("c"))
          throw Refusal()
        } completion: { isFinished in
          #expect(!isFinished)
          continuation.resume()
        }
      }
    }
    #expect(fixture.listener.heard == ["insert 0.2"])
    fixture.list.performBatchUpdates { store.sections[0].removeFirst() }
    #expect(fixture.names == [["b", "c"]])
  }

  @Test(
    "B4: the completion is called once, after the observers, in a later turn",
    .parity("1.10.6", "ten.6"))
  func theCompletionIsCalledOnce() async {
    let fixture = ContactList(ContactStore([contacts("ab")]))
    for change in [true, false] {
      var calls = 0
      await withCheckedContinuation { continuation in
        fixture.list.performBatchUpdates {
          if change { fixture.list.deleteItems(at: [[0, 0]]) }
        } completion: { _ in
          calls += 1
          continuation.resume()
        }
        #expect(calls == 0)
      }
      await Task.yield()
      #expect(calls == 1)
    }
  }

  @Test(
    "B5: observers get one changeset, when every position is right",
    .parity("1.4.9", "1.9.16", "1.10.6", "1.10.17", "1.10.19"))
  func positionsAreRightBeforeObserversAreNotified() {
    let store = ContactStore([contacts("abcd")])
    let fixture = ContactList(store)
    let last = fixture.cell(0, 3)
    var positions: [ListIndexPath?] = []
    let owner = Listener()
    fixture.list.observeChanges(owner: owner) { _, _ in positions.append(last.indexPath) }
      .store(in: &owner.subscriptions)
    fixture.list.performBatchUpdates {
      for _ in 0..<2 {
        store.sections[0].removeFirst()
        fixture.list.deleteItems(at: [[0, 0]])
      }
      store.sections[0].append(contentsOf: contacts("e"))
      fixture.list.insertItems(at: [[0, 2]])
    }
    #expect(fixture.listener.heard == ["delete 0.0…0.1; insert 0.2"])
    #expect(positions == [[0, 1]])
    fixture.list.performBatchUpdates {}
    #expect(fixture.listener.heard.count == 1)
    fixture.list.performBatchUpdates {
      fixture.list.model = RowSection(contacts("z"))
      #expect(fixture.names == [["c", "d", "e"]])
    }
    #expect(fixture.names == [["z"]])
  }

  @Test(
    "B6: rows whose content has changed are reloaded, whether operations name them or not",
    .parity("1.10.1"))
  func changedContentIsFoundBesideOperations() {
    let store = ContactStore([contacts("ab"), contacts("cd")])
    let fixture = ContactList(store)
    fixture.list.performBatchUpdates {
      store.sections[0] = contacts("Axb")
      fixture.list.insertItems(at: [[0, 1]])
      store.sections[1][0].name = "C"
    }
    #expect(fixture.listener.heard == ["insert 0.1; reload 0.0, 1.0"])
    fixture.list.performBatchUpdates {
      fixture.list.insertSections([])
      store.sections[0][1].name = "X"
    }
    #expect(fixture.listener.heard.last == "reload 0.1")
    #expect(fixture.diagnostics.heard.isEmpty)
  }

  @Test("B6: operations describe how rows have changed, where the data allows another reading")
  func operationsDescribeTheChange() {
    let store = ContactStore([contacts("ab")])
    let fixture = ContactList(store)
    let a = fixture.cell(0, 0)
    fixture.list.performBatchUpdates {
      store.sections[0] = contacts("ba")
      fixture.list.deleteItems(at: [[0, 0]])
      fixture.list.insertItems(at: [[0, 1]])
    }
    #expect(fixture.listener.heard == ["delete 0.0; insert 0.1"])
    #expect(a.list == nil)
    #expect(fixture.diagnostics.heard.isEmpty)
  }

  @Test(
    "B7: positions are live, and sets are of before a delete and of after an insert",
    .parity("1.7.6", "1.9.7", "1.9.8", "1.9.10", "1.9.12", "1.9.15", "ten.5"))
  func positionsAreLive() {
    let store = ContactStore([contacts("abcde")])
    let fixture = ContactList(store)
    let last = fixture.cell(0, 4)
    fixture.list.performBatchUpdates {
      store.sections[0] = contacts("bde")
      fixture.list.deleteItems(at: [[0, 0], [0, 2]])
      #expect(last.indexPath == [0, 4])
      store.sections[0] = contacts("xbyde")
      fixture.list.insertItems(at: [[0, 0], [0, 2]])
      store.sections[0] = contacts("exbyd")
      fixture.list.moveItem(from: [0, 4], to: [0, 0])
    }
    #expect(fixture.list.existingCellViewModel(at: [0, 0]) === last)
    #expect(fixture.listener.heard == ["delete 0.0, 0.2; insert 0.1, 0.3; move 0.4→0.0"])
    #expect(fixture.names == [["e", "x", "b", "y", "d"]])
    fixture.list.performBatchUpdates {
      store.sections[0] = contacts("xbeyd")
      fixture.list.moveItem(from: [0, 0], to: [0, 2])
    }
    #expect(fixture.listener.heard.last == "move 0.0→0.2")
    #expect(last.indexPath == [0, 2])
    #expect(fixture.diagnostics.heard.isEmpty)
  }

  @Test("B7: operations of a section are those of its own rows", .parity("1.9.12"))
  func sectionOperationsMatchItsRows() {
    let store = ContactStore([contacts("a"), contacts("bcd")])
    let fixture = ContactList(store)
    let section = fixture.list.sectionViewModel(at: 1)
    fixture.list.performBatchUpdates(comparingData: false) {
      section.deleteItems(at: [0])
      section.insertItems(at: [2])
      section.moveItem(from: 1, to: 0)
      section.reloadItems(at: [1])
      store.sections[1] = contacts("dCx")
    }
    #expect(fixture.listener.heard == ["delete 1.0; insert 1.2; move 1.2→1.0; reload 1.1"])
    #expect(fixture.names == [["a"], ["d", "C", "x"]])
    #expect(fixture.diagnostics.heard.isEmpty)
  }

  @Test("B7: several sections are inserted, deleted, moved and reloaded", .parity("1.9.11"))
  func sectionsAreEdited() {
    let store = ContactStore([contacts("a"), contacts("b"), contacts("c")])
    let fixture = ContactList(store)
    let (b, c) = (fixture.cell(1, 0), fixture.cell(2, 0))
    fixture.list.performBatchUpdates(comparingData: false) {
      fixture.list.deleteSections([0])
      fixture.list.moveSection(from: 1, to: 0)
      fixture.list.insertSections([0, 3])
      fixture.list.reloadSections([2])
      store.sections = [contacts("x"), contacts("c"), contacts("Bd"), contacts("yz")]
    }
    #expect(fixture.names == [["x"], ["c"], ["B", "d"], ["y", "z"]])
    #expect(fixture.cell(1, 0) === c)
    #expect(fixture.cell(2, 0) === b)
    #expect(
      fixture.listener.heard == [
        "delete sections 0; insert sections 0, 3; move sections 2→1; reload sections 1; "
          + "insert 2.1; reload 1.0"
      ])
    #expect(fixture.diagnostics.heard.isEmpty)
  }

  @Test(
    "B8: what contradicts the data is replaced by the difference, and logged", .parity("1.10.1"))
  func contradictionsFallBackToTheDifference() {
    let store = ContactStore([contacts("abcd")])
    let fixture = ContactList(store)
    let d = fixture.cell(0, 3)
    fixture.list.performBatchUpdates {
      store.sections[0] = contacts("bd")
      fixture.list.deleteItems(at: [[0, 0]])
    }
    #expect(fixture.diagnostics.heard.count == 1)
    #expect(fixture.listener.heard == ["delete 0.0, 0.2"])
    #expect(fixture.list.existingCellViewModel(at: [0, 1]) === d)
    #expect(fixture.names == [["b", "d"]])
    // As many rows as was said, but others.
    fixture.list.performBatchUpdates {
      store.sections[0] = contacts("bx")
      fixture.list.deleteItems(at: [[0, 0]])
      fixture.list.insertItems(at: [[0, 0]])
    }
    #expect(fixture.names == [["b", "x"]])
    #expect(fixture.diagnostics.heard.count == 2)
  }

  @Test("B9: an operation alone that contradicts the data reloads everything by identity")
  func aContradictionWithoutTheOldRows() {
    let store = ContactStore([contacts("abcd")])
    let fixture = ContactList(store)
    let d = fixture.cell(0, 3)
    fixture.list.select(at: [0, 3])
    store.sections[0] = contacts("d")
    fixture.list.deleteItems(at: [[0, 0]])
    #expect(fixture.listener.heard == ["reload everything"])
    #expect(fixture.list.existingCellViewModel(at: [0, 0]) === d)
    #expect(fixture.list.selectedIndexPaths == [[0, 0]])
    #expect(fixture.diagnostics.heard.count == 1)
  }

  @Test(
    "B9: an operation alone is compared with the displayed and the selected rows",
    arguments: [true, false])
  func displayedAndSelectedRowsAreCompared(isDisplayed: Bool) {
    let store = ContactStore([contacts("abcd")])
    let fixture = ContactList(store)
    if isDisplayed { fixture.cell(0, 1).beginDisplay() } else { fixture.list.select(at: [0, 1]) }
    // The second row was deleted, not the first.
    store.sections[0] = contacts("acd")
    fixture.list.deleteItems(at: [[0, 0]])
    #expect(fixture.listener.heard == ["reload everything"])
    #expect(fixture.diagnostics.heard.count == 1)
    #expect(fixture.names == [["a", "c", "d"]])
  }

  @Test("B9: an operation alone is compared with the identities of sections")
  func sectionsAreCompared() {
    let store = SectionStore()
    let fixture = ContactList(store)
    _ = fixture.list.sectionViewModel(at: 1)
    store.ids = [1]
    fixture.list.deleteSections([0])
    #expect(fixture.listener.heard == ["reload everything"])
    #expect(fixture.diagnostics.heard.count == 1)
  }

  @Test("B9: an operation alone reads no more than the displayed and 1,000 selected rows")
  func anOperationReadsFewRows() {
    let section = CountingSection(numberOfItems: 10_000)
    let fixture = ContactList(SectionList([section]))
    fixture.list.selectionMode = .multiple
    fixture.list.selectItems(at: IndexPathSet(0..<5_000, inSection: 0))
    fixture.cell(0, 0).beginDisplay()
    let before = section.requests
    section.numberOfItems -= 1
    fixture.list.deleteItems(at: [[0, 9_999]])
    #expect(fixture.listener.heard == ["delete 0.9999"])
    #expect(section.requests - before <= 1_010)
  }

  @Test(
    "B10: reloads that are asked for in a batch come after it, by identity, each once",
    .parity("1.10.9", "ten.8"))
  func reloadsAreDelayed() {
    let store = ContactStore([contacts("abcd")], headers: ["A"])
    let fixture = ContactList(store)
    let (a, b, c) = (fixture.cell(0, 0), fixture.cell(0, 1), fixture.cell(0, 2))
    let header = fixture.list.supplementaryViewModel(of: .header, in: 0)
    fixture.list.performBatchUpdates {
      #expect(c.emit(.reload) == .handled)
      #expect(header?.emit(.reload) == .handled)
      #expect(b.emit(.reload) == .handled)
      #expect(a.emit(.reload) == .handled)
      #expect(c.emit(.reload) == .handled)
      store.sections[0] = contacts("dac")
    }
    #expect(
      fixture.listener.heard == [
        "delete 0.1; move 0.3→0.0", "reload 0.2", "reload header 0.0", "reload 0.1",
      ])
    // A section that goes is not reloaded, either.
    let sections = ContactStore([contacts("a"), contacts("b")])
    let list = ContactList(sections)
    list.list.performBatchUpdates {
      #expect(list.list.sectionViewModel(at: 1).emit(.reload) == .handled)
      sections.sections.removeLast()
    }
    #expect(list.listener.heard == ["delete sections 1"])
  }

  @Test("B11: a row that is inserted and reloaded in one batch is inserted", .parity("1.9.9"))
  func anInsertSwallowsAReload() {
    let store = ContactStore([contacts("a")])
    let fixture = ContactList(store)
    fixture.list.performBatchUpdates {
      store.sections[0] = contacts("ab")
      fixture.list.insertItems(at: [[0, 1]])
      fixture.list.reloadItems(at: [[0, 0], [0, 1]])
    }
    #expect(fixture.listener.heard == ["insert 0.1; reload 0.0"])
    fixture.list.performBatchUpdates {
      store.sections[0] = contacts("abc")
      fixture.list.insertItems(at: [[0, 2]])
      fixture.list.reloadItems(at: [[0, 2]])
    }
    #expect(fixture.listener.heard.last == "insert 0.2")
  }

  @Test(
    "B12: changes by observers reach all others in order",
    .parity("1.4.11", "1.11.7"))
  func observersMayChangeTheList() {
    let store = ContactStore([contacts("a")])
    let fixture = ContactList(store)
    let second = Listener()
    var released: Listener? = Listener()
    var calls = 0
    let subscription = released.map {
      fixture.list.observeChanges(owner: $0) { _, _ in calls += 1 }
    }
    defer { subscription?.cancel() }
    fixture.list.reloadItems(at: [[0, 0]])
    released = nil
    var isFirst = true
    let first = Listener()
    let list = fixture.list
    list.observeChanges(owner: first) { _, _ in
      guard isFirst else { return }
      isFirst = false
      store.sections[0] += contacts("c")
      list.insertItems(at: [[0, 2]])
    }
    .store(in: &first.subscriptions)
    second.record(list)
    store.sections[0] += contacts("b")
    list.insertItems(at: [[0, 1]])
    #expect(second.heard == ["insert 0.1", "insert 0.2"])
    #expect(fixture.listener.heard == ["reload 0.0"] + second.heard && calls == 1)
    #expect(fixture.names == [["a", "b", "c"]])
  }

  @Test("B13: a view model that changes the list when it is removed makes another batch")
  func hooksMayChangeTheList() {
    let store = ContactStore([contacts("ab")])
    let fixture = ContactList(store)
    let module = fixture.registry["mocoa://contacts/"].section.cell
    module.register(viewModel: LeavingViewModel.self, view: .cell("ContactCell"))
    let leaving = fixture.cell(0, 0) as? LeavingViewModel
    leaving?.beginDisplay()
    leaving?.onEnd = { [list = fixture.list] in
      store.sections[0].removeFirst()
      list.deleteItems(at: [[0, 0]])
      #expect(list.numberOfItems(in: 0) == 1)
    }
    fixture.listener.heard = []
    fixture.list.performBatchUpdates { store.sections[0].removeFirst() }
    #expect(fixture.listener.heard == ["delete 0.0", "delete 0.0"])
    #expect(fixture.list.numberOfItems(in: 0) == 0)
    #expect(fixture.diagnostics.heard.isEmpty)
  }

  @Test("B14: a section that is in no list runs its batches all the same", .parity("1.10.8"))
  func aSectionAloneRunsItsBatch() async {
    let section = SectionViewModel(model: CountingSection(numberOfItems: 1))
    var runs = 0
    await withCheckedContinuation { continuation in
      section.performBatchUpdates {
        runs += 1
        (section.model as? CountingSection)?.numberOfItems = 5
      } completion: { _ in
        continuation.resume()
      }
    }
    #expect(runs == 1)
    #expect(section.numberOfItems == 5)
    let isFinished = await withCheckedContinuation { continuation in
      #expect(throws: Refusal.self) {
        try section.performBatchUpdates {
          throw Refusal()
        } completion: {
          continuation.resume(returning: $0)
        }
      }
    }
    #expect(!isFinished)
  }

  @Test(
    "B15: positions beyond the rows trap, with the position and the bounds", .parity("1.9.13"),
    arguments: BadPosition.allCases)
  func positionsBeyondTheRowsTrap(_ position: BadPosition) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [position] in
      await MainActor.run { position.use(in: ItemListViewModel(contacts("a"))) }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(position.message))
  }
}

/// The use of a position beyond those of a list of one row.
enum BadPosition: String, CaseIterable, Codable {
  case count, section, elements, append, appendInPlace, insertInSection, readInSection
  case cell, cellOfSection, read, replace, select, delete, insert, move

  @MainActor func use(in list: ItemListViewModel<Contact>) {
    switch self {
    case .count: _ = list.numberOfItems(in: 1)
    case .section: _ = list.sectionViewModel(at: 1)
    case .elements: _ = list.numberOfSupplementaryElements(of: .header, in: 1)
    case .append: list.append(contentsOf: [], toSection: 1)
    case .appendInPlace: list.appendItems(toSection: 1)
    case .insertInSection: list.insertItems(at: [[1, 0]])
    case .readInSection: _ = list[[1, 0]]
    case .cell: _ = list.cellViewModel(at: [0, 1])
    case .cellOfSection: _ = list.sectionViewModel(at: 0).cellViewModel(at: 1)
    case .read: _ = list[[0, 1]]
    case .replace: list.replaceItem(at: [0, 1], with: contacts("b")[0])
    case .select: list.select(at: [0, 1])
    case .delete: list.deleteItems(at: [[0, 1]])
    case .insert: list.insertItems(at: [[0, 2]])
    case .move: list.moveItem(from: [0, 0], to: [0, 1])
    }
  }

  var message: String {
    switch self {
    case .count, .section, .elements, .append, .appendInPlace, .insertInSection, .readInSection:
      "There is no section 1: its index is not in 0..<1."
    case .cell, .cellOfSection, .read, .replace, .select, .delete:
      "There is no row 0.1: its index is not in 0..<1."
    case .insert: "Rows are inserted among the 1 rows of section 0 or at its end."
    case .move: "A row is moved among the rows of a section."
    }
  }
}

/// Sections of no rows that are their numbers, and change in place.
private final class SectionStore: ListModel {
  var ids = [1, 2]

  var numberOfSections: Int { ids.count }
  func section(at index: Int) -> any SectionModel { RowSection([Contact](), identity: ids[index]) }
}

private final class LeavingViewModel: CellViewModel<Contact> {
  var onEnd: () -> Void = {}

  override func didEndDisplaying() { onEnd() }
}
