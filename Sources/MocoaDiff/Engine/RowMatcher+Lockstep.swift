extension RowMatcher {
  /// How many rows are compared before it is asked whether anybody still waits for the answer.
  private static var stride: Int { 1 << 16 }

  /// Positions in both lists, and where the common suffix starts.
  struct Cursor {
    var old = 0
    var new = 0
    var oldEnd: Int
    var newEnd: Int

    var isAtEnd: Bool { old == oldEnd || new == newEnd }
    var shorterRest: Int { min(oldEnd - old, newEnd - new) }
  }

  /// Walks over both lists, and writes down where they are in step and where apart.
  mutating func walk(
    oldCount: Int, newCount: Int, bounds: borrowing Bounds, rows: RowAnswers
  ) -> Stop? {
    var cursor = Cursor(oldEnd: oldCount, newEnd: newCount)
    var (run, hasTrimmed) = (0, false)
    while true {
      let isParted = walkOn(&cursor, &run, rows: rows)
      if bounds.isCancelled() { return .cancelled }
      if changeCount > bounds.limit { return .tooManyChanges }
      if cursor.isAtEnd { break }
      if !isParted { continue }
      if !hasTrimmed {
        hasTrimmed = true
        trimSuffix(&cursor, bounds: bounds, rows: rows)
      } else {
        resynchronise(after: run, &cursor, bounds: bounds, rows: rows)
        run = 0
      }
    }
    skip((cursor.oldEnd - cursor.old, cursor.newEnd - cursor.new), after: run, &cursor)
    return nil
  }

  /// Goes on while the lists agree, or agree again nearby, as far as it is asked at once.
  ///
  /// - Returns: Whether it came to rows that stand apart.
  private mutating func walkOn(_ cursor: inout Cursor, _ run: inout Int, rows: RowAnswers) -> Bool {
    if strides.count == 0 {
      strides.fill(Stride(count: 0, end: .paused), count: Stride.capacity)
    }
    guard let memory = strides.memory.baseAddress else { return true }
    let count = rows(
      .walk(
        old: cursor.old, new: cursor.new, oldEnd: cursor.oldEnd, newEnd: cursor.newEnd,
        limit: Self.stride, into: memory))
    for index in 0..<count {
      let stride = strides[index]
      run += Int(stride.count)
      cursor.old += Int(stride.count)
      cursor.new += Int(stride.count)
      switch stride.end {
      case .changed:
        changedInStep.appendRun(cursor.old - 1, cursor.old)
        changeCount += 1
      case .gap:
        skip((stride.skip.old, stride.skip.new), after: run, &cursor)
        run = 0
      case .parted: return true
      case .paused: return false
      }
    }
    return false
  }

  /// Goes back from both ends while identities agree.
  private mutating func trimSuffix(
    _ cursor: inout Cursor, bounds: borrowing Bounds, rows: RowAnswers
  ) {
    while !cursor.isAtEnd {
      let limit = min(cursor.shorterRest, Self.stride)
      let (equal, isChanged) = rows(
        .rowsInStepBefore(old: cursor.oldEnd, new: cursor.newEnd, limit: limit)
      ).quotientAndRemainder(dividingBy: 2)
      cursor.oldEnd -= equal + isChanged
      cursor.newEnd -= equal + isChanged
      suffix += equal + isChanged
      if isChanged != 0 {
        let row = UInt32(cursor.oldEnd)
        if changedInSuffix.count > 0, changedInSuffix[changedInSuffix.count - 1].lower == row + 1 {
          changedInSuffix[changedInSuffix.count - 1].lower = row
        } else {
          changedInSuffix.append(Run(lower: row, upper: row + 1))
        }
        changeCount += 1
        if changeCount > bounds.limit { break }
      } else if equal < limit || bounds.isCancelled() {
        break
      }
    }
  }

  /// Writes down rows that stand apart and leaves it for later to look who they are.
  private mutating func skip(
    _ gap: (old: Int, new: Int), after run: Int, _ cursor: inout Cursor
  ) {
    steps.append(Step(run: UInt32(run), oldGap: UInt32(gap.old), newGap: UInt32(gap.new)))
    skipped.old += gap.old
    skipped.new += gap.new
    cursor.old += gap.old
    cursor.new += gap.new
  }
}

extension ScratchBuffer<RowMatcher.Run> {
  /// The number of rows in all runs.
  var rowCount: Int {
    var rows = 0
    for index in 0..<count { rows += Int(self[index].upper - self[index].lower) }
    return rows
  }

  /// Adds rows at the end, to the last run where they touch it.
  mutating func appendRun(_ lower: Int, _ upper: Int) {
    guard lower < upper else { return }
    if count > 0, self[count - 1].upper == UInt32(lower) {
      self[count - 1].upper = UInt32(upper)
    } else {
      append(RowMatcher.Run(lower: UInt32(lower), upper: UInt32(upper)))
    }
  }
}
