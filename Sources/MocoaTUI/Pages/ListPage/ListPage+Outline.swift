import MocoaCore

extension ListPage {
  // MARK: Configuration

  /// Shows values as a tree: those of the page are the roots, and each expands to its children.
  ///
  /// ```swift
  /// ListPage("Chapters", chapters).children(\.parts)
  /// ```
  /// What is expanded stays so, by identity, when values are replaced.
  ///
  /// - Parameter children: Returns the children of a value; nil if it cannot be expanded.
  /// - Returns: The page.
  @discardableResult
  public func children(_ children: @escaping (Model) -> [Model]?) -> Self {
    show(ListOutline(style: rowStyle, children: children))
  }

  /// Shows values as a tree, in which those without children cannot be expanded.
  ///
  /// - Parameter children: Returns the children of a value.
  /// - Returns: The page.
  @discardableResult
  public func children(_ children: @escaping (Model) -> [Model]) -> Self {
    self.children { model -> [Model]? in
      let children = children(model)
      return children.isEmpty ? nil : children
    }
  }

  /// Shows values as a tree, whose children are loaded when a row is first expanded.
  ///
  /// An error is a row below the value; Enter on it loads the children again. When the page loads
  /// its values again, it does so with the children of expanded rows.
  ///
  /// - Parameters:
  ///   - hasChildren: Returns whether a value can be expanded.
  ///   - load: Loads the children of a value, in a task that is cancelled with the page.
  /// - Returns: The page.
  @discardableResult
  public func children(
    where hasChildren: @escaping (Model) -> Bool,
    load: @escaping @MainActor (Model) async throws -> [Model]
  ) -> Self {
    show(ListOutline(style: rowStyle, children: { hasChildren($0) ? [] : nil }, load: load))
  }

  /// Expands the rows of a tree to a level from the start: at level 1, only the values of the page
  /// are visible.
  ///
  /// ```swift
  /// ListPage("Chapters", chapters).children(\.parts).expanded(toLevel: 2)
  /// ```
  /// Children of rows above the level are loaded, if there is a closure that loads them.
  ///
  /// - Returns: The page.
  @discardableResult
  public func expanded(toLevel level: Int) -> Self {
    expandedLevel = level
    outline?.rows.expand(toLevel: level)
    updateOutline()
    return self
  }

  private func show(_ outline: ListOutline<Model>) -> Self {
    let items = items
    outline.rows.expand(toLevel: expandedLevel)
    self.outline = outline
    outline.order = { [weak self] in
      self?.rowOrder(of: $0) ?? RowOrder(count: $0.count, keys: [])
    }
    table.hasColumnCursor = false
    table.leavesSideways = { [weak self] in self?.outlineKeys.canChange(expanding: $0) ?? false }
    update(items)
    return self
  }

  // MARK: Rows

  func row(at path: ListIndexPath) -> ListRow<Model>? {
    guard rows.contains(path) else { return nil }
    return rows.model.section(at: path.section).item(at: path.item) as? ListRow<Model>
  }

  /// Opens a row: calls the closures of `onOpen` and `onSelect`; if they do nothing, expands or
  /// collapses it.
  func open(_ path: ListIndexPath) {
    guard let row = row(at: path) else { return }
    if let note = row.note {
      if note.isFailure { load(row) }
    } else {
      var isOpened = false
      for handler in openHandlers where handler(row.model) { isOpened = true }
      if !isOpened { toggle(at: path.item) }
    }
  }

  /// Expands a row of an outline, or collapses it if it is expanded.
  func toggle(at position: Int) {
    guard let outline, position < outline.rows.count else { return }
    outline.rows[position].isExpanded
      ? outlineKeys.collapse(at: position) : outlineKeys.expand(at: position)
  }

  // MARK: Changes

  /// Shows the rows of the outline of which others are expanded, and loads the children of one.
  func show(_ rows: ListOutline<Model>.Rows, by changeset: Changeset, at position: Int?) {
    guard let outline else { return }
    outline.rows = rows
    self.rows.setModel(outline.model, by: changeset)
    rowsDidChange()
    guard let row = position.map({ rows[$0] }), row.isExpanded else { return }
    if outline.isUnloaded(row.element) { load(row.element) }
  }

  /// Shows the outline after its values, their children, the filter or the order have changed.
  func updateOutline(isRearranged: Bool = false) {
    guard let outline else { return }
    for row in outline.beginLoading(above: expandedLevel) {
      task { [weak self] in await self?.loadChildren(of: row) }
    }
    arranging?.cancel()
    arranging = nil
    let texts = filter.isEmpty ? nil : outline.neededTexts()
    guard let texts, !draw(texts) else {
      return showOutline(isRearranged: isRearranged)
    }
    arranging = Task { [weak self] in
      repeat { await Task.yield() } while !Task.isCancelled && self?.draw(texts) == false
      guard !Task.isCancelled, let self else { return }
      arranging = nil
      showOutline(isRearranged: isRearranged)
    }
    updateStatus()
  }

  private func draw(_ texts: RowTexts<ListRow<Model>>) -> Bool {
    draw(texts) { $0.note == nil ? text(of: $0.model) : "" }
  }

  private func showOutline(isRearranged: Bool) {
    guard let outline else { return }
    outline.filter(filter)
    shownFilter = filter
    if isRearranged {
      keepingRows { rows.reset(to: outline.model) }
    } else {
      rows.performBatchUpdates { rows.model = outline.model }
    }
    rowsDidChange()
  }

  func filterOutline() {
    if filter.isEmpty, let row = table.cursor.flatMap({ row(at: $0) }) { outline?.reveal(row.id) }
    updateOutline()
  }

  // MARK: Loading

  /// Loads the children of a row, which are replaced by a note meanwhile.
  private func load(_ row: ListRow<Model>) {
    let row = ListRow(model: row.model, style: row.style)
    setChildren(.loading, of: row)
    task { [weak self] in await self?.loadChildren(of: row) }
  }

  private func loadChildren(of row: ListRow<Model>) async {
    guard let load = outline?.load else { return }
    do {
      let children = try await load(row.model)
      if !Task.isCancelled { setChildren(.loaded(children), of: row) }
    } catch {
      if !Task.isCancelled { setChildren(.failed(error.displayText), of: row) }
    }
  }

  private func setChildren(_ children: ListOutline<Model>.Children, of row: ListRow<Model>) {
    outline?.setChildren(children, of: row)
    updateOutline()
  }

  /// Loads the children of expanded rows again, one row after the other.
  func reloadChildren() {
    guard let outline, outline.load != nil else { return }
    outline.reloading?.cancel()
    let rows = outline.takeReloadedRows()
    updateOutline()
    outline.reloading = Task { [weak self] in
      for row in rows where !Task.isCancelled { await self?.loadChildren(of: row) }
    }
  }
}
