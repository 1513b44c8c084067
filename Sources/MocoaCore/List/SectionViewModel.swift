/// The view model of a section: its cells and its supplementary elements, created on demand.
///
/// A subclass can be registered as the view model of a section's module; the default is this class.
@MainActor open class SectionViewModel: ViewModel, ModelViewModel {
  /// The index in the list.
  public final internal(set) var index = 0

  /// The model.
  public final internal(set) var model: any SectionModel

  /// The number of rows at the last update of the list.
  public final internal(set) var numberOfItems: Int

  /// The version of the model; elements with another version read their models again.
  final var modelVersion = 0

  /// The existing cells, by index.
  final var cells = SparseTable<AnyCellViewModel>()

  /// The existing supplementary elements, by kind and index.
  final var supplementaries: [ModuleKind: [Int: SupplementaryViewModel]] = [:]

  /// The margins and gaps of the section in a collection; nil for those of the layout.
  ///
  /// ```swift
  /// final class TilesViewModel: SectionViewModel {
  ///   override func prepare() { spacing = SectionSpacing(left: 2, itemSpacing: 3) }
  /// }
  /// ```
  public final var spacing: SectionSpacing? {
    didSet { if spacing != oldValue { list?.notify(.spacing(self)) } }
  }

  /// The section view model that has replaced this one, because the name has another module.
  final var successor: SectionViewModel?

  /// Creates an idle section outside of a list.
  public required init(model: any SectionModel) {
    (self.model, numberOfItems) = (model, model.numberOfItems)
  }

  /// The list of the section, or nil.
  public final var list: ListViewModel? { isManaged ? parent as? ListViewModel : nil }

  /// The name under which the section's module is registered.
  public final var name: ModuleName { model.moduleName }

  /// A Boolean value that indicates whether there are rows.
  public final var hasCells: Bool { numberOfItems > 0 }

  /// A Boolean value that indicates whether there are neither rows nor supplementary elements.
  public final var isEmpty: Bool {
    numberOfItems == 0
      && supplementaryKinds.allSatisfy { model.numberOfSupplementaryModels(of: $0) == 0 }
  }

  /// The kinds of supplementary elements: those of the list, then those only in the model.
  public final var supplementaryKinds: [ModuleKind] {
    let kinds = list?.supportedSupplementaryKinds ?? []
    return kinds + model.supplementaryKinds.filter { !kinds.contains($0) }
  }

  /// Called after the model was replaced.
  open func modelDidChange(from oldModel: any SectionModel) {}

  // MARK: Hooks

  // They are called before those of the list; see there. A row that moves to another section is
  // deleted from this one. A section that is created by the change is not notified of its rows.

  /// Called after the section, or all data, was reloaded.
  open func didReloadData() {}
  /// Called after rows were deleted; their indices are those before the change.
  open func didDeleteCells(at indices: RangeSet<Int>) {}
  /// Called after rows were inserted.
  open func didInsertCells(at indices: RangeSet<Int>) {}
  /// Called after a row was moved within the section.
  open func didMoveCell(from source: Int, to target: Int) {}
  /// Called after the contents of rows have changed; the indices are those after the change.
  open func didReloadCells(at indices: RangeSet<Int>) {}

  /// A Boolean value that indicates whether the closure of a batch update of the list is executing.
  public final var isPerformingBatchUpdates: Bool { list?.isPerformingBatchUpdates ?? false }

  override var managedChildren: [ViewModel] { elements }

  /// The existing elements: supplementary ones by kind and index, then cells.
  final var elements: [ElementViewModel] {
    var elements: [ElementViewModel] = []
    for (_, table) in supplementaries.sorted(by: { $0.key < $1.key }) {
      for (_, element) in table.sorted(by: { $0.key < $1.key }) { elements.append(element) }
    }
    return elements + cells.sorted
  }

  override func receiveInternally(_ emission: Emission) -> EmissionResponse {
    guard let list, let element = emission.via as? ElementViewModel,
      element.isManaged
    else { return .forward }
    list.reloadLater(element)
    return .handled
  }
}
