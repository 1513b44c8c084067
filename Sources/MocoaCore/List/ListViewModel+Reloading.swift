extension ListViewModel {
  /// The maximum number of rows whose identity is read one by one on the main actor.
  ///
  /// Beyond it no difference is worked out, and no row is looked for in a reload. It does not apply
  /// to rows with fingerprints, and to collections whose elements are `Identifiable` and
  /// `Equatable`.
  public nonisolated static var rowLimitOfSearch: Int { 100_000 }

  /// A transaction that reloads everything, with the sections and rows that are found again.
  final func reload(_ batch: ListBatch, counts: [Int]) -> ListTransaction {
    var transaction = ListTransaction(
      .reload, model: batch.isModelReplaced ? newestModel : nil, counts: counts)
    transaction.refresh = .all
    transaction.movement = .found(
      sections: foundSections(), items: batch.keepsRows ? foundItems(batch.base, counts) : [:])
    return transaction
  }

  /// Where the sections that have view models are, by identity.
  private func foundSections() -> [Int: Int] {
    var made: [(index: Int, snapshot: SectionSnapshot)] = []
    for (index, slot) in slots.enumerated() {
      guard let section = slot.viewModel, let newest = newestSection(of: index) else { continue }
      made.append((newest, SectionSnapshot(identityOf: section.model)))
    }
    guard !made.isEmpty else { return [:] }
    let new = (0..<newestModel.numberOfSections).map {
      SectionSnapshot(identityOf: newestModel.section(at: $0))
    }
    // Of several sections of one identity, one at the same position is preferred.
    var found: [Int: Int] = [:]
    for (index, snapshot) in made
    where index < new.count && new[index].identity == snapshot.identity {
      found[index] = index
    }
    let rest = made.filter { found[$0.index] == nil }
    let free = new.indices.filter { found[$0] == nil }
    for (index, match) in ListDifference.match(rest.map(\.snapshot), free.map { new[$0] })
      .enumerated()
    {
      if let match { found[rest[match].index] = free[index] }
    }
    return found
  }

  /// Where the rows are that have a view model or are selected, by identity and occurrence.
  private func foundItems(
    _ base: ListBatch.Base, _ counts: [Int]
  ) -> [ListIndexPath: ListIndexPath] {
    var wanted: [ListIndexPath: RowIdentity] = [:]
    for section in slots.lazy.compactMap(\.viewModel) {
      for cell in section.cells.unordered {
        if let path = cell.indexPath.flatMap(newestPosition) { wanted[path] = cell.identity }
      }
    }
    wanted.merge(selectedRows(before: base)) { cell, _ in cell }
    wanted = wanted.filter { $0.value.isLasting }
    guard !wanted.isEmpty else { return [:] }
    let identities = Set(wanted.values)
    let new = positions(of: identities, in: newestModel, counts)
    var found: [ListIndexPath: ListIndexPath] = [:]
    if case .value(let model) = base {
      for (identity, old) in positions(of: identities, in: model, newestCounts) {
        for (path, newPath) in zip(old, new[identity] ?? []) where wanted[path] == identity {
          found[path] = newPath
        }
      }
      return found
    }
    // The occurrence is not known: a row at the same position is preferred, then the first others.
    var free = new
    for (path, identity) in wanted {
      guard let index = free[identity]?.firstIndex(of: path) else { continue }
      free[identity]?.remove(at: index)
      found[path] = path
    }
    for identity in free.keys { free[identity]?.reverse() }
    for path in wanted.keys.sorted() where found[path] == nil {
      guard let identity = wanted[path], let new = free[identity]?.popLast() else { continue }
      found[path] = new
    }
    return found
  }

  /// Which rows are selected, by their positions before a batch, as far as that is known: up to a
  /// number of rows, or all that a reload looks for; O(rows).
  final func selectedRows(
    before base: ListBatch.Base, limit: Int? = nil
  ) -> [ListIndexPath: RowIdentity] {
    var rows: [ListIndexPath: RowIdentity] = [:]
    guard case .value(let model) = base else {
      for (path, identity) in selectedIdentities.prefix(limit ?? .max) {
        if let path = newestPosition(of: path) { rows[path] = identity }
      }
      return rows
    }
    let selected = queue.reduce(selection) { $1.movement.newPositions(of: $0) }
    for range in selected.ranges where rows.count < limit ?? .max {
      let section = model.section(at: range.section)
      let fingerprints = section.usableFingerprints
      let isSearched = fingerprints != nil || section.numberOfItems <= Self.rowLimitOfSearch
      guard limit != nil || isSearched else { continue }
      for item in range.items.prefix((limit ?? .max) - rows.count) {
        rows[ListIndexPath(section: range.section, item: item)] = section.identity(
          at: item, fingerprints)
      }
    }
    return rows
  }

  /// The positions of the rows of some identities, ascending.
  private func positions(
    of identities: Set<RowIdentity>, in model: any ListModel, _ counts: [Int]
  ) -> [RowIdentity: [ListIndexPath]] {
    var positions: [RowIdentity: [ListIndexPath]] = [:]
    var budget = Self.rowLimitOfSearch
    for (index, count) in counts.enumerated() {
      let section = model.section(at: index)
      let fingerprints = section.usableFingerprints
      if fingerprints == nil {
        guard count <= budget else { continue }
        budget -= count
      }
      for item in 0..<count {
        let identity = section.identity(at: item, fingerprints)
        guard identities.contains(identity) else { continue }
        positions[identity, default: []].append(ListIndexPath(section: index, item: item))
      }
    }
    return positions
  }
}

extension SectionModel {
  /// The identity of the row at a position; nil where there is none.
  func identity(at index: Int) -> RowIdentity? {
    index < numberOfItems ? identity(at: index, usableFingerprints) : nil
  }

  /// The identity of the row at a position, by its fingerprint if there are fingerprints.
  fileprivate func identity(at index: Int, _ fingerprints: [RowFingerprint]?) -> RowIdentity {
    fingerprints.map { .fingerprint($0[index].id) } ?? RowIdentity(of: item(at: index))
  }
}
