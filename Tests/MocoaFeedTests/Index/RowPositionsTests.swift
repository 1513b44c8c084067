import Testing

@testable import MocoaFeed

/// Positions of rows, of which every 64th is stored.
@Suite struct RowPositionsTests {
  /// Rows of ten bytes with a gap of one, in sections.
  private func positions(_ sections: [Int]) -> RowPositions {
    var positions = RowPositions()
    var writer = RowWriter()
    var offset = 0
    for count in sections {
      writer.beginSection()
      writer.beginRows(at: offset)
      for _ in 0..<count {
        writer.endRow(at: offset + 10, next: offset + 11)
        offset += 11
      }
      positions.add(writer)
      writer.removePending()
      offset += 5
    }
    return positions
  }

  @Test func rowsAreFoundBetweenAnchors() {
    let positions = positions([200])
    #expect(positions.rowCount == 200 && positions.rowEnd == 2_199)
    #expect(
      positions.block(containing: 70)
        == RowBlock(rows: 64..<128, bytes: 704..<1_407, shape: .elements, isExact: true))
    #expect(positions.block(containing: 199).rows == 192..<200)
    #expect(positions.block(containing: 199).bytes == 2_112..<2_199)
  }

  @Test func moreThanAGapPrecedesASection() {
    let positions = positions([2, 0, 3])
    let first = positions.block(containing: 1)
    #expect(first.rows == 0..<2 && !first.isExact && first.bytes.lowerBound == 0)
    #expect(positions.section(ofRow: 1) == 0 && positions.section(ofRow: 2) == 2)
    #expect(positions.rows(ofSection: 1, rowCount: 5, sectionCount: 3) == 2..<2)
    #expect(positions.rows(ofSection: 2, rowCount: 4, sectionCount: 3) == 2..<4)
    // The section did not exist at that moment.
    #expect(positions.rows(ofSection: 0, rowCount: 2, sectionCount: 1) == 0..<2)
  }

  @Test func releasedRowsHaveNoBytes() {
    var positions = positions([200])
    positions.release(rowsBefore: 130)
    #expect(positions.start == 1_408)
    #expect(positions.block(containing: 129).rows == 128..<192)
    #expect(positions.block(containing: 3).bytes == 0..<1)
  }
}
