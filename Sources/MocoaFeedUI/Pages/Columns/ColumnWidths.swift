import MocoaFeed
import MocoaTUI

/// Widening of columns for their titles, and for rows after the sample.
extension [FeedColumn] {
  /// The number of last rows that are measured, and of rows between them and the first ones.
  private static var measuredCount: Int { 8 }

  /// Returns the columns in their order, wider where some of the rows of a feed need it, such as
  /// growing numbers; objects and arrays are JSON if they are whole.
  ///
  /// - Complexity: O(columns, and bytes of some rows).
  package func widened(
    for model: FeedListModel, in rows: Range<Int>, isWhole: Bool = false
  ) -> [FeedColumn] {
    guard !rows.isEmpty else { return self }
    let last = Swift.max(rows.lowerBound, rows.upperBound - Self.measuredCount)
    let step = Swift.max(1, (last - rows.lowerBound) / Self.measuredCount)
    let numbers =
      Array<Int>(stride(from: rows.lowerBound, to: last, by: step))
      + Array<Int>(last..<rows.upperBound)
    let rows = model.measuredRows(numbers)
    return widened(for: rows, ofTable: model.isTable, isWhole: isWhole)
  }

  /// Returns the columns in their order, wider where rows need it; null is an empty field of a
  /// table.
  ///
  /// - Complexity: O(columns, and bytes of the rows).
  func widened(
    for rows: [JSONBytes], ofTable isTable: Bool, isWhole: Bool = false
  ) -> [FeedColumn] {
    var choices = self
    var reader = MemberReader(map(\.memberPath))
    for row in rows {
      for (index, value) in reader.values(in: row).enumerated() {
        if let template = choices[index].template {
          choices[index].makeRoom(for: template.text(for: row))
        } else if let value = value?.shown(ofTable: isTable),
          value.count < JSONDisplayText.byteLimit
        {
          choices[index].makeRoom(for: JSONDisplayText(value, of: nil, isWhole: isWhole).text)
        }
      }
    }
    return choices
  }
}

extension TableColumn {
  /// The width that the title takes, of a long one that of a part.
  var titleWidth: Int { TextWidth.columns(of: title, upTo: 24) }
}

extension FeedColumn {
  /// The widest text, and the widest number or time, for which a column grows: others keep the
  /// width of the first rows.
  private static let (widestText, widestQuantity) = (24, 40)

  /// Makes room for the text of a cell; a column of texts may be narrower, one of numbers and times
  /// not.
  mutating func makeRoom(for text: String) {
    let columns = TextWidth.columns(of: text, upTo: Self.widestQuantity + 1)
    if case .fixed = column.width {
      if columns <= Self.widestText { contentWidth = max(contentWidth, columns) }
    } else if Self.isQuantity(
      text, widerThan: column.width.minimum(for: contentWidth), in: column)
    {
      widen(to: columns)
    } else if columns <= Self.widestText {
      contentWidth = max(contentWidth, columns)
    }
  }

  /// Returns whether a text is a number or a time that needs more columns than there are.
  static func isQuantity(_ text: String, widerThan columns: Int, in column: TableColumn) -> Bool {
    // No character takes more columns than bytes.
    guard text.utf8.count > columns else { return false }
    let needed = TextWidth.columns(of: text, upTo: widestQuantity + 1)
    return needed > columns && needed <= widestQuantity
      && JSONDisplayText.isQuantity(text, inColumnOfNumbers: column.alignment == .trailing)
  }

  /// Widens the column so that it is never narrower.
  mutating func widen(to columns: Int) {
    contentWidth = max(contentWidth, columns)
    column.width = column.width.mapped { max($0, columns) }
  }
}
