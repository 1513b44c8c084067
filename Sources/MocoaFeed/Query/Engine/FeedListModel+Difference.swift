import MocoaCore

/// The numbers of rows by which two readings of a feed differ.
package struct RowDifference: Hashable, Sendable {
  package fileprivate(set) var inserted = 0
  package fileprivate(set) var changed = 0
  package fileprivate(set) var deleted = 0
}

extension FeedListModel {
  /// Compares the list with one of a later reading, wherever rows are in it.
  ///
  /// Any thread may call it.
  ///
  /// - Complexity: O(n) for n rows.
  /// - Parameters:
  ///   - rows: The numbers of the rows of this list; nil for all.
  ///   - other: The later list.
  ///   - otherRows: The numbers of its rows; nil for all.
  /// - Returns: The numbers of rows; nil if rows have no fingerprints.
  package func difference(
    of rows: RowNumbers?, to other: FeedListModel, _ otherRows: RowNumbers?
  ) -> RowDifference? {
    guard let old = fingerprintsBySection, let new = other.fingerprintsBySection else { return nil }
    // Rows without an identity may be equal.
    var known: [UInt64: (content: UInt64, count: Int)] = [:]
    forEachNumber(in: rows) { known[old[$0].id, default: (old[$0].content, 0)].count += 1 }
    var difference = RowDifference()
    other.forEachNumber(in: otherRows) { number in
      let row = new[number]
      guard let before = known[row.id], before.count > 0 else { return difference.inserted += 1 }
      known[row.id] = (before.content, before.count - 1)
      if before.content != row.content { difference.changed += 1 }
    }
    difference.deleted = known.values.reduce(0) { $0 + $1.count }
    return difference
  }

  private func forEachNumber(in rows: RowNumbers?, _ body: (Int) -> Void) {
    guard let rows else { return (0..<numberOfRows).forEach(body) }
    for number in rows { body(number) }
  }
}
