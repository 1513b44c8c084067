/// A change of a list, of which observers are notified after the list was updated.
public enum ListChange: Sendable {
  /// A batch of changes of sections and rows, possibly a reload.
  case update(Changeset)
  /// A change of a registered module of the list: view models and resolutions must be read again.
  ///
  /// A registration may send several, and so does a look-up that creates a module.
  case modules(ModuleChange)
  /// A change of the preferred height or size of an element.
  case layout(ElementViewModel)
  /// A change of the spacing of a section.
  case spacing(SectionViewModel)
  /// A change of the selection by the program, or by opening a cell, with the scroll position of
  /// the first selected row.
  case selection(
    selected: IndexPathSet, deselected: IndexPathSet,
    scrollPosition: ListViewModel.ScrollPosition? = nil)
}

extension ListViewModel {
  /// The requested position of a row in the viewport.
  public enum ScrollPosition: Hashable, Sendable {
    /// Any position, with as little scrolling as possible.
    case visible
    /// The top.
    case top
    /// The middle.
    case middle
    /// The bottom.
    case bottom
  }
}
