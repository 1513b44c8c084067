/// The texts of rows in lower case, which a filter compares.
///
/// Rows are drawn for them, in slices of a few milliseconds, so that keys do not wait.
@MainActor
final class RowTexts<Row> {
  private(set) var rows: [Row]
  private(set) var texts: [String] = []

  init(_ rows: [Row]) { self.rows = rows }

  /// The number of rows whose texts are missing.
  var restCount: Int { rows.count - texts.count }

  /// Draws texts for a time; nil means all of them.
  ///
  /// - Returns: `true` if there are the texts of all rows.
  func draw(for time: Duration?, text: (Row) -> String) -> Bool {
    let end = time.map { ContinuousClock.now + $0 }
    while restCount > 0 {
      texts.append(text(rows[texts.count]).lowercased())
      if let end, texts.count % 16 == 0, ContinuousClock.now >= end { break }
    }
    return restCount == 0
  }

  func append(contentsOf new: some Collection<Row>) { rows.append(contentsOf: new) }

  func replace(at index: Int, with row: Row, text: (Row) -> String) {
    rows[index] = row
    if index < texts.count { texts[index] = text(row).lowercased() }
  }

  /// Returns the numbers of the rows, from one on, whose texts contain one.
  func numbers(containing text: String, from start: Int = 0) -> [Int] {
    Self.numbers(in: texts[start...], containing: text)
  }

  /// Returns the numbers of the rows whose texts contain one; they are compared off the main actor.
  func numbersInBackground(containing text: String) async -> [Int] {
    await Self.numbersInBackground(in: texts[...], containing: text)
  }

  private nonisolated static func numbers(
    in texts: ArraySlice<String>, containing text: String
  ) -> [Int] {
    let wanted = text.lowercased()
    return texts.indices.filter { texts[$0].contains(wanted) }
  }

  @concurrent private nonisolated static func numbersInBackground(
    in texts: ArraySlice<String>, containing text: String
  ) async -> [Int] { numbers(in: texts, containing: text) }
}
