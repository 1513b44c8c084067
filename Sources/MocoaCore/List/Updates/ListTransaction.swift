/// A batch update whose closure is executing.
@MainActor final class ListBatch {
  /// The list before the batch.
  enum Base {
    /// A model of a value type, or one that does not change before it is compared.
    case value(any ListModel)
    /// A snapshot of a model that changes in place.
    case snapshot(ListSnapshot)
    /// A model that changes in place, of which there is no snapshot.
    case unknown
  }

  /// A Boolean value that indicates whether data is compared, and operations are fully verified.
  let comparesData: Bool
  let base: Base
  /// The number of nested batches.
  var depth = 0
  var isModelReplaced = false
  /// A Boolean value that indicates whether all data is reloaded.
  var isReload = false
  /// A Boolean value that indicates whether a reload matches rows by identity.
  var keepsRows = true
  /// The difference, if it has been computed.
  var difference: ListTransaction.Difference?
  var edits: ListEdits?
  /// The sections and elements to reload, in order.
  var delayed: [ViewModel] = []
  var completions: [(handler: @MainActor (Bool) -> Void, isFinished: Bool)] = []

  init(comparesData: Bool, base: Base) {
    (self.comparesData, self.base) = (comparesData, base)
  }

  /// The snapshot of the list before the batch, or nil if it is unknown; at most O(rows).
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

/// A computed change of a list, which can be applied.
struct ListTransaction {
  /// A difference that was computed elsewhere, with its mapping.
  struct Difference: Sendable {
    var changeset: Changeset
    let mapping: ChangesetMapping

    init(_ changeset: Changeset) { (self.changeset, mapping) = (changeset, changeset.mapping) }
  }

  /// The elements that read their models again.
  enum Refresh {
    /// Those of reloaded rows; only these, and sections with inserted rows, may have changed.
    case reloaded
    /// Those of reloaded rows; all sections read their models again.
    case sections
    case all
  }

  /// The model; nil if nothing has changed.
  var model: (any ListModel)?
  /// The change of which observers are notified.
  var changeset: Changeset
  /// The new positions of old sections and rows.
  var movement: ListMovement
  /// The number of rows of each section after the change.
  var counts: [Int]
  var refresh: Refresh
  var delayed: [ViewModel] = []
  var completions: [(handler: @MainActor (Bool) -> Void, isFinished: Bool)] = []

  init(
    _ changeset: Changeset = Changeset(), model: (any ListModel)? = nil, counts: [Int] = [],
    refresh: Refresh = .reloaded, movement: ListMovement? = nil
  ) {
    (self.model, self.changeset, self.counts, self.refresh) = (model, changeset, counts, refresh)
    self.movement = movement ?? .changeset(ChangesetMapping(changeset))
  }
}

/// The new positions of the sections and rows of a list after a change.
enum ListMovement {
  case changeset(ChangesetMapping)
  /// The positions of the sections and rows that a reload has matched.
  case found(sections: [Int: Int], items: [ListIndexPath: ListIndexPath])

  /// The mapping of a changeset; nil for a reload.
  var mapping: ChangesetMapping? {
    if case .changeset(let mapping) = self { mapping } else { nil }
  }

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
