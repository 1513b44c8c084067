import MocoaFeed
import MocoaTUI

/// The feature of going to the rows of a feed that are not JSON, which are found in the background
/// as far as the feed has been read.
@MainActor
final class BrokenRows: FeedFeature {
  /// The key that goes to them.
  static let bindings: [KeyBinding<BrokenRows>] = [
    .init("next-broken-row", ["e"], help: "Next row that cannot be read, and why") {
      $0.goToNext()
    }
  ]

  /// The numbers of the broken rows in the feed, ascending.
  private(set) var numbers: [Int] = []

  private unowned let page: any FeedContext
  private var checkedCount = 0
  private var isAsked = false
  private var task: Task<Void, Never>?

  /// Larger feeds are checked only on request.
  private static let checkedByteCount = 256 << 20

  /// The maximum number of broken rows listed.
  private nonisolated static let limit = 100_000

  /// Creates the feature; the page outlives it.
  init(page: any FeedContext) { self.page = page }

  private var feed: Feed { page.feed }

  func feedDidChange(_ change: FeedChange) {
    if case .replaced = change { reset() }
    check()
  }

  isolated deinit { task?.cancel() }

  /// Checks the rows that were added since the last call; those of large feeds only if that is
  /// asked.
  func check(isAsked: Bool = false) {
    self.isAsked = self.isAsked || isAsked
    guard task == nil, !feed.status.isLoading || feed.status.isFollowing,
      self.isAsked || feed.status.progress.byteCount <= Self.checkedByteCount,
      checkedCount < feed.listModel.numberOfRows
    else { return }
    let model = feed.listModel
    let rows = checkedCount..<model.numberOfRows
    task = Task { [weak self] in
      // A source that has become unreadable is reported by the feed.
      let found = await withDetachedTask(priority: .utility) {
        try? model.brokenRows(
          in: rows, jobs: 1, limit: Self.limit, isCancelled: { Task.isCancelled })
      }
      guard !Task.isCancelled, let self else { return }
      task = nil
      numbers += found ?? []
      checkedCount = rows.upperBound
      page.updateStatus()
      if isAsked { goToNext() }
      check()
    }
  }

  /// Clears the results, as the rows were replaced.
  func reset() {
    task?.cancel()
    task = nil
    (numbers, checkedCount, isAsked) = ([], 0, false)
  }

  /// Moves to the next broken row, wrapping around, and shows its error; or starts a check.
  private func goToNext() {
    let status = page.status
    guard checkedCount == feed.listModel.numberOfRows || !numbers.isEmpty else {
      check(isAsked: true)
      return status.show("checking the rows", for: .seconds(20))
    }
    isAsked = false
    let row = page.cursorRowNumber ?? -1
    guard let number = numbers.first(where: { $0 > row }) ?? numbers.first else {
      return status.show("all rows can be read")
    }
    guard page.rows?.indexPath(ofRow: number) != nil else {
      let text = "row \((number + 1).grouped) is hidden by the filters"
      return status.show(text, style: .warning)
    }
    page.showRow(number)
    feed.listModel.row(number).problem.map { status.show("\($0)", style: .error) }
  }

  /// The number of broken rows, as text for the status bar.
  var statusText: String {
    switch numbers.count {
    case Self.limit...: "\(Self.limit.grouped) rows or more cannot be read (e)"
    case 0: ""
    case 1: "1 row cannot be read (e)"
    case let count: "\(count.grouped) rows cannot be read (e)"
    }
  }
}
