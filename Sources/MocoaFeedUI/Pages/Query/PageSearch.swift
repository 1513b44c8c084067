import MocoaFeed
import MocoaTUI

/// A search in the rows of a feed, and the match to which the cursor is to move.
///
/// It knows neither the list nor the cursor: rows are numbers of the feed.
@MainActor
final class PageSearch {
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

  /// Called when more rows have been searched.
  var onChange: (() -> Void)? {
    get { searcher.onChange }
    set { searcher.onChange = newValue }
  }

  /// The current search; nil without one.
  private(set) var request: Request?

  private let searcher = FeedSearch()

  /// A Boolean value that indicates whether a move to a match is pending.
  var isPending: Bool { request?.pending != nil && searcher.status.isRunning }

  /// The matching rows so far.
  var matches: RowSet { searcher.matches }

  /// A Boolean value that indicates whether no row matches.
  var isInVain: Bool { searcher.matches.isEmpty && !searcher.status.isRunning }

  /// Starts a search, which replaces the previous one.
  func start(_ request: Request, over model: FeedListModel, filters: [RowFilter]) {
    self.request = request
    searcher.run(request.search, over: model, from: request.origin, filters: filters)
  }

  /// Searches the rows that were added since the last call.
  func grow(to model: FeedListModel) { searcher.grow(to: model) }

  func end() {
    request = nil
    searcher.cancel()
  }

  /// Searches for the next or previous match.
  ///
  /// - Returns: `false` if there is no search.
  func goOn(forward: Bool, from row: Int) -> Bool {
    guard let isForward = request?.isForward else { return false }
    request?.origin = row
    request?.includesOrigin = false
    request?.pending = forward == isForward
    return true
  }

  /// Returns the pending match once it is known; then no match is pending.
  ///
  /// - Parameter rows: The displayed rows, which determine the order of matches.
  /// - Returns: The match; `unknown` if it is not known yet, or if no match is pending.
  func takeAnswer(in rows: FeedRows?) -> FeedSearch.Answer {
    guard let request, let forward = request.pending else { return .unknown }
    let answer = answer(to: request, forward: forward, in: rows)
    if answer != .unknown { self.request?.pending = nil }
    return answer
  }

  private func answer(
    to request: Request, forward: Bool, in rows: FeedRows?
  ) -> FeedSearch.Answer {
    let offset = request.includesOrigin ? 1 : 0
    guard let rows, !rows.isInFeedOrder else {
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

  /// The number of matches, and which of them is the current row; nil without a search.
  ///
  /// - Parameters:
  ///   - row: The current row; nil if there is none.
  ///   - rows: The displayed rows, which determine the order of matches.
  ///   - remainder: That other rows are not there yet; nil if all are.
  /// - Returns: The text.
  func position(ofRow row: Int?, in rows: FeedRows?, remainder: String?) -> String? {
    guard let request else { return nil }
    let (matches, status) = (searcher.matches, searcher.status)
    let percentage = status.isRunning ? " \(Int(status.fraction * 100)) %" : ""
    guard !matches.isEmpty else {
      return status.isRunning
        ? "searching\(percentage)"
        : status.error.map { "\($0.reason)" }
          ?? "not found" + (remainder.map { "; \($0)" } ?? "")
    }
    if !status.isRunning, let fault = request.search.fault { return fault.message }
    let total = matches.count.grouped + (status.isRunning ? "+" : "")
    guard let row, let rows,
      let ordinal = rows.isInFeedOrder
        ? searcher.ordinal(of: row) : rows.ordinal(ofRow: row, in: matches)
    else {
      let noun = matches.count == 1 && !status.isRunning ? "match" : "matches"
      return "\(total) \(noun)\(percentage)"
    }
    return "match \(ordinal.grouped) of \(total)\(percentage)"
  }

  /// Blocks until all rows have been searched.
  func wait() { searcher.wait() }
}
