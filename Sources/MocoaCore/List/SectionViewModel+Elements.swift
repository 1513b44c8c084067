extension SectionViewModel {
  /// The cell at a position if it was asked for before; O(1).
  public final func existingCellViewModel(at index: Int) -> CellViewModel? { cells[index] }

  /// The cell at a position, made if need be; ready if the section is.
  ///
  /// - Precondition: the section is in a list, and `index` is in `0..<numberOfItems`.
  public final func cellViewModel(at index: Int) -> CellViewModel {
    precondition((0..<numberOfItems).contains(index), "The section has no row \(index).")
    guard let list else { preconditionFailure("The section is in no list.") }
    if let cell = cells[index] {
      if isCurrent(cell, in: list) || update(cell, in: list) { return cell }
      discard(cell)
    }
    let cell = makeCell(at: index, with: list.cellMaker)
    cell.index = index
    cells[index] = cell
    adopt(cell, in: list)
    list.didMakeCell()
    return cell
  }

  /// The cells, each made when it is read.
  public final var cellViewModels: LazyMapSequence<Range<Int>, CellViewModel> {
    (0..<numberOfItems).lazy.map { self.cellViewModel(at: $0) }
  }

  private func makeCell(at index: Int, with maker: ElementMaker<CellViewModel>) -> CellViewModel {
    let count = model.numberOfItems
    guard index < count else {
      let name = ElementName(section: name, kind: .cell, name: .default)
      return maker.makeFailure(name, error: ModuleError.outOfRange(index: index, count: count))
    }
    let item = model.item(at: index)
    let cell = maker.make(elementName(of: item, kind: .cell), model: item)
    cell.identity = identity(of: item, at: index)
    return cell
  }

  /// Makes a new element part of the section.
  private func adopt(_ element: ElementViewModel, in list: ListViewModel) {
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
  public final func numberOfSupplementaryViewModels(of kind: ModuleKind) -> Int {
    model.numberOfSupplementaryModels(of: kind)
  }

  /// The supplementary element of a kind at a position, made if need be; nil where there is none.
  public final func supplementaryViewModel(
    of kind: ModuleKind, at index: Int = 0
  ) -> SupplementaryViewModel? {
    guard let list else { return nil }
    if let element = supplementaries[kind]?[index] {
      if isCurrent(element, in: list) || update(element, in: list) { return element }
      discard(element)
    }
    guard index >= 0, index < model.numberOfSupplementaryModels(of: kind),
      let item = model.supplementaryModel(of: kind, at: index)
    else { return nil }
    let element = list.supplementaryMaker.make(elementName(of: item, kind: kind), model: item)
    element.kind = kind
    element.index = index
    supplementaries[kind, default: [:]][index] = element
    adopt(element, in: list)
    return element
  }

  /// The section's first header, if it has one.
  public final var headerViewModel: SupplementaryViewModel? { supplementaryViewModel(of: .header) }

  /// The section's first footer, if it has one.
  public final var footerViewModel: SupplementaryViewModel? { supplementaryViewModel(of: .footer) }
}

// MARK: - Keeping elements up to date

extension SectionViewModel {
  /// Whether an element has the model and the module that it ought to have.
  private func isCurrent(_ element: ElementViewModel, in list: ListViewModel) -> Bool {
    !element.isStale && element.modelVersion == modelVersion
      && element.resolvedGeneration == list.resolver.generation
  }

  /// Brings a cell up to date.
  ///
  /// - Returns: whether it may stay; otherwise another is to be made in its place.
  private func update(_ cell: CellViewModel, in list: ListViewModel) -> Bool {
    guard cell.isStale || cell.modelVersion != modelVersion else {
      return list.cellMaker.refresh(cell)
    }
    guard cell.index < model.numberOfItems else { return false }
    let item = model.item(at: cell.index)
    let identity = identity(of: item, at: cell.index)
    // A cell never becomes that of another row.
    guard !(identity.isLasting && cell.identity.isLasting) || identity == cell.identity else {
      return false
    }
    cell.modelVersion = currentVersion(in: list)
    cell.identity = identity
    return list.cellMaker.update(cell, elementName(of: item, kind: .cell), model: item)
  }

  private func update(_ element: SupplementaryViewModel, in list: ListViewModel) -> Bool {
    guard element.isStale || element.modelVersion != modelVersion else {
      return list.supplementaryMaker.refresh(element)
    }
    guard element.index < model.numberOfSupplementaryModels(of: element.kind),
      let item = model.supplementaryModel(of: element.kind, at: element.index)
    else { return false }
    element.modelVersion = currentVersion(in: list)
    let name = elementName(of: item, kind: element.kind)
    return list.supplementaryMaker.update(element, name, model: item)
  }

  /// Brings an element up to date at once, or lets it go so that another is made when asked for.
  final func updateNow(_ element: ElementViewModel) {
    guard let list, !isCurrent(element, in: list) else { return }
    switch element {
    case let cell as CellViewModel where !update(cell, in: list): discard(cell)
    case let element as SupplementaryViewModel where !update(element, in: list): discard(element)
    default: break
    }
  }

  /// Removes a cell or a supplementary element, so that another is made when it is asked for.
  final func discard(_ element: ElementViewModel) {
    switch element {
    case let cell as CellViewModel: cells[cell.index] = nil
    case let element as SupplementaryViewModel: supplementaries[element.kind]?[element.index] = nil
    default: break
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
