/// What the engine asks of two lists.
///
/// The engine itself knows no rows. It is compiled once, and asks for whole runs of rows where it
/// can; the answers come from one closure, which is specialised for the rows' type where the
/// difference is asked for, so that the loops over rows are free of witness tables and of reference
/// counting. Positions are not checked: the engine asks within the counts that it was given.
@usableFromInline
enum RowQuestion {
  /// From these positions on, how many rows have the same identity and content on both sides?
  /// The answer is twice that, and one more where the next row has the same identity alone.
  case rowsInStep(old: Int, new: Int, limit: Int)
  /// The same question about rows that end before these positions.
  case rowsInStepBefore(old: Int, new: Int, limit: Int)
  /// How many rows are to be skipped on either side so that the next ones have the same identity?
  /// The answer is a `Skip`.
  case lookAhead(old: Int, new: Int, oldEnd: Int, newEnd: Int)
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
  /// Begins to bring these rows of the old list into the cache; the answer means nothing.
  case prefetchOldRows(UnsafePointer<UInt32>, count: Int)
  /// Begins to bring these rows of the new list into the cache; the answer means nothing.
  case prefetchNewRows(UnsafePointer<UInt32>, count: Int)
}

/// How many rows to skip on either side, as one number; it is 0 where no rows agree.
@usableFromInline
struct Skip {
  /// How far it is looked ahead.
  @usableFromInline static let window = 8

  @usableFromInline let rawValue: Int

  @inlinable init(rawValue: Int) { self.rawValue = rawValue }

  @inlinable
  init(old: Int, new: Int) { rawValue = new << 32 | old }

  var old: Int { rawValue & 0xffff_ffff }
  var new: Int { rawValue >> 32 }

  /// Looks for the nearest rows that agree.
  ///
  /// Where none are near, it tries as many as one list is longer than the other: if it is because
  /// of one block of rows, that is the length of the block.
  @inlinable @inline(__always)
  static func find(
    oldRest: Int, newRest: Int, agree: (_ old: Int, _ new: Int) -> Bool
  ) -> Skip {
    for distance in 1...window {
      let (inOld, inNew) = (distance < oldRest, distance < newRest)
      if inOld, agree(distance, 0) { return Skip(old: distance, new: 0) }
      if inNew, agree(0, distance) { return Skip(old: 0, new: distance) }
      if inOld, inNew, agree(distance, distance) { return Skip(old: distance, new: distance) }
    }
    let (oldExcess, newExcess) = (Swift.max(oldRest - newRest, 0), Swift.max(newRest - oldRest, 0))
    if oldExcess + newExcess > window, Swift.min(oldRest, newRest) > 1,
      agree(oldExcess, newExcess), agree(oldExcess + 1, newExcess + 1)
    {
      return Skip(old: oldExcess, new: newExcess)
    }
    return Skip(old: 0, new: 0)
  }
}

/// What answers the engine's questions about two lists.
@usableFromInline
typealias RowAnswers = (RowQuestion) -> Int

/// How alike two rows are, one of the old list and one of the new.
@frozen
public enum RowLikeness: Int, Sendable {
  /// They are not the same row.
  case different = 0
  /// They are the same row, which shows something else.
  case changed = 1
  /// They are the same row and show the same.
  case equal = 2
}
