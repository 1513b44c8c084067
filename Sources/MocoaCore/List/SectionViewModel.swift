/// The view model of a section: its cells and its supplementary elements, made when requested.
///
/// A subclass can be registered as the view model of a section's module; without one this class
/// is used.
@MainActor open class SectionViewModel: ViewModel, ModelViewModel {
  /// The position in the list.
  public final internal(set) var index = 0

  /// The model.
  public final internal(set) var model: any SectionModel

  /// The number of rows that the list knows of.
  public final internal(set) var numberOfItems: Int

  /// How often the model was replaced; elements with another version read theirs again.
  final var modelVersion = 0

  /// The cells that were requested, by position.
  final var cells = SparseTable<CellViewModel>()

  /// The supplementary elements that were requested, by kind and position.
  final var supplementaries: [ModuleKind: [Int: SupplementaryViewModel]] = [:]

  /// The room around and between the items of a collection; nil leaves it to the layout.
  ///
  /// ```swift
  /// final class TilesViewModel: SectionViewModel {
  ///   override func prepare() { spacing = SectionSpacing(left: 2, itemSpacing: 3) }
  /// }
  /// ```
  public final var spacing: SectionSpacing? {
    didSet { if spacing != oldValue { list?.notify(.spacing(self)) } }
  }

  /// Creates an idle section that is in no list yet.
  public required init(model: any SectionModel) {
    self.model = model
    numberOfItems = model.numberOfItems
  }

  /// The list that the section belongs to.
  public final var list: ListViewModel? { isManaged ? parent as? ListViewModel : nil }

  /// The name under which the section's module is registered.
  public final var name: ModuleName { model.mocoaName }

  /// A Boolean value that indicates whether there is a row.
  final var hasCells: Bool { numberOfItems > 0 }

  /// A Boolean value that indicates whether there is neither a row nor a supplementary element.
  public final var isEmpty: Bool {
    numberOfItems == 0
      && supplementaryKinds.allSatisfy { model.numberOfSupplementaryModels(of: $0) == 0 }
  }

  /// The kinds that the list requests, and after them those that only the model names.
  package final var supplementaryKinds: [ModuleKind] {
    let kinds = list?.supplementaryKinds ?? []
    return kinds + model.supplementaryKinds.filter { !kinds.contains($0) }
  }

  /// Called after the model was replaced by another version of it, for a subclass to override.
  open func modelDidChange(from oldModel: any SectionModel) {}

  override var managedChildren: [ViewModel] { elements }

  /// The elements that were requested: supplementary ones by kind and position, then cells.
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
