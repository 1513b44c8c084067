/// A section whose rows are a collection, with optional supplementary models.
///
/// It is also a list with this section only. If the rows are `Identifiable` and `Equatable`, two
/// versions of a section are compared without boxing each row as an existential.
public struct RowSection<Rows: RandomAccessCollection>: SectionModel {
  /// The name under which the section's module is registered.
  public var moduleName: ModuleName

  /// The rows.
  public var rows: Rows

  /// The supplementary models, by kind.
  var supplementaries: [ModuleKind: [any Sendable]]

  /// The identity of the section; nil for the name.
  var identity: (any Hashable & Sendable)?

  /// The specialized comparison of rows; nil if they are not statically known to be comparable.
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

  /// Creates a section whose rows are compared by specialized code when it is replaced.
  @inlinable
  public init(
    _ rows: Rows, name: ModuleName = .default, identity: (any Hashable & Sendable)? = nil,
    header: (any Sendable)? = nil, footer: (any Sendable)? = nil,
    supplementaries: [ModuleKind: [any Sendable]] = [:]
  ) where Rows.Element: Identifiable & Equatable & SendableMetatype {
    self.init(
      comparing: { SectionedRows<Rows.Element>.changeset($0, from: $1, to: $2, isCancelled: $3) },
      rows, name: name, identity: identity, header: header, footer: footer,
      supplementaries: supplementaries)
  }

  @usableFromInline
  init(
    comparing comparison: RowComparison<Rows.Element>?, _ rows: Rows, name: ModuleName,
    identity: (any Hashable & Sendable)?, header: (any Sendable)?, footer: (any Sendable)?,
    supplementaries: [ModuleKind: [any Sendable]]
  ) {
    (moduleName, self.identity, self.rows) = (name, identity, rows)
    (self.supplementaries, self.comparison) = (supplementaries, comparison)
    if let header { self.header = header }
    if let footer { self.footer = footer }
  }

  /// The model of the header; nil for none.
  public var header: (any Sendable)? {
    get { models(of: .header).first }
    set { supplementaries[.header] = newValue.map { [$0] } }
  }

  /// The model of the footer; nil for none.
  public var footer: (any Sendable)? {
    get { models(of: .footer).first }
    set { supplementaries[.footer] = newValue.map { [$0] } }
  }

  /// The identity passed to the initializer.
  public var sectionIdentity: AnyHashable? { identity.map { AnyHashable($0) } }

  /// The number of rows.
  public var numberOfItems: Int { rows.count }

  /// Returns the row at an index.
  public func item(at index: Int) -> Any {
    rows[rows.index(rows.startIndex, offsetBy: index)]
  }

  /// The kinds with models: header, then footer, then the others by name.
  public var supplementaryKinds: [ModuleKind] {
    let usual: [ModuleKind] = [.header, .footer]
    let others = supplementaries.keys.filter { !usual.contains($0) }
    return usual.filter { supplementaries.keys.contains($0) } + others.sorted()
  }

  private func models(of kind: ModuleKind) -> [any Sendable] { supplementaries[kind] ?? [] }

  /// Returns the number of models of a kind.
  public func numberOfSupplementaryModels(of kind: ModuleKind) -> Int {
    models(of: kind).count
  }

  /// Returns the model of a kind at an index, or nil.
  public func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? {
    let models = models(of: kind)
    guard models.indices.contains(index) else { return nil }
    return models[index]
  }
}

extension RowSection {
  /// Returns a section for each name of rows, in the order of their first rows.
  ///
  /// The name is the identity of a section and its header.
  package static func sections<Row>(
    of rows: some Sequence<Row>, by name: (Row) -> String
  ) -> [Self] where Rows == [Row], Row: Identifiable & Equatable & SendableMetatype {
    var sections: [Self] = []
    var places: [String: Int] = [:]
    for row in rows {
      let name = name(row)
      let place = places[name] ?? sections.count
      if place == sections.count {
        places[name] = place
        sections.append(RowSection([], identity: name, header: name))
      }
      sections[place].rows.append(row)
    }
    return sections
  }
}

extension RowSection: ListModel {
  /// The number of sections, 1.
  public var numberOfSections: Int { 1 }

  /// Returns the section itself.
  public func section(at index: Int) -> any SectionModel { self }
}

extension SectionModel {
  /// Exchanges the rows; returns false if they are of another type.
  mutating func exchangeRows<Rows: RandomAccessCollection>(_ rows: inout Rows) -> Bool {
    guard var section = self as? RowSection<Rows> else { return false }
    swap(&section.rows, &rows)
    guard let section = section as? Self else { return false }
    self = section
    return true
  }
}

extension RowSection: Sendable where Rows: Sendable {}
