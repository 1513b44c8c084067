/// The computation of the difference between two snapshots of a list.
enum ListDifference {
  /// Returns the changeset between two snapshots, or a reload.
  ///
  /// It is never cancelled: the data has changed already, so that without a difference the list
  /// would have to be reloaded.
  static func changeset(from old: ListSnapshot, to new: ListSnapshot) -> Changeset {
    cancellableChangeset(
      from: old, to: new, limit: ListViewModel.rowLimitOfSearch, isCancelled: { false }) ?? .reload
  }

  /// Returns the changeset between two snapshots, or a reload; nil if it was cancelled.
  ///
  /// Rows of unknown types are compared up to a limit for each list; beyond it, and if such rows
  /// have no identity, the result is a reload.
  static func cancellableChangeset(
    from old: ListSnapshot, to new: ListSnapshot, limit: Int, isCancelled: @escaping () -> Bool
  ) -> Changeset? {
    let ids = SectionIDs(match(old.sections, new.sections), oldCount: old.sections.count)
    guard var changeset = rowChanges(old, new, ids, limit: limit, isCancelled) else { return nil }
    if !changeset.isReload { changeset.addSectionDifferences(from: old, to: new) }
    return changeset
  }

  /// Returns a comparison that can run on any thread; nil if rows have no fingerprints.
  ///
  /// The result of the comparison is nil if its task was cancelled.
  static func fingerprintComparison(
    from old: ListSnapshot, to new: ListSnapshot
  ) -> (@Sendable () -> Changeset?)? {
    let ids = SectionIDs(match(old.sections, new.sections), oldCount: old.sections.count)
    guard let (old, new) = rows(of: old, new, like: TypedRows<RowFingerprint>([])) else {
      return nil
    }
    return {
      SectionedRows.changeset(ids, from: old, to: new, isCancelled: { Task.isCancelled })
    }
  }

  /// Returns the old section for each new one, matched by identity and occurrence.
  static func match(_ old: [SectionSnapshot], _ new: [SectionSnapshot]) -> [Int?] {
    let (old, new) = identities(old, new)
    var unmatched: [SectionSnapshot.Identity: [Int]] = [:]
    for (index, identity) in old.enumerated().reversed() {
      unmatched[identity, default: []].append(index)
    }
    return new.map { unmatched[$0]?.popLast() }
  }

  /// Returns the identities of sections; the name for an object that is in only one of the lists.
  static func identities(
    _ old: [SectionSnapshot], _ new: [SectionSnapshot]
  ) -> (old: [SectionSnapshot.Identity], new: [SectionSnapshot.Identity]) {
    let common = Set(old.map(\.identity)).intersection(new.map(\.identity))
    func identity(_ section: SectionSnapshot) -> SectionSnapshot.Identity {
      if case .object = section.identity, !common.contains(section.identity) {
        return .name(section.name)
      }
      return section.identity
    }
    return (old.map(identity), new.map(identity))
  }

  /// Returns the changes of the rows, or a reload if there are too many, or they cannot be
  /// distinguished; nil if the comparison was cancelled.
  private static func rowChanges(
    _ old: ListSnapshot, _ new: ListSnapshot, _ ids: SectionIDs, limit: Int,
    _ isCancelled: @escaping () -> Bool
  ) -> Changeset? {
    func typed<Rows: RowsSnapshot>(_ sample: Rows) -> Changeset?? {
      rows(of: old, new, like: sample)
        .map { sample.changeset(ids, from: $0.old, to: $0.new, isCancelled: isCancelled) }
    }
    if old.isEmpty || new.isEmpty {
      return SectionedRows.changeset(
        ids, from: old.numberedRows, to: new.numberedRows, isCancelled: isCancelled)
    }
    let filled = (old.sections + new.sections).lazy.map(\.rows).first { $0.count > 0 }
    if let filled, !(filled is any RowsSnapshot<RowKey>), let changeset = typed(filled) {
      return changeset
    }
    guard max(old.counts.reduce(0, +), new.counts.reduce(0, +)) <= limit,
      old.isIdentified || new.isIdentified
    else { return .reload }
    let oldKeys = old.sections.map(\.rows.keys)
    var newKeys = new.sections.map(\.rows.keys)
    let changeset = SectionedRows.changeset(
      ids, from: oldKeys, to: newKeys, isCancelled: isCancelled)
    if let changeset, RowKey.unify(oldKeys, &newKeys, in: changeset) {
      return SectionedRows.changeset(ids, from: oldKeys, to: newKeys, isCancelled: isCancelled)
    }
    return changeset
  }

