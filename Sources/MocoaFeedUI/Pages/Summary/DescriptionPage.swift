import MocoaFeed
import MocoaTUI

/// A page with a summary of each column; Enter lists the values of one.
@MainActor
final class DescriptionPage: ComputedPage {
  private var described: [FeedColumn] = []
  private let summary = FeedSummary()
  /// The descriptions so far, in the order of the columns.
  private var lines: [(title: String, json: String)] = []
  /// Those of the rows before a reload, displayed until their columns are described again.
  private var earlierLines: [(title: String, json: String)] = []
  /// The rows that are displayed.
  private var shown: [UInt8] = []
  /// When further lines are displayed: thousands of columns take less time than their updates.
  private var nextShowing = ContinuousClock.now
  /// A Boolean value that indicates whether the members of all rows are described.
  private var areAllDescribed = false
  /// The column being summarized.
  private var current = 0
  /// The values that the descriptions leave out.
  private var unreadValues: [String] = []

  /// Creates a page, and begins with the first column.
  ///
  /// - Throws: A `FeedError` if the descriptions cannot be opened as a feed.
  init(of page: any FeedContext) throws {
    func column(
      _ name: String, isNumber: Bool = false, style: StyleName = .body, width: Extent? = nil
    ) -> FeedColumn {
      // Titles are whole, and names have more.
      let minimum = name == "column" ? 10 : max(4, name.count)
      return FeedColumn(
        TableColumn(
          id: "/\(name)", title: name, width: width ?? .content(minimum: minimum, maximum: 40),
          alignment: .standard(ofNumbers: isNumber), style: isNumber ? .number : style,
          isPinned: name == "column"))
    }
    try super.init(
      name: "columns of \(page.feed.name)",
      columns: [
        column("column", style: .title), column("type", style: .secondary),
        column("values", isNumber: true), column("missing", isNumber: true),
        column("distinct", isNumber: true), column("min"), column("max"),
        column("mean", isNumber: true), column("histogram", style: .secondary, width: .fixed(20)),
      ], identityKey: "/column", of: page)
    status.hint = "Enter lists the values  s sort  Esc back"
    observeSelection(owner: self) { page, row, _ in page.showValues(of: row) }
      .store(in: &subscriptions)
    summary.onChange = { [weak self] in self?.summaryDidChange() }
    start()
  }

  isolated deinit { summary.cancel() }

  override var title: String { feed.name }

  override func start() {
    super.start()
    guard let origin else { return }
    unreadValues = []
    let shown = origin.columns.choices.filter(\.isShown)
    let all = shown + origin.columns.choices.filter { !$0.isShown }
    described = all.map(origin.catalog.displayed)
    earlierLines = Self.replacing(lines, in: earlierLines)
    (current, lines) = (0, [])
    // An engine has no other members than those of its columns.
    areAllDescribed = origin.feed.statements != nil
    if !areAllDescribed {
      origin.memberFinder.start { [weak self] in if $1 { self?.describe(others: $0) } }
    }
    describeNext()
  }

  /// Describes the members of all rows for which there are no columns.
  private func describe(others members: [MemberPath]) {
    guard let origin, !areAllDescribed else { return }
    areAllDescribed = true
    var known = Set(origin.columns.choices.compactMap(\.memberPath.keys.first))
    let others = members.compactMap(\.keys.first).filter { known.insert($0).inserted }
    let isWaiting = current == described.count
    let catalog = origin.catalog
    described += others.map { catalog.displayed(catalog.choice(of: MemberPath(keys: [$0]))) }
    if isWaiting { describeNext() }
  }

  private func describeNext() {
    guard let input, current < described.count else {
      if areAllDescribed { earlierLines = [] }
      showLines()
      // It holds as long as the result does.
      let omissions = omissions.joined(separator: "; ")
      statusBar.pendingRows =
        areAllDescribed ? omissions.isEmpty ? nil : omissions : "reading the rows for members"
      return
    }
    summary.run(described[current].memberPath, over: input.model, filters: input.filters)
    summaryDidChange()
  }

  override var leftOutRows: RowTally { summary.result.brokenRows }

  override var resultFaults: [String] {
    let isComplete = areAllDescribed && current == described.count
    return unreadValues + (isComplete ? [] : [statusBar.pendingRows].compactMap(\.self))
  }

  private func summaryDidChange() {
    let status = summary.status
    if let error = status.error {
      statusBar.pendingRows = "\(error.reason)"
      return
    }
    guard !status.isRunning else {
      statusBar.pendingRows =
        "reading column \(current + 1) of \(described.count) \(Bar.text(status.fraction))"
      return
    }
    let title = described[current].column.title
    lines.append((title, Self.line(title, summary.result)))
    unreadValues += summary.result.faults.map { "\(title): \($0)" }
    if .now >= nextShowing { showLines() }
    current += 1
    describeNext()
  }

  private func showLines() {
    let rows = Self.replacing(lines, in: earlierLines).flatMap { Array($0.json.utf8) }
    guard rows != shown else { return }
    showRows(rows)
    (shown, nextShowing) = (rows, .now + .milliseconds(200))
  }

  /// Returns descriptions, and behind them those earlier ones of columns that they do not describe.
  private static func replacing(
    _ lines: [(title: String, json: String)], in earlier: [(title: String, json: String)]
  ) -> [(title: String, json: String)] {
    let titles = Set(lines.map(\.title))
    return lines + earlier.filter { !titles.contains($0.title) }
  }

  /// Returns the row of a column.
  private static func line(_ title: String, _ summary: ColumnSummary) -> String {
    func number(_ count: Int) -> JSONValue { .number(JSONNumber(text: String(count))) }
    let kinds = summary.kinds.sorted { ($1.value, "\($0.key)") < ($0.value, "\($1.key)") }
    let distinct = min(summary.distinctCount, summary.count)
    var members: [JSONObject.Member] = [
      .init(key: "column", value: .string(title)),
      .init(key: "type", value: .string(kinds.map { "\($0.key)" }.joined(separator: ", "))),
      .init(key: "values", value: number(summary.count)),
      .init(key: "missing", value: number(summary.missingCount)),
      .init(
        key: "distinct",
        value: summary.isDistinctCountExact ? number(distinct) : .string("≈ \(distinct.grouped)")),
    ]
    func add(_ key: String, _ text: String?) {
      if let text { members.append(.init(key: key, value: .string(text))) }
    }
    add("min", summary.minimum)
    add("max", summary.maximum)
    add("mean", summary.mean.map { SummaryText.text(of: $0, in: summary) })
    add("histogram", summary.histogram()?.sparkline)
    return JSONValue.object(JSONObject(members)).description + "\n"
  }

  /// Shows the values of the column of a row, of the other page.
  private func showValues(of row: Row) {
    guard let name = row.json.member("column")?.string,
      let column = described.first(where: { $0.column.title == name }), let origin
    else { return }
    push { try FrequencyPage(of: [column], in: origin) }
  }
}
