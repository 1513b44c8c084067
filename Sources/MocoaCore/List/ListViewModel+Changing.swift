// Every change is a transaction: it is worked out when it is requested, waits in a queue while
// hooks and observers of an earlier one are called, and is then applied and announced.

extension ListViewModel {
  /// Makes several changes that are shown as one.
  ///
  /// The closure changes the data. In automatic mode the data is then compared with what the list
  /// showed before. Operations in the closure, such as `insertItems(at:)`, say how the rows of
  /// their sections have changed instead, and operations on sections how the order of the sections
  /// has; their positions are those of the list as the operations before have left it. They are
  /// verified against all rows. If they contradict the data, the difference is used and a
  /// diagnostic is logged.
  ///
  /// The closure runs exactly once and at once, with or without a view. A batch within another
  /// joins it. Until the outermost batch ends, the list is as it was before. Then it changes, and
  /// observers get one changeset, followed by the reloads that were requested in the meantime.
  /// That holds for a closure that throws as well. A batch in a hook of a view model or in an
  /// observer is a transaction of its own: the list changes after all observers have got the
  /// changeset before.
  ///
  /// ```swift
  /// list.performBatchUpdates {
  ///   store.contacts.remove(at: 3)
  ///   list.deleteItem(at: ListIndexPath(section: 0, item: 3))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - mode: `.explicit` compares nothing, which saves reading a model that is an object.
  ///   - updates: changes the data.
  ///   - completion: called exactly once, in a later turn of the main actor; with false if the
  ///     closure has thrown.
  /// - Returns: the result of the closure.
  /// - Throws: what the closure throws.
  @discardableResult
  public final func performBatchUpdates<Result>(
    mode: BatchMode = .automatic, _ updates: () throws -> Result,
    completion: (@MainActor (Bool) -> Void)? = nil
  ) rethrows -> Result {
    if batch == nil { batch = ListBatch(mode: mode, base: base(for: mode)) }
    batch?.depth += 1
    var isFinished = false
    defer {
      if let completion { batch?.completions.append((completion, isFinished)) }
      endBatch()
    }
    let result = try updates()
    isFinished = true
    return result
  }

  private func base(for mode: BatchMode) -> ListBatch.Base {
    if !newestModel.changesInPlace { return .value(newestModel) }
    if mode == .explicit { return .unknown }
    return .snapshot(ListSnapshot(of: newestModel, mayChange: true))
  }

  private func endBatch() {
    batch?.depth -= 1
    guard let ended = batch, ended.depth == 0 else { return }
    batch = nil
    if let transaction = transaction(for: ended) { enqueue(transaction) }
  }

  /// Requests a change that is part of the current batch, or a transaction of its own.
  ///
  /// The body must not call code of others.
  final func change(base: ListBatch.Base? = nil, _ body: (inout ListBatch) -> Void) {
    let mode = BatchMode.explicit
    var current = batch ?? ListBatch(mode: mode, base: base ?? self.base(for: mode))
    // The list must not hold a second copy while the batch changes.
    batch = nil
    body(&current)
    batch = current
    guard current.depth == 0 else { return }
    batch?.depth = 1
    endBatch()
  }

  /// Sets the model that the data of later changes is.
  private func replaceModel(_ model: any ListModel) {
    newestModel = model
    sendableModel = nil
  }

  /// Overtakes all pending updates.
  private func overtakeUpdates() {
    requestCount += 1
    pendingComparison?.cancel()
  }

  /// The model that the list shows; setting it shows the difference.
  ///
  /// Rows are found by identity: their view models and the selection stay with them. In a batch
  /// update the difference is shown at its end, and in a hook or an observer after all observers
  /// were notified; until then this is the model that was set. Pending updates are discarded.
  public final var model: any ListModel {
    get { newestModel }
    set { setModel(newValue) }
  }

  private func setModel(_ model: any ListModel) {
    overtakeUpdates()
    let isSame =
      type(of: model) is AnyClass && (model as AnyObject) === (newestModel as AnyObject)
    let base = batch == nil && !isSame ? ListBatch.Base.value(newestModel) : nil
    replaceModel(model)
    if batch != nil {
      batch?.isModelReplaced = true
    } else {
      var batch = ListBatch(mode: .automatic, base: base ?? .unknown)
      batch.isModelReplaced = true
      if let transaction = transaction(for: batch) { enqueue(transaction) }
    }
  }

