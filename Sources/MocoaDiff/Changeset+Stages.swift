extension Changeset {
  /// The same change in steps, for views that cannot apply all of it at once.
  ///
  /// No step reloads and moves, none has operations on both sections and rows, and no section that
  /// comes or goes has rows at that moment. Each is a changeset of its own, in positions of the
  /// list that the one before has left; together they do what the whole does. In this order:
  ///
  /// 1. what is reloaded or deleted, but for sections;
  /// 2. new sections, empty;
  /// 3. sections that move;
  /// 4. rows that move, out of old sections and into new ones too, and rows that are inserted;
  /// 5. old sections, now empty, and then the headers and footers that come.
  ///
  /// - Parameters:
  ///   - oldCounts: The number of rows of each section of the old list.
  ///   - newCounts: The number of rows of each section of the new list.
  /// - Returns: The steps that have anything to do.
  public func stages(oldCounts: [Int], newCounts: [Int]) -> [Changeset] {
    if isReload { return [.reload] }
    let order = StagedSections(self, oldCount: oldCounts.count, newCount: newCounts.count)
    var stages = [deletesAndReloads(oldCounts: oldCounts)]
    stages.append(.insertSections(order.comers))
    stages.append(Changeset(sectionMoves: order.moves))
    stages.append(movesAndInserts(newCounts: newCounts, order))
    stages.append(Changeset(sectionDeletes: order.goers))
    var last = Changeset()
    last.supplementaryInserts = supplementaryInserts
    stages.append(last)
    return stages.filter { !$0.isEmpty }
  }

  /// What the old list loses before any section changes its place.
  private func deletesAndReloads(oldCounts: [Int]) -> Changeset {
    var stage = Changeset(
      sectionReloads: sectionReloads, itemDeletes: itemDeletes, itemReloads: itemReloads)
    let moved = IndexPathSet(itemMoves.lazy.map(\.from))
    var implied = IndexPathSet()
    for section in sectionDeletes {
      for item in 0..<oldCounts[section] {
        let path = ListIndexPath(section: section, item: item)
        if !moved.contains(path) { implied.insert(path) }
      }
    }
    stage.itemDeletes = stage.itemDeletes.union(implied)
    stage.supplementaryDeletes = supplementaryDeletes
    stage.supplementaryReloads = supplementaryReloads
    return stage
  }

  /// What rows do once all sections, old and new, stand in their order.
  private func movesAndInserts(newCounts: [Int], _ order: StagedSections) -> Changeset {
    let lost = deletedRows(by: itemDeletes)
    let arriving = IndexPathSet(itemMoves.map(\.to).sorted())
    var inserts = IndexPathSet()
    for range in itemInserts.ranges {
      inserts.insert(range.items, inSection: order.placeOfNew[range.section])
    }
    for section in sectionInserts {
      for item in 0..<newCounts[section]
      where !arriving.contains(ListIndexPath(section: section, item: item)) {
        inserts.insert(ListIndexPath(section: order.placeOfNew[section], item: item))
      }
    }
    let leaving = Dictionary(grouping: itemMoves.map(\.from), by: \.section)
    let moves = itemMoves.map { move in
      // In a section that goes, only the rows that leave it are still there.
      let item =
        order.isGoing[move.from.section]
        ? leaving[move.from.section]?.partitioningIndex { $0 >= move.from } ?? 0
        : lost[move.from.section]?.rankOutside(move.from.item) ?? move.from.item
      return Changeset.Move(
        from: ListIndexPath(section: order.placeOfOld[move.from.section], item: item),
        to: ListIndexPath(section: order.placeOfNew[move.to.section], item: move.to.item))
    }
    return Changeset(itemInserts: inserts, itemMoves: moves)
  }

  private func deletedRows(by deletes: IndexPathSet) -> [Int: PositionRanges] {
    Dictionary(grouping: deletes.ranges, by: \.section).mapValues { ranges in
      PositionRanges(ranges.map(\.items))
    }
  }
}

/// The order of all sections, old and new, while rows move between them.
///
/// Sections that neither go, come nor move stay in their order. Between two of them, those that go
/// stand first, and those that come or have moved there follow.
private struct StagedSections {
  /// A Boolean value that indicates whether each old section goes.
  private(set) var isGoing: [Bool]
  /// Where each section stands once all new ones are there and all moves are done.
  private(set) var placeOfOld: [Int]
  private(set) var placeOfNew: [Int]
  /// Where new sections are inserted, and old ones deleted at last.
  private(set) var comers: [Int] = []
  private(set) var goers: [Int] = []
  private(set) var moves: [Changeset.Move<Int>] = []

  init(_ changeset: Changeset, oldCount: Int, newCount: Int) {
    isGoing = Array(repeating: false, count: oldCount)
    for section in changeset.sectionDeletes { isGoing[section] = true }
    placeOfOld = Array(repeating: 0, count: oldCount)
    placeOfNew = Array(repeating: 0, count: newCount)
    var newByOld: [Int: Int] = [:]
    for move in changeset.sectionMoves { newByOld[move.from] = move.to }
    let arrivals = Set(newByOld.values)
    let inserts = Set(changeset.sectionInserts)
    var (old, new) = (0, 0)
    var (before, after) = (0, 0)
    var placesBeforeMoves: [Int: Int] = [:]
    while old < oldCount || new < newCount {
      // What leaves its place stands before what comes to it.
      while old < oldCount, isGoing[old] || newByOld[old] != nil {
        if isGoing[old] {
          goers.append(after)
          placeOfOld[old] = after
          after += 1
        }
        placesBeforeMoves[old] = before
        before += 1
        old += 1
      }
      while new < newCount, arrivals.contains(new) || inserts.contains(new) {
        placeOfNew[new] = after
        after += 1
        if inserts.contains(new) {
          comers.append(before)
          before += 1
        }
        new += 1
      }
      guard old < oldCount, new < newCount else { break }
      (placeOfOld[old], placeOfNew[new]) = (after, after)
      (old, new, before, after) = (old + 1, new + 1, before + 1, after + 1)
    }
    for move in changeset.sectionMoves {
      placeOfOld[move.from] = placeOfNew[move.to]
      moves.append(Changeset.Move(from: placesBeforeMoves[move.from] ?? 0, to: placeOfNew[move.to]))
    }
  }
}
