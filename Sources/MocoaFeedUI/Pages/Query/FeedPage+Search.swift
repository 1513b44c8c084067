import MocoaFeed
import MocoaTUI

extension FeedPage {
  /// The keys that search.
  static let searchBindings: [KeyBinding<FeedPage>] = [
    .init("search", ["/"], help: "Search") { $0.askForSearch(forward: true) },
    .init("search-backward", [.control("r")], help: "Search backwards") {
      $0.askForSearch(forward: false)
    },
    .trying("next-match", ["n"], help: "Next match") { $0.goToMatch(forward: true) },
    .trying("previous-match", ["N"], help: "Previous match") { $0.goToMatch(forward: false) },
  ]

  /// Starts a search, and moves to the first match from the cursor on.
  ///
  /// - Throws: A `FilterSyntaxError` if a regular expression is invalid; the previous search
  ///   remains.
  package func startSearch(_ text: String) throws {
    try startSearch(text, from: cursorRowNumber ?? 0, forward: true)
  }

  /// Prompts for a search, and moves to the first match while it is typed.
  func askForSearch(forward: Bool) {
    let origin = cursorRowNumber ?? 0
    let previous = search.request
    ask(
      PromptRequest(
        label: forward ? "/" : "back /", history: .search,
        onChange: { [weak self] text in
          self?.search(text, from: origin, forward: forward)
        },
        onSubmit: { [weak self] text in
          guard let self else { return true }
          guard text.isEmpty else { return prompt?.hasError != true }
          if var previous {
            previous.pending = nil
            runSearch(previous)
          }
          return true
        },
        onCancel: { [weak self] in
          self?.endSearch()
          self?.showRow(origin)
        }))
  }

  private func search(_ text: String, from origin: Int, forward: Bool) {
    guard !text.isEmpty else {
      prompt?.show("")
      endSearch()
      return showRow(origin)
    }
    do throws(FilterSyntaxError) {
      try startSearch(text, from: origin, forward: forward)
    } catch {
      prompt?.show(error)
    }
  }

  private func startSearch(
    _ text: String, from origin: Int, forward: Bool
  ) throws(FilterSyntaxError) {
    let parsed = try RowSearch(parsing: text, lookup: catalog.meaning)
    prompt?.show("")
    runSearch(.init(search: parsed, origin: origin, isForward: forward, pending: forward))
  }

  private func runSearch(_ request: PageSearch.Request) {
    let pattern = request.search
    let column = pattern.path.flatMap { path in
      columns.choices.first { $0.names(path.text) }?.id ?? path.text
    }
    table.highlight(inColumn: column) { pattern.ranges(in: $0) }
    search.start(request, over: feed.listModel, filters: filters)
    searchDidProgress()
  }

  /// Repeats the search in other rows; the cursor stays.
  func searchAgain() {
    guard var request = search.request else { return }
    request.origin = cursorRowNumber ?? 0
    if prompt == nil { request.pending = nil }
    runSearch(request)
  }

  /// Ends the search and its highlighting.
  func endSearch() {
    search.end()
    table.highlight(nil)
    updateStatus()
  }

  /// Moves to the next or previous match, wrapping around.
  func goToMatch(forward: Bool) -> Bool {
    guard search.goOn(forward: forward, from: cursorRowNumber ?? 0) else { return false }
    searchDidProgress()
    return true
  }

  /// Moves to the pending match, if it is known.
  func searchDidProgress() {
    let isForward = search.request?.pending
    switch search.takeAnswer(in: rows) {
    case .unknown: break
    case .none:
      let text = TextWidth.sanitized(search.request?.search.text ?? "")
      if prompt == nil { status.show("\"\(text)\" is not found", style: .warning) }
    case .row(let row, let isWrapped):
      showRow(row)
      if isWrapped, prompt == nil {
        status.show(isForward == true ? "on from the start" : "on from the end", for: .seconds(2))
      }
    }
    showMatchPosition()
  }

  /// Shows the number of matching rows in the prompt.
  private func showMatchPosition() {
    if let prompt, !prompt.hasError, let text = matchPosition {
      prompt.show(text, style: search.isInVain ? .warning : .statusBar)
    }
    updatePosition()
  }

  /// The number of matches, and which of them is the current row; nil without a search.
  ///
  /// If the match is in no displayed column, it has the name of the member.
  var matchPosition: String? {
    let text = search.position(
      ofRow: cursorRowNumber, in: rows, remainder: feed.remainder)
    return hiddenMatch.map { "\(text ?? "") in \($0), which is hidden" } ?? text
  }

  /// The name of the member in which the current row matches, if no column displays it.
  private var hiddenMatch: String? {
    guard let pattern = search.request?.search, !isShowingCards, let cursor,
      let number = cursorRowNumber, search.matches.contains(number),
      let row = row(at: cursor), row.problem == nil
    else { return nil }
    let displayed = columns.choices.filter(\.isShown).map(\.memberPath)
    guard !displayed.isEmpty else { return nil }
    return pattern.hiddenMember(in: row.json, besides: displayed)?.title
  }
}
