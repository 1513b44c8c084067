import MocoaFeedUI

/// Resolves the names of columns and sort keys for the rows of a feed.
@MainActor
struct MemberNames {
  /// The columns inferred from the first rows, or defined by a manifest.
  let catalog: ColumnCatalog

  /// What was said of names.
  private let reported = ReportedLines()

  /// Called with the number of rows whose members have been read.
  var progress: (Int) -> Void = { _ in }

  /// The members of a stream whose rows are printed once, in order; nil if all rows are read first.
  var streamed: StreamedMembers?

  /// The columns of all members, if they are known without reading all rows.
  var known: [OutputColumn]?

  private let feed: Feed
  private let query: QueryOptions
  private let output: OutputOptions
  private let templates: [FeedColumn]

  /// The number of rows of an endless feed that are examined for a name, and for widths.
  private static let streamedSampleSize = 1_000

  /// The maximum size in bytes of a file that is read to its end before its first row is printed.
  private static let measuredFileSize = 256 << 20

  /// Waits for the first rows: for no more of them than the names and the columns need.
  ///
  /// - Parameters:
  ///   - feed: The feed.
  ///   - options: The options; without columns of a manifest, these are inferred from the rows.
  ///   - choosesColumns: A Boolean value that indicates whether columns and widths depend on the
  ///     first rows.
  /// - Throws: A `UsageError` that marks the error.
  init(feed: Feed, options: ProgramOptions, choosesColumns: Bool) throws(UsageError) {
    let templates = options.manifest.loaded?.content.columns ?? []
    self.feed = feed
    query = options.query
    output = options.output
    // Members of groups are not members of the rows.
    var names =
      !query.isGrouped
      ? try query.sortKeys { _ in true }.map(\.path.text)
        + (query.columns() ?? []).map(\.path.text) : []
    names += query.filterTexts.flatMap(RowFilter.memberNames)
    // A name before a colon in a filter is a member only if it exists, and a title only if it is no
    // member. Whether texts are sorted as sizes is inferred from the first rows.
    let needsSample =
      choosesColumns || !templates.isEmpty || query.sortText != nil
      || query.filterTexts.contains { $0.contains(":") }
    feed.wait(forSampleOf: needsSample ? ColumnCatalog.sampleSize : 1)
    var (catalog, resolved) = Self.catalog(of: feed, templates)
    // Rows of a feed without an end do not wait longer for those that have a name.
    let deadline = ContinuousClock.now + Self.patience
    while !names.allSatisfy(catalog.hasMember), catalog.sample.count < ColumnCatalog.sampleSize,
      feed.status.progress.totalByteCount != nil || .now < deadline,
      !feed.waitForMore(than: feed.listModel.numberOfRows)
    {
      (catalog, resolved) = Self.catalog(of: feed, templates)
    }
    (self.catalog, self.templates) = (catalog, resolved)
  }

  /// The maximum time for which a row with a name is awaited.
  private static let patience = Duration.seconds(1)

  /// Resolves the names in the expressions of derived members; those of columns are known, too.
  static func resolveDerivedMembers(
    of feed: Feed, _ templates: [FeedColumn]
  ) throws(UsageError) {
    guard !feed.derivedMembers.isEmpty else { return }
    feed.wait(forSampleOf: ColumnCatalog.sampleSize)
    let names = catalog(of: feed, templates).names
    let members = try feed.derivedMembers.map { member throws(UsageError) in
      do throws(FilterSyntaxError) {
        return try member.parsed(by: names.lookup(for: member, of: feed))
      } catch {
        throw UsageError(option: member.option, error)
      }
    }
    feed.derive(members)
  }

  /// Checks that rows have the members by which rows of other feeds are joined with them.
  ///
  /// - Throws: A `UsageError` if none has one; where more rows may come, that is known at the end.
  static func checkJoins(of feed: Feed, jobs: Int?) throws {
    if !feed.joinedMembers.isEmpty,
      // The rows of a pipe are printed as they come.
      feed.origins.allSatisfy({ $0.watchedFile.map(UserFolder.hasRegularFile) ?? false })
    {
      feed.wait(forSampleOf: ColumnCatalog.sampleSize)
      if feed.joinedMembers.joinFault != nil { feed.wait(forAllUpTo: .max) }
      let errors = feed.sources.compactMap(\.status.error)
      if let error = errors.first(where: \.isWrongUsage) { throw error }
    }
    guard feed.status.progress.totalByteCount != nil,
      feed.derivedMembers.contains(where: \.isJoined)
    else { return }
    feed.wait(forSampleOf: ColumnCatalog.sampleSize)
    // The members are looked for when a row is converted.
    _ = feed.listModel.firstRows
    guard feed.derivedMembers.joinFault != nil else { return }
    feed.wait(forAllUpTo: .max)
    for member in feed.derivedMembers where member.isJoined && !member.missingMembers.isEmpty {
      _ = try feed.listModel.hasRow(with: MemberPath(keys: [member.name]), jobs: jobs)
    }
    guard feed.listModel.numberOfRows > 0, let (option, error) = feed.derivedMembers.joinFault
    else { return }
    throw UsageError(option: option, error)
  }

