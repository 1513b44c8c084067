// Every change is a transaction: it is computed when it is requested, queued while hooks and
// observers of an earlier one are called, and then applied, and observers are notified.

extension ListViewModel {
  /// Performs several changes as one batch.
  ///
  /// The closure changes the data, which is then compared with the previous state of the list.
  /// Operations in the closure, such as `insertItems(at:)`, describe instead how the rows of their
  /// sections have changed, and operations on sections how the order of the sections has; their
  /// index paths are relative to the result of the earlier operations. They are verified against
  /// all rows. If they contradict the data, the difference is used and a diagnostic is logged.
  ///
  /// The closure is called once and immediately, with or without a view. A nested batch is part of
  /// the outer one. Until the outermost batch ends, the list is unchanged. Then it is updated, and
  /// observers are notified of one changeset, followed by the reloads that were requested in the
  /// meantime, even if the closure throws. A batch in a hook of a view model or in an observer is a
  /// separate transaction: the list is updated after all observers were notified of the previous
  /// changeset.
  ///
  /// ```swift
  /// // `store` is a list model of a class, which the list displays; a value is replaced instead.
  /// list.performBatchUpdates {
  ///   store.contacts.remove(at: 3)
  ///   list.deleteItems(at: [ListIndexPath(section: 0, item: 3)])
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - comparesData: Whether data is compared; if not, operations are verified only against
  ///     counts, displayed rows and some selected ones, so that a model of a class is not read.
  ///   - updates: Changes the data.
  ///   - completion: Called exactly once, in a later turn of the main actor; with `false` if the
  ///     closure has thrown an error.
  /// - Returns: The result of the closure.
  /// - Throws: An error of the closure.
  @discardableResult
  public final func performBatchUpdates<Result>(
    comparingData comparesData: Bool = true, _ updates: () throws -> Result,
    completion: (@MainActor (Bool) -> Void)? = nil
  ) rethrows -> Result {
    let batch = batch ?? ListBatch(comparesData: comparesData, base: base(isRead: comparesData))
    self.batch = batch
    batch.depth += 1
    var isFinished = false
    defer {
      if let completion { batch.completions.append((completion, isFinished)) }
      batch.depth -= 1
      if batch.depth == 0 {
        self.batch = nil
        commit(batch)
      }
    }
    let result = try updates()
    isFinished = true
    return result
  }

  private func base(isRead: Bool) -> ListBatch.Base {
    if !newestModel.changesInPlace { return .value(newestModel) }
    return isRead ? .snapshot(ListSnapshot(of: newestModel, mayChange: true)) : .unknown
  }

  /// Requests a change as part of the current batch, or as a separate transaction.
  ///
  /// The body must not call hooks or observers.
  final func change(_ body: (ListBatch) -> Void) {
    performBatchUpdates(comparingData: false) {
      if let batch { body(batch) }
    }
  }

  /// Records an operation.
  final func edit(_ operation: (inout ListEdits) -> Void) {
    change { batch in
      var edits = batch.edits ?? ListEdits(counts: newestCounts)
      // Removed meanwhile, so that changing the record does not copy it.
      batch.edits = nil
      operation(&edits)
      batch.edits = edits
    }
  }

  /// Sets the model to which later changes refer.
  final func replaceModel(_ model: any ListModel) {
    newestModel = model
    sendableModel = nil
    batch?.isModelReplaced = true
  }

  /// Discards all pending updates.
  private func overtakeUpdates() {
    requestCount += 1
    pendingComparison?.cancel()
  }