  /// Returns the rows of all sections, or nil if they are of different types.
  private static func rows<Rows: RowsSnapshot>(
    of old: ListSnapshot, _ new: ListSnapshot, like sample: Rows
  ) -> (old: [[Rows.Row]], new: [[Rows.Row]])? {
    func rows(of snapshot: ListSnapshot) -> [[Rows.Row]]? {
      var all: [[Rows.Row]] = []
      for section in snapshot.sections {
        if let typed = section.rows as? any RowsSnapshot<Rows.Row> {
          all.append(typed.rows)
        } else if section.rows.count == 0 {
          all.append([])
        } else {
          return nil
        }
      }
      return all
    }
    guard let old = rows(of: old), let new = rows(of: new) else { return nil }
    return (old, new)
  }
}

extension ListSnapshot {
  fileprivate var isEmpty: Bool { sections.allSatisfy { $0.rows.count == 0 } }

  /// Numbers in place of the rows, which need not be read if the other list has none.
  fileprivate var numberedRows: [[RowFingerprint]] {
    sections.map { section in
      (0..<section.rows.count).map { RowFingerprint(id: UInt64($0), content: 0) }
    }
  }

  /// A Boolean value that indicates whether there are no rows, or some with a known identity.
  fileprivate var isIdentified: Bool {
    let filled = sections.filter { $0.rows.count > 0 }
    return filled.isEmpty
      || filled.contains { ($0.rows as? UnreadRows)?.isIdentified ?? true }
  }
}

extension Changeset {
  /// Adds the differences of the sections themselves: names and supplementary models.
  mutating func addSectionDifferences(from old: ListSnapshot, to new: ListSnapshot) {
    let mapping = sectionMapping
    for (position, section) in new.sections.enumerated() {
      guard let oldPosition = mapping.oldSection(of: position) else { continue }
      let oldSection = old.sections[oldPosition]
      if oldSection.name != section.name { sectionReloads.append(oldPosition) }
      if oldSection.supplementaries.isEmpty, section.supplementaries.isEmpty { continue }
      addParts(of: oldSection, at: oldPosition, of: section, at: position)
    }
    sectionReloads.sort()
    supplementaryDeletes.sort()
    supplementaryReloads.sort()
  }

  private mutating func addParts(
    of old: SectionSnapshot, at oldPosition: Int, of new: SectionSnapshot, at newPosition: Int
  ) {
    var kinds = old.supplementaries.map(\.kind)
    kinds += new.supplementaries.map(\.kind).filter { !kinds.contains($0) }
    for kind in kinds {
      let (oldModels, newModels) = (old.models(of: kind), new.models(of: kind))
      let common = Swift.min(oldModels.count, newModels.count)
      for index in 0..<common
      where !ModelContent.isEqual(oldModels[index] as Any, newModels[index] as Any) {
        supplementaryReloads.append(
          SupplementaryPath(kind: kind, section: oldPosition, index: index))
      }
      supplementaryDeletes += (common..<oldModels.count).map {
        SupplementaryPath(kind: kind, section: oldPosition, index: $0)
      }
      supplementaryInserts += (common..<newModels.count).map {
        SupplementaryPath(kind: kind, section: newPosition, index: $0)
      }
    }
  }
}
