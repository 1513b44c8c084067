import MocoaCore

/// Groups the rows of a feed in the background, as for a frequency table.
///
/// ```swift
/// let groups = FeedGroups()
/// groups.onChange = { list.show(groups.listModel) }
/// groups.run(RowGroups(by: [OutputColumn("level")], [Aggregate(.mean, of: "ms")]), over: model)
/// ```
@MainActor
package final class FeedGroups {
  /// The groups so far, those with the most rows first.
  package private(set) var listModel = GroupListModel(RowGroups(by: [], []))

  /// The status of the request.
  package var status: QueryStatus { scan.status }

  /// Called on the main actor after each change.
  package var onChange: (() -> Void)?

  private let scan = BackgroundScan<GroupListModel?>(empty: nil)

  /// Creates an instance without a request.
  package init() {
    scan.onDelivery = { [weak self] model, _ in
      guard let self else { return }
      listModel = model ?? listModel
      onChange?()
    }
  }

  /// Groups rows, replacing the previous request.
  ///
  /// - Parameters:
  ///   - groups: The keys and aggregates; without rows.
  ///   - model: The rows.
  ///   - filters: The filters that rows must match.
  package func run(_ groups: RowGroups, over model: FeedListModel, filters: [RowFilter] = []) {
    listModel = GroupListModel(groups)
    scan.start(of: model.numberOfRows) { mailbox in
      var groups = groups
      var shown = ContinuousClock.now
      defer { _ = mailbox.post { $0 = GroupListModel(groups) } }
      return try groups.add(
        rowsOf: model, filters: filters, isCancelled: { mailbox.isCancelled }
      ) { groups, count in
        // A list of many groups costs more than a step, so they are delivered rarely.
        let isDue = shown.duration(to: .now) > .milliseconds(100) && groups.groups.count < 10_000
        let list = isDue ? GroupListModel(groups) : nil
        if isDue { shown = .now }
        return mailbox.post(scanned: count) { $0 = list ?? $0 }
      }
    }
  }

  /// Cancels the request; the groups so far remain.
  package func cancel() { scan.cancel() }

  /// Blocks until all rows have been grouped.
  func wait() { scan.wait() }
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
    groups.alignTrends()
    self.groups = groups
    let counts = groups.groups.rowCounts
    order = counts.indices.sorted { (-counts[$0], $0) < (-counts[$1], $1) }
  }

  /// The number of sections: 1.
  package var numberOfSections: Int { 1 }

  /// The list itself.
  package func section(at index: Int) -> any SectionModel { self }

  /// The identity of the section, which is the same for all lists of groups.
  package var sectionIdentity: AnyHashable? { AnyHashable("groups") }

  /// The default name.
  package var moduleName: ModuleName { .default }

  /// The number of groups.
  package var numberOfItems: Int { order.count }

  /// The row of a group, as a `Row`.
  package func item(at index: Int) -> Any { row(at: index) }

  /// The kinds of supplementary models: none.
  package var supplementaryKinds: [ModuleKind] { [] }

  /// The number of supplementary models: 0.
  package func numberOfSupplementaryModels(of kind: ModuleKind) -> Int { 0 }

  /// The supplementary model: nil.
  package func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? { nil }

  /// The group at a position.
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
