/// Compares rows whose type was known where it was made, so that the compiler has specialised it.
///
/// A list knows the sections of its model as `any SectionModel`. What is worked out through such a
/// value asks a table for every comparison of two rows, which takes many times as long.
@usableFromInline
struct RowComparison<Row>: Sendable {
  @usableFromInline typealias Body = @Sendable (SectionIDs, [[Row]], [[Row]]) -> Changeset?

  let changeset: Body

  @usableFromInline
  init(changeset: @escaping Body) { self.changeset = changeset }

  @inlinable
  init() where Row: Identifiable & Equatable & SendableMetatype {
    self.init { SectionedRows<Row>.changeset($0, from: $1, to: $2) }
  }
}

/// Rows that can be compared, whatever their type.
protocol RowsToCompare {
  /// What leads from the old rows to the new ones; nil where nobody waits for it any more.
  func changeset() -> Changeset?
}

/// The rows of two lists, by section.
@usableFromInline
struct SectionedRows<Row: Identifiable & Equatable>: RowsToCompare {
  let ids: SectionIDs
  let old: [[Row]]
  let new: [[Row]]
  /// The same comparison as that of this type, and faster; nil where the type was not known.
  let comparison: RowComparison<Row>?

  func changeset() -> Changeset? {
    if let comparison { return comparison.changeset(ids, old, new) }
    return Self.changeset(ids, from: old, to: new)
  }

  @inlinable
  static func changeset(_ ids: SectionIDs, from old: [[Row]], to new: [[Row]]) -> Changeset? {
    var engine = DifferenceEngine()
    if ids.isOneSection {
      return try? engine.changeset(from: old[0], to: new[0], options: .cancelledWithTask)
    }
    return try? engine.changeset(
      fromSections: old.indices.map { NumberedSection(id: ids.old[$0], rows: old[$0]) },
      to: new.indices.map { NumberedSection(id: ids.new[$0], rows: new[$0]) },
      options: .cancelledWithTask)
  }
}

extension SectionedRows: Sendable where Row: Sendable {}

/// Numbers for sections, equal for a section of the old list and what it is in the new one.
@usableFromInline
struct SectionIDs: Sendable {
  @usableFromInline let old: [Int]
  @usableFromInline let new: [Int]

  init(_ matches: [Int?], oldCount: Int) {
    old = Array(0..<oldCount)
    new = matches.enumerated().map { $1 ?? oldCount + $0 }
  }

  /// Whether both lists are one section, and the same.
  @usableFromInline var isOneSection: Bool { old == [0] && new == [0] }
}

/// A section that goes by a number, of which the rows alone are compared.
@usableFromInline
struct NumberedSection<Row: Identifiable & Equatable>: DifferenceSection {
  @usableFromInline let id: Int
  @usableFromInline let rows: [Row]

  @inlinable
  init(id: Int, rows: [Row]) {
    self.id = id
    self.rows = rows
  }
}
