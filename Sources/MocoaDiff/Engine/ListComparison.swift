/// The computation of a changeset between two lists.
///
/// Sections are matched like rows. Then the rows of each section are matched with those of its
/// partner. The unmatched rows, and all rows of deleted or inserted sections, are matched at the
/// end as if they were one section; rows matched there have moved from one section to another. A
/// list of rows is a list of one section.
@usableFromInline
struct ListComparison {
  private var matcher: RowMatcher
  private var changeset = Changeset()
  /// The new position of each old section, and the old position of each new one.
  private var newSections: [Int?] = [0]
  private var oldSections: [Int?] = [0]
  /// The rows without a partner in their own section.
  private var rests: (old: [IndexPathSet.ItemRange], new: [IndexPathSet.ItemRange]) = ([], [])

  /// Starts a comparison of two lists of one section.
  @usableFromInline
  init(isCancelled: @escaping () -> Bool) { matcher = RowMatcher(isCancelled: isCancelled) }

  /// Matches sections; if it is not called, both lists have one section.
  @usableFromInline
  mutating func matchSections(oldCount: Int, newCount: Int, rows: RowAnswers) {
    matcher.match(oldCount: oldCount, newCount: newCount, rows: rows)
    guard !matcher.isCancelled else { return }
    newSections = Array(repeating: nil, count: oldCount)
    oldSections = Array(repeating: nil, count: newCount)
    for (block, isStaying) in matcher.blocksAndWhetherTheyStay {
      for (old, new) in zip(block.oldRows, block.newRows) {
        (newSections[old], oldSections[new]) = (new, old)
        if !isStaying { changeset.sectionMoves.append(Changeset.Move(from: old, to: new)) }
      }
    }
    changeset.sectionDeletes = newSections.indices.filter { newSections[$0] == nil }
    changeset.sectionInserts = oldSections.indices.filter { oldSections[$0] == nil }
    changeset.sectionReloads = matcher.reloaded.flatMap { $0 }
  }

  /// Returns the position in the new list of a section of the old one, or nil.
  @usableFromInline
  func newSection(of section: Int) -> Int? { matcher.isCancelled ? nil : newSections[section] }

  /// Matches the rows of a section with those of its partner.
  @usableFromInline
  mutating func matchRows(
    of old: Int, _ oldCount: Int, and new: Int, _ newCount: Int, rows: RowAnswers
  ) {
    guard !matcher.isCancelled else { return }
    matcher.match(oldCount: oldCount, newCount: newCount, rows: rows)
    guard !matcher.isCancelled else { return }
    for items in matcher.reloaded { changeset.itemReloads.insert(items, inSection: old) }
    for (block, isStaying) in matcher.blocksAndWhetherTheyStay where !isStaying {
      for (from, to) in zip(block.oldRows, block.newRows) {
        changeset.itemMoves.append(
          Changeset.Move(
            from: ListIndexPath(section: old, item: from),
            to: ListIndexPath(section: new, item: to)))
      }
    }
    for items in matcher.deleted { rests.old.append(.init(section: old, items: items)) }
    for items in matcher.inserted { rests.new.append(.init(section: new, items: items)) }
  }

  /// Collects the unmatched rows, and those of deleted and inserted sections.
  ///
  /// - Returns: Their positions, or nil if there are none in one of the lists.
  @usableFromInline
  mutating func rowsLeftOver(
    oldCount: (Int) -> Int, newCount: (Int) -> Int
  ) -> (old: [ListIndexPath], new: [ListIndexPath])? {
    guard !matcher.isCancelled else { return nil }
    rests.old.add(changeset.sectionDeletes, count: oldCount)
    rests.new.add(changeset.sectionInserts, count: newCount)
    if rests.old.isEmpty || rests.new.isEmpty { return nil }
    return (rests.old.flatMap(\.paths), rests.new.flatMap(\.paths))
  }

  /// Matches the collected rows.
  @usableFromInline
  mutating func matchRowsLeftOver(
    _ paths: (old: [ListIndexPath], new: [ListIndexPath]), rows: RowAnswers
  ) {
    matcher.match(oldCount: paths.old.count, newCount: paths.new.count, rows: rows)
    guard !matcher.isCancelled else { return }
    for block in matcher.blocks {
      for (old, new) in zip(block.oldRows, block.newRows) {
        changeset.itemMoves.append(Changeset.Move(from: paths.old[old], to: paths.new[new]))
      }
    }
    changeset.itemMoves.sort { $0.from < $1.from }
    let reloads = IndexPathSet(matcher.reloaded.lazy.flatMap { paths.old[$0] })
    changeset.itemReloads = changeset.itemReloads.union(reloads)
    rests.old = IndexPathSet(matcher.deleted.lazy.flatMap { paths.old[$0] }).ranges
    rests.new = IndexPathSet(matcher.inserted.lazy.flatMap { paths.new[$0] }).ranges
  }

  /// Returns the changeset, or nil if the comparison was cancelled.
  @usableFromInline
  mutating func finish() -> Changeset? {
    if matcher.isCancelled { return nil }
    for range in rests.old where newSections[range.section] != nil {
      changeset.itemDeletes.insert(range.items, inSection: range.section)
    }
    for range in rests.new where oldSections[range.section] != nil {
      changeset.itemInserts.insert(range.items, inSection: range.section)
    }
    return changeset
  }
}

extension [IndexPathSet.ItemRange] {
  /// Adds all rows of some sections, and sorts.
  fileprivate mutating func add(_ sections: [Int], count: (Int) -> Int) {
    for section in sections where count(section) > 0 {
      append(IndexPathSet.ItemRange(section: section, items: 0..<count(section)))
    }
    sort { ($0.section, $0.items.lowerBound) < ($1.section, $1.items.lowerBound) }
  }
}
