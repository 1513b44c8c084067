/// How many rows of the terminal a row of a list takes.
public enum RowHeight: Hashable, Sendable {
  /// As many as the view needs.
  case automatic
  /// A number of rows; 0 hides it.
  case fixed(Int)
}

/// What cells and supplementary view models have in common: a place in a section, and what shows
/// them.
@MainActor open class ElementViewModel: ViewModel {
  /// The position among the elements of the same kind in the section.
  public final internal(set) var index = 0

  /// The module and the view that show the element, or why something else stands in.
  public final internal(set) var resolution: Resolution

  /// The names by which the element was looked up.
  final var elementName = ElementName(section: .default, kind: .cell, name: .default)

  /// The version of the module's view model from which this one was made.
  final var viewModelVersion = 0

  /// The registry's generation at which the resolution was last looked at.
  final var resolvedGeneration = -1

  /// Whether the element is shown by a view now.
  public final private(set) var isDisplayed = false

  /// The height that the element wishes for; the view measures it where it is automatic.
  public final var height = RowHeight.automatic {
    didSet {
      if height != oldValue { list?.didChangeLayout(of: self) }
    }
  }

  /// Makes an element that is in no list yet.
  public override init() {
    resolution = .placeholder(PlaceholderReason(element: elementName, attempts: []))
  }

  /// The section that the element belongs to.
  public final var section: SectionViewModel? {
    isManaged ? parent as? SectionViewModel : nil
  }

  /// The list that the element belongs to.
  public final var list: ListViewModel? { section?.list }

  /// Called when a view begins to show the element, for a subclass to override.
  open func willDisplay() {}

  /// Called when no view shows the element any more, once for each `willDisplay`.
  open func didEndDisplaying() {}

  /// Tells the element that a view shows it; does nothing if one did already.
  public final func beginDisplay() {
    guard !isDisplayed else { return }
    isDisplayed = true
    willDisplay()
  }

  /// Tells the element that no view shows it any more; does nothing if none did.
  public final func endDisplay() {
    guard isDisplayed else { return }
    isDisplayed = false
    didEndDisplaying()
  }
}
