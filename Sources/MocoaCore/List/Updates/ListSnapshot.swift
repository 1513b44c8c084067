/// What was known of a list at a moment, to compare it with what the list is later.
struct ListSnapshot {
  var sections: [SectionSnapshot]

  /// Takes a snapshot; O(rows) where the model may change before the snapshot is used, unless
  /// the rows need not be read.
  init(of model: any ListModel, mayChange: Bool = false) {
    sections = (0..<model.numberOfSections).map {
      SectionSnapshot(of: model.section(at: $0), mayChange: mayChange)
    }
  }

  init(sections: [SectionSnapshot]) { self.sections = sections }

  /// The number of rows of each section.
  var counts: [Int] { sections.map(\.rows.count) }
}

/// What was known of a section.
struct SectionSnapshot {
  /// Which section it is.
  enum Identity: Hashable {
    case given(AnyHashable)
    case object(ObjectIdentifier)
    case name(ModuleName)
    /// The place is known, and nothing is to be looked for.
    case place(Int)
  }

  var identity: Identity
  /// The identity to go by where the object is in one of the lists only.
  var name: ModuleName
  var supplementaries: [SupplementarySnapshot]
  var rows: RowsSnapshot

  /// Takes a snapshot; of the rows too unless they are given.
  init(of section: any SectionModel, mayChange: Bool = false, rows: RowsSnapshot? = nil) {
    if let identity = section.sectionIdentity {
      self.identity = .given(identity)
    } else if type(of: section) is AnyClass {
      self.identity = .object(ObjectIdentifier(section as AnyObject))
    } else {
      self.identity = .name(section.mocoaName)
    }
    name = section.mocoaName
    supplementaries = section.supplementaryKinds.map { kind in
      let count = section.numberOfSupplementaryModels(of: kind)
      let models = (0..<count).map { section.supplementaryModel(of: kind, at: $0) }
      return SupplementarySnapshot(kind: kind, models: models)
    }
    self.rows = rows ?? RowsSnapshot(of: section, mayChange: mayChange)
  }
}

/// The headers, footers or other parts of one kind that a section had.
struct SupplementarySnapshot {
  var kind: ModuleKind
  var models: [Any?]
}

/// The rows that a section had.
enum RowsSnapshot {
  /// Two numbers for each.
  case fingerprints([RowFingerprint])
  /// Rows of one type, which can be compared as such.
  case typed(any ComparableRows)
  /// An identity and a model for each.
  case keys([RowKey])
  /// A section that will not change, whose rows are read when they are needed.
  case unread(any SectionModel)
  /// Rows that are not looked at.
  case opaque

  /// Takes what is needed of a section's rows.
  ///
  /// - Parameters:
  ///   - section: the section.
  ///   - mayChange: whether the section could change before the snapshot is used.
  init(of section: any SectionModel, mayChange: Bool) {
    if let fingerprints = section.usableFingerprints {
      self = .fingerprints(fingerprints)
    } else if let rows = section as? any ComparableRows {
      self = .typed(rows)
    } else if mayChange {
      self = .keys(RowKey.keys(of: section))
    } else {
      self = .unread(section)
    }
  }

  var count: Int {
    switch self {
    case .fingerprints(let fingerprints): fingerprints.count
    case .typed(let rows): rows.numberOfItems
    case .keys(let keys): keys.count
    case .unread(let section): section.numberOfItems
    case .opaque: 0
    }
  }

  /// Which row it is at a position.
  func identity(at item: Int) -> RowIdentity? {
    switch self {
    case .fingerprints(let fingerprints): .fingerprint(fingerprints[item].id)
    case .typed(let rows): rows.identity(at: item)
    case .keys(let keys): keys[item].id
    case .unread(let section): section.identity(at: item)
    case .opaque: nil
    }
  }

  /// The rows as keys, whatever they were kept as.
  var keys: [RowKey] {
    switch self {
    case .fingerprints(let fingerprints): fingerprints.map(RowKey.init)
    case .typed(let rows): RowKey.keys(of: rows)
    case .keys(let keys): keys
    case .unread(let section): RowKey.keys(of: section)
    case .opaque: []
    }
  }
}

/// A section whose rows are of one type, which says which row it is and whether two are equal.
protocol ComparableRows<Row>: SectionModel {
  associatedtype Row: Identifiable & Equatable

  var comparableRows: [Row] { get }

  /// Compares such rows at full speed; nil where their type was not known.
  var comparison: RowComparison<Row>? { get }
}

extension RowSection: ComparableRows where Rows.Element: Identifiable & Equatable {
  /// The rows; O(1) where they are an array.
  var comparableRows: [Rows.Element] { Array(rows) }
}

/// A row: which one it is, and what it shows.
struct RowKey: Identifiable, Equatable {
  let id: RowIdentity
  private let content: Content

  private enum Content {
    case fingerprint(UInt64)
    case model(Any)
  }

  init(_ fingerprint: RowFingerprint) {
    id = .fingerprint(fingerprint.id)
    content = .fingerprint(fingerprint.content)
  }

  /// Makes the key of a row of which nothing is known.
  init() {
    let row = UnknownRow()
    id = .unknown(row)
    content = .model(row)
  }

  init(_ model: Any) {
    id = RowIdentity(of: model)
    content = .model(model)
  }

  static func == (first: RowKey, second: RowKey) -> Bool {
    switch (first.content, second.content) {
    case (.fingerprint(let first), .fingerprint(let second)): first == second
    case (.model(let first), .model(let second)): ModelContent.isEqual(first, second)
    default: false
    }
  }

  /// The keys of all rows of a section.
  static func keys(of section: any SectionModel) -> [RowKey] {
    (0..<section.numberOfItems).map { RowKey(section.item(at: $0)) }
  }
}
