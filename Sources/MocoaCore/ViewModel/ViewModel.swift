/// The base of all view models: a life cycle, a place in a hierarchy, emissions and key events.
///
/// A view model is idle until `ready()` is called, by hand, by the view that shows it, or because
/// its parent is ready. Then `prepare()` runs once, the view model is ready, what it emitted and
/// sent before goes out, and its children become ready in order, each with all below it before
/// the next.
///
/// *Emissions* climb from child to parent until one handles them. *Key events* go to the observers
/// of a key of the view model, usually its view.
///
/// ```swift
/// final class ContactViewModel: TableCellViewModel<Contact> {
///   override func didSelect() { emit(.select, model.phone) }
/// }
/// ```
@MainActor open class ViewModel {
  enum State {
    /// Made, and not asked to be ready yet.
    case idle
    /// In `prepare()`.
    case preparing
    /// Prepared.
    case ready
  }

  @exclusivity(unchecked)
  final private(set) var state = State.idle

  /// The module that made the view model; nil for one that was made by hand.
  public final internal(set) var module: Module?

  /// The view model above, which is not kept alive.
  public final internal(set) weak var parent: ViewModel?

  /// The view models that were added, in order; a list's sections and cells are not among them.
  public final internal(set) var children: [ViewModel] = []

  /// What the view model observes, to be kept for as long as it lives.
  public final var subscriptions: [Subscription] = []

  /// What was emitted and sent before the view model was ready, oldest first.
  final var deliveries: [@MainActor () -> Void] = []

  /// Indicates whether the parent manages this view model, as a list does its sections and cells.
  final var isManaged = false

  /// The handlers that are bound to members of the model.
  final var bindings: [ModelBinding] = []
  final var isRunningBindings = false

  final let keyObservers = ObserverList<Any>()

  /// Creates an idle view model.
  public init() {}

  /// A Boolean value that indicates whether the view model is prepared.
  public final var isReady: Bool { state == .ready }

  /// Prepares the view model, for a subclass to override; called once, while it is not ready yet.
  ///
  /// Children that are added here become ready after it. There is no need to call `super`.
  open func prepare() {}

  /// Makes the view model and then its children ready; does nothing after the first call.
  public final func ready() {
    guard state == .idle else { return }
    state = .preparing
    prepare()
    state = .ready
    let pending = deliveries
    deliveries = []
    for deliver in pending { deliver() }
    for child in managedChildren + children where child.parent === self { child.ready() }
  }

  /// Whether bindings to members are called automatically when an `@Observable` model changes.
  var observesModel: Bool { true }

  /// Decides about an emission from below, for a subclass to override.
  ///
  /// What is handled climbs no further. The default passes everything on.
  open func receive(_ emission: Emission) -> EmissionResponse { .forward }

  /// Called after a child was removed or has gone to another parent, for a subclass to override.
  open func didRemoveChild(_ child: ViewModel) {}

  /// What the type itself does with a `reload` that `receive` passed on.
  func receiveInternally(_ emission: Emission) -> EmissionResponse { .forward }

  /// The children that the type manages, which become ready before the added ones.
  var managedChildren: [ViewModel] { [] }
}
