import MocoaFeed

/// The rows of a feed that are not JSON, found in the background as far as the feed has been read.
@MainActor
final class BrokenRows {
  /// Called when more rows have been checked.
  var onChange: (() -> Void)?

  /// The numbers of the broken rows in the feed, ascending.
  private(set) var numbers: [Int] = []

  private let feed: Feed
  private var checkedCount = 0
  private var isAsked = false
  private var task: Task<Void, Never>?

  /// Larger feeds are checked only on request.
  private static let checkedByteCount = 256 << 20

  /// The maximum number of broken rows listed.
  private nonisolated static let limit = 100_000

  init(feed: Feed) { self.feed = feed }

  isolated deinit { task?.cancel() }

  /// Checks the rows that were added since the last call.
  ///
  /// - Parameter isAsked: A Boolean value that indicates whether large feeds are checked as well.
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
      let work = Task.detached(priority: .utility) {
        try? model.brokenRows(
          in: rows, jobs: 1, limit: Self.limit, isCancelled: { Task.isCancelled })
      }
      let found = await withTaskCancellationHandler {
        await work.value
      } onCancel: {
        work.cancel()
      }
      guard !Task.isCancelled, let self else { return }
      task = nil
      numbers += found ?? []
      checkedCount = rows.upperBound
      onChange?()
      check()
    }
  }

  /// Clears the results, as the rows were replaced.
  func reset() {
    task?.cancel()
    task = nil
    (numbers, checkedCount, isAsked) = ([], 0, false)
  }

  /// The next broken row after another one, wrapping around.
  enum Next: Equatable {
    /// The next broken row is unknown, and is being searched for.
    case unknown
    case none
    case row(Int)
  }

  /// Returns the next broken row after a row, or starts a check.
  func next(after row: Int) -> Next {
    guard checkedCount == feed.listModel.numberOfRows || !numbers.isEmpty else {
      check(isAsked: true)
      return .unknown
    }
    isAsked = false
    return (numbers.first { $0 > row } ?? numbers.first).map { .row($0) } ?? .none
  }

  /// A Boolean value that indicates whether a request for the next broken row is pending.
  var isAwaited: Bool { isAsked }

  /// The number of broken rows, as text for the status bar.
  var text: String {
    switch numbers.count {
    case Self.limit...: "\(Self.limit.grouped) rows or more cannot be read (e)"
    case 0: ""
    case 1: "1 row cannot be read (e)"
    case let count: "\(count.grouped) rows cannot be read (e)"
    }
  }
}
