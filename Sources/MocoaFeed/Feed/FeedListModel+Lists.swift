/// The lists of a document.
extension FeedListModel {
  /// The lists of the document, as far as it has been read: the displayed one, then by length.
  ///
  /// At most 32, none of them empty but the displayed one; no lists for a feed of several sources,
  /// and if the rows are not an array in an object. ``FeedOptions/pointer`` selects another one.
  ///
  /// - Complexity: O(1).
  package var lists: [FeedList] { parts.count == 1 ? parts[0].progress.lists : [] }

  /// The first members of the document beside ``lists`` that are neither lists nor objects.
  package var otherMembers: [JSONPointer] {
    parts.count == 1 ? parts[0].progress.otherMembers : []
  }
}
