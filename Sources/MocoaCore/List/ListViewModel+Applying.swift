extension ListViewModel {
  /// Applies a transaction, or enqueues it while another one is applied or observers are notified.
  final func enqueue(_ transaction: ListTransaction) {
    if transaction.model != nil { version += 1 }
    queue.append(transaction)
    drain()
  }

  /// Notifies observers, if the list is ready.
  final func notify(_ change: ListChange) {
    guard isReady else { return }
    undelivered.append((change, nil))
    drain()
  }

  /// Notifies observers and applies transactions, in order, until none are pending.
  private func drain() {
    guard !isDelivering else { return }
    isDelivering = true
    while true {
      if !undelivered.isEmpty {
        let (change, computed) = undelivered.removeFirst()
        var mapping: ChangesetMapping?
        if case .update(let changeset) = change {
          mapping = computed ?? changeset.mapping
          callHooks(for: changeset, by: mapping ?? changeset.mapping)
        }
        deliveredMapping = mapping
        changeObservers.send(change)
        deliveredMapping = nil
      } else if !queue.isEmpty {
        apply(queue.removeFirst())
      } else if !postponed.isEmpty {
        let elements = postponed
        postponed = []
        refresh(elements)
      } else {
        break
      }
    }
    // A slice retains the storage of the removed elements.
    (queue, undelivered) = ([], [])
    isDelivering = false
  }

  /// A Boolean value that indicates whether data that changes in place may be newer than the list.
  final var isDataAhead: Bool { batch != nil || !queue.isEmpty }

  /// Applies a transaction, and then calls the hooks of view models.
  private func apply(_ transaction: ListTransaction) {
    if let model = transaction.model { show(model, by: transaction) }
    var delayed: Set<ObjectIdentifier> = []
    for viewModel in transaction.delayed where delayed.insert(ObjectIdentifier(viewModel)).inserted
    {
      guard isReady, let changeset = reloadChangeset(of: viewModel) else { continue }
      undelivered.append((.update(changeset), nil))
    }
    guard !transaction.completions.isEmpty else { return }
    Task { @MainActor in
      for (handler, isFinished) in transaction.completions { handler(isFinished) }
    }
  }

  private func show(_ model: any ListModel, by transaction: ListTransaction) {
    let changeset = transaction.changeset
    let wasObject = type(of: storedModel) is AnyClass
    storedModel = model
    var hooks = Hooks()
    markStale(by: changeset, &hooks)
    move(by: transaction, &hooks)
    if !wasObject, type(of: model) is AnyClass { rememberIdentities(of: selection) }
    if transaction.refresh == .reloaded {
      let changed = changeset.itemInserts.ranges + changeset.itemReloads.ranges
      for section in Set(changed.map(\.section)) {
        slots[section].viewModel?.model = sectionModel(at: section)
      }
    } else {
      replaceSectionModels(refreshing: transaction.refresh, &hooks)
    }
    for viewModel in hooks.leaving { viewModel.isManaged = false }
    if isReady, !changeset.isEmpty {
      undelivered.append((.update(changeset), transaction.movement.mapping))
    }
    for viewModel in hooks.leaving { endMembership(of: viewModel) }
    for section in hooks.arriving where isReady && section.list === self { section.ready() }
    for (section, old) in hooks.replaced { section.modelDidChange(from: old) }
    refresh(hooks.stale + (transaction.refresh == .all ? Array(displayed.values) : []))
  }

  /// The hooks of view models that a transaction calls after the list was updated.
  private struct Hooks {
    /// Elements whose models have changed.
    var stale: [ElementViewModel] = []
    /// Removed view models, elements before their sections.
    var leaving: [ViewModel] = []
    var arriving: [SectionViewModel] = []
    var replaced: [(section: SectionViewModel, old: any SectionModel)] = []
  }

  /// Marks the elements that a changeset reloads, and removes the parts that it deletes.
  private func markStale(by changeset: Changeset, _ hooks: inout Hooks) {
    if changeset.isReload {
      for section in slots.lazy.compactMap(\.viewModel) { hooks.stale += section.elements }
    }
    for range in changeset.itemReloads.ranges {
      if let cells = slots[range.section].viewModel?.cells {
        hooks.stale += cells.values(in: range.items) as [ElementViewModel]
      }
    }
    for path in changeset.supplementaryDeletes {
      let section = existingSectionViewModel(at: path.section)
      let kind = ModuleKind(checked: path.kind)
      if let element = section?.supplementaries[kind]?.removeValue(forKey: path.index) {
        hooks.leaving.append(element)
      }
    }
    for path in changeset.supplementaryReloads {
      let section = existingSectionViewModel(at: path.section)
      if let element = section?.supplementaries[ModuleKind(checked: path.kind)]?[path.index] {
        hooks.stale.append(element)
      }
    }
    for section in changeset.sectionReloads {
      guard let section = existingSectionViewModel(at: section) else { continue }
      hooks.stale += section.supplementaries.values.flatMap(\.values)
    }
    for element in hooks.stale { element.isStale = true }
  }

  /// Updates the models of elements before they are requested.
  private func refresh(_ elements: [ElementViewModel]) {
    for element in elements {
      if isDataAhead {
        postponed.append(element)
      } else {
        element.section?.refresh(element, in: self)
      }
    }
  }

  /// Ends the membership of a section or an element in the list.
  final func endMembership(of viewModel: ViewModel) {
    let parent = viewModel.parent
    viewModel.isManaged = false
    if let element = viewModel as? ElementViewModel {
      displayed[ObjectIdentifier(element)] = nil
      element.endDisplay()
    }
    // The hook may have set another parent.
    if viewModel.parent === parent { viewModel.parent = nil }
  }

  /// Returns the changeset that reloads a view model; nil if it is not in the list any more.
  private func reloadChangeset(of viewModel: ViewModel) -> Changeset? {
    if let section = viewModel as? SectionViewModel {
      return section.list === self ? Changeset(sectionReloads: [section.index]) : nil
    }
    guard let element = viewModel as? ElementViewModel, let section = element.section,
      section.list === self
    else { return nil }
    var changeset = Changeset()
    if let element = element as? SupplementaryViewModel {
      changeset.supplementaryReloads = [
        SupplementaryPath(kind: element.kind, section: section.index, index: element.index)
      ]
    } else {
      changeset.itemReloads.insert(ListIndexPath(section: section.index, item: element.index))
    }
    return changeset
  }
}

