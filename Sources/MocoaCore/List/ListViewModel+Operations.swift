// Index paths are relative to the result of the earlier operations. The data has been changed
// already, or is changed before the batch update ends. Outside of a batch an operation is a
// separate transaction, for which the data is not compared.

extension ListViewModel {
  /// Notifies the list that rows were inserted into its data.
  ///
  /// - Parameter paths: The index paths of the rows after the insertion.
  /// - Precondition: The sections exist, and there are no gaps after the insertion.
  public final func insertItems(at paths: IndexPathSet) { edit { $0.insertItems(at: paths) } }

  /// Notifies the list that rows were deleted from its data.
  ///
  /// - Parameter paths: The index paths of the rows before the deletion.
  /// - Precondition: The rows exist.
  public final func deleteItems(at paths: IndexPathSet) { edit { $0.deleteItems(at: paths) } }

  /// Notifies the list that the content of rows has changed, so that view models are updated.
  ///
  /// A row that was inserted in the same batch is not reloaded, too.
  ///
  /// - Precondition: The rows exist.
  public final func reloadItems(at paths: IndexPathSet) { edit { $0.reloadItems(at: paths) } }

  /// Notifies the list that a row was moved, in its section or to another one.
  ///
  /// - Parameters:
  ///   - source: The index path before the move.
  ///   - target: The index path after the move.
  /// - Precondition: Both are index paths of rows.
  public final func moveItem(from source: ListIndexPath, to target: ListIndexPath) {
    edit { $0.moveItem(from: source, to: target) }
  }

  /// Notifies the list that sections were inserted into its data, with all their rows.
  ///
  /// - Parameter sections: The indices of the sections after the insertion.
  /// - Precondition: There are no gaps after the insertion.
  public final func insertSections(_ sections: some Sequence<Int>) {
    edit { $0.insertSections(sections) }
  }

  /// Notifies the list that sections were deleted from its data, with all their rows.
  ///
  /// - Precondition: The sections exist.
  public final func deleteSections(_ sections: some Sequence<Int>) {
    edit { $0.deleteSections(sections) }
  }

  /// Notifies the list that a section was moved with all its rows.
  ///
  /// - Parameters:
  ///   - source: The index before the move.
  ///   - target: The index after the move.
  /// - Precondition: Both are indices of sections.
  public final func moveSection(from source: Int, to target: Int) {
    edit { $0.moveSection(from: source, to: target) }
  }

  /// Notifies the list that the content of sections has changed, with all rows and other elements.
  ///
  /// Rows that are matched by identity keep their view models.
  ///
  /// - Precondition: The sections exist.
  public final func reloadSections(_ sections: some Sequence<Int>) {
    edit { $0.reloadSections(sections) }
  }
}
