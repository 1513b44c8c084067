import MocoaCore

/// Which values are visible, and in which order; many are filtered and sorted between keys.
extension ListPage {
  /// The maximum number of rows that are filtered, sorted or compared on the main actor.
  private static var arrangedAtOnce: Int { 5_000 }

  func update(_ items: [Model]) {
    if !isPlain || values != nil { values = items }
    if let outline {
      outline.roots = items
      return updateOutline()
    }
    if arranging != nil { return isArrangingStale = true }
    arrange(items, isRearranged: false)
  }

  /// Shows the values that the filter does not hide.
  func filterDidChange() {
    table.isFollowingEnd = false
    guard outline == nil else { return filterOutline() }
    let items = items
    values = items
    arrange(items, isRearranged: items.count > Self.arrangedAtOnce)
  }

  /// Shows all values in the order of other columns.
  func rearrange() {
    let items = items
    values = items
    guard let outline else { return arrange(items, isRearranged: true) }
    outline.rebuild()
    updateOutline(isRearranged: true)
  }

  /// Filters and sorts within a closure without other work in between.
  func atOnce(_ body: () -> Void) {
    arrangesAtOnce = true
    body()
    arrangesAtOnce = false
  }

  private func arrange(_ items: [Model], isRearranged: Bool) {
    arranging?.cancel()
    arranging = nil
    isArrangingStale = false
    let texts = filter.isEmpty ? nil : self.texts ?? RowTexts(items)
    if let texts { self.texts = texts }
    let isWhole = texts.map(drawTexts) ?? true
    let isSmall = items.count <= Self.arrangedAtOnce || texts == nil && sorts.isEmpty
    guard arrangesAtOnce || isSmall && isWhole else {
      arrangeLater(items, texts, isRearranged: isRearranged)
      return updateStatus()
    }
    let matches = texts?.numbers(containing: filter)
    let shown = matches.map { $0.map { items[$0] } } ?? items
    let order = rowOrder(of: shown)
    show(
      sections(of: shown, order.keys.isEmpty ? nil : order.sorted()), isRearranged: isRearranged,
      matches: matches, of: items)
  }

  private func arrangeLater(_ items: [Model], _ texts: RowTexts<Model>?, isRearranged: Bool) {
    arranging = Task { [weak self, filter] in
      var (shown, matches) = (items, [Int]?.none)
      if let texts {
        repeat { await Task.yield() } while !Task.isCancelled && self?.drawTexts(texts) == false
        guard !Task.isCancelled else { return }
        let numbers = await texts.numbersInBackground(containing: filter)
        (shown, matches) = (numbers.map { texts.rows[$0] }, numbers)
      }
      guard !Task.isCancelled, let order = self?.rowOrder(of: shown) else { return }
      let numbers = order.keys.isEmpty ? nil : await order.sortedInBackground()
      guard !Task.isCancelled, let self else { return }
      arranging = nil
      show(
        sections(of: shown, numbers), isRearranged: isRearranged, matches: matches,
        of: texts?.rows ?? items)
      if isArrangingStale { update(self.items) }
    }
  }

  // MARK: Texts

  /// Draws texts for a short time, or all of them.
  ///
  /// - Returns: `true` if there are the texts of all rows.
  private func drawTexts(_ texts: RowTexts<Model>) -> Bool {
    draw(texts) { text(of: $0) }
  }

  /// Draws texts for a short time, or all of them, and says how many are missing.
  ///
  /// - Returns: `true` if there are the texts of all rows.
  func draw<Row>(_ texts: RowTexts<Row>, text: (Row) -> String) -> Bool {
    let isWhole = texts.draw(for: arrangesAtOnce ? nil : slice, text: text)
    restCount = texts.restCount
    if !isWhole, ContinuousClock.now - progressTime > .milliseconds(200) {
      progressTime = .now
      updateStatus()
    }
    return isWhole
  }

  /// Returns the text that a row displays.
  func text(of model: Model) -> String {
    if let text = rowStyle.text(of: model) { return text }
    return FrameBuffer.text(columns: table.frame.columns, rows: rowStyle.height) {
      rowStyle.draw(model, &$0)
    }
  }

  // MARK: Sections

  private func show(
    _ sections: [any SectionModel], isRearranged: Bool, matches: [Int]?, of models: [Model]
  ) {
    shownFilter = filter
    let list = SectionList(sections)
    let model = collapsing?.shown(list) ?? list
    if isRearranged {
      keepingRows(near: matches, of: models) { rows.reset(to: model) }
    } else {
      rows.performBatchUpdates { rows.model = model }
    }
    // Only the numbers of rows in their headers may have changed.
    if collapsing?.isActive == true { table.redrawHeaders() }
    if isPlain { values = nil }
    rowsDidChange()
  }

  /// Calls a closure that rearranges all rows; marks and the cursor stay on their rows.
  ///
  /// - Parameters:
  ///   - matches: The numbers of the values that remain, in ascending order; if that of the cursor
  ///     does not, the cursor moves to the next one. Nil if all do.
  ///   - models: These values, which other ones may have replaced since.
  ///   - rearrange: Rearranges the rows.
  /// - Complexity: O(rows), which are not compared.
  func keepingRows(
    near matches: [Int]? = nil, of models: [Model] = [], _ rearrange: () -> Void
  ) {
    var cursor = table.cursor.flatMap { row(at: $0)?.id }
    var marked: [ListRow<Model>.ID: Int] = [:]
    for path in rows.selectedIndexPaths {
      if let id = row(at: path)?.id { marked[id, default: 0] += 1 }
    }
    if let matches, let id = cursor, let old = models.firstIndex(where: { rowID($0) == id }) {
      cursor = (matches.first { $0 >= old } ?? matches.last).map { rowID(models[$0]) }
    }
    rearrange()
    guard cursor != nil || !marked.isEmpty else { return }
    var (place, marks): (ListIndexPath?, [ListIndexPath]) = (nil, [])
    for section in 0..<rows.numberOfSections {
      for item in 0..<rows.numberOfItems(in: section) where place == nil || !marked.isEmpty {
        let path = ListIndexPath(section: section, item: item)
        guard let id = row(at: path)?.id else { continue }
        if place == nil, id == cursor { place = path }
        if let count = marked[id] {
          marks.append(path)
          marked[id] = count > 1 ? count - 1 : nil
        }
      }
    }
    rows.selectItems(at: IndexPathSet(marks))
    if let place { table.moveCursor(to: place) }
  }

  /// Returns the sections of values, whose order does not depend on that of the rows.
  private func sections(of shown: [Model], _ order: [Int]?) -> [any SectionModel] {
    let sorted = order.map { $0.map { shown[$0] } } ?? shown
    guard let sectionTitle else { return [RowSection(ListRows(sorted, style: rowStyle))] }
    let sections = titledSections(of: sorted, by: sectionTitle)
    guard order != nil else { return sections }
    var places: [AnyHashable?: Int] = [:]
    for model in shown where places.count < sections.count {
      let title = AnyHashable(sectionTitle(model))
      places[title] = places[title] ?? places.count
    }
    return sections.sorted { places[$0.sectionIdentity] ?? 0 < places[$1.sectionIdentity] ?? 0 }
  }

  func titledSections(
    of shown: [Model], by title: (Model) -> String
  ) -> [RowSection<[ListRow<Model>]>] {
    let rows = ListRows(shown, style: rowStyle)
    return RowSection.sections(of: rows) { title($0.model) }
  }
}
