import MocoaCore
import MocoaFeed
import MocoaTUI

/// The times or numbers of a column as ascending ranges with counts, shares and bars.
///
/// Enter filters the origin page by the range of the current row, or by those of the marked rows.
@MainActor
final class HistogramPage: ComputedPage {
  private let path: MemberPath
  private let summary = FeedSummary()

  /// The number of steps by which ranges are longer than those that fit the values.
  private var coarsening = 0

  /// The length of the ranges of all rows that are displayed; nil before.
  private var shownStep: String?

  /// The start of the range on which the user put the cursor, and where the cursor is for that.
  private var chosen: (start: String, path: ListIndexPath?)?

  /// A Boolean value that indicates whether the cursor moves there when other ranges are displayed.
  private var movesCursor = false

  /// Returns the maximum number of ranges: 20 to 100, with five values each in the mean.
  ///
  /// 100 ranges are two screens, and enough for the quarters of an hour in a day.
  private static func rangeLimit(of summary: ColumnSummary) -> Int {
    min(100, max(20, summary.count / 5))
  }

  /// Creates a page, and begins counting.
  ///
  /// - Throws: A `FeedError` if the counts cannot be opened as a feed.
  init(of path: MemberPath, in page: any FeedContext) throws {
    self.path = path
    func column(_ name: String, _ style: StyleName, isNumber: Bool = true) -> FeedColumn {
      FeedColumn(
        TableColumn(
          id: "/\(name)", title: name == "from" ? path.title : name,
          alignment: .standard(ofNumbers: isNumber), style: style))
    }
    let drawn = [
      FeedColumn(
        // As wide as `100.0 %`, because the shares change with the length of the ranges.
        TableColumn(
          id: "share", title: "share", width: .fixed(7), alignment: .standard(ofNumbers: true),
          style: .number),
        template: try? RowTemplate(parsing: "{share|percent(1)}")),
      FeedColumn(
        TableColumn(id: "bar", title: "", width: .fixed(20), style: .secondary),
        template: try? RowTemplate(parsing: "{bar|bar:20}")),
    ]
    try super.init(
      name: path.text,
      columns: [column("from", .title), column("to", .secondary), column("count", .number)] + drawn,
      identityKey: "/from", of: page)
    status.hint = Self.hint
    observeSelection(owner: self) { page, _, _ in page.drillDown() }.store(in: &subscriptions)
    summary.onChange = { [weak self] in self?.summaryDidChange() }
    onShownRowsChange = { [weak self] in self?.shownRowsDidChange($0) }
    start()
  }

  private static let hint = "Enter keeps the rows of the range  Space marks  < > length  Esc back"

  isolated deinit { summary.cancel() }

  override var title: String { "ranges of \(feed.name)" }

  override func start() {
    super.start()
    guard let input else { return }
    statusBar.pendingRows = "counting"
    summary.run(path, over: input.model, filters: input.filters)
  }

  override var leftOutRows: RowTally { summary.result.brokenRows }

  override var resultFaults: [String] {
    let isComplete = !summary.status.isRunning && summary.status.error == nil
    return summary.result.faults + (isComplete ? [] : [text(of: nil)])
  }

  static let rangeKeyMap = KeyMap(
    for: HistogramPage.self, title: "Ranges",
    [
      .init("shorten-ranges", ["<"], help: "Shorter ranges") { $0.lengthen(by: -1) },
      .init("lengthen-ranges", [">"], help: "Longer ranges") { $0.lengthen(by: 1) },
    ])

  override var keyMap: KeyMap { Self.rangeKeyMap.appending(super.keyMap) }

  private func lengthen(by steps: Int) {
    func histogram(_ coarsening: Int) -> ColumnHistogram? {
      let summary = summary.result
      return summary.histogram(atMost: Self.rangeLimit(of: summary), coarsening: coarsening)
    }
    guard histogram(coarsening)?.step != histogram(coarsening + steps)?.step else {
      return showMessage("there are no \(steps < 0 ? "shorter" : "longer") ranges")
    }
    coarsening += steps
    summaryDidChange()
  }

