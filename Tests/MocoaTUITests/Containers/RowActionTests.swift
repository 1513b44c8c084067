import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// A list that deletes rows when they ask for it.
private final class DeletingList: ListViewModel {
  var words = WordList.words(["a", "b", "c", "d"])

  override func receive(_ emission: Emission) -> EmissionResponse {
    guard let edit: CellEdit = emission[.delete],
      let path = edit.indexPath
    else { return .forward }
    words.remove(at: path.item)
    model = RowList(words)
    edit.completion.finish(true)
    return .handled
  }
}

@MainActor @Suite struct RowActionTests {
  let registry = ModuleRegistry()
  private let list: DeletingList
  let table = TableView()
  let screen: ScreenDriver
  let log = EditLog()

  final class EditLog { var entries: [String] = [] }

  init() throws {
    registry["mocoa://words/"].section.cell.register(WordCell.self)
    list = DeletingList(model: RowList(WordList.words([])), module: registry["mocoa://words/"])
    list.model = RowList(list.words)
    table.show(list)
    table.rowActions = [.delete, .edit]
    table.onEdit = { [log] action, path, isDone in
      log.entries.append("\(action.key.name) \(path) \(isDone)")
    }
    screen = try ScreenDriver(columns: 20, rows: 6, showing: table)
  }

  @Test func aShortcutAsksTheRow() {
    screen.press("j", "d")
    #expect(list.words.map(\.text) == ["a", "c", "d"])
    #expect(log.entries == ["delete 0.1 true"])
    screen.expect("a\nc\nd")
    #expect(screen.overlay(column: 0, row: 1) == .cursorRow, "the neighbour has the cursor")
  }

  @Test func whatNobodyHandlesIsCompletedAllTheSame() {
    screen.press("e")
    #expect(log.entries == ["modify 0.0 false"])
  }

  @Test func theMenuListsTheActions() {
    screen.press(".")
    screen.expect(
      """
      a
      b  ┌─ Actions ─┐
      c  │ Delete  d │
      d  │ Edit    e │
         └───────────┘
      """)
    screen.press("j", "k", .enter)
    screen.expect("b\nc\nd")
    #expect(screen.application.focusedView === table)
    #expect(log.entries == ["delete 0.0 true"])
  }

  @Test func escapeClosesTheMenu() {
    screen.press(".", "x", .escape)
    screen.expect("a\nb\nc\nd")
    #expect(log.entries == [])
  }

  @Test func aClickChoosesFromTheMenuAndOneBesideClosesIt() {
    screen.press(".")
    screen.mouse(.press(.left), column: 6, row: 2)
    #expect(list.words.map(\.text) == ["b", "c", "d"])
    screen.press(".")
    screen.mouse(.press(.left), column: 0, row: 2)
    #expect(screen.application.topOverlay == nil)
    #expect(table.state.cursor?.item == 0, "the click did not reach the table")
  }

  @Test func anActionIsForAllMarkedRows() {
    list.selectionMode = .multiple
    screen.press(.space, "j", .space, "d")
    #expect(list.words.map(\.text) == ["b", "d"])
    #expect(log.entries == ["delete 0.2 true", "delete 0.0 true"])
  }

  @Test func aRowWithoutActionsHasNoMenu() {
    table.rowActions = []
    screen.press(".", "d")
    #expect(screen.application.topOverlay == nil)
    #expect(list.words.count == 4)
  }
}
