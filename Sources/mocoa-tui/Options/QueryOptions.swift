import MocoaFeedUI

/// The options of filters, sort order, columns and groups.
///
/// Those without a comment are described in ``CommandOption/query``.
struct QueryOptions {
  var filterTexts: [String] = []

  var filterOption = "--filter"

  var sortText: String?
  var columnText: String?
  var groupText: String?
  var aggregateTexts: [String] = []
  var groupFilterTexts: [String] = []
  var uniqueText: String?
  var limit: Int?
  var contextCount: Int?

  /// The option by which rows are grouped.
  var groupOption: String {
    groupText != nil ? "--group-by" : aggregateTexts.isEmpty ? "--count" : "--agg"
  }

  var keyOption: String { isCount ? "--unique" : "--group-by" }

  /// A Boolean value that indicates whether only the number of rows is printed.
  var isCount: Bool { countsRows && groupText == nil && aggregateTexts.isEmpty }

  /// A Boolean value that indicates whether groups are printed in place of the rows.
  var isGrouped: Bool { groupText != nil || !aggregateTexts.isEmpty || countsRows }

  /// A Boolean value that indicates whether the rows are groups, to which the options apply.
  var areRowsGroups: Bool { filterOption == "--group-filter" }

  /// The aggregates of the groups that the rows are; empty for other rows.
  var aggregatesOfRows: [Aggregate] = []

  var countsRows = false

  /// The aggregates of --sum and similar options.
  var namedAggregates: [Aggregate] = []

  /// Checks options that require others.
  mutating func validate() throws(UsageError) {
    let order = Aggregate.Function.ofMembers
    namedAggregates.sort {
      (order.firstIndex(of: $0.function) ?? 0) < (order.firstIndex(of: $1.function) ?? 0)
    }
    if groupText == nil, !namedAggregates.isEmpty {
      throw UsageError(
        "--sum and similar options can only be used with --group-by; for all rows: --agg "
          + "'\(namedAggregates.map(\.title).joined(separator: ", "))'.")
    }
    if groupText == nil, aggregateTexts.isEmpty, !groupFilterTexts.isEmpty {
      throw UsageError("--group-filter can only be used with --group-by or --agg.")
    }
  }

  /// Parses the filters.
  func filters(
    lookup: @escaping MemberLookup = { _ in .unknown(nearest: []) }
  ) throws(UsageError) -> [RowFilter] {
    let texts = filterTexts.filter { !$0.allSatisfy(\.isWhitespace) }
    return try texts.map { text throws(UsageError) in
      try UsageError.value(of: filterOption, text) { text throws(FilterSyntaxError) in
        try RowFilter(expression: text, lookup: lookup)
      }
    }
  }

  /// Parses the sort keys, none for the order of the feed; `isMember` says which names are
  /// members, and no expressions.
  func sortKeys(
    isMember: (String) -> Bool = { _ in false }
  ) throws(UsageError) -> [SortKey] {
    try UsageError.value(of: "--sort", sortText) { text throws(FilterSyntaxError) in
      try SortKey.keys(parsing: text, isMember: isMember)
    } ?? []
  }

  /// Parses the columns; nil if they are to be inferred.
  func columns() throws(UsageError) -> [OutputColumn]? {
    try UsageError.value(of: "--columns", columnText, OutputColumn.columns(parsing:))
  }

  /// Parses the members of which the first row of each value is printed; nil for all rows.
  func uniqueMembers() throws(UsageError) -> [MemberPath]? {
    try UsageError.value(of: "--unique", uniqueText, OutputColumn.columns(parsing:))?.map(\.path)
  }

  /// Parses the members and expressions by which rows are grouped; values of --unique are counted
  /// as groups.
  func groupKeys() throws(UsageError) -> [OutputColumn] {
    if isCount { return try (uniqueMembers() ?? []).map { OutputColumn($0) } }
    return try UsageError.value(of: "--group-by", groupText) { text throws(FilterSyntaxError) in
      guard let list = try NamedExpression.list(parsing: text) else {
        return try OutputColumn.columns(parsing: text)
      }
      return list.map { OutputColumn(title: $0.title, path: $0.path) }
    } ?? []
  }

  /// Parses the lists of aggregates, which those of --sum and similar options follow.
  func aggregates() throws(UsageError) -> [Aggregate] {
    let listed = try aggregateLists().map(\.aggregate)
    return listed + namedAggregates.filter { !listed.contains($0) }
  }

  private func aggregateLists() throws(UsageError) -> [(
    aggregate: Aggregate, member: DerivedMember?
  )] {
    var result: [(aggregate: Aggregate, member: DerivedMember?)] = []
    for text in aggregateTexts {
      result += try UsageError.value(of: "--agg", text) { text throws(FilterSyntaxError) in
        try Aggregate.list(parsing: text, for: "--agg")
      }
    }
    return result
  }

  /// Parses the expressions of groups and aggregates, which rows get as members.
  func derivedMembers() throws(UsageError) -> [DerivedMember] {
    let keys = try UsageError.value(of: "--group-by", groupText) { text throws(FilterSyntaxError) in
      var members: [DerivedMember] = []
      for key in try NamedExpression.list(parsing: text) ?? [] {
        if let member = try key.derivedMember(for: "--group-by") { members.append(member) }
      }
      return members
    }
    return try (keys ?? []) + aggregateLists().compactMap(\.member)
  }

  /// Returns the name of the only column of groups with the function of a name, as `p95(ms)` for
  /// `p95`; the name itself if there is none, or several.
  func columnName(for name: String) -> String {
    guard let function = Aggregate.Function(named: name) else { return name }
    let columns = aggregatesOfRows.filter { $0.function == function }
    return columns.count == 1 ? MemberPath(keys: [columns[0].title]).text : name
  }

  /// Returns how groups are filtered, if a name that no row has is one of theirs; or nothing.
  func advice(onMissing name: String) -> String {
    guard isGrouped, !isCount, (try? groupTitles().contains(name)) == true else { return "" }
    return "; --group-filter filters the groups"
  }

  private func groupTitles() throws(UsageError) -> [String] {
    let aggregates = try aggregates().map(\.title)
    let count = countsRows || aggregates.isEmpty ? [Aggregate(.count).title] : []
    return try groupKeys().map(\.title) + count + aggregates
  }

  /// Checks that the members of the groups have different names.
  private func checkTitlesOfGroups() throws(UsageError) {
    guard isGrouped, !isCount else { return }
    var titles: Set<String> = []
    for title in try groupTitles() where !titles.insert(title).inserted {
      throw UsageError(
        "\(groupOption): two columns of the groups would be named '\(title)'; give one of them "
          + "another name, as in 'name = \(title)'")
    }
  }

  /// Checks the options before anything is opened.
  func check() throws(UsageError) {
    _ = try filters()
    // Aggregates of groups have names like calls.
    _ = try sortKeys { _ in isGrouped }
    _ = try columns()
    _ = try uniqueMembers()
    try checkTitlesOfGroups()
    _ = try derivedMembers()
    for text in groupFilterTexts {
      _ = try UsageError.value(of: "--group-filter", text) { text throws(FilterSyntaxError) in
        try RowFilter(expression: text)
      }
    }
  }
}
