// One view with a view model of its own, on a page that is no module.
//
// The view model turns a contact into texts; the card shows the texts and knows no contact; the
// page puts the card into its place. The first two can be tested without a terminal.

import MocoaTUI

struct Contact: Sendable {
  var firstName: String
  var lastName: String
  var phone: String
  var city: String
}

final class ContactCardViewModel: ViewModel {
  private let contact: Contact

  init(_ contact: Contact) { self.contact = contact }

  private var names: [String] { [contact.firstName, contact.lastName].filter { !$0.isEmpty } }

  var name: String { names.joined(separator: " ") }
  var initials: String { names.map { $0.prefix(1) }.joined() }
  var phone: String { Self.formatted(contact.phone) }
  var city: String { contact.city }

  /// Up to 3 digits stay as they are, up to 7 are 3 and the rest, and more are 3, some, and 4.
  static func formatted(_ phone: String) -> String {
    switch phone.count {
    case ...3: phone
    case ...7: "\(phone.prefix(3))-\(phone.dropFirst(3))"
    default: "\(phone.prefix(3))-\(phone.dropFirst(3).dropLast(4))-\(phone.suffix(4))"
    }
  }
}

final class ContactCard: View, ViewModelView {
  typealias ViewModelType = ContactCardViewModel

  override func draw(in canvas: inout Canvas) {
    canvas.box(bounds, title: viewModel.name)
    canvas.box(Rect(column: 2, row: 1, columns: 8, rows: 3), style: .title)
    canvas.draw(viewModel.initials, at: Point(column: 5, row: 2), columns: 3, style: .title)
    let text = canvas.part(bounds.inset(by: Insets(top: 1, left: 12, right: 2)))
    text.draw(viewModel.phone, at: .zero)
    text.draw(viewModel.city, at: Point(column: 0, row: 2), style: .secondary)
  }
}

final class ContactPage: Page {
  private let card = ContactCard()

  init(_ contact: Contact) {
    super.init()
    card.bind(ContactCardViewModel(contact))
    addSubview(card)
  }

  override func layoutSubviews() { card.frame = bounds.centered(Size(columns: 34, rows: 5)) }
}

@main struct ContactCardApp {
  static let ada = Contact(
    firstName: "Ada", lastName: "Moreau", phone: "13855501234", city: "Lyon")

  static func main() { Application.run { ContactPage(ada) } }
}
