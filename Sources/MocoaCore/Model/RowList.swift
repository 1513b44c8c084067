/// A list of one section whose rows are a collection.
public struct RowList<Rows: RandomAccessCollection>: ListModel {
  /// The section.
  public var section: RowSection<Rows>

  /// Makes a list of rows.
  public init(_ rows: Rows, name: ModuleName = .default, header: Any? = nil, footer: Any? = nil) {
    section = RowSection(rows, name: name, header: header, footer: footer)
  }

  /// One.
  public var numberOfSections: Int { 1 }

  /// The section.
  public func section(at index: Int) -> any SectionModel { section }
}

/// A list of sections.
public struct SectionList: ListModel {
  /// The sections.
  public var sections: [any SectionModel]

  /// Makes a list of sections.
  public init(_ sections: [any SectionModel]) { self.sections = sections }

  /// Makes a list with a section for each collection of rows.
  public init<Rows: RandomAccessCollection>(rows: [Rows]) {
    sections = rows.map { RowSection($0) }
  }

  /// The number of sections.
  public var numberOfSections: Int { sections.count }

  /// The section at a position.
  public func section(at index: Int) -> any SectionModel { sections[index] }
}

/// A section whose rows are a collection, with a header, a footer and further elements if need be.
public struct RowSection<Rows: RandomAccessCollection>: SectionModel {
  /// The name under which the section's module is registered.
  public var mocoaName: ModuleName

  /// The rows.
  public var rows: Rows

  /// The supplementary models, by kind.
  public var supplementaries: [ModuleKind: [Any]]

  /// Makes a section.
  public init(
    _ rows: Rows, name: ModuleName = .default, header: Any? = nil, footer: Any? = nil,
    supplementaries: [ModuleKind: [Any]] = [:]
  ) {
    mocoaName = name
    self.rows = rows
    self.supplementaries = supplementaries
    if let header { self.supplementaries[.header] = [header] }
    if let footer { self.supplementaries[.footer] = [footer] }
  }

  /// The number of rows.
  public var numberOfItems: Int { rows.count }

  /// The row at a position.
  public func item(at index: Int) -> Any {
    rows[rows.index(rows.startIndex, offsetBy: index)]
  }

  /// The kinds that have models: header, then footer, then the others by name.
  public var supplementaryKinds: [ModuleKind] {
    let others = supplementaries.keys.filter { $0 != .header && $0 != .footer }
    return [.header, .footer].filter { supplementaries[$0] != nil } + others.sorted()
  }

  /// The number of models of a kind.
  public func numberOfSupplementaryModels(of kind: ModuleKind) -> Int {
    supplementaries[kind]?.count ?? 0
  }

  /// The model of a kind at a position.
  public func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? {
    supplementaries[kind].flatMap { $0.indices.contains(index) ? $0[index] : nil }
  }
}
