import Testing

@testable import MocoaFeed

/// The batches of the sources of scans.
@Suite struct RowSourceTests {
  @Test func numberedRowsAreDividedIntoBatches() {
    let source = NumberedRows(rows: 3..<10, size: 3)
    #expect(source.batchCount == 3)
    #expect((0..<3).map { source.batch($0) } == [3..<6, 6..<9, 9..<10])
    #expect(NumberedRows(rows: 3..<3, size: 1).batchCount == 0)
  }

  @Test func chosenRowsAreCountedByTheirPositions() throws {
    let model = Indexed("[10,11,12,13,14,15,16,17]").model
    var worker = ScanWorker(
      over: model, condition: .constant(true), takesBroken: false, narrowing: .none,
      isCancelled: { false })
    let source = ChosenRows(rows: [1, 4, 6, 7], size: 3)
    #expect(source.batchCount == 2)
    var found: [String] = []
    for batch in (0..<2).compactMap({ source.batch($0) }) {
      _ = try source.scan(batch, by: &worker) { position, row in
        found.append("\(position) \(String(decoding: row, as: UTF8.self))")
      }
    }
    #expect(found == ["0 11", "1 14", "2 16", "3 17"])
  }

  @Test func resultsOfBatchesAreTakenInAnyOrder() {
    let board = ScanBoard<Int>(batchCount: 3, window: 2)
    #expect(board.takeBatch() == 0 && board.takeBatch() == 1)
    // There is no room for the result of another one.
    #expect(board.takeBatch() == nil)
    board.finish(1, .success(11))
    #expect(board.takeResult(of: 0) == nil)
    if case .success(let value) = board.takeResult(of: 1) { #expect(value == 11) }
    #expect(board.takeBatch() == 2 && board.takeBatch() == nil)
    board.end(helpers: 1)
    #expect(board.isEnded && board.waitForBatch() == nil)
  }
}
