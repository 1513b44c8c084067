/// A batch update whose closure is running.
@MainActor final class ListBatch {
  /// The list before the batch.
  enum Base {
    /// A model that is a value, or does not change before it is compared.
    case value(any ListModel)
    /// A snapshot of a model that changes in place.
    case snapshot(ListSnapshot)
    /// A model that changes in place and was not read.
    case unknown
  }

  /// Indicates whether the data is compared, and operations are verified against all rows.
  let comparesData: Bool
  let base: Base
  /// The number of nested batches.
  var depth = 0
  var isModelReplaced = false
  /// A Boolean value that indicates whether everything is to be reloaded.
  var isReload = false
  /// A Boolean value that indicates whether a reload looks for the rows of before.
  var keepsRows = true
  /// The difference, if it was found before.
  var difference: Changeset?
  /// The operations; nil if there were none.
  var edits: ListEdits?
  /// The sections and elements that requested to be shown again, in order.
  var delayed: [ViewModel] = []
  var completions: [(handler: @MainActor (Bool) -> Void, isFinished: Bool)] = []

  init(comparesData: Bool, base: Base) {
    self.comparesData = comparesData
    self.base = base
  }

  /// The list before the batch, if that is known; O(rows) at worst.
  var snapshot: ListSnapshot? {
    switch base {
    case .value(let model): ListSnapshot(of: model)
    case .snapshot(let snapshot): snapshot
    case .unknown: nil
    }
  }

  /// A Boolean value that indicates whether the data may differ from the list.
  var mayHaveChanged: Bool {
    if isModelReplaced || isReload || edits != nil { return true }
    if case .value = base { return false }
    return true
  }
}

/// A change of a list, ready to be applied.
struct ListTransaction {
  /// Which elements read their models again.
  enum Refresh {
    /// Those of reloaded rows, which are the only ones that may have changed; the sections in which
    /// rows were inserted get their models again.
    case reloaded
    /// Those of reloaded rows; all sections get their models again.
    case sections
    /// All.
    case all
  }

  /// The model; nil if nothing has changed.
  var model: (any ListModel)?
  /// The change of which observers are notified.
  var changeset: Changeset
  /// Where old sections and rows are.
  var movement: ListMovement
  /// The number of rows of each section afterwards.
  var counts: [Int]
  var refresh: Refresh
  var delayed: [ViewModel] = []
  var completions: [(handler: @MainActor (Bool) -> Void, isFinished: Bool)] = []

  init(
    _ changeset: Changeset = Changeset(), model: (any ListModel)? = nil, counts: [Int] = [],
    refresh: Refresh = .reloaded, movement: ListMovement? = nil
  ) {
    self.model = model
    self.changeset = changeset
    self.counts = counts
    self.refresh = refresh
    self.movement = movement ?? .changeset(ChangesetMapping(changeset))
  }
}

/// Where the sections and rows of a list are after a change.
enum ListMovement {
  case changeset(ChangesetMapping)
  /// Those that were found again when everything was reloaded.
  case found(sections: [Int: Int], items: [ListIndexPath: ListIndexPath])

  func newSection(of old: Int) -> Int? {
    switch self {
    case .changeset(let mapping): mapping.newSection(of: old)
    case .found(let sections, _): sections[old]
    }
  }

  func newPosition(of old: ListIndexPath) -> ListIndexPath? {
    switch self {
    case .changeset(let mapping): mapping.newPosition(of: old)
    case .found(_, let items): items[old]
    }
  }

  func newPositions(of old: IndexPathSet) -> IndexPathSet {
    switch self {
    case .changeset(let mapping): mapping.newPositions(of: old)
    case .found(_, let items): IndexPathSet(items.filter { old.contains($0.key) }.map(\.value))
    }
  }
}
