/// Computes the column summary of a member in the background; a new request replaces the last.
package typealias FeedSummary = BackgroundResult<ColumnSummary>

extension BackgroundResult<ColumnSummary> {
  /// Creates an instance without a request.
  package convenience init() { self.init(ColumnSummary()) }

  /// Summarizes a member of the rows that match filters.
  package func run(_ path: MemberPath, over model: FeedListModel, filters: [RowFilter] = []) {
    let condition = RowQuery(filters: filters).condition
    let pass = RowScan(over: model, condition: condition, takesBroken: true, members: [path])
    let rows = 0..<model.numberOfRows
    start(of: rows.count, ColumnSummary()) { report in
      var accumulator = SummaryAccumulator(of: path)
      defer { report.end(accumulator.makeSummary()) }
      let isDone = try model.forEachGroup(
        of: [path], where: condition, isCancelled: report.isCancelled
      ) { count, row in
        accumulator.add(path.range(in: row).map { row[rebased: $0] }, rows: count)
      }
      if isDone { return report(scanned: rows.upperBound) { nil } }
      accumulator = SummaryAccumulator(of: path)
      return try pass.run(
        rows, empty: SummaryBlock(of: path), isCancelled: report.isCancelled
      ) { number, row, block in
        block.add(row, number: number)
      } step: { rows, block in
        block.values.forEach { accumulator.add($0) }
        accumulator.add(broken: block.reader.broken, from: rows.lowerBound)
        return report(scanned: rows.upperBound) { accumulator.makeSummary() }
      }
    }
  }
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
