import MocoaFeed

/// The tables of a query on sources: `data` with the rows of all of them, `shown` with those that
/// filters let through, and one for each source, named after its file.
///
/// Only those that the query names are read.
final class SourceTables: Sendable {
  /// The files whose rows are read.
  private let files: [RowFile]

  private let tables: [(name: String, files: [RowFile])]

  /// The words of the query, in lower case.
  private let words: Set<String>

  /// Opens the sources that a query names; the table `shown` has the rows that match filters.
  init(
    of query: String, on origins: [FeedOrigin], options: FeedOptions, filters: [RowFilter]
  ) throws {
    let words = Set(query.lowercased().split { !Self.isPart($0) }.map(String.init))
    let names = Self.names(of: origins)
    let named = origins.indices.filter { words.contains(names[$0].lowercased()) }
    let needsShown = words.contains(Self.shown)
    let needsAll = words.contains(Self.all) || named.isEmpty && !needsShown
    var tables: [(name: String, files: [RowFile])] = []
    if named.isEmpty, needsAll {
      tables = [(Self.all, [try RowFile(origins, options: options)])]
    } else {
      // A source that can be read only once may be in two tables.
      var own: [Int: RowFile] = [:]
      for index in needsAll ? Array(origins.indices) : named {
        own[index] = try RowFile([origins[index]], options: options)
      }
      if needsAll { tables = [(Self.all, origins.indices.compactMap { own[$0] })] }
      tables += named.map { (names[$0], [own[$0]].compactMap(\.self)) }
    }
    var files = needsAll ? tables[0].files : tables.flatMap(\.files)
    if needsShown {
      let file = try RowFile(origins, options: options, filters: filters)
      tables.append((Self.shown, [file]))
      files.append(file)
    }
    (self.files, self.tables, self.words) = (files, tables, words)
  }

  private static let (all, shown) = ("data", "shown")

  /// The names of the tables of sources: `data`, and a name for each of them.
  static func allNames(of origins: [FeedOrigin]) -> [String] { [all] + names(of: origins) }

  /// Returns the names of the tables; sources of one name are numbered, so that none of them is
  /// taken for all.
  private static func names(of origins: [FeedOrigin]) -> [String] {
    let stems = origins.map(stem)
    var counts: [String: Int] = [all: 1, shown: 1]
    for stem in stems { counts[stem.lowercased(), default: 0] += 1 }
    var known = Set(counts.keys)
    return stems.map { stem in
      guard let count = counts[stem.lowercased()], count > 1 else { return stem }
      let name = (1...).lazy.map { "\(stem)_\($0)" }.first { !known.contains($0.lowercased()) }
      known.insert((name ?? stem).lowercased())
      return name ?? stem
    }
  }

  /// Returns the name of the file of a source without its extensions, or the first word of a
  /// command, as a name in SQL.
  private static func stem(of origin: FeedOrigin) -> String {
    name(ofFile: origin.isCommand ? origin.name.prefix { $0 != " " } : origin.name[...])
  }

  /// Returns the name of a file without its extensions, as a name in SQL.
  static func name(ofFile word: Substring) -> String {
    var parts = (word.prefix { $0 != "?" }.split(separator: "/").last ?? "").split(
      separator: ".", omittingEmptySubsequences: false)
    if parts.count > 2, ["gz", "zst", "bz2", "xz", "lz4"].contains(parts.last) {
      parts.removeLast()
    }
    if parts.count > 1 { parts.removeLast() }
    let stem = parts.joined(separator: "_").map { isPart($0) ? $0 : "_" }
    let isValid = stem.first.map { !$0.isNumber } ?? false
    return (isValid ? "" : "_") + String(stem)
  }

  private static func isPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// The paths at which another process finds the rows.
  var paths: [String] { files.flatMap(\.paths) }

  /// A Boolean value that indicates whether not all rows were looked at before the engine reads
  /// them.
  var isSampled: Bool { files.contains(where: \.isSampled) }

  /// Why rows are missing.
  var failure: FeedError? { files.lazy.compactMap(\.failure).first }

  /// Notes on how the sources were read, and on columns of the query whose order is not that of
  /// lists.
  var notes: [String] {
    let mixed = Set(types.flatMap(\.mixedMembers).filter { words.contains($0.lowercased()) })
    return files.flatMap { $0.notes(isOnly: files.count == 1) }
      + ContentList.notes(files.flatMap(\.contents))
      + mixed.sorted().map { "\($0) has values of several kinds, which SQL compares as texts" }
  }

  /// The types of the rows of each table that were read so far.
  var types: [MemberType] { tables.map { RowFile.type(of: $0.files) } }

  /// Ends reading; any thread may call it.
  func stop() { for file in files { file.stop() } }

  /// Reads the first rows of original files, or writes all rows of others.
  func prepare() throws { for file in files { try file.prepare() } }

  /// Reads the other rows of original files.
  func readRest() throws { for file in files { try file.readRest() } }

  /// The definitions of the tables, by the types of their rows.
  func definitions(_ types: [MemberType]) throws -> String {
    try zip(tables, types).map { table, type in
      let rows = try table.files.map { try DuckDBTable.relation($0, type) }
      return "\(SQLText.quoted(table.name)) as (\(rows.joined(separator: " union all ")))"
    }.joined(separator: ", ")
  }
}

extension MemberType {
  /// The members of rows that have values of several kinds.
  fileprivate var mixedMembers: [String] {
    guard case .object(let members) = self else { return [] }
    return members.filter { $0.type == .any }.map(\.name)
  }
}

/// A file of rows as a table of DuckDB.
private enum DuckDBTable {
  /// The query that reads the rows.
  static func relation(_ file: RowFile, _ type: MemberType) throws -> String {
    guard case .object(let members) = type else {
      throw FeedError.Reason.unreadable(
        "its members cannot be columns: a name is empty, or differs from another one only in case")
    }
    let columns = members.map {
      "\(SQLText.literal($0.name)): \(SQLText.literal(columnType($0.type)))"
    }
    let values = members.map { member in
      let name = SQLText.quoted(member.name)
      guard case .field(let type) = member.type else { return name }
      return "try_cast(\(name) as \(columnType(type))) as \(name)"
    }
    let layout = file.layout == .array ? "array" : "newline_delimited"
    return "select \(values.joined(separator: ", ")) from read_json("
      + "\(DuckDBSchema.list(file.paths.map(DuckDBProvider.pattern))), format = '\(layout)', "
      + "records = 'true', auto_detect = false, columns = {\(columns.joined(separator: ", "))})"
  }

  private static func columnType(_ type: MemberType) -> String {
    switch type {
    case .truth: "BOOLEAN"
    case .integer: "BIGINT"
    case .hugeInteger: "HUGEINT"
    case .number: "DOUBLE"
    case .null, .text, .field: "VARCHAR"
    case .array(let element): columnType(element) + "[]"
    case .object(let members):
      "STRUCT("
        + members.map { "\(SQLText.quoted($0.name)) \(columnType($0.type))" }
        .joined(separator: ", ") + ")"
    case .any: "JSON"
    }
  }
}
