import Dispatch

/// Sums up a member over the rows of a feed, in the background; the newest request wins.
@MainActor
public final class FeedSummary {
  /// What is known so far.
  public private(set) var summary = ColumnSummary()

  /// How far it has come.
  public private(set) var status = QueryStatus()

  /// Is called on the main actor after each change.
  public var onChange: (() -> Void)?

  private let queue = DispatchQueue(label: "mocoa.summary", qos: .userInitiated)
  private var mailbox: QueryMailbox<Found>?

  private struct Found: Sendable {
    var summary: ColumnSummary?
    var scannedRowCount = 0
    var isFinished = false
    var error: FeedError?
  }

  /// Makes a summary of nothing.
  public init() {}

  deinit { mailbox?.cancel() }

  /// Sums up a member.
  ///
  /// - Parameters:
  ///   - path: The member.
  ///   - model: The rows.
  ///   - filters: What rows must match to count.
  public func run(_ path: MemberPath, over model: FeedListModel, filters: [RowFilter] = []) {
    mailbox?.cancel()
    summary = ColumnSummary()
    status = QueryStatus()
    status.rowCount = model.numberOfRows
    status.isRunning = true
    let mailbox = QueryMailbox(empty: Found()) { [weak self] in self?.receive(from: $0) }
    self.mailbox = mailbox
    let condition = RowQuery(filters: filters).condition
    queue.async { Self.scan(path, model, condition, mailbox) }
  }

  /// Stops; what is known so far stays.
  public func cancel() {
    mailbox?.cancel()
    mailbox = nil
    status.isRunning = false
  }

  /// Blocks until all rows have been looked at.
  public func wait() {
    guard let mailbox else { return }
    queue.sync {}
    receive(from: mailbox)
  }

  private func receive(from mailbox: QueryMailbox<Found>) {
    let found = mailbox.take()
    guard mailbox === self.mailbox else { return }
    summary = found.summary ?? summary
    status.scannedRowCount = max(status.scannedRowCount, found.scannedRowCount)
    status.error = found.error
    if found.isFinished {
      status.isRunning = false
      self.mailbox = nil
    }
    onChange?()
  }

  nonisolated private static func scan(
    _ path: MemberPath, _ model: FeedListModel, _ condition: Condition,
    _ mailbox: QueryMailbox<Found>
  ) {
    var accumulator = SummaryAccumulator()
    let scan = RowScan(over: model, condition: condition)
    var shown = ContinuousClock.now
    var error: FeedError?
    do {
      let isWanted = try scan.run(
        0..<model.numberOfRows, empty: MemberValues(), isCancelled: { mailbox.isCancelled }
      ) { _, row, values in
        values.append(path.range(in: row).map { row[rebased: $0] })
      } step: { rows, values in
        values.forEach { accumulator.add($0) }
        // A summary in between costs more than a step, so there are few of them.
        let isDue = shown.duration(to: .now) > .milliseconds(100)
        if isDue { shown = .now }
        let summary = isDue ? accumulator.makeSummary() : nil
        return mailbox.post(isUrgent: false) {
          $0.summary = summary ?? $0.summary
          $0.scannedRowCount = rows.upperBound
        }
      }
      guard isWanted else { return }
    } catch let failure {
      error = failure as? FeedError
    }
    _ = mailbox.post(isUrgent: true) {
      $0.summary = accumulator.makeSummary()
      $0.isFinished = true
      $0.error = error
    }
  }
}
