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
  package final internal(set) var resolution: Resolution

  /// The reason why the element is displayed by a substitute; nil if its module displays it.
  public final var failureReason: String? {
    switch resolution {
    case .module: nil
    case .placeholder(let reason): "\(reason)"
    case .failure(let error): "\(error)"
    }
  }

  /// The names by which the element was looked up.
  final var elementName = ElementName(section: .default, kind: .cell, name: .default)

  /// The version of the module's view model from which this one was made.
  final var viewModelVersion = 0

  /// The registry's generation at which the resolution was last looked at.
  final var resolvedGeneration = -1

  /// The version of the section's model from which the element has its own.
  final var modelVersion = 0

  /// Indicates whether the element's model was replaced by one that shows something else.
  final var isStale = false

  /// Which row the element stands for.
  final var identity = RowIdentity.none

  /// A Boolean value that indicates whether the program has set the model, and not the list.
  final var hasOwnModel = false

  /// The origin of the model that is being set.
  final var modelSetter = ModelSetter.program

  /// A Boolean value that indicates whether the element is shown by a view now.
  public final private(set) var isDisplayed = false

  /// Indicates whether the height has to be measured again; cleared by the view that measures it.
  package final internal(set) var needsMeasuring = true

  /// Indicates whether the element has to be drawn again; cleared by the view that draws it.
  ///
  /// The mark stays for as long as no view shows the element, and so does that of an element whose
  /// view has gone over to another one.
  package final internal(set) var needsRefresh = false

  /// The preferred height of the element; the view measures it where it is automatic.
  public final var height = RowHeight.automatic {
    didSet {
      if height != oldValue { didChangeLayout() }
    }
  }

  /// Creates an element that is in no list yet.
  public override init() {
    resolution = .placeholder(PlaceholderReason(element: elementName, attempts: []))
  }

  /// The section that the element belongs to.
  public final var section: SectionViewModel? {
    isManaged ? parent as? SectionViewModel : nil
  }

  /// The list that the element belongs to.
  public final var list: ListViewModel? { section?.list }

  /// Reports a diagnostic to the list's logger; it is dropped while the element is in no list.
  package final func log(_ diagnostic: Diagnostic) { list?.log(diagnostic) }

  /// Called when a view begins to show the element, for a subclass to override.
  open func willDisplay() {}

  /// Called when no view shows the element any more, once for each `willDisplay`.
  open func didEndDisplaying() {}

  /// Notifies the element that a view shows it; does nothing if one did already.
  public final func beginDisplay() {
    guard !isDisplayed else { return }
    isDisplayed = true
    list?.displayed[ObjectIdentifier(self)] = self
    willDisplay()
  }

  /// Notifies the element that no view shows it any more; does nothing if none did.
  package final func endDisplay() {
    guard isDisplayed else { return }
    isDisplayed = false
    list?.displayed[ObjectIdentifier(self)] = nil
    didEndDisplaying()
  }

  /// Requests that the element is drawn again with the next frame in which a view shows it.
  open func setNeedsRefresh() {
    needsRefresh = true
    if isReady { list?.reloadLater(self) }
  }

  /// Requests that the height is measured again before the next frame in which a view shows the
  /// element.
  public final func setNeedsMeasuring() {
    needsMeasuring = true
    didChangeLayout()
  }

  /// Marks the element to be drawn without notifying the list; for observable types.
  package final func markForRefresh() { needsRefresh = true }

  /// Notes that a view has measured the element.
  package final func didMeasure() { needsMeasuring = false }

  /// Notes that the view that shows the element has drawn it.
  package final func didRefresh() { needsRefresh = false }

  final func didChangeLayout() { list?.notify(.layout(self)) }

  /// Called by a subclass when its model has been replaced, to notify the list and its observers.
  final func didSetModel(isObject: Bool, _ tellSubclass: () -> Void) {
    hasOwnModel = modelSetter == .program
    if modelSetter == .listUnchanged, !isObject { return }
    tellSubclass()
    updateBindings()
    if modelSetter == .program, isReady { list?.reloadLater(self) }
  }
}

/// The origin of an element's model.
enum ModelSetter {
  /// The program, so that the list is notified.
  case program
  /// The list, which notifies its observers itself.
  case list
  /// The list, with a model that shows the same.
  case listUnchanged
}
