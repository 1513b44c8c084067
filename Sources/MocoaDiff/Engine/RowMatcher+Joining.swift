extension RowMatcher {
  /// How many rows of a side are hashed at once.
  static var chunk: Int { 64 }

  /// The rows of one side that were hashed.
  func waitingRows(_ side: Side) -> UnsafeMutableBufferPointer<WaitingRow> {
    side == .old ? oldRows.memory : newRows.memory
  }

  /// Hashes up to a chunk of rows.
  mutating func hash(_ side: Side, from row: Int, count: Int, rows: RowAnswers) {
    if hashes.count == 0 {
      hashes.fill(0, count: 2 * Self.chunk)
    }
    guard let memory = hashes.memory.baseAddress else { return }
    switch side {
    case .old: _ = rows(.hashOldRows(from: row, count: count, into: memory))
    case .new: _ = rows(.hashNewRows(from: row, count: count, into: memory + Self.chunk))
    }
  }

  /// The hash of a row of the chunk that was hashed last.
  func hash(_ side: Side, _ index: Int) -> UInt32 {
    hashes[side == .old ? index : index + Self.chunk]
  }

  /// Lets the rows of all gaps that were skipped meet the others, if there is anybody to meet.
  ///
  /// - Parameters:
  ///   - isLast: Whether no rows will follow, so that nobody need wait for them.
  ///   - rows: Answers questions about the rows.
  mutating func joinSkippedRows(isLast: Bool, rows: RowAnswers) {
    if isLast {
      if skipped == (0, 0) { return }
      if skipped.old + waiting.old == 0 || skipped.new + waiting.new == 0 { return }
    }
    var (old, new) = joinedEnd
    for index in joinedSteps..<steps.count {
      let step = steps[index]
      old += Int(step.run)
      new += Int(step.run)
      join(.old, from: old, count: Int(step.oldGap), rows: rows)
      old += Int(step.oldGap)
      if !isLast { join(.new, from: new, count: Int(step.newGap), rows: rows) }
      new += Int(step.newGap)
    }
    if isLast { joinSkippedNewRows(rows: rows) }
    joinedSteps = steps.count
    skipped = (0, 0)
  }

  /// Joins the rows of the new side after all of the old side, so that none of them has to wait.
  private mutating func joinSkippedNewRows(rows: RowAnswers) {
    var new = joinedEnd.new
    for index in joinedSteps..<steps.count {
      let step = steps[index]
      new += Int(step.run)
      join(.new, from: new, count: Int(step.newGap), mayWait: false, rows: rows)
      new += Int(step.newGap)
    }
  }

  private mutating func join(
    _ side: Side, from start: Int, count: Int, mayWait: Bool = true, rows: RowAnswers
  ) {
    for lower in stride(from: 0, to: count, by: Self.chunk) {
      let length = min(Self.chunk, count - lower)
      hash(side, from: start + lower, count: length, rows: rows)
      for index in 0..<length {
        _ = join(side, start + lower + index, hash(side, index), mayWait: mayWait, rows: rows)
      }
    }
  }

  /// Lets a row meet the first that waits for it on the other side, or lets it wait.
  ///
  /// - Returns: The index of its partner among the rows of the other side, or nil.
  mutating func join(
    _ side: Side, _ row: Int, _ hash: UInt32, mayWait: Bool = true, rows: RowAnswers
  ) -> Int? {
    let index = side == .old ? oldRows.count : newRows.count
    let waitingRow = WaitingRow(row: row, index: index)
    if side == .old { oldRows.append(waitingRow) } else { newRows.append(waitingRow) }
    return seek(side, index, hash, mayWait: mayWait, rows: rows)
  }

  /// Makes a row and the one that waits for it partners, or lets it wait.
  @discardableResult
  private mutating func seek(
    _ side: Side, _ index: Int, _ hash: UInt32, mayWait: Bool = true, rows: RowAnswers
  ) -> Int? {
    guard let (partner, state) = findPartner(side, index, hash, mayWait: mayWait, rows: rows) else {
      if side == .old { waiting.old += 1 } else { waiting.new += 1 }
      return nil
    }
    let (old, new) = side == .old ? (index, partner) : (partner, index)
    if state == .changed { changeCount += 1 }
    oldRows[old].link = new
    oldRows[old].state = state
    newRows[new].link = old
    newRows[new].state = state
    if side == .old { waiting.new -= 1 } else { waiting.old -= 1 }
    return partner
  }

  /// Searches the table for a partner; where there is none, the row takes its place in it.
  private mutating func findPartner(
    _ side: Side, _ index: Int, _ hash: UInt32, mayWait: Bool, rows: RowAnswers
  ) -> (partner: Int, state: WaitingRow.State)? {
    if mayWait { table.makeRoom(expected: max(rowCount - oldRows.count - newRows.count, 0)) }
    guard budget > 0, table.slots.count > 0 else { return nil }
    var (place, free, own) = (table.place(of: hash), -1, -1)
    while !table[place].isEmpty {
      let slot = table[place]
      if slot.hash == hash {
        if slot.isVacant {
          if free < 0 { free = place }
        } else if slot.side != side {
          if let found = dequeue(at: place, for: index, rows: rows) { return found }
          if table[place].isVacant, free < 0 { free = place }
        } else if own < 0 {
          if isSame(side, slot.last, index, rows: rows) { own = place } else { budget -= 1 }
        }
      }
      place = table.place(after: place)
    }
    guard mayWait else { return nil }
    if own >= 0 {
      enqueue(index, at: own)
    } else {
      table[free < 0 ? place : free] = .init(hash: hash, side: side, last: index)
    }
    return nil
  }

  /// Whether two rows of one side have the same identity.
  private func isSame(_ side: Side, _ first: Int, _ second: Int, rows: RowAnswers) -> Bool {
    switch side {
    case .old:
      rows(.isSameOldRow(Int(oldRows[first].row), Int(oldRows[second].row))) != 0
    case .new:
      rows(.isSameNewRow(Int(newRows[first].row), Int(newRows[second].row))) != 0
    }
  }

  /// What becomes of two rows of different sides if they meet, or nil if they are different rows.
  private func likeness(_ side: Side, _ first: Int, _ second: Int, rows: RowAnswers)
    -> WaitingRow.State?
  {
    let (old, new) = side == .old ? (first, second) : (second, first)
    let answer = rows(.likeness(old: Int(oldRows[old].row), new: Int(newRows[new].row)))
    switch RowLikeness(rawValue: answer) {
    case .equal: return .matched
    case .changed: return .changed
    case .different, nil: return nil
    }
  }

  /// Puts a row at the end of a queue of its own side.
  private mutating func enqueue(_ index: Int, at place: Int) {
    let slot = table[place]
    let rows = waitingRows(slot.side)
    rows[index].link = rows[slot.last].link
    rows[slot.last].link = index
    table[place] = .init(hash: slot.hash, side: slot.side, last: index)
  }

  /// Takes the first row of the same identity from a queue of the other side.
  ///
  /// Rows that were given back are dropped on the way.
  private mutating func dequeue(
    at place: Int, for index: Int, rows: RowAnswers
  ) -> (partner: Int, state: WaitingRow.State)? {
    let slot = table[place]
    let queue = waitingRows(slot.side)
    var previous = slot.last
    while true {
      let current = queue[previous].link
      let (isLast, isOnly) = (current == slot.last, current == previous)
      let isReleased = queue[current].state == .released
      let state = isReleased ? nil : likeness(slot.side, current, index, rows: rows)
      if isReleased || state != nil {
        if isOnly {
          table[place] = .vacant(hash: slot.hash)
        } else {
          queue[previous].link = queue[current].link
          if isLast { table[place] = .init(hash: slot.hash, side: slot.side, last: previous) }
        }
        if let state { return (current, state) }
      } else {
        budget -= 1
        previous = current
      }
      if isLast { return nil }
    }
  }

  /// Lets a row wait again whose partner was given back.
  mutating func waitAgain(_ side: Side, _ index: Int, rows: RowAnswers) {
    let row = Int(waitingRows(side)[index].row)
    waitingRows(side)[index] = WaitingRow(row: row, index: index)
    hash(side, from: row, count: 1, rows: rows)
    seek(side, index, hash(side, 0), rows: rows)
  }
}
