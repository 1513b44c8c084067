import MocoaCore
import MocoaFeed
import MocoaTUI

/// What the status bar says of a feed and its displayed rows, and what stands in their place.
@MainActor
struct FeedStatusText {
  let feed: Feed
  let source: RowSource
  let columns: FeedColumns

  /// A Boolean value that indicates whether rows are displayed as cards.
  let isShowingCards: Bool

  /// The time at which loading began; nil if unknown.
  let loadingSince: ContinuousClock.Instant?

  /// The current column and what a page says of it and of its rows, between the other texts.
  var columnText = ""
  var brokenRowText = ""
  var missingMemberText = ""
  var repetitionText = ""
  var featureText = ""
  var pendingRows: String?

  /// A Boolean value that indicates whether a text is being typed, to which Backspace belongs.
  var isTyping = false

  /// The texts that are not empty, in their order.
  var activity: String {
    [
      brokenRowText, repetitionText, missingMemberText, derivedText, treeText, recognitionText,
      columnText, columnCountText, lateMemberText, listText, headerText, pauseText,
      featureText, pendingRows ?? progressText,
    ].filter { !$0.isEmpty }
      .joined(separator: "  ")
  }

  /// The reason for which no rows are displayed; nil if there may be some soon.
  var emptyText: String? {
    guard !source.isRunning else { return nil }
    if case .failed = feed.status { return nil }
    if let error = source.queryStatus?.error { return "\(error)\n\nr retries." }
    let filters = source.query.filters
    if !filters.isEmpty, feed.listModel.numberOfRows > 0 {
      let notes = filters.compactMap(columns.catalog.note).map { "\n\($0)" }.joined()
      let soFar = feed.remainder == nil ? "" : " so far"
      if isTyping { return "No rows match\(soFar)\n\(notes)" }
      let expressions = filters.map(\.text).joined(separator: "  and  ")
      return "No rows match\(soFar): \(expressions)\n\(notes)\nBackspace removes the last filter."
    }
    guard feed.listModel.numberOfRows == 0 else { return nil }
    if feed.isQueryRunning { return "Waiting for \(feed.name)\n\nEsc cancels." }
    return feed.status.isLoading || feed.status.isRefreshing ? "Waiting for rows" : "No rows"
  }

  /// The number of displayed columns, if not all fit: `24 of 40 columns`.
  private var columnCountText: String {
    guard !isShowingCards, let (shown, all) = columns.counts else { return "" }
    return "\(shown) of \(all) columns"
  }

