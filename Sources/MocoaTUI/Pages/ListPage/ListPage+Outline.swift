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

  private func show(_ outline: ListOutline<Model>) -> Self {
    let items = items
    self.outline = outline
    outline.order = { [weak self] in
      self?.rowOrder(of: $0) ?? RowOrder(count: $0.count, keys: [])
    }
    table.hasColumnCursor = false
    table.leavesSideways = { [weak self] in self?.canChangeOutline(expanding: $0) ?? false }
    update(items)
    return self
  }

  /// Returns whether the keys that expand and collapse do something with the current row.
  private func canChangeOutline(expanding: Bool) -> Bool {
    guard let rows = outline?.rows, let position = table.cursor?.item, position < rows.count else {
      return false
    }
    let row = rows[position]
    return expanding ? row.hasChildren : row.isExpanded || rows.parent(of: position) != nil
  }

  // MARK: Keys

  /// The keys of an outline.
  static var outlineBindings: [KeyBinding<ListPage>] {
    func isOutline(_ page: ListPage) -> Bool { page.outline != nil }
    return [
      .init(
        "expand", [.right, "l", "+"], help: "Expand, or go to the first child", when: isOutline
      ) { page in page.table.cursor.map { page.expand(at: $0.item) } },
      .init(
        "collapse", [.left, "h", "-"], help: "Collapse, or go to the parent", when: isOutline
      ) { page in page.table.cursor.map { page.collapse(at: $0.item) } },
      // Where rows can be marked, `*` inverts the marks.
      .init("expand-all", ["0", "*"], help: "Expand all rows", when: isOutline) {
        $0.change { $0.expandAll() }
      },
      .init("collapse-all", ["_"], help: "Collapse all rows", when: isOutline) {
        $0.change { $0.collapseAll() }
      },
      .init("expand-to-level", ["L"], help: "Expand to a level", when: isOutline) { page in
        page.askForLevel { [weak page] level in page?.change { $0.expand(toLevel: level) } }
      },
    ]
  }

  private func collapse(at position: Int) {
    guard let outline else { return }
    if outline.rows[position].isExpanded {
      change { $0.collapse(at: position) }
    } else if let parent = outline.rows.parent(of: position) {
      moveCursor(to: parent)
    }
  }

  private func expand(at position: Int) {
    guard let outline else { return }
    let row = outline.rows[position]
    if row.hasChildren, !row.isExpanded {
      change { $0.expand(at: position) }
      if outline.isUnloaded(row.element) { load(row.element) }
    } else if row.isExpanded, position + 1 < outline.rows.count,
      outline.rows[position + 1].depth > row.depth
    {
      moveCursor(to: position + 1)
    }
  }

  private func moveCursor(to position: Int) {
    table.moveCursor(to: ListIndexPath(section: 0, item: position))
  }

  func row(at path: ListIndexPath) -> ListRow<Model>? {
    guard rows.contains(path) else { return nil }
    return rows.model.section(at: path.section).item(at: path.item) as? ListRow<Model>
  }

  /// Opens a row: calls the closure of `onOpen` or `onSelect`, or else expands or collapses it.
  func open(_ path: ListIndexPath) {
    guard let row = row(at: path) else { return }
    if let note = row.note {
      if note.isFailure { load(row) }
    } else if !openHandlers.isEmpty {
      for handler in openHandlers { handler(row.model) }
    } else {
      toggle(at: path.item)
    }
  }

  /// Expands a row of an outline, or collapses it if it is expanded.
  func toggle(at position: Int) {
    guard let outline, position < outline.rows.count else { return }
    outline.rows[position].isExpanded ? collapse(at: position) : expand(at: position)
  }

  // MARK: Changes

  /// Expands or collapses rows; the cursor moves to the nearest ancestor that stays visible.
  private func change(_ body: (inout ListOutline<Model>.Rows) -> Changeset) {
    guard let outline else { return }
    let current = sequence(first: table.cursor?.item) { $0.map { outline.rows.parent(of: $0) } }
    let ids = current.prefix { $0 != nil }.compactMap { $0.map { outline.rows[$0].element.id } }
    let changeset = body(&outline.rows)
    rows.setModel(outline.model, by: changeset)
    if let position = ids.lazy.compactMap({ outline.rows.position(of: $0) }).first,
      position != table.cursor?.item
    {
      moveCursor(to: position)
    }
    rowsDidChange()
  }

  /// Shows the outline after its values, their children, the filter or the order have changed.
  func updateOutline(isRearranged: Bool = false) {
    guard let outline else { return }
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
      if !Task.isCancelled { setChildren(.failed("\(error)"), of: row) }
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
