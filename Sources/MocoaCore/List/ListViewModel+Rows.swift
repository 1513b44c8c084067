// Rows of a value that are changed in place, so that other rows are neither copied nor compared.

extension ListViewModel {
  /// Appends rows to a section whose rows are an array, of a `RowSection` or in a `SectionList`.
  ///
  /// View models, selection and index paths are unchanged, and pending updates are compared with
  /// the grown list. The section view model's `modelDidChange(from:)` is not called.
  ///
  /// - Precondition: The section has an array of rows of this type. An empty list is given a
  ///   section.
  /// - Complexity: O(sections + new rows), amortized. The rows are copied if the program has a copy
  ///   of them, and once in each batch update, hook or observer.
  public final func appendItems<Row>(_ rows: [Row], toSection section: Int)
  where Row: Identifiable & Equatable & SendableMetatype {
    if section == 0, newestModel.numberOfSections == 0 {
      model = SectionList([RowSection(rows)])
      return
    }
    guard !rows.isEmpty else { return }
    let grown = editRows(ofSection: section) { $0 += rows }
    if let batch, batch.comparesData {
      replaceModel(grown)
    } else {
      appendItems(toSection: section, in: grown)
    }
  }

  /// Replaces a row of a section whose rows are an array, of a `RowSection` or in a `SectionList`.
  ///
  /// - Precondition: The list contains the index path, and the section an array of rows of this
  ///   type.
  /// - Complexity: O(sections) if the identity is the same; otherwise the difference is computed.
  ///   The rows are copied if the program has a copy of them, and once in each batch update, hook
  ///   or observer.
  public final func replaceItem<Row>(at path: ListIndexPath, with row: Row)
  where Row: Identifiable & Equatable & SendableMetatype {
    // Released at the end, since its deinitializer may read the list.
    let old: Row = newestRow(at: path)
    replace(old, with: row, at: path)
  }

  private func newestRow<Row>(at path: ListIndexPath) -> Row {
    guard let section = newestModel.section(at: path.section) as? RowSection<[Row]> else {
      preconditionFailure("Section \(path.section) has no array of \(Row.self).")
    }
    return section.rows[path.item]
  }

  private func replace<Row>(_ old: Row, with row: Row, at path: ListIndexPath)
  where Row: Identifiable & Equatable & SendableMetatype {
    guard old.id == row.id, old != row else {
      var copy = newestModel
      var rows: [Row] = Self.exchangeRows(ofSection: path.section, in: &copy, [])
      rows[path.item] = row
      _ = Self.exchangeRows(ofSection: path.section, in: &copy, rows)
      guard batch == nil, old.id == row.id else { return model = copy }
      replaceModel(copy)
      return enqueue(ListTransaction(model: copy, counts: newestCounts, refresh: .all))
    }
    let changed = editRows(ofSection: path.section) { $0[path.item] = row }
    replaceModel(changed)
    if let batch {
      if !batch.comparesData { edit { $0.reloadItems(at: [path]) } }
      return
    }
    var changeset = Changeset()
    changeset.itemReloads.insert(path)
    enqueue(ListTransaction(changeset, model: changed, counts: newestCounts))
  }

  /// Changes the rows of a section of the newest model, and returns the model.
  ///
  /// The rows are not copied unless something else refers to them. The list has no rows while the
  /// body is called, which must not call hooks, observers or other code of the program. The caller
  /// must replace the model.
  private func editRows<Row>(
    ofSection section: Int, _ body: (inout [Row]) -> Void
  ) -> any ListModel {
    sendableModel = nil
    let isStored = batch == nil && queue.isEmpty && !isDelivering
    var rows: [Row] = Self.exchangeRows(ofSection: section, in: &newestModel, [])
    if isStored {
      storedModel = newestModel
      slots[section].viewModel?.model = newestModel.section(at: section)
    }
    body(&rows)
    _ = Self.exchangeRows(ofSection: section, in: &newestModel, rows)
    if isStored { storedModel = newestModel }
    return newestModel
  }

  /// Sets the rows of a section of a model, and returns the previous ones.
  private static func exchangeRows<Row>(
    ofSection section: Int, in model: inout any ListModel, _ rows: [Row]
  ) -> [Row] {
    var rows = rows
    if var list = model as? SectionList, list.exchangeRows(ofSection: section, &rows) {
      model = list
    } else if var list = model as? RowSection<[Row]>, section == 0 {
      swap(&list.rows, &rows)
      model = list
    } else {
      preconditionFailure("Section \(section) has no array of \(Row.self).")
    }
    return rows
  }
}
