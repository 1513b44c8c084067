extension RowMatcher {
  /// How many rows of one side have met neighbours on the other side in their order.
  private struct Streak {
    /// The index of the first row on the other side that counts.
    var first: Int
    var last = -2
    var length = 0

    init(from first: Int) { self.first = first }

    mutating func extend(with partner: Int?) {
      guard let partner, partner >= first else { return self = Streak(from: first) }
      length = partner == last + 1 ? length + 1 : 1
      last = partner
    }

    /// Whether the lists agree again, though so many rows have been read for nothing.
    ///
    /// Two neighbours are enough nearby. The farther the jump, the more is read again if it was for
    /// nothing, and the longer the runs are where it is not.
    func suffices(excess: Int) -> Bool { length >= (excess < 64 ? 2 : 4) }
  }

  /// Hashes rows of both sides in step until they agree again, or until one side ends.
  mutating func resynchronise(
    after run: Int, _ cursor: inout Cursor, bounds: borrowing Bounds, rows: RowAnswers
  ) {
    joinSkippedRows(isLast: false, rows: rows)
    let start = cursor
    var streaks = (old: Streak(from: newRows.count), new: Streak(from: oldRows.count))
    var chunk = 8
    search: while !cursor.isAtEnd {
      chunk = min(chunk * 2, Self.chunk)
      let count = min(chunk, cursor.shorterRest)
      hash(.old, from: cursor.old, count: count, rows: rows)
      hash(.new, from: cursor.new, count: count, rows: rows)
      for index in 0..<count {
        cursor.old += 1
        streaks.old.extend(with: join(.old, cursor.old - 1, hash(.old, index), rows: rows))
        if streaks.old.suffices(excess: newRows.count - 1 - streaks.old.last) {
          cursor.new = giveBack(.new, after: streaks.old.last, rows: rows)
          break search
        }
        cursor.new += 1
        streaks.new.extend(with: join(.new, cursor.new - 1, hash(.new, index), rows: rows))
        if streaks.new.suffices(excess: oldRows.count - 1 - streaks.new.last) {
          cursor.old = giveBack(.old, after: streaks.new.last, rows: rows)
          break search
        }
      }
      if bounds.isCancelled() { break }
    }
    steps.append(
      Step(
        run: UInt32(run), oldGap: UInt32(cursor.old - start.old),
        newGap: UInt32(cursor.new - start.new)))
    joinedSteps = steps.count
    joinedEnd = (cursor.old, cursor.new)
  }

  /// Gives back the rows that were read after one, and answers the row at which to go on.
  ///
  /// Those that they have met wait again.
  private mutating func giveBack(_ side: Side, after index: Int, rows: RowAnswers) -> Int {
    let given = waitingRows(side)
    let range = (index + 1)..<(side == .old ? oldRows.count : newRows.count)
    for position in range where !given[position].isMatched {
      given[position].state = .released
      if side == .old { waiting.old -= 1 } else { waiting.new -= 1 }
    }
    for position in range where given[position].isMatched {
      given[position].state = .released
      waitAgain(side == .old ? .new : .old, given[position].link, rows: rows)
    }
    return Int(given[index].row) + 1
  }
}
