import MocoaCore
import MocoaTestSupport
import Testing

/// Contracts D and S: events of cells, and requests by cells.
@Suite @MainActor struct CellEventTests {
  @Test(
    "D3: the completion of an edit is called once, however the edit ends",
    .parity("1.11.6", "ten.9"))
  func editsAreFinishedOnce() {
    let fixture = ContactList(RowSection(contacts("ab")))
    let host = EditHost()
    host.addChild(fixture.list)
    host.ready()
    var results: [Bool] = []
    func edit(_ key: EmissionKey<CellEdit>) {
      fixture.cell(0, 0).handleEdit(key, completion: .init { results.append($0) })
    }
    edit(.delete)
    #expect(results == [true])
    edit(.insert)
    #expect(results == [true])
    host.kept = nil
    #expect(results == [true, false])
    edit("unknown")
    #expect(results == [true, false, false])
    #expect(host.positions == [[0, 0], [0, 0], [0, 0]])
  }

  @Test("D4: an edit of a cell that is not ready waits, and is finished all the same")
  func anEarlyEditWaits() {
    let fixture = ContactList(RowSection(contacts("a")), isReady: false)
    var results: [Bool] = []
    fixture.cell(0, 0).handleEdit(.delete, completion: .init { results.append($0) })
    #expect(results.isEmpty)
    fixture.list.ready()
    #expect(results == [false])
  }

  // defect C6: an edit was finished with false while its emission was pending, and then happened.
  @Test("D4: an edit that is pending at an idle receiver is not finished before it is handled")
  func editWaitsForAnIdleHost() {
    let fixture = ContactList(RowSection(contacts("a")))
    let host = EditHost()
    host.insertChild(fixture.list, at: 0)
    var results: [Bool] = []
    fixture.cell(0, 0).handleEdit(.delete, completion: .init { results.append($0) })
    #expect(results.isEmpty)
    host.ready()
    #expect(results == [true])
  }

  @Test("D5: the view is notified of another preferred height", .parity("1.11.1"))
  func heightRequestsAreReported() {
    let fixture = ContactList(RowSection(contacts("a")))
    var changed: [ElementViewModel] = []
    let owner = Listener()
    fixture.list.observeChanges(owner: owner) { _, change in
      if case .layout(let element) = change { changed.append(element) }
    }
    .store(in: &owner.subscriptions)
    let cell = fixture.cell(0, 0)
    cell.height = .fixed(2)
    cell.height = .fixed(2)
    #expect(changed.count == 1)
    #expect(changed.first === cell)
    cell.size = ItemSize(columns: 4, rows: 2)
    cell.size = ItemSize(columns: 4, rows: 2)
    #expect(changed.count == 2 && cell.needsMeasuring)
    cell.didMeasure()
    #expect(!cell.needsMeasuring)
    cell.setNeedsMeasuring()
    #expect(changed.count == 3 && changed.last === cell && cell.needsMeasuring)
  }

  @Test("D6: a row that goes while it is shown ends its display, once", .parity("1.11.5"))
  func aRowThatGoesEndsItsDisplay() throws {
    let fixture = ContactList(RowSection(contacts("ab")))
    let a = try #require(fixture.cell(0, 0) as? ContactViewModel)
    fixture.list.cellViewModel(at: [0, 0]).beginDisplay()
    fixture.list.model = RowSection(contacts("b"))
    #expect([a.displays, a.ends] == [1, 1])
    a.endDisplay()
    #expect([a.displays, a.ends] == [1, 1])
    fixture.list.model = SectionList([RowSection(contacts("b"), header: "B")])
    let header = try #require(fixture.list.supplementaryViewModel(of: .header, in: 0))
    header.beginDisplay()
    fixture.list.model = SectionList([RowSection(contacts("cb"), header: "C")])
    #expect(header.isDisplayed && (header as? TitleViewModel)?.model == "C")
    fixture.list.model = RowSection(contacts("b"))
    #expect(!header.isDisplayed)
  }

  @Test("S2: a selection by the user reaches a cell that was never shown", .parity("1.11.3"))
  func selectionReachesCellsOutOfSight() {
    let fixture = ContactList(RowSection(contacts("abc")))
    let host = EditHost()
    host.addChild(fixture.list)
    host.ready()
    #expect(fixture.list.existingCellViewModel(at: [0, 2]) == nil)
    fixture.list.openCell(at: [0, 2])
    #expect(host.keys == ["select"])
    #expect(fixture.list.selectedIndexPaths == [[0, 2]])
    fixture.list.openCell(at: [0, 0])
    #expect(fixture.list.selectedIndexPaths == [[0, 0]])
    #expect((fixture.cell(0, 2) as? ContactViewModel)?.deselections == 1)
  }

  @Test(
    "S1, S2: a deselection by the user reaches the cell, one by the program does not",
    .parity("1.11.4")
  )
  func deselectionByTheUserReachesTheCell() throws {
    let fixture = ContactList(RowSection(contacts("ab")))
    fixture.list.selectionMode = .multiple
    let a = try #require(fixture.cell(0, 0) as? ContactViewModel)
    for byUser in [false, true] {
      fixture.list.select(at: [0, 0])
      byUser ? fixture.list.deselectCells(at: [[0, 0]]) : fixture.list.deselect(at: [0, 0])
      #expect(a.deselections == (byUser ? 1 : 0))
      #expect(!fixture.list.isSelected([0, 0]))
    }
  }

  @Test("S3: the selection follows its rows through operations and updates", .parity("1.9.17"))
  func theSelectionFollowsItsRows() {
    let store = ContactStore([contacts("abc"), []])
    let fixture = ContactList(store)
    fixture.list.selectionMode = .multiple
    fixture.list.select(at: [0, 1])
    fixture.list.select(at: [0, 2])
    store.sections = [contacts("xb"), contacts("c")]
    fixture.list.performBatchUpdates {
      fixture.list.deleteItems(at: [[0, 0]])
      fixture.list.insertItems(at: [[0, 0]])
      fixture.list.moveItem(from: [0, 2], to: [1, 0])
    }
    #expect(fixture.list.selectedIndexPaths == [[0, 1], [1, 0]])
    store.sections = [contacts("c"), contacts("y")]
    fixture.list.performBatchUpdates {}
    #expect(fixture.list.selectedIndexPaths == [[0, 0]])
  }

  @Test("S4: nothing can be selected where selection is off")
  func selectionCanBeOff() {
    let fixture = ContactList(RowSection(contacts("a")))
    fixture.list.selectionMode = .none
    fixture.list.select(at: [0, 0])
    #expect(fixture.list.selectedIndexPaths.isEmpty)
  }
}

/// A parent that finishes deletions, keeps insertions, and handles nothing else.
private final class EditHost: ViewModel {
  var kept: CellEdit.Completion?
  var keys: [String] = []
  var positions: [ListIndexPath?] = []

  override func receive(_ emission: Emission) -> EmissionResponse {
    keys.append(emission.name)
    guard let edit = emission.edit else { return .handled }
    positions.append(edit.indexPath)
    #expect(edit.key.name == emission.name && emission.matches(edit.key))
    if emission.matches(EmissionKey<CellEdit>.delete) {
      edit.completion.finish(true)
    } else if emission.matches(EmissionKey<CellEdit>.insert) {
      kept = edit.completion
    } else {
      return .forward
    }
    return .handled
  }
}
