import MocoaFeed
import MocoaTUI

/// Writing the displayed rows and columns to a file, or copying them.
extension FeedPage {
  /// The keys for saving and copying.
  static let savingBindings: [KeyBinding<FeedPage>] =
    [
      .init("save-view", ["w"], help: "Write the rows that are shown, or marked, to a file") {
        $0.exports.askForFile()
        $0.promisedMarkCount = $0.markedCount
      },
      .init("pipe-rows", ["|"], help: "Pass the rows to a command, such as jq, and list its output")
      {
        $0.askForPipe()
        $0.promisedMarkCount = $0.markedCount
      },
      .init("copy-view", ["W"], help: "Copy the rows that are shown, or marked, in a format") {
        $0.showPalette(copyBindings)
      },
    ] + copyBindings

  private static let copyBindings: [KeyBinding<FeedPage>] = ViewFormat.allCases.map { format in
    .init("copy-\(format.rawValue)", [], help: format.help) { $0.exports.copy(as: format) }
  }

  // MARK: Content

  private var writtenRows: RowNumbers? {
    guard let rows else { return RowNumbers() }
    return markedCount > 0 ? markedOrder : rows.order
  }

  func export(as format: ViewFormat) -> RowExport? {
    let areMarked = markedCount > 0 && !areAllMarked
    // If some rows were marked, no others are missing.
    var faults = ResultFaults(before: feed, needsAllRows: !areMarked)
    if !areMarked, let remainder {
      if source.isBehind { faults.add(remainder) }
    } else if let markRemainder {
      faults.add(markRemainder)
    }
    return ViewExport(
      feed: feed, model: rows?.base ?? feed.listModel,
      rows: writtenRows,
      columns: columns, query: source.query, grouping: grouping, commandLine: commandLine,
      manifestLines: manifestLines,
      areMarked: areMarked, faults: faults, order: orderOfHiddenMarks
    ).export(as: format)
  }
}
