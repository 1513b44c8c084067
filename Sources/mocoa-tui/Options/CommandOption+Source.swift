import MocoaFeedUI

extension CommandOption {
  static let source: [CommandOption] = [
    Self(
      "source", "source", [.positional, .file], "A file, an address, a database, @recipe, or -",
      """
      An address has http:// or https://. Databases are SQLite or DuckDB (app.db or \
      app.db#table), PostgreSQL (postgres://host/db?table=name) and ClickHouse \
      (clickhouse://...). Parquet files are read, too. A file may be a pattern ('logs/*.log', in \
      which ** is any number of folders; files that match later are not added, neither by --watch \
      nor by --follow), a folder, whose rows are its files, or a zip archive, likewise if it has \
      several; data.zip/1.csv is a file in one. @ and a name run a recipe, - is standard input. \
      Each of several sources is a section, or see --merge.
      """
    ) { options, text in
      options.source.sources.append(text)
      return true
    },
    Self(
      "command", "line", [.repeats, .run, .daily],
      "Read the output of a command line for the shell",
      """
      Without quotes it is a command and its arguments, up to the end of the line, as behind --. \
      Can be given several times: \
      --command 'journalctl -f -o json' --command 'kubectl logs -f web'.
      """
    ) { options, text in
      options.source.commands.append([text])
      return true
    },
    .flag(
      "merge", \.source.merges, .daily,
      "Merge sources by time; otherwise, each is a section",
      """
      Each row has the name of its source as source. The time of a row is its member time, \
      timestamp, date and the like, or the first with times; a date alone is taken with the time \
      of day in the member time. Rows of a source stay in their order, and one without a time \
      behind the one before it. With --follow, and for pipes and commands that go on, a row waits \
      up to 100 ms for those of other sources. Options of the format, and --tail, are for each \
      source.
      """),
    .text(
      "sql", "select", \.source.sql, [.daily, .once],
      "Show the result of a query, on files or a database",
      """
      Other sources are the table data, which DuckDB reads: 'select level, count(*) from data \
      group by 1'. Each is a table by the name of its file, too: 'select * from orders join \
      customers using (id)' for orders.csv and customers.json. Times are texts there, of which \
      time::timestamp makes times.
      """),
    .flag("tables", \.source.tables, [], "List the tables of a database"),
    .value(
      "watch", "seconds", \.source.watch, .daily, "Reload every N seconds",
      "Also a duration: 500ms, 2m. A file is reloaded if it has changed. Without it, the key r "
        + "reloads.",
      condition: "must be a number of seconds, or a duration such as 2m",
      parsing: RowQuery.seconds),
    .flag(
      "follow", \.source.follow, .daily, "Follow growing files",
      """
      A list begins at their end. Where a file is replaced, as in log rotation, the new one \
      follows; where it is truncated or overwritten, it is read from its start.
      """),
    .value(
      "tail", "number", \.source.tail, .daily, "Read only the last N rows",
      "For arrays, lines, logs and tables.", condition: "must be a number of rows",
      parsing: { Int($0) }),
    .list(
      "join", "name = source by member = member", \.source.joinTexts, [.anyValue, .daily],
      "Join the matching row of another source",
      """
      'user = users.json by user_id = id' gives each row a member user; of one name on both sides, \
      'old = old.json by id'; of several members, all of which are equal, 'plan = plan.csv by \
      year,code = y,c' or 'by year = y and code = c'. The numbers 7 and 7.0 are the same as the \
      text "7", and times of one moment are the same; true and the text "true" are not. Missing, \
      null and blank values, - and N/A, arrays and objects match none. Rows without a match do not \
      have the member: --filter '!old' shows what is new, and 'old && n != old.n' what has \
      changed, but not 8 that is "8" now: 'old && type(n) != type(old.n)' does. Rows are joined \
      after --unnest and before --derive. The source is reloaded with the feed. Can be given \
      several times.
      """),
    .list(
      "join-all", "name = source by member = member", \.source.joinAllTexts, .anyValue,
      "Join all matching rows of another source",
      """
      As --join, but a row for each row of the other source that has the value; rows without one \
      stay, and how many these are is reported. All other options see these rows. Can be given \
      several times.
      """),
    .list(
      "derive", "name = expression", \.source.derivedTexts, [.anyValue, .daily, .view],
      "Add or replace a computed member",
      """
      'total = price * count', 'late = now - created > 3d'; the expressions are those of --help \
      filter. Of a percentage p, p / 100% is the fraction, and number(p) what is written. \
      A row that is no object becomes one with the member value. Can be given several times.
      """),
    .list(
      "unnest", "member", \.source.unnestTexts, [.anyValue, .daily],
      "Give a row for each element of a member",
      """
      The element takes the member's place; those of an object have their keys as key, or as \
      items.key where a member of that name is there. * leads through several: 'paths.*.*', whose \
      keys are key and key_2; '*' alone is the members of each row, or of its value where rows are \
      the members of an object (--at). A member that is calculated first: \
      'tag = split(tags, ";")'. Rows with [] or {}, or without the member, are left out, which is \
      said; null and plain values stay. --join-all, --join and --derive are done after it, in this \
      order. All options but those of the source and its format, and --tail, see these rows. Can \
      be given several times.
      """),
    .text(
      "id", "member", \.source.id, [], "The member that identifies rows",
      """
      Rows are recognized by it when the feed is reloaded (default: id, uuid, key, url, name or \
      the like, else a text that is different in each row).
      """),
    .text(
      "section-by", "member", \.source.sectionBy, [.daily, .view],
      "Show rows under a header for each value"),
    .text(
      "parent", "member", \.source.parent, .daily,
      "Show rows as a tree: the member with the id of the parent",
      """
      A row is below the one whose --id it names: --id pid --parent ppid. Rows without their \
      parent, and one row of each cycle, are at the top. A filter keeps the ancestors, dimmed, and \
      --sort sorts siblings. Printed are all rows that match, in the order of the tree.
      """),
    .text(
      "tree-path", "member", \.source.treePath, [],
      "Show rows as a tree: the member with a path",
      """
      A row is below the nearest one whose path is the beginning of its own: src/a.c below src. \
      Parts are between / or \\; rows whose folders are no rows are at the top. A \
      folder as SOURCE has only its own files: du -a FOLDER | mocoa-tui --tree-path path shows \
      those in its folders, too.
      """),
    .text(
      "children", "member", \.source.children, .daily,
      "Show rows as a tree: the member that has child rows",
      """
      Its elements are rows, whose elements of the same member are rows below them, and so on; \
      in their place is their number. All options but those of the source and its format, and \
      --tail, see all these rows.
      """),
    .value(
      "expanded", "level", \.source.expanded, [],
      "Expand the tree to a level, or all",
      "1 shows only the top level. The default is all if they fit on the screen, and otherwise 1.",
      condition: "must be a number of levels, or all"
    ) { text in
      text == "all" ? .max : Int(text).flatMap { $0 < 1 ? nil : $0 }
    },
    Self(
      "name-key", "member", [], "The member that names a row's module", "The default is mocoaName."
    ) { options, text in
      options.source.nameKey = text
      return true
    },
  ]