  /// Returns the columns of the first rows, and the templates with the names that these have.
  private static func catalog(
    of feed: Feed, _ templates: [FeedColumn]
  ) -> (names: ColumnCatalog, templates: [FeedColumn]) {
    let merged = feed.sampleOfMergedSources(ColumnCatalog.sampleSize)
    let sample = merged.isEmpty ? feed.listModel.firstRows : merged
    func catalog(_ templates: [FeedColumn]) -> ColumnCatalog {
      var catalog = ColumnCatalog(
        sample: sample, templates: templates, format: feed.listModel.format,
        derivedNames: feed.derivedNames)
      catalog.completedNames = feed.completedNames
      return catalog
    }
    let names = catalog([])
    guard !templates.isEmpty else { return (names, []) }
    let resolved = templates.map { $0.resolved(in: names) }
    return (catalog(resolved), resolved)
  }

  /// Returns the sort keys.
  func sortKeys() throws -> [SortKey] {
    try query.sortKeys(isMember: catalog.hasMember).map { key in
      let key =
        key.expression == nil
        ? SortKey(try path(key.path, for: "--sort"), isDescending: key.isDescending)
        : key.resolved(by: catalog.meaning)
      noteTitles(of: key.expression?.sources ?? [])
      return key.fitted(to: catalog.sample)
    }
  }

  /// A Boolean value that indicates whether the columns of a table are inferred.
  var choosesMembers: Bool {
    query.columnText == nil && templates.isEmpty && !output.hasAllColumns
  }

  /// Returns the columns of a table.
  func choices() throws -> [FeedColumn] {
    guard let columns = try query.columns() else {
      guard output.allColumns || output.hasAllColumns && templates.isEmpty else {
        return limited(catalog.choices.filter(\.isShown), title: \.column.title)
      }
      return try catalog.choices(for: limited(schema(), title: \.title))
    }
    return try columns.map { column in
      let path = try path(column.path, for: "--columns")
      var choice = catalog.choice(for: OutputColumn(title: column.title, path: path))
      choice.template = nil
      choice.completedPath = path.isCompleted ? path : nil
      return choice
    }
  }

  /// Returns the numbers of the rows by which columns are widened, the same ones in each run.
  ///
  /// All rows of a file up to a size; otherwise the first ones, or those from which the columns
  /// were inferred if more of them would have to be requested or awaited.
  func measuredRows() -> Range<Int> {
    if let size = feed.status.progress.totalByteCount, size <= Self.measuredFileSize {
      feed.wait(forAllUpTo: .max, progress: progress)
      return 0..<feed.listModel.numberOfRows
    }
    var count = ColumnCatalog.sampleSize
    if feed.listModel.numberOfRows >= count, feed.pageState == nil, !feed.hasUncountedRows {
      count = Self.streamedSampleSize
      feed.wait(forSampleOf: count, within: .seconds(1))
    }
    return 0..<min(count, feed.listModel.numberOfRows)
  }

  /// Returns the columns of an export: typed ones, those of a manifest, or one per member.
  func outputColumns() throws -> [OutputColumn] {
    if let columns = try query.columns() {
      return try columns.map {
        OutputColumn(title: $0.title, path: try path($0.path, for: "--columns"))
      }
    }
    guard !templates.isEmpty, !output.allColumns else {
      let columns = try schema()
      return columns.isEmpty
        ? [.ofValue] : limited(columns, title: \.title)
    }
    let columns = catalog.choices.written
    return columns.isEmpty ? [.ofValue] : columns
  }

  /// Returns a column for each member of any row; in a stream, of the rows that are read ahead.
  private func schema() throws -> [OutputColumn] {
    if let known { return known }
    if let streamed {
      feed.waitForLead()
      try streamed.add(rowsOf: feed.listModel, in: 0..<feed.listModel.numberOfRows)
      return streamed.columns
    }
    feed.wait(forAllUpTo: .max)
    var schema = MemberSchema()
    try schema.add(rowsOf: feed.listModel, jobs: output.jobs, progress: progress)
    return schema.columns
  }

  /// Returns the first columns if their number is limited, and reports the others.
  private func limited<Column>(_ columns: [Column], title: (Column) -> String) -> [Column] {
    guard let limit = output.columnLimit, columns.count > limit else { return columns }
    let rest = Self.listed(columns[limit...].map(title))
    Output.note("mocoa-tui: \(limit) of \(columns.count) columns; left out: \(rest)")
    return Array(columns[..<limit])
  }