  /// Shows another model without looking for the rows of the old one in it: no view model stays
  /// with its row, and nothing is selected.
  ///
  /// For models of so many rows that a difference would take too long, such as the same rows in
  /// another order, where the caller knows better what has become of each. Pending updates are
  /// discarded.
  ///
  /// - Complexity: O(sections), and O(view models that there are).
  public final func reset(to model: any ListModel) {
    overtakeUpdates()
    change {
      replaceModel(model)
      $0.isModelReplaced = true
      $0.isReload = true
      $0.keepsRows = false
    }
  }

  /// Reloads everything from the model, and notifies the observers of that.
  ///
  /// For a model whose rows have changed in ways that were not recorded. View models and the
  /// selection are kept for rows whose identity is found again; see `rowLimitOfSearch`.
  public final func reloadData() { change { $0.isReload = true } }

  /// Notifies the list that rows were appended to a section.
  ///
  /// View models, selection and positions stay as they are. Pending updates are compared with the
  /// grown list.
  ///
  /// - Parameters:
  ///   - section: the section that has grown.
  ///   - model: the grown model; nil if the present one has grown in place.
  /// - Precondition: the section has no fewer rows than before.
  /// - Complexity: O(1), whatever the number of rows and of view models.
  public final func didAppendItems(toSection section: Int, in model: (any ListModel)? = nil) {
    let range =
      newestCount(
        ofSection: section)..<(model ?? newestModel).section(at: section)
      .numberOfItems
    append(.insert(range, inSection: section), in: model) { edits in
      if !range.isEmpty { edits.insertItems(at: IndexPathSet(range, inSection: section)) }
    }
  }

  /// Notifies the list that sections were appended.
  ///
  /// - Parameter model: the grown model; nil if the present one has grown in place.
  /// - Precondition: there are no fewer sections than before.
  /// - Complexity: O(sections).
  public final func didAppendSections(in model: (any ListModel)? = nil) {
    let counts = (model ?? newestModel).counts
    let old = batch?.edits?.sections.count ?? newestCounts.count
    precondition(counts.count >= old, "A list that was appended to has grown.")
    append(.insertSections(old..<counts.count), counts: counts, in: model) { edits in
      edits.insertSections(old..<counts.count)
    }
  }

  private func append(
    _ changeset: Changeset, counts: [Int]? = nil, in model: (any ListModel)?,
    _ edit: (inout ListEdits) -> Void
  ) {
    if let model { replaceModel(model) }
    if batch != nil {
      return change {
        if model != nil { $0.isModelReplaced = true }
        record(edit, in: &$0)
      }
    }
    enqueue(ListTransaction(changeset, model: model, counts: counts))
  }

  // MARK: - Operations

  /// Records an operation.
  final func edit(_ operation: (inout ListEdits) -> Void) {
    change { record(operation, in: &$0) }
  }

  private func record(_ operation: (inout ListEdits) -> Void, in batch: inout ListBatch) {
    var edits = batch.edits ?? ListEdits(counts: newestCounts)
    // The batch must not hold a second copy while the record changes.
    batch.edits = nil
    operation(&edits)
    batch.edits = edits
  }

  // MARK: - Requests to be shown again

  /// Notifies observers that an element is to be shown again: now, or after the current change.
  final func reloadElement(_ element: ElementViewModel) { reloadLater(element) }

  /// Notifies observers that a section or an element is to be shown again.
  final func reloadLater(_ viewModel: ViewModel) {
    if batch != nil {
      batch?.delay(viewModel)
    } else {
      var transaction = ListTransaction()
      transaction.delayed = [viewModel]
      enqueue(transaction)
    }
  }
}

// MARK: - Transactions

extension ListViewModel {
  /// The number of rows of each section after all transactions of the queue.
  final var newestCounts: [Int] {
    let last = queue.last { $0.counts != nil }?.counts
    let appended = queue.reversed().prefix { $0.counts == nil }.reversed()
    return appended.reduce(last ?? slots.map(\.count)) { $1.counts(from: $0) }
  }

