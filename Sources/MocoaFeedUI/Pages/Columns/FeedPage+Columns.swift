import MocoaFeed
import MocoaTUI

extension FeedPage {
  /// Infers the columns from the first rows: at once, and again when the sample is complete.
  func chooseColumns() {
    // Rows with a custom cell have their own layout.
    guard !columns.templates.isEmpty || list.module?.section.cell.isBare ?? true else { return }
    let isNew = columns.infer(
      from: feed.listModel, sourceCount: feed.sources.count,
      merged: { feed.sampleOfMergedSources(ColumnCatalog.sampleSize) },
      isLoading: feed.status.isLoading)
    guard isNew else { return }
    reportUnknownColumn()
    givenMembers = givenMembers.map { $0.resolved(by: catalog.meaning) }
    feed.derive(feed.derivedMembers.map { $0.resolved(by: catalog.meaning) })
    setFilters(filters)
  }

  private func reportUnknownColumn() {
    columns.unknownName.map { status.show("\($0)", style: .warning) }
  }

  /// Opens the page of columns.
  func chooseColumnsByHand() {
    guard !columns.choices.isEmpty else { return status.show("these rows have no members") }
    let page = ColumnsPage(columns.choices)
    page.onChange = { [weak self] in self?.columns.choose($0) }
    page.onGo = { [weak self] choice in
      self?.stack?.pop()
      self?.showColumns()
      self?.table.currentColumnID = choice.id
      self?.table.revealColumn(choice.id)
    }
    page.onSummary = { [weak self] in self?.showSummary(of: $0.memberPath) }
    page.onDerive = { [weak self] member in
      guard let feed = self?.feed else { return }
      feed.derive(feed.derivedMembers.filter { $0.name != member.name } + [member])
    }
    page.meaning = { [weak self] in self?.catalog.meaning(of: $0) ?? .assumed }
    page.hasMember = { [weak self] in self?.catalog.hasMember($0.text) ?? false }
    stack?.push(page)
    memberFinder.start { [weak page] in page?.offer($0, isComplete: $1) }
  }

  /// Displays the columns in the table, with arrows that indicate the sort order.
  func showColumns() {
    let shown = columns.choices.filter(\.isShown).styled(forSourcesOf: feed)
    var columns = shown.map { choice in
      var column = choice.column
      let key = sortKeys.first { choice.isSorted(by: $0) }
      column.order = key.map { $0.isDescending ? .descending : .ascending }
      // The arrow must not displace the title.
      if key != nil, case .content(let minimum, let maximum) = column.width {
        let title = TextWidth.columns(of: column.title, upTo: 24) + 2
        column.width = .content(minimum: max(minimum, title), maximum: max(maximum, title))
      }
      return column
    }
    if treeWidth > 0, !columns.isEmpty { columns[0].indent(by: treeWidth) }
    // A single column has the whole width.
    if columns.count == 1, columns[0].alignment == .leading,
      case .content(let minimum, _) = columns[0].width
    {
      columns[0].width = .share(1, minimum: minimum)
    }
    // Lines of text need no title, but an arrow of their order does.
    table.showsColumnHeader =
      !shown.areLines(of: feed.listModel) || columns.contains { $0.order != nil }
    if columns != table.columns { table.columns = columns }
    var widths = zip(shown, columns).map { choice, column in
      let arrow = column.order == nil ? 0 : TextWidth.columns(of: column.title, upTo: 24) + 2
      return max(choice.contentWidth, arrow)
    }
    if !widths.isEmpty { widths[0] += treeWidth }
    table.columnContentWidths = widths
  }

  /// The columns and the members by name.
  package var catalog: ColumnCatalog { columns.catalog }

  /// Members that are known from rows outside the sample.
  package var knownMembers: Set<MemberPath> {
    get { columns.knownMembers }
    set { columns.knownMembers = newValue }
  }

  /// The requested columns; empty means those inferred from the rows.
  var columnTemplates: [TemplateColumn] {
    get { columns.templates }
    set {
      columns.templates = newValue
      chooseColumns()
    }
  }

  /// Returns a template with column titles replaced by the members that they display.
  ///
  /// - Throws: An ``UnknownColumnError`` for a name that neither the sample nor known members have.
  package func resolved(
    _ template: RowTemplate, for rows: [JSONBytes] = []
  ) throws(UnknownColumnError) -> RowTemplate {
    let catalog = ColumnCatalog(
      sample: columns.sample + rows, choices: columns.choices, otherMembers: knownMembers)
    return try catalog.resolved(template)
  }

  /// Shows these columns, in this order, and hides all others, including later ones.
  ///
  /// A path is a column's title or that of a member: `score`, `author.name`, `/a/b`. While the
  /// first rows are being read, it may be that of a member that has not appeared yet.
  ///
  /// - Throws: An ``UnknownColumnError`` for a name that none of the first rows has.
  package func showColumns(_ columns: [OutputColumn]) throws(UnknownColumnError) {
    try self.columns.show(columns)
    reportUnknownColumn()
    self.columns.widen(for: feed.listModel, isLoading: feed.status.isLoading)
  }
}

extension [ColumnChoice] {
  /// Returns whether the columns are the lines of a text, which need no title.
  func areLines(of model: FeedListModel) -> Bool {
    model.format == .text && map(\.memberPath.keys) == [["line"]]
  }
}
