import MocoaFeedUI

/// The selected rows, as they are written to standard output.
struct Choice {
  let format: RowFormat

  /// The end of each row as JSON, and of each text.
  let terminator: String

  /// Returns the output of rows, without those that cannot be read, and what is missing from it;
  /// throws if a value contains the terminator.
  func output(
    of rows: RowNumbers, in model: FeedListModel
  ) throws -> (bytes: [UInt8], faults: ResultFaults) {
    var bytes: [UInt8] = []
    var output = RowOutput(format) { bytes += $0 }
    try output.write(rows, of: model)
    try output.end()
    if terminator == "\0" {
      // A line of compact JSON contains no line feed.
      if format == .json(nil) { bytes = bytes.map { $0 == 0x0A ? 0 : $0 } }
      guard bytes.count(where: { $0 == 0 }) == output.rowCount else {
        throw FeedError(
          source: "--print0", reason: .unreadable("a value contains a NUL byte and would be two"))
      }
    }
    var faults = ResultFaults()
    faults.add(repaired: output.repairedRows, of: model) { model.row($0).repair }
    faults.add(broken: output.brokenRows, of: model) { model.row($0).problem }
    return (bytes, faults)
  }
}
