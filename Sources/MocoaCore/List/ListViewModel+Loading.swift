extension ListViewModel {
  /// Loads everything anew from the model, and tells the observers so.
  ///
  /// For a model whose rows have changed in ways that nobody has kept track of. View models and the
  /// selection are kept for rows of which the identity is known; see `rowLimitOfSearch`.
  public final func reloadData() {
    performBatchUpdates(mode: .explicit) { batch?.isReload = true }
  }

  /// Shows another model, and looks for no row of the old one in it: no view model stays with its
  /// row, and nothing is selected.
  ///
  /// For a model of so many rows that a difference would take too long, such as the same rows in
  /// another order, where who calls knows better what has become of each.
  ///
  /// - Complexity: O(sections), and O(view models that there are).
  public final func reset(to model: any ListModel) {
    performBatchUpdates(mode: .explicit) {
      replaceModel(model)
      batch?.isReload = true
      batch?.keepsRows = false
    }
  }

  /// Tells the list that rows were appended to a section.
  ///
  /// View models, selection and positions stay as they are.
  ///
  /// - Parameters:
  ///   - section: the section that has grown.
  ///   - model: the grown model; nil where the present one has grown by itself.
  /// - Precondition: the section has no fewer rows than before.
  /// - Complexity: O(1), whatever the number of rows and of view models.
  public final func didAppendItems(toSection section: Int, in model: (any ListModel)? = nil) {
    if let model { replaceModel(model) }
    let sectionModel = storedModel.section(at: section)
    let range = slots[section].count..<max(slots[section].count, sectionModel.numberOfItems)
    precondition(
      range.upperBound == sectionModel.numberOfItems, "A section that was appended to has grown.")
    guard batch == nil else {
      return insertItems(at: IndexPathSet(range, inSection: section))
    }
    version += 1
    setCount(range.upperBound, ofSection: section)
    slots[section].viewModel?.model = sectionModel
    if !range.isEmpty { notify(.update(.insert(range, inSection: section))) }
  }

  /// Tells the list that sections were appended.
  ///
  /// - Parameter model: the grown model; nil where the present one has grown by itself.
  /// - Precondition: there are no fewer sections than before.
  /// - Complexity: O(appended sections).
  public final func didAppendSections(in model: (any ListModel)? = nil) {
    if let model { replaceModel(model) }
    let count = storedModel.numberOfSections
    precondition(count >= slots.count, "A list that was appended to has grown.")
    let range = slots.count..<count
    guard batch == nil else { return insertSections(range) }
    version += 1
    for index in range { slots.append(.count(storedModel.section(at: index).numberOfItems)) }
    if !range.isEmpty { notify(.update(.insertSections(range))) }
  }

  private func replaceModel(_ model: any ListModel) {
    storedModel = model
    sendableModel = nil
    batch?.isModelReplaced = true
  }

  /// Asks the observers to show an element anew: now, or after the batch update.
  final func reloadElement(_ element: ElementViewModel) { reloadLater(element) }

  /// Asks the observers to show a section or an element anew: now, or after the batch update.
  final func reloadLater(_ viewModel: ViewModel) {
    if batch != nil {
      batch?.delay(viewModel)
    } else if let changeset = reloadChangeset(of: viewModel) {
      notify(.update(changeset))
    }
  }

  /// What says that a view model is to be shown anew where it stands now; nil if it is gone.
  final func reloadChangeset(of viewModel: ViewModel) -> Changeset? {
    switch viewModel {
    case let section as SectionViewModel where section.list === self:
      return .reloadSections([section.index])
    case let cell as CellViewModel where cell.list === self:
      return cell.indexPath.map { .reload($0.item..<$0.item + 1, inSection: $0.section) }
    case let element as SupplementaryViewModel where element.list === self:
      guard let section = element.section else { return nil }
      var changeset = Changeset()
      changeset.supplementaryReloads = [
        SupplementaryPath(kind: element.kind, section: section.index, index: element.index)
      ]
      return changeset
    default: return nil
    }
  }
}
