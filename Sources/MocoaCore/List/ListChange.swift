/// What a list tells its observers, after its own state is right.
public enum ListChange: Sendable {
  /// Sections and rows changed, all at once; possibly everything.
  case update(Changeset)
  /// Other modules may show the elements: ask for their view models and resolutions anew.
  case modules
  /// The height or the size that an element wishes for has changed.
  case layout(ElementViewModel)
  /// The room that a section leaves around and between its items has changed.
  case spacing(SectionViewModel)
  /// Rows were selected or deselected by the program.
  case selection(ListSelectionChange)
}

/// Which rows were selected and deselected, and where the view is asked to scroll.
public struct ListSelectionChange: Hashable, Sendable {
  /// Where a row is to stand in the view.
  public enum ScrollPosition: Hashable, Sendable {
    /// Anywhere, with as little scrolling as will do.
    case visible
    /// In the first row.
    case top
    /// In the middle.
    case middle
    /// In the last row.
    case bottom
  }

  /// The rows that are selected now and were not before.
  public var selected: [ListIndexPath] = []
  /// The rows that were selected before and are not now.
  public var deselected: [ListIndexPath] = []
  /// Where the first selected row is to stand; nil leaves the view where it is.
  public var scrollPosition: ScrollPosition?

  /// Makes a change.
  public init(
    selected: [ListIndexPath] = [], deselected: [ListIndexPath] = [],
    scrollPosition: ScrollPosition? = nil
  ) {
    self.selected = selected
    self.deselected = deselected
    self.scrollPosition = scrollPosition
  }
}
