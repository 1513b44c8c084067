import MocoaCore

extension ItemListViewModel {
  /// Creates an idle list of one section, whose items cells of one type display.
  ///
  /// ```swift
  /// TablePage(title: "Contacts", list: ItemListViewModel(contacts, cell: ContactCell.self))
  /// ```
  public convenience init<Cell: ModuleElementView>(
    _ items: [Item], cell: Cell.Type
  ) where Cell.ViewModelType: ModelViewModel, Cell.ViewModelType.Model == Item {
    self.init(items) { $0.cell.register(cell) }
  }
}

extension ItemCell {
  /// Creates a cell of a type.
  public init<Cell: ModuleElementView>(
    _ cell: Cell.Type, _ model: Cell.ViewModelType.Model
  ) where Cell.ViewModelType: ModelViewModel {
    self.init(cell, model: model) { $0.register(cell) }
  }
}
