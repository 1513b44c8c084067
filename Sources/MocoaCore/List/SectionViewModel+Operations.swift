extension SectionViewModel {
  /// Notifies the list that rows were inserted, by their indices after the insertion.
  ///
  /// This and the following methods correspond to those of the list with the same names. Even
  /// without indices, they prevent a batch update from comparing the rows of the section. Where a
  /// change that is pending removes the section, they have no effect.
  ///
  /// - Precondition: The section is in a list.
  public final func insertItems(at items: some Sequence<Int>) {
    perform { $0.insertItems(at: Self.paths(items, $1)) }
  }

  /// Notifies the list that rows were deleted, by their indices before the deletion.
  public final func deleteItems(at items: some Sequence<Int>) {
    perform { $0.deleteItems(at: Self.paths(items, $1)) }
  }

  /// Notifies the list that the content of rows has changed.
  public final func reloadItems(at items: some Sequence<Int>) {
    perform { $0.reloadItems(at: Self.paths(items, $1)) }
  }

  /// Notifies the list that a row was moved; the target is its index after the move.
  public final func moveItem(from source: Int, to target: Int) {
    perform {
      $0.moveItem(
        from: ListIndexPath(section: $1, item: source),
        to: ListIndexPath(section: $1, item: target))
    }
  }

  /// Reloads the rows and the other elements from the model.
  public final func reloadData() { perform { $0.reloadSections(CollectionOfOne($1)) } }

  /// Performs several changes as one batch; see the method of the list with the same name.
  ///
  /// If the section is in no list, the closure is called nevertheless.
  @discardableResult
  public final func performBatchUpdates<Result>(
    _ updates: () throws -> Result, completion: (@MainActor (Bool) -> Void)? = nil
  ) rethrows -> Result {
    if let list { return try list.performBatchUpdates(updates, completion: completion) }
    var isFinished = false
    defer {
      numberOfItems = model.numberOfItems
      if let completion { Task { @MainActor [isFinished] in completion(isFinished) } }
    }
    let result = try updates()
    isFinished = true
    return result
  }

  private func perform(_ operation: (ListViewModel, Int) -> Void) {
    guard let list else { preconditionFailure("The section is in no list.") }
    guard let index = list.newestSection(of: index) else { return }
    list.performBatchUpdates(comparingData: false) {
      list.edit { $0.markExplicit(index) }
      operation(list, index)
    }
  }

  private static func paths(_ items: some Sequence<Int>, _ section: Int) -> IndexPathSet {
    IndexPathSet(items.sorted().map { ListIndexPath(section: section, item: $0) })
  }
}
