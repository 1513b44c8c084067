import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// An application on a scripted terminal, driven by keys and by the mouse.
@MainActor
final class TestScreen {
  let terminal: ScriptedTerminal
  let application: Application

  init(columns: Int, rows: Int, showing views: View...) throws {
    terminal = ScriptedTerminal(columns: columns, rows: rows)
    application = Application(terminal: terminal)
    for view in views { application.root.addSubview(view) }
    try application.start()
    if let view = views.last?.focusOrder.first { application.focus(view) }
    application.renderIfNeeded()
  }

  /// Presses keys, with a frame after each.
  func press(_ keys: Key...) {
    for key in keys {
      application.dispatch(.key(key))
      application.renderIfNeeded()
    }
  }

  /// Uses the mouse at a place of the screen.
  func mouse(_ action: MouseEvent.Action, column: Int, row: Int) {
    application.dispatch(.mouse(MouseEvent(action, column: column, row: row)))
    application.renderIfNeeded()
  }

  func resize(columns: Int, rows: Int) {
    terminal.resize(to: Size(columns: columns, rows: rows))
    application.resize()
    application.renderIfNeeded()
  }

  /// The style laid over a place of the last frame.
  func overlay(column: Int, row: Int) -> Style? {
    terminal.style(at: Point(column: column, row: row))?.overlay
  }

  func expect(
    _ picture: String, _ comment: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    application.renderIfNeeded()
    expectScreen(terminal.lines, is: picture, comment, sourceLocation: sourceLocation)
  }
}

/// A row that is a word, and a cell that writes it.
struct Word: Identifiable, Equatable, Sendable {
  var id: Int
  var text: String
}

final class WordViewModel: TableCellViewModel<Word> {
  var displayCount = 0
  var endCount = 0
  var selectCount = 0
  var deselectCount = 0

  override func willDisplay() { displayCount += 1 }
  override func didEndDisplaying() { endCount += 1 }
  override func didSelect() { selectCount += 1 }
  override func didDeselect() { deselectCount += 1 }
}

final class WordCell: TableViewCell<WordViewModel> {
  override func draw(in canvas: inout Canvas) { canvas.write(viewModel.model.text) }
}

/// A list of words.
@MainActor
struct WordList {
  let registry = ModuleRegistry()
  let list: TableViewModel

  init(_ texts: [String], mode: ListViewModel.SelectionMode = .single) {
    registry["mocoa://words/"].section.cell.register(WordCell.self)
    list = TableViewModel(
      model: RowList(Self.words(texts)), module: registry["mocoa://words/"])
    list.selectionMode = mode
  }

  static func words(_ texts: [String]) -> [Word] {
    texts.enumerated().map { Word(id: $0, text: $1) }
  }

  func cell(_ item: Int) -> WordViewModel? {
    list.cellViewModel(at: ListIndexPath(section: 0, item: item)) as? WordViewModel
  }

  var selected: [Int] { list.selectedIndexPaths.map(\.item) }
}
