import MocoaEngines
import MocoaFeedUI
import MocoaSystem

/// The options of sources and their interpretation.
///
/// Those without a comment are described in ``CommandOption/source``.
struct SourceOptions {
  var sources: [String] = []
  var commands: [[String]] = []

  /// The name of the only command, for display; nil for its words.
  var title: String?

  /// The command of a manifest with its place, for reports of errors; nil if another one is run.
  var command: String?

  var merges = false
  var sql: String?
  var tables = false
  var at: JSONPointer?
  var id: String?
  var nameKey = "mocoaName"
  var sectionBy: String?
  var parent: String?
  var treePath: String?
  var children: String?
  var expanded: Int?
  var format: FeedFormat?
  var delimiter: String?
  var headerRow: HeaderRow?
  var patterns: [String] = []

  /// The zone of times without one; nil for UTC.
  var zone: ZoneOffsets?

  /// The patterns that the manifest declares.
  var knownPatterns: [String] = []

  /// How the only source was read when its page was left; nil if that is detected.
  var reading: FeedExplanation.Choice?
  var explains = false
  var typeTexts: [String] = []
  var unnestTexts: [String] = []
  var derivedTexts: [String] = []
  var joinTexts: [String] = []
  var joinAllTexts: [String] = []
  var watch: Double?
  var follow = false
  var tail: Int?

  /// The options that determine the interpretation of the sources.
  var feedOptions: FeedOptions {
    var options = FeedOptions(format: format, pointer: at, identityKey: id, nameKey: nameKey)
    options.delimiter = delimiterByte
    options.hasHeader = headerRow.map { $0 == .yes }
    options.tail = tail
    options.fieldTypes = (try? fieldTypes()) ?? [:]
    // Options of tables imply a table.
    if format == nil, delimiter != nil || headerRow != nil {
      options.format = .csv
      options.isFormatImplied = true
    }
    options.logPatterns = patterns
    options.knownPatterns = knownPatterns
    if !patterns.isEmpty { options.format = .log }
    if !choosesReading { reading?.apply(to: &options) }
    return options
  }

  /// A Boolean value that indicates whether options determine how sources are read.
  var choosesReading: Bool {
    format != nil || delimiter != nil || headerRow != nil || !patterns.isEmpty
  }

  /// Reads the sources to join rows with.
  @MainActor func joinedFeeds(_ fetching: FetchingOptions) throws -> [JoinedFeed] {
    // They are read to their end.
    var options = self
    options.follow = false
    return try joins().map { join in
      try JoinedFeed(
        join, from: options.origin(of: join.source, fetching),
        acceptsText: !Self.isURL(join.source))
    }
  }

  private func joins() throws(UsageError) -> [JoinedFeed.Definition] {
    var joins: [JoinedFeed.Definition] = []
    for text in joinTexts { joins.append(try JoinedFeed.Definition(text, of: "--join")) }
    for text in joinAllTexts { joins.append(try JoinedFeed.Definition(text, of: "--join-all")) }
    return joins
  }

  private func derivedMembers() throws(UsageError) -> [DerivedMember] {
    try derivedTexts.map { text throws(UsageError) in
      try UsageError.value(of: "--derive", text) { text throws(FilterSyntaxError) in
        try DerivedMember(parsing: text)
      }
    }
  }

  /// Parses a value of --unnest: a member, or a name, an equals sign and an expression.
  private static func unnesting(
    _ text: String
  ) throws(UsageError) -> (unnesting: Unnesting, member: DerivedMember?) {
    guard let sign = text.firstIndex(of: "="), !text.hasPrefix("\""), !text.hasPrefix("/") else {
      return (Unnesting(text), nil)
    }
    let name = text[..<sign].trimmingSpaces
    if name.isEmpty { throw UsageError("--unnest: the name in front of '=' is missing.") }
    let typed = String(text[text.index(after: sign)...])
    let member = try UsageError.value(of: "--unnest", typed) { text throws(FilterSyntaxError) in
      try DerivedMember(name: name, expression: text, option: "--unnest")
    }
    return (Unnesting(name), member)
  }

  private func fieldTypes() throws(UsageError) -> [String: FieldType] {
    var types: [String: FieldType] = [:]
    for text in typeTexts {
      let sign = text.lastIndex(of: "=") ?? text.startIndex
      let name = text[..<sign].trimmingSpaces
      let type = FieldType(named: text[sign...].dropFirst().trimmingSpaces)
      guard !name.isEmpty, let type else {
        throw UsageError(
          "--type: expected COLUMN = number, or COLUMN = text: 'zip = text', not '\(text)'")
      }
      types[name] = type
    }
    return types
  }

