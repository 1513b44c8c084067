extension SectionViewModel {
  /// Returns the cell at an index, or nil if it does not exist yet; O(1).
  public final func existingCellViewModel(at index: Int) -> AnyCellViewModel? { cells[index] }

  /// Returns the cell at an index, created on demand; ready if the section is.
  ///
  /// If what makes the cell changes the list so that the row vanishes, the cell is in no list.
  ///
  /// - Precondition: The section is in a list, and `index` is in `0..<numberOfItems`.
  public final func cellViewModel(at index: Int) -> AnyCellViewModel {
    checkBounds(index, of: numberOfItems, "row \(self.index).\(index)")
    guard let list else { preconditionFailure("The section is in no list.") }
    if let cell = cells[index], refresh(cell, in: list) { return cell }
    return makeCellViewModel(at: index, in: list)
  }

  /// Creates a cell, and adds it unless that has changed the list.
  private func makeCellViewModel(at index: Int, in list: ListViewModel) -> AnyCellViewModel {
    for attempt in 1...Self.attemptsOfMaking where index < numberOfItems && self.list === list {
      if let cell = cells[index], refresh(cell, in: list) { return cell }
      guard index < numberOfItems, self.list === list else { break }
      let version = list.version
      let cell = makeCell(at: index, in: list)
      guard index < numberOfItems, self.list === list, cells[index] == nil,
        list.version == version || attempt == Self.attemptsOfMaking
      else { continue }
      cells[index] = cell
      adopt(cell, at: index, in: list)
      // Read again, because the row may be another one.
      if list.version != version { cell.modelVersion = -1 }
      list.didMakeCell()
      return cell
    }
    return vanishedCell(at: index)
  }

  /// Returns a cell outside of the list for a row that has vanished while cells were made.
  private func vanishedCell(at index: Int) -> AnyCellViewModel {
    let cell = AnyCellViewModel()
    cell.resolution = .failure(ModuleError.outOfRange(index: index, count: numberOfItems))
    return cell
  }

  final func cellViewModelUnlessVanished(at index: Int) -> AnyCellViewModel {
    list != nil && index < numberOfItems ? cellViewModel(at: index) : vanishedCell(at: index)
  }

  /// The number of times that a cell is made if each time that changes the list.
  private static var attemptsOfMaking: Int { 3 }

  /// The cells, each created on demand; in no list if its row has vanished in the meantime.
  public final var cellViewModels: LazyMapSequence<Range<Int>, AnyCellViewModel> {
    (0..<numberOfItems).lazy.map { self.cellViewModelUnlessVanished(at: $0) }
  }

  private func makeCell(at index: Int, in list: ListViewModel) -> AnyCellViewModel {
    let count = model.numberOfItems
    guard index < count else {
      let name = ElementName(section: name, kind: .cell, name: .default)
      let error = ModuleError.outOfRange(index: index, count: count)
      return list.resolver.configure(
        list.standInCell(for: nil, .failure(error)), name, .failure(error))
    }
    let item = model.item(at: index)
    let (name, model) = cellContent(of: item, in: list)
    let cell = list.resolver.make(name, model: model) { list.standInCell(for: item, $0) }
    cell.identity = identity(of: item, at: index)
    return cell
  }

  /// Adds a new element to the section.
  private func adopt(_ element: ElementViewModel, at index: Int, in list: ListViewModel) {
    element.index = index
    element.modelVersion = currentVersion(in: list)
    adoptManaged(element)
  }

  /// Returns the version of an element's model that is read now.
  ///
  /// It is invalid while the data may be newer than the list, so that the model is read again.
  private func currentVersion(in list: ListViewModel) -> Int {
    list.isDataAhead ? -1 : modelVersion
  }

  private func cellContent(
    of item: Any, in list: ListViewModel
  ) -> (name: ElementName, model: Any) {
    let content = list.cellContent(of: item)
    return (ElementName(section: name, kind: .cell, name: content.name), content.model)
  }

  private func elementName(of item: Any, kind: ModuleKind) -> ElementName {
    ElementName(section: name, kind: kind, name: CellContent(item).name)
  }

  private func identity(of item: Any, at index: Int) -> RowIdentity {
    // What makes a cell may have removed rows.
    if let fingerprints = model.usableFingerprints, fingerprints.indices.contains(index) {
      return .fingerprint(fingerprints[index].id)
    }
    return RowIdentity(of: item)
  }
}

// MARK: - Supplementary elements