// MARK: - Moving view models

extension ListViewModel {
  /// Moves sections, cells and the selection.
  ///
  /// - Complexity: O(changes) if rows are only appended; otherwise also O(view models of the
  ///   sections in which rows move + sections, if those change + ranges of selected rows).
  private func move(by transaction: ListTransaction, _ hooks: inout Hooks) {
    let changeset = transaction.changeset
    guard changeset.isReload || changeset.changesPositions else { return }
    let isAppending = changeset.onlyInsertsAtEnds(of: slots.map(\.count))
    let starts = starts(of: transaction)
    var travellers: [(cell: AnyCellViewModel, path: ListIndexPath)] = []
    for (section, start) in starts {
      guard let viewModel = slots[section].viewModel else { continue }
      let target = transaction.movement.newSection(of: section)
      viewModel.cells.remap(from: start) { item, cell in
        let old = ListIndexPath(section: section, item: item)
        guard let new = transaction.movement.newPosition(of: old) else {
          hooks.leaving.append(cell)
          return nil
        }
        guard new.section == target else {
          travellers.append((cell, new))
          return nil
        }
        cell.index = new.item
        return new.item
      }
    }
    if changeset.isReload || changeset.changesSections {
      moveSections(by: transaction, &hooks)
    } else {
      for section in starts.keys { setCount(transaction.counts[section], ofSection: section) }
    }
    for (cell, path) in travellers { settle(cell, at: path, &hooks) }
    if !isAppending { moveSelection(by: transaction.movement) }
  }

