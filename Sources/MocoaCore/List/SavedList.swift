/// The items of a list with the selection and the scroll position, which can be stored.
public struct SavedList<Item: Codable>: Codable {
  /// The items and the name of a section.
  struct Section: Codable {
    var name: ModuleName
    var items: [Item]
  }

  var sections: [Section]
  var selection: IndexPathSet

  /// The row at the top of the viewport, or nil.
  public var top: ListIndexPath?
}

extension SavedList: Sendable where Item: Sendable {}
extension SavedList.Section: Sendable where Item: Sendable {}

extension ItemListViewModel where Item: Codable {
  /// Returns the items, the selection and a scroll position.
  ///
  /// Headers, footers and the state of cells are not included. The caller supplies the row at the
  /// top of the viewport.
  public final func save(top: ListIndexPath? = nil) -> SavedList<Item> {
    SavedList(
      sections: sections.map { .init(name: $0.moduleName, items: $0.rows) },
      selection: selectedIndexPaths, top: top)
  }

  /// Restores items and selection.
  ///
  /// Existing sections keep their header, footer and identity; sections with equal names are
  /// matched in order. The caller scrolls to `top`.
  public final func restore(_ saved: SavedList<Item>) {
    var present = Dictionary(grouping: sections.reversed(), by: \.moduleName)
    sections = saved.sections.map { section in
      var restored = present[section.name]?.popLast() ?? RowSection([], name: section.name)
      restored.rows = section.items
      return restored
    }
    deselectAllItems()
    selectItems(at: saved.selection.intersection(allIndexPaths))
  }
}
