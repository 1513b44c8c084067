extension SectionViewModel {
  /// The cell at a position if it was requested before; O(1).
  final func existingCellViewModel(at index: Int) -> CellViewModel? { cells[index] }

  /// The cell at a position, made if need be; ready if the section is.
  ///
  /// - Precondition: the section is in a list, and `index` is in `0..<numberOfItems`.
  public final func cellViewModel(at index: Int) -> CellViewModel {
    precondition((0..<numberOfItems).contains(index), "The section has no row \(index).")
    guard let list else { preconditionFailure("The section is in no list.") }
    if let cell = cells[index], refresh(cell, in: list) { return cell }
    let cell = makeCell(at: index, in: list)
    cells[index] = cell
    adopt(cell, at: index, in: list)
    list.didMakeCell()
    return cell
  }

  /// The cells, each made when it is read.
  final var cellViewModels: LazyMapSequence<Range<Int>, CellViewModel> {
    (0..<numberOfItems).lazy.map { self.cellViewModel(at: $0) }
  }

  private func makeCell(at index: Int, in list: ListViewModel) -> CellViewModel {
    let count = model.numberOfItems
    guard index < count else {
      let name = ElementName(section: name, kind: .cell, name: .default)
      let error = ModuleError.outOfRange(index: index, count: count)
      return list.resolver.configure(CellViewModel(), name, .failure(error))
    }
    let item = model.item(at: index)
    let name = elementName(of: item, kind: .cell)
    let cell = list.resolver.make(name, model: item, standIn: CellViewModel())
    cell.identity = identity(of: item, at: index)
    return cell
  }

  /// Makes a new element part of the section.
  private func adopt(_ element: ElementViewModel, at index: Int, in list: ListViewModel) {
    element.index = index
    element.modelVersion = currentVersion(in: list)
    adoptManaged(element)
  }

  /// The version of a model that is read now; one that is read while the data may be newer than the
  /// list is read again.
  private func currentVersion(in list: ListViewModel) -> Int {
    list.isDataAhead ? -1 : modelVersion
  }

  private func elementName(of item: Any, kind: ModuleKind) -> ElementName {
    let itemName = (item as? any NamedModel)?.mocoaName ?? .default
    return ElementName(section: name, kind: kind, name: itemName)
  }

  private func identity(of item: Any, at index: Int) -> RowIdentity {
    if let fingerprints = model.usableFingerprints { return .fingerprint(fingerprints[index].id) }
    return RowIdentity(of: item)
  }
}

// MARK: - Supplementary elements

extension SectionViewModel {
  /// The number of supplementary elements of a kind; O(1), and makes none.
  final func numberOfSupplementaryViewModels(of kind: ModuleKind) -> Int {
    model.numberOfSupplementaryModels(of: kind)
  }

  /// The supplementary element of a kind at a position, made if need be; nil if there is none.
  final func supplementaryViewModel(
    of kind: ModuleKind, at index: Int = 0
  ) -> SupplementaryViewModel? {
    guard let list else { return nil }
    if let element = supplementaries[kind]?[index], refresh(element, in: list) { return element }
    guard let item = supplementaryModel(of: kind, at: index) else { return nil }
    let name = elementName(of: item, kind: kind)
    let element = list.resolver.make(name, model: item, standIn: SupplementaryViewModel())
    supplementaries[kind, default: [:]][index] = element
    adopt(element, at: index, in: list)
    return element
  }

  private func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? {
    (0..<model.numberOfSupplementaryModels(of: kind)).contains(index)
      ? model.supplementaryModel(of: kind, at: index) : nil
  }

  /// The section's first header, if it has one.
  public final var headerViewModel: SupplementaryViewModel? { supplementaryViewModel(of: .header) }

  /// The section's first footer, if it has one.
  public final var footerViewModel: SupplementaryViewModel? { supplementaryViewModel(of: .footer) }
}

// MARK: - Keeping elements up to date

extension SectionViewModel {
  /// Brings an element up to date, or removes it so that another is made when it is requested.
  ///
  /// - Returns: Whether the element stays.
  @discardableResult
  final func refresh(_ element: ElementViewModel, in list: ListViewModel) -> Bool {
    if !element.isStale, element.modelVersion == modelVersion {
      // A look-up is repeated only after the registry has changed.
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
    if element is CellViewModel {
      guard element.index < model.numberOfItems else { return false }
      item = model.item(at: element.index)
      let identity = identity(of: item, at: element.index)
      // A cell never becomes that of another row.
      guard !(identity.isLasting && element.identity.isLasting) || identity == element.identity
      else { return false }
      element.identity = identity
      name = elementName(of: item, kind: .cell)
    } else {
      let kind = element.elementName.kind
      guard let model = supplementaryModel(of: kind, at: element.index) else { return false }
      (item, name) = (model, elementName(of: model, kind: kind))
    }
    element.modelVersion = currentVersion(in: list)
    return list.resolver.update(element, name, model: item)
  }

  /// Removes a cell or a supplementary element, so that another is made when it is requested.
  private func discard(_ element: ElementViewModel) {
    if element is CellViewModel {
      cells[element.index] = nil
    } else {
      supplementaries[element.elementName.kind]?[element.index] = nil
    }
    list?.endMembership(of: element)
  }
}

// MARK: - Lifetime of cells

extension ListViewModel {
  /// The number of cells that are kept at least.
  private static var cellCapacity: Int { 2_000 }

  /// Counts a new cell, and releases unused ones when there are many; O(1) on average.
  final func didMakeCell() {
    cellCount += 1
    guard cellCount > max(cellLimit, Self.cellCapacity) else { return }
    cellCount = 0
    for section in slots.lazy.compactMap(\.viewModel) {
      section.cells.removeUnshared { [selection, index = section.index] item, cell in
        !cell.isDisplayed && !cell.hasOwnModel && !cell.keepsState
          && !selection.contains(ListIndexPath(section: index, item: item))
      }
      cellCount += section.cells.count
    }
    cellLimit = 2 * cellCount
  }
}
