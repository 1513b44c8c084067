/// How operations that were said in a batch update are held against the data.
extension ListViewModel {
  /// Brings the list in line with the model where operations were said.
  final func commitOperations(
    _ batch: ListBatch, _ origins: OriginTable, counts: [Int]
  ) -> Changeset {
    var origins = origins
    if batch.mode == .explicit, isFulfilled(origins, counts: counts) {
      replaceSectionModels()
      var changeset = origins.changeset()
      changeset.addReloads(of: batch, origins)
      bringUpToDate(batch.stale)
      return changeset
    }
    guard let old = batch.snapshot(), old.counts == origins.oldCounts else {
      log(.contradiction(reason: "the operations do not lead to the rows that there are"))
      return reloadByIdentity(counts: counts)
    }
    let step = remainingDifference(batch, old, origins)
    let said = origins
    origins.apply(step) { counts[$0] }
    _ = apply(step, counts: counts)
    var changeset = origins.changeset()
    changeset.addReloads(of: batch, origins)
    changeset.addReloads(of: step, after: said)
    bringUpToDate(batch.stale)
    return changeset
  }

  /// Whether the operations lead to as many sections and rows as there are, and what is in sight or
  /// selected is the row that it ought to be.
  private func isFulfilled(_ origins: OriginTable, counts: [Int]) -> Bool {
    slots.count == counts.count
      && zip(slots, counts).allSatisfy { $0.count == $1 }
      && slots.enumerated().allSatisfy { index, slot in
        guard let identity = slot.viewModel?.model.sectionIdentity else { return true }
        return identity == storedModel.section(at: index).sectionIdentity
      }
      && displayed.values.allSatisfy { element in
        guard let cell = element as? CellViewModel, let path = cell.indexPath else { return true }
        return isRow(cell.identity, at: path)
      }
      && selection.allSatisfy { isRow($1, at: $0) }
  }

  /// Whether a row with an identity stands at a position; yes where that is not known.
  private func isRow(_ identity: RowIdentity, at path: ListIndexPath) -> Bool {
    guard identity.isLasting else { return true }
    let section = storedModel.section(at: path.section)
    guard let found = section.identity(at: path.item), found.isLasting else { return true }
    return found == identity
  }

  /// What leads from the list as the operations have left it to the model.
  private func remainingDifference(
    _ batch: ListBatch, _ old: ListSnapshot, _ origins: OriginTable
  ) -> Changeset {
    let new = ListSnapshot(of: storedModel)
    var current = ListSnapshot(
      sections: origins.sections.enumerated().map { index, section in
        section.origin.map { old.sections[$0] } ?? SectionSnapshot(unknownAt: index)
      })
    var target = new
    if batch.isListExplicit, Self.couldBeSame(current.sections, target.sections) {
      for index in current.sections.indices {
        current.sections[index].identity = .place(index)
        target.sections[index].identity = .place(index)
      }
    } else if batch.isListExplicit {
      log(.contradiction(reason: "the operations leave other sections"))
    }
    let matches = ListDifference.matchSections(current.sections, target.sections)
    for (index, section) in origins.sections.enumerated() where section.isExplicit {
      guard let match = matches.firstIndex(of: index) else { continue }
      if section.count == target.sections[match].rows.count,
        old.agrees(with: section.runs, in: target.sections[match].rows),
        isSaid(section, at: index, match)
      {
        current.sections[index].rows = .opaque
        target.sections[match].rows = .opaque
      } else {
        if section.origin != nil {
          log(.contradiction(reason: "the operations leave other rows in section \(index)"))
        }
        current.sections[index].rows = .keys(old.keys(of: section.runs))
      }
    }
    return ListDifference.changeset(from: current, to: target)
  }

  /// Whether sections could be those of another list, one by one.
  private static func couldBeSame(_ old: [SectionSnapshot], _ new: [SectionSnapshot]) -> Bool {
    guard old.count == new.count else { return false }
    return zip(old, new).allSatisfy { old, new in
      guard case .given = old.identity, case .given = new.identity else { return true }
      return old.identity == new.identity
    }
  }