  /// Returns the first titles of columns that are left out, and how many others there are.
  static func listed(_ titles: [String]) -> String {
    NearestNames.listed(titles.map { TextWidth.sanitized($0) }, upTo: 8)
  }

  /// Returns a template with the names of its members resolved.
  func resolved(_ template: RowTemplate) throws -> RowTemplate {
    try template.replacingMembers { try catalog.lineOfRow($0) ?? path($0, for: "--print") }
  }

  /// Returns the filters.
  ///
  /// - Throws: A `UsageError` if a filter is invalid, and for a name that no row has; in a feed
  ///   without a known end, such names are reported when all rows have been tested.
  func filters(_ options: ProgramOptions) throws -> [RowFilter] {
    let filters = try options.filters(lookup: catalog.meaning)
    for note in filters.flatMap(\.notes) {
      Output.say("\(query.filterOption): \(note)")
    }
    for filter in filters {
      if let error = filter.uncertainty(in: catalog.sample) {
        throw UsageError(option: query.filterOption, error)
      }
      if let note = catalog.note(onValuesFor: filter) {
        Output.note("mocoa-tui: \(query.filterOption): \(note)")
      }
    }
    for member in feed.derivedMembers { reportValues(for: member) }
    let expressions =
      filters.map { ($0.text, $0.members) }
      + feed.derivedMembers.map { ($0.text, $0.sources ?? []) }
    let notes = expressions.compactMap { catalog.note(onLocalTimesIn: $0.0, $0.1) }
    Set(notes).sorted().forEach(Output.say)
    let derived = feed.derivedMembers.filter { !options.manifest.derives($0.text) }
    noteTitles(of: filters.flatMap(\.members) + derived.flatMap { $0.sources ?? [] })
    guard isBounded else { return filters }
    for filter in filters {
      for (path, error) in filter.unseenMembers where try !hasMember(path) {
        let advice = query.advice(onMissing: path.text)
        throw UsageError(option: query.filterOption, error.adding(advice))
      }
    }
    return filters
  }

  /// Reports values of the first rows that an expression takes for others than they seem.
  func reportValues(for expression: DerivedMember) {
    if let note = catalog.note(onValuesFor: expression) {
      Output.note("mocoa-tui: \(expression.option): \(note)")
    }
  }

  /// Checks that rows have the members of expressions, and that one has a value of each derived
  /// member.
  ///
  /// Nothing is awaited: in a feed without a known end, that is reported behind the last row,
  /// unless the first rows are all.
  ///
  /// - Throws: A `UsageError` for a name that no row has, and for an expression without a value.
  func check(_ expressions: [DerivedMember]) throws {
    let areAllKnown =
      !feed.status.isLoading && !feed.status.isFollowing && feed.pageState == nil
      && feed.listModel.numberOfRows < ColumnCatalog.sampleSize
    guard isBounded || areAllKnown, feed.listModel.numberOfRows > 0 else { return }
    for member in expressions {
      for (path, error) in member.unseenMembers where try !hasMember(path) {
        throw UsageError(option: member.option, error)
      }
      let isDerived = feed.derivedMembers.contains(member)
      if isDerived, member.absence != nil, try !hasMember(MemberPath(keys: [member.name])) {
        try [member].check()
      }
    }
  }

  /// Reports once of each member with the title of another one's column that it is meant.
  private func noteTitles(of paths: [MemberPath]) {
    for path in paths {
      guard let note = catalog.note(onTitlesOf: [path]),
        reported.isNew(note, countsMayGrow: false)
      else { continue }
      Output.say(note)
    }
  }

  /// Returns the member for a path or a column's title, even if only few rows have it.
  ///
  /// - Throws: A `UsageError` if no row has it; if more rows may come, that is a note.
  func path(_ path: MemberPath, for option: String) throws -> MemberPath {
    noteTitles(of: [path])
    if catalog.sample.contains(where: { path.value(in: $0) != nil }) { return path }
    do {
      return try catalog.memberPath(named: query.columnName(for: path.typed))
    } catch {
      // Each row is written as soon as it is there.
      let isStreamed = !isBounded && ["--columns", "--unique"].contains(option)
      guard try hasMember(path, isStreamed: isStreamed) else {
        try feed.derivedMembers.check()
        if let member = feed.derivedMembers.first(where: { $0.name == path.keys.first }),
          let error = member.missingMembers.first
        {
          throw UsageError(option: member.option, error)
        }
        // It has no value in any row, as its members are null.
        if feed.derivedMembers.contains(where: { path.keys == [$0.name] }) { return path }
        if isStreamed, !feed.waitForMore(than: .max) {
          let text = catalog.description(ofMissing: path, " so far")
          Output.note("mocoa-tui: \(option): \(text)")
          return path
        }
        let advice = advice(onMissing: path.title, for: option)
        throw UsageError("\(option): \(catalog.description(ofMissing: path, advice: advice))")
      }
      return path
    }
  }

