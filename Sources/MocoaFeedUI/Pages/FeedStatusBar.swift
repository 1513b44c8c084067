import MocoaCore
import MocoaFeed
import MocoaSystem
import MocoaTUI

/// What a page of a feed shows in its status bar, and in place of rows if there are none.
@MainActor
final class FeedStatusBar: PageFeature {
  /// The reason why there are no rows, in their place.
  let emptyNote = Label("", style: .secondary)

  /// The message of a page that computes its rows, shown while there are none; nil for none.
  var pendingRows: String? {
    didSet { if pendingRows != oldValue { update() } }
  }

  /// That the rows of a page that are made from those of another feed are not up to date; empty if
  /// they are.
  var ageText = "" {
    didSet { if ageText != oldValue { update() } }
  }

  /// What has been said of how the rows are read.
  private var saidReading = ""

  /// What is missing and what to do if the source has no rows; empty if that is unknown.
  var emptyAdvice = "" {
    didSet { if emptyAdvice != oldValue { update() } }
  }

  private unowned let page: any QueryPage
  private let columnController: ColumnController
  private let updater: RowUpdater
  private let live: LiveController
  private let tail: TailFollower
  private let search: PageSearch
  private let pages: PageLoader
  private let brokenRows: BrokenRows
  private let namedMembers: NamedMembers

  /// Creates the content of a status bar; the page outlives it.
  init(
    page: any QueryPage, columns: ColumnController, updater: RowUpdater, live: LiveController,
    tail: TailFollower, search: PageSearch, pages: PageLoader, brokenRows: BrokenRows,
    namedMembers: NamedMembers
  ) {
    (self.page, columnController, self.updater) = (page, columns, updater)
    (self.live, self.tail, self.search, self.pages) = (live, tail, search, pages)
    (self.brokenRows, self.namedMembers) = (brokenRows, namedMembers)
    emptyNote.isHidden = true
    // Above the rows, which are a pane as well.
    emptyNote.isPane = true
  }

  private var feed: Feed { page.feed }
  private var source: RowSource { page.source }
  private var columns: FeedColumns { page.columns }
  private var status: StatusBar { page.status }

  func rowsDidChange() { update() }
  func cursorDidMove() { updatePosition() }

  func update() {
    status.title = Self.abbreviated(feed.name)
    status.activity = activity
    updateFailure()
    updateEmptyNote()
    noteReading()
    pages.updateFoot()
    updatePosition()
  }

