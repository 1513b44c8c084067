// A list without a terminal: a second renderer, over MocoaCore alone. Commands are read from
// standard input, such as: printf 'open 1\nadd Eve\nregister\nremove 0\n' | swift run PlainText

import MocoaCore

struct Contact: Identifiable, Equatable, NamedModel {
  let id: Int
  var name: String
  var moduleName: ModuleName = .default
}

final class ContactViewModel: CellViewModel<Contact> {
  override func didSelect() { emit(.select, model.name) }
}

final class TitleViewModel: ModelSupplementaryViewModel<String> {}

/// The contacts, and what the user does with them.
final class ContactList: ItemListViewModel<Contact> {
  var onOpen: ((String) -> Void)?

  override func receive(_ emission: Emission) -> EmissionResponse {
    guard let name: String = emission[.select] else { return .forward }
    onOpen?(name)
    return .handled
  }

  /// Runs a command; returns `false` if it is unknown.
  func run(_ command: String, in renderer: TextList) -> Bool {
    let words = command.split(separator: " ", maxSplits: 1).map(String.init)
    let row = words.dropFirst().first.flatMap(Int.init).map { ListIndexPath(section: 0, item: $0) }
    switch (words.first, row) {
    case ("open", let row?): return renderer.openRow(at: row)
    case ("remove", let row?) where contains(row): items.remove(at: row.item)
    case ("add", _) where words.count == 2:
      items.append(Contact(id: (items.map(\.id).max() ?? 0) + 1, name: words[1]))
    case ("register", _):
      module?.section.cell("vip").register(ContactViewModel.self) { "* \($0.model.name)" }
    default: return false
    }
    return true
  }
}

@MainActor func makeList(in registry: ModuleRegistry) -> ContactList {
  let module = registry["mocoa://contacts/"]
  module.section.cell.register(ContactViewModel.self) { $0.model.name }
  module.section.header.register(TitleViewModel.self) { "= \($0.model) =" }
  let list = ContactList(module: module)
  let contacts = [
    Contact(id: 1, name: "Ann"), Contact(id: 2, name: "Bob", moduleName: "vip"),
    Contact(id: 3, name: "Carol"),
  ]
  list.sections = [RowSection(contacts, header: "Contacts")]
  return list
}

@main struct PlainText {
  static func main() {
    let list = makeList(in: ModuleRegistry())
    list.onOpen = { print("opened \($0)") }
    let renderer = TextList(list) { print($0) }
    renderer.render()
    while let command = readLine() {
      if !list.run(command, in: renderer) { print("? \(command)") }
    }
  }
}