  private func summaryDidChange() {
    let reading = self.summary.status
    let summary = summary.result
    let histogram = summary.histogram(
      atMost: Self.rangeLimit(of: summary), coarsening: coarsening)
    // Ranges of some rows do not take the place of those of all.
    if !reading.isRunning || shownStep == nil {
      if let shownStep, histogram?.step != shownStep { leaveRanges() }
      showRows(histogram.map(Self.rows) ?? [])
      if !reading.isRunning { shownStep = histogram?.step }
    }
    let isEmpty =
      histogram == nil && !reading.isRunning && reading.error == nil && omissions.isEmpty
    // The reason is in place of the rows.
    statusBar.emptyAdvice = isEmpty ? text(of: nil) : ""
    statusBar.pendingRows =
      isEmpty ? nil : ([text(of: histogram)] + omissions).joined(separator: "; ")
    status.hint = isEmpty ? "Esc back" : Self.hint
  }

  /// Clears the marks, as other ranges have other rows, and remembers where the cursor is.
  private func leaveRanges() {
    let count = targets.count
    if count > 0 {
      targets.willUnmarkAll()
      list.deselectAllItems()
      targets.didLose(marks: count)
      status.report("\(count.counted("mark")) cleared, as the ranges are others")
    }
    if movesCursor { return }
    movesCursor = true
    if let chosen, chosen.path == cursor { return }
    chosen = nil
    // The first range stays the current one.
    guard let path = cursor, path.item > 0, let current = row(at: path),
      let start = Self.bound("from", of: current)
    else { return }
    chosen = (start: start, path: Optional(path))
  }

  /// Moves the cursor to the range that contains the start of the one on which it was.
  private func shownRowsDidChange(_ shown: ShownRows) {
    guard movesCursor, shown.isComplete, !feed.status.isRefreshing else { return }
    movesCursor = false
    guard let start = chosen?.start else { return }
    let ranges = feed.listModel
    let found = (0..<ranges.numberOfRows).last { number in
      guard let bound = Self.bound("from", of: ranges.row(number)) else { return false }
      if let first = Double(bound), let second = Double(start) { return first <= second }
      return bound <= start
    }
    guard let place = found else { return }
    updater.tracker.lostCursor = nil
    updater.showRow(place)
    chosen = (start: start, path: cursor)
  }

  /// Returns a bound of the range of a row, as it is typed in a filter.
  private static func bound(_ name: String, of row: Row) -> String? {
    row.json.member(name).map { value in
      value.string?.split(separator: " ").joined(separator: "T") ?? value.text
    }
  }

  /// Returns what has been counted so far.
  private func text(of histogram: ColumnHistogram?) -> String {
    let (status, summary) = (summary.status, summary.result)
    if let error = status.error { return "\(error.reason)" }
    if status.isRunning { return "counting, \(summary.rowCount.counted("row")) so far" }
    guard let histogram else { return "no row has a time or a number here" }
    let count = histogram.bins.map(\.count).reduce(0, +)
    let what = histogram.areTimes ? "times" : "numbers"
    let apart = histogram.numbersOfOtherUnits
    let others = summary.rowCount - count - apart
    let zone = histogram.areTimes ? ", \(ZoneOffsets.titleOfTimesWithoutZone)" : ""
    return "\(count.grouped) \(what) by \(histogram.step)\(zone)"
      + (apart > 0 ? ", \(apart.grouped) in other units" : "")
      + (others > 0 ? ", \(others.counted("row")) without" : "")
  }

  /// Returns a line per range.
  private static func rows(_ histogram: ColumnHistogram) -> [UInt8] {
    let counts = histogram.bins.map(\.count)
    let total = Double(counts.reduce(0, +))
    let highest = Double(counts.max() ?? 1)
    return histogram.bins.flatMap { bin in
      func bound(_ text: String) -> String {
        guard histogram.areTimes || Double(text) == nil else { return text }
        return "\"\(text.split(separator: "T").joined(separator: " "))\""
      }
      let count = Double(bin.count)
      return Array(
        """
        {"from":\(bound(bin.lowerBound)),"to":\(bound(bin.upperBound)),"count":\(bin.count),\
        "share":\(count / total),"bar":\(count / highest)}

        """.utf8)
    }
  }

  private func drillDown() {
    filterOrigin(
      by: targetRows.compactMap { row in
        guard let lower = Self.bound("from", of: row), let upper = Self.bound("to", of: row) else {
          return nil
        }
        return "\(path.filterText) >= \(lower) && \(path.filterText) < \(upper)"
      })
  }
}
