import MocoaCore
import MocoaFeed
import MocoaTUI

extension Action {
  public static let nextBrokenRow: Action = "next-broken-row"
}

/// The rows that are not JSON, as far as they are known.
struct BrokenRows {
  /// Their numbers in the feed, in order.
  var numbers: [Int] = []
  /// How many rows have been checked.
  var checkedCount = 0
  /// Whether the cursor goes to the next one as soon as it is known.
  var isAsked = false
}

extension FeedPage {
  static let brokenRowKeyMap = KeyMap([
    .init(.nextBrokenRow, ["e"], help: "Next row that cannot be read, and why")
  ])

  /// Larger feeds are checked only when it is asked for.
  private static let checkedByteCount = 256 << 20

  /// How many broken rows are listed.
  private nonisolated static let brokenLimit = 100_000

  /// Checks the rows that have come since the last time, in the background.
  func checkRows() {
    guard brokenTask == nil, !feed.status.isLoading || feed.status.isFollowing,
      brokenRows.isAsked || feed.status.progress.byteCount <= Self.checkedByteCount,
      brokenRows.checkedCount < feed.listModel.numberOfRows
    else { return }
    let model = feed.listModel
    let rows = brokenRows.checkedCount..<model.numberOfRows
    brokenTask = Task { [weak self] in
      // A source that cannot be read any more is reported by the feed.
      let work = Task.detached(priority: .utility) {
        try? model.brokenRows(in: rows, limit: Self.brokenLimit, isCancelled: { Task.isCancelled })
      }
      let found = await withTaskCancellationHandler {
        await work.value
      } onCancel: {
        work.cancel()
      }
      guard !Task.isCancelled, let self else { return }
      brokenTask = nil
      brokenRows.numbers += found ?? []
      brokenRows.checkedCount = rows.upperBound
      updateStatus()
      if brokenRows.isAsked { _ = goToBrokenRow() }
      checkRows()
    }
  }

  /// Forgets what is known, as the rows are others.
  func forgetBrokenRows() {
    brokenTask?.cancel()
    brokenTask = nil
    brokenRows = BrokenRows()
  }

  /// How many rows are broken, for the status bar.
  var brokenText: String {
    switch brokenRows.numbers.count {
    case Self.brokenLimit...: "\(Self.brokenLimit.grouped) rows or more cannot be read (e)"
    case 0: ""
    case 1: "1 row cannot be read (e)"
    case let count: "\(count.grouped) rows cannot be read (e)"
    }
  }

  /// Goes to the next broken row, from the last one to the first, and says what is wrong.
  func goToBrokenRow() -> Bool {
    guard brokenRows.checkedCount == feed.listModel.numberOfRows || !brokenRows.numbers.isEmpty
    else {
      brokenRows.isAsked = true
      status.show("checking the rows", for: .seconds(20))
      checkRows()
      return true
    }
    brokenRows.isAsked = false
    let current = cursorRowNumber ?? -1
    let numbers = brokenRows.numbers
    guard let number = numbers.first(where: { $0 > current }) ?? numbers.first else {
      status.show("all rows can be read")
      return true
    }
    guard rows?.indexPath(ofRow: number) != nil else {
      status.show("row \((number + 1).grouped) is hidden by the filters", style: .warning)
      return true
    }
    showRow(number)
    if let problem = feed.listModel.row(number).problem { status.show("\(problem)", style: .error) }
    return true
  }
}