  /// Returns how a member that no row has can be had.
  private func advice(onMissing title: String, for option: String) -> String {
    // Columns of groups are those of the options, which are listed.
    if query.areRowsGroups { return "" }
    let words = title.split { $0 == " " || $0 == ":" }
    if option == "--sort", words.count == 2 {
      let name = words[0]
      switch words[1].lowercased() {
      case "asc": return "; \(name) sorts by '\(name)'"
      case "desc": return "; -\(name) sorts by '\(name)' in descending order"
      default: break
      }
    }
    if option == "--columns", title == "*" { return "; --all-columns prints all" }
    if option == "--columns", title.first == "!" {
      return "; --columns names those that are printed, and leaves out the others"
    }
    if let item = try? NamedExpression.list(parsing: title, isNeeded: true)?.first,
      item.member != nil || (try? item.derivedMember(for: option)) != nil
    {
      if option == "--columns", item.name != nil { return "; --derive '\(title)' computes one" }
      if option == "--group-by", item.name == nil, item.member == nil {
        return "; an expression has a name: --group-by 'x = \(title)'"
      }
      if option != "--unique", item.name == nil,
        Aggregate.Function(named: String(option.dropFirst(2))) != nil
      {
        return "; --agg '\(option.dropFirst(2))(\(title))' computes it"
      }
    }
    if ["--columns", "--unique", "--section-by"].contains(option), title.contains("("),
      (try? NamedExpression.list(parsing: title)) != nil
    {
      return "; --derive 'x = \(title)' \(option) x computes one"
    }
    return ["--columns", "--sort"].contains(option)
      ? "; --derive '\(title) = …' computes one" : ""
  }

  /// Returns the members of the manifest's columns that no row has; of an endless feed, no row so
  /// far.
  func missingMembers() throws -> [MemberPath] {
    guard query.columnText == nil, !query.isGrouped, !output.allColumns else { return [] }
    let derived = feed.derivedMembers.map(\.name)
    return try catalog.missing(among: templates.flatMap(\.neededPaths)).filter { path in
      if derived.contains(path.keys[0]) { return false }
      if isBounded { feed.wait(forAllUpTo: .max) }
      return try !feed.listModel.hasRow(with: path, jobs: output.jobs)
    }
  }

  /// Returns the rows as a tree by the members that the options name; nil without one.
  func tree(_ options: SourceOptions) throws -> RowTree? {
    guard let request = options.tree else { return nil }
    let links = try request.links(usual: feed.listModel.usualIdentity) { name, option in
      try (try? catalog.memberPath(namedInAnyCase: name)) ?? path(MemberPath(name), for: option)
    }
    guard let links else {
      throw UsageError("--parent: no member identifies the rows; name it with --id.")
    }
    return RowTree(links)
  }

  /// Checks that rows, or a member of them, have the member of --id, unless they are a tree.
  func checkIdentity(_ source: SourceOptions) throws {
    guard let id = source.id, source.tree == nil, isBounded, feed.listModel.numberOfRows > 0
    else { return }
    let path = try path(MemberPath(id), for: "--id")
    let keys = MemberPath(id).keys
    guard path.keys == keys || path.keys.dropFirst().elementsEqual(keys) else {
      throw UsageError("--id: no row has a member '\(id)'; did you mean '\(path.text)'?")
    }
  }

  /// A Boolean value that indicates whether the end of the feed is known.
  private var isBounded: Bool { feed.status.progress.totalByteCount != nil }

  /// Returns whether any row has a member; of an endless feed, any of the first ones; if streamed,
  /// until no more are added for a while.
  ///
  /// - Throws: The error of a source if none of the rows before it has the member.
  private func hasMember(_ path: MemberPath, isStreamed: Bool = false) throws -> Bool {
    // A member that is joined to no row is known nevertheless.
    if feed.derivedMembers.contains(where: { $0.isJoined && $0.mayGive(path) }) { return true }
    if isStreamed {
      feed.wait(forSampleOf: Self.streamedSampleSize)
    } else {
      feed.wait(forAllUpTo: isBounded ? .max : Self.streamedSampleSize)
    }
    if try feed.listModel.hasRow(with: path, jobs: output.jobs) { return true }
    if let error = feed.sources.lazy.compactMap(\.status.error).first { throw error }
    return false
  }
}
