// Rows of a value that are changed in place, so that other rows are neither copied nor compared.

extension ListViewModel {
  /// Appends rows to a section whose rows are an array, of a `RowSection` or in a `SectionList`.
  ///
  /// View models, selection and index paths are unchanged, and pending updates are compared with
  /// the grown list. The section view model's `modelDidChange(from:)` is not called.
  ///
  /// - Precondition: The section exists, and has an array of rows of this type. An empty list is
  ///   given a section.
  /// - Complexity: O(sections + new rows), amortized. The rows are copied if the program has a copy
  ///   of them, and once in each batch update, hook or observer.
  public final func appendItems<Row>(_ rows: [Row], toSection section: Int)
  where Row: Identifiable & Equatable & SendableMetatype {
    appendRows(rows, toSection: section)
  }

  /// Appends rows to a section whose rows are a collection of this type.
  package final func appendRows<Rows: EditableRows>(_ rows: Rows, toSection section: Int)
  where Rows.Element: SendableMetatype {
    if section == 0, newestModel.numberOfSections == 0 {
      model = SectionList([RowSection(rows)])
      return
    }
    checkBounds(section, of: newestModel.numberOfSections, "section \(section)")
    guard !rows.isEmpty else { return }
    let grown = editRows(ofSection: section) { (all: inout Rows) in all += rows }
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
    replaceRow(of: [Row].self, at: path, with: row)
  }

  /// Replaces a row of a section whose rows are a collection of a type.
  package final func replaceRow<Rows: EditableRows>(
    of type: Rows.Type, at path: ListIndexPath, with row: Rows.Element
  ) {
    // Released at the end, since its deinitializer may read the list.
    let old = newestRow(of: type, at: path)
    replace(old, of: type, with: row, at: path)
  }

  /// Returns a row of the newest model, of a section whose rows are a collection of a type.
  final func newestRow<Rows: EditableRows>(
    of type: Rows.Type, at path: ListIndexPath
  ) -> Rows.Element {
    checkBounds(path.section, of: newestModel.numberOfSections, "section \(path.section)")
    guard let section = newestModel.section(at: path.section) as? RowSection<Rows> else {
      preconditionFailure("Section \(path.section) has no rows of type \(type).")
    }
    checkBounds(path.item, of: section.rows.count, "row \(path)")
    return section.rows[path.item]
  }

  private func replace<Rows: EditableRows>(
    _ old: Rows.Element, of type: Rows.Type, with row: Rows.Element, at path: ListIndexPath
  ) {
    guard old.id == row.id, old != row else {
      var copy = newestModel
      var rows = Self.exchangeRows(ofSection: path.section, in: &copy, Rows())
      rows[path.item] = row
      _ = Self.exchangeRows(ofSection: path.section, in: &copy, rows)
      guard batch == nil, old.id == row.id else { return model = copy }
      replaceModel(copy)
      return enqueue(ListTransaction(model: copy, counts: newestCounts, refresh: .all))
    }
    let changed = editRows(ofSection: path.section) { (rows: inout Rows) in rows[path.item] = row }
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
  private func editRows<Rows: EditableRows>(
    ofSection section: Int, _ body: (inout Rows) -> Void
  ) -> any ListModel {
    sendableModel = nil
    let isStored = batch == nil && queue.isEmpty && !isDelivering
    var rows = Self.exchangeRows(ofSection: section, in: &newestModel, Rows())
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
  private static func exchangeRows<Rows: EditableRows>(
    ofSection section: Int, in model: inout any ListModel, _ rows: Rows
  ) -> Rows {
    var rows = rows
    if var list = model as? SectionList, list.exchangeRows(ofSection: section, &rows) {
      model = list
    } else if var list = model as? RowSection<Rows>, section == 0 {
      swap(&list.rows, &rows)
      model = list
    } else {
      preconditionFailure("Section \(section) has no rows of type \(Rows.self).")
    }
    return rows
  }
}

/// A collection of rows that is changed in place.
package protocol EditableRows: RandomAccessCollection, MutableCollection,
  RangeReplaceableCollection
where Index == Int, Element: Identifiable & Equatable {}

extension Array: EditableRows where Element: Identifiable & Equatable {}
