/// What has been added to a feed since the list model before.
public struct FeedGrowth: Hashable, Sendable {
  /// New rows in the section that was the last: its position, and their positions in it.
  public var appended: (section: Int, items: Range<Int>)? {
    lastSection.map { ($0, lastItems) }
  }

  /// The positions of new sections, with all their rows.
  public var sections: Range<Int>

  /// Whether headers or footers of sections that were there may have come or changed.
  public var changesSupplementaries: Bool

  private var lastSection: Int?
  private var lastItems: Range<Int>

  /// No growth.
  init() {
    sections = 0..<0
    changesSupplementaries = false
    lastItems = 0..<0
  }

  /// The growth from one list model to a later one of the same feed.
  init(from old: FeedListModel, to new: FeedListModel) {
    sections = old.numberOfSections..<new.numberOfSections
    changesSupplementaries =
      old.numberOfSections > 0 && old.progress.detailsVersion != new.progress.detailsVersion
    lastItems = 0..<0
    guard old.numberOfSections > 0 else { return }
    let section = old.numberOfSections - 1
    let oldCount = old.numberOfItems(inSection: section)
    let newCount = new.numberOfItems(inSection: section)
    guard newCount > oldCount else { return }
    lastSection = section
    lastItems = oldCount..<newCount
  }

  /// Whether there is nothing new.
  public var isEmpty: Bool { lastSection == nil && sections.isEmpty && !changesSupplementaries }
}
