import MocoaFeed

/// A query as the user typed it.
enum QueryText {
  /// Checks that a query is one statement whose quotes and comments are closed.
  ///
  /// - Parameters:
  ///   - sql: The query.
  ///   - escape: What stands before quotes in texts of the dialect, besides other quotes.
  /// - Returns: The query without a `;` at its end.
  /// - Throws: A reason.
  static func checked(_ sql: String, escape: UnicodeScalar? = nil) throws(FeedError.Reason)
    -> String
  {
    var rest = Substring(sql).unicodeScalars
    var isBehindStart = false
    while let first = rest.first {
      rest.removeFirst()
      switch first {
      case "'", "\"", "`":
        var last: UnicodeScalar?
        repeat {
          last = rest.popFirst()
          if last == escape, escape != nil { _ = rest.popFirst() }
        } while last != first && last != nil
        guard last != nil else {
          throw .unreadable("the query has a quote \(first) that is not closed")
        }
      case "-" where rest.first == "-": rest = rest.drop { $0 != "\n" && $0 != "\r" }
      case "/" where rest.first == "*":
        guard let end = rest.firstRange(of: "*/".unicodeScalars) else {
          throw .unreadable("the query has a comment that is not closed")
        }
        rest = rest[end.upperBound...]
      case ";":
        guard rest.allSatisfy(\.properties.isWhitespace) else {
          throw .unreadable("the query must be one statement, and have a ; only at its end")
        }
        return String(sql[..<rest.startIndex].dropLast())
      case "$" where rest.first == "$" || rest.first?.properties.isAlphabetic == true:
        throw .unreadable("dollar quotes ($$) are not supported; put the text in single quotes")
      default:
        if !isBehindStart, first.properties.isAlphabetic {
          let letters = rest.prefix(while: \.properties.isAlphabetic)
          let word = (String(first) + String(letters)).lowercased()
          guard !changes.contains(word) else {
            throw .unreadable("the query must be a select, not \(word): nothing is ever written")
          }
        }
        isBehindStart = isBehindStart || !first.properties.isWhitespace
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