  /// The model of the list; setting it updates the list by the difference.
  ///
  /// Rows are matched by identity, and keep their view models and selection. In a batch update the
  /// list is updated at its end, and in a hook or an observer after all observers were notified;
  /// until then this is the model that was set. Pending updates are discarded.
  public final var model: any ListModel {
    get { newestModel }
    set {
      overtakeUpdates()
      let isSame =
        type(of: newValue) is AnyClass && (newValue as AnyObject) === (newestModel as AnyObject)
      let base = isSame ? ListBatch.Base.unknown : .value(newestModel)
      replaceModel(newValue)
      guard batch == nil else { return }
      let batch = ListBatch(comparesData: true, base: base)
      batch.isModelReplaced = true
      commit(batch)
    }
  }

  /// Sets the model, of which the difference is known.
  package final func setModel(_ model: any ListModel, by changeset: Changeset) {
    overtakeUpdates()
    change {
      replaceModel(model)
      $0.difference = ListTransaction.Difference(changeset)
    }
  }

  /// Replaces the model without matching rows: their view models and the selection are discarded.
  ///
  /// It is for models with so many rows that a difference would take too long, such as the same
  /// rows in another order. Pending updates are discarded.
  ///
  /// - Complexity: O(sections + existing view models).
  public final func reset(to model: any ListModel) {
    overtakeUpdates()
    change {
      replaceModel(model)
      $0.isReload = true
      $0.keepsRows = false
    }
  }

  /// Reloads all data from the model, and notifies observers of a reload.
  ///
  /// It is for a model that has changed in an unknown way. Rows whose identity is found again keep
  /// their view models and selection, up to 100,000 rows.
  public final func reloadData() { change { $0.isReload = true } }

  /// Inserts the rows that were appended to a section of the data.
  ///
  /// View models, selection and index paths are unchanged. Pending updates are compared with the
  /// grown list.
  ///
  /// - Parameters:
  ///   - section: The section that has grown.
  ///   - model: The grown model; nil if the current one has grown in place.
  /// - Precondition: The section has no fewer rows than before.
  /// - Complexity: O(sections), independent of the number of rows and view models.
  public final func appendItems(toSection section: Int, in model: (any ListModel)? = nil) {
    var counts = batch?.edits?.counts ?? newestCounts
    checkBounds(section, of: counts.count, "section \(section)")
    let count = (model ?? newestModel).section(at: section).numberOfItems
    precondition(count >= counts[section], "Section \(section) that was appended to has grown.")
    let items = counts[section]..<count
    counts[section] = count
    let paths = IndexPathSet(items, inSection: section)
    append(Changeset(itemInserts: paths), counts: counts, in: model) { $0.insertItems(at: paths) }
  }

  /// Inserts the sections that were appended to the data.
  ///
  /// - Parameter model: The grown model; nil if the current one has grown in place.
  /// - Precondition: There are no fewer sections than before.
  /// - Complexity: O(sections).
  public final func appendSections(in model: (any ListModel)? = nil) {
    let counts = (model ?? newestModel).counts
    let old = (batch?.edits?.counts ?? newestCounts).count
    precondition(counts.count >= old, "A list that was appended to has grown.")
    let new = old..<counts.count
    append(Changeset(sectionInserts: new), counts: counts, in: model) { $0.insertSections(new) }
  }

  private func append(
    _ changeset: Changeset, counts: [Int], in model: (any ListModel)?,
    _ operation: (inout ListEdits) -> Void
  ) {
    if let model { replaceModel(model) }
    if batch == nil {
      enqueue(ListTransaction(changeset, model: newestModel, counts: counts))
    } else {
      edit(operation)
    }
  }

  /// Notifies observers of a reload of a section or an element, after the current change if any.
  final func reloadLater(_ viewModel: ViewModel) {
    if let batch { return batch.delayed.append(viewModel) }
    var transaction = ListTransaction()
    transaction.delayed = [viewModel]
    enqueue(transaction)
  }
}

// MARK: - Transactions

extension ListViewModel {
  /// The number of rows of each section after all transactions of the queue.
  final var newestCounts: [Int] {
    queue.last { $0.model != nil }?.counts ?? slots.map(\.count)
  }

