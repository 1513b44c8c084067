import ArgumentParser
import MocoaFeedUI

/// The command-line arguments and options of sources.
struct SourceArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      """
      A file, an address with http:// or https://, a database of SQLite or DuckDB (app.db or \
      app.db#table), PostgreSQL (postgres://host/db?table=name) or ClickHouse (clickhouse://...), \
      Parquet files, @ and the name of a recipe, or - for standard input. Each of several is a \
      section, or see --merge.
      """, valueName: "source"), completion: .file())
  var sources: [String] = []

  @Option(
    parsing: .remaining,
    help: ArgumentHelp(
      """
      A command and its arguments, up to the end of the line: its output is read. -- is the same. \
      In quotes it is a line for the shell, and can be given several times: \
      --command 'journalctl -f -o json' --command 'kubectl logs -f web'.
      """, valueName: "word"))
  var command: [String] = []

  @Flag(
    help: """
      Show the rows of several sources as one list in the order of their times, each with the name \
      of its source as source. With --follow, and for pipes and commands that go on, a row waits \
      up to 100 ms for those of other sources. Options of the format, and --tail, are for each \
      source.
      """)
  var merge = false

  @Option(
    help: ArgumentHelp(
      """
      Show the rows of a query of a database, or of other sources as the table data: 'select \
      level, count(*) from data group by 1'. DuckDB runs it on files, commands and addresses.
      """, valueName: "select"))
  var sql: String?

  @Flag(help: "List the tables of a database.")
  var tables = false

  @Option(
    help: ArgumentHelp(
      """
      Where the rows are inside the document: /data/items; * stands for all members or elements: \
      /Reservations/*/Instances.
      """, valueName: "pointer"))
  var at: JSONPointer?

  @Option(
    help: ArgumentHelp(
      """
      The member that identifies a row when the feed is reloaded (default: id, uuid, key, url, \
      name or the like, else a text that is different in each row).
      """, valueName: "member"))
  var id: String?

  @Option(help: ArgumentHelp("The member that names a row's module.", valueName: "member"))
  var nameKey = "mocoaName"

  @Option(
    help: ArgumentHelp(
      "Section by a member: rows under a header for each value.", valueName: "member"))
  var sectionBy: String?

  @Option(
    help: """
      The format of the source (default: detected). In tsv, the escapes \\t, \\n, \\r, \\\\ and \
      \\N (null) are read, other backslashes are kept.
      """)
  var format: FeedFormat?

  @Option(
    help: ArgumentHelp(
      """
      The character between the fields of a table, or tab (default: comma or tab; in files named \
      .csv or .tsv also ; and |).
      """, valueName: "character"))
  var delimiter: String?

  @Option(
    help: ArgumentHelp(
      """
      Read the lines of a log by a pattern: '{time} {level} [{thread}] {logger}: {message}'. Names \
      in braces are members, up to what follows them; time is any time, level the name of one, and \
      message the rest. {n:number} is a number, {x:text} may have blanks, {_} is left out. Or by a \
      regular expression for whole lines, whose named groups are members: '(?<time>\\S+) \
      (?<user>\\w+): (?<message>.*)' (default: one of about 90 known patterns, if the lines \
      have it).
      """, valueName: "pattern"))
  var pattern: String?

  @Flag(
    help: """
      Print how each source is read and why, with its first rows, and the options that would read \
      it in another way.
      """)
  var explain = false

  @Option(
    help: """
      Whether the first row of a table names its columns (default: yes if it has different names, \
      and a column has numbers, times or the like below; in files named .csv or .tsv unless it \
      looks like a row).
      """)
  var headerRow: HeaderRow?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Read a column of a table as numbers or as texts: 'zip = text', 'price = number' (default: \
      numbers if all are written in one way, without zeros in front). Can be given several times.
      """, valueName: "column = type"))
  var type: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Give a row for each element of a member, which takes its place; those of an object with \
      their keys as key. * leads through several: 'paths.*.*'. All options but those of the source \
      and its format, and --tail, see these rows. Can be given several times.
      """, valueName: "member"))
  var unnest: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      A member that each row gets besides its own, or in place of one: 'total = price * count', \
      'late = now - created > 3d'; the expressions are those of --help filter. Can be given \
      several times.
      """, valueName: "name = expression"))
  var derive: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Give each row a member with the row of another source that has the same value: 'user = \
      users.json by user_id = id'; of one name on both sides, 'old = old.json by id'. The numbers \
      7 and 7.0 are the same as the text "7". Rows without one do not have it: --filter '!old' \
      shows what is new. The source is reloaded with the feed. Can be given several times.
      """, valueName: "name = source by member"))
  var join: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      As --join, but a row for each row of the other source that has the value; rows without one \
      stay, and how many these are is said. All other options see these rows. Can be given several \
      times.
      """, valueName: "name = source by member"))
  var joinAll: [String] = []

  @Option(
    help: ArgumentHelp("Reload interval; a file is reloaded when it changes.", valueName: "seconds")
  )
  var watch: Double?

  @Flag(
    help: """
      Keep reading files that are appended to; a list begins at their end. Where a file is \
      replaced, as in log rotation, the new one follows; where it is truncated or overwritten, it \
      is read from its start.
      """)
  var follow = false

  @Option(
    help: ArgumentHelp(
      "Read only so many of the last rows of an array, lines, a log or a table.",
      valueName: "number"))
  var tail: Int?

  /// The parsed options.
  var options: SourceOptions {
    SourceOptions(
      sources: sources,
      commands: command.split(
        separator: TypedWords.separator, omittingEmptySubsequences: command.isEmpty
      ).map(Array.init),
      merges: merge, sql: sql, tables: tables, at: at, id: id,
      nameKey: nameKey, sectionBy: sectionBy,
      format: format, delimiter: delimiter, hasHeader: headerRow.map { $0 == .yes },
      pattern: pattern, explains: explain, typeTexts: type, unnestTexts: unnest,
      derivedTexts: derive, joinTexts: join,
      joinAllTexts: joinAll, watch: watch, follow: follow, tail: tail)
  }
}

/// Whether the first row of a table names its columns.
enum HeaderRow: String, CaseIterable, ExpressibleByArgument {
  case yes, no
}

extension FeedFormat: ExpressibleByArgument {
  /// Parses the name of a format; an empty source cannot be requested.
  public init?(argument: String) {
    guard let format = Self(rawValue: argument), format != .empty else { return nil }
    self = format
  }

  /// The valid names.
  public static var allValueStrings: [String] {
    allCases.filter { $0 != .empty }.map(\.rawValue)
  }
}

extension JSONPointer: ExpressibleByArgument {
  /// Parses a pointer.
  public init?(argument: String) { self.init(argument) }
}
