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
  init(context: PageContext) throws {
    guard let contact: Contact = context.options.value("contact") else {
      throw PageError.missingOption("contact")
    }
    super.init()
    let editor = EditorViewModel(contact)
    let name = TextField(text: contact.name, prompt: contact.name)
    let phone = TextField(text: contact.phone, prompt: contact.phone)
    let form = FormView()
    form.add(name, label: "Name")
    form.add(phone, label: "Phone")
    form.add(
      Button("Save") { [unowned self] in
        editor.save(name: name.text, phone: phone.text)
        stack?.dismiss()
      })
    form.add(Button("Cancel") { [unowned self] in stack?.dismiss() })
    addSubview(form.padding(Insets(top: 1, left: 2, right: 2)))
    bind(editor)
  }
}
