/// The view model of a row of a table or an item of a collection.
@MainActor open class CellViewModel: ElementViewModel {
  /// The position in the list; nil for a cell that is in none.
  public final var indexPath: ListIndexPath? {
    section.map { ListIndexPath(section: $0.index, item: index) }
  }

  /// A Boolean value that indicates whether the cell has state of its own, for a subclass to
  /// override.
  ///
  /// A list keeps some 2,000 cells; beyond that it releases those that are neither displayed,
  /// selected nor referenced by others, and makes them again when they are requested. A cell that
  /// keeps state, such as whether it is expanded, or whose model was set by the program, is not
  /// released.
  open var keepsState: Bool { false }

  /// The preferred size in a collection; nil leaves it to the view.
  public final var size: ItemSize? {
    didSet {
      if size != oldValue { didChangeLayout() }
    }
  }

  /// Called when the user selects the cell, for a subclass to override.
  open func didSelect() {}

  /// Called when the user deselects the cell, for a subclass to override.
  open func didDeselect() {}

  /// Called when the user edits the cell: deletes it, moves it and so on.
  ///
  /// The default emits the key with a `CellEdit`. The completion is called exactly once in every
  /// case, with false if the edit was not handled.
  open func handleEdit(_ key: EmissionKey<CellEdit>, completion: CellEdit.Completion) {
    let outcome = emit(key, CellEdit(indexPath: indexPath, completion: completion))
    if outcome == .unhandled { completion.finish(false) }
  }
}

/// What a cell emits when the user edits it.
public struct CellEdit: Sendable {
  /// The position of the cell when it was edited.
  public let indexPath: ListIndexPath?

  /// To be called by the handler of the edit.
  public let completion: Completion

  /// A handler that is called once: with the result, or with false if it is let go.
  @MainActor public final class Completion {
    private var handler: (@MainActor (Bool) -> Void)?

    /// Creates a completion from what is to be called.
    public init(_ handler: @escaping @MainActor (Bool) -> Void) { self.handler = handler }

    /// Reports whether the edit has happened; only the first call counts.
    public func finish(_ isDone: Bool) {
      let handler = handler
      self.handler = nil
      handler?(isDone)
    }

    isolated deinit { handler?(false) }
  }
}

/// The view model of a row of a table or an item of a collection, made from a model of a type.
///
/// ```swift
/// final class ContactViewModel: TableCellViewModel<Contact> {
///   override func didSelect() { emit(.select, model.phone) }
/// }
/// ```
@MainActor open class TableCellViewModel<Model>: CellViewModel, UpdatableViewModel {
  /// The model; setting it calls `modelDidChange(from:)` and redraws the cell.
  ///
  /// A list that was given other data sets it too; where the content of the row is the same as
  /// before, nothing is called.
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

  /// Called after the model was replaced, for a subclass to override.
  open func modelDidChange(from oldModel: Model) {}
}

/// The size of an item of a collection, in columns and rows of the terminal.
public struct ItemSize: Hashable, Sendable {
  /// The width in columns.
  public var columns: Int
  /// The height in rows.
  public var rows: Int

  /// Creates a size.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
