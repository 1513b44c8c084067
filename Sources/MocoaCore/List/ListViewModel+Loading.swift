extension ListViewModel {
  /// Loads everything anew from the model; view models and selection are let go.
  public final func reloadData() {
    for case let section as SectionViewModel in managedChildren { discard(section) }
    slots = Self.slots(of: storedModel)
    selection = []
    notify(.update(.reload))
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
    if let model { storedModel = model }
    let sectionModel = storedModel.section(at: section)
    let range = slots[section].count..<max(slots[section].count, sectionModel.numberOfItems)
    precondition(
      range.upperBound == sectionModel.numberOfItems, "A section that was appended to has grown.")
    if let viewModel = slots[section].viewModel {
      viewModel.model = sectionModel
      viewModel.numberOfItems = range.upperBound
    } else {
      slots[section] = .count(range.upperBound)
    }
    if !range.isEmpty { notify(.update(.insert(range, inSection: section))) }
  }

  /// Tells the list that sections were appended.
  ///
  /// - Parameter model: the grown model; nil where the present one has grown by itself.
  /// - Precondition: there are no fewer sections than before.
  /// - Complexity: O(appended sections).
  public final func didAppendSections(in model: (any ListModel)? = nil) {
    if let model { storedModel = model }
    let count = storedModel.numberOfSections
    precondition(count >= slots.count, "A list that was appended to has grown.")
    let range = slots.count..<count
    for index in range { slots.append(.count(storedModel.section(at: index).numberOfItems)) }
    if !range.isEmpty { notify(.update(.insertSections(range))) }
  }

  static func slots(of model: any ListModel) -> [SectionSlot] {
    (0..<model.numberOfSections).map { .count(model.section(at: $0).numberOfItems) }
  }

  private func discard(_ section: SectionViewModel) {
    section.discardElements()
    releaseManaged(section)
  }

  func reloadCell(_ cell: CellViewModel) {
    guard let path = cell.indexPath else { return }
    notify(.update(.reload(path.item..<path.item + 1, inSection: path.section)))
  }

  func reloadSupplementary(_ element: SupplementaryViewModel) {
    guard let section = element.section else { return }
    var changeset = Changeset()
    changeset.supplementaryReloads = [
      SupplementaryPath(kind: element.kind, section: section.index, index: element.index)
    ]
    notify(.update(changeset))
  }
}
