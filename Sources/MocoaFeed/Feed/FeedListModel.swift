import MocoaCore

/// The rows of a feed at one moment: a value whose counts do not change.
///
/// Creating one costs nothing; rows are read from the source on demand. The rows and bytes of a
/// feed of several sources are numbered consecutively, source by source.
public struct FeedListModel: ListModel, Sendable {
  /// The sources, one after the other; at least one.
  private(set) var parts: [FeedListPart]

  /// The number of rows that a thread processes at once; nil means a megabyte of them.
  var rowsPerBlock: Int?

  /// A Boolean value that indicates whether scans continue with rows that are found later.
  var isOpen = false

  /// A Boolean value that indicates whether rows of other sources follow.
  var isPart = false

  /// Creates a list of the rows of sources.
  init(_ parts: [FeedListPart]) {
    self.parts = FeedListPart.placed(parts)
  }

  /// Replaces the part at a position, and moves those behind it.
  ///
  /// - Complexity: O(n) for n sources, and little where the part has as many rows as before.
  mutating func replacePart(at position: Int, with part: FeedListPart) {
    let old = parts[position]
    parts[position] = part
    parts[position].place(after: position > 0 ? parts[position - 1] : nil)
    guard parts[position].rows != old.rows || parts[position].sections != old.sections else {
      return
    }
    for index in parts.indices.dropFirst(position + 1) {
      parts[index].place(after: parts[index - 1])
    }
  }

  /// Creates a list of the rows of one source.
  init(store: RowStore, progress: RowIndex.Progress) {
    parts = [FeedListPart(store: store, progress: progress)]
  }

  /// The number of sections.
  public var numberOfSections: Int { parts.last?.sections.upperBound ?? 0 }

  /// The number of rows in all sections.
  public var numberOfRows: Int { parts.last?.rows.upperBound ?? 0 }

  /// The format of the source, once it is known; nil if several sources differ.
  package var format: FeedFormat? {
    let format = parts.first?.progress.format
    return parts.allSatisfy { $0.progress.format == format } ? format : nil
  }

  /// The name of the format of a log, if its lines have a known pattern.
  package var logName: String? { parts.first?.store.coding.logName }

  /// A Boolean value that indicates whether all rows are those of tables.
  package var isTable: Bool { parts.allSatisfy { $0.store.coding.fields != nil } }

  /// The names of the fields, if the rows are those of tables.
  package var fieldNames: [String] {
    parts.flatMap { part in
      part.store.provided?.provider.members ?? part.store.coding.fieldNames
    }
  }

  /// The error of a file that was overwritten since it was opened, or nil.
  package var overwriting: FeedError? {
    parts.first { $0.store.source.hasChanged }
      .map { FeedError(source: $0.store.source.name, reason: .overwritten) }
  }

  /// The reason for which a followed file is read from its start again; nil without one.
  package var restartReason: String? {
    parts.lazy.compactMap {
      FeedSourceKind($0.store.source).followed?.ending?.sentence
    }.first
  }

  /// The members that are added to each row.
  var derivedMembers: [DerivedMember] { parts.first?.store.options.derivedMembers ?? [] }

  /// Returns the list of the same rows with other derived members.
  package func deriving(_ members: [DerivedMember]) -> FeedListModel {
    FeedListModel(parts.map { $0.deriving(members) })
  }

  /// The error of a file whose bytes have been overwritten since they were read, or nil.
  ///
  /// - Complexity: O(n) for n bytes of a file that has changed, of which samples are read.
  var overwritingOfReadBytes: FeedError? {
    parts.first { $0.store.source.isOverwritten }
      .map { FeedError(source: $0.store.source.name, reason: .overwritten) }
  }

  /// The section at a position.
  public func section(at index: Int) -> any SectionModel { feedSection(at: index) }

  /// The section at a position.
  ///
  /// - Complexity: O(log n) for n sources.
  /// - Precondition: `index` is in `0..<numberOfSections`.
  public func feedSection(at index: Int) -> FeedSection {
    precondition(0..<numberOfSections ~= index, "There is no such section.")
    return FeedSection(
      part: part { $0.sections.upperBound > index }, index: index)
  }

  /// The row with a number in the whole feed, from 0.
  ///
  /// - Complexity: O(1): some dozen rows are scanned if none nearby was requested before.
  /// - Precondition: `number` is in `0..<numberOfRows`.
  public func row(_ number: Int) -> Row {
    let section = feedSection(at: section(ofRow: number))
    return section.row(at: number - section.rows.lowerBound)
  }

  /// Returns the row with a number for display; it may be pending.
  func shownRow(_ number: Int, neighbor: @escaping (Int) -> Int?) -> Row {
    let section = feedSection(at: section(ofRow: number))
    return section.shownRow(at: number - section.rows.lowerBound, neighbor: neighbor)
  }

  /// Returns the section that contains a row.
  ///
  /// - Complexity: O(log n) for n sections.
  func section(ofRow number: Int) -> Int {
    let part = part { $0.rows.upperBound > number }
    return part.sections.lowerBound
      + part.store.index.section(ofRow: number - part.rows.lowerBound)
  }

  /// Returns the first source that satisfies a condition that is monotonic over the sources.
  func part(where condition: (FeedListPart) -> Bool) -> FeedListPart {
    parts[min(parts.partitioningIndex(where: condition), parts.count - 1)]
  }

  /// Returns whether all rows of an earlier list still have the same numbers.
  ///
  /// - Complexity: O(n) for n sources.
  func extends(_ earlier: FeedListModel) -> Bool {
    guard parts.count == earlier.parts.count else { return false }
    return zip(parts, earlier.parts).allSatisfy { new, old in
      old.rows.isEmpty
        || new.store === old.store && new.rows.lowerBound == old.rows.lowerBound
          && new.rows.count >= old.rows.count
    }
  }
}
