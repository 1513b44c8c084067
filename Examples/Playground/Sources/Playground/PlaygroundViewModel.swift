import MocoaTUI

/// The list: keeps the contacts, and changes them.
final class PlaygroundViewModel: ListViewModel {
  private(set) var contacts = Samples.start
  private var nextID = 100
  private var random: any RandomNumberGenerator

  init(module: Module, random: any RandomNumberGenerator = SystemRandomNumberGenerator()) {
    self.random = random
    super.init(module: module)
    show()
  }

  /// Changes the contacts, and shows the difference.
  func perform(_ action: PlaygroundAction) {
    switch action {
    case .reset: contacts = Samples.start
    case .firstList: contacts = Samples.first
    case .secondList: contacts = Samples.second
    case .sortByName: contacts.sort { $0.name < $1.name }
    case .sortByNameDown: contacts.sort { $0.name > $1.name }
    case .sortByPhone: contacts.sort { $0.phone < $1.phone }
    case .sortByPhoneDown: contacts.sort { $0.phone > $1.phone }
    case .insertFirst: insert(at: 0)
    case .insertMiddle: insert(at: contacts.count / 2)
    case .insertLast: insert(at: contacts.count)
    case .deleteFirst: contacts = Array(contacts.dropFirst())
    case .deleteLast: contacts = Array(contacts.dropLast())
    case .deleteAny:
      if let index = contacts.indices.randomElement(using: &random) { contacts.remove(at: index) }
    case .deleteAll: contacts = []
    case .reload: return reloadData()
    }
    show()
  }

  /// Moves a contact by one place; returns false where there is no such place.
  private func move(_ edit: CellEdit, by step: Int) -> Bool {
    guard let item = edit.indexPath?.item, contacts.indices.contains(item + step) else {
      return false
    }
    contacts.swapAt(item, item + step)
    show()
    return true
  }

  private func insert(at index: Int) {
    nextID += 1
    contacts.insert(
      Contact(id: nextID, name: "NEW \(nextID)", phone: "5551\(nextID)"), at: index)
  }

  private func show() {
    model = RowSection(contacts, header: "Contacts: \(contacts.count)")
  }

  /// What is asked for by the menu, and what was edited.
  override func receive(_ emission: Emission) -> EmissionResponse {
    if let action = PlaygroundAction(rawValue: emission.name),
      let edit = emission.payload as? CellEdit
    {
      perform(action)
      edit.completion.finish(true)
    } else if let edit = emission[RowAction.moveRowUp.key] {
      edit.completion.finish(move(edit, by: -1))
    } else if let edit = emission[RowAction.moveRowDown.key] {
      edit.completion.finish(move(edit, by: 1))
    } else if let contact: Contact = emission[.modify] {
      keep(contact)
    } else if emission.matches(EmissionKey<Void>.select),
      let cell = emission.source as? ContactViewModel
    {
      send(.edit, cell)
    } else {
      return .forward
    }
    return .handled
  }

  /// The row shows the contact already; so the model is replaced, and nothing has changed.
  private func keep(_ contact: Contact) {
    guard let index = contacts.firstIndex(where: { $0.id == contact.id }) else { return }
    contacts[index] = contact
    performBatchUpdates(comparingData: false) { show() }
  }
}

extension ViewModelKey where Value == ContactViewModel {
  /// A contact that the user wants to edit.
  static var edit: Self { "edit" }
}
