extension ListViewModel {
  /// The most rows that are asked for their identity one by one on the main actor.
  ///
  /// Beyond it, a difference is not worked out, and nothing is searched when everything is loaded
  /// anew. It does not count for rows with fingerprints, and for collections whose elements are
  /// `Identifiable` and `Equatable`.
  public nonisolated static var rowLimitOfSearch: Int { 100_000 }

  /// Loads everything anew, and finds the rows again that have a view model or are selected.
  ///
  /// - Parameters:
  ///   - counts: the number of rows of each section of the model.
  ///   - keepsRows: whether rows are looked for at all.
  /// - Returns: the changeset that says: load everything anew.
  final func reloadByIdentity(counts: [Int], keepingRows keepsRows: Bool = true) -> Changeset {
    version += 1
    var wanted = WantedRows()
    let sections = slots.compactMap(\.viewModel)
    if !keepsRows { selection.removeAll() }
    for section in sections where keepsRows {
      for cell in section.cells.unordered {
        if cell.identity.isLasting { wanted.add(cell) }
      }
    }
    for (path, identity) in selection where identity.isLasting { wanted.add(path, identity) }
    selection.removeAll()
    slots = counts.map { .count($0) }
    let matches = keepSections(sections)
    let found = find(wanted, counts: counts)
    for section in sections {
      for element in section.elements where found.cells[ObjectIdentifier(element)] == nil {
        letGo(element)
      }
      section.cells = SparseTable()
      section.supplementaries = [:]
    }
    for section in sections where !matches.contains(ObjectIdentifier(section)) { letGo(section) }
    selection = found.selection
    for (cell, path) in found.cells.values {
      let section = sectionViewModel(at: path.section)
      cell.index = path.item
      cell.isStale = true
      section.cells[path.item] = cell
      section.adoptManaged(cell)
    }
    replaceSectionModels()
    for (cell, _) in found.cells.values { cell.section?.updateNow(cell) }
    return .reload
  }

  /// Keeps the view models of sections that are there by identity.
  ///
  /// - Returns: those that were kept.
  private func keepSections(_ sections: [SectionViewModel]) -> Set<ObjectIdentifier> {
    guard !sections.isEmpty else { return [] }
    let old = sections.map { SectionSnapshot(identityOf: $0.model) }
    let new = slots.indices.map { SectionSnapshot(identityOf: storedModel.section(at: $0)) }
    var kept: Set<ObjectIdentifier> = []
    for (index, match) in ListDifference.matchSections(old, new).enumerated() {
      guard let match else { continue }
      let section = sections[match]
      section.index = index
      section.numberOfItems = slots[index].count
      slots[index] = .made(section)
      kept.insert(ObjectIdentifier(section))
    }
    return kept
  }

  private func find(_ wanted: WantedRows, counts: [Int]) -> FoundRows {
    var (wanted, found) = (wanted, FoundRows())
    var budget = Self.rowLimitOfSearch
    for (index, count) in counts.enumerated() where !wanted.isEmpty {
      let section = storedModel.section(at: index)
      if let fingerprints = section.usableFingerprints {
        for (item, row) in fingerprints.enumerated() {
          wanted.take(.fingerprint(row.id), at: ListIndexPath(section: index, item: item), &found)
        }
      } else if count <= budget {
        budget -= count
        for item in 0..<count {
          let identity = RowIdentity(of: section.item(at: item))
          wanted.take(identity, at: ListIndexPath(section: index, item: item), &found)
        }
      }
    }
    return found
  }
}

/// Rows that are to be found again.
@MainActor private struct WantedRows {
  private var cells: [RowIdentity: [CellViewModel]] = [:]
  private var selected: [RowIdentity: [ListIndexPath]] = [:]

  var isEmpty: Bool { cells.isEmpty && selected.isEmpty }

  mutating func add(_ cell: CellViewModel) { cells[cell.identity, default: []].append(cell) }

  mutating func add(_ path: ListIndexPath, _ identity: RowIdentity) {
    selected[identity, default: []].append(path)
  }

  mutating func take(_ identity: RowIdentity, at path: ListIndexPath, _ found: inout FoundRows) {
    if let cell = cells[identity]?.popLast() {
      found.cells[ObjectIdentifier(cell)] = (cell, path)
      if cells[identity]?.isEmpty ?? false { cells[identity] = nil }
    }
    if selected[identity]?.popLast() != nil {
      found.selection[path] = identity
      if selected[identity]?.isEmpty ?? false { selected[identity] = nil }
    }
  }
}

/// Rows that were found again, and where.
private struct FoundRows {
  var cells: [ObjectIdentifier: (cell: CellViewModel, path: ListIndexPath)] = [:]
  var selection: [ListIndexPath: RowIdentity] = [:]
}

extension SectionSnapshot {
  /// What is known of a section without looking at its rows.
  fileprivate init(identityOf section: any SectionModel) {
    self.init(of: section, rows: .opaque)
  }
}
