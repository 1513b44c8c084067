/// What pages that have been loaded require of the next one.
struct PageTraits: Sendable {
  /// A Boolean value that indicates whether an address without encryption must not follow.
  var areSecure = false

  /// The hash of the rows of the last page, if it has any.
  var lastHash: UInt64?

  /// The path to the rows in the first page with rows; a later page may have a longer list.
  private(set) var listPointer: JSONPointer?

  /// The shape of the first page with rows, which later ones must have.
  private var shape: PageShape?

  /// The columns of the first page with rows, if it is a table.
  private var columns: [String]?

  /// The names of the members of rows in earlier pages of lines, one row a page.
  private var members: Set<String> = []

  /// Hashes of what identifies the rows of the first page.
  private var firstKeys: Set<UInt64> = []

  /// Returns whether a page is the first one again, although some of its rows may have changed.
  func isFirstPage(_ keys: [UInt64]) -> Bool {
    !keys.isEmpty && keys.count(where: firstKeys.contains) * 2 > keys.count
  }

  /// Adds those of a page, if no page before it has them.
  mutating func add(_ page: LoadedPage) {
    if firstKeys.isEmpty { firstKeys = Set(page.rowKeys) }
    shape = shape ?? page.shape
    columns = columns ?? page.columns
    listPointer = listPointer ?? page.listPointer
    guard page.shape == .values, let row = page.rows.first else { return }
    members.formUnion(JSONBytes(row).members.map(\.key))
  }

  /// Returns whether the only line of a page is an error in place of rows of other members.
  func isError(_ page: LoadedPage) -> Bool {
    guard shape == .values, page.rows.count == 1 else { return false }
    let line = JSONBytes(page.rows[0])
    return ReportedError.text(in: line) != nil
      && !line.members.contains { members.contains($0.key) }
  }

  /// Returns what a page was expected to be, if it is not like the pages before it; an error may be
  /// a document, too.
  func difference(from page: LoadedPage) -> String? {
    if let shape, page.shape != shape { return shape.rawValue }
    guard let columns, page.columns ?? [] != columns else { return nil }
    return "a table with the columns \(columns.prefix(5).joined(separator: ", "))"
  }
}
