import MocoaTUI

/// Prints a feed as the text of a table, as it is read, in constant memory.
@MainActor
struct PlainPrinter {
  /// How wide a line may be, in columns; nil for as wide as the rows need.
  let width: Int?

  private var columns = ColumnLayout.empty
  private var buffer = ""

  /// How many rows are looked at for the columns.
  private static let sampleSize = 100

  /// How much text is written at once, in bytes.
  private static let bufferSize = 1 << 16

  init(width: Int?) {
    self.width = width
  }

  /// Prints all rows.
  ///
  /// - Throws: `FeedError` where the feed cannot be read to its end; what was read is printed.
  mutating func print(_ feed: Feed) throws {
    feed.wait(forRows: Self.sampleSize, timeout: .seconds(3600))
    chooseColumns(feed.listModel)
    var next = 0
    repeat {
      feed.wait(forRows: next + 4_096, timeout: .milliseconds(500))
      next = printRows(of: feed.listModel, from: next)
      flush()
    } while feed.status.isLoading || next < feed.listModel.numberOfRows
    if case .failed(let error, _) = feed.status { throw error }
  }

  private mutating func chooseColumns(_ model: FeedListModel) {
    let count = min(Self.sampleSize, model.numberOfRows)
    let sample = (0..<count).map { model.row($0) }.filter { $0.problem == nil }
    let chooser = JSONColumnChooser(sample: sample.map(\.json))
    columns = ColumnLayout(
      columns: chooser.columns, contentWidths: chooser.contentWidths,
      paneColumns: width ?? chooser.contentWidths.reduce(0) { $0 + $1 + ColumnLayout.gap })
    guard !columns.entries.isEmpty else { return }
    write(line { $0.column.title })
  }

  private mutating func printRows(of model: FeedListModel, from start: Int) -> Int {
    var next = start
    for index in 0..<model.numberOfSections {
      let section = model.feedSection(at: index)
      guard section.rows.upperBound > next || section.rows.isEmpty else { continue }
      if section.rows.lowerBound == next, let header = section.supplementaryRow(of: .header) {
        write(clean(JSONDisplayText(header.json).text))
      }
      while next < section.rows.upperBound {
        write(text(of: model.row(next)))
        next += 1
      }
    }
    return next
  }

  private func text(of row: Row) -> String {
    if let problem = row.problem { return "! \(problem)" }
    guard row.json.kind == .object, !columns.entries.isEmpty else {
      return clip(clean(JSONDisplayText(row.json).text))
    }
    return line { entry in
      guard let pointer = JSONPointer(entry.column.id) else { return "" }
      return row.json[pointer].map { JSONDisplayText($0).text } ?? ""
    }
  }

  private func line(_ text: (ColumnLayout.Entry) -> String) -> String {
    var line = ""
    for entry in columns.entries {
      if let width, entry.left + entry.columns > width { break }
      if entry.left > 0 { line += String(repeating: " ", count: ColumnLayout.gap) }
      line += TextWidth.padded(
        clean(text(entry)), to: entry.columns,
        alignsTrailing: entry.column.alignment == .trailing)
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  private func clean(_ text: String) -> String { TextWidth.sanitized(text) }

  private func clip(_ text: String) -> String {
    width.map { TextWidth.truncated(text, to: $0) } ?? text
  }

  private mutating func write(_ line: String) {
    buffer += line
    buffer += "\n"
    if buffer.utf8.count >= Self.bufferSize { flush() }
  }

  private mutating func flush() {
    Output.standard.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
