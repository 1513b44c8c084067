// The simplest table: one section, one kind of row, and a question when a row is opened.
//
// Begin without the row: `swift run PhoneBook --bare` shows a placeholder in its place, which says
// which addresses were tried and what is missing there. Register it, and the row is there.

import MocoaTUI

struct Contact: Identifiable, Equatable, Sendable {
  var id: Int
  var name: String
  var phone: String

  static let all = [
    Contact(id: 1, name: "Ada Moreau", phone: "138-5550-1234"),
    Contact(id: 2, name: "山田 太郎", phone: "139-5550-1111"),
    Contact(id: 3, name: "Élodie Martin", phone: "137-5550-9876"),
  ]
}

final class ContactViewModel: CellViewModel<Contact>, ContentProviding {
  var content: TitleDetailContent { .init(title: model.name, detail: model.phone) }
}

final class PhoneBookPage: TablePage, ModulePage {
  init(context: PageContext) {
    let book = ItemListViewModel(Contact.all, module: context.module)
    super.init(title: "Phone book", list: book)
    table.placeholders = .show
    table.observeSelection(owner: self) { $0.ask(about: book[$1]) }.store(in: &subscriptions)
  }

  private func ask(about contact: Contact) {
    let question = MessageOverlay(
      title: contact.name, text: "Call \(contact.phone)?", answers: ["Call", "Cancel"]
    ) { [status] answer in
      if answer == 0 { status.show("Calling \(contact.phone)…") }
    }
    application?.present(question)
  }
}

@MainActor func registerModules(_ modules: ModuleRegistry, isBare: Bool = false) {
  let book = modules["mocoa://phone-book/"]
  book.register(page: PhoneBookPage.self)
  if !isBare { book.section.cell.register(TitleDetailCell<ContactViewModel>.self) }
}

@main struct PhoneBookApp {
  static func main() {
    let isBare = CommandLine.arguments.contains("--bare")
    Application.run(opening: "mocoa://phone-book/") { registerModules($0, isBare: isBare) }
  }
}
