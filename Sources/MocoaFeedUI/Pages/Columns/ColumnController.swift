import MocoaFeed
import MocoaTUI

/// The feature of the columns of a table: those inferred from the rows, and what the user changes.
@MainActor
package final class ColumnController: FeedFeature {
  /// The columns, shown or hidden.
  package var columns = FeedColumns() {
    didSet {
      guard columns.choices != oldValue.choices else { return }
      display()
      page.updateStatus()
    }
  }

  /// The width of the indentation and the markers of a tree; 0 without one.
  var indentation = 0 {
    didSet { if indentation != oldValue { display() } }
  }

  /// The layout of the columns for which the cells were last checked, and its number.
  private var fittedLayout: ColumnLayout?
  private var layoutNumber = 0

  /// The derived members that the feed had from the start, which are no state of the page.
  private var givenMembers: [DerivedMember]

  unowned let page: any FeedContext
  let query: QueryController
  let summaries: SummaryController

  /// Creates the feature; the page outlives it.
  init(page: any FeedContext, query: QueryController, summaries: SummaryController) {
    (self.page, self.query, self.summaries) = (page, query, summaries)
    givenMembers = page.feed.derivedMembers
    page.memberFinder.onFind = { [weak self] in self?.didFind($0) }
    page.memberFinder.onRepetition = { [weak self] in self?.page.updateStatus() }
    page.table.hasColumnCursor = true
    page.table.onColumnMove = { [weak self] in self?.page.updateStatus() }
    page.table.observeHeaderClicks(owner: self) { feature, column, modifiers in
      feature.query.toggleSort(by: column, isAdded: !modifiers.isEmpty)
    }.store(in: &page.subscriptions)
  }

  private func didFind(_ members: Set<MemberPath>) {
    columns.knownMembers = members
    columns.findPresentKeys(in: page.feed.listModel)
    page.updateStatus()
  }

  /// The columns and the members by name.
  package var catalog: ColumnCatalog { columns.catalog }

  func feedDidChange(_ change: FeedChange) {
    switch change {
    case .replaced:
      columns.rowsDidChange(to: page.feed.listModel)
      page.memberFinder.reset()
    case .derived:
      columns.membersDidChange()
      page.memberFinder.reset()
    case .status, .grew, .loaded: break
    }
    if columns.isSampleOpen || columns.sampledRows < ColumnCatalog.sampleSize { infer() }
    columns.widen(for: page.feed.listModel, isLoading: page.feed.status.isLoading)
    if columns.templates.isEmpty { page.memberFinder.check() }
  }

  /// Infers the columns from the first rows: at once, and again when the sample is complete.
  func infer() {
    let feed = page.feed
    columns.derivedNames = feed.derivedNames
    // Rows with a custom cell have their own layout.
    guard !columns.templates.isEmpty || page.list.module?.section.cell.isBare ?? true else {
      return
    }
    let isNew = columns.infer(
      from: feed.listModel, sourceCount: feed.sources.count,
      merged: { feed.sampleOfMergedSources(ColumnCatalog.sampleSize) },
      isLoading: feed.status.isLoading)
    guard isNew else { return }
    reportUnknownColumn()
    let resolve = { [catalog] (member: DerivedMember) in
      member.resolved(by: catalog.lookup(for: member, of: feed))
    }
    givenMembers = givenMembers.map(resolve)
    feed.derive(feed.derivedMembers.map(resolve))
    query.resolveNames()
    reportTitles()
  }

  /// Reports a member that was named by what is also the title of another one's column.
  private func reportTitles() {
    let named = query.filters.flatMap(\.members) + query.sortKeys.map(\.path) + columns.namedPaths
    guard let note = catalog.note(onTitlesOf: named) else { return }
    page.status.show(note, style: .warning, for: .seconds(8))
  }

  private func reportUnknownColumn() {
    columns.unknownName.map { page.status.show("\($0)", style: .warning) }
  }

  func openPage() {
    guard !columns.choices.isEmpty else { return page.status.show("these rows have no members") }
    let chooser = ColumnsPage(columns.choices)
    chooser.onChange = { [weak self] in self?.columns.choose($0) }
    chooser.onGo = { [weak self] choice in
      self?.page.stack?.pop()
      self?.columns.showWhole(choice.id)
      self?.display()
      self?.page.table.currentColumnID = choice.id
      self?.page.table.revealColumn(choice.id)
    }
    chooser.onSummary = { [weak self] in self?.summaries.showSummary(of: $0.memberPath) }
    chooser.onDerive = { [weak self] member in
      guard let feed = self?.page.feed else { return }
      feed.derive(feed.derivedMembers.filter { $0.name != member.name } + [member])
    }
    chooser.meaning = { [weak self] in self?.catalog.meaning(of: $0) ?? .assumed }
    chooser.hasMember = { [weak self] in self?.catalog.hasMember($0.text) ?? false }
    page.stack?.push(chooser)
    page.memberFinder.start { [weak chooser] in chooser?.offer($0, isComplete: $1) }
  }

  /// Displays the columns in the table, with arrows that indicate the sort order.
  func display() {
    let table = page.table
    let shown = columns.choices.filter(\.isShown).styled(forSourcesOf: page.feed)
    var columns = shown.map { choice in
      var column = choice.column
      let key = query.sortKeys.first { choice.isSorted(by: $0) }
      column.order = key.map { $0.isDescending ? .descending : .ascending }
      // The arrow must not displace the title.
      if key != nil, case .content(let minimum, let maximum) = column.width {
        let title = column.titleWidth + 2
        column.width = .content(minimum: max(minimum, title), maximum: max(maximum, title))
      }
      return column
    }
    if indentation > 0, !columns.isEmpty { columns[0].indent(by: indentation) }
    // A single column has the whole width.
    if columns.count == 1, columns[0].alignment == .leading,
      case .content(let minimum, _) = columns[0].width
    {
      columns[0].width = .share(1, minimum: minimum)
    }
    let areLines = shown.areLines(of: page.feed.listModel)
    // Lines of text need no title, but an arrow of their order does.
    table.showsColumnHeader = !areLines || columns.contains { $0.order != nil }
    table.lineColumns = areLines ? { [weak self] in self?.visibleWidth(of: shown[0]) ?? 0 } : nil
    if columns != table.columns { table.columns = columns }
    var widths = zip(shown, columns).map { choice, column in
      max(choice.contentWidth, column.order == nil ? 0 : column.titleWidth + 2)
    }
    if !widths.isEmpty { widths[0] += indentation }
    table.columnContentWidths = widths
  }

  /// Widens the columns in which a number or a time on the screen would be truncated.
  ///
  /// - Complexity: O(columns, and cells that were not on the screen in this layout of the columns);
  ///   the texts are those of the cells.
  func showNumbersWhole() {
    let table = page.table
    guard !table.showsCards, !table.columns.isEmpty else { return }
    if table.columnLayout != fittedLayout {
      fittedLayout = table.columnLayout
      layoutNumber += 1
    }
    let cells = visibleCells.filter { $0.fittedLayout != layoutNumber }
    guard !cells.isEmpty else { return }
    for cell in cells { cell.fittedLayout = layoutNumber }
    for entry in table.columnLayout.entries {
      if case .fixed = entry.column.width { continue }
      var widest = 0
      for cell in cells {
        guard let text = cell.displayedText(for: entry.column) else { continue }
        if FeedColumn.isQuantity(text, widerThan: max(widest, entry.columns), in: entry.column) {
          widest = TextWidth.columns(of: text)
        }
      }
      guard widest > 0, let index = columns.choices.firstIndex(where: { $0.id == entry.column.id })
      else { continue }
      columns.choices[index].widen(to: widest)
    }
  }

  /// The rows on the screen that are displayed in columns.
  var visibleCells: [JSONCellViewModel] {
    page.table.visibleViewModels.compactMap { $0 as? JSONCellViewModel }
  }

  /// The requested columns; empty means those inferred from the rows.
  var templates: [FeedColumn] {
    get { columns.templates }
    set {
      columns.templates = newValue
      infer()
    }
  }

  /// Returns a template with column titles replaced by the members that they display.
  ///
  /// - Throws: An ``UnknownColumnError`` for a name that neither the sample nor known members have.
  package func resolved(
    _ template: RowTemplate, for rows: [JSONBytes] = []
  ) throws(UnknownColumnError) -> RowTemplate {
    var catalog = catalog
    catalog.sample += rows
    return try catalog.resolved(template)
  }

  /// Shows these columns, in this order, and hides all others, including later ones.
  ///
  /// A path is a column's title or that of a member: `score`, `author.name`, `/a/b`. While the
  /// first rows are being read, it may be that of a member that has not appeared yet.
  ///
  /// - Throws: An ``UnknownColumnError`` for a name that none of the first rows has.
  package func show(_ columns: [OutputColumn]) throws(UnknownColumnError) {
    try self.columns.show(columns)
    reportTitles()
    reportUnknownColumn()
    self.columns.widen(for: page.feed.listModel, isLoading: page.feed.status.isLoading)
  }
}

