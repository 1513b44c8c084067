import MocoaCore
import Testing

/// Lists that are reset to another model without a search for the previous rows.
@Suite @MainActor struct ListResetTests {
  @Test func resettingKeepsNeitherViewModelsNorSelection() {
    let fixture = ContactList(RowSection(contacts("abc")))
    let cell = fixture.cell(0, 0)
    fixture.list.select(at: [0, 0])
    fixture.list.reset(to: RowSection(contacts("dab")))
    #expect(fixture.names == [["d", "a", "b"]])
    #expect(fixture.list.selectedIndexPaths == [])
    #expect(fixture.cell(0, 1) !== cell)
    #expect(cell.indexPath == nil)
    #expect(fixture.listener.heard == ["\(Changeset.reload)"])
  }

  @Test func reassignedStateStaysWithItsRows() {
    let fixture = ContactList(RowSection(contacts("abc")))
    fixture.list.reset(to: RowSection(contacts("cba")))
    fixture.list.select(at: [0, 2])
    let cell = fixture.cell(0, 2)
    fixture.list.model = RowSection(contacts("ac"))
    #expect(fixture.cell(0, 0) === cell)
    #expect(fixture.list.selectedIndexPaths == [[0, 0]])
  }
}
