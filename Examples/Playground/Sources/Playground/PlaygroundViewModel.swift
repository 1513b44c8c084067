import MocoaTUI

/// The list of contacts, and its changes.
final class PlaygroundViewModel: ItemListViewModel<Contact> {
  private var nextID = 100

  init(module: Module) {
    super.init(model: SectionList([]), module: module)
    contacts = Samples.start
  }

  /// The contacts; setting them updates the list by the difference.
  var contacts: [Contact] {
    get { items }
    set { sections = [RowSection(newValue, header: "Contacts: \(newValue.count)")] }
  }

  func insert(at index: Int) {
    nextID += 1
    contacts.insert(
      Contact(id: nextID, name: "NEW \(nextID)", phone: "5551\(nextID)"), at: index)
  }

  /// Moves a contact by one place; returns false where there is no such place.
  private func move(_ item: Int, by step: Int) -> Bool {
    guard items.indices.contains(item + step) else { return false }
    contacts.swapAt(item, item + step)
    return true
  }

  /// Stores an edited contact, and performs the actions of the menu.
  override func receive(_ emission: Emission) -> EmissionResponse {
    guard let path = (emission.source as? AnyCellViewModel)?.indexPath else { return .forward }
    if let contact: Contact = emission[.modify] {
      self[path] = contact
      return .handled
    }
    guard let edit = emission.edit else { return .forward }
    switch edit.key {
    case RowAction.moveRowUp.key: edit.completion.finish(move(path.item, by: -1))
    case RowAction.moveRowDown.key: edit.completion.finish(move(path.item, by: 1))
    default:
      guard let change = Change.all.first(where: { $0.title == edit.key.name }) else {
        return .forward
      }
      change.body(self)
      edit.completion.finish(true)
    }
    return .handled
  }
}
