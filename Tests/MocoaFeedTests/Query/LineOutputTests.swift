import Testing

@testable import MocoaFeed

/// Rows that are written as lines, with their errors in place of those that are not JSON.
@Suite struct LineOutputTests {
  /// Lines of the bytes of rows.
  private struct Lines: RowFormatting {
    var header: [UInt8] { Array("head\n".utf8) }
    var paths: [MemberPath]? { nil }

    mutating func append(
      _ row: UnsafeRawBufferPointer, number: Int, to rows: inout FormattedRows
    ) {
      guard CheckedScanner.isValid(row) else { return rows.addProblem(number) }
      rows.bytes += Array(row) + [0x0A]
      if row.contains(UInt8(ascii: "9")) { rows.replacedCount += 1 }
      rows.endRow(number, isRepaired: false)
    }

    mutating func append(_ problem: FeedError, to rows: inout FormattedRows) {
      rows.bytes += Array("! \(problem.line ?? 0)\n".utf8)
    }

    mutating func append(header: Row, to rows: inout FormattedRows) {
      rows.bytes += Array("# \(header)\n".utf8)
    }

    mutating func append(header title: String, to rows: inout FormattedRows) {
      rows.bytes += Array("# \(title)\n".utf8)
    }
  }

  /// Calls a closure with an output to a text, and returns the text.
  private func text(
    limit: Int? = nil, _ body: (inout RowOutput) throws -> Void
  ) rethrows -> (text: String, output: RowOutput) {
    var bytes: [UInt8] = []
    var output = RowOutput(lines: Lines(), hasSections: true, limit: limit) { bytes += $0 }
    try body(&output)
    try? output.end()
    return (String(decoding: bytes, as: UTF8.self), output)
  }

  @Test func errorsAreWrittenInPlaceOfRows() throws {
    let model = Indexed("1\n{\n2\n[\n]\n").model
    let (text, output) = try text { try $0.write(model, isLast: true) }
    #expect(text == "head\n1\n! 2\n2\n! 4\n! 5\n")
    #expect(output.rowCount == 5 && output.brokenRows.count == 3 && output.brokenRows.first == 1)
  }

  @Test func headersAreWrittenAboveErrors() throws {
    let model = Indexed(#"{"sections":[{"header":"a","items":[{x},1]},{"header":"b","items":[]}]}"#)
      .model
    let (text, _) = try text { try $0.write(model, isLast: true) }
    #expect(text == "head\n# \"a\"\n! 1\n1\n# \"b\"\n")
  }

  @Test func aLimitCountsErrorsAndCutsBlocks() throws {
    let rows = (0..<9_000).map { $0 % 3_000 == 1 ? "{" : "\(1_000_000 + $0)" }
    var model = Indexed(rows.joined(separator: "\n")).model
    model.rowsPerBlock = 1_000
    let filter = try RowFilter(parsing: ". < 1000002 or . >= 1005999")
    let (text, output) = try text(limit: 5) { try $0.write(model, filters: [filter]) }
    #expect(text == "head\n1000000\n! 2\n! 3002\n1005999\n1006000\n")
    // Those that were formatted behind the last row do not count.
    #expect(output.brokenRows.count == 2 && output.replacedCount == 1 && output.isFull)
  }

  @Test func noHeaderFollowsTheLastRowOfALimit() throws {
    let sections = #"{"header":"a","items":[1,2]},{"header":"b","items":[]},{"items":[3]}"#
    let model = Indexed(#"{"sections":[\#(sections)]}"#).model
    for limit in 1...2 {
      let (text, _) = try text(limit: limit) { try $0.write(model, isLast: true) }
      #expect(text == "head\n# \"a\"\n1\n" + (limit == 2 ? "2\n" : ""))
    }
  }

  @Test func rowsInAnyOrderHaveTheirErrors() throws {
    let model = Indexed("1\n{\n2\n[\n9\n").model
    let (text, output) = try text {
      $0.write(header: "group")
      try $0.write(RowNumbers([4, 3, 0, 1, 2]), of: model)
    }
    #expect(text == "head\n# group\n9\n! 4\n1\n! 2\n2\n")
    #expect(output.rowCount == 5 && output.brokenRows.count == 2 && output.replacedCount == 1)
  }
}
