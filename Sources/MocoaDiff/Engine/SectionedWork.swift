/// What is known of a difference between lists of sections while it is worked out.
///
/// Sections are matched as rows are. Then the rows of each section are matched with those of its
/// successor. What is left over there, and all the rows of sections that go or come, wait until the
/// end; they are matched with each other as if they stood in one section, and whatever is found has
/// moved from one section to another.
struct SectionedWork: ~Copyable {
  /// Rows of one section that follow each other, and how many rows stand before them in the list.
  struct Rest: BitwiseCopyable {
    var section: UInt32
    var lower: UInt32
    var upper: UInt32
    var before: UInt32

    var count: Int { Int(upper - lower) }
    /// How many rows stand in the list up to the end of these.
    var after: UInt32 { before + (upper - lower) }
  }

  /// Rows that have found no partner in their own section, in the order of the list.
  struct Rests: ~Copyable {
    private(set) var runs = ScratchBuffer<Rest>()
    private(set) var rowCount = 0

    var byteCount: Int { runs.byteCount }

    mutating func removeAll() {
      runs.removeAll()
      rowCount = 0
    }

    mutating func append(_ rows: Range<Int>, inSection section: Int) {
      guard !rows.isEmpty else { return }
      runs.append(
        Rest(
          section: UInt32(section), lower: UInt32(rows.lowerBound),
          upper: UInt32(rows.upperBound), before: UInt32(rowCount)))
      rowCount += rows.count
    }

    /// The positions of these rows in the list.
    var places: [ListIndexPath] {
      var places: [ListIndexPath] = []
      places.reserveCapacity(rowCount)
      for index in 0..<runs.count {
        let run = runs[index]
        for item in run.lower..<run.upper {
          places.append(ListIndexPath(section: Int(run.section), item: Int(item)))
        }
      }
      return places
    }

    /// The positions of these rows, but for those in sections that come or go themselves.
    func paths(partners: borrowing ScratchBuffer<Int32>) -> IndexPathSet {
      var paths = IndexPathSet(rangeCapacity: runs.count)
      for index in 0..<runs.count where partners[Int(runs[index].section)] >= 0 {
        let run = runs[index]
        paths.insert(Int(run.lower)..<Int(run.upper), inSection: Int(run.section))
      }
      return paths
    }

    /// The positions of some of these rows, but for those in sections that come or go themselves.
    func paths(
      of rows: borrowing ScratchBuffer<RowMatcher.Run>, partners: borrowing ScratchBuffer<Int32>
    ) -> IndexPathSet {
      var paths = IndexPathSet(rangeCapacity: rows.count)
      forEachPart(of: rows) { section, items in
        if partners[section] >= 0 { paths.insert(items, inSection: section) }
      }
      return paths
    }

    /// Calls a body with the parts of ranges of these rows that follow each other in one section.
    ///
    /// - Complexity: O(ranges + runs).
    /// - Precondition: the ranges ascend.
    func forEachPart(
      of rows: borrowing ScratchBuffer<RowMatcher.Run>, _ body: (Int, Range<Int>) -> Void
    ) {
      var part = 0
      for range in 0..<rows.count {
        var row = rows[range].lower
        while row < rows[range].upper {
          while runs[part].after <= row { part += 1 }
          let run = runs[part]
          let end = min(rows[range].upper, run.after)
          let first = Int(row - run.before + run.lower)
          body(Int(run.section), first..<(first + Int(end - row)))
          row = end
        }
      }
    }
  }

  /// For how many ranges of rows that changed room is made with the first one: other sections
  /// mostly have some too.
  private static let expectedRanges = 64

  /// The changeset as far as it is known.
  var changeset = Changeset()
  /// The new position of each old section, or -1.
  var newSections = ScratchBuffer<Int32>()
  /// The old position of each new section, or -1.
  var oldSections = ScratchBuffer<Int32>()
  var oldRests = Rests()
  /// The rows of the new list that are left over, in the order of the old sections.
  var newRuns = ScratchBuffer<Rest>()
  /// The same in the order of the new sections.
  var newRests = Rests()
  /// Where the runs of each new section start among `newRuns`, and their number.
  var firstRuns = ScratchBuffer<UInt32>()
  var runCounts = ScratchBuffer<UInt32>()

  var byteCount: Int {
    newSections.byteCount + oldSections.byteCount + oldRests.byteCount + newRuns.byteCount
      + newRests.byteCount + firstRuns.byteCount + runCounts.byteCount
  }

