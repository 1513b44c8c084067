extension ListViewModel {
  /// The number of sections.
  public final var numberOfSections: Int { slots.count }

  /// Indicates whether there are no sections; a section without rows counts.
  public final var isEmpty: Bool { slots.isEmpty }

  /// A Boolean value that indicates whether there is a row.
  package final var hasCells: Bool { slots.contains { $0.count > 0 } }

  /// The number of rows of a section, O(1).
  ///
  /// - Precondition: `section` is in `0..<numberOfSections`.
  public final func numberOfItems(in section: Int) -> Int { slots[section].count }

  /// Returns whether a row stands at a position.
  public final func contains(_ path: ListIndexPath) -> Bool {
    slots.indices.contains(path.section) && (0..<slots[path.section].count).contains(path.item)
  }

  /// The section at a position, made if need be; ready if the list is.
  ///
  /// - Precondition: `index` is in `0..<numberOfSections`.
  public final func sectionViewModel(at index: Int) -> SectionViewModel {
    precondition(slots.indices.contains(index), "The list has no section \(index).")
    if let section = slots[index].viewModel { return section }
    let section = addSection(at: index)
    if isReady { section.ready() }
    return section
  }

  /// Makes the view model of a section, which is not made ready.
  final func addSection(at index: Int) -> SectionViewModel {
    let section = makeSection(at: index)
    section.index = index
    section.numberOfItems = slots[index].count
    section.parent = self
    section.isManaged = true
    slots[index] = .made(section)
    return section
  }

  /// The section at a position if it was requested before.
  final func existingSectionViewModel(at index: Int) -> SectionViewModel? {
    slots.indices.contains(index) ? slots[index].viewModel : nil
  }

  /// The cell at a position, made if need be; ready if the list is.
  ///
  /// Where no module was found, or the model does not fit it, a plain cell stands in, whose
  /// `failureReason` says why.
  ///
  /// - Precondition: a row stands at the position.
  public final func cellViewModel(at path: ListIndexPath) -> CellViewModel {
    sectionViewModel(at: path.section).cellViewModel(at: path.item)
  }

  /// The cell at a position if it was requested before; O(1).
  public final func existingCellViewModel(at path: ListIndexPath) -> CellViewModel? {
    existingSectionViewModel(at: path.section)?.existingCellViewModel(at: path.item)
  }

  /// The number of supplementary elements of a kind in a section; O(1), and makes none.
  ///
  /// - Precondition: `section` is in `0..<numberOfSections`.
  package final func numberOfSupplementaryElements(of kind: ModuleKind, in section: Int) -> Int {
    precondition(slots.indices.contains(section), "The list has no section \(section).")
    if let viewModel = slots[section].viewModel {
      return viewModel.numberOfSupplementaryViewModels(of: kind)
    }
    return sectionModel(at: section).numberOfSupplementaryModels(of: kind)
  }

  /// The supplementary element of a kind, made if need be; nil if there is none.
  public final func supplementaryViewModel(
    of kind: ModuleKind, at index: Int = 0, in section: Int
  ) -> SupplementaryViewModel? {
    sectionViewModel(at: section).supplementaryViewModel(of: kind, at: index)
  }

  /// The position of a cell if it is in this list; O(1).
  public final func indexPath(of cell: CellViewModel) -> ListIndexPath? {
    cell.list === self ? cell.indexPath : nil
  }

  /// The model of a section; one without rows where the list's model has fewer sections, as it may
  /// in the middle of a batch update.
  final func sectionModel(at index: Int) -> any SectionModel {
    index < storedModel.numberOfSections ? storedModel.section(at: index) : AnySection(rows: [])
  }

  private func makeSection(at index: Int) -> SectionViewModel {
    let model = sectionModel(at: index)
    guard let module = resolver.sectionModule(named: model.mocoaName) else {
      return SectionViewModel(model: model)
    }
    do {
      let viewModel = try module.makeViewModel(for: model)
      if let section = viewModel as? SectionViewModel { return section }
      throw ModuleError.wrongViewModel(expected: SectionViewModel.self, found: type(of: viewModel))
    } catch {
      log(.unfitSectionViewModel(module.url, reason: "\(error)"))
      return SectionViewModel(model: model)
    }
  }
}
