import MocoaTUI

/// A contact: in a table or in a collection, as the list has it.
final class ContactViewModel: CellViewModel<Contact> {
  /// Applies what the editor emits, so that only this row is redrawn, and emits the contact for
  /// the list to store.
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
  override var rowActions: [RowAction] { Change.menu }

  override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.model.name, style: .title)
    canvas.write(viewModel.model.phone, style: .secondary, alignment: .trailing)
  }
}

final class ContactTile: CollectionViewCell<ContactViewModel> {
  override var rowActions: [RowAction] { Change.menu }

  override func draw(in canvas: inout Canvas) {
    canvas.box(bounds, title: viewModel.model.name)
    canvas.part(bounds.inset(by: Insets(top: 1, left: 2, right: 2)))
      .draw(viewModel.model.phone, at: .zero, style: .secondary)
  }
}
