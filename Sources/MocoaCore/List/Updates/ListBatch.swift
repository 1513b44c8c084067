/// How a batch update finds out what has changed.
public enum BatchMode: Hashable, Sendable {
  /// The difference is worked out, except where operations were said.
  case automatic
  /// The operations that were said are all that has changed; nothing is compared.
  case explicit
}

/// What is known while a batch update runs.
struct ListBatch {
  /// What the list showed before.
  enum Base {
    /// A model that is a value, and so still is what it was.
    case value(any ListModel)
    /// What was read of a model that changes in place.
    case snapshot(ListSnapshot)
    /// A model that changes in place, of which nothing was read.
    case unknown
  }

  let mode: BatchMode
  let base: Base
  /// How many batches are nested in each other.
  var depth = 0
  /// Whether the list was given another model.
  var isModelReplaced = false
  /// Whether everything is to be loaded anew.
  var isReload = false
  /// Whether rows are looked for in what is loaded anew.
  var keepsRows = true
  /// The difference, if it was worked out before.
  var difference: Changeset?
  /// The elements that were said to have changed.
  var stale: [ElementViewModel] = []
  /// What the said operations lead to; nil as long as there were none.
  var origins: OriginTable?
  /// Whether operations on sections were said.
  var isListExplicit = false
  /// The rows that were said to have changed, by their places before the batch.
  var itemReloads: Set<ListIndexPath> = []
  /// Who asked to be shown anew, in order, each once.
  private(set) var delayed: [ViewModel] = []
  private var delayedIDs: Set<ObjectIdentifier> = []
  /// Who waits for the end, and whether their part came to its end.
  var completions: [(handler: @MainActor (Bool) -> Void, isFinished: Bool)] = []

  @MainActor init(mode: BatchMode, model: any ListModel) {
    self.mode = mode
    if !Self.changesInPlace(model) {
      base = .value(model)
    } else if mode == .automatic {
      base = .snapshot(ListSnapshot(of: model, mayChange: true))
    } else {
      base = .unknown
    }
  }

  /// What the list showed before, if that is known; O(rows) at worst.
  func snapshot() -> ListSnapshot? {
    switch base {
    case .value(let model): ListSnapshot(of: model)
    case .snapshot(let snapshot): snapshot
    case .unknown: nil
    }
  }

  /// Whether the data may be another than before.
  var mayHaveChanged: Bool {
    if case .value = base { isModelReplaced } else { true }
  }

  /// Whether anything is to be done at the end.
  var isUsed: Bool {
    isModelReplaced || isReload || origins != nil || !delayed.isEmpty || !completions.isEmpty
  }

  mutating func delay(_ viewModel: ViewModel) {
    if delayedIDs.insert(ObjectIdentifier(viewModel)).inserted { delayed.append(viewModel) }
  }

  /// Whether the list or one of its sections is an object.
  private static func changesInPlace(_ model: any ListModel) -> Bool {
    type(of: model) is AnyClass
      || (0..<model.numberOfSections).contains { type(of: model.section(at: $0)) is AnyClass }
  }
}
