/// Rows in step, and what is behind them.
@usableFromInline
struct Stride: BitwiseCopyable {
  @usableFromInline
  enum End: UInt8, BitwiseCopyable {
    /// The last of the rows has the same identity on both sides, and another content.
    case changed
    /// Rows to skip, so that the next ones have the same identity again.
    case gap
    /// Rows that stand apart.
    case parted
    /// The end of a list, or the limit of the walk.
    case paused
  }

  /// How many strides are written at once.
  @usableFromInline static let capacity = 32

  @usableFromInline let count: UInt32
  @usableFromInline let end: End
  @usableFromInline let skip: Skip

  @inlinable
  init(count: Int, end: End, skip: Skip = Skip(rawValue: 0)) {
    self.count = UInt32(truncatingIfNeeded: count)
    self.end = end
    self.skip = skip
  }

  /// Writes down how two lists go on from positions of theirs.
  ///
  /// - Parameters:
  ///   - start: The positions.
  ///   - end: Where the lists end.
  ///   - limit: How many rows may be in step.
  ///   - strides: Where to write; room for `capacity`.
  ///   - rowsInStep: Answers twice the number of rows that are equal from two positions on, and one
  ///     more where the next row has the same identity alone.
  ///   - agree: Says whether rows at two positions have the same identity.
  /// - Returns: How many strides were written.
  @inlinable @inline(__always)
  static func walk(
    from start: (old: Int, new: Int), to end: (old: Int, new: Int), limit: Int,
    into strides: UnsafeMutablePointer<Stride>,
    rowsInStep: (_ old: Int, _ new: Int, _ limit: Int) -> Int,
    agree: (_ old: Int, _ new: Int) -> Bool
  ) -> Int {
    var (old, new, rest) = (start.old, start.new, limit)
    for index in 0..<capacity {
      let length = min(end.old - old, end.new - new, rest)
      let answer = rowsInStep(old, new, length)
      let (count, isChanged) = ((answer + 1) >> 1, answer & 1 == 1)
      (old, new, rest) = (old + count, new + count, rest - count)
      if isChanged {
        strides[index] = Stride(count: count, end: .changed)
        continue
      }
      if count == length {
        strides[index] = Stride(count: count, end: .paused)
        return index + 1
      }
      let skip = Skip.find(oldRest: end.old - old, newRest: end.new - new) {
        agree(old + $0, new + $1)
      }
      if skip.rawValue == 0 {
        strides[index] = Stride(count: count, end: .parted)
        return index + 1
      }
      strides[index] = Stride(count: count, end: .gap, skip: skip)
      (old, new) = (old + skip.old, new + skip.new)
    }
    return capacity
  }
}

/// How many rows to skip on either side, as one number; it is 0 where no rows agree.
@usableFromInline
struct Skip: BitwiseCopyable {
  /// How far it is looked ahead.
  @usableFromInline static let window = 8

  @usableFromInline let rawValue: Int

  @inlinable init(rawValue: Int) { self.rawValue = rawValue }

  @inlinable
  init(old: Int, new: Int) { rawValue = new << 32 | old }

  @inlinable var old: Int { rawValue & 0xffff_ffff }
  @inlinable var new: Int { rawValue >> 32 }

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
