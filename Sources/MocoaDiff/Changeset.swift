/// What turns one list into another: operations that are all applied at once.
///
/// Positions are those of a table's batch update. Deletes, reloads and the start of a move are
/// positions in the *old* list; inserts and the end of a move are positions in the *new* one. What
/// no operation names stays, in its order, and fills the places that are left.
///
/// - A deleted section takes its rows along, and an inserted one brings its rows: they are not
///   listed, but for rows that move out of the one or into the other.
/// - A moved section takes its rows along. Operations on its rows name its old place for what is in
///   old positions, and its new place for what is in new ones.
/// - A row may be moved and reloaded. `stages(…)` separates the two.
///
/// ```swift
/// let changeset = Changeset(from: ["a", "b", "c"], to: ["c", "a", "d"], identity: { $0 })
/// print(changeset)  // delete 0.1; insert 0.2; move 0.0→0.1
/// ```
///
/// Lists of positions are sorted, and rows that follow each other are one range, so what is said
/// about a million appended rows takes as little room as what is said about one.
public struct Changeset: Hashable, Sendable, Codable {
  /// Indicates whether everything is to be reloaded; then there are no operations.
  ///
  /// The initialisers that compare lists never make such a changeset.
  public package(set) var isReload = false

  /// Old positions of the deleted sections, ascending.
  public package(set) var sectionDeletes: [Int] = []

  /// New positions of the inserted sections, ascending.
  public package(set) var sectionInserts: [Int] = []

  /// The moved sections, by old position.
  public package(set) var sectionMoves: [Move<Int>] = []

  /// Old positions of the sections whose own content changed, ascending; their rows are not
  /// included.
  public package(set) var sectionReloads: [Int] = []

  /// Old positions of the rows deleted from sections that stay.
  public package(set) var itemDeletes = IndexPathSet()

  /// New positions of the rows inserted into sections that stay.
  public package(set) var itemInserts = IndexPathSet()

  /// The moved rows, by old position.
  public package(set) var itemMoves: [Move<ListIndexPath>] = []

  /// Old positions of the rows whose content changed; they may move as well.
  public package(set) var itemReloads = IndexPathSet()

  /// Old positions of the headers, footers and other parts deleted from sections that stay.
  package var supplementaryDeletes: [SupplementaryPath] = []

  /// New positions of the headers, footers and other parts inserted into sections that stay.
  package var supplementaryInserts: [SupplementaryPath] = []

  /// Old positions of the headers, footers and other parts whose content changed.
  package var supplementaryReloads: [SupplementaryPath] = []

  /// Creates a changeset without operations.
  public init() {}

  /// Creates a changeset of operations, given in any order.
  package init(
    sectionDeletes: some Sequence<Int> = [], sectionInserts: some Sequence<Int> = [],
    sectionMoves: some Sequence<Move<Int>> = [], sectionReloads: some Sequence<Int> = [],
    itemDeletes: IndexPathSet = [], itemInserts: IndexPathSet = [],
    itemMoves: some Sequence<Move<ListIndexPath>> = [], itemReloads: IndexPathSet = []
  ) {
    self.sectionDeletes = sectionDeletes.sorted()
    self.sectionInserts = sectionInserts.sorted()
    self.sectionMoves = sectionMoves.sorted { $0.from < $1.from }
    self.sectionReloads = sectionReloads.sorted()
    self.itemDeletes = itemDeletes
    self.itemInserts = itemInserts
    self.itemMoves = itemMoves.sorted { $0.from < $1.from }
    self.itemReloads = itemReloads
  }
}

extension Changeset {
  /// The changeset that reloads everything.
  public static let reload: Changeset = {
    var changeset = Changeset()
    changeset.isReload = true
    return changeset
  }()

  /// Inserts rows, by their new positions.
  package static func insert(_ items: Range<Int>, inSection section: Int) -> Changeset {
    Changeset(itemInserts: IndexPathSet(items, inSection: section))
  }

  /// Inserts sections, by their new positions.
  package static func insertSections(_ sections: some Sequence<Int>) -> Changeset {
    Changeset(sectionInserts: sections)
  }

  /// Reloads sections, by their old positions.
  package static func reloadSections(_ sections: some Sequence<Int>) -> Changeset {
    Changeset(sectionReloads: sections)
  }

}

extension Changeset {
  /// A Boolean value that indicates whether there is nothing to do.
  public var isEmpty: Bool { !isReload && count == 0 }

  /// The number of operations, each row counting for itself.
  public var count: Int {
    sectionDeletes.count + sectionInserts.count + sectionMoves.count + sectionReloads.count
      + itemDeletes.count + itemInserts.count + itemMoves.count + itemReloads.count
      + supplementaryDeletes.count + supplementaryInserts.count + supplementaryReloads.count
  }
}

extension Changeset: CustomStringConvertible {
  /// The operations in words, such as `delete 0.1…0.3; move 0.4→1.0`; `nothing` where there are
  /// none.
  public var description: String {
    if isReload { return "reload everything" }
    func list(_ values: [some CustomStringConvertible]) -> String {
      values.map(\.description).joined(separator: ", ")
    }
    let parts = [
      ("delete sections", list(sectionDeletes)), ("insert sections", list(sectionInserts)),
      ("move sections", list(sectionMoves)), ("reload sections", list(sectionReloads)),
      ("delete", itemDeletes.description), ("insert", itemInserts.description),
      ("move", list(itemMoves)), ("reload", itemReloads.description),
      ("delete", list(supplementaryDeletes)), ("insert", list(supplementaryInserts)),
      ("reload", list(supplementaryReloads)),
    ]
    let said = parts.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1)" }
    return said.isEmpty ? "nothing" : said.joined(separator: "; ")
  }
}
