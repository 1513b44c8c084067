/// The rows of one source in a list, and their position among those of other sources.
struct FeedListPart: Sendable {
  let store: RowStore
  let progress: RowIndex.Progress

  /// The title above the rows; nil for a single source.
  let title: SourceTitle?

  /// The positions of the sections in the list.
  private(set) var sections: Range<Int>

  /// The numbers of the rows in the list.
  private(set) var rows: Range<Int>

  /// Creates the first part.
  init(store: RowStore, progress: RowIndex.Progress, title: SourceTitle? = nil) {
    (self.store, self.progress, self.title) = (store, progress, title)
    // The title is displayed before there are any rows.
    sections = 0..<max(progress.sectionCount, title == nil ? 0 : 1)
    rows = 0..<progress.rowCount
  }

  /// Returns the same rows with other derived members, as the first part.
  func deriving(_ members: [DerivedMember]) -> FeedListPart {
    var options = store.options
    options.derivedMembers = members
    return FeedListPart(
      store: RowStore(source: store.source, index: store.index, options: options),
      progress: progress, title: title)
  }

  /// Returns parts placed one after the other.
  static func placed(_ parts: [FeedListPart]) -> [FeedListPart] {
    guard parts.count > 1 else { return parts }
    var parts = parts
    for index in parts.indices { parts[index].place(after: index > 0 ? parts[index - 1] : nil) }
    return parts
  }

  /// Moves it behind another part; nil means to the start.
  mutating func place(after previous: FeedListPart?) {
    let (section, row) = (previous?.sections.upperBound ?? 0, previous?.rows.upperBound ?? 0)
    sections = section..<section + sections.count
    rows = row..<row + rows.count
  }

  /// The fingerprints of the rows, if there is one for each.
  var fingerprints: RowFingerprints? {
    store.fingerprints.withLock { $0?.count == rows.count ? $0 : nil }
  }

  /// The numbers of the rows of a section in the list.
  ///
  /// - Precondition: The section is one of this source.
  func rows(ofSection section: Int) -> Range<Int> {
    precondition(sections.contains(section), "There is no such section.")
    guard progress.sectionCount > 0 else { return rows }
    let own = store.index.rows(
      ofSection: section - sections.lowerBound, rowCount: progress.rowCount,
      sectionCount: progress.sectionCount)
    return own.lowerBound + rows.lowerBound..<own.upperBound + rows.lowerBound
  }
}
