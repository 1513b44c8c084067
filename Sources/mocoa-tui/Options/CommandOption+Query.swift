import MocoaFeedUI

extension CommandOption {
  static let query: [CommandOption] = [
    .list(
      "filter", "expression", \.query.filterTexts, [.anyValue, .daily, .view],
      "Show only rows that match: 'score > 10'",
      """
      'score > 10 && !done', or 'done' for rows in which that is neither false nor null; see \
      --help filter. -q searches for a text. Can be given several times.
      """
    ).short("f"),
    .text(
      "query", "text", \.selection.queryText, [.daily, .view, .once],
      "Show only rows with this text"
    ).short("q"),
    .text("search", "text", \.selection.searchText, [], "Start at the first row with this text"),
    .text(
      "sort", "members", \.query.sortText, [.anyValue, .daily, .view, .once],
      "Sort by members, - for descending: -score,title",
      """
      Or by expressions: 'lower(name)'; one without a call is put in parentheses: \
      '-(price * count)'. Members whose texts are sizes or durations, 10Mi or 2h5m, are sorted by \
      their values.
      """
    ).short("s"),
    .text(
      "columns", "members", \.query.columnText, [.daily, .view, .once],
      "Show these members: ref,owner.login"
    ).short("c"),
    .text(
      "unique", "members", \.query.uniqueText, [.daily, .once], "Print the first row of each value",
      """
      In the order of the output; with --count, the number of values. Numbers are one value \
      however they are written, and so are times of one moment, but not levels of a log.
      """),
    .count("limit", "number", \.query.limit, .daily, "Print at most N rows or groups, then end"),
    .count(
      "context", "number", \.query.contextCount, .run,
      "Print N rows before and after each match, too",
      """
      Of --filter and --query, as grep -C: each row once, in the order of the feed, so that --sort \
      and --group-by cannot be combined with it.
      """),
    .flag(
      "count", \.query.countsRows, .daily, "Print the number of rows that match",
      """
      With --unique, that of values; with --group-by, the number of rows of each group (default). \
      The status is 1 if it is 0.
      """),
  ]

  static let aggregation: [CommandOption] = [
    .text(
      "group-by", "members", \.query.groupText, [.daily, .once], "Print a line for each value",
      """
      Instead of the rows: author.name, or expressions with names: 'hour = truncate(time, 1h)'. \
      Rows without the member are one group with those in which it is null. Numbers are one value \
      however they are written, and so are times of one moment, but not levels of a log: \
      'level = lower(level)' joins ERROR and error. Aggregates without values are empty. Groups \
      are in the order of their first rows; -s -count: the most frequent first.
      """),
    .list(
      "agg", "list", \.query.aggregateTexts, [.anyValue, .daily],
      "Aggregates of groups: 'n = count(), sum(ms)'",
      """
      Without --group-by, of all rows: 'n = count(), users = unique(user), p95(ms), total = \
      sum(price * count)'; also mean, min, max, median, p90 and the like. Durations with one unit \
      give one with it: 500m and 250m are 750m. Texts such as 08:30 have no sum, but w + ":00" and \
      "00:" + w have. unique leaves out blank texts. -s -p95 sorts by the only column of that \
      function.
      """),
    .list(
      "group-filter", "expression", \.query.groupFilterTexts, .anyValue,
      "Print only groups that match: 'n > 1'", "--sort and --columns apply to groups, too."),
    aggregate(.sum, "The exact sum of a member"),
    aggregate(.mean, "The mean of a member"),
    aggregate(.min, "The minimum of a member"),
    aggregate(.max, "The maximum of a member"),
    aggregate(.percentile(50), "The median of a member"),
    aggregate(.percentile(90), "The 90th percentile of a member"),
    aggregate(.percentile(95), "The 95th percentile of a member"),
    aggregate(.percentile(99), "The 99th percentile of a member"),
  ]

  private static func aggregate(_ function: Aggregate.Function, _ summary: String) -> Self {
    Self(
      function.name, "member", .repeats, summary,
      "For --group-by; of numbers, sizes and durations, min and max also of times or texts, and of "
        + "levels in the order of --sort."
    ) { options, text in
      let aggregate = Aggregate(function, of: MemberPath(text))
      if !options.query.namedAggregates.contains(aggregate) {
        options.query.namedAggregates.append(aggregate)
      }
      return true
    }
  }

