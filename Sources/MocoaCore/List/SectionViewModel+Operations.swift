extension SectionViewModel {
  /// Notifies the list that rows were inserted, by their positions when all of them are there.
  ///
  /// This and the following do what the list's operations of the same names do. Even with no
  /// positions they stop a batch update from comparing the rows of the section.
  ///
  /// - Precondition: the section is in a list.
  public final func insertItems(at items: some Sequence<Int>) {
    perform { $0.insertItems(at: paths(items)) }
  }

  /// Notifies the list that rows were deleted, by their positions when all of them were there.
  public final func deleteItems(at items: some Sequence<Int>) {
    perform { $0.deleteItems(at: paths(items)) }
  }

  /// Notifies the list that the content of rows has changed.
  public final func reloadItems(at items: some Sequence<Int>) {
    perform { $0.reloadItems(at: paths(items)) }
  }

  /// Notifies the list that a row was moved; the target is its position afterwards.
  public final func moveItem(from source: Int, to target: Int) {
    perform {
      $0.moveItem(
        from: ListIndexPath(section: index, item: source),
        to: ListIndexPath(section: index, item: target))
    }
  }

  /// Reloads the rows and the other elements from the model.
  public final func reloadData() { perform { $0.reloadSections(CollectionOfOne(index)) } }

  /// Makes several changes that are shown as one; see the list's method of that name.
  ///
  /// A section that is in no list runs the closure all the same.
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

  private func perform(_ operation: (ListViewModel) -> Void) {
    guard let list else { preconditionFailure("The section is in no list.") }
    let index = index
    list.performBatchUpdates(comparingData: false) {
      list.edit { $0.markExplicit(index) }
      operation(list)
    }
  }

  private func paths(_ items: some Sequence<Int>) -> IndexPathSet {
    IndexPathSet(items.sorted().map { ListIndexPath(section: index, item: $0) })
  }
}
