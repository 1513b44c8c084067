import MocoaFeed
import MocoaTUI

/// The feature of searching the rows of a feed: its keys, the matches, and the one to which the
/// cursor is to move.
@MainActor
package final class PageSearch: FeedFeature {
  /// A search, and the row at which it begins.
  struct Request {
    var search: RowSearch
    /// The row of the feed at which the search begins.
    var origin: Int
    /// A Boolean value that indicates whether `n` searches forward.
    var isForward: Bool
    /// The pending search direction; nil if the cursor is at the match.
    var pending: Bool?
    /// A Boolean value that indicates whether the row at which it begins can match.
    var includesOrigin = true
  }

  unowned let page: any FeedContext

  /// The current search; nil without one.
  private(set) var request: Request?

  private let searcher = FeedSearch()

  /// The numbers of the matches in display order, and what they were computed of.
  private var ordinals: (rows: FeedRows, matches: RowSet, byRow: [UInt32])?

  /// Creates the feature; the page outlives it.
  init(page: any FeedContext) {
    self.page = page
    searcher.onChange = { [weak self] in self?.didProgress() }
  }

  /// A Boolean value that indicates whether a move to a match is pending.
  var isPending: Bool { request?.pending != nil && searcher.status.isRunning }

  /// The matching rows so far.
  var matches: RowSet { searcher.matches }

  var hasNoMatches: Bool { searcher.matches.isEmpty && !searcher.status.isRunning }

  /// Starts a search, which replaces the previous one.
  func start(_ request: Request) {
    self.request = request
    searcher.run(
      request.search, over: page.feed.listModel, from: request.origin, filters: page.filters)
  }

  /// Searches the rows that were added since the last call, or all rows again if they are others.
  func feedDidChange(_ change: FeedChange) {
    switch change {
    case .grew: searcher.grow(to: page.feed.listModel)
    case .replaced, .derived: restart()
    case .status: if request?.pending != nil { didProgress() }
    case .loaded: break
    }
  }

  /// Forgets the search and its matches.
  func cancel() {
    (request, ordinals) = (nil, nil)
    searcher.cancel()
  }

  /// Searches for the next or previous match.
  ///
  /// - Returns: `false` if there is no search.
  func continueSearch(forward: Bool, from row: Int) -> Bool {
    guard let isForward = request?.isForward else { return false }
    request?.origin = row
    request?.includesOrigin = false
    request?.pending = forward == isForward
    return true
  }

  /// Returns the pending match once it is known; then no match is pending.
  ///
  /// - Returns: The match; `unknown` if it is not known yet, or if no match is pending.
  func takeAnswer() -> FeedSearch.Answer {
    guard let request, let forward = request.pending else { return .unknown }
    let answer = answer(to: request, forward: forward)
    if answer == .none, mayCome(request) { return .unknown }
    if answer != .unknown { self.request?.pending = nil }
    return answer
  }

  /// Returns whether rows that are still being read may answer a new search, as long as the cursor
  /// is where it began.
  private func mayCome(_ request: Request) -> Bool {
    page.feed.status.isLoading && page.feed.pageState == nil && request.includesOrigin
      && page.cursorRowNumber ?? 0 == request.origin
  }

  private func answer(to request: Request, forward: Bool) -> FeedSearch.Answer {
    let offset = request.includesOrigin ? 1 : 0
    // The displayed rows determine the order of matches.
    guard let rows = page.rows, !rows.isInFeedOrder else {
      return forward
        ? searcher.next(after: request.origin - offset)
        : searcher.previous(before: request.origin + offset)
    }
    let matches = searcher.matches
    if request.includesOrigin, matches.contains(request.origin) {
      return .row(request.origin, isWrapped: false)
    }
    let found = rows.match(in: matches, after: request.origin, isForward: forward)
    if let found { return .row(found.row, isWrapped: found.wraps) }
    return searcher.status.isRunning ? .unknown : .none
  }

  /// The number of matches, and which of them is the current row; empty without a search.
  ///
  /// If the match is in no displayed column, it has the name of the member.
  package var statusText: String { matchText(quoting: true) }

  /// Returns the same, with or without the text that is not found.
  func matchText(quoting isQuoting: Bool) -> String {
    let position = position(quoting: isQuoting) ?? ""
    return hiddenMatch.map { "\(position) in \($0), which is hidden" } ?? position
  }

  private func position(quoting isQuoting: Bool) -> String? {
    guard let request else { return nil }
    let (matches, status) = (searcher.matches, searcher.status)
    let percentage = status.isRunning ? " \(Int(status.fraction * 100)) %" : ""
    guard !matches.isEmpty else {
      if status.isRunning { return "searching\(percentage)" }
      if let error = status.error { return "\(error.reason)" }
      let subject = isQuoting ? "\"\(shownText)\" is " : ""
      return subject + "not found" + (page.feed.remainder.map { "; \($0)" } ?? "")
    }
    if !status.isRunning, let fault = request.search.fault { return fault.message }
    let total = matches.count.grouped + (status.isRunning ? "+" : "")
    guard let row = page.cursorRowNumber, let rows = page.rows,
      let ordinal = rows.isInFeedOrder
        ? searcher.ordinal(of: row) : ordinal(ofRow: row, in: rows, of: matches)
    else {
      let noun = matches.count == 1 && !status.isRunning ? "match" : "matches"
      return "\(total) \(noun)\(percentage)"
    }
    return "match \(ordinal.grouped) of \(total)\(percentage)"
  }

  /// The text that is searched for, shortened.
  private var shownText: String {
    TextWidth.truncated(TextWidth.sanitized(request?.search.text ?? ""), to: 24)
  }

  /// Returns the number of a match, from 1, in display order; O(1) until rows or matches change.
  private func ordinal(ofRow row: Int, in rows: FeedRows, of matches: RowSet) -> Int? {
    guard matches.contains(row) else { return nil }
    let known = ordinals
    let isKnown = known.map { $0.rows.isIdentical(to: rows) && $0.matches == matches } ?? false
    let ordinals = isKnown ? known : (rows, matches, rows.ordinals(of: matches))
    self.ordinals = ordinals
    guard let ordinals else { return nil }
    let ordinal = ordinals.byRow.indices.contains(row) ? ordinals.byRow[row] : 0
    return ordinal > 0 ? Int(ordinal) : nil
  }

  /// Blocks until all rows have been searched.
  func wait() { searcher.wait() }
}