  private var delimiterByte: UInt8? {
    delimiter == "tab" || delimiter == "\\t" ? 0x09 : delimiter?.utf8.first
  }

  /// The sources that are no commands; at least one unless there is a command.
  var names: [String] {
    sources.isEmpty && commands.isEmpty ? ["-"] : sources.flatMap(Self.files(matching:))
  }

  /// Returns the files that a pattern such as `logs/*.log` matches, in the order of their names;
  /// the name itself if it is no pattern, or no file matches.
  private static func files(matching name: String) -> [String] {
    guard isPattern(name), isMissingFile(name) else { return [name] }
    let found = matches(of: name)
    return found.isEmpty ? [name] : found
  }

  /// Returns what a pattern matches, in the order of the names; in one with `**`, which stands for
  /// any number of folders, only files.
  private static func matches(of pattern: String) -> [String] {
    let parts = pattern.split(separator: "/", omittingEmptySubsequences: false)
    if let place = parts.firstIndex(of: "**") {
      let front = parts[..<place].map { "\($0)/" }.joined()
      let rest = place + 1 == parts.count ? "*" : parts[(place + 1)...].joined(separator: "/")
      let starts = front.isEmpty ? [""] : matches(of: front)
      let found = starts.flatMap { start in
        folders(in: start).flatMap { matches(of: escaped($0) + rest) }
      }
      return Set(found).filter { !isFolder($0, followsLinks: true) }.sorted()
    }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, 0, nil, &found) == 0, let paths = found.gl_pathv else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { paths[$0].map { String(cString: $0) } }
  }

  /// Returns a folder, whose name ends with a slash, and those in it, but for links to some.
  private static func folders(in folder: String) -> [String] {
    let found = matches(of: escaped(folder) + "*/").filter {
      isFolder(String($0.dropLast()), followsLinks: false)
    }
    return [folder] + found.flatMap { folders(in: $0) }
  }

  /// Returns a pattern that matches a name alone.
  private static func escaped(_ name: String) -> String {
    name.map { "*?[\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  private static func isFolder(_ name: String, followsLinks: Bool) -> Bool {
    var status = stat()
    let flags = followsLinks ? 0 : AT_SYMLINK_NOFOLLOW
    return fstatat(AT_FDCWD, name.systemName, &status, flags) == 0
      && status.st_mode & S_IFMT == S_IFDIR
  }

  static func isPattern(_ name: String) -> Bool { name.contains { "*?[".contains($0) } }

  /// Returns whether a name is that of a file, of which there is none; below a file may be one in
  /// an archive.
  static func isMissingFile(_ name: String) -> Bool {
    !isURL(name) && EngineSource(name) == nil && access(name.systemName, F_OK) != 0
      && errno != ENOTDIR
  }

  /// The sources, those of joins too.
  var inputs: [InputFile] {
    (names + ((try? joins()) ?? []).map(\.source)).map {
      InputFile(name: $0, role: "the source \($0)")
    }
  }

  /// Returns whether a name is an address to fetch.
  static func isURL(_ name: String) -> Bool {
    ["http://", "https://"].contains { name.lowercased().hasPrefix($0) }
  }

  /// An option by which a row of a source becomes several.
  private var optionThatMakesRows: String? {
    let nesting = children == nil ? nil : "--children"
    return !unnestTexts.isEmpty ? "--unnest" : !joinAllTexts.isEmpty ? "--join-all" : nesting
  }

  /// The options that ask for a tree.
  var treeOptions: [String] {
    [
      parent.map { _ in "--parent" }, treePath.map { _ in "--tree-path" },
      children.map { _ in "--children" },
    ].compactMap(\.self)
  }

  /// The tree that is asked for; nil for none.
  var tree: TreeRequest? {
    let (id, level) = (id, expanded)
    return parent.map { TreeRequest(.parent($0), id: id, level: level) }
      ?? treePath.map { TreeRequest(.path($0), id: id, level: level) }
      ?? children.map { _ in TreeRequest(.nested, id: id, level: level) }
  }

  /// Checks the combination of options.
  func check() throws(UsageError) {
    let inputs = names.filter { $0 == "-" }
    if let delimiter, delimiterByte != 0x09,
      delimiter.utf8.count != 1 || ["\"", "\n", "\r"].contains(delimiter)
    {
      throw UsageError("--delimiter must be one ASCII character, or tab.")
    }
    if commands.contains(where: \.isEmpty) {
      throw UsageError("--command: the command is missing.")
    }
    if merges, sql != nil || tables {
      throw UsageError("--merge and \(sql == nil ? "--tables" : "--sql") cannot be combined.")
    }
    if sql != nil, sources.isEmpty, commands.isEmpty,
      isStandardInputTerminal || isStandardInputNull && format == nil
    {
      throw UsageError(
        "--sql: name the files that are its tables: mocoa-tui orders.csv --sql 'select * from "
          + "orders'; rows that are piped in are the table data.")
    }
    if !inputs.isEmpty, isStandardInputTerminal {
      throw UsageError("There is nothing to read: name a file, or pipe a feed in.")
    }
    for pattern in patterns {
      if let format, format != .log {
        throw UsageError("--pattern reads a log, not --format \(format.rawValue).")
      }
      do throws(LogPattern.Fault) { _ = try LogPattern(pattern) } catch {
        throw UsageError("--pattern: \(error.reason): '\(pattern)'")
      }
    }
    _ = try derivedMembers()
    _ = try fieldTypes()
    for join in try joins() {
      if join.source == "-" {
        throw UsageError("\(join.option): standard input cannot be joined with; name a file.")
      }
      if join.name == id ?? "id" {
        throw UsageError(
          "\(join.option): \(join.name) identifies the rows; choose another name.")
      }
    }
    if let tail, tail < 0 { throw UsageError("--tail must be a number of rows.") }
    let ofBytes = [("--at", at != nil), ("--tail", tail != nil), ("--format", format != nil)]
    if let option = ofBytes.first(where: \.1)?.0,
      let name = names.first(where: { EngineSource($0) != nil })
    {
      throw UsageError(
        "\(option) is not for databases; \(name) is read by tables: app.db#users, or by --sql.")
    }
    if inputs.count > 1 { throw UsageError("Standard input can be read only once.") }
    if names.contains("") { throw UsageError("The name of a source is empty.") }
    if let watch, !(watch > 0 && watch < 1e6) {
      throw UsageError("--watch must be a number of seconds greater than 0.")
    }
    if watch != nil, !inputs.isEmpty {
      throw UsageError("--watch: standard input cannot be reloaded.")
    }
    if sql != nil || tables {
      let option = sql == nil ? "--tables" : "--sql"
      if sql != nil, tables { throw UsageError("--sql and --tables cannot be combined.") }
      if let source = engine {
        if source.table != nil { throw UsageError("\(option) is for a database without a table.") }
        if tables, source.isFile {
          throw UsageError("--tables: \(names[0]) has no tables; its rows are shown without it.")
        }
      } else if sql == nil {
        throw UsageError("--tables is for one database.")
      } else if names.contains(where: { EngineSource($0)?.isFile == false }) {
        throw UsageError("--sql is for one database, or for files, commands and addresses.")
      } else if follow {
        throw UsageError("--sql and --follow cannot be combined.")
      }
    }
    if unnestTexts.contains("") { throw UsageError("--unnest: the member is empty.") }
    for text in unnestTexts { _ = try Self.unnesting(text) }
    if children == "" { throw UsageError("--children: the member is empty.") }
    if children != nil, sql != nil || merges {
      throw UsageError("--children and --\(sql == nil ? "merge" : "sql") cannot be combined.")
    }
    if let option = optionThatMakesRows, follow {
      throw UsageError("\(option) and --follow cannot be combined.")
    }
    guard follow else { return }
    if watch != nil { throw UsageError("--follow and --watch cannot be combined.") }
    let areFiles = commands.isEmpty && !names.contains { Self.isURL($0) || $0 == "-" }
    // Pipes and commands go on without it.
    guard areFiles || merges else { throw UsageError("--follow is for files.") }
  }

  /// Opens the feed without reading it.
  ///
  /// - Parameters:
  ///   - fetching: The options of requests for addresses.
  ///   - joined: The sources to join rows with.
  ///   - inputs: The files that are read, none of which is replaced from the interface.
  ///   - isShown: A Boolean value that indicates whether the interface displays the rows.
  ///   - acceptsText: A Boolean value that indicates whether lines of text are rows; those of an
  ///     error page never are.
  ///   - expectsText: A Boolean value that indicates whether lines of text need no note.
  ///   - isOnePass: A Boolean value that indicates whether all rows are read once, in order.
  /// - Returns: The feed.
  /// - Throws: A ``MissingFileError``, or a `FeedError` if a source cannot be opened.
  @MainActor func makeFeed(
    _ fetching: FetchingOptions, joined: [JoinedFeed], inputs: [InputFile], isShown: Bool,
    acceptsText: Bool, expectsText: Bool, isOnePass: Bool
  ) throws -> Feed {
    if commands.isEmpty, let error = MissingFileError(names) { throw error }
    var options = feedOptions
    options.inputs = inputs.map(\.name)
    options.isPaced = !isShown
    options.isOnePass = isOnePass
    for (position, text) in unnestTexts.enumerated() {
      let (unnesting, member) = try Self.unnesting(text)
      options.unnestings.append(unnesting)
      options.unnestedMembers[position] = member
    }
    if let children { options.unnestings.append(Unnesting(children: children)) }
    let option = merges ? "--merge" : sql != nil ? "--sql" : optionThatMakesRows
    if let option, fetching.paging != nil {
      throw UsageError("\(option) is for sources that are not read in pages.")
    }
    let members = try joined.map { (makesRows: $0.definition.takesAll, try $0.member()) }
    options.joinedMembers = members.filter(\.makesRows).map(\.1)
    options.derivedMembers = members.filter { !$0.makesRows }.map(\.1) + (try derivedMembers())
    options.acceptsPlainText = !names.contains(where: Self.isURL)
    options.acceptsText = acceptsText && options.acceptsPlainText
    options.expectsText = expectsText
    if let sql, let source = engine {
      return try Feed(source.origin(ofQuery: sql), options: options)
    }
    let origins = try origins(fetching)
    if let sql {
      // All other options see the rows of the answer.
      var rows = options
      (rows.unnestings, rows.joinedMembers, rows.derivedMembers) = ([], [], [])
      return try Feed(.query(sql, of: origins, options: rows), options: options.ofMergedRows)
    }
    guard merges else { return try Feed(joining: origins, options: options) }
    return try Feed(.merged(origins, options: options), options: options.ofMergedRows)
  }

  /// Makes the feed of the answer to a query on the rows of another feed, or on its database; the
  /// rows that match filters are the table `shown`.
  @MainActor func makeFeed(
    ofQuery sql: String, on feed: Feed, filters: [RowFilter]
  ) throws -> Feed {
    if let engine { return try Feed(engine.origin(ofQuery: sql), options: feed.options) }
    guard feed.canReload else {
      throw UsageError("\(feed.name) can be read only once; w writes a file that can be queried")
    }
    var rows = feed.options
    rows.derivedMembers = feed.derivedMembers
    var options = feed.options.ofMergedRows
    (options.unnestings, options.joinedMembers, options.derivedMembers) = ([], [], [])
    return try Feed(
      .query(sql, of: feed.origins, options: rows, filters: filters), options: options)
  }

  /// The database, or the Parquet files, that are the only source; nil for others.
  private var engine: EngineSource? { commands.isEmpty ? EngineSource(names) : nil }

  /// The database whose tables may be the rows; nil if the rows cannot be tables.
  var databaseOfTables: EngineSource? {
    guard names.count == 1, commands.isEmpty, sql == nil, let source = EngineSource(names[0]) else {
      return nil
    }
    return source.isFile || source.table != nil ? nil : source
  }

  /// Explains how each source is read.
  func explanations(_ fetching: FetchingOptions) throws -> [FeedExplanation] {
    var options = feedOptions
    options.acceptsPlainText = !names.contains(where: Self.isURL)
    // Further pages are not requested, so they are not awaited either.
    var fetching = fetching
    fetching.maxPages = 1
    return try origins(fetching).map { try FeedExplanation($0, options: options) }
  }

  private func origins(_ fetching: FetchingOptions) throws -> [FeedOrigin] {
    try names.map { try origin(of: $0, fetching) } + commands.map(origin(ofCommand:))
  }

  /// Returns the origin of the output of a command.
  ///
  /// A single word with blanks is a line for a shell, unless it is the path of a program.
  private func origin(ofCommand words: [String]) -> FeedOrigin {
    let isLine = words.count == 1 && words[0].contains(where: \.isWhitespace)
    guard isLine, access(words[0], X_OK) != 0 else { return .command(words, name: title) }
    return .command(["sh", "-c", words[0]], name: title ?? words[0])
  }

  private func origin(of name: String, _ fetching: FetchingOptions) throws -> FeedOrigin {
    if name == "-" { return .once(try ByteSources.standardInput()) }
    if name == RecipeList.name { return RecipeList.origin }
    if let source = EngineSource(name) {
      return tables ? source.originOfTables() : try source.origin()
    }
    guard Self.isURL(name) else { return follow ? .followedFile(name) : .file(name) }
    let fetch = fetching.fetchOptions
    guard let paging = fetching.paging else { return .url(name, options: fetch) }
    return .pages(
      name, paging: paging, options: feedOptions, fetch: fetch, pageLimit: fetching.maxPages)
  }
}
