/// The view model of a row of a table or an item of a collection.
@MainActor open class AnyCellViewModel: ElementViewModel {
  /// The index path in the list; nil if the cell is in no list.
  public final var indexPath: ListIndexPath? {
    section.map { ListIndexPath(section: $0.index, item: index) }
  }

  /// A Boolean value that indicates whether the cell has state that must be retained.
  ///
  /// A list retains about 2,000 cells; beyond that it releases those that are neither displayed,
  /// selected nor referenced elsewhere, and creates them again on demand. A cell with state, such
  /// as whether it is expanded, with children or observers of its key events, or whose model was
  /// set by the program, is not released.
  open var keepsState: Bool { false }

  /// The preferred size in a collection; nil for that of the view.
  public final var size: ItemSize? {
    didSet {
      if size != oldValue { didChangeLayout() }
    }
  }

  /// Called when the user selects the cell.
  open func didSelect() {}

  /// Called when the user deselects the cell.
  open func didDeselect() {}

  /// Notifies the host and the cell of a selection or deselection by the user.
  final func receive(isSelected: Bool) {
    elementHost?.elementWillReceive(isSelected ? .select : .deselect)
    isSelected ? didSelect() : didDeselect()
  }

  /// Edits the cell on behalf of the user: its host or `handleEdit` handles the edit.
  public final func edit(_ key: EmissionKey<CellEdit>, completion: CellEdit.Completion) {
    if elementHost?.handleEdit(key, completion: completion) == true { return }
    handleEdit(key, completion: completion)
  }

  /// Called when the user edits the cell, such as deletes or moves it.
  ///
  /// By default, the key is emitted with a `CellEdit`. The completion is always called exactly
  /// once, with `false` if the edit was not handled.
  open func handleEdit(_ key: EmissionKey<CellEdit>, completion: CellEdit.Completion) {
    let outcome = emit(key, CellEdit(key: key, indexPath: indexPath, completion: completion))
    if outcome == .unhandled { completion.finish(false) }
  }
}

/// The payload of the emission of a cell that the user edits.
public struct CellEdit: Sendable {
  /// What the user does, such as `delete` or `move`.
  public let key: EmissionKey<CellEdit>

  /// The index path of the cell when it was edited, or nil.
  public let indexPath: ListIndexPath?

  /// The completion, which the handler of the edit calls.
  public let completion: Completion

  /// A handler that is called once: with the result, or with `false` if it is released before.
  @MainActor public final class Completion {
    private var handler: (@MainActor (Bool) -> Void)?

    /// Creates a completion that calls a closure.
    public init(_ handler: @escaping @MainActor (Bool) -> Void) { self.handler = handler }

    /// Reports whether the edit was done; later calls have no effect.
    public func finish(_ isDone: Bool) {
      let handler = handler
      self.handler = nil
      handler?(isDone)
    }

    isolated deinit { handler?(false) }
  }
}

extension Emission {
  /// The edit by the user, or nil.
  ///
  /// ```swift
  /// guard let edit = emission.edit else { return .forward }
  /// switch edit.key { … }
  /// ```
  public var edit: CellEdit? { payload as? CellEdit }
}

/// The view model of a row or an item, with a model of a type.
///
/// ```swift
/// final class ContactViewModel: CellViewModel<Contact> {
///   override func didSelect() { emit(.select, model.phone) }
/// }
/// ```
@MainActor open class CellViewModel<Model>: AnyCellViewModel, UpdatableViewModel {
  /// The model; setting it calls `modelDidChange(from:)` and redraws the cell.
  ///
  /// A list with changed data sets it, too. If the content of the row is unchanged,
  /// `modelDidChange(from:)` is not called, and a model that the program has set is kept.
  public final var model: Model {
    didSet {
      didSetModel(isObject: Model.self is AnyClass) { modelDidChange(from: oldValue) }
    }
  }

  /// Creates an idle cell.
  public required init(model: Model) {
    self.model = model
    super.init()
  }

  /// Called after the model was replaced.
  open func modelDidChange(from oldModel: Model) {}
}

/// The former name of ``CellViewModel``.
@available(*, deprecated, renamed: "CellViewModel")
public typealias TableCellViewModel<Model> = CellViewModel<Model>

/// The size of an item of a collection, in columns and rows of the terminal.
public struct ItemSize: Hashable, Sendable {
  /// The width in columns.
  public var columns: Int
  /// The height in rows.
  public var rows: Int

  /// Creates a size.
  public init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
  }
}
