/// What a list shows: sections by position.
///
/// A list model is asked only for what is shown, so it may stand for millions of rows that do not
/// exist as objects. Counts must be O(1).
///
/// A model that is a value must not change when a copy of it does. One that is a class may change
/// in place, if the list is notified by a batch update or by `reloadData`.
public protocol ListModel {
  /// The number of sections.
  var numberOfSections: Int { get }

  /// The section at a position.
  ///
  /// - Precondition: `index` is in `0..<numberOfSections`.
  func section(at index: Int) -> any SectionModel
}

/// One section of a list: a name, rows by position, and any number of supplementary models.
public protocol SectionModel {
  /// Which section it is, to find it again after an update; nil goes by object or by name.
  ///
  /// Sections that share an identity are distinguished by their order.
  var sectionIdentity: AnyHashable? { get }

  /// The name under which the section's module is registered; `""` is the default name.
  var mocoaName: ModuleName { get }

  /// The number of rows.
  var numberOfItems: Int { get }

  /// The model of the row at a position; may be made for this call.
  ///
  /// - Precondition: `index` is in `0..<numberOfItems`.
  func item(at index: Int) -> Any

  /// The fingerprints of all rows, by position; nil if they are unknown. O(1).
  ///
  /// A list of a million rows with fingerprints is compared with its next version in milliseconds,
  /// off the main actor. See `RowFingerprint` for the requirements and the odds of a collision.
  var rowFingerprints: [RowFingerprint]? { get }

  /// The kinds of supplementary models that this section has, in the order in which they are made.
  var supplementaryKinds: [ModuleKind] { get }

  /// The number of supplementary models of a kind.
  func numberOfSupplementaryModels(of kind: ModuleKind) -> Int

  /// The supplementary model of a kind at a position, or nil if there is none.
  func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any?
}

// A section is its items unless it says more.
extension SectionModel {
  /// None: the section is found by object or by name.
  public var sectionIdentity: AnyHashable? { nil }

  /// The default name.
  public var mocoaName: ModuleName { .default }

  /// None.
  public var rowFingerprints: [RowFingerprint]? { nil }

  /// None.
  public var supplementaryKinds: [ModuleKind] { [] }

  /// One for each of `supplementaryKinds`.
  public func numberOfSupplementaryModels(of kind: ModuleKind) -> Int {
    supplementaryKinds.contains(kind) ? 1 : 0
  }

  /// None.
  public func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? { nil }

  /// The fingerprints of all rows, if there is one for each.
  var usableFingerprints: [RowFingerprint]? {
    rowFingerprints.flatMap { $0.count == numberOfItems ? $0 : nil }
  }
}

extension SectionModel where Self: Identifiable {
  /// The `id`.
  public var sectionIdentity: AnyHashable? { AnyHashable(id) }
}

/// A model that says under which name its module is registered.
public protocol NamedModel {
  /// The name of the module that shows this model; `""` is the default name.
  var mocoaName: ModuleName { get }
}

/// A row that is still encoded, and is decoded into a registered model type when it is shown.
package protocol EncodedModel {
  /// Decodes the row.
  ///
  /// - Throws: a `DecodingError` that says which key and why.
  func decode<Model: Decodable>(_ type: Model.Type) throws -> Model
}
