import MocoaCore

/// The numbers of rows by which two readings of a feed differ.
package struct RowDifference: Hashable, Sendable {
  package let inserted: Int
  package let changed: Int
  package let deleted: Int

  package var isEmpty: Bool { inserted == 0 && changed == 0 && deleted == 0 }
}

extension FeedListModel {
  /// Compares the list with one of a later reading, wherever rows are in it.
  ///
  /// Of rows with one identity, those with equal contents are the same. Any thread may call it.
  ///
  /// - Complexity: O(n + m log m) for n rows, m of which differ from those at their positions.
  /// - Parameters:
  ///   - rows: The numbers of the rows of this list; nil for all.
  ///   - other: The later list.
  ///   - otherRows: The numbers of its rows; nil for all.
  ///   - isCancelled: Called for every 65,536 rows.
  /// - Returns: The numbers of rows; nil if rows have no fingerprints, or if it is cancelled.
  package func difference(
    of rows: RowNumbers?, to other: FeedListModel, _ otherRows: RowNumbers?,
    isCancelled: () -> Bool = { false }
  ) -> RowDifference? {
    guard let old = fingerprintsBySection, let new = other.fingerprintsBySection else { return nil }
    let count = rows?.count ?? numberOfRows
    let newCount = otherRows?.count ?? other.numberOfRows
    func before(_ position: Int) -> RowFingerprint { old[rows?[position] ?? position] }
    func after(_ position: Int) -> RowFingerprint { new[otherRows?[position] ?? position] }
    // Most rows stay where they are, or move with all that follow.
    var end = 0
    while end < min(count, newCount), before(count - 1 - end) == after(newCount - 1 - end) {
      end += 1
      if end & 0xFFFF == 0, isCancelled() { return nil }
    }
    var gone: [RowFingerprint] = []
    var come: [RowFingerprint] = []
    for position in 0..<max(count, newCount) - end {
      if position & 0xFFFF == 0, isCancelled() { return nil }
      let one = position < count - end ? before(position) : nil
      let two = position < newCount - end ? after(position) : nil
      guard one != two else { continue }
      if let one { gone.append(one) }
      if let two { come.append(two) }
    }
    gone.sort { ($0.id, $0.content) < ($1.id, $1.content) }
    if isCancelled() { return nil }
    come.sort { ($0.id, $0.content) < ($1.id, $1.content) }
    if isCancelled() { return nil }
    _ = Self.removeShared(&gone, &come) { ($0.id, $0.content) < ($1.id, $1.content) }
    let changed = Self.removeShared(&gone, &come) { $0.id < $1.id }
    return RowDifference(inserted: come.count, changed: changed, deleted: gone.count)
  }

  /// Removes the rows that two sorted arrays share, one for one; returns their number.
  private static func removeShared(
    _ old: inout [RowFingerprint], _ new: inout [RowFingerprint],
    by areInOrder: (RowFingerprint, RowFingerprint) -> Bool
  ) -> Int {
    var (onlyOld, onlyNew): ([RowFingerprint], [RowFingerprint]) = ([], [])
    var position = 0
    for row in old {
      while position < new.count, areInOrder(new[position], row) {
        onlyNew.append(new[position])
        position += 1
      }
      if position < new.count, !areInOrder(row, new[position]) {
        position += 1
      } else {
        onlyOld.append(row)
      }
    }
    onlyNew += new[position...]
    let count = old.count - onlyOld.count
    (old, new) = (onlyOld, onlyNew)
    return count
  }
}
