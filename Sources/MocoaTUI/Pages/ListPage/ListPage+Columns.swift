import MocoaCore

/// Rows in columns, and sorting by them.
extension ListPage {
  /// Shows each row in columns, whose titles are above the rows.
  ///
  /// ```swift
  /// .columns {
  ///   Column("NAME", \.name).style(.title)
  ///   Column("RESTARTS", \.restarts).sortable()
  /// }
  /// ```
  /// The columns are as wide as the texts that have been visible; if that is too much, `←` and `→`
  /// scroll. Search and filter compare with the texts of all columns.
  ///
  /// - Returns: The page.
  @discardableResult
  public func columns(@ColumnBuilder<Model> _ columns: () -> [Column<Model>]) -> Self {
    var columns = columns()
    var counts: [String: Int] = [:]
    for index in columns.indices {
      let title = columns[index].column.title
      counts[title, default: 0] += 1
      if let count = counts[title], count > 1 { columns[index].column.id = "\(title) \(count)" }
    }
    rowStyle.height = 1
    rowStyle.texts = { [columns] model in columns.map { $0.text(of: model) } }
    return show(columns)
  }

  /// Shows columns, or what the closure or the parts of the rows draw if there are none.
  func show(_ columns: [Column<Model>]) -> Self {
    (rowStyle.columns, texts, measured) = (columns, nil, nil)
    outline?.forgetTexts()
    table.hasColumnCursor = outline == nil && !sortableColumns.isEmpty
    table.columns = columns.map(\.column)
    table.columnContentWidths = columns.map(\.titleColumns)
    table.reloadData()
    sort(by: sorts)
    return self
  }

  // MARK: Widths

  /// Widens columns for the rows that have become visible.
  ///
  /// - Complexity: O(columns × rows that were not visible before).
  func measureColumns() {
    let columns = rowStyle.columns
    let paths = table.visibleIndexPaths
    guard !columns.isEmpty, let first = paths.first, let last = paths.last else { return }
    var widths = table.columnContentWidths
    for element in table.visible {
      guard let path = element.element.indexPath, measured?.contains(path) != true,
        let row = (element.viewModel as? CellViewModel<ListRow<Model>>)?.model,
        row.note == nil
      else { continue }
      let indentation = row.place.map { $0.indentation(in: table.frame.columns) } ?? 0
      for (index, column) in columns.enumerated() {
        let text = column.text(of: row.model)
        let width = TextWidth.columns(of: text, upTo: FrameBuffer.textColumns)
        widths[index] = max(widths[index], index == 0 ? width + indentation : width)
      }
    }
    measured = first...last
    if widths != table.columnContentWidths { table.columnContentWidths = widths }
  }

  // MARK: Sorting

  /// Sorts the rows, as far as the user does not sort them otherwise; the cursor is on the first.
  ///
  /// ```swift
  /// .columns {
  ///   Column("NAME", \.name).sortable()
  ///   Column("RESTARTS", \.restarts).sortable()
  /// }
  /// .sorted(by: "-RESTARTS,NAME")
  /// ```
  ///
  /// - Parameter order: The titles of sortable columns that the page has, as they are typed after
  ///   `s`; those with `-` are sorted in descending order.
  /// - Returns: The page.
  @discardableResult
  public func sorted(by order: String) -> Self {
    atOnce {
      if !sort(by: order) { status.show("no column to sort by: \(order)", style: .error) }
    }
    table.restore(ListViewState())
    return self
  }
  static var sortBindings: [KeyBinding<ListPage>] {
    func canSort(_ page: ListPage) -> Bool { !page.sortableColumns.isEmpty }
    return [
      .init("sort", ["s"], help: "Sort rows", when: canSort) { $0.askForSort() },
      .init(
        "sort-by-column", ["t"], help: "Sort by the column: ascending, descending, not at all",
        when: { canSort($0) && $0.outline == nil }
      ) { page in
        guard let id = page.table.currentColumnID else {
          return page.status.show("choose a column first, with the keys ← and →")
        }
        page.toggleSort(by: id, isAdded: false)
      },
    ]
  }

  /// The columns that rows can be sorted by; in an outline, siblings are.
  private var sortableColumns: [Column<Model>] { rowStyle.columns.filter(\.isSortable) }

  /// Returns the keys by which values are sorted.
  func rowOrder(of models: [Model]) -> RowOrder {
    let columns = sortableColumns
    return RowOrder(
      count: models.count,
      keys: sorts.compactMap { sort in
        columns.first { $0.column.id == sort.id }
          .map { ($0.keys(models), sort.order == .descending) }
      })
  }

  /// Sorts by a column: ascending, descending, and not at all, in turns; if it is added, the other
  /// columns remain before it.
  func toggleSort(by id: TableColumn.ID, isAdded: Bool) {
    guard let column = rowStyle.columns.first(where: { $0.column.id == id }) else { return }
    guard sortableColumns.contains(where: { $0.column.id == id }) else {
      return status.show("rows cannot be sorted by \(column.column.title)")
    }
    var sorts = sorts
    sorts.toggleOrder(
      isAdded: isAdded, of: { $0.id == id }, isDescending: { $0.order == .descending }
    ) { ColumnSort(id: id, order: $0 ? .descending : .ascending) }
    sort(by: sorts)
  }

  /// Sorts rows by columns, of which the first one decides.
  private func sort(by sorts: [ColumnSort]) {
    let ids = sortableColumns.map(\.column.id)
    let sorts = sorts.filter { ids.contains($0.id) }
    for index in table.columns.indices {
      let order = sorts.first { $0.id == table.columns[index].id }?.order
      if table.columns[index].order != order { table.columns[index].order = order }
    }
    guard sorts != self.sorts else { return }
    self.sorts = sorts
    rearrange()
  }

  private func askForSort() {
    let order = sortText ?? ""
    let titles = sortableColumns.map(\.column.id)
    ask(
      PromptRequest(
        label: "sort by:", history: .sort,
        complete: { PromptRequest.completions(ofLastNameIn: $0, among: titles) },
        onSubmit: { [weak self] in self?.sort(by: $0) ?? true }))
    let rest = order.isEmpty ? "" : "; now by \(order), Enter alone clears it"
    prompt?.show("-name for descending, Tab completes\(rest)")
  }

  /// Sorts by columns as they are typed: `name,-size`.
  ///
  /// - Returns: `false` if there is no such column.
  func sort(by text: String) -> Bool {
    var sorts: [ColumnSort] = []
    for part in text.split(separator: ",") {
      var name = part.drop { "+- ".contains($0) }
      while name.last == " " { name.removeLast() }
      let isDescending = part.drop { $0 == " " }.first == "-"
      guard
        let column = sortableColumns.first(where: {
          $0.column.id.lowercased() == name.lowercased()
        })
      else {
        let names = sortableColumns.map(\.column.id).joined(separator: ", ")
        return decline("no column “\(name)” to sort by; there are \(names)")
      }
      guard !sorts.contains(where: { $0.id == column.column.id }) else { continue }
      sorts.append(
        ColumnSort(id: column.column.id, order: isDescending ? .descending : .ascending))
    }
    sort(by: sorts)
    return true
  }

  /// The columns that rows are sorted by, as they are typed; nil for none.
  var sortText: String? {
    sorts.isEmpty
      ? nil : sorts.map { ($0.order == .descending ? "-" : "") + $0.id }.joined(separator: ",")
  }
}
