import MocoaFeed
import MocoaTUI

extension Action {
  public static let chooseColumns: Action = "choose-columns"
}

extension FeedPage {
  /// Chooses the columns from the first rows: at once, and once more when there are enough of them,
  /// so that later rows do not push what the eye is on about.
  func chooseColumns() {
    // Rows that a cell of the program's own shows lay themselves out.
    guard !columnTemplates.isEmpty || list.module?.section.cell.isBare ?? true else { return }
    let model = feed.listModel
    let available = min(ColumnCatalog.sampleSize, model.numberOfRows)
    let isComplete = available == ColumnCatalog.sampleSize || !feed.status.isLoading
    guard available > 0, sampledRows == 0 || (isComplete && available > sampledRows) else { return }
    sampledRows = available
    sample = sampledNumbers(available, of: model).map { model.row($0) }.filter {
      $0.problem == nil && $0.mocoaName == Row.jsonName
    }.map(\.json)
    suggestedColumns =
      ColumnCatalog(
        sample: sample, templates: columnTemplates, format: model.format
      ).choices
    columnChoices = arranged(suggestedColumns)
    measuredRows = sampledRows
    widenColumns()
    setFilters(filters)
  }

  /// The numbers of the rows that the columns are chosen by: the first ones, of several sources the
  /// first ones of each.
  private func sampledNumbers(_ count: Int, of model: FeedListModel) -> [Int] {
    let sources = feed.sources.count
    guard sources > 1 else { return Array(0..<count) }
    let share = max(1, ColumnCatalog.sampleSize / sources)
    return (0..<min(model.numberOfSections, ColumnCatalog.sampleSize)).flatMap { section in
      Array(model.feedSection(at: section).rows.prefix(share))
    }
  }

  /// Lets somebody choose the columns.
  func chooseColumnsByHand() {
    guard !columnChoices.isEmpty else { return status.show("these rows have no members") }
    let page = ColumnsPage(columnChoices)
    page.onChange = { [weak self] in self?.takeColumns($0) }
    page.onSummary = { [weak self] in self?.showSummary(of: $0.memberPath) }
    page.onDerive = { [weak self] member in
      guard let feed = self?.feed else { return }
      feed.derive(feed.derivedMembers.filter { $0.name != member.name } + [member])
    }
    page.hasMember = { [weak self] in self?.catalog.hasMember($0.text) ?? false }
    stack?.push(page)
    memberFinder.start { [weak page] in page?.offer($0, isComplete: $1) }
  }

  /// Takes over the columns that were chosen; of the other members, those that are shown now.
  private func takeColumns(_ choices: [ColumnChoice]) {
    let catalog = catalog
    columnWish = .byHand
    columnChoices = choices.compactMap { choice in
      if columnChoices.contains(where: { $0.id == choice.id }) { return choice }
      guard choice.isShown else { return nil }
      var column = catalog.choice(of: choice.memberPath, choice.column.title)
      column.column.isPinned = choice.column.isPinned
      if case .fixed = choice.column.width { column.column.width = choice.column.width }
      return column
    }
  }

  /// Gives the table its columns, with the arrows of their order.
  func showColumns() {
    let shown = columnChoices.filter(\.isShown)
    var columns = shown.map { choice in
      var column = choice.column
      let key = sortKeys.first { choice.isSorted(by: $0) }
      column.order = key.map { $0.isDescending ? .descending : .ascending }
      // The arrow is not to take the place of the title.
      if key != nil, case .content(let minimum, let maximum) = column.width {
        let title = TextWidth.columns(of: column.title, upTo: 24) + 2
        column.width = .content(minimum: max(minimum, title), maximum: max(maximum, title))
      }
      return column
    }
    // The only column has the whole width.
    if columns.count == 1, columns[0].alignment == .leading,
      case .content(let minimum, _) = columns[0].width
    {
      columns[0].width = .share(1, minimum: minimum)
    }
    if columns != table.columns { table.columns = columns }
    table.columnContentWidths = zip(shown, columns).map { choice, column in
      let arrow = column.order == nil ? 0 : TextWidth.columns(of: column.title, upTo: 24) + 2
      return max(choice.contentWidth, arrow)
    }
  }

  /// The columns and the members by the names that people type.
  public var catalog: ColumnCatalog {
    ColumnCatalog(sample: sample, choices: columnChoices, otherMembers: knownMembers)
  }

  /// A template with the titles of columns replaced by the members that these show.
  ///
  /// - Throws: ``UnknownColumnError`` for a name that neither the first rows nor these have.
  public func resolved(
    _ template: RowTemplate, for rows: [JSONBytes] = []
  ) throws(UnknownColumnError) -> RowTemplate {
    let catalog = ColumnCatalog(
      sample: sample + rows, choices: columnChoices, otherMembers: knownMembers)
    return try catalog.resolved(template)
  }

  /// Shows these columns, in this order, and hides all others; also when later rows bring others.
  ///
  /// A name is a column's title or the way to a member: `score`, `author.name`, `/a/b`. While the
  /// first rows are still being read, it may be that of a member which has yet to come.
  ///
  /// - Throws: ``UnknownColumnError`` for a name that none of the first rows has.
  public func showColumns(named names: [String]) throws(UnknownColumnError) {
    if !isSampleOpen { for name in names { _ = try catalog.choice(named: name) } }
    columnWish = .names(names)
    columnChoices = arranged(columnChoices)
    measuredRows = sampledRows
    widenColumns()
  }

  /// Reads what rows are to be sorted by, such as `-score,title`.
  ///
  /// - Throws: `FilterSyntaxError` where a name is missing, ``UnknownColumnError`` where none of
  ///   the first rows has such a member.
  public func sortKeys(parsing text: String) throws -> [SortKey] {
    try SortKey.keys(parsing: text).map { key in
      SortKey(try catalog.memberPath(named: key.path.text), isDescending: key.isDescending)
    }
  }
}
