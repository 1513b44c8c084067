extension ListViewModel {
  /// Shows another model; the difference of large lists is computed off the main actor.
  ///
  /// Rows are compared by their fingerprints (see `SectionModel`), or by themselves if
  /// the present model came through this method too. View models and the selection stay with their
  /// rows, and observers get one changeset. A list whose rows cannot be compared elsewhere, or that
  /// is small, is compared at once.
  ///
  /// Of several requests to show a model, in whatever way, only the newest counts. Rows that are
  /// appended to the present model in the meantime, and other edits, do not count as such: the
  /// difference is then computed again.
  ///
  /// - Parameter model: the model to show.
  /// - Returns: whether the list shows the model; false if a newer model was set, or the task was
  ///   cancelled.
  @discardableResult
  public final func update(to model: any ListModel & Sendable) async -> Bool {
    guard !Task.isCancelled else { return false }
    requestCount += 1
    let request = requestCount
    pendingComparison?.cancel()
    for _ in 0..<Self.attemptsOfUpdate {
      guard let work = comparison(with: model) else { break }
      let version = version
      let task = Task.detached { work() }
      pendingComparison = task
      let changeset = await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
      guard requestCount == request, let changeset, !Task.isCancelled else { return false }
      pendingComparison = nil
      if self.version == version, batch == nil {
        show(model, by: changeset)
        return true
      }
    }
    self.model = model
    sendableModel = model
    return true
  }

  private static var attemptsOfUpdate: Int { 3 }

  /// The number of rows below which nothing is gained by leaving the main actor.
  private static var smallestRowCount: Int { 2_000 }

  private func show(_ model: any ListModel & Sendable, by changeset: Changeset) {
    var difference = changeset
    if !changeset.isReload, !isComparedElsewhere {
      difference.addSectionDifferences(
        from: ListSnapshot(of: newestModel), to: ListSnapshot(of: model))
    }
    change {
      replaceModel(model)
      $0.difference = difference
    }
    sendableModel = model
  }

  /// Indicates whether the present model can be read outside of the main actor.
  private var isComparedElsewhere: Bool {
    sendableModel.map { !(type(of: $0) is AnyClass) } ?? false
  }

  /// A comparison that can run anywhere; nil if the lists are to be compared on the main actor.
  private func comparison(
    with model: any ListModel & Sendable
  ) -> (@Sendable () -> Changeset?)? {
    let counts = newestCounts
    guard counts.reduce(0, +) + model.counts.reduce(0, +) >= Self.smallestRowCount else {
      return nil
    }
    if isComparedElsewhere, let old = sendableModel {
      return {
        let old = ListSnapshot(of: old)
        guard old.counts == counts else { return .reload }
        return ListDifference.changeset(from: old, to: ListSnapshot(of: model), limit: .max)
      }
    }
    let old = ListSnapshot(of: newestModel)
    guard old.counts == counts else { return nil }
    return ListDifference.fingerprintComparison(from: old, to: ListSnapshot(of: model))
  }
}
