/// The view model of a list: sections and rows by position, made when they are asked for.
///
/// Making one over a million rows makes none of their view models; what was never asked for costs
/// nothing. Everything works without a view.
///
/// ```swift
/// let list = TableViewModel(model: RowList(contacts), module: registry["mocoa://contacts/"])
/// list.ready()
/// let cell = list.cellViewModel(at: ListIndexPath(section: 0, item: 12))
/// ```
@MainActor open class ListViewModel: ViewModel {
  /// How many rows can be selected at a time.
  public enum SelectionMode: Hashable, Sendable {
    /// None.
    case none
    /// One; selecting another deselects it.
    case single
    /// Any number.
    case multiple
  }

  /// How many rows can be selected at a time; taking selections away is left to the caller.
  public final var selectionMode = SelectionMode.single

  /// Finds the modules of the elements.
  public final let resolver: ModuleResolver

  final var storedModel: any ListModel
  final var slots: [SectionSlot] = []
  final var selection: Set<ListIndexPath> = []
  final var changeObservers = ObserverList<ListChange>()

  /// Makes an idle list.
  ///
  /// - Parameters:
  ///   - model: what the list shows.
  ///   - module: the module below which sections and cells are registered; nil gives placeholders.
  public init(model: any ListModel = SectionList([]), module: Module? = nil) {
    storedModel = model
    resolver = ModuleResolver(module: module)
    super.init()
    self.module = module
    slots = Self.slots(of: model)
    module?.registry?.observeChanges(owner: self) { [weak self] _ in self?.notify(.modules) }
  }

  /// What the list shows; setting it shows it.
  public final var model: any ListModel {
    get { storedModel }
    set {
      storedModel = newValue
      reloadData()
    }
  }

  /// Calls a handler after each change, for as long as the owner lives; there may be any number.
  @discardableResult
  public final func observeChanges(
    owner: AnyObject, handler: @escaping @MainActor (ListChange) -> Void
  ) -> ObserverToken {
    ObserverToken(changeObservers.add(owner: owner, handler: handler))
  }

  final func notify(_ change: ListChange) { changeObservers.send(change) }

  override var managedChildren: [ViewModel] { slots.compactMap(\.viewModel) }

  override func receiveInternally(_ emission: Emission) -> EmissionResponse {
    guard emission.key == .reload, emission.via.isManaged,
      let section = emission.via as? SectionViewModel
    else { return .forward }
    notify(.update(.reloadSections([section.index])))
    return .handled
  }
}

/// The view model of a table.
@MainActor open class TableViewModel: ListViewModel {}

/// The view model of a collection.
@MainActor open class CollectionViewModel: ListViewModel {}

/// A section of a list: its number of rows, or its view model once that was asked for.
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
