/// A row as two numbers: who it is, and what it shows.
///
/// A feed can make them straight from a row's bytes, so that lists of millions of rows are compared
/// without making an object of any. Rows of the same identity are taken for the same row, and rows
/// of the same content for unchanged, on the word of these numbers alone: with good 64-bit hashes,
/// two among *n* rows share one by accident with odds of *n²* in 2^65, which is 1 in 37 million for
/// a million rows. `DifferenceEngine.changeset(fromRows:to:options:confirm:)` asks before it
/// believes them.
public struct RowFingerprint: Identifiable, Hashable, Sendable {
  /// Who the row is.
  public var id: UInt64

  /// What the row shows.
  public var content: UInt64

  /// Makes a fingerprint from two hashes that are good in all their bits.
  @inlinable
  public init(id: UInt64, content: UInt64) {
    self.id = id
    self.content = content
  }
}

/// A section as numbers: who it is, what it shows, its rows and its headers, footers and such.
public struct SectionFingerprint: DifferenceSection, Hashable, Sendable {
  /// Who the section is.
  public var id: UInt64

  /// What the section shows itself.
  public var content: UInt64

  /// The rows of the section.
  public var rows: [RowFingerprint]

  /// What the section's headers, footers and other parts show.
  public var supplementaries: [ModuleKind: [UInt64]]

  /// Makes a section from its fingerprints.
  public init(
    id: UInt64, content: UInt64 = 0, rows: [RowFingerprint],
    supplementaries: [ModuleKind: [UInt64]] = [:]
  ) {
    self.id = id
    self.content = content
    self.rows = rows
    self.supplementaries = supplementaries
  }

  /// Whether the section itself shows the same as another one.
  public func hasEqualContent(as other: SectionFingerprint) -> Bool { content == other.content }

  /// The kinds of parts that the section has.
  public var supplementaryKinds: [ModuleKind] { Array(supplementaries.keys) }

  /// How many parts of a kind the section has.
  public func numberOfSupplementaryModels(of kind: ModuleKind) -> Int {
    supplementaries[kind]?.count ?? 0
  }

  /// Whether a part shows the same as the part of that kind and index in another section.
  public func hasEqualSupplementaryModel(
    of kind: ModuleKind, at index: Int, as other: SectionFingerprint
  ) -> Bool {
    supplementaries[kind]?[index] == other.supplementaries[kind]?[index]
  }
}

extension DifferenceEngine {
  /// The changeset between two lists of fingerprints, none of which is believed without asking.
  ///
  /// - Parameters:
  ///   - old: The fingerprints of the old list.
  ///   - new: The fingerprints of the new list.
  ///   - options: What else to find, and how far to go.
  ///   - confirm: Says how alike two rows are, by old and new position, where their fingerprints
  ///     name the same row; its word is final.
  /// - Returns: The changeset of a list of one section.
  /// - Throws: `CancellationError` where the options' `isCancelled` said so.
  public mutating func changeset(
    fromRows old: [RowFingerprint], to new: [RowFingerprint],
    options: DifferenceOptions = DifferenceOptions(),
    confirm: (_ old: Int, _ new: Int) -> RowLikeness
  ) throws(CancellationError) -> Changeset {
    let reading = IdentifiableReading<RowFingerprint>()
    let found = withRows(old, new, reading: reading, unchanged: Changeset()) { engine, rows in
      engine.compareRows(old.count, new.count, options: options) {
        $0.confirmedAnswer(rows, by: confirm)
      }
    }
    guard var changeset = found else { throw CancellationError() }
    if options.findsDuplicates { findDuplicates(in: [new], reading: reading, &changeset) }
    return changeset
  }
}

extension RowQuestion {
  /// The answer where every row that seems to be the same is asked about once more.
  func confirmedAnswer(_ rows: RowAnswers, by confirm: (Int, Int) -> RowLikeness) -> Int {
    func likeness(_ old: Int, _ new: Int) -> RowLikeness {
      rows(.likeness(old: old, new: new)) == 0 ? .different : confirm(old, new)
    }
    func rowsInStep(_ old: Int, _ new: Int, step: Int, limit: Int) -> Int {
      for count in 0..<limit {
        let likeness = likeness(old + step * count, new + step * count)
        if likeness != .equal { return count * 2 + (likeness == .changed ? 1 : 0) }
      }
      return limit * 2
    }
    switch self {
    case .walk(let old, let new, let oldEnd, let newEnd, let limit, let strides):
      return Stride.walk(from: (old, new), to: (oldEnd, newEnd), limit: limit, into: strides) {
        rowsInStep($0, $1, step: 1, limit: $2)
      } agree: {
        likeness($0, $1) != .different
      }
    case .rowsInStepBefore(let old, let new, let limit):
      return rowsInStep(old - 1, new - 1, step: -1, limit: limit)
    case .likeness(let old, let new): return likeness(old, new).rawValue
    case .isSameOldRow, .isSameNewRow, .hashOldRows, .hashNewRows, .prefetchOldRows,
      .prefetchNewRows:
      return rows(self)
    }
  }
}
