/// A list whose sections are made from those of another one.
public struct MappedList: ListModel {
  private let base: any ListModel
  private let transform: (any SectionModel) -> any SectionModel

  init(_ base: any ListModel, transform: @escaping (any SectionModel) -> any SectionModel) {
    self.base = base
    self.transform = transform
  }

  /// The number of sections of the other list.
  public var numberOfSections: Int { base.numberOfSections }

  /// A section of the other list, transformed.
  public func section(at index: Int) -> any SectionModel { transform(base.section(at: index)) }
}

/// A section whose rows are made from those of another one, when they are asked for.
public struct MappedSection: SectionModel {
  private let base: any SectionModel
  private let transform: (Any) -> Any

  init(_ base: any SectionModel, transform: @escaping (Any) -> Any) {
    self.base = base
    self.transform = transform
  }

  public var sectionIdentity: AnyHashable? { base.sectionIdentity }
  public var mocoaName: ModuleName { base.mocoaName }
  public var numberOfItems: Int { base.numberOfItems }
  public var supplementaryKinds: [ModuleKind] { base.supplementaryKinds }

  /// A row of the other section, transformed.
  public func item(at index: Int) -> Any { transform(base.item(at: index)) }

  public func numberOfSupplementaryModels(of kind: ModuleKind) -> Int {
    base.numberOfSupplementaryModels(of: kind)
  }

  public func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? {
    base.supplementaryModel(of: kind, at: index)
  }
}

extension ListModel {
  /// The list with every section transformed when it is asked for.
  public func mapSections(
    _ transform: @escaping (any SectionModel) -> any SectionModel
  ) -> MappedList {
    MappedList(self, transform: transform)
  }

  /// The list with every row transformed when it is asked for.
  public func mapItems(_ transform: @escaping (Any) -> Any) -> MappedList {
    mapSections { $0.mapItems(transform) }
  }
}

extension SectionModel {
  /// The section with every row transformed when it is asked for.
  public func mapItems(_ transform: @escaping (Any) -> Any) -> MappedSection {
    MappedSection(self, transform: transform)
  }
}

extension SectionList {
  /// Makes a list of anything, as XZMocoa reads models.
  ///
  /// Nothing is no section. The elements of an array are sections, and the elements of such an
  /// element, if it is an array too, are rows. Anything else is one section of one row.
  public init(of model: Any?) {
    switch model {
    case nil: self.init([])
    case let list as any ListModel:
      self.init((0..<list.numberOfSections).map { list.section(at: $0) })
    case let elements as [Any?]: self.init(elements.map { Self.section(of: $0) })
    case let model?: self.init([Self.section(of: model)])
    }
  }

  private static func section(of model: Any?) -> any SectionModel {
    switch model {
    case let section as any SectionModel: section
    case let rows as [Any?]: AnySection(rows: rows)
    default: AnySection(rows: [model])
    }
  }
}

/// A section of models of any type.
struct AnySection: SectionModel {
  let rows: [Any?]

  var mocoaName: ModuleName { .default }
  var numberOfItems: Int { rows.count }
  var supplementaryKinds: [ModuleKind] { [] }
  func item(at index: Int) -> Any { rows[index] as Any }
  func numberOfSupplementaryModels(of kind: ModuleKind) -> Int { 0 }
  func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? { nil }
}
