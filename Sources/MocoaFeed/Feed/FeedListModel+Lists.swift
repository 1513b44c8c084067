/// The lists of a document.
extension FeedListModel {
  /// Returns the path from the root of the document to a member of a row; that from the row if it
  /// is a value of its own, or where its place is unknown.
  package func pathInSource(of path: MemberPath, inRow number: Int) -> MemberPath {
    guard parts.count == 1, FeedSourceKind(parts[0].store.source).rewritten == nil,
      parts[0].store.options.pointer == nil, number < numberOfRows,
      !derivedMembers.contains(where: { $0.name == path.keys.first })
    else { return path }
    switch format {
    case .array: return MemberPath(keys: [String(number)] + path.keys)
    case .object, .jsonFeed:
      guard let list = lists.first, list.isShown else { return path }
      return MemberPath(keys: list.pointer.tokens + [String(number)] + path.keys)
    case .members:
      guard path.keys.first == "value", let key = row(number).json.member("key")?.string else {
        return path
      }
      return MemberPath(keys: [key] + path.keys.dropFirst())
    default: return path
    }
  }

  /// A Boolean value that indicates whether rows are made of parts of a document, in which the
  /// paths of their members are not known.
  package var areRowsParts: Bool {
    parts.count == 1
      && (FeedSourceKind(parts[0].store.source).unnested != nil
        || parts[0].store.options.pointer != nil)
  }

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
