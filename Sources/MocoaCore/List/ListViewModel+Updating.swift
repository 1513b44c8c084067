extension ListViewModel {
  /// Shows another model; what is different about a large list is worked out off the main actor.
  ///
  /// Rows are compared by their fingerprints (see `FingerprintedSectionModel`), or by themselves if
  /// the present model came through this method too. View models and the selection stay with their
  /// rows, and observers hear of one changeset. A list whose rows cannot be compared elsewhere, or
  /// that is small, is compared at once.
  ///
  /// Only the newest request counts: an update that another one overtakes changes nothing.
  ///
  /// - Parameter model: the model to show.
  /// - Returns: whether the list shows the model; false if another update has come in between, or
  ///   the task was cancelled.
  @discardableResult
  public final func update(to model: any ListModel & Sendable) async -> Bool {
    pendingUpdate?.cancel()
    let update = PendingUpdate()
    pendingUpdate = update
    defer { if pendingUpdate === update { pendingUpdate = nil } }
    for _ in 0..<Self.attemptsOfUpdate {
      guard let comparison = BackgroundComparison(from: self, to: model) else { break }
      let version = version
      let changeset = await update.run(comparison)
      guard pendingUpdate === update, let changeset, !Task.isCancelled else { return false }
      // If rows have come in between, as they do while a feed is read, it has to be done again.
      if self.version == version, batch == nil {
        show(model, by: changeset, comparison)
        return true
      }
    }
    performBatchUpdates {
      storedModel = model
      batch?.isModelReplaced = true
    }
    sendableModel = model
    return true
  }

  private static var attemptsOfUpdate: Int { 3 }

  private func show(
    _ model: any ListModel & Sendable, by changeset: Changeset, _ comparison: BackgroundComparison
  ) {
    performBatchUpdates(mode: .explicit) {
      storedModel = model
      batch?.isModelReplaced = true
      batch?.difference = comparison.complete(changeset)
    }
    sendableModel = model
  }
}

/// A comparison that can be made anywhere.
@MainActor struct BackgroundComparison {
  /// The number of rows below which nothing is gained by leaving the main actor.
  static let smallestRowCount = 2_000

  private let snapshots: (old: ListSnapshot, new: ListSnapshot)?
  let work: @Sendable () -> Changeset?

  /// Prepares a comparison; O(sections).
  ///
  /// - Returns: nil if the lists are to be compared on the main actor.
  init?(from list: ListViewModel, to model: any ListModel & Sendable) {
    let counts = list.slots.map(\.count)
    let newCounts = (0..<model.numberOfSections).map { model.section(at: $0).numberOfItems }
    guard counts.reduce(0, +) + newCounts.reduce(0, +) >= Self.smallestRowCount else { return nil }
    if Self.hasFingerprints(list.storedModel), Self.hasFingerprints(model) {
      let (old, new) = (ListSnapshot(of: list.storedModel), ListSnapshot(of: model))
      let ids = SectionIDs(
        ListDifference.matchSections(old.sections, new.sections), oldCount: old.sections.count)
      guard old.counts == counts, let rows = ListComparison.fingerprints(old, new, ids) else {
        return nil
      }
      snapshots = (old, new)
      work = { rows.changeset() }
    } else if let old = list.sendableModel, !(type(of: old) is AnyClass) {
      snapshots = nil
      work = {
        let old = ListSnapshot(of: old)
        return old.counts == counts
          ? ListDifference.changeset(from: old, to: ListSnapshot(of: model)) : .reload
      }
    } else {
      return nil
    }
  }

  private static func hasFingerprints(_ model: any ListModel) -> Bool {
    (0..<model.numberOfSections).allSatisfy {
      model.section(at: $0).usableFingerprints != nil
    }
  }

  /// Adds what could not be compared elsewhere.
  func complete(_ changeset: Changeset) -> Changeset {
    guard let snapshots, !changeset.isReload else { return changeset }
    var changeset = changeset
    changeset.addDifferences(from: snapshots.old, to: snapshots.new)
    return changeset
  }
}

/// A request to show another model that is not fulfilled yet.
@MainActor final class PendingUpdate {
  private var task: Task<Changeset?, Never>?

  func cancel() { task?.cancel() }

  /// Makes a comparison elsewhere.
  ///
  /// - Returns: nil if the task that asks, or the request, was cancelled.
  func run(_ comparison: BackgroundComparison) async -> Changeset? {
    let work = comparison.work
    let task = Task.detached { work() }
    self.task = task
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
