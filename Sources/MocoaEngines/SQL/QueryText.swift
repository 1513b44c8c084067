import MocoaFeed

/// A query as the user typed it.
enum QueryText {
  /// Checks that a query is one statement whose quotes and comments are closed.
  ///
  /// - Returns: The query without a `;` at its end.
  /// - Throws: A reason.
  static func checked(_ sql: String) throws(FeedError.Reason) -> String {
    var rest = Substring(sql)
    var isBehindStart = false
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
      default:
        if !isBehindStart, first.isLetter {
          let word = (String(first) + rest.prefix(while: \.isLetter)).lowercased()
          guard !changes.contains(word) else {
            throw .unreadable("the query must be a select, not \(word): nothing is ever written")
          }
        }
        isBehindStart = isBehindStart || !first.isWhitespace
      }
    }
    return sql
  }

  /// The first words of statements that are no queries.
  private static let changes: Set = [
    "alter", "analyze", "attach", "begin", "call", "checkpoint", "commit", "copy", "create",
    "delete", "detach", "drop", "export", "grant", "import", "insert", "install", "load", "lock",
    "merge", "pragma", "reindex", "replace", "revoke", "rollback", "savepoint", "set", "start",
    "truncate", "update", "use", "vacuum",
  ]
}
