/// A list whose sections are transformed from those of another one.
private struct MappedList: ListModel {
  let base: any ListModel
  let transform: (any SectionModel) -> any SectionModel

  var numberOfSections: Int { base.numberOfSections }
  func section(at index: Int) -> any SectionModel { transform(base.section(at: index)) }
}

/// A mapped list that can be read on any thread.
private struct SendableMappedList: ListModel, Sendable {
  let base: any ListModel & Sendable
  let transform: @Sendable (any SectionModel) -> any SectionModel

  var numberOfSections: Int { base.numberOfSections }
  func section(at index: Int) -> any SectionModel { transform(base.section(at: index)) }
}

/// A section that is as another one, but for its rows.
package protocol WrappedSection: SectionModel {
  var base: any SectionModel { get }
}

extension WrappedSection {
  package var sectionIdentity: AnyHashable? { base.sectionIdentity }
  package var moduleName: ModuleName { base.moduleName }
  package var supplementaryKinds: [ModuleKind] { base.supplementaryKinds }
  package func numberOfSupplementaryModels(of kind: ModuleKind) -> Int {
    base.numberOfSupplementaryModels(of: kind)
  }
  package func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? {
    base.supplementaryModel(of: kind, at: index)
  }
}

/// A section whose rows are transformed from those of another one, and are identified by them.
private struct MappedSection: WrappedSection {
  let base: any SectionModel
  let transform: (Any) -> Any

  var numberOfItems: Int { base.numberOfItems }
  var rowFingerprints: [RowFingerprint]? { base.rowFingerprints }
  func item(at index: Int) -> Any { transform(base.item(at: index)) }
}

extension ListModel {
  /// Returns the list with every section transformed when it is accessed.
  public func mapSections(
    _ transform: @escaping (any SectionModel) -> any SectionModel
  ) -> any ListModel {
    MappedList(base: self, transform: transform)
  }

  /// Returns the list with every row transformed when it is accessed.
  ///
  /// If the rows have fingerprints, the result of the closure may depend on the row only.
  public func mapItems(_ transform: @escaping (Any) -> Any) -> any ListModel {
    mapSections { MappedSection(base: $0, transform: transform) }
  }
}

extension ListModel where Self: Sendable {
  /// Returns the list with every section transformed on the thread on which it is accessed.
  public func mapSections(
    _ transform: @escaping @Sendable (any SectionModel) -> any SectionModel
  ) -> any ListModel & Sendable {
    SendableMappedList(base: self, transform: transform)
  }

  /// Returns the list with every row transformed on the thread on which it is accessed.
  public func mapItems(
    _ transform: @escaping @Sendable (Any) -> Any
  ) -> any ListModel & Sendable {
    SendableMappedList(base: self) { MappedSection(base: $0, transform: transform) }
  }
}

extension SectionList {
  /// Creates a list from any model, by the rules of XZMocoa.
  ///
  /// Nil has no sections. The elements of an array are sections; the elements of such an element,
  /// if that is an array, too, are rows. Any other model is one section with one row.
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
    case let rows as [Any?]: RowSection(rows)
    default: RowSection([model])
    }
  }
}
