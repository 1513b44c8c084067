/// The items of a list with the selection and the scroll position, to be stored and shown again.
public struct SavedList<Item: Codable>: Codable {
  /// The items of a section and the name of the section.
  struct Section: Codable {
    var name: ModuleName
    var items: [Item]
  }

  var sections: [Section]
  var selection: IndexPathSet

  /// The row at the top of the view; nil if none was given.
  public var top: ListIndexPath?
}

extension SavedList: Sendable where Item: Sendable {}
extension SavedList.Section: Sendable where Item: Sendable {}

extension ItemListViewModel where Item: Codable {
  /// The items, the selection and a scroll position, to be stored.
  ///
  /// Headers, footers and the state of cells are not included. The row at the top of the view is
  /// the view's to say.
  public final func save(top: ListIndexPath? = nil) -> SavedList<Item> {
    SavedList(
      sections: sections.map { .init(name: $0.mocoaName, items: $0.rows) },
      selection: selectedIndexPaths, top: top)
  }

  /// Shows stored items and selects the rows that were selected.
  ///
  /// A section that the list has keeps its header, its footer and its identity. Scrolling to `top`
  /// is up to the view.
  public final func restore(_ saved: SavedList<Item>) {
    let present = sections
    sections = saved.sections.map { section in
      var restored =
        present.first { $0.mocoaName == section.name } ?? RowSection([], name: section.name)
      restored.rows = section.items
      return restored
    }
    deselectAllItems()
    selectItems(at: saved.selection.intersection(allIndexPaths))
  }
}
