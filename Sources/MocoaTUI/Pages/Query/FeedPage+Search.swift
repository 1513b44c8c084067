import MocoaCore
import MocoaFeed

extension Action {
  public static let search: Action = "search"
  public static let searchBackward: Action = "search-backward"
  public static let nextMatch: Action = "next-match"
  public static let previousMatch: Action = "previous-match"
}

/// A search on its way: where it started, and the rows that it has found.
@MainActor
struct FeedSearch {
  var search: RowSearch
  var matches: RowScan
  /// The row that the cursor was on when the search began.
  var origin: Int
  var isForward: Bool
  /// Whether the cursor waits for a match.
  var isPending = true
}

extension FeedPage {
  /// Asks what to look for, and goes to the first match while it is typed.
  func askForSearch(forward: Bool) {
    let origin = cursorRowNumber ?? 0
    let previous = search
    ask(
      PromptRequest(
        label: forward ? "/" : "?", history: .search,
        onChange: { [weak self] text in
          self?.startSearch(text, from: origin, forward: forward)
        },
        onSubmit: { [weak self] text in
          guard let self else { return true }
          if text.isEmpty { search = previous }
          return search != nil || text.isEmpty
        },
        onCancel: { [weak self] in
          self?.endSearch()
          self?.showRow(origin)
        }))
  }

  func startSearch(_ text: String, from origin: Int, forward: Bool) {
    search?.matches.cancel()
    guard !text.isEmpty else {
      endSearch()
      return showRow(origin)
    }
    do {
      let parsed = try RowSearch(
        parsing: text,
        isMember: { [columnChoices] name in
          columnChoices.contains { $0.names(name) }
        })
      let scan = RowScan(filters: filters + [RowFilter(parsed)])
      search = FeedSearch(search: parsed, matches: scan, origin: origin, isForward: forward)
      table.highlighter = { parsed.ranges(in: $0) }
      scan.onProgress = { [weak self] _ in self?.searchDidProgress() }
      scan.scan(feed.listModel)
      prompt?.show("")
    } catch {
      prompt?.show("\(error)", style: .error)
    }
  }

  /// Forgets the search and its marks.
  func endSearch() {
    search?.matches.cancel()
    search = nil
    table.highlighter = nil
    updateStatus()
  }

  /// Goes to the next match, or the one before; from the last to the first.
  func goToMatch(forward: Bool) -> Bool {
    guard var search else { return false }
    let direction = forward == search.isForward
    let current = cursorRowNumber ?? 0
    let numbers = search.matches.numbers
    guard !numbers.isEmpty else {
      status.show("\"\(search.search.text)\" is not found", style: .warning)
      return true
    }
    let isForward = direction ? search.isForward : !search.isForward
    var index: Int
    if isForward {
      index = numbers.firstIndexNotBelow(UInt32(current + 1))
      if index == numbers.count { index = 0 }
    } else {
      index = numbers.firstIndexNotBelow(UInt32(current)) - 1
      if index < 0 { index = numbers.count - 1 }
    }
    search.isPending = false
    self.search = search
    showRow(Int(numbers[index]))
    showMatchPosition()
    return true
  }

  private func searchDidProgress() {
    guard var search else { return }
    let numbers = search.matches.numbers
    if search.isPending, !numbers.isEmpty {
      let index = numbers.firstIndexNotBelow(UInt32(search.origin))
      let isComplete = !search.matches.isRunning
      if search.isForward, index < numbers.count {
        search.isPending = false
        showRow(Int(numbers[index]))
      } else if isComplete {
        // Around the end, or backwards: the last match before the row where the search began.
        search.isPending = false
        let before = index > 0 ? index - 1 : numbers.count - 1
        showRow(Int(numbers[search.isForward ? 0 : before]))
      }
      self.search = search
    }
    showMatchPosition()
  }

  /// Shows in the prompt how many rows match.
  func showMatchPosition() {
    guard let search else { return }
    let isInVain = search.matches.numbers.isEmpty && !search.matches.isRunning
    prompt?.show(matchPosition ?? "", style: isInVain ? .warning : .statusBar)
    updateStatus()
  }

  /// How many rows match, and which of them the cursor is on; nil where nothing is looked for.
  var matchPosition: String? {
    guard let search else { return nil }
    let numbers = search.matches.numbers
    guard !numbers.isEmpty else { return search.matches.isRunning ? "searching" : "not found" }
    let current = UInt32(cursorRowNumber ?? 0)
    let index = numbers.firstIndexNotBelow(current)
    let isOnMatch = index < numbers.count && numbers[index] == current
    let more = search.matches.isRunning ? "+" : ""
    return (isOnMatch ? "match \((index + 1).grouped) of " : "matches: ")
      + "\(numbers.count.grouped)\(more)"
  }
}