  /// Returns the first row that may move, for each old section with such rows.
  private func starts(of transaction: ListTransaction) -> [Int: Int] {
    var starts: [Int: Int] = [:]
    func lower(_ section: Int?, _ item: Int) {
      guard let section else { return }
      starts[section] = min(starts[section] ?? item, item)
    }
    guard case .changeset(let mapping) = transaction.movement else {
      for section in slots.indices { starts[section] = 0 }
      return starts
    }
    let changeset = transaction.changeset
    for section in changeset.sectionDeletes { starts[section] = 0 }
    for range in changeset.itemDeletes.ranges { lower(range.section, range.items.lowerBound) }
    for run in changeset.itemMoves.runs {
      var (source, target) = (Int.max, Int.max)
      for move in run.moves {
        (source, target) = (min(source, move.from.item), min(target, move.to.item))
      }
      lower(run.source, source)
      lower(mapping.oldSection(of: run.target), target)
    }
    for range in changeset.itemInserts.ranges {
      lower(mapping.oldSection(of: range.section), range.items.lowerBound)
    }
    return starts
  }

  private func moveSections(by transaction: ListTransaction, _ hooks: inout Hooks) {
    let old = slots
    slots = transaction.counts.map { .count($0) }
    for (index, slot) in old.enumerated() {
      guard let section = slot.viewModel else { continue }
      if let new = transaction.movement.newSection(of: index) {
        section.index = new
        section.numberOfItems = transaction.counts[new]
        slots[new] = slot
      } else {
        hooks.leaving += section.elements as [ViewModel]
        hooks.leaving.append(section)
      }
    }
  }

  /// Adds a cell from another section.
  private func settle(_ cell: AnyCellViewModel, at path: ListIndexPath, _ hooks: inout Hooks) {
    let isMade = slots[path.section].viewModel != nil
    let section = isMade ? sectionViewModel(at: path.section) : addSection(at: path.section)
    if !isMade { hooks.arriving.append(section) }
    cell.index = path.item
    // The names for its lookup may differ in this section.
    cell.modelVersion = -1
    cell.parent = section
    section.cells[path.item] = cell
  }

  private func moveSelection(by movement: ListMovement) {
    guard !selection.isEmpty else { return }
    selection = movement.newPositions(of: selection)
    let identities = selectedIdentities
    selectedIdentities.removeAll(keepingCapacity: true)
    for (path, identity) in identities {
      if let new = movement.newPosition(of: path) { selectedIdentities[new] = identity }
    }
  }

  /// Updates the models of existing section view models.
  private func replaceSectionModels(
    refreshing refresh: ListTransaction.Refresh, _ hooks: inout Hooks
  ) {
    for (index, slot) in slots.enumerated() {
      guard let section = slot.viewModel else { continue }
      let old = section.model
      let model = sectionModel(at: index)
      if refresh == .all { section.modelVersion += 1 }
      section.model = model
      let module = resolver.sectionModule(named: model.moduleName)
      if module !== section.module, old.moduleName != model.moduleName {
        replace(section, at: index, &hooks)
      } else if !(type(of: model) is AnyClass) || (old as AnyObject) !== (model as AnyObject) {
        hooks.replaced.append((section, old))
      }
    }
  }

  /// Replaces a section view model, because its new name has another module.
  private func replace(_ old: SectionViewModel, at index: Int, _ hooks: inout Hooks) {
    let section = addSection(at: index)
    old.successor = section
    section.modelVersion = old.modelVersion
    section.cells = old.cells
    section.supplementaries = old.supplementaries
    for element in section.elements { element.parent = section }
    old.cells = SparseTable()
    old.supplementaries = [:]
    hooks.arriving.append(section)
    hooks.leaving.append(old)
  }
}
