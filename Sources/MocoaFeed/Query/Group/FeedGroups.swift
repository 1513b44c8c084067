import MocoaCore

/// Groups the rows of a feed in the background, as for a frequency table; those with the most rows
/// come first.
///
/// ```swift
/// let groups = FeedGroups()
/// groups.onChange = { list.show(groups.result) }
/// groups.run(RowGroups(by: [OutputColumn("level")], [Aggregate(.mean, of: "ms")]), over: model)
/// ```
package typealias FeedGroups = BackgroundResult<GroupListModel>

extension BackgroundResult<GroupListModel> {
  /// Creates an instance without a request.
  package convenience init() { self.init(GroupListModel(RowGroups(by: [], []))) }

  /// Groups rows by the keys of groups without rows, replacing the previous request.
  package func run(_ groups: RowGroups, over model: FeedListModel, filters: [RowFilter] = []) {
    start(of: model.numberOfRows, GroupListModel(groups)) { report in
      var groups = groups
      defer { report.end(GroupListModel(groups)) }
      return try groups.add(rowsOf: model, filters: filters, isCancelled: report.isCancelled) {
        groups, count in
        // A list of many groups costs more than a step.
        report(scanned: count) {
          groups.groups.count < 10_000 ? GroupListModel(groups) : nil
        }
      }
    }
  }
}

/// Groups of rows as a list of objects with keys, count, share and aggregates.
///
/// Groups with more rows come first; equally large ones are in feed order. It is a value whose
/// counts do not change.
package struct GroupListModel: ListModel, SectionModel, Sendable {
  /// The groups, with the titles of their keys and aggregates.
  package let groups: RowGroups

  /// The groups in list order, by their positions in `groups`.
  private let order: [Int]

  /// Creates a list.
  ///
  /// - Complexity: O(n log n) for n groups.
  init(_ groups: RowGroups) {
    var groups = groups
    groups.align()
    self.groups = groups
    let counts = groups.groups.rowCounts
    order = counts.indices.sorted { (-counts[$0], $0) < (-counts[$1], $1) }
  }

  package var numberOfSections: Int { 1 }

  /// The list itself.
  package func section(at index: Int) -> any SectionModel { self }

  /// The identity of the section, which is the same for all lists of groups.
  package var sectionIdentity: AnyHashable? { AnyHashable("groups") }

  package var numberOfItems: Int { order.count }

  /// The row of a group, as a `Row`.
  package func item(at index: Int) -> Any { row(at: index) }

  func group(at index: Int) -> GroupTable.Group { groups.groups[order[index]] }

  /// Returns the share of a group in all rows, from 0 to 1.
  func share(at index: Int) -> Double {
    Double(group(at: index).rowCount) / Double(max(1, groups.rowCount))
  }

  /// Returns the row of a group: a JSON object.
  func row(at index: Int) -> Row {
    Row(
      indexPath: ListIndexPath(section: 0, item: index), json: JSONBytes(json(at: index)))
  }

  /// Returns the text of the row of a group.
  package func json(at index: Int) -> [UInt8] {
    groups.json(of: group(at: index), share: share(at: index))
  }

  /// An example of groups whose keys are different values but are displayed as the same text; nil
  /// if there are none.
  ///
  /// - Complexity: O(size of the keys).
  package var similarGroups: String? {
    var similar = SimilarGroups(titles: groups.keys.map(\.title), null: "null")
    for index in order.indices { similar.add(group(at: index).values) }
    return similar.example
  }

  /// Returns the names of the count and the share of a group, which differ from all members.
  package static func figureTitles(besides titles: [String]) -> (count: String, share: String) {
    let groups = RowGroups(by: titles.map { OutputColumn(title: $0, path: ".") }, [])
    return (groups.unused("count"), groups.unused("share"))
  }
}
