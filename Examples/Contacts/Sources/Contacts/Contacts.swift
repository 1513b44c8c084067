import MocoaFeedUI

struct Contact: Decodable, Identifiable, Equatable {
  var id: Int
  var name: String
  var phone: String
}

final class ContactCell: TableViewCell<CellViewModel<Contact>> {
  override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.model.name, style: .title)
    canvas.write(viewModel.model.phone, style: .secondary, alignment: .trailing)
  }
}

@main struct Contacts {
  static func main() {
    Application.run(feed: "contacts.json") { modules in
      modules["mocoa://contacts/"].section.cell.register(ContactCell.self)
    }
  }
}