  /// Computes the changes of a batch, and enqueues the transaction.
  private func commit(_ batch: ListBatch) {
    var transaction = batch.mayHaveChanged ? change(by: batch) : ListTransaction()
    transaction.delayed = batch.delayed
    transaction.completions = batch.completions
    if transaction.model != nil || !batch.delayed.isEmpty || !batch.completions.isEmpty {
      enqueue(transaction)
    }
  }

  private func change(by batch: ListBatch) -> ListTransaction {
    let counts = newestModel.counts
    guard let changeset = changeset(of: batch, counts: counts), !changeset.isReload else {
      return reload(batch, counts: counts)
    }
    return ListTransaction(
      changeset, model: newestModel, counts: counts,
      refresh: batch.isModelReplaced || batch.comparesData ? .all : .sections,
      movement: (batch.difference?.mapping).map { .changeset($0) })
  }

  /// Returns the changeset of a batch, or nil for a reload.
  private func changeset(of batch: ListBatch, counts: [Int]) -> Changeset? {
    if batch.isReload { return nil }
    if let difference = batch.difference { return difference.changeset }
    let oldCounts = newestCounts
    if !batch.comparesData {
      var edits = batch.edits ?? ListEdits(counts: oldCounts)
      if edits.resize(to: counts) {
        let changeset = edits.changeset()
        if isConfirmed(changeset, of: batch, from: oldCounts) {
          return changeset
        }
      }
    }
    let old = batch.snapshot.flatMap { $0.counts == oldCounts ? $0 : nil }
    let new = ListSnapshot(of: newestModel)
    if batch.comparesData, let old, let edits = batch.edits,
      let changeset = edits.verified(from: old, to: new)
    {
      return changeset
    }
    if batch.edits?.reloadsSections != true, batch.edits != nil || !batch.comparesData {
      log(.contradiction(reason: "the operations do not lead to the rows of the data"))
    }
    guard let old else { return nil }
    var changeset = ListDifference.changeset(from: old, to: new)
    changeset.addReloads(batch.edits?.itemReloads ?? [])
    return changeset
  }

  /// The maximum number of selected rows that are verified.
  private static var verifiedSelectionCount: Int { 1_000 }

  /// Returns whether displayed and selected rows, and sections, have the positions of a changeset.
  private func isConfirmed(
    _ changeset: Changeset, of batch: ListBatch, from oldCounts: [Int]
  ) -> Bool {
    // The rows of a section that is reloaded may be others, or at other places.
    if changeset.sectionReloads.isEmpty,
      changeset.onlyInsertsAtEnds(of: oldCounts) || !changeset.changesPositions
    {
      return true
    }
    let mapping = changeset.mapping
    let selected = selectedRows(before: batch.base).prefix(Self.verifiedSelectionCount)
    let displayed = rows(of: displayed.values.lazy.compactMap { $0 as? AnyCellViewModel })
    let areRowsConfirmed = (Array(displayed) + selected).allSatisfy { old, identity in
      guard identity.isLasting, let new = mapping.newPosition(of: old) else { return true }
      guard let found = newestModel.section(at: new.section).identity(at: new.item),
        found.isLasting
      else { return true }
      return found == identity
    }
    return areRowsConfirmed
      && slots.enumerated().allSatisfy { index, slot in
        guard let identity = slot.viewModel?.model.sectionIdentity,
          let new = newestSection(of: index).flatMap(mapping.newSection)
        else { return true }
        return identity == newestModel.section(at: new).sectionIdentity
      }
  }

  /// Returns the index path of a row after all transactions of the queue, or nil.
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

extension ListModel {
  var counts: [Int] { (0..<numberOfSections).map { section(at: $0).numberOfItems } }

  /// A Boolean value that indicates whether the list or one of its sections is of a class type.
  var changesInPlace: Bool {
    type(of: self) is AnyClass
      || (0..<numberOfSections).contains { type(of: section(at: $0)) is AnyClass }
  }
}
