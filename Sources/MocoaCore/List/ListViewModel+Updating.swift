extension ListViewModel {
  /// Sets the model; the difference of large lists is computed off the main actor.
  ///
  /// Rows are compared by their fingerprints (see `SectionModel`), or by value if the current model
  /// was set by this method, too. Rows keep their view models and selection, and observers are
  /// notified of one changeset. A small list, or one whose rows can be compared only on the main
  /// actor, is compared immediately.
  ///
  /// A newer request to set a model, in any way, cancels this one. Rows appended to the current
  /// model in the meantime, and other edits, do not: the difference is then computed again.
  ///
  /// - Parameter model: The new model.
  /// - Returns: `true` if the model was set; `false` if a newer model was set, or the task was
  ///   cancelled.
  @discardableResult
  public final func update(to model: any ListModel & Sendable) async -> Bool {
    await update(to: model, reading: model)
  }

  /// Sets the model, which is compared on the main actor if a section of it is not `Sendable`.
  ///
  /// - Returns: `true` if the model was set; see `update(to:)`.
  @discardableResult
  public final func update(to model: SectionList) async -> Bool {
    if let sendable = model.sendable { return await update(to: model, reading: sendable) }
    guard !Task.isCancelled else { return false }
    self.model = model
    return true
  }

  /// Sets the model, whose sections `sendable` has, too, to be read off the main actor.
  ///
  /// - Returns: `true` if the model was set.
  private func update(
    to model: any ListModel, reading sendable: any ListModel & Sendable
  ) async -> Bool {
    guard !Task.isCancelled else { return false }
    requestCount += 1
    let request = requestCount
    pendingComparison?.cancel()
    for _ in 0..<Self.attemptsOfUpdate {
      guard let work = comparison(with: sendable) else { break }
      let version = version
      let task = Task.detached { work().map { ListTransaction.Difference($0) } }
      pendingComparison = task
      let difference = await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
      guard requestCount == request, let difference, !Task.isCancelled else { return false }
      pendingComparison = nil
      if self.version == version, batch == nil {
        show(model, reading: sendable, by: difference)
        return true
      }
    }
    self.model = model
    sendableModel = sendable
    return true
  }

  private static var attemptsOfUpdate: Int { 3 }

  /// The minimum number of rows for a comparison off the main actor.
  private static var smallestRowCount: Int { 2_000 }

  private func show(
    _ model: any ListModel, reading sendable: any ListModel & Sendable,
    by difference: ListTransaction.Difference
  ) {
    var difference = difference
    if !difference.changeset.isReload, !isComparedElsewhere {
      difference.changeset.addSectionDifferences(
        from: ListSnapshot(of: newestModel), to: ListSnapshot(of: model))
    }
    let old = sendableModel
    change {
      replaceModel(model)
      $0.difference = difference
    }
    sendableModel = sendable
    // Releasing many rows takes long, too.
    Task.detached { withExtendedLifetime(old) {} }
  }

  /// A Boolean value that indicates whether the current model can be read off the main actor.
  private var isComparedElsewhere: Bool {
    sendableModel.map { !(type(of: $0) is AnyClass) } ?? false
  }

  /// Returns a comparison that can run on any thread; nil if it requires the main actor.
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
        return ListDifference.cancellableChangeset(
          from: old, to: ListSnapshot(of: model), limit: .max, isCancelled: { Task.isCancelled })
      }
    }
    let old = ListSnapshot(of: newestModel)
    guard old.counts == counts else { return nil }
    return ListDifference.fingerprintComparison(from: old, to: ListSnapshot(of: model))
  }
}
