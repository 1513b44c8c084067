import MocoaTUI

/// A contact: in a table or in a collection, as the list has it.
final class ContactViewModel: TableCellViewModel<Contact> {
  override func didSelect() { emit(.select) }

  /// The editor's words: takes over what was edited, so that this row alone is redrawn, and
  /// passes the contact on for keeping.
  override func receive(_ emission: Emission) -> EmissionResponse {
    if let name = emission[.editedName] {
      model.name = name
    } else if let phone = emission[.editedPhone] {
      model.phone = phone
    } else {
      return .forward
    }
    emit(.modify, model)
    return .handled
  }
}

final class ContactRow: TableViewCell<ContactViewModel> {
  override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.model.name, style: .title)
    canvas.write(viewModel.model.phone, style: .secondary, alignment: .trailing)
  }

  override var rowActions: [RowAction] { PlaygroundAction.menu }
}

final class ContactTile: CollectionViewCell<ContactViewModel> {
  override class func size(of viewModel: ContactViewModel, columns: Int) -> Size {
    Size(columns: columns, rows: 3)
  }

  override func draw(in canvas: inout Canvas) {
    canvas.box(bounds, title: viewModel.model.name)
    canvas.draw(
      viewModel.model.phone, at: Point(column: 2, row: 1), columns: bounds.columns - 4,
      style: .secondary)
  }

  override var rowActions: [RowAction] { PlaygroundAction.menu }
}

final class TitleViewModel: ModelSupplementaryViewModel<String> {}

final class TitleView: TableSupplementaryView<TitleViewModel> {
  override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.model, style: .sectionHeader)
  }
}
