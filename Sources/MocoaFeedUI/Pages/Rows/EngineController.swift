import MocoaFeed
import MocoaTUI

/// The feature of queries in SQL, and of the statements that an engine was sent.
@MainActor
package final class EngineController: PageFeature {
  package static let bindings: [KeyBinding<EngineController>] = [
    .init("query", [";"], help: "Ask a query in SQL", when: { $0.onQuery != nil }) {
      $0.askForQuery()
    },
    .init(
      "sql", [], help: "Show the SQL of the last requests",
      when: { $0.page.feed.statements != nil }
    ) {
      let lines = ($0.page.feed.statements ?? []).map { Line($0) }
      $0.page.stack?.push(PagerPage(name: "sql", lines: lines))
    },
  ]

  /// Displays the answer to a query in SQL, or throws why there is none; nil without an engine.
  package var onQuery: ((String) throws -> Void)?

  private unowned let page: any FeedContext

  /// Creates the feature; the page outlives it.
  init(page: any FeedContext) { self.page = page }

  /// Prompts for a query in SQL.
  private func askForQuery() {
    page.ask(
      PromptRequest(
        label: "sql:", history: .sql,
        complete: { [weak self] in self?.completions(ofQuery: $0) ?? (0..<0, []) },
        onSubmit: { [weak self] text in
          guard let self, !text.allSatisfy(\.isWhitespace) else { return true }
          do {
            try onQuery?(text)
            page.closePrompt()
            return true
          } catch {
            return page.decline("\(error)")
          }
        }))
    let isEngine = page.feed.statements != nil
    page.prompt?.show(
      page.filters.isEmpty
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
    let paths = page.catalog.memberNames.map { MemberPath($0).keys }.filter {
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
