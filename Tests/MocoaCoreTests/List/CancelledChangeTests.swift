import MocoaCore
import MocoaTestSupport
import Testing

/// A change is applied completely, whatever task makes it: a cancelled one does not make it a
/// reload.
@Suite @MainActor struct CancelledChangeTests {
  @Test("defect U21: a model set in a cancelled task is the difference")
  func aModelSetInACancelledTask() async {
    let fixture = ContactList(RowSection(contacts("abcd")))
    fixture.list.select(at: [0, 2])
    let cell = fixture.cell(0, 2)
    await inCancelledTask { fixture.list.model = RowSection(contacts("xcd")) }
    #expect(fixture.listener.heard == ["delete 0.0…0.1; insert 0.0"])
    #expect(fixture.list.selectedIndexPaths == [[0, 1]])
    #expect(fixture.list.existingCellViewModel(at: [0, 1]) === cell)
  }

  @Test("defect U21: rows of an unknown type are compared in a cancelled task, too")
  func rowsOfAnUnknownType() async {
    let fixture = ContactList(SectionList([AnyRows(contacts("abcd"))]))
    await inCancelledTask { fixture.list.model = SectionList([AnyRows(contacts("cd"))]) }
    #expect(fixture.listener.heard == ["delete 0.0…0.1"])
  }

  @Test("defect U21: a batch in a cancelled task is the difference", arguments: [true, false])
  func aBatchInACancelledTask(isDescribed: Bool) async {
    let store = ContactStore([contacts("abcd")])
    let fixture = ContactList(store)
    await inCancelledTask {
      fixture.list.performBatchUpdates {
        store.sections = [contacts("cd")]
        if isDescribed { fixture.list.deleteItems(at: [[0, 0], [0, 1]]) }
      }
    }
    #expect(fixture.listener.heard == ["delete 0.0…0.1"])
    #expect(fixture.diagnostics.heard.isEmpty)
  }

  @Test("defect U21: items set in a cancelled task are the difference")
  func itemsSetInACancelledTask() async {
    let list = ItemListViewModel(contacts("abcd"))
    list.ready()
    list.select(at: [0, 3])
    await inCancelledTask { list.items.removeFirst(2) }
    #expect(list.selectedIndexPaths == [[0, 1]])
  }

  @Test("defect U21: the changes of a list are the same in tasks that are cancelled at random")
  func changesAreTheSameInCancelledTasks() async {
    for seed in 0..<UInt64(isLongRun ? 20_000 : 300) {
      var generator = SeededGenerator(seed: seed)
      var data = RandomData(using: &generator)
      let (usual, cancelled) = (ContactList(data.model), ContactList(data.model))
      for list in [usual.list, cancelled.list] {
        list.selectionMode = .multiple
        list.selectAllItems()
      }
      for _ in 0..<4 {
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
          RandomChange.random(in: &data, using: &generator)?.apply(to: &data)
        }
        let model = data.model
        usual.list.model = model
        if Bool.random(using: &generator) {
          await inCancelledTask { cancelled.list.model = model }
        } else {
          cancelled.list.model = model
        }
      }
      #expect(cancelled.listener.heard == usual.listener.heard, "seed \(seed)")
      #expect(cancelled.list.selectedIndexPaths == usual.list.selectedIndexPaths, "seed \(seed)")
    }
  }

  /// Calls a closure in a task that is cancelled.
  private func inCancelledTask(_ body: @escaping @MainActor () -> Void) async {
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      #expect(Task.isCancelled)
      body()
    }.value
  }
}

/// A section that is not compared by specialized code.
private struct AnyRows: SectionModel {
  let rows: [Contact]

  init(_ rows: [Contact]) { self.rows = rows }

  var numberOfItems: Int { rows.count }
  func item(at index: Int) -> Any { rows[index] }
}
