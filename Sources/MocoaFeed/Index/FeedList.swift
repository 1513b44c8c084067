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
  /// Returns which list is displayed, the option for another one, and what is not displayed.
  ///
  /// - Parameters:
  ///   - lists: The lists of a document, the displayed one first.
  ///   - others: The members beside it that are neither lists nor objects.
  /// - Returns: The note; nil if there is nothing else.
  static func note(_ lists: [FeedList], _ others: [JSONPointer]) -> String? {
    guard let shown = lists.first, shown.isShown, lists.count > 1 || !others.isEmpty else {
      return nil
    }
    let rest = lists.count > 2 ? ", \(lists.count - 2) more" : ""
    let parts = [
      "rows of \(shown.pointer)",
      lists.count > 1 ? "other lists: --at \(lists[1].pointer)\(rest)" : nil,
      others.isEmpty
        ? nil
        : "not shown: " + others.prefix(3).map(\.description).joined(separator: ", ")
          + (others.count > 3 ? " and more" : ""),
    ]
    return parts.compactMap(\.self).joined(separator: "; ")
  }
}
