// The hooks of subclasses, which are called before observers are notified of the same change.

extension ListViewModel {
  /// A Boolean value that indicates whether the closure of a batch update is executing.
  public final var isPerformingBatchUpdates: Bool { batch != nil }

  /// The sections, each created on demand; without rows, and in no list, if it has vanished in the
  /// meantime.
  public final var sectionViewModels: LazyMapSequence<Range<Int>, SectionViewModel> {
    (0..<numberOfSections).lazy.map { [self] index in
      index < numberOfSections
        ? sectionViewModel(at: index) : SectionViewModel(model: RowSection([Any]()))
    }
  }

  /// Calls the hooks of the existing sections, and then those of the list.
  ///
  /// A change by a hook is queued, so that the list has the state after the changeset until all
  /// hooks and observers were called.
  final func callHooks(for changeset: Changeset, by mapping: ChangesetMapping) {
    if changeset.isReload {
      for section in slots.compactMap(\.viewModel) { section.didReloadData() }
      return didReloadData()
    }
    let reloads =
      changeset.changesPositions
      ? IndexPathSet(changeset.itemReloads.compactMap { mapping.newPosition(of: $0) }.sorted())
      : changeset.itemReloads
    let reloadedSections = changeset.sectionReloads.compactMap(mapping.newSection)
    callSectionHooks(
      for: changeset, reloads: reloads, reloadedSections: reloadedSections,
      newSection: mapping.newSection)
    if !changeset.sectionDeletes.isEmpty { didDeleteSections(at: changeset.sectionDeletes) }
    if !changeset.sectionInserts.isEmpty { didInsertSections(at: changeset.sectionInserts) }
    for move in changeset.sectionMoves { didMoveSection(from: move.from, to: move.to) }
    if !changeset.itemDeletes.isEmpty { didDeleteCells(at: changeset.itemDeletes) }
    if !changeset.itemInserts.isEmpty { didInsertCells(at: changeset.itemInserts) }
    for move in changeset.itemMoves { didMoveCell(from: move.from, to: move.to) }
    if !reloads.isEmpty { didReloadCells(at: reloads) }
    if !reloadedSections.isEmpty { didReloadSections(at: reloadedSections) }
  }

  private func callSectionHooks(
    for changeset: Changeset, reloads: IndexPathSet, reloadedSections: [Int],
    newSection: (Int) -> Int?
  ) {
    var changes: [Int: SectionHooks] = [:]
    func add(_ section: Int?, _ body: (inout SectionHooks) -> Void) {
      guard let section, slots[section].viewModel != nil else { return }
      body(&changes[section, default: SectionHooks()])
    }
    for range in changeset.itemDeletes.ranges {
      add(newSection(range.section)) { $0.deletes.insert(contentsOf: range.items) }
    }
    for range in changeset.itemInserts.ranges {
      add(range.section) { $0.inserts.insert(contentsOf: range.items) }
    }
    for run in changeset.itemMoves.runs {
      let source = newSection(run.source)
      if source == run.target {
        add(source) { $0.moves += run.moves }
      } else {
        add(source) { for move in run.moves { $0.deletes.insert(move.from.item) } }
        add(run.target) { for move in run.moves { $0.inserts.insert(move.to.item) } }
      }
    }
    for range in reloads.ranges {
      add(range.section) { $0.reloads.insert(contentsOf: range.items) }
    }
    for section in reloadedSections { add(section) { $0.isReloaded = true } }
    for (index, hooks) in changes.sorted(by: { $0.key < $1.key }) {
      if let section = slots[index].viewModel { hooks.call(on: section) }
    }
  }
}

/// The changes of the rows of a section.
@MainActor private struct SectionHooks {
  var deletes = RangeSet<Int>()
  var inserts = RangeSet<Int>()
  var moves: [Changeset.Move<ListIndexPath>] = []
  var reloads = RangeSet<Int>()
  var isReloaded = false

  func call(on section: SectionViewModel) {
    if !deletes.isEmpty { section.didDeleteCells(at: deletes) }
    if !inserts.isEmpty { section.didInsertCells(at: inserts) }
    for move in moves { section.didMoveCell(from: move.from.item, to: move.to.item) }
    if !reloads.isEmpty { section.didReloadCells(at: reloads) }
    if isReloaded { section.didReloadData() }
  }
}

extension RangeSet<Int> {
  fileprivate mutating func insert(_ index: Int) { insert(contentsOf: index..<index + 1) }
}
