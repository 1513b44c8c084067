import MocoaCore
import Testing

/// Lists that are shown something else, without anybody looking for the rows of before.
@Suite @MainActor struct ListResetTests {
  @Test func resettingKeepsNeitherViewModelsNorSelection() {
    let fixture = ContactList(RowList(contacts("abc")))
    let cell = fixture.cell(0, 0)
    fixture.list.select(at: [0, 0])
    fixture.list.reset(to: RowList(contacts("dab")))
    #expect(fixture.names == [["d", "a", "b"]])
    #expect(fixture.list.selectedIndexPaths == [])
    #expect(fixture.cell(0, 1) !== cell)
    #expect(cell.indexPath == nil)
    #expect(fixture.listener.heard == ["\(Changeset.reload)"])
  }

  @Test func whatIsSetAnewStaysWithItsRows() {
    let fixture = ContactList(RowList(contacts("abc")))
    fixture.list.reset(to: RowList(contacts("cba")))
    fixture.list.select(at: [0, 2])
    let cell = fixture.cell(0, 2)
    fixture.list.model = RowList(contacts("ac"))
    #expect(fixture.cell(0, 0) === cell)
    #expect(fixture.list.selectedIndexPaths == [[0, 0]])
  }
}
