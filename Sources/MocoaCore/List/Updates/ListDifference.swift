/// Works out what leads from one snapshot of a list to another.
enum ListDifference {
  /// The changeset between two snapshots.
  ///
  /// - Parameters:
  ///   - old: the old list.
  ///   - new: the new list.
  ///   - limit: the most rows of unknown types that are looked at; if there are more, or nothing is
  ///     known of any of them, the answer is a reload.
  /// - Returns: what leads from the old list to the new one.
  static func changeset(
    from old: ListSnapshot, to new: ListSnapshot, limit: Int = .max
  ) -> Changeset {
    guard let comparison = ListComparison(from: old, to: new, limit: limit),
      var changeset = comparison.rows.changeset()
    else { return .reload }
    changeset.addDifferences(from: old, to: new)
    return changeset
  }

  /// For each section of the new list the one that it was, by identity and occurrence.
  ///
  /// An object that is in one of the lists alone goes by its name.
  static func matchSections(_ old: [SectionSnapshot], _ new: [SectionSnapshot]) -> [Int?] {
    let common = Set(old.map(\.identity)).intersection(new.map(\.identity))
    func identity(_ section: SectionSnapshot) -> SectionSnapshot.Identity {
      if case .object = section.identity, !common.contains(section.identity) {
        return .name(section.name)
      }
      return section.identity
    }
    var waiting: [SectionSnapshot.Identity: [Int]] = [:]
    for (index, section) in old.enumerated().reversed() {
      waiting[identity(section), default: []].append(index)
    }
    return new.map { waiting[identity($0)]?.popLast() }
  }
}

/// What is compared of two lists, told apart by how their rows can be compared.
struct ListComparison {
  let rows: any RowsToCompare

  /// Prepares a comparison, or not where it would be in vain; see `ListDifference`.
  init?(from old: ListSnapshot, to new: ListSnapshot, limit: Int) {
    let matches = ListDifference.matchSections(old.sections, new.sections)
    let ids = SectionIDs(matches, oldCount: old.sections.count)
    if let rows = Self.fingerprints(old, new, ids) ?? Self.typedRows(old, new, ids) {
      self.rows = rows
      return
    }
    guard old.rowCount + new.rowCount <= limit, old.isEmpty || old.knowsRows || new.knowsRows
    else { return nil }
    rows = SectionedRows(
      ids: ids, old: old.sections.map(\.rows.keys), new: new.sections.map(\.rows.keys),
      comparison: RowComparison())
  }

  /// The fingerprints of all rows, if all of them have any.
  static func fingerprints(
    _ old: ListSnapshot, _ new: ListSnapshot, _ ids: SectionIDs
  ) -> SectionedRows<RowFingerprint>? {
    guard let old = fingerprints(old), let new = fingerprints(new) else { return nil }
    return SectionedRows(ids: ids, old: old, new: new, comparison: RowComparison())
  }

  private static func fingerprints(_ snapshot: ListSnapshot) -> [[RowFingerprint]]? {
    var rows: [[RowFingerprint]] = []
    for section in snapshot.sections {
      switch section.rows {
      case .fingerprints(let fingerprints): rows.append(fingerprints)
      case .opaque: rows.append([])
      case .typed, .keys, .unread: return nil
      }
    }
    return rows
  }

  /// The rows of all sections, if all of them are of one type.
  private static func typedRows(
    _ old: ListSnapshot, _ new: ListSnapshot, _ ids: SectionIDs
  ) -> (any RowsToCompare)? {
    for section in new.sections + old.sections {
      if case .typed(let rows) = section.rows { return typedRows(like: rows, old, new, ids) }
    }
    return nil
  }

  private static func typedRows<Rows: ComparableRows>(
    like rows: Rows, _ old: ListSnapshot, _ new: ListSnapshot, _ ids: SectionIDs
  ) -> (any RowsToCompare)? {
    func typedRows(of snapshot: ListSnapshot) -> [[Rows.Row]]? {
      var rows: [[Rows.Row]] = []
      for section in snapshot.sections {
        switch section.rows {
        case .typed(let typed):
          guard let typed = typed as? any ComparableRows<Rows.Row> else { return nil }
          rows.append(typed.comparableRows)
        case .opaque: rows.append([])
        case .fingerprints, .keys, .unread: return nil
        }
      }
      return rows
    }
    guard let old = typedRows(of: old), let new = typedRows(of: new) else { return nil }
    return SectionedRows(ids: ids, old: old, new: new, comparison: rows.comparison)
  }
}

extension ListSnapshot {
  /// The number of rows in all sections.
  var rowCount: Int { sections.reduce(0) { $0 + $1.rows.count } }

  /// Whether there are no rows.
  var isEmpty: Bool { sections.allSatisfy { $0.rows.count == 0 } }

  /// Whether the first row of any section can be told from others; asked of one row a section.
  var knowsRows: Bool {
    sections.contains { $0.rows.count > 0 && ($0.rows.identity(at: 0)?.isKnown ?? false) }
  }
}
