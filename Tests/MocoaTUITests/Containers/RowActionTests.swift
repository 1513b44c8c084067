import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// A list that deletes and moves rows when they ask for it.
private final class DeletingList: ListViewModel {
  var words = WordList.words(["a", "b", "c", "d"])

  override func receive(_ emission: Emission) -> EmissionResponse {
    for (action, step) in [(RowAction.delete, 0), (.moveRowUp, -1), (.moveRowDown, 1)] {
      guard let edit = emission[action.key], let path = edit.indexPath else { continue }
      guard words.indices.contains(path.item + step) else { return .forward }
      let word = words.remove(at: path.item)
      if step != 0 { words.insert(word, at: path.item + step) }
      model = RowSection(words)
      edit.completion.finish(true)
      return .handled
    }
    return .forward
  }
}

@MainActor @Suite struct RowActionTests {
  let registry = ModuleRegistry()
  private let list: DeletingList
  let table = TableView()
  let screen: ScreenDriver
  let log = EditLog()
  let subscription: Subscription

  final class EditLog { var entries: [String] = [] }

  init() throws {
    registry["mocoa://words/"].section.cell.register(WordCell.self)
    list = DeletingList(model: RowSection(WordList.words([])), module: registry["mocoa://words/"])
    list.model = RowSection(list.words)
    table.show(list)
    table.rowActions = [.delete, .edit]
    subscription = table.observeEdits(owner: log) { log, action, path, isDone in
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

  @Test func unhandledEditsAreCompleted() {
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

  // defect T12
  @Test(arguments: [
    (RowAction.moveRowUp, ["b", "c", "a", "d"]), (.moveRowDown, ["a", "d", "b", "c"]),
  ])
  func markedRowsAreMovedInTheirOrder(action: RowAction, expected: [String]) {
    list.selectionMode = .multiple
    table.rowActions = [.moveRowUp, .moveRowDown]
    screen.press("j", .space, .space, action.shortcut ?? "x")
    #expect(list.words.map(\.text) == expected)
    #expect(list.selectedIndexPaths.map { list.words[$0.item].text } == ["b", "c"])
    #expect(log.entries.allSatisfy { $0.hasSuffix("true") } && log.entries.count == 2)
  }

  // defect T12
  @Test func aRowAtTheEndIsNotMovedFurther() {
    table.rowActions = [.moveRowUp, .moveRowDown]
    screen.press(Key(.up, .alt))
    #expect(list.words.map(\.text) == ["a", "b", "c", "d"])
    #expect(log.entries == ["move-up 0.0 false"])
  }

  @Test func aRowWithoutActionsHasNoMenu() {
    table.rowActions = []
    screen.press(".", "d")
    #expect(screen.application.topOverlay == nil)
    #expect(list.words.count == 4)
  }
}