extension ColumnController: SavedFeature {
  func save(to state: inout FeedPageState) {
    state.columns = columns.changedColumns
    state.derivedMembers = page.feed.derivedMembers.filter {
      !$0.isJoined && !givenMembers.contains($0)
    }
    .map(\.text)
  }

  func restore(_ state: FeedPageState) -> (what: String, lost: String) {
    let feed = page.feed
    // Derived members of the arguments take precedence.
    let known = feed.derivedMembers.map(\.name)
    let derived = state.derivedMembers.compactMap { try? DerivedMember(parsing: $0) }
      .filter { !known.contains($0.name) }
    feed.derive(feed.derivedMembers + derived)
    columns.restore(state.columns)
    if columns.lacksSavedColumns {
      page.memberFinder.start { [weak self] _, isComplete in
        if isComplete { self?.columns.restoreLateColumns() }
      }
    }
    let names = derived.map(\.name).joined(separator: ", ")
    let what = [state.columns.isEmpty ? "" : "columns", names.isEmpty ? "" : "derived \(names)"]
    return (what.filter { !$0.isEmpty }.joined(separator: ", "), "")
  }
}

extension [FeedColumn] {
  /// Returns whether the columns are the lines of a text, which need no title.
  func areLines(of model: FeedListModel) -> Bool {
    model.format == .text && map(\.memberPath.keys) == [["line"]]
  }
}
