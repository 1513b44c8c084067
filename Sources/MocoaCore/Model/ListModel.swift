/// The model of a list: sections by index.
///
/// Only displayed rows are accessed, so a model may represent millions of rows that do not exist
/// as objects. Counts must be O(1).
///
/// A value type must have value semantics. A class may change in place, if the list is notified by
/// a batch update or `reloadData`.
public protocol ListModel {
  /// The number of sections.
  var numberOfSections: Int { get }

  /// Returns the section at an index.
  ///
  /// - Precondition: `index` is in `0..<numberOfSections`.
  func section(at index: Int) -> any SectionModel
}

/// A section of a list: a name, rows by index, and any number of supplementary models.
public protocol SectionModel {
  /// The identity of the section, which matches it after an update; nil for the object or the name.
  ///
  /// Sections that share an identity are distinguished by their order.
  var sectionIdentity: AnyHashable? { get }

  /// The name under which the section's module is registered; `""` is the default name.
  var moduleName: ModuleName { get }

  /// The number of rows.
  var numberOfItems: Int { get }

  /// Returns the model of the row at an index, which may be created by the call.
  ///
  /// - Precondition: `index` is in `0..<numberOfItems`.
  func item(at index: Int) -> Any

  /// The fingerprints of all rows, by index; nil if they are unknown.
  ///
  /// A list of a million rows with fingerprints is compared with its next version in milliseconds,
  /// off the main actor. See `RowFingerprint` for the requirements and the odds of a collision.
  ///
  /// - Complexity: O(1).
  var rowFingerprints: [RowFingerprint]? { get }

  /// The kinds of supplementary models of the section, in the order of their creation.
  var supplementaryKinds: [ModuleKind] { get }

  /// Returns the number of supplementary models of a kind.
  func numberOfSupplementaryModels(of kind: ModuleKind) -> Int

  /// Returns the supplementary model of a kind at an index, or nil.
  func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any?
}

// By default, a section has only rows.
extension SectionModel {
  /// Nil: sections are matched by object or by name.
  public var sectionIdentity: AnyHashable? { nil }

  /// The default name.
  public var moduleName: ModuleName { .default }

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

/// Traps, with the bounds, unless an index is in `0..<count`.
func checkBounds(_ index: Int, of count: Int, _ element: @autoclosure () -> String) {
  precondition(
    (0..<count).contains(index), "There is no \(element()): its index is not in 0..<\(count).")
}

/// Traps, with the bounds, unless there are rows at index paths.
func checkBounds(_ paths: IndexPathSet, of sections: Int, _ count: (Int) -> Int) {
  for range in paths.ranges {
    checkBounds(range.section, of: sections, "section \(range.section)")
    for item in [range.items.lowerBound, range.items.upperBound - 1] {
      checkBounds(item, of: count(range.section), "row \(range.section).\(item)")
    }
  }
}

/// A model that determines the name of its module.
public protocol NamedModel {
  /// The name of the module that displays the model; `""` is the default name.
  var moduleName: ModuleName { get }
}
