import MocoaFeedUI

extension FeedPrinter {
  /// Returns the rows of a query, and those that cannot be read.
  private func sortedRows(of model: FeedListModel, _ query: RowQuery) throws -> RowNumbers {
    let show = begin("Sorting")
    let rows = try model.rows(
      for: query, takesBroken: true, jobs: options.output.jobs,
      memoryLimit: options.output.memoryLimit, note: report(ofSort:),
      step: {
        show($0)
        return true
      })
    try checkOrder(query)
    return rows ?? RowNumbers()
  }

  /// Checks that sorted rows have a value of each expression, before they are printed.
  private func checkOrder(_ query: RowQuery) throws(UsageError) {
    guard feed.failures.isEmpty else { return }
    try query.sortKeys.compactMap(\.expression).check()
  }

  func report(ofSort note: String) {
    Output.say("--sort: \(note)")
  }

  /// Prints the first row of each value of members, in the order of the output.
  ///
  /// - Returns: The errors of the first invalid rows.
  func printUnique(
    by members: [MemberPath], _ query: RowQuery, _ printer: inout RowOutput
  ) throws -> FirstFaults {
    let jobs = options.output.jobs
    var unique = UniqueRows(by: members, null: nullText)
    defer {
      report("--unique", "values", haveSameTextOf: unique.similarValues)
      unique.levelNote.map { Output.say("--unique: \($0)") }
    }
    guard query.sortKeys.isEmpty else {
      waitForAll()
      let model = feed.listModel
      let rows = try unique.rows(ofOrder: sortedRows(of: model, query), of: model, jobs: jobs)
      try printer.write(rows, of: model, progress: begin("Writing"))
      return FirstFaults()
    }
    if options.source.follow { Interruption.begin(options.output) }
    return try forEachBatch("Writing", isPass: false) { model, rows, _, progress in
      let found = try unique.rows(
        in: rows, of: model, filters: query.filters, jobs: jobs, progress: progress)
      let brokenCount = printer.brokenRows.count
      try printer.write(found, of: model)
      try printer.finish()
      if options.source.follow, options.output.format ?? .plain != .plain {
        report(broken: printer.brokenRows, behind: brokenCount)
      }
      return BatchResult(
        broken: printer.brokenRows, repaired: printer.repairedRows, isEnough: printer.isFull)
    }
  }

  /// Prints rows in sections, one per value of a member, when all have been found.
  func printGroups(
    by member: MemberPath, _ query: RowQuery, _ printer: inout RowOutput
  ) throws {
    waitForAll()
    let model = feed.listModel
    var grouping = RowGrouping(by: member)
    try grouping.add(rowsOf: model)
    report(
      "--section-by", "sections", haveSameTextOf: grouping.similarGroups(null: nullText),
      areToldApartBy: "--group-by '\(member.text)' --json")
    grouping.levelNote.map { Output.say("--section-by: \($0)") }
    let list = GroupedListModel(model, grouping: grouping)
    var sections = [Int](repeating: 0, count: model.numberOfRows)
    for index in 0..<list.numberOfSections {
      let section = list.groupedSection(at: index)
      for position in 0..<section.numberOfItems {
        sections[section.rowNumber(at: position)] = index
      }
    }
    let groups = Dictionary(grouping: try sortedRows(of: model, query)) { sections[$0] }
    for (section, rows) in groups.sorted(by: { $0.key < $1.key }) where !printer.isFull {
      printer.write(header: list.groupedSection(at: section).displayName)
      try printer.write(RowNumbers(rows), of: model)
    }
  }

  /// Arranges the rows of a query as a tree when all have been found.
  func arrange(_ tree: inout RowTree?, by query: RowQuery) throws {
    waitForAll()
    let model = feed.listModel
    try tree?.add(rowsOf: model)
    let matches =
      query.filters.isEmpty
      ? nil
      : try sortedRows(
        of: model, RowQuery(filters: query.filters))
    let order =
      query.sortKeys.isEmpty ? nil : try sortedRows(of: model, RowQuery(sortKeys: query.sortKeys))
    tree?.arrange(query.filters, matches: matches, order: order)
  }

  func reportFaults(of tree: RowTree?) {
    if let text = tree?.faultText, !text.isEmpty { Output.say(text) }
  }

  /// Reports different groups whose members are written as the same text, if there are some.
  func reportSimilarGroups(by keys: [String], _ filters: [RowFilter]) throws {
    var similar = SimilarGroups(titles: keys, null: nullText)
    try similar.add(rowsOf: feed.listModel, matching: filters)
    report("--group-by", "groups", haveSameTextOf: similar.example)
  }

  private var nullText: String { options.output.format ?? .plain == .plain ? "null" : "" }

