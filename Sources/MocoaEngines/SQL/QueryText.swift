import MocoaFeed

/// A query as the user typed it.
enum QueryText {
  /// Checks that a query is one statement whose quotes and comments are closed.
  ///
  /// - Returns: The query without a `;` at its end.
  /// - Throws: A reason.
  static func checked(_ sql: String) throws(FeedError.Reason) -> String {
    var rest = Substring(sql)
    while let first = rest.first {
      rest.removeFirst()
      switch first {
      case "'", "\"":
        guard let end = rest.firstIndex(of: first) else {
          throw .unreadable("the query has a quote \(first) that is not closed")
        }
        rest = rest[rest.index(after: end)...]
      case "-" where rest.first == "-": rest = rest.drop { !$0.isNewline }
      case "/" where rest.first == "*":
        guard let end = rest.firstRange(of: "*/") else {
          throw .unreadable("the query has a comment that is not closed")
        }
        rest = rest[end.upperBound...]
      case ";":
        guard rest.allSatisfy(\.isWhitespace) else {
          throw .unreadable("the query must be one statement, and have a ; only at its end")
        }
        return String(sql[..<rest.startIndex].dropLast())
      case "$" where rest.first == "$" || rest.first?.isLetter == true:
        throw .unreadable("the query has a quote $$; put the text in single quotes")
      default: break
      }
    }
    return sql
  }
}
