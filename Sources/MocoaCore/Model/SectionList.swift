/// A list of sections.
///
/// ```swift
/// SectionList {
///   RowSection(friends, name: "friends", header: "Friends")
///   if showsAll { RowSection(others, header: "Others") }
/// }
/// ```
///
/// A list of sections that are all `Sendable` can be compared off the main actor; see
/// `ListViewModel.update(to:)`.
public struct SectionList: ListModel {
  /// The sections; a list whose sections are set is compared on the main actor.
  public var sections: [any SectionModel] {
    get { contents.sections }
    set { contents = SectionBuilder.Contents(newValue) }
  }

  private var contents: SectionBuilder.Contents

  /// Creates a list of sections.
  public init(_ sections: [any SectionModel]) { contents = SectionBuilder.Contents(sections) }

  /// Creates a list of sections that can be read on any thread.
  public init(_ sections: [any SectionModel & Sendable]) {
    contents = SectionBuilder.Contents(sendable: sections)
  }

  /// Creates a list from a result builder of sections.
  public init(@SectionBuilder _ sections: () -> SectionBuilder.Contents) { contents = sections() }

  /// The number of sections.
  public var numberOfSections: Int { contents.sections.count }

  /// Returns the section at an index.
  public func section(at index: Int) -> any SectionModel { contents.sections[index] }

  /// Exchanges the rows of a section; returns false if they are of another type.
  mutating func exchangeRows<Rows: RandomAccessCollection>(
    ofSection index: Int, _ rows: inout Rows
  ) -> Bool {
    contents.exchangeRows(ofSection: index, &rows)
  }

  /// The list as one that can be read on any thread; nil if a section cannot.
  var sendable: (any ListModel & Sendable)? { contents.sendable.map(SendableSections.init) }
}

/// A list of sections that can be read on any thread.
private struct SendableSections: ListModel, Sendable {
  let sections: [any SectionModel & Sendable]

  var numberOfSections: Int { sections.count }
  func section(at index: Int) -> any SectionModel { sections[index] }
}
