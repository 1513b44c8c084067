/// The base class of view models: a life cycle, a hierarchy, emissions and key events.
///
/// A view model is idle until `ready()` is called, by the program, by the view that displays it, or
/// because its parent is ready. Then `prepare()` is called once, the view model is ready, pending
/// emissions and key events are sent, and its children become ready in order, each with all its
/// descendants before the next.
///
/// *Emissions* propagate from child to parent until one handles them. *Key events* are sent to the
/// observers of a key of the view model, usually its view.
///
/// ```swift
/// final class ContactViewModel: CellViewModel<Contact> {
///   override func didSelect() { emit(.select, model.phone) }
/// }
/// ```
@MainActor open class ViewModel {
  enum State {
    /// Created; `ready()` has not been called.
    case idle
    case preparing
    /// `prepare()` has returned.
    case ready
  }

  @exclusivity(unchecked)
  final private(set) var state = State.idle

  /// The module that created the view model, or in which a list finds those of its rows, or nil.
  @exclusivity(unchecked)
  public final internal(set) var module: Module?

  /// The parent, which is not retained.
  @exclusivity(unchecked)
  public final internal(set) weak var parent: ViewModel?

  /// What displays the view model, or nil; it is not retained.
  ///
  /// Views set it; see `ViewModelHost`.
  public final weak var host: (any ViewModelHost)? {
    didSet { hasHost = host != nil }
  }

  /// A Boolean value that indicates whether there may be a host: loads of weak references are slow.
  @exclusivity(unchecked)
  final private(set) var hasHost = false

  /// The added children, in order, without the sections and cells of a list.
  public final internal(set) var children: [ViewModel] = []

  /// The subscriptions of the view model, retained as long as it exists.
  public final var subscriptions: [Subscription] = []

  /// The pending emissions and key events, the oldest first.
  final var deliveries: [@MainActor () -> Void] = []

  /// A Boolean value that indicates whether the parent manages it, as lists do their sections.
  final var isManaged = false

  /// The handlers that are bound to members of the model.
  final var bindings: [ModelBinding] = []
  final var isRunningBindings = false

  final let keyObservers = ObserverList<KeyEvent>()

  /// Creates an idle view model.
  public init() {}

  /// A Boolean value that indicates whether the view model is prepared.
  public final var isReady: Bool { state == .ready }

  /// Prepares the view model; called once, before it is ready.
  ///
  /// Children that are added here become ready after it. Overrides need not call `super`.
  open func prepare() {}

  /// Prepares the view model and then its children; has no effect after the first call.
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

  /// A Boolean value that indicates whether changes of an `@Observable` model call its bindings.
  ///
  /// An override that returns `false` leaves it to `modelDidUpdate(_:)`, and to replacing the
  /// model.
  open var observesModel: Bool { true }

  /// Handles or forwards an emission of a descendant.
  ///
  /// A handled emission propagates no further. By default, all emissions are forwarded.
  open func receive(_ emission: Emission) -> EmissionResponse { .forward }

  /// Called after a child was removed or moved to another parent; by default has no effect.
  open func didRemoveChild(_ child: ViewModel) {}

  /// Handles a `reload` that `receive` has forwarded, on behalf of the type itself.
  func receiveInternally(_ emission: Emission) -> EmissionResponse { .forward }

  /// The children that the type manages, which become ready before the others.
  var managedChildren: [ViewModel] { [] }
}
