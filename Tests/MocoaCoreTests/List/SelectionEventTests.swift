import MocoaCore
import Testing

/// The notifications of observers of the selection.
@Suite @MainActor struct SelectionEventTests {
  let fixture = ContactList(RowSection(contacts("abcd")))
  let listener = Listener()

  init() {
    fixture.list.observeChanges(owner: listener) { listener, change in
      guard case .selection(let selected, let deselected, _) = change else { return }
      listener.heard.append("+\(selected.map(\.item)) -\(deselected.map(\.item))")
    }
    .store(in: &listener.subscriptions)
  }

  @Test("defect K8: opening a selected row notifies no observers of the selection")
  func openingASelectedRowChangesNothing() {
    fixture.list.openCell(at: [0, 1])
    fixture.list.openCell(at: [0, 1])
    fixture.list.openCell(at: [0, 2])
    fixture.list.selectionMode = .none
    fixture.list.openCell(at: [0, 1])
    #expect(listener.heard == ["+[1] -[]", "+[2] -[1]"])
  }

  @Test("defect K8: inverting the selection is one change")
  func invertingIsOneChange() {
    fixture.list.selectionMode = .multiple
    fixture.list.selectItems(at: [[0, 1], [0, 3]])
    fixture.list.invertSelection()
    #expect(listener.heard == ["+[1, 3] -[]", "+[0, 2] -[1, 3]"])
    #expect(Array(fixture.list.selectedIndexPaths) == [[0, 0], [0, 2]])
    fixture.list.model = RowSection([Contact]())
    fixture.list.invertSelection()
    #expect(listener.heard.count == 2)
  }
}
