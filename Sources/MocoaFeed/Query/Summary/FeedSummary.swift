/// Computes the column summary of a member in the background; a new request replaces the last.
@MainActor
package final class FeedSummary {
  /// The summary so far.
  package private(set) var summary = ColumnSummary()

  /// The status of the request.
  package var status: QueryStatus { scan.status }

  /// Called on the main actor after each change.
  package var onChange: (() -> Void)?

  private let scan = BackgroundScan<ColumnSummary?>(empty: nil)

  /// Creates an instance without a request.
  package init() {
    scan.onDelivery = { [weak self] summary, _ in
      guard let self else { return }
      self.summary = summary ?? self.summary
      onChange?()
    }
  }

  /// Summarizes a member.
  ///
  /// - Parameters:
  ///   - path: The member.
  ///   - model: The rows.
  ///   - filters: The filters that rows must match.
  package func run(_ path: MemberPath, over model: FeedListModel, filters: [RowFilter] = []) {
    summary = ColumnSummary()
    let condition = RowQuery(filters: filters).condition
    let pass = RowScan(over: model, condition: condition, takesBroken: true, members: [path])
    let rows = 0..<model.numberOfRows
    scan.start(of: rows.count) { mailbox in
      var accumulator = SummaryAccumulator(of: path)
      var shown = ContinuousClock.now
      defer { _ = mailbox.post { $0 = accumulator.makeSummary() } }
      let isDone = try model.forEachGroup(
        of: [path], where: condition, isCancelled: { mailbox.isCancelled }
      ) { count, row in
        accumulator.add(path.range(in: row).map { row[rebased: $0] }, rows: count)
      }
      if isDone { return mailbox.post(scanned: rows.upperBound) }
      return try pass.run(
        rows, empty: SummaryBlock(of: path), isCancelled: { mailbox.isCancelled }
      ) { number, row, block in
        block.add(row, number: number)
      } step: { rows, block in
        block.values.forEach { accumulator.add($0) }
        accumulator.add(broken: block.reader.broken, from: rows.lowerBound)
        // An intermediate summary costs more than a step, so they are delivered rarely.
        let isDue = shown.duration(to: .now) > .milliseconds(100)
        if isDue { shown = .now }
        let summary = isDue ? accumulator.makeSummary() : nil
        return mailbox.post(scanned: rows.upperBound) { $0 = summary ?? $0 }
      }
    }
  }

  /// Cancels the request; the summary so far remains.
  package func cancel() { scan.cancel() }

  /// Blocks until all rows have been scanned.
  package func wait() { scan.wait() }
}

/// The values of a member in the rows of a block that count.
private struct SummaryBlock: Sendable {
  private(set) var reader = MemberReader()
  private(set) var values = MemberValues()
  private let slots: [Int]

  init(of path: MemberPath) { slots = reader.slots(of: path) }

  mutating func add(_ row: UnsafeRawBufferPointer, number: Int) {
    guard reader.read(row, number: number) else { return }
    values.append(reader.value(in: slots, of: row))
  }
}
