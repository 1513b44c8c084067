/// A snapshot of a list, which can be compared with another one.
struct ListSnapshot {
  var sections: [SectionSnapshot]

  /// Creates a snapshot; O(sections).
  ///
  /// If the model may change before it is used, rows of an unknown type are read at once; O(rows).
  init(of model: any ListModel, mayChange: Bool = false) {
    sections = (0..<model.numberOfSections).map {
      SectionSnapshot(of: model.section(at: $0), mayChange: mayChange)
    }
  }

  var counts: [Int] { sections.map(\.rows.count) }
}

struct SectionSnapshot {
  enum Identity: Hashable {
    case given(AnyHashable)
    case object(ObjectIdentity)
    case name(ModuleName)
  }

  var identity: Identity
  /// The name, which is the identity of an object that is in only one of the compared lists.
  var name: ModuleName
  var supplementaries: [(kind: ModuleKind, models: [Any?])] = []
  var rows: any RowsSnapshot = TypedRows<RowKey>([])

  /// Creates a snapshot of only the identity of a section.
  init(identityOf section: any SectionModel) {
    name = section.moduleName
    identity =
      if let identity = section.sectionIdentity {
        .given(identity)
      } else if type(of: section) is AnyClass {
        .object(ObjectIdentity(section as AnyObject))
      } else {
        .name(section.moduleName)
      }
  }

  init(of section: any SectionModel, mayChange: Bool) {
    self.init(identityOf: section)
    supplementaries = section.supplementaryKinds.map { kind in
      let count = section.numberOfSupplementaryModels(of: kind)
      return (kind, (0..<count).map { section.supplementaryModel(of: kind, at: $0) })
    }
    rows =
      if let fingerprints = section.usableFingerprints {
        TypedRows(fingerprints)
      } else if let section = section as? any ComparableSection {
        section.comparableRows
      } else {
        mayChange ? UnreadRows(section: section).inMemory : UnreadRows(section: section)
      }
  }

  func models(of kind: ModuleKind) -> [Any?] {
    supplementaries.first { $0.kind == kind }?.models ?? []
  }
}

/// A snapshot of the rows of a section, which are of one type.
protocol RowsSnapshot<Row> {
  associatedtype Row: Identifiable & Equatable
  var count: Int { get }
  var rows: [Row] { get }
  /// Returns the changeset of rows of this type, by section; nil if it was cancelled.
  func changeset(
    _ ids: SectionIDs, from old: [[Row]], to new: [[Row]], isCancelled: @escaping () -> Bool
  ) -> Changeset?
}

/// Rows in memory.
struct TypedRows<Row: Identifiable & Equatable>: RowsSnapshot {
  let rows: [Row]
  let comparison: RowComparison<Row>?
  var count: Int { rows.count }

  init(_ rows: [Row], comparison: RowComparison<Row>? = nil) {
    (self.rows, self.comparison) = (rows, comparison)
  }

  func changeset(
    _ ids: SectionIDs, from old: [[Row]], to new: [[Row]], isCancelled: @escaping () -> Bool
  ) -> Changeset? {
    if let comparison { return comparison(ids, old, new, isCancelled) }
    return SectionedRows.changeset(ids, from: old, to: new, isCancelled: isCancelled)
  }
}

/// The rows of a section that does not change, read on demand.
struct UnreadRows: RowsSnapshot {
  let section: any SectionModel
  var count: Int { section.numberOfItems }
  var rows: [RowKey] { (0..<section.numberOfItems).map { RowKey(section.item(at: $0)) } }

  func changeset(
    _ ids: SectionIDs, from old: [[RowKey]], to new: [[RowKey]], isCancelled: @escaping () -> Bool
  ) -> Changeset? {
    SectionedRows.changeset(ids, from: old, to: new, isCancelled: isCancelled)
  }

  /// A Boolean value that indicates whether the first row has a known identity.
  var isIdentified: Bool { count > 0 && RowIdentity(of: section.item(at: 0)).isKnown }
}

extension RowsSnapshot {
  /// The rows as keys of any type.
  var keys: [RowKey] {
    // A cast of the array would be one of each row.
    (self as? any RowsSnapshot<RowKey>)?.rows ?? rows.map { RowKey($0) }
  }

  /// The snapshot with its rows in memory.
  fileprivate var inMemory: any RowsSnapshot { self is UnreadRows ? TypedRows(rows) : self }
}

/// A section that can supply its rows as an array of one type.
protocol ComparableSection: SectionModel {
  var comparableRows: any RowsSnapshot { get }
}

extension RowSection: ComparableSection where Rows.Element: Identifiable & Equatable {
  /// The rows; O(1) if they are an array.
  var comparableRows: any RowsSnapshot { TypedRows(Array(rows), comparison: comparison) }
}

/// The identity and the content of a row of any type.
struct RowKey: Identifiable, Equatable {
  var id: RowIdentity
  private let model: Any

  init(_ model: Any) {
    id = RowIdentity(of: model)
    self.model = model
  }

  static func == (first: RowKey, second: RowKey) -> Bool {
    ModelContent.isEqual(first.model, second.model)
  }
}

// MARK: - Edits

extension ListEdits {
  /// Returns the result of the operations, with inserted rows and sections taken from the data.
  ///
  /// - Complexity: O(rows of the edited sections + sections).
  func applied(to old: ListSnapshot, filledFrom new: ListSnapshot) -> ListSnapshot {
    var current = new
    current.sections = sections.enumerated().map { index, section in
      section.origin.map { old.sections[$0] } ?? new.sections[index]
    }
    // A section that was not moved is matched by its identity at any position in the data.
    let matches = ListDifference.match(current.sections, new.sections)
    var sources = [Int?](repeating: nil, count: sections.count)
    for (index, match) in matches.enumerated() { if let match { sources[match] = index } }
    var read: [Int: any RowsSnapshot] = [:]
    for (index, section) in sections.enumerated() where section.isEdited {
      let source = sources[index].map { new.sections[$0].rows }
      var pieces: [(rows: any RowsSnapshot, range: Range<Int>)] = []
      var position = 0
      for run in section.runs {
        if let origin = run.section {
          let rows = read[origin] ?? old.sections[origin].rows.inMemory
          read[origin] = rows
          pieces.append((rows, run.item..<run.item + run.count))
        } else if let source, position < source.count {
          let end = min(position + run.count, source.count)
          pieces.append((source, position..<end))
        }
        position += run.count
      }
      current.sections[index].rows = Self.join(pieces)
    }
    return current
  }

  private static func join(
    _ pieces: [(rows: any RowsSnapshot, range: Range<Int>)]
  ) -> any RowsSnapshot {
    func typed<Rows: RowsSnapshot>(_ first: Rows) -> (any RowsSnapshot)? {
      var rows: [Rows.Row] = []
      for piece in pieces {
        guard let typed = piece.rows as? any RowsSnapshot<Rows.Row> else { return nil }
        rows += typed.rows[piece.range]
      }
      return TypedRows(rows, comparison: (first as? TypedRows<Rows.Row>)?.comparison)
    }
    if let first = pieces.first?.rows, let rows = typed(first) { return rows }
    return TypedRows(pieces.flatMap { $0.rows.keys[$0.range] })
  }
}
