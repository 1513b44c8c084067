import MocoaFeedUI

extension FeedPrinter {
  /// Prints rows in sections, one per value of a member, when all have been found.
  func printGroups(
    by member: String, _ query: RowQuery, _ printer: inout any RowPrinter
  ) throws {
    waitForAll()
    let model = feed.listModel
    var grouping = RowGrouping(by: member)
    try grouping.add(rowsOf: model)
    let list = GroupedListModel(model, grouping: grouping)
    var sections = [Int](repeating: 0, count: model.numberOfRows)
    for index in 0..<list.numberOfSections {
      let section = list.groupedSection(at: index)
      for position in 0..<section.numberOfItems {
        sections[section.rowNumber(at: position)] = index
      }
    }
    let show = begin("Sorting")
    let found = try model.rows(
      for: query, takesBroken: true, jobs: options.output.jobs,
      memoryLimit: options.output.memoryLimit,
      step: {
        show($0)
        return true
      })
    let groups = Dictionary(grouping: found ?? RowNumbers()) { sections[$0] }
    for (section, rows) in groups.sorted(by: { $0.key < $1.key }) {
      let header = list.groupedSection(at: section).displayName
      let batch = RowBatch.group(header: header, RowNumbers(rows))
      try printer.print(batch, of: model) { _ in }
    }
  }
}
