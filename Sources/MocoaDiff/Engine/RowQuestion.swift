/// What the engine asks of two lists.
///
/// The engine itself knows no rows. It is compiled once, and asks for whole runs of rows where it
/// can; the answers come from one closure, which is specialised for the rows' type where the
/// difference is asked for, so that the loops over rows are free of witness tables and of reference
/// counting. Positions are not checked: the engine asks within the counts that it was given.
@usableFromInline
enum RowQuestion {
  /// How do the lists go on from these positions? As many rows as the limit says are looked at.
  /// The answer is the number of strides that were written, `Stride.capacity` at most.
  case walk(
    old: Int, new: Int, oldEnd: Int, newEnd: Int, limit: Int, into: UnsafeMutablePointer<Stride>)
  /// Before these positions, how many rows have the same identity and content on both sides?
  /// The answer is twice that, and one more where the row before them has the same identity alone.
  case rowsInStepBefore(old: Int, new: Int, limit: Int)
  /// How alike are these rows? The answer is a `RowLikeness`.
  case likeness(old: Int, new: Int)
  /// Do these rows of the old list have the same identity? 1 or 0.
  case isSameOldRow(Int, Int)
  /// Do these rows of the new list have the same identity? 1 or 0.
  case isSameNewRow(Int, Int)
  /// Writes the hashes of the identities of rows of the old list; the answer means nothing.
  case hashOldRows(from: Int, count: Int, into: UnsafeMutablePointer<UInt32>)
  /// Writes the hashes of the identities of rows of the new list; the answer means nothing.
  case hashNewRows(from: Int, count: Int, into: UnsafeMutablePointer<UInt32>)
}

/// What answers the engine's questions about two lists.
@usableFromInline
typealias RowAnswers = (RowQuestion) -> Int

/// How alike two rows are, one of the old list and one of the new.
@usableFromInline
enum RowLikeness: Int, Sendable {
  /// They are not the same row.
  case different = 0
  /// They are the same row, which shows something else.
  case changed = 1
  /// They are the same row and show the same.
  case equal = 2
}