  private func newestCount(ofSection section: Int) -> Int {
    if let edits = batch?.edits { return edits.sections[section].count }
    return queue.isEmpty ? slots[section].count : newestCounts[section]
  }

  /// Works out what a batch has changed.
  private func transaction(for batch: ListBatch) -> ListTransaction? {
    var transaction = batch.mayHaveChanged ? change(by: batch) : ListTransaction()
    transaction.delayed = batch.delayed
    transaction.completions = batch.completions
    let isEmpty =
      !batch.mayHaveChanged && batch.delayed.isEmpty && batch.completions.isEmpty
    return isEmpty ? nil : transaction
  }

  private func change(by batch: ListBatch) -> ListTransaction {
    let counts = newestModel.counts
    let model = batch.isModelReplaced ? newestModel : nil
    var changeset: Changeset?
    if !batch.isReload {
      changeset = batch.difference ?? self.changeset(of: batch, counts: counts)
    }
    guard let changeset, !changeset.isReload else { return reload(batch, counts: counts) }
    var transaction = ListTransaction(changeset, model: model, counts: counts)
    transaction.refresh = model != nil || batch.mode == .automatic ? .all : .sections
    return transaction
  }

  /// The changeset of a batch, or nil if everything is to be reloaded.
  private func changeset(of batch: ListBatch, counts: [Int]) -> Changeset? {
    let oldCounts = newestCounts
    if batch.mode == .explicit {
      guard var edits = batch.edits else {
        if counts == oldCounts { return Changeset() }
        log(.contradiction(reason: "rows were inserted or deleted without an operation"))
        return difference(of: batch, oldCounts: oldCounts)
      }
      if edits.resize(to: counts) {
        let changeset = edits.changeset()
        if isConfirmed(changeset, of: batch, from: oldCounts, reloading: edits) {
          return changeset
        }
      }
      log(.contradiction(reason: "the operations do not lead to the rows of the data"))
      return difference(of: batch, oldCounts: oldCounts)
    }
    guard var edits = batch.edits else { return difference(of: batch, oldCounts: oldCounts) }
    guard let old = batch.snapshot(), old.counts == oldCounts else { return nil }
    let new = ListSnapshot(of: newestModel)
    if edits.fillInsertedSections(counts: counts),
      let changeset = edits.verified(from: old, to: new, limit: Self.rowLimitOfSearch)
    {
      return changeset
    }
    log(.contradiction(reason: "the operations do not lead to the rows of the data"))
    var changeset = ListDifference.changeset(from: old, to: new, limit: Self.rowLimitOfSearch)
    if !changeset.isReload { changeset.addReloads(edits.itemReloads) }
    return changeset
  }

  private func difference(of batch: ListBatch, oldCounts: [Int]) -> Changeset? {
    guard let old = batch.snapshot(), old.counts == oldCounts else { return nil }
    return ListDifference.changeset(
      from: old, to: ListSnapshot(of: newestModel), limit: Self.rowLimitOfSearch)
  }

  /// The maximum number of selected rows that are verified.
  private static var verifiedSelectionCount: Int { 1_000 }

  /// Whether the displayed rows, selected rows, and the sections that have view models are where a
  /// changeset puts them.
  private func isConfirmed(
    _ changeset: Changeset, of batch: ListBatch, from oldCounts: [Int], reloading edits: ListEdits
  ) -> Bool {
    if changeset.onlyInsertsAtEnds(of: oldCounts) || !changeset.changesPositions {
      return true
    }
    let mapping = ChangesetMapping(changeset)
    let ignored = Set(edits.sections.indices.filter { edits.sections[$0].isReloaded })
    var models: [Int: any SectionModel] = [:]
    func isRow(_ identity: RowIdentity, from old: ListIndexPath) -> Bool {
      guard identity.isLasting, let new = mapping.newPosition(of: old),
        !ignored.contains(new.section)
      else { return true }
      let section = models[new.section] ?? newestModel.section(at: new.section)
      models[new.section] = section
      guard let found = section.identity(at: new.item), found.isLasting else { return true }
      return found == identity
    }
    return displayed.values.allSatisfy { element in
      guard let cell = element as? CellViewModel, let path = cell.indexPath.flatMap(newestPosition)
      else { return true }
      return isRow(cell.identity, from: path)
    }
      && selectedRows(before: batch.base, limit: Self.verifiedSelectionCount)
        .allSatisfy { isRow($1, from: $0) }
      && slots.enumerated().allSatisfy { index, slot in
        guard let identity = slot.viewModel?.model.sectionIdentity,
          let new = newestSection(of: index).flatMap(mapping.newSection)
        else { return true }
        return identity == newestModel.section(at: new).sectionIdentity
      }
  }

