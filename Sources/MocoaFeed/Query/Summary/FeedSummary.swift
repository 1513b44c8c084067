/// Sums up a member over the rows of a feed, in the background; the newest request wins.
@MainActor
public final class FeedSummary {
  /// What is known so far.
  public private(set) var summary = ColumnSummary()

  /// How far it has come.
  public var status: QueryStatus { scan.status }

  /// Is called on the main actor after each change.
  public var onChange: (() -> Void)?

  private let scan = BackgroundScan<ColumnSummary?>(empty: nil)

  /// Makes a summary of nothing.
  public init() {
    scan.onDelivery = { [weak self] summary, _ in
      guard let self else { return }
      self.summary = summary ?? self.summary
      onChange?()
    }
  }

  /// Sums up a member.
  ///
  /// - Parameters:
  ///   - path: The member.
  ///   - model: The rows.
  ///   - filters: What rows must match to count.
  public func run(_ path: MemberPath, over model: FeedListModel, filters: [RowFilter] = []) {
    summary = ColumnSummary()
    let pass = RowScan(over: model, condition: RowQuery(filters: filters).condition)
    let rows = 0..<model.numberOfRows
    scan.start(of: rows.count) { mailbox in
      var accumulator = SummaryAccumulator()
      var shown = ContinuousClock.now
      defer { _ = mailbox.post { $0 = accumulator.makeSummary() } }
      return try pass.run(rows, empty: MemberValues(), isCancelled: { mailbox.isCancelled }) {
        _, row, values in
        values.append(path.range(in: row).map { row[rebased: $0] })
      } step: { rows, values in
        values.forEach { accumulator.add($0) }
        // A summary in between costs more than a step, so there are few of them.
        let isDue = shown.duration(to: .now) > .milliseconds(100)
        if isDue { shown = .now }
        let summary = isDue ? accumulator.makeSummary() : nil
        return mailbox.post(scanned: rows.upperBound) { $0 = summary ?? $0 }
      }
    }
  }

  /// Stops; what is known so far stays.
  public func cancel() { scan.cancel() }

  /// Blocks until all rows have been looked at.
  public func wait() { scan.wait() }
}
