/// An array in a document that could contain the rows.
package struct FeedList: Hashable, Sendable {
  /// The path to the array in the document.
  package let pointer: JSONPointer

  /// The number of its elements.
  let rowCount: Int

  /// Its length in bytes.
  package let byteCount: Int

  /// A Boolean value that indicates whether its elements are the rows of the feed.
  package internal(set) var isShown = false
}

extension FeedList {
  /// Returns which list, the first one, is displayed, the option for another one, and what is not
  /// displayed; nil if there is nothing else.
  static func note(_ lists: [FeedList], _ others: [JSONPointer]) -> String? {
    guard let shown = lists.first, shown.isShown, lists.count > 1 || !others.isEmpty else {
      return nil
    }
    let parts = [
      "rows of \(shown.pointer)", note(onOthers: lists.dropFirst()),
      others.isEmpty ? nil : "not shown: \(listed(others.map(\.description)))",
    ]
    return parts.compactMap(\.self).joined(separator: "; ")
  }

  /// Returns the option for the first of the lists that are not displayed; nil if there are none.
  static func note(onOthers lists: some Collection<FeedList>) -> String? {
    lists.first.map { first in
      let rest = lists.count > 1 ? ", \(lists.count - 1) more" : ""
      return "other lists: --at \(first.pointer)\(rest)"
    }
  }

  /// Returns the first of some names.
  static func listed(_ names: [String]) -> String {
    NearestNames.listed(names, upTo: 3)
  }
}
