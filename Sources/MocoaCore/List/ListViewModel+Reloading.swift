extension ListViewModel {
  /// The maximum number of rows whose identity is read one by one on the main actor.
  ///
  /// Beyond it no difference is computed, and a reload does not match rows. It does not apply to
  /// rows with fingerprints, and to collections whose elements are `Identifiable` and `Equatable`.
  nonisolated static var rowLimitOfSearch: Int { 100_000 }

  /// Returns a transaction that reloads all data, with the matched sections and rows.
  final func reload(_ batch: ListBatch, counts: [Int]) -> ListTransaction {
    var movement: ListMovement?
    if case .value = batch.base, !batch.isModelReplaced {
      // The rows are unchanged.
      movement = .changeset(Changeset().mapping)
    }
    return ListTransaction(
      .reload, model: newestModel, counts: counts, refresh: .all,
      movement: movement
        ?? .found(
          sections: foundSections(), items: batch.keepsRows ? foundItems(batch.base, counts) : [:]))
  }

  /// Returns the new indices of the sections with view models, by identity.
  private func foundSections() -> [Int: Int] {
    let made = slots.enumerated().compactMap { index, slot in
      slot.viewModel.flatMap { section in
        newestSection(of: index).map { ($0, SectionSnapshot(identityOf: section.model)) }
      }
    }
    let new = (0..<newestModel.numberOfSections).map {
      SectionSnapshot(identityOf: newestModel.section(at: $0))
    }
    let identities = ListDifference.identities(made.map(\.1), new)
    return Self.match(
      Dictionary(uniqueKeysWithValues: zip(made.map(\.0), identities.old)),
      Dictionary(grouping: new.indices, by: { identities.new[$0] }))
  }

  /// Returns the new index paths of the rows that have a view model or are selected, by identity.
  private func foundItems(
    _ base: ListBatch.Base, _ counts: [Int]
  ) -> [ListIndexPath: ListIndexPath] {
    let cells = slots.lazy.compactMap(\.viewModel).flatMap(\.cells.unordered)
    let wanted = rows(of: cells).merging(selectedRows(before: base)) { cell, _ in cell }
      .filter { $0.value.isLasting }
    return wanted.isEmpty
      ? [:] : Self.match(wanted, positions(of: Set(wanted.values), in: newestModel, counts))
  }

  /// Matches elements by identity: those at equal positions, and then the others in order.
  private static func match<Position: Hashable & Comparable, Identity: Hashable>(
    _ old: [Position: Identity], _ new: [Identity: [Position]]
  ) -> [Position: Position] {
    var found: [Position: Position] = [:]
    for (identity, positions) in Dictionary(grouping: old.keys, by: { old[$0] }) {
      guard let new = identity.flatMap({ new[$0] }) else { continue }
      let same = Set(positions).intersection(new)
      for position in same { found[position] = position }
      let moved = zip(
        positions.filter { !same.contains($0) }.sorted(), new.filter { !same.contains($0) })
      for (old, new) in moved { found[old] = new }
    }
    return found
  }

  /// Returns the identities of cells, by the newest index paths of their rows.
  final func rows(of cells: some Sequence<AnyCellViewModel>) -> [ListIndexPath: RowIdentity] {
    cells.reduce(into: [:]) { rows, cell in
      if let path = cell.indexPath.flatMap(newestPosition) { rows[path] = cell.identity }
    }
  }

  /// Returns the identities of selected rows, by their index paths before a batch.
  ///
  /// They are those of up to 1,000 rows of a value, or the recorded ones of a model that changes in
  /// place.
  final func selectedRows(before base: ListBatch.Base) -> [ListIndexPath: RowIdentity] {
    var rows: [ListIndexPath: RowIdentity] = [:]
    if case .value(let model) = base {
      let selected = queue.reduce(selection) { $1.movement.newPositions(of: $0) }
      for path in selected.prefix(1_000) {
        rows[path] = model.section(at: path.section).identity(at: path.item)
      }
    } else {
      for (path, identity) in selectedIdentities {
        if let path = newestPosition(of: path) { rows[path] = identity }
      }
    }
    return rows
  }

  /// Returns the index paths of the rows with some identities, in ascending order.
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
  /// Returns the identity of the row at an index; nil if there is none.
  func identity(at index: Int) -> RowIdentity? {
    index < numberOfItems ? identity(at: index, usableFingerprints) : nil
  }

  /// Returns the identity of the row at an index, by its fingerprint if there are fingerprints.
  fileprivate func identity(at index: Int, _ fingerprints: [RowFingerprint]?) -> RowIdentity {
    fingerprints.map { .fingerprint($0[index].id) } ?? RowIdentity(of: item(at: index))
  }
}
