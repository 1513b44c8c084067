/// Rows as they are in their source, one after the other: the records of a log, with all their
/// lines.
package struct SourceLines: RowFormatting {
  private let model: FeedListModel

  package var header: [UInt8] { [] }

  package var paths: [MemberPath]? { nil }

  package var needsNumbers: Bool { true }

  /// Creates the lines of the rows of a log; nil for rows of another format, and if members were
  /// added to them.
  package init?(of model: FeedListModel) {
    let codings = model.parts.map(\.store.coding)
    guard !codings.isEmpty, codings.allSatisfy(\.isLog) else { return nil }
    self.model = model
  }

  package mutating func append(
    _ row: UnsafeRawBufferPointer, number: Int, to rows: inout FormattedRows
  ) {
    guard let lines = try? model.sourceBytes(ofRow: number) else { return rows.leaveOut(number) }
    rows.bytes.append(contentsOf: lines)
    // The last one may have no line end.
    if lines.last != 0x0A { rows.bytes.append(0x0A) }
    rows.endRow(number, isRepaired: false)
  }
}

extension FeedListModel {
  /// Returns the bytes of a row in its source, with the line end that divides it from the next.
  ///
  /// Any thread may call it.
  ///
  /// - Complexity: O(n) for n bytes of the row.
  /// - Throws: A `FeedError` if the source cannot be read any more.
  fileprivate func sourceBytes(ofRow number: Int) throws -> [UInt8] {
    let part = part { $0.rows.upperBound > number }
    let store = part.store
    let range = try store.reader.range(ofRow: number - part.rows.lowerBound)
    return try store.source.bytes(in: range.lowerBound..<range.upperBound + 1)
  }
}
