/// The view model of a list: sections and rows by position, made when they are requested.
///
/// Making one over a million rows makes none of their view models; what was never requested costs
/// nothing. Everything works without a view.
///
/// ```swift
/// let list = ListViewModel(model: RowSection(contacts), module: registry["mocoa://contacts/"])
/// list.ready()
/// let cell = list.cellViewModel(at: ListIndexPath(section: 0, item: 12))
/// ```
///
/// There are three ways to change what it shows, and in each of them view models and the selection
/// stay with their rows:
///
/// - Set `model`, or `update(to:)` for large lists: the difference is computed.
/// - Change the data in `performBatchUpdates(_:completion:)`: the difference is computed
///   afterwards.
/// - Say what has happened: `insertItems(at:)` and the like, alone or in a batch.
///
/// In each case observers get one changeset, when the list itself is right.
@MainActor open class ListViewModel: ViewModel {
  /// The number of rows that can be selected at a time.
  public enum SelectionMode: Hashable, Sendable {
    /// None.
    case none
    /// One; selecting another deselects it.
    case single
    /// Any number.
    case multiple
  }

  /// The number of rows that can be selected at a time; deselecting others is up to the caller.
  public final var selectionMode = SelectionMode.single

  /// The kinds of supplementary elements that are made in each section, before those that only the
  /// section's model names.
  final var supplementaryKinds: [ModuleKind] = [.header, .footer]

  /// Finds the modules of the elements.
  final let resolver: ModuleResolver

  /// The model that sections and rows are read from.
  final var storedModel: any ListModel
  /// The model after all transactions of the queue, and in a batch the one that was set.
  final var newestModel: any ListModel
  /// The newest model, if it may be read outside of the main actor.
  final var sendableModel: (any ListModel & Sendable)?
  final var slots: [SectionSlot] = []
  final var selection = IndexPathSet()
  /// The identities of selected rows that may change in place, so that they are not known later.
  final var selectedIdentities: [ListIndexPath: RowIdentity] = [:]
  /// The elements that a view shows now.
  final var displayed: [ObjectIdentifier: ElementViewModel] = [:]
  /// The number of cells made since unused ones were released, and the number that may exist.
  final var (cellCount, cellLimit) = (0, 0)

  /// The batch update whose closure is running.
  final var batch: ListBatch?
  /// The transactions that wait to be applied.
  final var queue: ArraySlice<ListTransaction> = []
  /// The number of transactions that changed something.
  final var version = 0
  /// The number of requests to show another model, of which only the newest counts.
  final var requestCount = 0
  /// The comparison of the newest request.
  final var pendingComparison: Task<Changeset?, Never>?
  /// The changes that observers are not notified of yet.
  final var undelivered: ArraySlice<ListChange> = []
  /// The elements that get their models when the queue is empty.
  final var postponed: [ElementViewModel] = []
  final var isDelivering = false
  final let changeObservers = ObserverList<ListChange>()
  private final var registrySubscription: Subscription?

  /// Creates an idle list.
  ///
  /// - Parameters:
  ///   - model: what the list shows.
  ///   - module: the module below which sections and cells are registered; nil gives placeholders.
  public init(model: any ListModel = SectionList([]), module: Module? = nil) {
    storedModel = model
    newestModel = model
    resolver = ModuleResolver(module: module)
    super.init()
    self.module = module
    slots = Self.slots(of: model)
    registrySubscription = module?.registry?.observeChanges(owner: self) { $0.notify(.modules) }
  }

  /// Calls a handler after each change, for as long as the owner lives and the subscription is
  /// held.
  ///
  /// A list that is not ready yet notifies no observers. A change that an observer makes is applied
  /// after all observers were notified of the one before.
  public final func observeChanges<Owner: AnyObject>(
    owner: Owner, handler: @escaping @MainActor (Owner, ListChange) -> Void
  ) -> Subscription {
    changeObservers.add(owner: owner, handler: handler)
  }

  /// The changes from now on, until the list is released.
  ///
  /// A change is read in a later turn, when the list may have changed again.
  public final var changes: AsyncStream<ListChange> { changeObservers.stream() }

  final func log(_ diagnostic: Diagnostic) { resolver.log(diagnostic) }

  override var managedChildren: [ViewModel] { slots.compactMap(\.viewModel) }

  override func receiveInternally(_ emission: Emission) -> EmissionResponse {
    guard emission.via.isManaged,
      let section = emission.via as? SectionViewModel
    else { return .forward }
    reloadLater(section)
    return .handled
  }
}

/// A section of a list: its number of rows, or its view model once that was requested.
enum SectionSlot {
  case count(Int)
  case made(SectionViewModel)

  @MainActor var count: Int {
    switch self {
    case .count(let count): count
    case .made(let section): section.numberOfItems
    }
  }

  var viewModel: SectionViewModel? {
    switch self {
    case .count: nil
    case .made(let section): section
    }
  }
}

extension ListViewModel {
  static func slots(of model: any ListModel) -> [SectionSlot] {
    (0..<model.numberOfSections).map { .count(model.section(at: $0).numberOfItems) }
  }

  /// Notes how many rows a section has.
  final func setCount(_ count: Int, ofSection section: Int) {
    if let viewModel = slots[section].viewModel {
      viewModel.numberOfItems = count
    } else {
      slots[section] = .count(count)
    }
  }
}
