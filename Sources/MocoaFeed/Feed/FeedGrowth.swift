/// The rows that were added to a feed since the previous list model.
public struct FeedGrowth: Hashable, Sendable {
  /// New rows in the section that was the last: its position, and their positions in it.
  package var appended: (section: Int, items: Range<Int>)? {
    lastSection.map { ($0, lastItems) }
  }

  /// The positions of new sections, with all their rows.
  package var sections = 0..<0

  /// A Boolean value that indicates whether earlier sections may have other headers or footers.
  package var changesSupplementaries: Bool

  private var lastSection: Int?
  private var lastItems = 0..<0

  /// A change of headers and nothing else.
  static let ofHeaders = FeedGrowth(changesSupplementaries: true)

  private init(changesSupplementaries: Bool) {
    self.changesSupplementaries = changesSupplementaries
  }

  /// Computes the growth from one state of a source to a later one of the same reading.
  ///
  /// Positions are those in the later list.
  init(from old: FeedListPart, to new: FeedListPart) {
    sections = new.sections.lowerBound + old.sections.count..<new.sections.upperBound
    changesSupplementaries =
      !old.sections.isEmpty && old.progress.detailsVersion != new.progress.detailsVersion
    guard !old.sections.isEmpty else { return }
    let oldCount = old.rows(ofSection: old.sections.upperBound - 1).count
    let newCount = new.rows(ofSection: sections.lowerBound - 1).count
    guard newCount > oldCount else { return }
    lastSection = sections.lowerBound - 1
    lastItems = oldCount..<newCount
  }

  /// A Boolean value that indicates whether nothing was added.
  var isEmpty: Bool { lastSection == nil && sections.isEmpty && !changesSupplementaries }
}