  /// Whether the rows in sight and the selected ones are where operations have put them.
  private func isSaid(_ section: OriginTable.Section, at index: Int, _ match: Int) -> Bool {
    let cells = displayed.values.lazy.compactMap { $0 as? CellViewModel }
      .filter { $0.section?.index == index }
      .map { ($0.identity, $0.index) }
    let selected = selection.lazy.filter { $0.key.section == index }
      .map { ($0.value, $0.key.item) }
    return cells.allSatisfy { isRow($0, at: ListIndexPath(section: match, item: $1)) }
      && selected.allSatisfy { isRow($0, at: ListIndexPath(section: match, item: $1)) }
  }
}

extension SectionModel {
  /// Which row stands at a position; nil where none does.
  func identity(at index: Int) -> RowIdentity? {
    guard index < numberOfItems else { return nil }
    if let fingerprints = usableFingerprints { return .fingerprint(fingerprints[index].id) }
    return RowIdentity(of: item(at: index))
  }
}

extension ListSnapshot {
  /// Whether the first and the last row of each run are in a section where the runs put them.
  ///
  /// That finds rows that have come or gone without a word; O(runs).
  fileprivate func agrees(with runs: [OriginTable.Run], in rows: RowsSnapshot) -> Bool {
    var position = 0
    for run in runs {
      defer { position += run.count }
      guard let section = run.section else { continue }
      for offset in [0, run.count - 1] {
        guard let old = sections[section].rows.identity(at: run.item + offset), old.isLasting,
          let new = rows.identity(at: position + offset), new.isLasting
        else { continue }
        if old != new { return false }
      }
    }
    return true
  }

  /// The keys of rows that are new or stood in this snapshot.
  fileprivate func keys(of runs: [OriginTable.Run]) -> [RowKey] {
    var known: [Int: [RowKey]] = [:]
    return runs.flatMap { run -> [RowKey] in
      guard let section = run.section else { return (0..<run.count).map { _ in RowKey() } }
      let keys = known[section] ?? sections[section].rows.keys
      known[section] = keys
      return Array(keys[run.item..<run.item + run.count])
    }
  }
}

extension SectionSnapshot {
  /// A section of which only the place is known.
  fileprivate init(unknownAt index: Int) {
    identity = .place(index)
    name = .default
    supplementaries = []
    rows = .opaque
  }
}

extension Changeset {
  /// Adds what was said to be shown anew, unless it is gone.
  fileprivate mutating func addReloads(of batch: ListBatch, _ origins: OriginTable) {
    addItemReloads(batch.itemReloads)
    for section in origins.sections where section.isReloaded {
      guard let origin = section.origin else { continue }
      sectionReloads.append(origin)
      for run in section.runs {
        guard let old = run.section else { continue }
        itemReloads.insert(run.item..<run.item + run.count, inSection: old)
      }
    }
    sectionReloads.sort()
  }

  /// Adds what a step says to be shown anew that came after operations.
  fileprivate mutating func addReloads(of step: Changeset, after origins: OriginTable) {
    addItemReloads(Set(step.itemReloads.compactMap { origins.origin(of: $0) }))
    let known = Set(sectionReloads)
    sectionReloads += step.sectionReloads.compactMap { origins.sections[$0].origin }
      .filter { !known.contains($0) }
    sectionReloads.sort()
    func old(_ path: SupplementaryPath) -> SupplementaryPath? {
      origins.sections[path.section].origin.map {
        SupplementaryPath(kind: path.kind, section: $0, index: path.index)
      }
    }
    supplementaryDeletes = step.supplementaryDeletes.compactMap(old).sorted()
    supplementaryReloads = step.supplementaryReloads.compactMap(old).sorted()
    let inserts = Set(sectionInserts)
    supplementaryInserts = step.supplementaryInserts.filter { !inserts.contains($0.section) }
  }

  private mutating func addItemReloads(_ items: Set<ListIndexPath>) {
    guard !items.isEmpty else { return }
    let mapping = ChangesetMapping(self)
    let remaining = items.filter { mapping.newPosition(of: $0) != nil }
    itemReloads = IndexPathSet(remaining.union(itemReloads).sorted())
  }
}
