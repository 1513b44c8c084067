import MocoaFeedUI

struct Contact: Decodable, Identifiable, Equatable, Sendable {
  var id: Int
  var name: String
  var phone: String
}

final class ContactViewModel: CellViewModel<Contact> {
  var title: String { model.name }
  var detail: String { model.phone }
}

final class ContactCell: TableViewCell<ContactViewModel> {
  override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.title, style: .title)
    canvas.write(viewModel.detail, style: .secondary, alignment: .trailing)
  }
}

extension Module {
  /// Registers the cell for the rows of a list.
  func registerContactCell() { section.cell.register(ContactCell.self) }
}
