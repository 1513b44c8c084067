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

  /// A Boolean value that indicates whether the section itself, without its rows, has the same
  /// content as another one; true by default.
  func hasEqualContent(as other: Self) -> Bool
}

extension DifferenceSection {
  /// True: a section has no content of its own.
  public func hasEqualContent(as other: Self) -> Bool { true }
}
