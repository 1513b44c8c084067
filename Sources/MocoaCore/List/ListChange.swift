/// A change of a list of which its observers are notified, after its own state is right.
public enum ListChange: Sendable {
  /// Sections and rows changed, all at once; possibly everything.
  case update(Changeset)
  /// Other modules may show the elements: their view models and resolutions are to be read again.
  case modules
  /// The preferred height or size of an element has changed.
  case layout(ElementViewModel)
  /// The room that a section leaves around and between its items has changed.
  case spacing(SectionViewModel)
  /// The program selected or deselected rows; the view scrolls so that the first selected one is
  /// where it is requested.
  case selection(
    selected: IndexPathSet, deselected: IndexPathSet,
    scrollPosition: ListViewModel.ScrollPosition? = nil)
}

extension ListViewModel {
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
}
