/// The operations that turn one list into another, all applied at once.
///
/// Positions are those of a table's batch update. Deletes, reloads and the start of a move are
/// positions in the *old* list; inserts and the end of a move are positions in the *new* one. Rows
/// and sections without an operation keep their order, and fill the remaining positions.
///
/// - The rows of a deleted or inserted section are deleted or inserted with it: they are not
///   listed, except rows that move out of the one or into the other.
/// - The rows of a moved section move with it. Operations on them use the section's old position
///   in old positions, and its new one in new positions.
/// - A row may be moved and reloaded. `stages(…)` separates the two.
///
/// ```swift
/// let changeset = Changeset(from: ["a", "b", "c"], to: ["c", "a", "d"], identity: { $0 })
/// print(changeset)  // delete 0.1; insert 0.2; move 0.0→0.1
/// ```
///
/// Lists of positions are sorted, and consecutive rows are one range: a million appended rows need
/// as little memory as one.
public struct Changeset: Hashable, Sendable, Codable {
  /// A Boolean value that indicates whether everything is reloaded; then there are no operations.
  ///
  /// The initializers that compare lists never create such a changeset.
  public package(set) var isReload = false

  /// Old positions of the deleted sections, ascending.
  public package(set) var sectionDeletes: [Int] = []

  /// New positions of the inserted sections, ascending.
  public package(set) var sectionInserts: [Int] = []

  /// The moved sections, by old position.
  public package(set) var sectionMoves: [Move<Int>] = []

  /// Old positions of the sections whose own content changed, ascending; without their rows.
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
  public package(set) var supplementaryDeletes: [SupplementaryPath] = []

  /// New positions of the headers, footers and other parts inserted into sections that stay.
  public package(set) var supplementaryInserts: [SupplementaryPath] = []

  /// Old positions of the headers, footers and other parts whose content changed.
  public package(set) var supplementaryReloads: [SupplementaryPath] = []

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

}

extension Changeset {
  /// A Boolean value that indicates whether there are no operations, and no reload.
  public var isEmpty: Bool { !isReload && count == 0 }

  /// The number of operations, each row counting for itself.
  public var count: Int {
    sectionDeletes.count + sectionInserts.count + sectionMoves.count + sectionReloads.count
      + itemDeletes.count + itemInserts.count + itemMoves.count + itemReloads.count
      + supplementaryDeletes.count + supplementaryInserts.count + supplementaryReloads.count
  }
}

extension Changeset: CustomStringConvertible {
  /// The operations as text, such as `delete 0.1…0.3; move 0.4→1.0`; `nothing` for none.
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
    let written = parts.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1)" }
    return written.isEmpty ? "nothing" : written.joined(separator: "; ")
  }
}
