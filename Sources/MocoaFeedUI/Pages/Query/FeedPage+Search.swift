import MocoaCore
import MocoaFeed
import MocoaTUI

extension Action {
  static let searchBackward: Action = "search-backward"
}

/// The current search, and the position of the cursor when it began.
struct PageSearch {
  var search: RowSearch
  /// The row of the feed at which the search begins.
  var origin: Int
  /// A Boolean value that indicates whether `n` searches forward.
  var isForward: Bool
  /// The pending search direction; nil if the cursor is at the match.
  var pending: Bool?
  /// A Boolean value that indicates whether the row where it began can match.
  var includesOrigin = true
}

extension FeedPage {
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
    let previous = search
    ask(
      PromptRequest(
        label: forward ? "/" : "back /", history: .search,
        onChange: { [weak self] text in
          self?.search(text, from: origin, forward: forward)
        },
        onSubmit: { [weak self] text in
          guard let self else { return true }
          guard text.isEmpty else { return prompt?.hasError != true }
          if let previous { resume(previous) }
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
    search = PageSearch(search: parsed, origin: origin, isForward: forward, pending: forward)
    runSearch()
  }

  private func runSearch() {
    guard let search else { return }
    let (pattern, path) = (search.search, search.search.path)
    let column = path.flatMap { path in
      columnChoices.first { $0.names(path.text) }?.id ?? path.text
    }
    table.highlight(inColumn: column) { pattern.ranges(in: $0) }
    searcher.run(pattern, over: feed.listModel, from: search.origin, filters: filters)
    searchDidProgress()
  }

  /// Repeats the search in other rows; the cursor stays.
  func searchAgain() {
    guard search != nil else { return }
    search?.origin = cursorRowNumber ?? 0
    if prompt == nil { search?.pending = nil }
    runSearch()
  }

  private func resume(_ previous: PageSearch) {
    search = previous
    search?.pending = nil
    runSearch()
  }

  /// Ends the search and its highlighting.
  func endSearch() {
    search = nil
    searcher.cancel()
    table.highlight(nil)
    updateStatus()
  }

  /// Moves to the next or previous match, wrapping around.
  func goToMatch(forward: Bool) -> Bool {
    guard let isForward = search?.isForward else { return false }
    search?.origin = cursorRowNumber ?? 0
    search?.includesOrigin = false
    search?.pending = forward == isForward
    searchDidProgress()
    return true
  }

  /// Moves to the pending match, if it is known.
  func searchDidProgress() {
    guard let search else { return }
    if let forward = search.pending {
      switch answer(to: search, forward: forward) {
      case .unknown: break
      case .none:
        self.search?.pending = nil
        let text = TextWidth.sanitized(search.search.text)
        if prompt == nil { status.show("\"\(text)\" is not found", style: .warning) }
      case .row(let row, let isWrapped):
        self.search?.pending = nil
        showRow(row)
        if isWrapped, prompt == nil {
          status.show(forward ? "on from the start" : "on from the end", for: .seconds(2))
        }
      }
    }
    showMatchPosition()
  }

  private func answer(to search: PageSearch, forward: Bool) -> FeedSearch.Answer {
    let offset = search.includesOrigin ? 1 : 0
    guard let rows, !rows.isInFeedOrder else {
      return forward
        ? searcher.next(after: search.origin - offset)
        : searcher.previous(before: search.origin + offset)
    }
    let matches = searcher.matches
    if search.includesOrigin, matches.contains(search.origin) {
      return .row(search.origin, isWrapped: false)
    }
    let found = rows.match(in: matches, after: search.origin, isForward: forward)
    if let found { return .row(found.row, isWrapped: found.wraps) }
    return searcher.status.isRunning ? .unknown : .none
  }

  /// Shows the number of matching rows in the prompt.
  private func showMatchPosition() {
    if search != nil, let prompt, !prompt.hasError {
      let isInVain = searcher.matches.isEmpty && !searcher.status.isRunning
      prompt.show(matchPosition ?? "", style: isInVain ? .warning : .statusBar)
    }
    updatePosition()
  }

  /// The number of matches, and which of them is the current row; nil without a search.
  var matchPosition: String? {
    guard search != nil else { return nil }
    let (matches, status) = (searcher.matches, searcher.status)
    let percentage = status.isRunning ? " \(Int(status.fraction * 100)) %" : ""
    guard !matches.isEmpty else {
      return status.isRunning
        ? "searching\(percentage)"
        : status.error.map { "\($0.reason)" }
          ?? "not found"
    }
    if !status.isRunning, let fault = search?.search.fault { return fault.message }
    let total = matches.count.grouped + (status.isRunning ? "+" : "")
    guard let ordinal = ordinalOfCursor else {
      let noun = matches.count == 1 && !status.isRunning ? "match" : "matches"
      return "\(total) \(noun)\(percentage)"
    }
    return "match \(ordinal.grouped) of \(total)\(percentage)"
  }

  private var ordinalOfCursor: Int? {
    guard let number = cursorRowNumber, let rows else { return nil }
    return rows.isInFeedOrder
      ? searcher.ordinal(of: number) : rows.ordinal(ofRow: number, in: searcher.matches)
  }
}
