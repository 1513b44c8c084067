/// What the cell of an item displays: the name of its module, and its model.
public struct CellContent {
  /// The name of the cell's module among those of the section.
  public let name: ModuleName

  /// The model of the cell's view model.
  public let model: Any

  /// Creates the content of a cell.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - name: The name of the module; nil for that of a `NamedModel`, or the default name.
  public init(_ model: Any, name: ModuleName? = nil) {
    self.model = model
    self.name = name ?? (model as? any NamedModel)?.moduleName ?? .default
  }
}

/// The cell of one item of a list with several kinds of items: how it is registered, and its model.
public struct ItemCell {
  let type: Any.Type
  let model: Any
  let register: @MainActor (Module) -> Void

  /// Creates a cell.
  ///
  /// - Parameters:
  ///   - type: The type that distinguishes the kind of cells from others.
  ///   - model: The model of the cell's view model.
  ///   - register: Registers the view model and the view; called for the first cell of the type.
  public init(
    _ type: Any.Type, model: Any, register: @escaping @MainActor (Module) -> Void
  ) {
    (self.type, self.model, self.register) = (type, model, register)
  }

  /// Creates a cell with a view model that declares the type of its model.
  ///
  /// - Parameters:
  ///   - viewModel: The type of the view model.
  ///   - model: The model of the cell's view model.
  ///   - view: The view; without one, a placeholder stands in for the cell.
  public init<ViewModelType: ModelViewModel>(
    _ viewModel: ViewModelType.Type, _ model: ViewModelType.Model, view: ModuleView? = nil
  ) {
    self.init(viewModel, model: model) { $0.register(viewModel: viewModel, view: view) }
  }
}

/// The cells of a list with several kinds of items, each type of which is registered once.
@MainActor final class ItemCells<Item> {
  private let module: SectionModule
  private let cell: (Item) -> ItemCell
  private var names: [ObjectIdentifier: ModuleName] = [:]

  init(in module: SectionModule, _ cell: @escaping (Item) -> ItemCell) {
    (self.module, self.cell) = (module, cell)
  }

  func content(of item: Item) -> CellContent {
    let cell = cell(item)
    return CellContent(cell.model, name: name(of: cell))
  }

  private func name(of cell: ItemCell) -> ModuleName {
    let id = ObjectIdentifier(cell.type)
    if let name = names[id] { return name }
    let name = ModuleName(checked: "\(names.count + 1)")
    names[id] = name
    cell.register(module.cell(name))
    return name
  }
}
