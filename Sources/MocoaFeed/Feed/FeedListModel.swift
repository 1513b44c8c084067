import MocoaCore

/// The rows of a feed at one moment: a value whose counts do not change.
///
/// Making one costs nothing; rows are read from the source when they are asked for.
public struct FeedListModel: ListModel, Sendable {
  let store: RowStore
  let progress: RowIndex.Progress

  /// The number of sections.
  public var numberOfSections: Int { progress.sectionCount }

  /// The number of rows in all sections.
  public var numberOfRows: Int { progress.rowCount }

  /// What the source holds, once that is known.
  public var format: FeedFormat? { progress.format }

  /// The number of rows of a section.
  ///
  /// - Complexity: O(1).
  public func numberOfItems(inSection section: Int) -> Int { rows(ofSection: section).count }

  /// The section at a position.
  public func section(at index: Int) -> any SectionModel { feedSection(at: index) }

  /// The section at a position.
  ///
  /// - Complexity: O(1).
  /// - Precondition: `index` is in `0..<numberOfSections`.
  public func feedSection(at index: Int) -> FeedSection {
    FeedSection(store: store, index: index, rows: rows(ofSection: index))
  }

  /// The row with a number in the whole feed, from 0.
  ///
  /// - Complexity: O(1): some dozen rows are looked through where none near was asked for before.
  /// - Precondition: `number` is in `0..<numberOfRows`.
  public func row(_ number: Int) -> Row {
    let section = store.index.section(ofRow: number)
    return feedSection(at: section).row(at: number - rows(ofSection: section).lowerBound)
  }

  private func rows(ofSection section: Int) -> Range<Int> {
    precondition(0..<numberOfSections ~= section, "There is no such section.")
    return store.index.rows(
      ofSection: section, rowCount: progress.rowCount, sectionCount: progress.sectionCount)
  }
}

/// A section of a feed at one moment.
public struct FeedSection: FingerprintedSectionModel, Sendable {
  let store: RowStore

  /// The position of the section in the list.
  public let index: Int

  /// The numbers of the rows in the whole feed.
  public let rows: Range<Int>

  /// The name that the feed gives the section; `""` where it gives none.
  public var mocoaName: ModuleName { store.index.details(ofSection: index).name }

  /// The number of rows.
  public var numberOfItems: Int { rows.count }

  /// Which rows there are and what they show, once the feed is watched or read anew and all rows
  /// have been found.
  public var rowFingerprints: [RowFingerprint]? {
    guard let found = store.fingerprints.withLock({ $0 })?.sections[index] else { return nil }
    return found.count == rows.count ? found : nil
  }

  /// The row at a position, as a `Row`.
  public func item(at index: Int) -> Any { row(at: index) }

  /// The row at a position.
  ///
  /// - Complexity: O(1): some dozen rows are looked through where none near was asked for before.
  /// - Precondition: `position` is in `0..<numberOfItems`.
  public func row(at position: Int) -> Row {
    precondition(0..<rows.count ~= position, "There is no such row.")
    return store.row(
      rows.lowerBound + position, at: ListIndexPath(section: index, item: position))
  }

  /// Header and footer, where the feed has them.
  public var supplementaryKinds: [ModuleKind] {
    let details = store.index.details(ofSection: index)
    return (details.header == nil ? [] : [.header]) + (details.footer == nil ? [] : [.footer])
  }

  /// 1 for a header or footer that the feed has, otherwise 0.
  public func numberOfSupplementaryModels(of kind: ModuleKind) -> Int {
    supplementaryKinds.contains(kind) ? 1 : 0
  }

  /// The header or footer as a `Row`, or nil where there is none.
  public func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? {
    guard index == 0 else { return nil }
    return supplementaryRow(of: kind)
  }

  /// The header or footer, or nil where there is none.
  public func supplementaryRow(of kind: ModuleKind) -> Row? {
    let details = store.index.details(ofSection: index)
    switch kind {
    case .header: return details.header.map(store.row)
    case .footer: return details.footer.map(store.row)
    default: return nil
    }
  }
}
