/// A section of a list to compare: who it is, what it shows itself, and its rows.
///
/// ```swift
/// struct Day: DifferenceSection {
///   var id: String
///   var title: String
///   var rows: [Appointment]
///   func hasEqualContent(as other: Day) -> Bool { title == other.title }
/// }
/// ```
public protocol DifferenceSection<Row>: Identifiable {
  /// The type of the rows.
  associatedtype Row: Identifiable & Equatable

  /// The type of the collection of the rows; arrays are read where they are, others copied.
  associatedtype Rows: RandomAccessCollection<Row>

  /// The rows of the section.
  var rows: Rows { get }

  /// Whether the section itself shows the same as another one; its rows are not meant.
  ///
  /// By default it has nothing of its own to show.
  func hasEqualContent(as other: Self) -> Bool
}

extension DifferenceSection {
  /// True: nothing of the section's own is shown.
  public func hasEqualContent(as other: Self) -> Bool { true }
}

/// Reads sections as if they were rows, to find out which section is which.
@usableFromInline
struct SectionReading<Row: DifferenceSection>: RowReading {
  @inlinable init() {}
  @inlinable func identity(of row: Row) -> Row.ID { row.id }
  @inlinable func isEqualContent(_ old: Row, _ new: Row) -> Bool { old.hasEqualContent(as: new) }
}
