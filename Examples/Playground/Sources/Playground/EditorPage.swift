import MocoaTUI

extension EmissionKey<String> {
  /// The name was edited; carries the new one.
  static var editedName: Self { "name" }
  /// The phone number was edited; carries the new one.
  static var editedPhone: Self { "phone" }
}

final class EditorViewModel: ViewModel {
  private let contact: Contact

  init(_ contact: Contact) { self.contact = contact }

  /// Reports the change; an empty field changes nothing.
  func save(name: String, phone: String) {
    if !name.isEmpty, name != contact.name { emit(.editedName, name) }
    if !phone.isEmpty, phone != contact.phone { emit(.editedPhone, phone) }
  }
}

/// Edits the contact that is given as an option.
final class EditorPage: Page, ModulePage {
  private let editor: EditorViewModel
  private let form = FormView()
  private let name: TextField
  private let phone: TextField

  struct MissingContact: Error {}

  init(context: PageContext) throws {
    guard let contact = context.options.value("contact", as: Contact.self) else {
      throw MissingContact()
    }
    editor = EditorViewModel(contact)
    name = TextField(text: contact.name, prompt: contact.name)
    phone = TextField(text: contact.phone, prompt: contact.phone)
    super.init()
    form.add(name, label: "Name")
    form.add(phone, label: "Phone")
    form.add(Button("Save", onPress: { [weak self] in self?.save() }))
    form.add(Button("Cancel", onPress: { [weak self] in self?.stack?.dismiss() }))
    addSubview(form.padding(Insets(top: 1, left: 2, right: 2)))
  }

  override var viewModel: ViewModel? { editor }
  override var preferredFocus: View? { name }

  private func save() {
    editor.save(name: name.text, phone: phone.text)
    stack?.dismiss()
  }
}
