extension Changeset {
  /// Splits the changeset into stages, for views that cannot apply all of it at once.
  ///
  /// No stage both reloads and moves, or has operations on both sections and rows; sections are
  /// inserted and deleted without rows. Each stage is a changeset whose old positions are those of
  /// the list that the previous stage yields; together they are equivalent to the whole. In order:
  ///
  /// 1. reloads, and deletes of rows, headers and footers;
  /// 2. inserts of sections, without rows;
  /// 3. moves of sections;
  /// 4. moves of rows, also out of deleted sections and into inserted ones, and inserts of rows;
  /// 5. deletes of sections, which have no rows left, and then inserts of headers and footers.
  ///
  /// - Parameters:
  ///   - oldCounts: The number of rows of each section of the old list.
  ///   - newCounts: The number of rows of each section of the new list.
  /// - Returns: The stages that are not empty.
  public func stages(oldCounts: [Int], newCounts: [Int]) -> [Changeset] {
    if isReload { return [.reload] }
    let order = StagedSections(self, oldCount: oldCounts.count, newCount: newCounts.count)
    var stages = [deletesAndReloads(oldCounts: oldCounts)]
    stages.append(Changeset(sectionInserts: order.insertions))
    stages.append(Changeset(sectionMoves: order.moves))
    stages.append(movesAndInserts(newCounts: newCounts, order))
    stages.append(Changeset(sectionDeletes: order.deletions))
    var last = Changeset()
    last.supplementaryInserts = supplementaryInserts
    stages.append(last)
    return stages.filter { !$0.isEmpty }
  }

  /// Returns the stage of deletes and reloads in the old list, before any section moves.
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

  /// Returns the stage of moves and inserts of rows, when all sections are in their new order.
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
      // A section to delete has only the rows that will move out of it.
      let item =
        order.isDeleted[move.from.section]
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
/// Sections without an operation keep their order. Between two of them are first those that will
/// be deleted, and then those that were inserted or moved there.
private struct StagedSections {
  /// For each old section, a Boolean value that indicates whether it will be deleted.
  private(set) var isDeleted: [Bool]
  /// The position of each old section after all inserts and moves of sections.
  private(set) var placeOfOld: [Int]
  /// The position of each new section after all inserts and moves of sections.
  private(set) var placeOfNew: [Int]
  /// The positions at which new sections are inserted.
  private(set) var insertions: [Int] = []
  /// The positions from which old sections are deleted.
  private(set) var deletions: [Int] = []
  private(set) var moves: [Changeset.Move<Int>] = []

  init(_ changeset: Changeset, oldCount: Int, newCount: Int) {
    isDeleted = Array(repeating: false, count: oldCount)
    for section in changeset.sectionDeletes { isDeleted[section] = true }
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
      // Deleted and moved sections precede those that are inserted or moved to the same position.
      while old < oldCount, isDeleted[old] || newByOld[old] != nil {
        if isDeleted[old] {
          deletions.append(after)
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
          insertions.append(before)
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
