/// Compares rows whose type was known where it was made, so that the compiler has specialised it;
/// returns nil if the current task was cancelled.
///
/// A list knows the sections of its model as `any SectionModel`; a comparison through the witness
/// tables of such a value takes many times as long.
@usableFromInline
typealias RowComparison<Row> = @Sendable (SectionIDs, [[Row]], [[Row]]) -> Changeset?

/// Compares the rows of two lists, by section.
@usableFromInline
enum SectionedRows<Row: Identifiable & Equatable> {
  @inlinable
  static func changeset(_ ids: SectionIDs, from old: [[Row]], to new: [[Row]]) -> Changeset? {
    if ids.isOneSection {
      return try? Changeset(from: old[0], to: new[0], isCancelled: { Task.isCancelled })
    }
    return try? Changeset(
      fromSections: old.indices.map { NumberedSection(id: ids.old[$0], rows: old[$0]) },
      to: new.indices.map { NumberedSection(id: ids.new[$0], rows: new[$0]) },
      isCancelled: { Task.isCancelled })
  }
}

/// Numbers for sections, equal for an old section and the new section that it matches.
@usableFromInline
struct SectionIDs: Sendable {
  @usableFromInline let old: [Int]
  @usableFromInline let new: [Int]

  init(_ matches: [Int?], oldCount: Int) {
    old = Array(0..<oldCount)
    new = matches.enumerated().map { $1 ?? oldCount + $0 }
  }

  /// A Boolean value that indicates whether both lists are one section, and the same.
  @usableFromInline var isOneSection: Bool { old == [0] && new == [0] }
}

/// A section that is identified by a number, of which the rows alone are compared.
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
