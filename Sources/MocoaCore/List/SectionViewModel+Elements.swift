extension SectionViewModel {
  /// The cell at a position, made if need be; ready if the section is.
  ///
  /// - Precondition: the section is in a list, and `index` is in `0..<numberOfItems`.
  public final func cellViewModel(at index: Int) -> CellViewModel {
    precondition((0..<numberOfItems).contains(index), "The section has no row \(index).")
    guard let list else { preconditionFailure("The section is in no list.") }
    let maker = list.cellMaker
    if let cell = cells[index] {
      if maker.refresh(cell) { return cell }
      discard(cell)
    }
    let cell = makeCell(at: index, with: maker)
    cell.index = index
    cells[index] = cell
    adoptManaged(cell)
    return cell
  }

  private func makeCell(at index: Int, with maker: ElementMaker<CellViewModel>) -> CellViewModel {
    let count = model.numberOfItems
    guard index < count else {
      let name = ElementName(section: name, kind: .cell, name: .default)
      return maker.makeFailure(name, error: ModelError.outOfRange(index: index, count: count))
    }
    let item = model.item(at: index)
    let itemName = (item as? any NamedModel)?.mocoaName ?? .default
    return maker.make(ElementName(section: name, kind: .cell, name: itemName), model: item)
  }

  /// The number of supplementary elements of a kind.
  public final func numberOfSupplementaryViewModels(of kind: ModuleKind) -> Int {
    model.numberOfSupplementaryModels(of: kind)
  }

  /// The supplementary element of a kind at a position, made if need be; nil where there is none.
  public final func supplementaryViewModel(
    of kind: ModuleKind, at index: Int = 0
  ) -> SupplementaryViewModel? {
    guard let list else { return nil }
    let maker = list.supplementaryMaker
    if let element = supplementaries[kind]?[index] {
      if maker.refresh(element) { return element }
      discard(element)
    }
    guard index >= 0, index < model.numberOfSupplementaryModels(of: kind),
      let item = model.supplementaryModel(of: kind, at: index)
    else { return nil }
    let itemName = (item as? any NamedModel)?.mocoaName ?? .default
    let name = ElementName(section: name, kind: kind, name: itemName)
    let element = maker.make(name, model: item)
    element.kind = kind
    element.index = index
    supplementaries[kind, default: [:]][index] = element
    adoptManaged(element)
    return element
  }

  /// The section's first header, if it has one.
  public final var headerViewModel: SupplementaryViewModel? { supplementaryViewModel(of: .header) }

  /// The section's first footer, if it has one.
  public final var footerViewModel: SupplementaryViewModel? { supplementaryViewModel(of: .footer) }

  /// Lets go of a cell or a supplementary element.
  final func discard(_ element: ElementViewModel) {
    switch element {
    case let cell as CellViewModel: cells[cell.index] = nil
    case let element as SupplementaryViewModel: supplementaries[element.kind]?[element.index] = nil
    default: break
    }
    element.endDisplay()
    releaseManaged(element)
  }

  /// Lets go of all elements.
  final func discardElements() {
    for element in elements { discard(element) }
  }
}
