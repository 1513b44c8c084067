/// How a batch update finds out what has changed.
public enum BatchMode: Hashable, Sendable {
  /// The data is compared with what the list showed before, and operations are verified against it.
  case automatic
  /// The operations are trusted: only counts, the displayed rows and some of the selected ones are
  /// verified.
  case explicit
}

/// A batch update whose closure is running.
struct ListBatch {
  /// The list before the batch.
  enum Base {
    /// A model that is a value, or does not change before it is compared.
    case value(any ListModel)
    /// A snapshot of a model that changes in place.
    case snapshot(ListSnapshot)
    /// A model that changes in place and was not read.
    case unknown
  }

  let mode: BatchMode
  let base: Base
  /// The number of nested batches.
  var depth = 0
  var isModelReplaced = false
  /// Whether everything is to be reloaded.
  var isReload = false
  /// Whether a reload looks for the rows of before.
  var keepsRows = true
  /// The difference, if it was found before.
  var difference: Changeset?
  /// The operations; nil if there were none.
  var edits: ListEdits?
  /// The sections and elements that requested to be shown again, in order, each once.
  private(set) var delayed: [ViewModel] = []
  private var delayedIDs: Set<ObjectIdentifier> = []
  var completions: [(handler: @MainActor (Bool) -> Void, isFinished: Bool)] = []

  init(mode: BatchMode, base: Base) {
    self.mode = mode
    self.base = base
  }

  /// The list before the batch, if that is known; O(rows) at worst.
  func snapshot() -> ListSnapshot? {
    switch base {
    case .value(let model): ListSnapshot(of: model)
    case .snapshot(let snapshot): snapshot
    case .unknown: nil
    }
  }

  /// Whether the data may differ from the list.
  var mayHaveChanged: Bool {
    if isModelReplaced || isReload || edits != nil { return true }
    if case .value = base { return false }
    return true
  }

  mutating func delay(_ viewModel: ViewModel) {
    if delayedIDs.insert(ObjectIdentifier(viewModel)).inserted { delayed.append(viewModel) }
  }
}

/// A change of a list, ready to be applied.
struct ListTransaction {
  /// Which elements read their models again.
  enum Refresh {
    /// Those of reloaded rows, which are the only ones that may have changed.
    case reloaded
    /// The same; the other sections get their models again.
    case sections
    /// All.
    case all
  }

  /// The new model; nil for a model that changed in place.
  var model: (any ListModel)?
  /// The change of which observers are notified.
  var changeset: Changeset
  /// Where old sections and rows are.
  var movement: ListMovement
  /// The number of rows of each section afterwards; nil if rows were only appended.
  var counts: [Int]?
  var refresh = Refresh.reloaded
  var delayed: [ViewModel] = []
  var completions: [(handler: @MainActor (Bool) -> Void, isFinished: Bool)] = []

  init(_ changeset: Changeset = Changeset(), model: (any ListModel)? = nil, counts: [Int]? = nil) {
    self.model = model
    self.changeset = changeset
    self.counts = counts
    movement = .changeset(ChangesetMapping(changeset))
  }

  /// The number of rows of each section afterwards.
  func counts(from old: [Int]) -> [Int] {
    if let counts { return counts }
    return changeset.itemInserts.ranges.reduce(into: old) { $0[$1.section] += $1.items.count }
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
