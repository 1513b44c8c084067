/// A section of a list to compare: its identity, its own content, and its rows.
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

  /// The type of the collection of the rows; collections other than arrays are copied.
  associatedtype Rows: RandomAccessCollection<Row>

  /// The rows of the section.
  var rows: Rows { get }

  /// Returns whether the section's own content, without rows, equals another's; true by default.
  func hasEqualContent(as other: Self) -> Bool
}

extension DifferenceSection {
  /// Returns `true`: by default a section has no content of its own.
  public func hasEqualContent(as other: Self) -> Bool { true }
}
