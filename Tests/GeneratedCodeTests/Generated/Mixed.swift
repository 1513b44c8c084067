// swift-format-ignore-file: written by mocoa-tui generate.

import MocoaFeedUI

struct Mixed: Decodable, Equatable, Sendable {
  var extra: Bool?
  var kind: String
  var link: JSONValue?
  var list: JSONValue?
  var value: JSONValue?
  var when: String
}

final class MixedViewModel: CellViewModel<Mixed> {
  var title: String { model.kind }
  var detail: String { model.extra.map { "\($0)" } ?? "" }
}

final class MixedCell: TableViewCell<MixedViewModel> {
  override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.title, style: .title)
    canvas.write(viewModel.detail, style: .secondary, alignment: .trailing)
  }
}

extension Module {
  /// Registers the cell for the rows of a list.
  func registerMixedCell() { section.cell.register(MixedCell.self) }
}
