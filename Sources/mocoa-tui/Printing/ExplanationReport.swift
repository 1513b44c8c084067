import MocoaFeedUI

extension FeedExplanation {
  /// The explanation as lines of text, which end with a line feed.
  var report: String {
    let size = isWhole ? "\(byteCount.grouped) bytes" : "its first \(byteCount.grouped) bytes"
    var lines = ["\(TextWidth.sanitized(name)): \(chosen.format.rawValue) (\(size))"]
    lines += chosen.lines + contentNotes.map { "  note: \(TextWidth.sanitized($0))" }
    if let refusal {
      lines.append("  with --json and the like an error: \(TextWidth.sanitized("\(refusal)"))")
    }
    for reading in others {
      let format = reading.choice.format == nil ? " \(reading.format.rawValue)" : ""
      lines.append("\(reading.options):\(format)")
      lines += reading.lines
    }
    if let converter {
      lines.append(
        "jc --\(converter): knows this output: COMMAND | jc --\(converter) | mocoa-tui")
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension FeedExplanation.Reading {
  /// The largest width of a row in columns.
  private static let widestRow = 160

  /// What is concluded, the first rows and the notes.
  fileprivate var lines: [String] {
    var lines = evidence
    let rows = firstRows.map { TextWidth.truncated($0, to: Self.widestRow) }
    lines.append(rowCount.counted("row"))
    lines += rows.map { "  " + $0 }
    if rowCount > rows.count { lines.append("  …") }
    lines += notes.map { "note: \($0)" }
    if let error { lines.append("error: \(error)") }
    return lines.map { "  " + TextWidth.sanitized($0) }
  }
}
