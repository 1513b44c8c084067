import MocoaTUI

/// A change of the list: by a key, or by the menu of a row, for the mouse.
struct Change {
  let key: Key
  let title: String
  let body: @MainActor (PlaygroundViewModel) -> Void

  @MainActor static let all = [
    Change(key: "1", title: "Reset") { $0.contacts = Samples.start },
    Change(key: "2", title: "Show list 1") { $0.contacts = Samples.first },
    Change(key: "3", title: "Show list 2") { $0.contacts = Samples.second },
    Change(key: "4", title: "Sort by name") { $0.contacts.sort { $0.name < $1.name } },
    Change(key: "5", title: "Sort by name, backwards") { $0.contacts.sort { $0.name > $1.name } },
    Change(key: "6", title: "Sort by phone") { $0.contacts.sort { $0.phone < $1.phone } },
    Change(key: "7", title: "Sort by phone, backwards") {
      $0.contacts.sort { $0.phone > $1.phone }
    },
    Change(key: "8", title: "Insert before the first") { $0.insert(at: 0) },
    Change(key: "9", title: "Insert in the middle") { $0.insert(at: $0.contacts.count / 2) },
    Change(key: "a", title: "Insert after the last") { $0.insert(at: $0.contacts.count) },
    Change(key: "b", title: "Delete the first") { $0.contacts = Array($0.contacts.dropFirst()) },
    Change(key: "c", title: "Delete the last") { $0.contacts = Array($0.contacts.dropLast()) },
    Change(key: "d", title: "Delete any") { list in
      let any = list.contacts.randomElement()
      list.contacts.removeAll { $0 == any }
    },
    Change(key: "e", title: "Delete all") { $0.contacts = [] },
    Change(key: "r", title: "Reload") { $0.reloadData() },
  ]

  /// The changes as a menu, with those that move the row itself.
  @MainActor static let menu =
    all.map { RowAction(EmissionKey(name: $0.title), title: $0.title) }
    + [.moveRowUp, .moveRowDown]
}