extension SectionViewModel {
  /// Returns the number of supplementary elements of a kind; O(1), creates none.
  public final func numberOfSupplementaryViewModels(of kind: ModuleKind) -> Int {
    model.numberOfSupplementaryModels(of: kind)
  }

  /// Returns the supplementary element of a kind at an index, created on demand; nil if missing.
  public final func supplementaryViewModel(
    of kind: ModuleKind, at index: Int = 0
  ) -> SupplementaryViewModel? {
    guard let list else { return nil }
    if let element = supplementaries[kind]?[index], refresh(element, in: list) { return element }
    guard let item = supplementaryModel(of: kind, at: index) else { return nil }
    let (name, version) = (elementName(of: item, kind: kind), list.version)
    let element = list.resolver.make(name, model: item) {
      list.standInElement(for: item, of: kind, $0)
    }
    // What makes it may have made it already, or removed the section.
    if let made = supplementaries[kind]?[index] { return made }
    guard self.list === list else { return element }
    supplementaries[kind, default: [:]][index] = element
    adopt(element, at: index, in: list)
    if list.version != version { element.modelVersion = -1 }
    return element
  }

  fileprivate func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? {
    (0..<model.numberOfSupplementaryModels(of: kind)).contains(index)
      ? model.supplementaryModel(of: kind, at: index) : nil
  }

  /// The first header of the section, or nil.
  public final var headerViewModel: SupplementaryViewModel? { supplementaryViewModel(of: .header) }

  /// The first footer of the section, or nil.
  public final var footerViewModel: SupplementaryViewModel? { supplementaryViewModel(of: .footer) }
}

// MARK: - Updating elements

extension SectionViewModel {
  /// Updates an element, or removes it, so that another one is created on demand.
  ///
  /// - Returns: `true` if the element was updated; `false` if it was removed.
  @discardableResult
  final func refresh(_ element: ElementViewModel, in list: ListViewModel) -> Bool {
    if !element.isStale, element.modelVersion == modelVersion {
      // A lookup is repeated only after the registry has changed.
      if list.resolver.refresh(element) { return true }
    } else if update(element, in: list) {
      return true
    }
    discard(element)
    return false
  }

  private func update(_ element: ElementViewModel, in list: ListViewModel) -> Bool {
    let name: ElementName
    let item: Any
    if element is AnyCellViewModel {
      guard element.index < model.numberOfItems else { return false }
      let row = model.item(at: element.index)
      let identity = identity(of: row, at: element.index)
      // A cell is never reused for another row.
      guard !(identity.isLasting && element.identity.isLasting) || identity == element.identity
      else { return false }
      element.identity = identity
      (name, item) = cellContent(of: row, in: list)
    } else {
      let kind = element.elementName.kind
      guard let model = supplementaryModel(of: kind, at: element.index) else { return false }
      (item, name) = (model, elementName(of: model, kind: kind))
    }
    element.modelVersion = currentVersion(in: list)
    return list.resolver.update(element, name, model: item)
  }

  /// Removes a cell or a supplementary element, so that another one is created on demand.
  private func discard(_ element: ElementViewModel) {
    // A hook may have removed it already.
    guard element.section === self else { return }
    if element is AnyCellViewModel {
      cells[element.index] = nil
    } else {
      supplementaries[element.elementName.kind]?[element.index] = nil
    }
    list?.endMembership(of: element)
  }
}

// MARK: - Lifetime of cells

extension ListViewModel {
  /// The minimum number of cells that are retained.
  private static var cellCapacity: Int { 2_000 }

  /// Counts a new cell, and releases unused ones if there are many; amortized O(1).
  final func didMakeCell() {
    cellCount += 1
    guard cellCount > max(cellLimit, Self.cellCapacity) else { return }
    cellCount = 0
    for section in slots.lazy.compactMap(\.viewModel) {
      section.cells.removeUnshared { [selection, index = section.index] item, cell in
        !cell.isDisplayed && !cell.hasOwnModel && !cell.keepsState
          && cell.children.isEmpty && !cell.keyObservers.isActive
          && !selection.contains(ListIndexPath(section: index, item: item))
      }
      cellCount += section.cells.count
    }
    cellLimit = 2 * cellCount
  }
}

extension ElementViewModel {
  /// What the data of the list has for the element, also if a substitute displays it.
  ///
  /// It is read at each call.
  ///
  /// Nil if the element is in no list, or the data has no such element any more.
  public final var sourceModel: Any? {
    guard let section else { return nil }
    guard self is AnyCellViewModel else {
      return section.supplementaryModel(of: elementName.kind, at: index)
    }
    return index < section.model.numberOfItems ? section.model.item(at: index) : nil
  }
}
