import MocoaCore

/// The rows of a feed in sections, one for each value of a member.
///
/// The header of a section is an object with the member and the number of rows, `count`.
public struct GroupedListModel: ListModel, Sendable {
  /// The rows as the feed has them.
  public let base: FeedListModel

  private let grouping: RowGrouping
  private let fingerprints: [RowFingerprint]?

  /// Puts the rows of a list into sections.
  ///
  /// - Complexity: O(1), or O(n) for n rows where they have fingerprints.
  /// - Parameters:
  ///   - base: The list.
  ///   - grouping: Its rows by a member.
  public init(_ base: FeedListModel, grouping: RowGrouping) {
    self.base = base
    self.grouping = grouping
    let sections = (0..<base.numberOfSections).map { base.feedSection(at: $0).rowFingerprints }
    let known = sections.compactMap(\.self)
    fingerprints =
      known.count == sections.count && !known.isEmpty ? known.flatMap(\.self) : nil
  }

  /// The number of different values.
  public var numberOfSections: Int { grouping.groups.count }

  /// The section of a value.
  public func section(at index: Int) -> any SectionModel { groupedSection(at: index) }

  /// The section of a value.
  ///
  /// - Complexity: O(1), or O(n) for n rows of the section where they have fingerprints.
  /// - Precondition: `index` is in `0..<numberOfSections`.
  public func groupedSection(at index: Int) -> GroupedSection {
    let group = grouping.groups[index]
    let known = fingerprints.flatMap { all in
      group.rows.last.map { Int($0) < all.count } == true ? group.rows.map { all[Int($0)] } : nil
    }
    return GroupedSection(
      base: base, key: grouping.key, group: group, index: index, rowFingerprints: known)
  }

  /// The row at a position.
  ///
  /// - Precondition: There is such a position.
  public func row(at path: ListIndexPath) -> Row {
    groupedSection(at: path.section).row(at: path.item)
  }
}

/// The rows of a feed that have one value of a member.
public struct GroupedSection: FingerprintedSectionModel, Sendable {
  let base: FeedListModel
  let key: String
  let group: RowGrouping.Group

  /// The position of the section in the list.
  public let index: Int

  /// Which rows there are and what they show, where the feed has that.
  public let rowFingerprints: [RowFingerprint]?

  /// The value: a section stays the same as long as there are rows that have it.
  public var sectionIdentity: AnyHashable? { AnyHashable(group.identity) }

  /// The default name.
  public var mocoaName: ModuleName { .default }

  /// The number of rows.
  public var numberOfItems: Int { group.rows.count }

  /// The row at a position, as a `Row`.
  public func item(at index: Int) -> Any { row(at: index) }

  /// The row at a position.
  ///
  /// - Precondition: There is such a position.
  public func row(at position: Int) -> Row {
    base.row(Int(group.rows[position]))
      .moved(to: ListIndexPath(section: index, item: position))
  }

  /// The number in the whole feed of the row at a position.
  public func rowNumber(at position: Int) -> Int { Int(group.rows[position]) }

  /// A header.
  public var supplementaryKinds: [ModuleKind] { [.header] }

  /// One header.
  public func numberOfSupplementaryModels(of kind: ModuleKind) -> Int { kind == .header ? 1 : 0 }

  /// The header as a `Row`.
  public func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? {
    kind == .header && index == 0 ? header : nil
  }

  /// An object with the member and the number of rows.
  public var header: Row {
    var text: [UInt8] = [UInt8(ascii: "{")]
    JSONText.quote(key, to: &text)
    text.append(UInt8(ascii: ":"))
    text += group.value.isEmpty ? Array("null".utf8) : group.value
    text += Array(",\"count\":\(group.rows.count)}".utf8)
    return Row(indexPath: nil, json: JSONBytes(text))
  }
}
