import MocoaTUI

/// What can be done to the list, each by a key.
enum PlaygroundAction: String, CaseIterable {
  case reset, firstList, secondList
  case sortByName, sortByNameDown, sortByPhone, sortByPhoneDown
  case insertFirst, insertMiddle, insertLast
  case deleteFirst, deleteLast, deleteAny, deleteAll
  case reload

  var help: String {
    switch self {
    case .reset: "Reset"
    case .firstList: "Show list 1"
    case .secondList: "Show list 2"
    case .sortByName: "Sort by name"
    case .sortByNameDown: "Sort by name, backwards"
    case .sortByPhone: "Sort by phone"
    case .sortByPhoneDown: "Sort by phone, backwards"
    case .insertFirst: "Insert before the first"
    case .insertMiddle: "Insert in the middle"
    case .insertLast: "Insert after the last"
    case .deleteFirst: "Delete the first"
    case .deleteLast: "Delete the last"
    case .deleteAny: "Delete any"
    case .deleteAll: "Delete all"
    case .reload: "Reload"
    }
  }

  /// The keys 1 to 9, a to e, r to reload, and Esc to go back.
  static let keyMap = KeyMap(
    zip(allCases, "123456789abcder").map {
      KeyMap.Binding(Action(rawValue: $0.rawValue), [Key($1)], help: $0.help)
    }, title: "Playground"
  ).appending(.leavingPage)

  /// The same as a menu, for the mouse, and what moves the row itself.
  static let menu =
    allCases.map { RowAction(EmissionKey(name: $0.rawValue), title: $0.help) }
    + [.moveRowUp, .moveRowDown]
}
