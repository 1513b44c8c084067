extension RowMatcher {
  /// Goes over both lists once and writes down what is deleted, inserted, changed and in blocks.
  mutating func collect() {
    blocks.removeAll()
    deleted.removeAll()
    inserted.removeAll()
    reloaded.removeAll()
    var (old, new) = (0, 0)
    var (oldIndex, newIndex, changedIndex) = (0, 0, 0)
    for index in 0..<steps.count {
      let step = steps[index]
      appendBlock(old, new, Int(step.run))
      old += Int(step.run)
      new += Int(step.run)
      collectChangesInStep(before: old, &changedIndex)
      if index < joinedSteps {
        collectOld(from: old, count: Int(step.oldGap), &oldIndex)
        collectNew(from: new, count: Int(step.newGap), &newIndex)
      } else {
        deleted.appendRun(old, old + Int(step.oldGap))
        inserted.appendRun(new, new + Int(step.newGap))
      }
      old += Int(step.oldGap)
      new += Int(step.newGap)
    }
    appendBlock(old, new, suffix)
    for index in stride(from: changedInSuffix.count - 1, through: 0, by: -1) {
      reloaded.appendRun(Int(changedInSuffix[index].lower), Int(changedInSuffix[index].upper))
    }
  }

  private mutating func appendBlock(_ old: Int, _ new: Int, _ length: Int) {
    guard length > 0 else { return }
    if blocks.count > 0 {
      let last = blocks[blocks.count - 1]
      if Int(last.old + last.length) == old, Int(last.new + last.length) == new {
        blocks[blocks.count - 1].length += UInt32(length)
        return
      }
    }
    blocks.append(
      Block(old: UInt32(old), new: UInt32(new), length: UInt32(length), stays: true))
  }

  private mutating func collectChangesInStep(before end: Int, _ index: inout Int) {
    while index < changedInStep.count, changedInStep[index].lower < end {
      reloaded.appendRun(Int(changedInStep[index].lower), Int(changedInStep[index].upper))
      index += 1
    }
  }

  private mutating func collectOld(from start: Int, count: Int, _ index: inout Int) {
    for row in start..<(start + count) {
      while oldRows[index].state == .released { index += 1 }
      let waitingRow = oldRows[index]
      index += 1
      if waitingRow.isMatched {
        appendBlock(row, Int(newRows[waitingRow.link].row), 1)
        if waitingRow.state == .changed { reloaded.appendRun(row, row + 1) }
      } else {
        deleted.appendRun(row, row + 1)
      }
    }
  }

  private mutating func collectNew(from start: Int, count: Int, _ index: inout Int) {
    for row in start..<(start + count) {
      while newRows[index].state == .released { index += 1 }
      if newRows[index].state == .waiting { inserted.appendRun(row, row + 1) }
      index += 1
    }
  }
}
