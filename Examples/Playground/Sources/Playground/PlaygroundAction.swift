import MocoaTUI

/// What can be done to the list, each by a key.
enum PlaygroundAction: String, CaseIterable {
  case reset, firstList, secondList
  case sortByName, sortByNameDown, sortByPhone, sortByPhoneDown
  case insertFirst, insertMiddle, insertLast
  case deleteFirst, deleteLast, deleteAny, deleteAll

  var help: String {
    switch self {
    case .reset: "begins anew"
    case .firstList: "shows list 1"
    case .secondList: "shows list 2"
    case .sortByName: "sorts by name"
    case .sortByNameDown: "sorts by name, backwards"
    case .sortByPhone: "sorts by phone"
    case .sortByPhoneDown: "sorts by phone, backwards"
    case .insertFirst: "inserts before the first"
    case .insertMiddle: "inserts in the middle"
    case .insertLast: "inserts after the last"
    case .deleteFirst: "deletes the first"
    case .deleteLast: "deletes the last"
    case .deleteAny: "deletes any"
    case .deleteAll: "deletes all"
    }
  }

  /// The keys 1 to 9 and a to e, and Esc to go back.
  static let keyMap = KeyMap(
    unchecked: zip(allCases, "123456789abcde").map {
      KeyMap.Binding(Action(rawValue: $0.rawValue), [Key($1)], help: $0.help)
    }, title: "Playground"
  ).appending(.leavingPage)

  /// The same as a menu, for the mouse.
  static let menu = allCases.map {
    RowAction(EmissionKey(rawValue: $0.rawValue), title: $0.help)
  }
}