  /// What contradicts the tree: `2 rows without their parent, 1 cycle, 3 rows with the same pid`.
  private var treeText: String {
    guard let tree = source.arrangement?.tree else { return "" }
    let faults = tree.rows.faults
    func text(_ count: Int, _ one: String, _ many: String) -> String? {
      count == 0 ? nil : "\(count.grouped) \(count == 1 ? one : many)"
    }
    let repeated = tree.links.members.first?.title ?? "place"
    return [
      text(faults.orphans, "row without its parent", "rows without their parent"),
      text(faults.cycles, "cycle of parents", "cycles of parents"),
      text(faults.duplicates, "row repeats", "rows repeat").map { "\($0) a \(repeated)" },
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// The members that only later rows have: `late: only in later rows (C)`.
  private var lateMemberText: String {
    let names = columns.lateMembers
    guard !names.isEmpty else { return "" }
    let rest = names.count > 2 ? " and \(names.count - 2) more" : ""
    let listed = names.prefix(2).map { String($0.prefix(24)) }.joined(separator: ", ")
    return "\(listed)\(rest): only in later rows (C)"
  }

  /// How rows that have changed were recognized, if that was a guess.
  private var recognitionText: String {
    switch feed.listModel.recognition {
    case .member(let name): "rows matched by \(name.prefix(24)) (--id)"
    case .position: "rows matched by position (--id names them)"
    case .shared(let name): "\(name.prefix(24)) is not unique (--id)"
    case nil: ""
    }
  }

  /// The displayed list of a document, what stands beside it, and the options that show the longest
  /// other lists: `rows of /items beside 2 members; other lists: --at /log (1.6 MB)`.
  private var listText: String {
    let lists = feed.listModel.lists
    let count = feed.listModel.otherMembers.count
    guard let shown = lists.first, shown.isShown, lists.count > 1 || count > 0 else { return "" }
    let beside = count > 0 ? " beside \(count) \(count == 1 ? "member" : "members")" : ""
    let others = lists.dropFirst().prefix(2).map {
      "--at \($0.pointer) (\(TextNumber.bytes(Double($0.byteCount))))"
    }
    let rest = lists.count > 3 ? ", \(lists.count - 3) more" : ""
    return "rows of \(shown.pointer)\(beside)"
      + (others.isEmpty ? "" : "; other lists: " + others.joined(separator: ", ") + rest)
  }

  /// The assumed header of a table that was not specified as one.
  private var headerText: String {
    let format = feed.listModel.format
    if format == .aligned, feed.options.format == nil {
      return "read as a table; R reads it in another way"
    }
    if let name = feed.listModel.logName, feed.options.format == nil {
      return "log (\(name)); R reads it in another way"
    }
    guard format == .csv || format == .tsv, feed.options.format == nil,
      feed.options.hasHeader == nil, let first = columns.sample.first,
      ![".csv", ".tsv"].contains(where: feed.name.lowercased().contains)
    else { return "" }
    return first.member("column_1") == nil
      ? "table with its first line as the header; --header-row no if it is a row"
      : "table without a header; --header-row yes if its first line is one"
  }

  /// The first derived member, or expression of the order, without a value in rows that have its
  /// members, or joined rows that cannot be read.
  private var derivedText: String {
    (feed.derivedMembers + source.query.sortKeys.compactMap(\.expression)).lazy.map { member in
      member.isJoined
        ? member.fault ?? member.notes.joined(separator: "; ")
        : member.failure.map { "\(member.name): \($0.reason)" } ?? ""
    }.first { !$0.isEmpty } ?? ""
  }

  /// The pending changes while the feed is paused.
  private var pauseText: String {
    guard feed.isPaused else { return "" }
    let pending = feed.pendingChanges
    if pending.isReplaced { return "paused, updates pending" }
    let count = pending.rowCount
    return count == 0
      ? "paused" : "paused, \(count.grouped) \(count == 1 ? "row pending" : "rows pending")"
  }

  /// The current activity: reading, filtering, sorting.
  private var progressText: String {
    if let error = source.arrangingError {
      return "\(source.arrangement?.tree == nil ? "sections" : "tree"): \(error.reason)"
    }
    if let query = source.queryStatus {
      if let error = query.error { return "\(error.reason)" }
      if query.isRunning, !isNew {
        let verb = source.query.sortKeys.isEmpty ? "filtering" : "sorting"
        return "\(verb) \(Bar.text(query.fraction))"
      }
    }
    switch feed.status {
    case .notStarted, .failed: return ""
    case .following(let progress):
      return progress.endsInLine ? "following, the last line has no end yet" : "following"
    case .loading(let progress): return isNew ? "" : text(of: progress, verb: "reading")
    case .refreshing(let progress): return isNew ? "" : text(of: progress, verb: "refreshing")
    case .loaded: return feed.listModel.numberOfRows == 0 ? "empty" : ""
    }
  }

  /// The progress of reading: a bar if the size is known, the bytes, the rows and the rate.
  private func text(of progress: FeedProgress, verb: String) -> String {
    var parts = [verb]
    if let fraction = progress.fraction { parts.append(Bar.text(fraction)) }
    guard progress.byteCount > 0 else { return parts.joined(separator: " ") }
    parts.append(TextNumber.bytes(Double(progress.byteCount)))
    parts.append("\(progress.rowCount.grouped) rows")
    if let loadingSince {
      let seconds = max(0.001, (ContinuousClock.now - loadingSince) / .seconds(1))
      parts.append("\(TextNumber.bytes(Double(progress.byteCount) / seconds))/s")
    }
    return parts.joined(separator: "  ")
  }

  /// A Boolean value that indicates whether loading just began, so that progress would flicker.
  private var isNew: Bool { loadingSince.map { .now - $0 < .milliseconds(100) } ?? true }
}

extension Bar {
  /// Returns a fraction as a short bar and in percent.
  static func text(_ fraction: Double) -> String {
    let done = Int((clamped(fraction) * 10).rounded(.down))
    return String(repeating: "━", count: done) + String(repeating: "─", count: 10 - done)
      + " " + percentage(fraction)
  }
}