  /// The texts that are not empty, in their order.
  private var activity: String {
    let columnText = page.currentChoice.map { "│ \($0.column.title)" } ?? ""
    let texts =
      [
        brokenRows.statusText, page.memberFinder.repetitionText, namedMembers.statusText,
        derivedText, source.arrangement?.tree?.faultText ?? "", recognitionText, columnText,
        columnCountText, lateMemberText, listText, pauseText, ageText,
      ] + page.featureTexts + [pendingRows ?? progressText]
    return texts.filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// Returns a path with `~` for the home folder.
  private static func abbreviated(_ path: String) -> String {
    guard let home = getenv("HOME").map({ String(cString: $0) }), home.utf8.count > 1,
      path.utf8.starts(with: "\(home)/".utf8)
    else { return path }
    return "~" + path.dropFirst(home.count)
  }

  /// Shows the error of the feed, or that its file was overwritten, while that persists.
  func updateFailure() {
    // A watched file is about to be reloaded, as is one that is being reloaded.
    let isAwaited = feed.isWatched || feed.status.isRefreshing
    let error = feed.status.error ?? (isAwaited ? nil : feed.listModel.overwriting)
    status.failure = error.map(page.text) ?? ""
  }

  /// Notes once in which of several ways the rows are read.
  func noteReading() {
    let text = headerText
    guard text != saidReading, page.application != nil else { return }
    status.removeNote(saidReading)
    saidReading = text
    if !text.isEmpty { status.note(text) }
  }

  /// Shows the reason if there are no rows.
  private func updateEmptyNote() {
    let hasRows = page.list.hasCells || updater.collapsedSections.isActive
    let text = hasRows ? nil : pendingRows ?? emptyText
    emptyNote.text = text ?? ""
    emptyNote.isHidden = text == nil
  }

  func updatePosition() {
    let count = page.table.rowCount
    var number = 0
    if let cursor = page.cursor { number = page.table.ordinal(of: cursor) + 1 }
    // Appended rather than interpolated: short strings then need no allocation, and this runs at
    // each key press.
    let total = count.grouped
    var text = number.grouped
    // Of constant width, so that the keys before it do not move.
    while text.utf8.count < total.utf8.count { text = " " + text }
    text += "/"
    text += total
    if page.remainder != nil { text += "+" }
    let hidesRows = !page.filters.isEmpty || updater.collapsedSections.isActive
    if hidesRows || columnController.indentation > 0 {
      text += " of \(feed.listModel.numberOfRows.grouped)"
    }
    let tailText = tail.statusText
    status.changes = tailText.isEmpty ? live.changes.text : tailText
    status.match = search.request == nil ? filterMatchText : search.statusText
    status.marks = page.markText ?? ""
    status.position = text
  }

  // MARK: Texts

  /// Where the filters find the current row, if no column displays it.
  private var filterMatchText: String {
    let searches = page.filters.compactMap(\.search)
    let member = searches.lazy.compactMap { self.page.hiddenMember(of: $0) }.first
    return member.map { "match in \($0), which is hidden" } ?? ""
  }

  /// The reason for which no rows are displayed; nil if there may be some soon.
  private var emptyText: String? {
    guard !source.isRunning else { return nil }
    if case .failed = feed.status { return nil }
    if let error = source.queryStatus?.error { return "\(error)\n\nr retries." }
    let filters = source.query.filters
    if !filters.isEmpty, feed.listModel.numberOfRows > 0 {
      let notes = filters.compactMap(columns.catalog.note(onMissesOf:)).map { "\n\($0)" }.joined()
      let soFar = feed.remainder == nil ? "" : " so far"
      if page.prompt != nil { return "No rows match\(soFar)\n\(notes)" }
      let expressions = filters.map(\.text).joined(separator: "  and  ")
      return "No rows match\(soFar): \(expressions)\n\(notes)\nBackspace removes the last filter."
    }
    guard feed.listModel.numberOfRows == 0 else { return nil }
    if feed.isQueryRunning { return "Waiting for \(feed.name)\n\nEsc cancels." }
    if feed.status.isLoading || feed.status.isRefreshing { return "Waiting for rows" }
    return emptyAdvice.isEmpty ? "No rows" : "No rows\n\n\(emptyAdvice)"
  }

  /// The number of displayed columns, if not all fit: `24 of 40 columns`.
  private var columnCountText: String {
    guard !page.isShowingCards, let (shown, all) = columns.counts else { return "" }
    return "\(shown) of \(all) columns"
  }

  /// The members that only later rows have: `late: only in later rows (C)`; or that a reload has
  /// added: `late: new (C)`.
  private var lateMemberText: String {
    let names = columns.lateMembers
    guard !names.isEmpty else { return "" }
    let listed = NearestNames.listed(names.map { String($0.prefix(24)) }, upTo: 2)
    return "\(listed): \(columns.areNew(names) ? "new" : "only in later rows") (C)"
  }

  /// How rows that have changed were recognized, if that was a guess.
  private var recognitionText: String {
    switch feed.listModel.recognition {
    case .member(let name): "rows matched by \(name.prefix(24)) (--id)"
    case .position: "rows matched by position (--id names them)"
    case .shared(let name) where source.arrangement?.tree?.repeats(name) == true: ""
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
    let beside = count > 0 ? " beside \(count.counted("member"))" : ""
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
      feed.options.hasHeader == nil, !feed.isNamedTable, let first = columns.sample.first
    else { return "" }
    return first.member("column_1") == nil
      ? "table with its first line as the header; --header-row no if it is a row"
      : "table without a header; --header-row yes if its first line is one"
  }

  /// The member by which rows are joined that none has; or the first derived member, or expression
  /// of the order, without a value in rows that have its members, or joined rows that cannot be
  /// read.
  private var derivedText: String {
    if !columns.sample.isEmpty, let (option, error) = feed.derivedMembers.joinFault {
      return "\(option): \(error.message)" + (feed.remainder == nil ? "" : " so far")
    }
    let members = feed.evaluatedMembers + source.query.sortKeys.compactMap(\.expression)
    return members.lazy.map { member in
      member.isJoined
        ? member.fault
          ?? (member.notes + [member.duplicatesNote].compactMap(\.self)).joined(separator: "; ")
        : member.failure.map { "\(member.name): \($0.reason)" } ?? ""
    }.first { !$0.isEmpty } ?? ""
  }

  /// The pending changes while the feed is paused.
  private var pauseText: String {
    guard feed.isPaused else { return "" }
    let pending = feed.pendingChanges
    if pending.isReplaced { return "paused, updates pending" }
    let count = pending.rowCount
    return count == 0 ? "paused" : "paused, \(count.counted("row")) pending"
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
    case .loaded:
      if feed.listModel.numberOfRows == 0 { return "empty" }
      return tail.isFollowing && source.query.sortKeys.isEmpty ? "following the end" : ""
    }
  }

  /// The progress of reading: a bar if the size is known, the bytes, the rows and the rate.
  private func text(of progress: FeedProgress, verb: String) -> String {
    var parts = [verb]
    if let fraction = progress.fraction { parts.append(Bar.text(fraction)) }
    guard progress.byteCount > 0 else { return parts.joined(separator: " ") }
    parts.append(TextNumber.bytes(Double(progress.byteCount)))
    parts.append(progress.rowCount.counted("row"))
    let seconds = max(0.001, (ContinuousClock.now - live.loadingSince) / .seconds(1))
    parts.append("\(TextNumber.bytes(Double(progress.byteCount) / seconds))/s")
    return parts.joined(separator: "  ")
  }

  /// A Boolean value that indicates whether loading just began, so that progress would flicker.
  private var isNew: Bool { .now - live.loadingSince < .milliseconds(100) }
}

extension Bar {
  /// Returns a fraction as a short bar and in percent.
  static func text(_ fraction: Double) -> String {
    let done = Int((clamped(fraction) * 10).rounded(.down))
    return String(repeating: "━", count: done) + String(repeating: "─", count: 10 - done)
      + " " + percentage(fraction)
  }
}

extension ListViewModel {
  /// The number of rows in all sections; O(sections).
  var numberOfItemsInAllSections: Int {
    (0..<numberOfSections).reduce(0) { $0 + numberOfItems(in: $1) }
  }

  /// The position of the last row; nil without rows; O(sections).
  var lastItem: ListIndexPath? {
    (0..<numberOfSections).last { numberOfItems(in: $0) > 0 }.map {
      ListIndexPath(section: $0, item: numberOfItems(in: $0) - 1)
    }
  }

  /// Returns the number of a row in the whole list, from 0; O(sections).
  func ordinal(of path: ListIndexPath) -> Int {
    (0..<min(path.section, numberOfSections)).reduce(path.item) { $0 + numberOfItems(in: $1) }
  }
}
