// Positions are those of the list as it is, with all operations before. The data has been changed
// already, or will be before the batch update ends.

extension ListViewModel {
  /// Says that rows have come.
  ///
  /// - Parameter paths: where the rows are, when all of them are there.
  /// - Precondition: the sections exist, and with the new rows there are no gaps.
  /// - Complexity: O(new ranges) at the end of sections, else O(view models of these sections).
  public final func insertItems(at paths: IndexPathSet) {
    for range in paths.ranges { checkSection(range.section) }
    perform(Changeset(itemInserts: paths)) { origins in
      var room: [Int: Int] = [:]
      for range in paths.ranges {
        let count = room[range.section] ?? slots[range.section].count
        precondition(
          range.items.lowerBound <= count,
          "Rows are inserted among the \(count) rows of section \(range.section) or at its end.")
        room[range.section] = count + range.items.count
        origins.sections[range.section].isExplicit = true
      }
    }
  }

  /// Says that rows have gone.
  ///
  /// - Parameter paths: where the rows were, when all of them were there.
  /// - Precondition: the rows exist.
  public final func deleteItems(at paths: IndexPathSet) {
    checkItems(paths)
    perform(Changeset(itemDeletes: paths)) { origins in
      for range in paths.ranges { origins.sections[range.section].isExplicit = true }
    }
  }

  /// Says that rows show something else, and gives their view models the models that they have now.
  ///
  /// A row that came in the same batch is not reloaded on top of that.
  ///
  /// - Precondition: the rows exist.
  public final func reloadItems(at paths: IndexPathSet) {
    checkItems(paths)
    perform(Changeset()) { origins in
      for path in paths {
        origins.sections[path.section].isExplicit = true
        if let old = origins.origin(of: path) { batch?.itemReloads.insert(old) }
        if let cell = existingCellViewModel(at: path) { markStale(cell) }
      }
    }
  }

  /// Says that a row is elsewhere now, in the same section or another.
  ///
  /// - Parameters:
  ///   - source: where the row was.
  ///   - target: where the row is, when it has left its old place.
  /// - Precondition: both are positions of rows.
  public final func moveItem(from source: ListIndexPath, to target: ListIndexPath) {
    checkItems([source])
    checkSection(target.section)
    let count = slots[target.section].count - (source.section == target.section ? 1 : 0)
    precondition(
      (0...count).contains(target.item), "A row is moved among the rows of a section.")
    let changeset = source == target ? Changeset() : Changeset.move(from: source, to: target)
    perform(changeset) { origins in
      origins.sections[source.section].isExplicit = true
      origins.sections[target.section].isExplicit = true
    }
  }

  /// Says that a row has come.
  public final func insertItem(at path: ListIndexPath) { insertItems(at: [path]) }

  /// Says that a row has gone.
  public final func deleteItem(at path: ListIndexPath) { deleteItems(at: [path]) }

  /// Says that a row shows something else.
  public final func reloadItem(at path: ListIndexPath) { reloadItems(at: [path]) }
}

// MARK: - Sections

extension ListViewModel {
  /// Says that sections have come, with all their rows.
  ///
  /// - Parameter sections: where the sections are, when all of them are there.
  /// - Precondition: with the new sections there are no gaps.
  public final func insertSections(_ sections: some Sequence<Int>) {
    let sections = Set(sections).sorted()
    for (offset, section) in sections.enumerated() {
      precondition(
        (0...slots.count + offset).contains(section),
        "Sections are inserted among the \(slots.count) or at the end.")
    }
    performOnSections(.insertSections(sections))
    guard var origins = batch?.origins else { return }
    for section in sections { origins.sections[section].isExplicit = true }
    batch?.origins = origins
  }

  /// Says that sections have gone, with all their rows.
  ///
  /// - Precondition: the sections exist.
  public final func deleteSections(_ sections: some Sequence<Int>) {
    let sections = Set(sections)
    for section in sections { checkSection(section) }
    performOnSections(.deleteSections(sections))
  }

  /// Says that a section is elsewhere now, with all its rows.
  ///
  /// - Parameters:
  ///   - source: where the section was.
  ///   - target: where the section is, when it has left its old place.
  /// - Precondition: both are positions of sections.
  public final func moveSection(from source: Int, to target: Int) {
    checkSection(source)
    checkSection(target)
    performOnSections(source == target ? Changeset() : .moveSection(from: source, to: target))
  }

  /// Says that sections, with their rows and other elements, show something else.
  ///
  /// Rows that can be found again keep their view models.
  ///
  /// - Precondition: the sections exist.
  public final func reloadSections(_ sections: some Sequence<Int>) {
    let sections = Set(sections)
    for section in sections { checkSection(section) }
    performBatchUpdates(mode: .explicit) {
      performOnSections(Changeset())
      for section in sections { markReloaded(section) }
    }
  }

  /// Says that a section has come.
  public final func insertSection(at section: Int) { insertSections(CollectionOfOne(section)) }

  /// Says that a section has gone.
  public final func deleteSection(at section: Int) { deleteSections(CollectionOfOne(section)) }

  /// Says that a section shows something else.
  public final func reloadSection(at section: Int) { reloadSections(CollectionOfOne(section)) }

  private func markStale(_ element: ElementViewModel) {
    element.isStale = true
    batch?.stale.append(element)
  }

  private func markReloaded(_ section: Int) {
    batch?.origins?.sections[section].isReloaded = true
    for element in existingSectionViewModel(at: section)?.elements ?? [] { markStale(element) }
    // Without knowing what was there, rows are kept by position, and cells by identity.
    guard batch?.mode == .explicit else { return }
    let (old, new) = (slots[section].count, sectionModel(at: section).numberOfItems)
    if new > old { insertItems(at: IndexPathSet(old..<new, inSection: section)) }
    if new < old { deleteItems(at: IndexPathSet(new..<old, inSection: section)) }
  }
}

// MARK: - Performing

extension ListViewModel {
  /// Applies an operation at once, and notes it for the end of the batch.
  private func perform(_ changeset: Changeset, noting note: (inout OriginTable) -> Void) {
    performBatchUpdates(mode: .explicit) {
      var origins = batch?.origins ?? OriginTable(counts: slots.map(\.count))
      // The batch must not hold a second copy while the table changes.
      batch?.origins = nil
      note(&origins)
      let counts = changeset.sectionInserts.reduce(into: [:]) {
        $0[$1] = sectionModel(at: $1).numberOfItems
      }
      origins.apply(changeset) { counts[$0] ?? 0 }
      moveElements(by: changeset) { origins.sections[$0].count }
      batch?.origins = origins
    }
  }

  private func performOnSections(_ changeset: Changeset) {
    perform(changeset) { _ in batch?.isListExplicit = true }
  }

  /// Notes that the rows of a section are what operations say.
  final func markExplicit(_ section: Int) {
    perform(Changeset()) { $0.sections[section].isExplicit = true }
  }

  private func checkSection(_ section: Int) {
    precondition(slots.indices.contains(section), "The list has no section \(section).")
  }

  private func checkItems(_ paths: IndexPathSet) {
    for range in paths.ranges {
      checkSection(range.section)
      precondition(
        range.items.lowerBound >= 0 && range.items.upperBound <= slots[range.section].count,
        "Section \(range.section) has no such rows.")
    }
  }
}
