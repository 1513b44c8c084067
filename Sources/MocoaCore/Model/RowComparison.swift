/// A comparison of rows that the compiler has specialized for their type.
///
/// It returns nil only if its last argument, which is called now and then, returns `true`: a change
/// that is made immediately is never cancelled, whatever task makes it.
///
/// A list accesses the sections of its model as
/// `any SectionModel`; a comparison through the witness tables of such a value is many times
/// slower.
@usableFromInline
typealias RowComparison<Row> =
  @Sendable (SectionIDs, [[Row]], [[Row]], _ isCancelled: @escaping () -> Bool) -> Changeset?

/// The comparison of the rows of two lists, by section.
@usableFromInline
enum SectionedRows<Row: Identifiable & Equatable> {
  @inlinable
  static func changeset(
    _ ids: SectionIDs, from old: [[Row]], to new: [[Row]], isCancelled: @escaping () -> Bool
  ) -> Changeset? {
    if ids.isOneSection {
      return try? Changeset(from: old[0], to: new[0], isCancelled: isCancelled)
    }
    return try? Changeset(
      fromSections: old.indices.map { NumberedSection(id: ids.old[$0], rows: old[$0]) },
      to: new.indices.map { NumberedSection(id: ids.new[$0], rows: new[$0]) },
      isCancelled: isCancelled)
  }
}

/// Identifiers of sections, equal for an old section and the new section that matches it.
@usableFromInline
struct SectionIDs: Sendable {
  @usableFromInline let old: [Int]
  @usableFromInline let new: [Int]

  init(_ matches: [Int?], oldCount: Int) {
    old = Array(0..<oldCount)
    new = matches.enumerated().map { $1 ?? oldCount + $0 }
  }

  /// A Boolean value that indicates whether both lists consist of one section, which matches.
  @usableFromInline var isOneSection: Bool { old == [0] && new == [0] }
}

/// A section with a number as its identifier, of which only the rows are compared.
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
