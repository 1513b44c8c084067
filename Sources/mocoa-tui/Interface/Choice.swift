import MocoaFeedUI

/// The rows that somebody has chosen, as they are written to standard output.
struct Choice {
  /// What is written of each row.
  enum Format: Hashable {
    /// The row as compact JSON.
    case json
    /// A text with the values of members.
    case template(RowTemplate)
  }

  /// What is written of each row.
  let format: Format

  /// What ends it.
  let terminator: String

  /// What is written for rows, in their order.
  ///
  /// Nothing is written for a row that is no JSON, unless rows are wanted as they are.
  ///
  /// - Throws: A `FeedError` where a value holds the byte that ends each.
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
          source: "--print0", reason: .unreadable("a value holds a zero byte and would be two"))
      }
    }
    return bytes
  }
}

extension FeedPage {
  /// The rows that an action is for, in the order of the feed, however they are sorted here.
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
