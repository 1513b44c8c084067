import Synchronization

/// The members that short names denote, such as `user.id` for `id`, as the first rows have them.
///
/// A later row may have a member of the short name itself, which is then read: the values of two
/// members would be those of one, so that this is reported.
package final class CompletedNames: Sendable {
  private let paths = Mutex<Set<MemberPath>>([])

  /// Creates a collection without names.
  package init() {}

  /// Returns the path of a member, or of the row's own member of a short name where it has one; the
  /// same one for each use of the name.
  package func path(_ keys: [String], named name: String) -> MemberPath {
    paths.withLock { $0.insert(MemberPath(keys: keys, named: name)).memberAfterInsert }
  }

  /// What is said of the names that rows have themselves.
  package var notes: [String] {
    paths.withLock { Array($0) }.filter(\.isMixed).sorted { $0.text < $1.text }.map { path in
      let name = path.shortName ?? ""
      return "'\(name)' is \(path.text) in the first rows, but some rows have a member '\(name)' "
        + "of their own, which is read there: write .\(MemberPath(keys: [name]).text) or "
        + path.text
    }
  }
}
