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
  let name: String
  let initials: String
  let phone: String
  let city: String

  init(_ contact: Contact) {
    let names = [contact.firstName, contact.lastName].filter { !$0.isEmpty }
    name = names.joined(separator: " ")
    initials = names.map { String($0.prefix(1)) }.joined()
    phone = Self.formatted(contact.phone)
    city = contact.city
  }

  /// Up to 3 digits stay as they are, up to 7 are 3 and the rest, and more are 3, some, and 4.
  static func formatted(_ phone: String) -> String {
    switch phone.count {
    case ...3: phone
    case ...7: "\(phone.prefix(3))-\(phone.dropFirst(3))"
    default: "\(phone.prefix(3))-\(phone.dropFirst(3).dropLast(4))-\(phone.suffix(4))"
    }
  }
}

final class ContactCard: View {
  let viewModel: ContactCardViewModel

  init(_ viewModel: ContactCardViewModel) {
    self.viewModel = viewModel
    super.init()
    viewModel.ready()
  }

  override func draw(in canvas: inout Canvas) {
    canvas.box(bounds, title: viewModel.name)
    let photo = Rect(column: 2, row: 1, columns: 8, rows: 3)
    canvas.box(photo, style: .title)
    canvas.draw(viewModel.initials, at: Point(column: 5, row: 2), columns: 3, style: .title)
    canvas.draw(viewModel.phone, at: Point(column: 12, row: 1), columns: bounds.columns - 14)
    canvas.draw(
      viewModel.city, at: Point(column: 12, row: 3), columns: bounds.columns - 14,
      style: .secondary)
  }
}

final class ContactPage: Page {
  private let card: ContactCard

  init(_ contact: Contact) {
    card = ContactCard(ContactCardViewModel(contact))
    super.init()
    addSubview(card)
  }

  override func layoutSubviews() { card.frame = bounds.centered(Size(columns: 34, rows: 5)) }
}

@main struct ContactCardApp {
  static func main() {
    Application.run {
      ContactPage(
        Contact(firstName: "Ada", lastName: "Moreau", phone: "13855501234", city: "Lyon"))
    }
  }
}