  static let selection: [CommandOption] = [
    .text(
      "print", "what", \.selection.print, [.run, .daily],
      "Enter prints rows: .id or '{id} {title}'",
      """
      What Enter writes to standard output of the marked rows, or of the current one: json, a \
      member such as .id, or a text with members (default: json; of lines of text, the line). \
      Values are written as they are: one with line ends is several lines, unless --print0 ends \
      each result.
      """),
    .flag(
      "pick", \.selection.picks, [.run, .daily], "Type to find rows, Enter prints: as fzf",
      """
      The letters of each word are found in their order, the best match first. As in fzf, 'text \
      is found as it is, 'text' as whole words, ^text at the start of a value, text$ at its end, \
      ^text$ is all of it, !text (!^text, !text$) is not found, and a | b is one of both; blanks \
      divide terms that all have to match, and a backslash keeps a blank. The arrows move, Tab \
      marks, Esc ends with status 1. --query is what is typed at first; --print, --preview and \
      --height go with it: git branch | mocoa-tui --pick. With --csv, --tsv, --markdown, --json or \
      --json-array, and with --output, the rows are printed so, with the members of --columns. \
      Lines of a log or a table are printed as JSON, with --format text as they are
      """),
    .flag("print0", \.selection.print0, .run, "End each result with a NUL byte, for xargs -0"),
    .flag(
      "select-1", \.selection.selectsOnly, [.run, .daily], "Select a single match automatically"),
    .flag("exit-0", \.selection.exitsOnNone, .run, "End at once if there are no rows"),
  ]

  static let output: [CommandOption] =
    OutputOptions.Format.allCases.map { format in
      Self(format.rawValue, nil, format.traits, format.summary, format.details) { options, _ in
        options.output.format = format
        return true
      }
    } + [
      .list(
        "output", "file", \.output.files, [.run, .daily, .file], "Print the rows to a file",
        """
        In the format that its name ends with: rows.csv, .tsv, .md, .html, .json (an array), \
        .jsonl (lines), .txt (aligned text, with all columns), .log (of a log, its lines as they \
        are; else as .txt). The file is written or replaced when all rows have been read; if a \
        source fails, or rows are left out or changed, it is not, and the others are in \
        rows.csv.partial, or rows.csv.partial.1. A pipe or device, and - or /dev/stdout for \
        standard output, are written directly. A followed file has no end: with --follow, redirect \
        --json or --csv.
        """
      ).short("o"),
      .count(
        "limit-columns", "number", \.output.columnLimit, [], "Print only the first N columns",
        "The others are reported."),
      .flag(
        "all-columns", \.output.allColumns, [],
        "Print a column for each member, even with --plain"),
      .count(
        "jobs", "number", \.output.jobs, [], "The number of threads",
        "The default is one per processor."),
      .size(
        "memory", \.output.memoryLimit, "Memory limit for sorting; the rest spills to $TMPDIR",
        "A size such as 500M; the default is a quarter of the machine's."),
      .count(
        "width", "columns", \.output.width, [], "The maximum width of printed rows, in columns"),
      .choice(
        "color", "when", \.output.coloring, "Whether printed rows have colors",
        "auto (default) is on a terminal."),
    ]
}

extension OutputOptions.Format {
  fileprivate var traits: CommandOption.Traits {
    [.html, .jsonl, .jsonArray].contains(self) ? .run : [.run, .daily]
  }

  fileprivate var summary: String {
    switch self {
    case .plain: "Print the rows as a table and end"
    case .csv: "Print comma-separated values"
    case .tsv: "Print tab-separated values"
    case .markdown: "Print a table of Markdown"
    case .html: "Print a page of HTML with a table"
    case .json: "Print each row as a line of JSON, or an array with -o FILE.json"
    case .jsonl: "Print each row as a line of JSON, whatever the file"
    case .jsonArray: "Print the rows as one array of JSON"
    }
  }

  fileprivate var details: String {
    switch self {
    case .plain: "Automatic without a terminal."
    case .csv:
      "There is a column for each member of any row; lines end with CR and LF (RFC 4180)."
    case .tsv: "Tabs and line ends in values are \\t and \\n, which --format tsv reads."
    case .markdown, .html: ""
    case .json: "With --columns, only these members."
    case .jsonl, .jsonArray: ""
    }
  }
}
