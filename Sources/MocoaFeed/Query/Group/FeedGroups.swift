import MocoaCore

/// Groups the rows of a feed in the background, as a frequency table shows them; the newest request
/// wins.
///
/// ```swift
/// let groups = FeedGroups()
/// groups.onChange = { list.show(groups.listModel) }
/// groups.run(RowGroups(by: [OutputColumn("level")], [Aggregate(.mean, of: "ms")]), over: model)
/// ```
@MainActor
public final class FeedGroups {
  /// The groups so far, those with the most rows first.
  public private(set) var listModel = GroupListModel(RowGroups(by: [], []))

  /// How far it has come.
  public var status: QueryStatus { scan.status }

  /// Is called on the main actor after each change.
  public var onChange: (() -> Void)?

  private let scan = BackgroundScan<GroupListModel?>(empty: nil)

  /// Makes a grouping of nothing.
  public init() {
    scan.onDelivery = { [weak self] model, _ in
      guard let self else { return }
      listModel = model ?? listModel
      onChange?()
    }
  }

  /// Groups rows.
  ///
  /// - Parameters:
  ///   - groups: By which members, and what is worked out of each group; without rows.
  ///   - model: The rows.
  ///   - filters: What rows must match to count.
  public func run(_ groups: RowGroups, over model: FeedListModel, filters: [RowFilter] = []) {
    listModel = GroupListModel(groups)
    scan.start(of: model.numberOfRows) { mailbox in
      var groups = groups
      var shown = ContinuousClock.now
      defer { _ = mailbox.post { $0 = GroupListModel(groups) } }
      return try groups.add(
        rowsOf: model, filters: filters, isCancelled: { mailbox.isCancelled }
      ) { groups, count in
        // A list of many groups costs more than a step, so there are few of them.
        let isDue = shown.duration(to: .now) > .milliseconds(100) && groups.groups.count < 10_000
        let list = isDue ? GroupListModel(groups) : nil
        if isDue { shown = .now }
        return mailbox.post(scanned: count) { $0 = list ?? $0 }
      }
    }
  }

  /// Stops; the groups so far stay.
  public func cancel() { scan.cancel() }

  /// Blocks until all rows have been grouped.
  public func wait() { scan.wait() }
}

/// The groups of rows as a list: a row for each, which is an object of the members, the number of
/// rows, its share of all rows from 0 to 1, and the aggregates.
///
/// Groups with more rows come first, and those with as many in the order of the feed. It is a value
/// whose counts do not change.
public struct GroupListModel: ListModel, SectionModel, Sendable {
  /// The groups, with the titles of their members and aggregates.
  public let groups: RowGroups

  /// The groups in the order of the list, by their places in `groups`.
  private let order: [Int]

  /// Makes a list.
  ///
  /// - Complexity: O(n log n) for n groups.
  public init(_ groups: RowGroups) {
    self.groups = groups
    let all = groups.groups
    order = all.indices.sorted { (-all[$0].rowCount, $0) < (-all[$1].rowCount, $1) }
  }

  /// 1.
  public var numberOfSections: Int { 1 }

  /// The list itself.
  public func section(at index: Int) -> any SectionModel { self }

  /// The same for all lists of groups.
  public var sectionIdentity: AnyHashable? { AnyHashable("groups") }

  /// The default name.
  public var mocoaName: ModuleName { .default }

  /// The number of groups.
  public var numberOfItems: Int { order.count }

  /// The row of a group, as a `Row`.
  public func item(at index: Int) -> Any { row(at: index) }

  /// None.
  public var supplementaryKinds: [ModuleKind] { [] }

  /// 0.
  public func numberOfSupplementaryModels(of kind: ModuleKind) -> Int { 0 }

  /// Nil.
  public func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? { nil }

  /// The group at a position.
  public func group(at index: Int) -> RowGroups.Group { groups.groups[order[index]] }

  /// The part of all rows that a group has, from 0 to 1.
  public func share(at index: Int) -> Double {
    Double(group(at: index).rowCount) / Double(max(1, groups.rowCount))
  }

  /// The row of a group: an object of JSON.
  public func row(at index: Int) -> Row {
    Row(
      indexPath: ListIndexPath(section: 0, item: index), json: JSONBytes(json(at: index)))
  }

  /// The text of the row of a group.
  package func json(at index: Int) -> [UInt8] {
    groups.json(of: group(at: index), share: share(at: index))
  }

  /// The names of the count and the share of a group, which are those of no member.
  package static func figureTitles(besides titles: [String]) -> (count: String, share: String) {
    let groups = RowGroups(by: titles.map { OutputColumn(title: $0, path: ".") }, [])
    return (groups.unused("count"), groups.unused("share"))
  }

  /// A filter for the rows of a group, as it is typed.
  ///
  /// It is nil where no filter tells them from others: where a value is an array or an object.
  public func filterText(at index: Int) -> String? {
    var parts: [String] = []
    for (key, value) in zip(groups.keys, group(at: index).values) {
      guard let text = key.path.filterText(of: value) else { return nil }
      parts.append(text)
    }
    return parts.joined(separator: " && ")
  }
}
