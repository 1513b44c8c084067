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

  /// The kinds of headers, footers and other parts that the section has; by default none.
  var supplementaryKinds: [ModuleKind] { get }

  /// How many parts of a kind the section has.
  func numberOfSupplementaryModels(of kind: ModuleKind) -> Int

  /// Whether a part shows the same as the part of that kind and index in another section.
  func hasEqualSupplementaryModel(of kind: ModuleKind, at index: Int, as other: Self) -> Bool
}

extension DifferenceSection {
  /// True: nothing of the section's own is shown.
  public func hasEqualContent(as other: Self) -> Bool { true }

  /// No kinds.
  public var supplementaryKinds: [ModuleKind] { [] }

  /// One of each kind that the section has.
  public func numberOfSupplementaryModels(of kind: ModuleKind) -> Int {
    supplementaryKinds.contains(kind) ? 1 : 0
  }

  /// True: the parts always show the same.
  public func hasEqualSupplementaryModel(
    of kind: ModuleKind, at index: Int, as other: Self
  ) -> Bool { true }
}

/// Reads sections as if they were rows, to find out which section is which.
@usableFromInline
struct SectionReading<Row: DifferenceSection>: RowReading {
  @inlinable init() {}
  @inlinable func identity(of row: Row) -> Row.ID { row.id }
  @inlinable func isEqualContent(_ old: Row, _ new: Row) -> Bool { old.hasEqualContent(as: new) }
}