  /// Takes over what was found out about the sections.
  mutating func start(oldCount: Int, newCount: Int, matcher: borrowing RowMatcher) {
    changeset = Changeset()
    newSections.fill(-1, count: oldCount)
    oldSections.fill(-1, count: newCount)
    oldRests.removeAll()
    newRuns.removeAll()
    newRests.removeAll()
    firstRuns.fill(0, count: newCount)
    runCounts.fill(0, count: newCount)
    for index in 0..<matcher.blocks.count {
      let block = matcher.blocks[index]
      for offset in 0..<block.length {
        let (old, new) = (Int(block.old + offset), Int(block.new + offset))
        newSections[old] = Int32(new)
        oldSections[new] = Int32(old)
        if !block.stays { changeset.sectionMoves.append(SectionMove(from: old, to: new)) }
      }
    }
    changeset.sectionDeletes = newSections.indices(of: -1)
    changeset.sectionInserts = oldSections.indices(of: -1)
    for index in 0..<matcher.reloaded.count {
      let run = matcher.reloaded[index]
      changeset.sectionReloads += Int(run.lower)..<Int(run.upper)
    }
  }

  /// Takes over what was found out about the rows of a section and its successor.
  mutating func add(_ matcher: borrowing RowMatcher, old: Int, new: Int) {
    if changeset.itemReloads.isEmpty, matcher.reloaded.count > 0 {
      changeset.itemReloads = IndexPathSet(rangeCapacity: Self.expectedRanges)
    }
    for index in 0..<matcher.reloaded.count {
      let run = matcher.reloaded[index]
      changeset.itemReloads.insert(Int(run.lower)..<Int(run.upper), inSection: old)
    }
    matcher.appendMoves(to: &changeset.itemMoves, from: old, to: new)
    for index in 0..<matcher.deleted.count {
      let run = matcher.deleted[index]
      oldRests.append(Int(run.lower)..<Int(run.upper), inSection: old)
    }
    firstRuns[new] = UInt32(newRuns.count)
    runCounts[new] = UInt32(matcher.inserted.count)
    for index in 0..<matcher.inserted.count {
      let run = matcher.inserted[index]
      newRuns.append(
        Rest(section: UInt32(new), lower: run.lower, upper: run.upper, before: 0))
    }
  }

  /// Brings the rows that are left over on the new side into the order of the list.
  ///
  /// - Parameter rowCount: How many rows a new section has; asked for inserted ones only.
  mutating func sortNewRests(rowCount: (Int) -> Int) {
    for section in 0..<oldSections.count {
      if oldSections[section] < 0 {
        newRests.append(0..<rowCount(section), inSection: section)
        continue
      }
      let first = Int(firstRuns[section])
      for index in first..<(first + Int(runCounts[section])) {
        let run = newRuns[index]
        newRests.append(Int(run.lower)..<Int(run.upper), inSection: section)
      }
    }
  }

  /// Ends the work where the rests of one side have nobody to meet.
  mutating func finish() {
    changeset.itemDeletes = oldRests.paths(partners: newSections)
    changeset.itemInserts = newRests.paths(partners: oldSections)
  }

  /// Ends the work with what was found out about the rests.
  ///
  /// - Parameters:
  ///   - matcher: What was found out.
  ///   - places: The positions of the rests in both lists.
  mutating func finish(
    _ matcher: borrowing RowMatcher, places: (old: [ListIndexPath], new: [ListIndexPath])
  ) {
    changeset.itemDeletes = oldRests.paths(of: matcher.deleted, partners: newSections)
    changeset.itemInserts = newRests.paths(of: matcher.inserted, partners: oldSections)
    var reloads = IndexPathSet()
    oldRests.forEachPart(of: matcher.reloaded) { reloads.insert($1, inSection: $0) }
    changeset.itemReloads = changeset.itemReloads.union(reloads)
    var moves: [ItemMove] = []
    moves.reserveCapacity(places.old.count - matcher.deleted.rowCount)
    for index in 0..<matcher.blocks.count {
      let block = matcher.blocks[index]
      for offset in 0..<Int(block.length) {
        moves.append(
          ItemMove(
            from: places.old[Int(block.old) + offset],
            to: places.new[Int(block.new) + offset]))
      }
    }
    changeset.mergeMoves(moves)
  }
}

extension ScratchBuffer<Int32> {
  /// The indexes at which a value stands.
  func indices(of value: Int32) -> [Int] {
    (0..<count).filter { self[$0] == value }
  }
}

extension Changeset {
  /// Adds moves, both lists being sorted by old position; O(n + m).
  mutating func mergeMoves(_ others: [ItemMove]) {
    if itemMoves.isEmpty { return itemMoves = others }
    if others.isEmpty { return }
    var merged: [ItemMove] = []
    merged.reserveCapacity(itemMoves.count + others.count)
    var rest = others[...]
    for move in itemMoves {
      while let other = rest.first, other.from < move.from {
        merged.append(other)
        rest.removeFirst()
      }
      merged.append(move)
    }
    merged += rest
    itemMoves = merged
  }
}
