/// The headers of the sections of a list whose rows are written in their order.
///
/// A header is written before the first row of its section. Of sections without rows, only those
/// that cannot get some have one.
struct SectionHeaders: Sendable {
  /// The section of the next row.
  private var section = 0

  /// A Boolean value that indicates whether the header of the section was written.
  private var isWritten = false

  /// A header, and the position among the rows before which it is written.
  struct Entry {
    let position: Int
    let header: Row
  }

  /// Returns the headers between rows.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the rows that are written, ascending.
  ///   - end: The number after the last row that was scanned; the maximum if no section gets more
  ///     rows.
  ///   - model: The feed.
  ///   - areEmptyIncluded: A Boolean value that indicates whether sections without such rows have
  ///     headers.
  /// - Returns: The headers, by ascending positions.
  mutating func entries(
    between numbers: [Int], upTo end: Int, of model: FeedListModel, areEmptyIncluded: Bool
  ) -> [Entry] {
    var entries: [Entry] = []
    var position = 0
    while section < model.numberOfSections {
      let current = model.feedSection(at: section)
      let start = position
      while position < numbers.count, numbers[position] < current.rows.upperBound { position += 1 }
      // A section at the current end may get more rows.
      let isOver = current.rows.upperBound < end
      if !isWritten, position > start || isOver && areEmptyIncluded {
        isWritten = true
        if let header = current.supplementaryRow(of: .header) {
          entries.append(Entry(position: start, header: header))
        }
      }
      guard isOver else { break }
      section += 1
      isWritten = false
    }
    return entries
  }
}
