import MocoaFeed
import MocoaTUI

/// Keys, prompts and messages of a search.
extension PageSearch {
  package static let bindings: [KeyBinding<PageSearch>] = [
    .init("search", ["/"], help: "Search") { $0.ask(forward: true) },
    .init("search-backward", [.control("r")], help: "Search backwards") {
      $0.ask(forward: false)
    },
    .trying("next-match", ["n"], help: "Next match") { $0.goToMatch(forward: true) },
    .trying("previous-match", ["N"], help: "Previous match") { $0.goToMatch(forward: false) },
  ]

  /// Starts a search, and moves to the first match from the cursor on.
  ///
  /// - Throws: A `FilterSyntaxError` if a regular expression is invalid; the previous search
  ///   remains.
  package func start(_ text: String) throws {
    try start(text, from: page.cursorRowNumber ?? 0, forward: true)
  }

  /// Prompts for a search, and moves to the first match while it is typed.
  private func ask(forward: Bool) {
    let (origin, restore) = (page.anchor(page.cursorRowNumber), page.positionRestorer())
    let previous = request
    page.ask(
      PromptRequest(
        label: forward ? "/" : "back /", history: .search,
        onChange: { [weak self] text in
          guard let self else { return }
          guard text.isEmpty else {
            return search(text, from: origin?.number ?? 0, forward: forward)
          }
          prompt?.show("")
          end()
          restore()
        },
        onSubmit: { [weak self] text in
          guard let self else { return true }
          guard text.isEmpty else {
            if prompt?.hasError == true { return false }
            // The cursor may be where a part of the text was, or a match that a reload has taken.
            if hasNoMatches { restore() }
            return true
          }
          if var previous {
            previous.pending = nil
            run(previous)
          }
          return true
        },
        onCancel: { [weak self] in
          self?.end()
          restore()
        }))
  }

  private func search(_ text: String, from origin: Int, forward: Bool) {
    do throws(FilterSyntaxError) {
      try start(text, from: origin, forward: forward)
    } catch {
      prompt?.show(error)
    }
  }

  private func start(
    _ text: String, from origin: Int, forward: Bool
  ) throws(FilterSyntaxError) {
    let parsed = try RowSearch(parsing: text, lookup: page.catalog.meaning)
    prompt?.show("")
    run(.init(search: parsed, origin: origin, isForward: forward, pending: forward))
  }

  private func run(_ request: Request) {
    let pattern = request.search
    let column = pattern.path.flatMap { path -> String? in
      let choices = page.columns.choices
      let named = choices.first { $0.typedName == path.text }
      return (named ?? choices.first { $0.names(path.text) })?.id ?? path.text
    }
    page.table.highlight(inColumn: column) { pattern.ranges(in: $0) }
    start(request)
    didProgress()
  }

  /// Repeats the search in other rows; the cursor stays.
  func restart() {
    guard var request else { return }
    request.origin = page.cursorRowNumber ?? 0
    if prompt == nil { request.pending = nil }
    run(request)
  }

  /// Ends the search and its highlighting.
  func end() {
    cancel()
    page.table.highlight(nil)
    page.updateStatus()
  }

  /// Moves to the next or previous match, wrapping around.
  private func goToMatch(forward: Bool) -> Bool {
    guard continueSearch(forward: forward, from: page.cursorRowNumber ?? 0) else { return false }
    didProgress()
    return true
  }

  /// Moves to the pending match, if it is known.
  func didProgress() {
    let isForward = request?.pending
    switch takeAnswer() {
    case .unknown, .none: break
    case .row(let row, let isWrapped):
      page.showRow(row)
      if isWrapped, prompt == nil {
        page.status.show(
          "wrapped to the \(isForward == true ? "first" : "last") match", for: .seconds(2))
      }
    }
    showMatchPosition()
  }

  /// Shows the number of matching rows in the prompt.
  private func showMatchPosition() {
    if let prompt, !prompt.hasError, request != nil {
      prompt.show(matchText(quoting: false), style: hasNoMatches ? .warning : .statusBar)
    }
    page.updatePosition()
  }

  private var prompt: PromptView? { page.prompt }

  /// The name of the member in which the current row matches, if no column displays it.
  var hiddenMatch: String? {
    guard let pattern = request?.search, let number = page.cursorRowNumber,
      matches.contains(number)
    else { return nil }
    return page.hiddenMember(of: pattern)
  }
}

extension FeedContext {
  /// Returns the name of the member in which a search finds the current row, if no column displays
  /// it.
  func hiddenMember(of search: RowSearch) -> String? {
    guard !isShowingCards, let row = currentRow, row.problem == nil else { return nil }
    let displayed = columns.choices.filter(\.isShown).map(\.memberPath)
    guard !displayed.isEmpty else { return nil }
    return search.hiddenMember(in: row.json, besides: displayed)?.title
  }
}
