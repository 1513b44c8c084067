// swift-format-ignore-file: written by mocoa-tui generate.

import MocoaFeedUI

struct Empty: Decodable, Equatable, Sendable {
}

final class EmptyViewModel: CellViewModel<Empty> {
  var title: String { "" }
}

final class EmptyCell: TableViewCell<EmptyViewModel> {
  override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.title, style: .title)
  }
}

extension Module {
  /// Registers the cell for the rows of a list.
  func registerEmptyCell() { section.cell.register(EmptyCell.self) }
}