  /// Reports different values that the output does not tell apart, if there are some.
  private func report(
    _ option: String, _ noun: String, haveSameTextOf example: String?,
    areToldApartBy other: String = "--json"
  ) {
    guard let example, options.output.format?.isJSON != true else { return }
    Output.say(
      "\(option): different \(noun) have the same text of \(example); \(other) tells them apart")
  }

  /// Reports rows that have a member more than once, and filters by dates alone.
  ///
  /// - Parameters:
  ///   - filters: The filters, of whose members only some rows are known.
  ///   - notes: What is known of all rows that were printed, or grouped.
  func reportTestedRows(_ filters: [RowFilter], _ notes: [String]) {
    for note in filters.compactMap(\.dateNote) {
      Output.say("\(options.query.filterOption): \(note)")
    }
    let members = filters.flatMap(\.members) + feed.derivedMembers.flatMap { $0.sources ?? [] }
    let said = notes.isEmpty ? [members.repetitionNote].compactMap(\.self) : notes
    said.forEach(Output.say)
  }

  /// Reports how filters without matches were read, where there is doubt.
  func reportMisses(of filters: [RowFilter], in catalog: ColumnCatalog) {
    for filter in filters where filter.notes.isEmpty {
      guard let note = catalog.note(onMissesOf: filter) else { continue }
      Output.note("mocoa-tui: \(options.query.filterOption): \(note)")
    }
  }

  /// Reports what --count alone is beside --group-by, and what prints the number of groups.
  func reportCount(of groups: RowGroups) {
    let query = options.query
    guard query.countsRows, query.aggregateTexts.isEmpty, query.namedAggregates.isEmpty,
      let text = query.groupText
    else { return }
    var note = "--count: the rows of each of \(groups.groupCount) groups are counted"
    if (try? query.derivedMembers())?.isEmpty == true {
      note += "; --unique \(text) --count prints the number of groups"
    }
    Output.say(note)
  }

  /// Reports that a limit leaves out groups that nothing orders, and how they are sorted.
  func reportLimit(of groups: RowGroups, _ aggregates: [Aggregate]) {
    let query = options.query
    guard let limit = query.limit, limit < groups.groupCount, query.groupText != nil,
      query.sortText == nil
    else { return }
    let count = aggregates.first { $0.function == .count }
    let hint = count.map { "-s -\($0.title) prints the most frequent" } ?? "--sort sorts them"
    Output.say("--limit: the groups are not sorted; \(hint)")
  }

  /// Prints the number of matching rows, or of their unique values; at most the limit.
  func printCount(
    of groups: RowGroups, _ filters: [RowFilter], _ first: FirstFaults, _ names: MemberNames
  ) throws -> (status: Int32, faults: ResultFaults) {
    reportDiagnostics()
    reportTestedRows(filters, groups.notes)
    let faults = faults(
      broken: groups.brokenRows, repaired: groups.repairedRows, first: first, areLeftOut: true,
      filters: filters)
    if faults.areSourcesRead { try checkMembers(of: filters) }
    // As of rows, what was read is printed: also that none of its rows match.
    if faults.areSourcesRead || feed.listModel.numberOfRows > 0 || groups.rowCount > 0 {
      let isUnique = options.query.uniqueText != nil
      let count = isUnique ? groups.groupCount : groups.rowCount
      try Output.standard.write("\(min(count, options.query.limit ?? count))\n")
    }
    if faults.areSourcesRead, groups.rowCount == 0 {
      reportMisses(of: filters, in: names.catalog)
    }
    return (groups.rowCount == 0 ? 1 : 0, faults)
  }

  func printSorted(
    _ query: RowQuery, _ printer: inout RowOutput
  ) throws -> FirstFaults {
    if feed.statements != nil {
      waitForAll()
      let progress = begin("Sorting")
      if try printer.write(feed.listModel, asSentFor: query, progress: progress) {
        query.sortKeys.compactMap(\.sampledDoubt).forEach(report(ofSort:))
        return FirstFaults()
      }
    }
    var sorter = printer.makeSorter(query)
    let first = try forEachBatch("Sorting", areReadAgain: true, needsAll: true) {
      model, rows, _, progress in
      _ = try sorter.add(rows, of: model) {
        progress($0)
        return true
      }
      return BatchResult(broken: sorter.broken)
    }
    if let keys = sorter.refittedKeys {
      let model = feed.listModel
      sorter = printer.makeSorter(RowQuery(filters: query.filters, sortKeys: keys))
      _ = try sorter.add(0..<model.numberOfRows, of: model)
    }
    try checkOrder(query)
    sorter.notes.forEach(report(ofSort:))
    try sorter.sort()
    try printer.write(sorter, of: feed.listModel, progress: begin("Writing"))
    return first
  }
}
