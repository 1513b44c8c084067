// Positions are those of the list as the operations before have left it. The data has been changed
// already, or is changed before the batch update ends. Outside of a batch an operation is a
// transaction of its own, for which the data is not compared.

extension ListViewModel {
  /// Notifies the list that rows were inserted into its data.
  ///
  /// - Parameter paths: the positions of the rows, when all of them are there.
  /// - Precondition: the sections exist, and with the new rows there are no gaps.
  public final func insertItems(at paths: IndexPathSet) { edit { $0.insertItems(at: paths) } }

  /// Notifies the list that rows were deleted from its data.
  ///
  /// - Parameter paths: the positions of the rows, when all of them were there.
  /// - Precondition: the rows exist.
  public final func deleteItems(at paths: IndexPathSet) { edit { $0.deleteItems(at: paths) } }

  /// Notifies the list that the content of rows has changed, so that their view models get the new
  /// models.
  ///
  /// A row that was inserted in the same batch is not reloaded in addition.
  ///
  /// - Precondition: the rows exist.
  public final func reloadItems(at paths: IndexPathSet) { edit { $0.reloadItems(at: paths) } }

  /// Notifies the list that a row was moved, in its section or to another one.
  ///
  /// - Parameters:
  ///   - source: the position before.
  ///   - target: the position after the row has left its old place.
  /// - Precondition: both are positions of rows.
  public final func moveItem(from source: ListIndexPath, to target: ListIndexPath) {
    edit { $0.moveItem(from: source, to: target) }
  }

  /// Notifies the list that sections were inserted into its data, with all their rows.
  ///
  /// - Parameter sections: the positions of the sections, when all of them are there.
  /// - Precondition: with the new sections there are no gaps.
  public final func insertSections(_ sections: some Sequence<Int>) {
    edit { $0.insertSections(sections) }
  }

  /// Notifies the list that sections were deleted from its data, with all their rows.
  ///
  /// - Precondition: the sections exist.
  public final func deleteSections(_ sections: some Sequence<Int>) {
    edit { $0.deleteSections(sections) }
  }

  /// Notifies the list that a section was moved with all its rows.
  ///
  /// - Parameters:
  ///   - source: the position before.
  ///   - target: the position after the section has left its old place.
  /// - Precondition: both are positions of sections.
  public final func moveSection(from source: Int, to target: Int) {
    edit { $0.moveSection(from: source, to: target) }
  }

  /// Notifies the list that the content of sections has changed, with all rows and other elements.
  ///
  /// Rows that are found again keep their view models.
  ///
  /// - Precondition: the sections exist.
  public final func reloadSections(_ sections: some Sequence<Int>) {
    edit { $0.reloadSections(sections) }
  }
}
