extension ListViewModel {
  /// The number of sections.
  public final var numberOfSections: Int { slots.count }

  /// A Boolean value that indicates whether there are no sections, with or without rows.
  public final var isEmpty: Bool { slots.isEmpty }

  /// A Boolean value that indicates whether there are rows.
  public final var hasCells: Bool { slots.contains { $0.count > 0 } }

  /// Returns the number of rows of a section; O(1).
  ///
  /// - Precondition: `section` is in `0..<numberOfSections`.
  public final func numberOfItems(in section: Int) -> Int {
    checkBounds(section, of: slots.count, "section \(section)")
    return slots[section].count
  }

  /// Returns a Boolean value that indicates whether there is a row at an index path.
  public final func contains(_ path: ListIndexPath) -> Bool {
    slots.indices.contains(path.section) && (0..<slots[path.section].count).contains(path.item)
  }

  /// Returns the section at an index, created on demand; ready if the list is.
  ///
  /// - Precondition: `index` is in `0..<numberOfSections`.
  public final func sectionViewModel(at index: Int) -> SectionViewModel {
    checkBounds(index, of: slots.count, "section \(index)")
    if let section = slots[index].viewModel { return section }
    let section = makeSection(at: index)
    // What makes it may have made it already, or removed the section.
    guard slots.indices.contains(index) else { return section }
    if let made = slots[index].viewModel { return made }
    section.model = sectionModel(at: index)
    add(section, at: index)
    if isReady { section.ready() }
    return section
  }

  /// Creates the idle view model of a section, while no change is applied.
  final func addSection(at index: Int) -> SectionViewModel {
    let section = makeSection(at: index)
    add(section, at: index)
    return section
  }

  private func add(_ section: SectionViewModel, at index: Int) {
    section.index = index
    section.numberOfItems = slots[index].count
    section.parent = self
    section.isManaged = true
    slots[index] = .made(section)
  }

  /// Returns the section at an index, or nil if it does not exist yet.
  public final func existingSectionViewModel(at index: Int) -> SectionViewModel? {
    slots.indices.contains(index) ? slots[index].viewModel : nil
  }

  /// Returns the cell at an index path, created on demand; ready if the list is.
  ///
  /// If no module was found, or the model is of another type, it is a plain cell with a
  /// `failureReason`.
  ///
  /// - Precondition: The list contains the index path.
  public final func cellViewModel(at path: ListIndexPath) -> AnyCellViewModel {
    if slots.indices.contains(path.section), let section = slots[path.section].viewModel {
      return section.cellViewModel(at: path.item)
    }
    checkBounds([path], of: slots.count) { slots[$0].count }
    return sectionViewModel(at: path.section).cellViewModelUnlessVanished(at: path.item)
  }

  /// Returns the cell at an index path, or nil if it does not exist yet; O(1).
  public final func existingCellViewModel(at path: ListIndexPath) -> AnyCellViewModel? {
    existingSectionViewModel(at: path.section)?.existingCellViewModel(at: path.item)
  }

  /// Returns the number of supplementary elements of a kind in a section; O(1), creates none.
  ///
  /// - Precondition: `section` is in `0..<numberOfSections`.
  public final func numberOfSupplementaryElements(of kind: ModuleKind, in section: Int) -> Int {
    checkBounds(section, of: slots.count, "section \(section)")
    if let viewModel = slots[section].viewModel {
      return viewModel.numberOfSupplementaryViewModels(of: kind)
    }
    return sectionModel(at: section).numberOfSupplementaryModels(of: kind)
  }

  /// Returns the supplementary element of a kind, created on demand; nil if there is none.
  public final func supplementaryViewModel(
    of kind: ModuleKind, at index: Int = 0, in section: Int
  ) -> SupplementaryViewModel? {
    sectionViewModel(at: section).supplementaryViewModel(of: kind, at: index)
  }

  /// Returns the index path of a cell, or nil if it is not in this list; O(1).
  public final func indexPath(of cell: AnyCellViewModel) -> ListIndexPath? {
    cell.list === self ? cell.indexPath : nil
  }

  /// Returns the model of a section.
  ///
  /// It has no rows if the list's model has fewer sections, as is possible during a batch update.
  final func sectionModel(at index: Int) -> any SectionModel {
    index < storedModel.numberOfSections ? storedModel.section(at: index) : RowSection([Any]())
  }

  private func makeSection(at index: Int) -> SectionViewModel {
    let model = sectionModel(at: index)
    guard let module = resolver.sectionModule(named: model.moduleName) else {
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
