extension SectionViewModel {
  /// Says that rows have come, by their positions when all of them are there.
  ///
  /// This and the following do what the list's operations of the same names do. Even with no
  /// positions they stop a batch update from comparing the rows of the section.
  ///
  /// - Precondition: the section is in a list.
  public final func insertItems(at items: some Sequence<Int>) {
    perform { $0.insertItems(at: paths(items)) }
  }

  /// Says that rows have gone, by their positions when all of them were there.
  public final func deleteItems(at items: some Sequence<Int>) {
    perform { $0.deleteItems(at: paths(items)) }
  }

  /// Says that rows show something else.
  public final func reloadItems(at items: some Sequence<Int>) {
    perform { $0.reloadItems(at: paths(items)) }
  }

  /// Says that a row is elsewhere in the section; the target is its position afterwards.
  public final func moveItem(from source: Int, to target: Int) {
    perform {
      $0.moveItem(
        from: ListIndexPath(section: index, item: source),
        to: ListIndexPath(section: index, item: target))
    }
  }

  /// Says that a row has come.
  public final func insertItem(at item: Int) { insertItems(at: CollectionOfOne(item)) }

  /// Says that a row has gone.
  public final func deleteItem(at item: Int) { deleteItems(at: CollectionOfOne(item)) }

  /// Says that a row shows something else.
  public final func reloadItem(at item: Int) { reloadItems(at: CollectionOfOne(item)) }

  /// Loads the rows and the other elements anew from the model.
  public final func reloadData() { perform { $0.reloadSection(at: index) } }

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
    list.performBatchUpdates(mode: .explicit) {
      list.markExplicit(index)
      operation(list)
    }
  }

  private func paths(_ items: some Sequence<Int>) -> IndexPathSet {
    IndexPathSet(items.sorted().map { ListIndexPath(section: index, item: $0) })
  }
}
