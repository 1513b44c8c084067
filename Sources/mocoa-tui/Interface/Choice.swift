import MocoaFeedUI

/// The selected rows, as they are written to standard output.
struct Choice {
  /// The output format of a row.
  enum Format: Hashable {
    /// The row as compact JSON.
    case json
    /// A template.
    case template(RowTemplate)
  }

  /// The output format of each row.
  let format: Format

  /// The terminator of each row.
  let terminator: String

  /// Returns the output for rows, in their order.
  ///
  /// A row that is not JSON is skipped, unless rows are output unchanged.
  ///
  /// - Throws: A `FeedError` if a value contains the terminator.
  func bytes(for rows: [JSONBytes]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for row in rows {
      switch format {
      case .json: bytes += Array((row.description + terminator).utf8)
      case .template(let template):
        let start = bytes.count
        _ = RowFormat.template(template, terminator: terminator).append(row, to: &bytes)
        guard terminator == "\0", bytes[start...].dropLast().contains(0) else { continue }
        throw FeedError(
          source: "--print0", reason: .unreadable("a value contains a NUL byte and would be two"))
      }
    }
    return bytes
  }
}

extension FeedPage {
  /// The rows for an action, in the order of the feed, regardless of the sort order.
  var chosenRows: [JSONBytes] {
    targetRows.enumerated().sorted { left, right in
      guard let first = left.element.indexPath, let second = right.element.indexPath else {
        return left.offset < right.offset
      }
      return (first, left.offset) < (second, right.offset)
    }
    .map(\.element.json)
  }
}
