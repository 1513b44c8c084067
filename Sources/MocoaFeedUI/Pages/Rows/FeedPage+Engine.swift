import MocoaFeed
import MocoaTUI

/// Rows that an engine reads.
extension FeedPage {
  /// The keys for queries of an engine.
  static let engineBindings: [KeyBinding<FeedPage>] = [
    .init("query", [";"], help: "Ask a query in SQL", when: { $0.onQuery != nil }) {
      $0.askForQuery()
    },
    .init("sql", [], help: "Show the SQL of the last requests", when: { $0.feed.statements != nil })
    {
      $0.stack?.push(PagerPage(name: "sql", lines: ($0.feed.statements ?? []).map { Line($0) }))
    },
  ]

  /// Prompts for a query in SQL.
  private func askForQuery() {
    ask(
      PromptRequest(
        label: "sql:", history: .sql,
        complete: { [weak self] in self?.completions(ofQuery: $0) ?? (0..<0, []) },
        onSubmit: { [weak self] text in
          guard let self, !text.allSatisfy(\.isWhitespace) else { return true }
          do {
            try onQuery?(text)
            closePrompt()
            return true
          } catch {
            prompt?.show("\(error)", style: .error)
            return false
          }
        }))
    let isEngine = feed.statements != nil
    prompt?.show(
      filters.isEmpty
        ? "select … from data; Tab completes members"
        : isEngine
          ? "select … from data, without the filters"
          : "select … from shown; data has all rows, without the filters")
  }

  /// Returns the members that begin with the last word of a query.
  private func completions(ofQuery text: String) -> (Range<Int>, [String]) {
    func isPart(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "_"
    }
    let word = text.reversed().prefix(while: isPart).reversed()
    let paths = catalog.memberNames.map { MemberPath($0).keys }.filter {
      $0.first.map { $0.starts(with: word) && $0 != String(word) } ?? false
    }
    let candidates = paths.map { keys in
      keys.map { key in
        key.allSatisfy(isPart) ? key : "\"\(key.replacing("\"", with: "\"\""))\""
      }.joined(separator: ".")
    }
    return (text.count - word.count..<text.count, candidates)
  }
}
