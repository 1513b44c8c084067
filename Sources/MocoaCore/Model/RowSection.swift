/// A list of sections.
///
/// ```swift
/// SectionList {
///   RowSection(friends, name: "friends", header: "Friends")
///   if showsAll { RowSection(others, header: "Others") }
/// }
/// ```
public struct SectionList: ListModel {
  /// The sections.
  public var sections: [any SectionModel]

  /// Creates a list of sections.
  public init(_ sections: [any SectionModel]) { self.sections = sections }

  /// Creates a list of the sections that a closure lists.
  public init(@SectionBuilder _ sections: () -> [any SectionModel]) { self.sections = sections() }

  /// The number of sections.
  public var numberOfSections: Int { sections.count }

  /// The section at a position.
  public func section(at index: Int) -> any SectionModel { sections[index] }
}

/// A section whose rows are a collection, with a header, a footer and further elements if need be;
/// also a list of this section alone.
///
/// Where the rows are `Identifiable` and `Equatable`, two versions of a section are compared
/// without looking at each row as an existential.
public struct RowSection<Rows: RandomAccessCollection>: SectionModel {
  /// The name under which the section's module is registered.
  public var mocoaName: ModuleName

  /// The rows.
  public var rows: Rows

  /// The supplementary models, by kind.
  var supplementaries: [ModuleKind: [any Sendable]]

  /// Which section it is; nil goes by name.
  var identity: (any Hashable & Sendable)?

  /// Compares the rows at full speed; nil if it was not known that they can be compared.
  @usableFromInline var comparison: RowComparison<Rows.Element>?

  /// Creates a section.
  public init(
    _ rows: Rows, name: ModuleName = .default, identity: (any Hashable & Sendable)? = nil,
    header: (any Sendable)? = nil, footer: (any Sendable)? = nil,
    supplementaries: [ModuleKind: [any Sendable]] = [:]
  ) {
    self.init(
      comparing: nil, rows, name: name, identity: identity, header: header, footer: footer,
      supplementaries: supplementaries)
  }

  /// Creates a section whose rows are compared at full speed when another takes its place.
  @inlinable
  public init(
    _ rows: Rows, name: ModuleName = .default, identity: (any Hashable & Sendable)? = nil,
    header: (any Sendable)? = nil, footer: (any Sendable)? = nil,
    supplementaries: [ModuleKind: [any Sendable]] = [:]
  ) where Rows.Element: Identifiable & Equatable & SendableMetatype {
    self.init(
      comparing: { SectionedRows<Rows.Element>.changeset($0, from: $1, to: $2) }, rows, name: name,
      identity: identity, header: header, footer: footer, supplementaries: supplementaries)
  }

  @usableFromInline
  init(
    comparing comparison: RowComparison<Rows.Element>?, _ rows: Rows, name: ModuleName,
    identity: (any Hashable & Sendable)?, header: (any Sendable)?, footer: (any Sendable)?,
    supplementaries: [ModuleKind: [any Sendable]]
  ) {
    mocoaName = name
    self.identity = identity
    self.rows = rows
    self.supplementaries = supplementaries
    self.comparison = comparison
    if let header { self.supplementaries[.header] = [header] }
    if let footer { self.supplementaries[.footer] = [footer] }
  }

  /// The given identity.
  public var sectionIdentity: AnyHashable? { identity.map { AnyHashable($0) } }

  /// The number of rows.
  public var numberOfItems: Int { rows.count }

  /// The row at a position.
  public func item(at index: Int) -> Any {
    rows[rows.index(rows.startIndex, offsetBy: index)]
  }

  /// The kinds that have models: header, then footer, then the others by name.
  public var supplementaryKinds: [ModuleKind] {
    let usual: [ModuleKind] = [.header, .footer]
    let others = supplementaries.keys.filter { !usual.contains($0) }
    return usual.filter { supplementaries.keys.contains($0) } + others.sorted()
  }

  private func models(of kind: ModuleKind) -> [any Sendable] { supplementaries[kind] ?? [] }

  /// The number of models of a kind.
  public func numberOfSupplementaryModels(of kind: ModuleKind) -> Int {
    models(of: kind).count
  }

  /// The model of a kind at a position.
  public func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? {
    let models = models(of: kind)
    guard models.indices.contains(index) else { return nil }
    return models[index]
  }
}

extension RowSection: ListModel {
  /// One.
  public var numberOfSections: Int { 1 }

  /// The section itself.
  public func section(at index: Int) -> any SectionModel { self }
}

extension RowSection: Sendable where Rows: Sendable {}
