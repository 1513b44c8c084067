import MocoaCore

/// The fingerprints of rows that a list displays filtered or in another order than the feed.
///
/// They are assembled from those of the feed on demand, so that lists that are never compared have
/// no cost. All copies of a list share them.
final class ArrangedFingerprints: Sendable {
  private let sections = Monitor<[[RowFingerprint]]?>(nil)

  /// The fingerprints of a section, once they are assembled.
  subscript(section: Int) -> [RowFingerprint]? {
    sections.withLock { sections in
      sections.flatMap { $0.indices.contains(section) ? $0[section] : nil }
    }
  }

  /// Assembles them, unless they exist already or the feed has none.
  ///
  /// - Complexity: O(n) for n rows.
  ///
  /// - Parameters:
  ///   - base: The feed.
  ///   - rows: Returns the numbers of the rows by section.
  ///   - mixing: Returns what the content of a row is displayed with, by its position; nil for its
  ///     content alone.
  func make(
    for base: FeedListModel, rows: () -> [[Int]], mixing: ((Int) -> Int)? = nil
  ) {
    guard sections.withLock({ $0 == nil }), let known = base.fingerprintsBySection else { return }
    let made = rows().map { rows in
      rows.enumerated().map { position, row in
        var fingerprint = known[row]
        if let mixing { fingerprint.content ^= UInt64(bitPattern: Int64(mixing(position))) }
        return fingerprint
      }
    }
    sections.withLock { $0 = made }
  }
}

/// The fingerprints of a feed by row number.
struct FeedFingerprints {
  let sections: [[RowFingerprint]]
  let starts: [Int]

  subscript(row: Int) -> RowFingerprint {
    if sections.count == 1 { return sections[0][row] }
    let section = starts.partitioningIndex { $0 > row } - 1
    return sections[section][row - starts[section]]
  }
}

extension FeedListModel {
  /// A Boolean value that indicates whether lists can be compared without reading rows.
  package var hasFingerprints: Bool { fingerprintsBySection != nil }

  /// Computes the fingerprints of sources that have none where those of another list have them.
  ///
  /// Rows are recognized only by identities of one kind, and fingerprints are missing as long as a
  /// source is being read. Any thread may call it.
  ///
  /// - Complexity: O(n) for n rows.
  /// - Parameters:
  ///   - other: The other list.
  ///   - isCancelled: Called at least every 64 KiB of rows, on any thread; then there are none.
  package func makeFingerprints(
    comparableWith other: FeedListModel, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    for (part, other) in zip(parts, other.parts) {
      guard let known = other.fingerprints, part.fingerprints == nil else { continue }
      let model = FeedListModel(store: part.store, progress: part.progress)
      let made = try? RowFingerprints(
        of: model, identityKey: known.identityKey, isCancelled: isCancelled)
      guard let made else { continue }
      part.store.fingerprints.withLock { $0 = made }
    }
  }

  var fingerprintsBySection: FeedFingerprints? {
    var sections: [[RowFingerprint]] = []
    for index in 0..<numberOfSections {
      guard let known = feedSection(at: index).rowFingerprints else { return nil }
      sections.append(known)
    }
    var starts: [Int] = []
    var count = 0
    for section in sections {
      starts.append(count)
      count += section.count
    }
    return FeedFingerprints(sections: sections, starts: starts)
  }

  /// The number in the whole feed of the row at a position; O(1).
  ///
  /// - Precondition: The position exists.
  public func rowNumber(at path: ListIndexPath) -> Int {
    feedSection(at: path.section).rows.lowerBound + path.item
  }

  /// Returns the position of the row with a number, or nil; O(log n) for n sections.
  public func indexPath(ofRow number: Int) -> ListIndexPath? {
    guard (0..<numberOfRows).contains(number) else { return nil }
    let section = section(ofRow: number)
    let first = feedSection(at: section).rows.lowerBound
    return ListIndexPath(section: section, item: number - first)
  }
}
