extension RowKey {
  /// Assigns the hashes of deleted rows to equal inserted ones, whose ignored members differ.
  ///
  /// The number of comparisons is limited; the rows beyond it are regarded as different.
  ///
  /// - Returns: `true` if there are equal rows, so that the lists must be compared again.
  static func unify(_ old: [[RowKey]], _ new: inout [[RowKey]], in changeset: Changeset) -> Bool {
    var deleted = changeset.itemDeletes.compactMap { old[$0.section][$0.item].comparable }
    guard !deleted.isEmpty else { return false }
    var isUnified = false
    var budget = 10_000 + 16 * (changeset.itemDeletes.count + changeset.itemInserts.count)
    for path in changeset.itemInserts where budget > 0 {
      guard var row = new[path.section][path.item].comparable else { continue }
      let equal = deleted.prefix(budget).firstIndex(of: row)
      budget -= (equal ?? deleted.count) + 1
      guard let equal else { continue }
      row.assignedHash = deleted.remove(at: equal).contentHash
      new[path.section][path.item].id = .comparable(row)
      isUnified = true
    }
    return isUnified
  }

  private var comparable: ComparableContent? {
    if case .comparable(let content) = id { content } else { nil }
  }
}
