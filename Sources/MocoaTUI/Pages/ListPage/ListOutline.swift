import MocoaCore

/// The values of a list page with their children, and what is loaded of them.
@MainActor
final class ListOutline<Model: Equatable & Sendable> {
  typealias Row = ListRow<Model>
  typealias Rows = Outline<Row, Row.ID>

  /// The children of a value that are loaded when it is expanded.
  enum Children {
    case loading
    case loaded([Model])
    case failed(String)
  }

  private let style: ListRowStyle<Model>
  /// Returns the children of a value; nil if it cannot be expanded, none if they are loaded.
  private let children: (Model) -> [Model]?
  /// Loads the children of a value; nil if no children are loaded.
  let load: (@MainActor (Model) async throws -> [Model])?
  /// The children that are loaded, or why they are not.
  private var loaded: [Row.ID: Children] = [:]
  /// The rows whose children were loaded because of their level.
  private var begun: Set<Row.ID> = []
  /// Returns the keys by which siblings are sorted.
  var order: ([Model]) -> RowOrder = { RowOrder(count: $0.count, keys: []) }
  /// The task that loads children again.
  var reloading: Task<Void, Never>?

  private var all: Rows
  private var filtered: (text: String, rows: Rows)?
  /// The texts of all rows; nil if no filter has needed them.
  private(set) var texts: RowTexts<Row>?

  init(
    style: ListRowStyle<Model>, children: @escaping (Model) -> [Model]?,
    load: (@MainActor (Model) async throws -> [Model])? = nil
  ) {
    (self.style, self.children, self.load) = (style, children, load)
    all = Rows([], id: \.id) { _ in nil }
  }

  isolated deinit { reloading?.cancel() }

  /// The values without a parent.
  var roots: [Model] = [] {
    didSet {
      rebuild()
      loaded = loaded.filter { all.containsElement(withID: $0.key) }
    }
  }

  /// The rows, of which a filter hides some.
  var rows: Rows {
    get { filtered?.rows ?? all }
    set { if filtered == nil { all = newValue } else { filtered?.rows = newValue } }
  }

  var model: SectionList { SectionList([RowSection(OutlineRows(rows: rows))]) }

  /// The numbers of values that match the filter, and of all.
  var matchCounts: (Int, Int) { (rows.matchCount, all.elements.count) }

  /// What contradicts the outline: `2 rows repeat an identity`; nil for nothing.
  var faultText: String? { all.faults.text(repeated: "an identity") }

  /// Reads the children of all values again, and sorts them.
  func rebuild() {
    var rows = Rows(roots.map(row(of:)), id: \.id) { childRows(of: $0) }
    let order = order(rows.elements.map(\.model))
    if !order.keys.isEmpty { rows = rows.sorted(byNumber: order.precedes) }
    rows.restoreExpansion(of: all)
    all = rows
    texts = nil
  }

  private func row(of model: Model) -> Row { Row(model: model, style: style) }

  private func childRows(of row: Row) -> [Row]? {
    guard row.note == nil, let models = children(row.model) else { return nil }
    guard load != nil else { return models.map(self.row(of:)) }
    func note(_ text: String, isFailure: Bool = false) -> [Row] {
      [Row(model: row.model, style: style, note: ListNote(text: text, isFailure: isFailure))]
    }
    return switch loaded[row.id] {
    case nil: []
    case .loading: note("loading…")
    case .loaded([]): note("empty")
    case .loaded(let models): models.map(self.row(of:))
    case .failed(let text): note("\(text)  (Enter retries)", isFailure: true)
    }
  }

  // MARK: The filter

  /// Returns the texts of all rows, of which some may be missing.
  func neededTexts() -> RowTexts<Row> {
    let texts = texts ?? RowTexts(all.elements)
    self.texts = texts
    return texts
  }

  /// Hides rows that do not contain a text, unless rows below them do.
  func filter(_ text: String) {
    guard !text.isEmpty else { return filtered = nil }
    let wanted = text.lowercased()
    var next = neededTexts().texts.makeIterator()
    var rows = all.filtered { _ in next.next()?.contains(wanted) ?? false }
    if let filtered, filtered.text == text { rows.restoreExpansion(of: filtered.rows) }
    filtered = (text, rows)
  }

  func forgetTexts() { texts = nil }

  /// Expands the ancestors of a row in the outline without a filter.
  func reveal(_ id: Row.ID) { all.reveal(id) }

  // MARK: Loading

  /// Returns whether the children of a row have not been loaded.
  func isUnloaded(_ row: Row) -> Bool {
    guard load != nil, row.note == nil else { return false }
    return loaded[row.id] == nil
  }

  /// Expands rows above a level whose children are to be loaded, each once, and returns them.
  func beginLoading(above level: Int) -> [Row] {
    guard load != nil, level > 1 else { return [] }
    var rows: [Row] = []
    for position in all.indices {
      let entry = all[position]
      guard entry.hasChildren, entry.depth < level - 1, isUnloaded(entry.element),
        begun.insert(entry.element.id).inserted
      else { continue }
      all.expand(at: position)
      loaded[entry.element.id] = .loading
      rows.append(entry.element)
    }
    if !rows.isEmpty { rebuild() }
    return rows
  }

  func setChildren(_ children: Children?, of row: Row) {
    guard all.containsElement(withID: row.id) else { return }
    loaded[row.id] = children
    rebuild()
  }

  /// Forgets the children of collapsed rows, and returns the expanded ones with loaded children.
  func takeReloadedRows() -> [Row] {
    let expanded = all.expandedIDs
    loaded = loaded.filter { expanded.contains($0.key) }
    rebuild()
    var ids = Set(loaded.keys)
    return all.elements.filter { $0.note == nil && ids.remove($0.id) != nil }
  }
}

extension Outline.Faults {
  /// Describes what contradicts an outline: `1 cycle of parents, 3 rows repeat an identity`.
  ///
  /// Nil for nothing.
  package func text(repeated: String) -> String? {
    let counts: [(number: Int, one: String, many: String)] = [
      (orphans, "row without its parent", "rows without their parent"),
      (cycles, "cycle of parents", "cycles of parents"),
      (duplicates, "row repeats \(repeated)", "rows repeat \(repeated)"),
    ]
    let texts = counts.filter { $0.number > 0 }.map { $0.number.counted($0.one, $0.many) }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}

/// The rows of an outline, which are created when they are read.
struct OutlineRows<Model: Equatable & Sendable>: RandomAccessCollection {
  let rows: Outline<ListRow<Model>, ListRow<Model>.ID>

  var startIndex: Int { 0 }
  var endIndex: Int { rows.count }

  subscript(index: Int) -> ListRow<Model> {
    let entry = rows[index]
    var row = entry.element
    row.place = entry.place
    row.place?.isMatch = entry.isMatch || row.note != nil
    return row
  }
}
