import MocoaFeedUI

extension RowOutput {
  /// The table of the lines; nil for another format.
  private var table: TextTable? { formatter as? TextTable }

  /// The number of columns that fit in a line, and the titles of the others; nil if all fit.
  var fittingColumns: (count: Int, titlesLeftOut: [String])? {
    guard let table, case let titles = table.titlesLeftOut, !titles.isEmpty else { return nil }
    return (table.fittingCount, titles)
  }

  /// The numbers of members with columns and of all members, if some have none and are reported.
  var memberCounts: (shown: Int, all: Int)? {
    // Without columns, rows are displayed as JSON, with all of their members.
    guard let table, !table.members.isEmpty,
      let all = schema?.columns.map(\.keys).filter({ !$0.isEmpty })
    else { return nil }
    let shown = all.count { keys in table.members.contains { keys.starts(with: $0) } }
    return shown < all.count ? (shown, all.count) : nil
  }
}
