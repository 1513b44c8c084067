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
