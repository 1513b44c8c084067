import MocoaFeedUI

extension [DerivedMember] {
  /// Checks that each member has a value in at least one row that has the needed members.
  ///
  /// - Parameter areAllTested: A Boolean value that indicates whether all rows were evaluated, so
  ///   that those without a value need not have failed.
  /// - Throws: A `UsageError` with the reason.
  func check(areAllTested: Bool = true) throws(UsageError) {
    for member in self where areAllTested || member.failure != nil {
      if let absence = member.absence { throw UsageError(absence) }
    }
  }
}

extension Feed {
  /// Checks that at least one table has each column whose type is specified.
  func checkFieldTypes() throws(UsageError) {
    let names = Set(listModel.fieldNames)
    guard !names.isEmpty,
      let name = options.fieldTypes.keys.sorted().first(where: { !names.contains($0) })
    else { return }
    let known = listModel.fieldNames.joined(separator: ", ")
    throw UsageError("--type: no column '\(name)'; columns: \(known)")
  }
}

extension [RowFilter] {
  /// Checks that rows have the members of the filters, with which they have been tested.
  ///
  /// Nothing is known of the members of a feed without rows and titles.
  ///
  /// - Parameters:
  ///   - feed: The feed.
  ///   - option: The option of the filters.
  ///   - advice: Returns what is said behind the error of a name.
  /// - Throws: A `UsageError` if a filter names a member that no row has.
  @MainActor
  func checkMembers(
    in feed: Feed, of option: String = "--filter", advice: (String) -> String = { _ in "" }
  ) throws(UsageError) {
    let names = feed.listModel.fieldNames
    guard feed.listModel.numberOfRows > 0 || feed.hasUncountedRows || !names.isEmpty else {
      return
    }
    // A member that is joined to no row is known nevertheless.
    let missing = lazy.flatMap(\.unseenMembers).first { path, _ in
      !names.contains(path.keys.first ?? "") && !feed.derivedMembers.contains { $0.mayGive(path) }
    }
    guard let missing else { return }
    throw UsageError(option: option, missing.error.adding(advice(missing.path.text)))
  }
}

extension FeedPrinter {
  /// The maximum number of rows that are each reported in a line.
  private static let reportedRowLimit = 10

  /// The error of a row of an engine whose rows have no numbers; nil where they have some.
  var rowFault: FeedError? {
    guard feed.hasUncountedRows else { return nil }
    let reason = FeedError.Reason.rowTooLong(length: nil, limit: FeedOptions.longestRow)
    return FeedError(source: feed.name, reason: reason)
  }

  /// What is said of a text of an engine whose rows have no numbers.
  var textFault: FeedError {
    FeedError(source: feed.name, reason: .notUTF8)
  }

  /// Reports rows of a followed source that cannot be read, behind those that were reported, when
  /// they are found: the first ones each in a line, others by their number.
  func report(broken rows: RowTally, behind count: Int) {
    // Notes on merged sources have the places in these.
    let limit = options.source.merges ? 0 : Self.reportedRowLimit
    let problems = rows.numbers(first: limit).dropFirst(count).compactMap { foundRow($0)?.problem }
    for problem in problems { Output.note("mocoa-tui: \(problem); it is left out") }
    let rest = rows.count - count - problems.count
    guard let text = RowTally.leftOutText(rest, isMore: rest < rows.count) else { return }
    Output.note("mocoa-tui: \(text)")
  }

  /// Returns the expressions that were typed; those of a manifest are for all forms of a feed.
  private func expressions(of keys: [SortKey]) -> [DerivedMember] {
    feed.derivedMembers.filter { !options.manifest.derives($0.text) }
      + keys.compactMap(\.expression)
  }

  /// Checks expressions before the first row is printed, as far as rows are known.
  func checkExpressions(of keys: [SortKey] = [], _ names: MemberNames) throws {
    try names.check(expressions(of: keys))
  }

  /// Checks that rows have the members of expressions and filters.
  func checkMembers(
    of filters: [RowFilter], _ keys: [SortKey] = [], areAllTested: Bool = true
  ) throws {
    try feed.checkFieldTypes()
    let expressions = expressions(of: keys)
    if feed.listModel.numberOfRows > 0,
      let member = expressions.first(where: { !$0.missingMembers.isEmpty }),
      let error = member.missingMembers.first
    {
      throw UsageError(option: member.option, error)
    }
    try expressions.check(areAllTested: areAllTested)
    try filters.checkMembers(
      in: feed, of: options.query.filterOption, advice: options.query.advice)
  }
}
