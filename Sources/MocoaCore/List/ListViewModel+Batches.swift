extension ListViewModel {
  /// Whether a batch update is under way.
  public final var isPerformingBatchUpdates: Bool { batch != nil }

  /// Makes several changes that are shown as one.
  ///
  /// The closure changes the data, and the difference is worked out afterwards. If it says
  /// operations too, such as `insertItems(at:)`, then these count at their level instead:
  /// operations on sections for the order of the sections, and operations on a section's rows for
  /// the rows of that section. Their positions are those of the list at the time. What was said is
  /// held against the data; if it does not fit, the difference is used after all and the logger
  /// hears of it.
  ///
  /// The closure runs exactly once and at once, with or without a view, within another batch or
  /// not. A batch within another joins it. When the outermost one ends, the list is brought in
  /// order first, observers then hear of one changeset, and of what asked to be shown anew in the
  /// meantime after it. That holds for a closure that throws as well.
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
  ///   - completion: called exactly once, in the next turn of the main actor after the outermost
  ///     batch has ended; with false if the closure has thrown.
  /// - Returns: what the closure returns.
  /// - Throws: what the closure throws.
  @discardableResult
  public final func performBatchUpdates<Result>(
    mode: BatchMode = .automatic, _ updates: () throws -> Result,
    completion: (@MainActor (Bool) -> Void)? = nil
  ) rethrows -> Result {
    if batch == nil { batch = ListBatch(mode: mode, model: storedModel) }
    batch?.depth += 1
    var isFinished = false
    defer { endBatch(completion.map { ($0, isFinished) }) }
    let result = try updates()
    isFinished = true
    return result
  }

  private func endBatch(_ completion: (handler: @MainActor (Bool) -> Void, isFinished: Bool)?) {
    if let completion { batch?.completions.append(completion) }
    batch?.depth -= 1
    guard batch?.depth == 0 else { return }
    // What view models do when they hear of the new state joins a batch of its own.
    while let ended = batch, ended.isUsed || ended.mayHaveChanged {
      batch = ListBatch(mode: .explicit, model: storedModel)
      batch?.depth = 1
      let changeset = commit(ended)
      batch?.depth = 0
      finish(ended, changeset)
      if batch?.isUsed != true { break }
    }
    batch = nil
  }

  private func finish(_ batch: ListBatch, _ changeset: Changeset) {
    if !changeset.isEmpty { notify(.update(changeset)) }
    for viewModel in batch.delayed {
      if let changeset = reloadChangeset(of: viewModel) { notify(.update(changeset)) }
    }
    guard !batch.completions.isEmpty else { return }
    Task { @MainActor in
      for (handler, isFinished) in batch.completions { handler(isFinished) }
    }
  }
}

// MARK: - Commit

extension ListViewModel {
  /// Brings sections and elements in line with the model.
  ///
  /// - Returns: what leads from the list before the batch to the list now.
  private func commit(_ batch: ListBatch) -> Changeset {
    let counts = (0..<storedModel.numberOfSections).map {
      storedModel.section(at: $0).numberOfItems
    }
    if batch.isReload {
      return reloadByIdentity(counts: counts, keepingRows: batch.keepsRows)
    }
    guard let origins = batch.origins else { return commitDifference(batch, counts: counts) }
    return commitOperations(batch, origins, counts: counts)
  }

  private func commitDifference(_ batch: ListBatch, counts: [Int]) -> Changeset {
    guard batch.mayHaveChanged else { return Changeset() }
    if let difference = batch.difference { return apply(difference, counts: counts) }
    if batch.mode == .explicit {
      if counts == slots.map(\.count) {
        if batch.isModelReplaced { replaceSectionModels() }
        return Changeset()
      }
      log(.contradiction(reason: "nothing was said, and rows have come or gone"))
    }
    guard let old = batch.snapshot(), old.counts == slots.map(\.count) else {
      return reloadByIdentity(counts: counts)
    }
    let changeset = ListDifference.changeset(
      from: old, to: ListSnapshot(of: storedModel), limit: Self.rowLimitOfSearch)
    return apply(changeset, counts: counts)
  }

  /// Makes the list what a changeset says, with the models of the list's model.
  final func apply(_ changeset: Changeset, counts: [Int]) -> Changeset {
    if changeset.isReload { return reloadByIdentity(counts: counts) }
    let stale = markStale(changeset)
    moveElements(by: changeset) { counts[$0] }
    replaceSectionModels()
    bringUpToDate(stale)
    return changeset
  }

  /// Notes which elements a changeset says to have changed; asked before anything is moved.
  ///
  /// - Returns: these elements.
  private func markStale(_ changeset: Changeset) -> [ElementViewModel] {
    var stale: [ElementViewModel] = []
    for section in slots.lazy.compactMap(\.viewModel) {
      guard !changeset.itemReloads.isEmpty else { break }
      for cell in section.cells.unordered {
        if let path = cell.indexPath, changeset.itemReloads.contains(path) { stale.append(cell) }
      }
    }
    for path in changeset.supplementaryReloads {
      guard let section = existingSectionViewModel(at: path.section) else { continue }
      if let element = section.supplementaries[path.kind]?[path.index] { stale.append(element) }
    }
    for path in changeset.supplementaryDeletes {
      guard let section = existingSectionViewModel(at: path.section) else { continue }
      if let element = section.supplementaries[path.kind]?[path.index] { section.discard(element) }
    }
    for element in stale { element.isStale = true }
    return stale
  }

  /// Gives every section that was made its model, which its elements fetch theirs from.
  final func replaceSectionModels() {
    for (index, slot) in slots.enumerated() {
      guard let section = slot.viewModel else { continue }
      replaceModel(of: section, at: index)
    }
  }

  private func replaceModel(of section: SectionViewModel, at index: Int) {
    let old = section.model
    let model = sectionModel(at: index)
    section.modelVersion += 1
    section.model = model
    section.numberOfItems = model.numberOfItems
    let module = resolver.sectionModule(named: model.mocoaName)
    if module !== section.module, old.mocoaName != model.mocoaName {
      replaceSection(section, at: index)
    } else if !(type(of: model) is AnyClass) || (old as AnyObject) !== (model as AnyObject) {
      section.modelDidChange(from: old)
    }
  }

  /// Puts another section view model in the place of one, as its name has another module.
  private func replaceSection(_ old: SectionViewModel, at index: Int) {
    let section = makeSection(at: index)
    section.index = index
    section.numberOfItems = old.numberOfItems
    section.modelVersion = old.modelVersion
    section.cells = old.cells
    section.supplementaries = old.supplementaries
    slots[index] = .made(section)
    adoptManaged(section)
    for element in section.elements { section.adoptManaged(element) }
    letGo(old)
  }

  /// Gives elements their models without waiting until they are asked for: those that have changed
  /// and those in sight.
  final func bringUpToDate(_ stale: [ElementViewModel]) {
    for element in stale + displayed.values { element.section?.updateNow(element) }
  }
}