  private static let formats = FeedFormat.allCases.filter { $0 != .empty }
  private static let formatList = formats.map { "\($0.rawValue): \($0.summary)" }
    .joined(separator: "; ")

  static let format: [CommandOption] = [
    .choice(
      "format", "format", \.source.format, .daily,
      among: formats, "Input format (default: detected)",
      """
      \(formatList). In tsv, the escapes \\t, \\n, \\r, \\\\ and \\N (null) are read, other \
      backslashes are kept; with another --delimiter, backslashes and quotes are text.
      """),
    .value(
      "at", "pointer", \.source.at, [.daily, .once], "Where the rows are: /data/items",
      "Or .data.items, as alt-y copies it. * stands for all members or elements: "
        + "/Reservations/*/Instances.",
      condition: "must be a path such as /data/items or .data.items",
      parsing: { JSONPointer(path: $0) }),
    .text(
      "delimiter", "character", \.source.delimiter, [], "The character between fields, or tab",
      "The default is comma or tab; in files named .csv or .tsv also ; and |."),
    .choice(
      "header-row", "yes|no", \.source.headerRow, .daily, among: HeaderRow.allCases,
      "Whether the first row of a table is its header",
      """
      The default is yes if it has different names, and a column has numbers, times or the like \
      below; in files named .csv or .tsv unless it looks like a row.
      """),
    .list(
      "type", "column = type", \.source.typeTexts, .anyValue,
      "Read a column of a table as numbers or texts",
      """
      'zip = text', 'price = number' (default: numbers if all are written in one way, without \
      zeros in front; if it is asked for, 01234 is 1234). In JSON, an empty cell of numbers is \
      null, and one of texts is ""; --derive 'note = coalesce(note, null)' makes it null. Can be \
      given several times.
      """),
    .value(
      "tz", "zone", \.source.zone, [.daily, .anyValue],
      "The zone of times without one: local, Europe/Berlin",
      """
      Or UTC (default), or an offset such as +02:00. It is also the zone of days: of dates alone, \
      of today, truncate and format. Times are printed as they are written, results in this zone.
      """,
      condition:
        "must be local, UTC, an offset such as +02:00, or the name of a zone such as Europe/Berlin",
      parsing: { ZoneOffsets(named: $0) }),
    .list(
      "pattern", "pattern", \.source.patterns, .daily, "Read the lines of a log by a pattern",
      """
      '{time} {level} [{thread}] {logger}: {message}': names in braces are members, up to what \
      follows them; time is any time, level the name of one, and message the rest. {n:number} is \
      a number, {x:text} may have blanks, {_} is left out. Or a regular expression for whole \
      lines, whose named groups are members: '(?<time>\\S+) (?<user>\\w+): (?<message>.*)' \
      (default: one of about 120 known patterns, if the lines have it). Can be given several \
      times: the first that reads a line is its pattern.
      """),
    .flag(
      "explain", \.source.explains, [.run, .daily], "Print how each source is read, and why",
      "With its first rows, and the options that would read it in another way."),
  ]
}

/// Whether the first row of a table names its columns.
enum HeaderRow: String, CaseIterable, Sendable {
  case yes, no
}
