import ArgumentParser
import MocoaFeedUI

/// The command-line options of rows and columns.
struct QueryArguments: ParsableArguments {
  @Option(
    name: [.customShort("f"), .customLong("filter")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Filter rows by an expression such as 'score > 10 && !done', or 'done' for rows in which that \
      is neither false nor null; see --help filter. -q searches for a text. Can be given several \
      times.
      """,
      valueName: "expression"))
  var filterTexts: [String] = []

  @Option(
    name: [.customShort("s"), .customLong("sort")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Sort by members or expressions, - for descending: -score,title or 'lower(name)'; an \
      expression without a call is put in parentheses: '-(price * count)'. Members whose texts are \
      sizes or durations, 10Mi or 2h5m, are sorted by their values.
      """, valueName: "members"))
  var sortTexts: [String] = []

  @Option(
    name: [.customShort("c"), .customLong("columns")],
    help: ArgumentHelp(
      "The members that are shown, in this order: ref,owner.login.", valueName: "members"))
  var columnTexts: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Print a line for each value of members, instead of the rows: author.name. Rows without the \
      member are one group with those in which it is null. Of a group without values, all but the \
      count are empty.
      """,
      valueName: "members"))
  var groupBy: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Aggregates of each group, or of all rows: 'n = count(), users = unique(user), p95(ms), total \
      = sum(price * count)'; also mean, min, max, median. unique leaves out blank texts. \
      --group-by takes expressions with names, too: 'hour = truncate(time, 1h)'.
      """,
      valueName: "list"))
  var agg: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Print only groups that match: 'n > 1'. --sort and --columns apply to groups, too.",
      valueName: "expression"))
  var groupFilter: [String] = []

  @Option(
    help: ArgumentHelp(
      "Print only the first row of each value of members, in the order of the output.",
      valueName: "members"))
  var unique: String?

  @Option(
    help: ArgumentHelp(
      "Print at most this many rows, or groups, and then end.", valueName: "number"))
  var limit: Int?

  @Flag(help: "With --group-by, the number of rows (default).")
  var count = false

  @Option(
    help: ArgumentHelp(
      "With --group-by, the exact sum of a member's numbers, sizes or durations.",
      valueName: "member")
  )
  var sum: [String] = []

  @Option(
    help: ArgumentHelp(
      "With --group-by, the mean of a member's numbers, sizes or durations.", valueName: "member"))
  var mean: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      With --group-by, the minimum of numbers, sizes and durations; of times or texts if those are \
      most values.
      """,
      valueName: "member"))
  var min: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      With --group-by, the maximum of numbers, sizes and durations; of times or texts if those are \
      most values.
      """,
      valueName: "member"))
  var max: [String] = []

  @Option(
    help: ArgumentHelp("With --group-by, the median of a member's numbers.", valueName: "member"))
  var p50: [String] = []

  @Option(help: ArgumentHelp("With --group-by, the 90th percentile.", valueName: "member"))
  var p90: [String] = []

  @Option(help: ArgumentHelp("With --group-by, the 99th percentile.", valueName: "member"))
  var p99: [String] = []

  private var aggregates: [(Aggregate.Function, [String])] {
    Array(zip(Aggregate.Function.ofMembers, [sum, mean, min, max, p50, p90, p99]))
  }

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1.") }
    let isAsked = count || aggregates.contains { !$0.1.isEmpty }
    if groupBy == nil, isAsked {
      throw ValidationError(
        "--count, --sum and similar options can only be used with --group-by; for all rows: --agg "
          + "'count(), sum(price)'.")
    }
    if groupBy == nil, agg.isEmpty, !groupFilter.isEmpty {
      throw ValidationError("--group-filter can only be used with --group-by or --agg.")
    }
  }

  /// Checks that no option is repeated that replaces one of the defaults.
  func checkRepeats() throws {
    for (option, texts) in [("--sort", sortTexts), ("--columns", columnTexts)]
    where texts.count > 1 {
      throw ValidationError(
        "\(option) can be given once; separate members by commas: \(texts.joined(separator: ","))")
    }
  }

  /// The parsed options.
  var options: QueryOptions {
    QueryOptions(
      filterTexts: filterTexts, sortText: sortTexts.last, columnText: columnTexts.last,
      groupText: groupBy, aggregateTexts: agg, groupFilterTexts: groupFilter, uniqueText: unique,
      limit: limit,
      countsRows: count,
      aggregateNames: aggregates.flatMap { function, names in names.map { (function, $0) } })
  }
}
