/// The view model of a list: sections and rows by index, created on demand.
///
/// A list of a million rows creates no view models until they are requested. It works without a
/// view.
///
/// ```swift
/// let list = ListViewModel(model: RowSection(contacts), module: registry["mocoa://contacts/"])
/// list.ready()
/// let cell = list.cellViewModel(at: ListIndexPath(section: 0, item: 12))
/// ```
///
/// There are three ways to change a list, in which rows keep their view models and selection:
///
/// - Set `model`, or `update(to:)` for large lists: the difference is computed.
/// - Change the data in `performBatchUpdates(_:completion:)`: the difference is computed
///   afterwards.
/// - Describe the change: `insertItems(at:)` and other operations, alone or in a batch.
///
/// In each case observers are notified of one changeset, after the list was updated.
@MainActor open class ListViewModel: ViewModel {
  /// The number of rows that can be selected.
  public enum SelectionMode: Hashable, Sendable {
    /// None.
    case none
    /// One; selecting another deselects it.
    case single
    /// Any number.
    case multiple
  }

  /// The number of rows that can be selected; changing it does not deselect rows.
  public final var selectionMode = SelectionMode.single

  /// The kinds of supplementary elements of each section, before those only in its model.
  public final var supportedSupplementaryKinds: [ModuleKind] = [.header, .footer]

  /// The resolver of the elements' modules.
  final let resolver: ModuleResolver

  /// The model from which sections and rows are read.
  final var storedModel: any ListModel
  /// The model after all transactions of the queue, or the one set in a batch.
  final var newestModel: any ListModel
  /// The newest model, if it can be read off the main actor.
  final var sendableModel: (any ListModel & Sendable)?
  final var slots: [SectionSlot] = []
  final var selection = IndexPathSet()
  /// The identities of selected rows of a model that changes in place.
  final var selectedIdentities: [ListIndexPath: RowIdentity] = [:]
  /// The elements that views display.
  final var displayed: [ObjectIdentifier: ElementViewModel] = [:]
  /// The number of cells since unused ones were released, and the number at which they are again.
  final var (cellCount, cellLimit) = (0, 0)

  /// The batch update whose closure is executing.
  final var batch: ListBatch?
  /// The pending transactions.
  final var queue: ArraySlice<ListTransaction> = []
  /// The number of transactions with changes.
  final var version = 0
  /// The number of requests to set the model, of which only the newest is valid.
  final var requestCount = 0
  /// The comparison of the newest request.
  final var pendingComparison: Task<ListTransaction.Difference?, Never>?
  /// The changes of which observers have not been notified yet, with their mappings if computed.
  final var undelivered: ArraySlice<(change: ListChange, mapping: ChangesetMapping?)> = []
  /// The elements whose models are updated when the queue is empty.
  final var postponed: [ElementViewModel] = []
  final var isDelivering = false
  /// The mapping of the changeset of which observers are being notified, so that none computes it.
  package internal(set) final var deliveredMapping: ChangesetMapping?
  final let changeObservers = ObserverList<ListChange>()
  private final var registrySubscription: Subscription?
  /// The registry of modules that belong to the list alone.
  final var ownRegistry: ModuleRegistry?

  /// Creates an idle list.
  ///
  /// - Parameters:
  ///   - model: The model of the list.
  ///   - module: The module below which sections and cells are registered; nil for placeholders.
  public init(model: any ListModel = SectionList([]), module: Module? = nil) {
    (storedModel, newestModel) = (model, model)
    resolver = ModuleResolver(module: module)
    super.init()
    self.module = module
    slots = Self.slots(of: model)
    registrySubscription = module?.registry?.observeChanges(owner: self) { list, change in
      if list.resolver.isConcerned(by: change) { list.notify(.modules(change)) }
    }
  }

  /// Calls a handler after each change.
  ///
  /// The observation ends when the owner is released, or the subscription is cancelled or released.
  /// A list that is not ready does not notify observers. A change by an observer is applied after
  /// all observers were notified of the previous one.
  public final func observeChanges<Owner: AnyObject>(
    owner: Owner, handler: @escaping @MainActor (Owner, ListChange) -> Void
  ) -> Subscription {
    changeObservers.add(owner: owner, handler: handler)
  }

  /// The future changes, until the list is released.
  ///
  /// A change is received in a later turn, when the list may have changed again.
  public final var changes: AsyncStream<ListChange> { changeObservers.stream() }

  /// Returns what the cell of an item displays: by default the item itself.
  ///
  /// Override it to display items by models of other types, and by other modules. It is called
  /// whenever the cell is created or updated, and must not change anything. Identity and selection
  /// remain those of the item.
  open func cellContent(of item: Any) -> CellContent { CellContent(item) }

  /// Returns what stands in for the cell of an item that has no module, or does not fit it.
  ///
  /// By default it is a plain cell, for which the view of the list displays the reason. It is
  /// called when the cell is created, and again when its item has changed; it must not change
  /// anything.
  ///
  /// - Parameters:
  ///   - item: The item; nil if it does not exist any more.
  ///   - reason: The addresses tried, or an error.
  /// - Returns: A new view model, and its view.
  open func standInCell(for item: Any?, _ reason: Resolution) -> StandIn<AnyCellViewModel> {
    StandIn(AnyCellViewModel())
  }

  /// Returns what stands in for a header, a footer or another supplementary element.
  ///
  /// See `standInCell(for:_:)`.
  open func standInElement(
    for model: Any, of kind: ModuleKind, _ reason: Resolution
  ) -> StandIn<SupplementaryViewModel> {
    StandIn(SupplementaryViewModel())
  }

  // MARK: Hooks

  // They are called after the list was updated, if it is ready, and before observers are notified.
  // Index paths of deletes, and the sources of moves, are those before the change; all others are
  // those after it. A change in a hook is applied after all observers were notified.

  /// Called after all data was reloaded.
  open func didReloadData() {}
  /// Called after rows were deleted; their index paths are those before the change.
  open func didDeleteCells(at paths: IndexPathSet) {}
  /// Called after rows were inserted.
  open func didInsertCells(at paths: IndexPathSet) {}
  /// Called after a row was moved, within its section or to another one.
  open func didMoveCell(from source: ListIndexPath, to target: ListIndexPath) {}
  /// Called after the contents of rows have changed; the index paths are those after the change.
  open func didReloadCells(at paths: IndexPathSet) {}
  /// Called after sections were deleted; their indices are those before the change.
  open func didDeleteSections(at indices: [Int]) {}
  /// Called after sections were inserted.
  open func didInsertSections(at indices: [Int]) {}
  /// Called after a section was moved.
  open func didMoveSection(from source: Int, to target: Int) {}
  /// Called after sections were reloaded; the indices are those after the change.
  open func didReloadSections(at indices: [Int]) {}

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

/// A section of a list: its number of rows, or its view model, if that exists.
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

  /// Sets the number of rows of a section.
  final func setCount(_ count: Int, ofSection section: Int) {
    if let viewModel = slots[section].viewModel {
      viewModel.numberOfItems = count
    } else {
      slots[section] = .count(count)
    }
  }
}