  /// Where a row is after all transactions of the queue.
  final func newestPosition(of path: ListIndexPath) -> ListIndexPath? {
    queue.reduce(path) { path, transaction in
      path.flatMap { transaction.movement.newPosition(of: $0) }
    }
  }

  final func newestSection(of section: Int) -> Int? {
    queue.reduce(section) { section, transaction in
      section.flatMap { transaction.movement.newSection(of: $0) }
    }
  }
}

extension ListEdits {
  /// The changeset of the operations and of everything else that has changed; nil if the operations
  /// contradict the data.
  fileprivate func verified(
    from old: ListSnapshot, to new: ListSnapshot, limit: Int
  ) -> Changeset? {
    let current = applied(to: old, filledFrom: new)
    // Inserted rows beyond those that the data has were not filled.
    guard current.counts == sections.map(\.count) else { return nil }
    let step = ListDifference.changeset(from: current, to: new, limit: limit)
    if step.isReload || contradicts(step) { return nil }
    var total = self
    total.apply(step, counts: new.counts)
    var changeset = total.changeset()
    changeset.addReloads(of: step, after: self)
    return changeset
  }

  /// Whether a further change moves, inserts or deletes what operations have described.
  private func contradicts(_ step: Changeset) -> Bool {
    if isListExplicit, step.changesSections { return true }
    let mapping = ChangesetMapping(step)
    let explicit = Set(sections.indices.filter { sections[$0].isExplicit })
    let isNew = { (section: Int) in mapping.oldSection(of: section).map(explicit.contains) ?? false
    }
    return step.itemDeletes.ranges.contains { explicit.contains($0.section) }
      || step.itemInserts.ranges.contains { isNew($0.section) }
      || step.itemMoves.contains { explicit.contains($0.from.section) || isNew($0.to.section) }
  }
}

extension Changeset {
  /// Adds reloads of rows that still exist.
  fileprivate mutating func addReloads(_ paths: IndexPathSet) {
    guard !paths.isEmpty else { return }
    let mapping = ChangesetMapping(self)
    itemReloads = itemReloads.union(
      IndexPathSet(paths.filter { mapping.newPosition(of: $0) != nil }))
  }

  /// Adds the reloads and the other parts of sections of a step that came after operations.
  fileprivate mutating func addReloads(of step: Changeset, after edits: ListEdits) {
    addReloads(edits.origins(of: step.itemReloads))
    sectionReloads += step.sectionReloads.compactMap { edits.sections[$0].origin }
    sectionReloads = Set(sectionReloads).sorted()
    func old(_ path: SupplementaryPath) -> SupplementaryPath? {
      edits.sections[path.section].origin.map {
        SupplementaryPath(kind: path.kind, section: $0, index: path.index)
      }
    }
    supplementaryDeletes = step.supplementaryDeletes.compactMap(old).sorted()
    supplementaryReloads = step.supplementaryReloads.compactMap(old).sorted()
    let inserts = Set(sectionInserts)
    supplementaryInserts = step.supplementaryInserts.filter { !inserts.contains($0.section) }
  }

  /// Whether rows are only inserted after the last ones of their sections.
  func onlyInsertsAtEnds(of counts: @autoclosure () -> [Int]) -> Bool {
    guard !changesSections, itemDeletes.isEmpty, itemMoves.isEmpty, !itemInserts.isEmpty
    else { return false }
    let counts = counts()
    return itemInserts.ranges.allSatisfy { $0.items.lowerBound >= counts[$0.section] }
  }
}

extension ListModel {
  /// The number of rows of each section.
  var counts: [Int] { (0..<numberOfSections).map { section(at: $0).numberOfItems } }

  /// Whether the list or one of its sections is an object.
  var changesInPlace: Bool {
    type(of: self) is AnyClass
      || (0..<numberOfSections).contains { type(of: section(at: $0)) is AnyClass }
  }
}
