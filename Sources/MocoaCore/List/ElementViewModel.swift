/// The height of an element, in rows of the terminal.
public enum RowHeight: Hashable, Sendable {
  /// The height that the view needs.
  case automatic
  /// A number of rows; 0 hides the element.
  case fixed(Int)
}

/// The superclass of cells and supplementary view models, with an index in a section and a module.
@MainActor open class ElementViewModel: ViewModel {
  /// The index among the elements of the same kind in the section.
  public final internal(set) var index = 0

  /// The module and the view that display the element, or the reason for a substitute.
  public final internal(set) var resolution: Resolution

  /// The reason why the element is displayed by a substitute; nil if its module displays it.
  public final var failureReason: String? {
    switch resolution {
    case .module: nil
    case .placeholder(let reason): "\(reason)"
    case .failure(let error): "\(error)"
    }
  }

  /// The view that the list has chosen for a substitute; nil for that of the view of the list.
  public final internal(set) var standInView: ModuleView?

  /// The names by which the element was looked up.
  final var elementName = ElementName(section: .default, kind: .cell, name: .default)

  /// The version of the registration of the module's view model that created this one.
  final var viewModelVersion = 0

  /// The registry's generation at which the resolution was last validated.
  final var resolvedGeneration = -1

  /// The version of the section's model from which the element's model was read.
  final var modelVersion = 0

  /// A Boolean value that indicates whether the element's model was replaced by a different one.
  final var isStale = false

  /// The identity of the element's row.
  final var identity = RowIdentity.none

  /// A Boolean value that indicates whether the model was set by the program, not by the list.
  final var hasOwnModel = false

  /// The origin of the model that is being set.
  final var modelSetter = ModelSetter.program

  /// What displays the element in a list, or nil; it is not retained.
  public final weak var elementHost: (any ElementHost)?

  /// A Boolean value that indicates whether a view displays the element.
  public final private(set) var isDisplayed = false

  /// A Boolean value that indicates whether the element itself was notified that it is displayed,
  /// as its host was before it.
  private final var isNotifiedOfDisplay = false

  /// A Boolean value that indicates whether the height must be measured.
  ///
  /// The view that measures it clears it.
  public final internal(set) var needsMeasuring = true

  /// A Boolean value that indicates whether the element must be drawn again.
  ///
  /// ``setNeedsRefresh()`` sets it, and the view that draws the element clears it. It does not
  /// concern elements that were never drawn, nor those that the list has reloaded or looked up
  /// again, of which ``ListChange`` notifies.
  public final internal(set) var needsRefresh = false

  /// The preferred height of the element; the view measures it if it is automatic.
  public final var height = RowHeight.automatic {
    didSet {
      if height != oldValue { didChangeLayout() }
    }
  }

  /// Creates an element outside of a list.
  public override init() {
    resolution = .placeholder(PlaceholderReason(element: elementName, attempts: []))
  }

  /// The section of the element, or nil.
  public final var section: SectionViewModel? {
    isManaged ? parent as? SectionViewModel : nil
  }

  /// The list of the element, or nil.
  public final var list: ListViewModel? { section?.list }

  /// Reports a diagnostic to the list's logger, if the element is in a list.
  package final func log(_ diagnostic: Diagnostic) { list?.log(diagnostic) }

  /// Called when a view begins to display the element.
  open func willDisplay() {}

  /// Called when the element is not displayed any more, once for each `willDisplay`.
  open func didEndDisplaying() {}

  /// Notifies the element that a view begins to display it; has no effect if it is displayed.
  public final func beginDisplay() {
    guard !isDisplayed else { return }
    isDisplayed = true
    list?.displayed[ObjectIdentifier(self)] = self
    elementHost?.elementWillReceive(.display)
    // The host may have ended it.
    guard isDisplayed, !isNotifiedOfDisplay else { return }
    isNotifiedOfDisplay = true
    willDisplay()
  }

  /// Notifies the element that no view displays it; has no effect if it is not displayed.
  public final func endDisplay() {
    guard isDisplayed else { return }
    isDisplayed = false
    list?.displayed[ObjectIdentifier(self)] = nil
    elementHost?.elementWillReceive(.endDisplay)
    guard !isDisplayed, isNotifiedOfDisplay else { return }
    isNotifiedOfDisplay = false
    didEndDisplaying()
  }

  /// Requests that the element is drawn again in the next frame in which a view displays it.
  ///
  /// Observers of the list are notified of a reload of the element at once, displayed or not.
  open func setNeedsRefresh() {
    needsRefresh = true
    if isReady { list?.reloadLater(self) }
  }

  /// Requests that the height is measured again when a view next displays the element.
  public final func setNeedsMeasuring() {
    needsMeasuring = true
    didChangeLayout()
  }

  /// Marks the element to be drawn, without notifying the list; for observable types.
  package final func markForRefresh() { needsRefresh = true }

  /// Called when a view has measured the element.
  public final func didMeasure() { needsMeasuring = false }

  /// Called when the view of the element has drawn it.
  public final func didRefresh() { needsRefresh = false }

  final func didChangeLayout() { list?.notify(.layout(self)) }

  /// Called by subclasses when the model was replaced; notifies the list and its observers.
  final func didSetModel(isObject: Bool, _ notifySubclass: () -> Void) {
    hasOwnModel = modelSetter == .program
    if modelSetter == .listUnchanged, !isObject { return }
    notifySubclass()
    updateBindings()
    if modelSetter == .program, isReady { list?.reloadLater(self) }
  }
}

/// The origin of an element's model.
enum ModelSetter {
  /// The program; the list is notified.
  case program
  /// The list, which notifies its observers itself.
  case list
  /// The list, with a model of equal content.
  case listUnchanged
}
