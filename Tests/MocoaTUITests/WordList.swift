@testable import MocoaTUI

/// A row that is a word, and a cell that writes it.
struct Word: Identifiable, Equatable, Sendable {
  var id: Int
  var text: String
}

final class WordViewModel: CellViewModel<Word> {
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
  let list: ListViewModel

  init(_ texts: [String], mode: ListViewModel.SelectionMode = .single) {
    registry["mocoa://words/"].section.cell.register(WordCell.self)
    list = ListViewModel(
      model: RowSection(Self.words(texts)), module: registry["mocoa://words/"])
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
