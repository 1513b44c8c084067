import MocoaCore
import MocoaTUI

/// What has lately changed in a list that is kept live: how much, and where.
struct LiveChanges: Hashable {
  /// How many rows have come.
  private(set) var inserted = 0
  /// How many rows show something else, or are elsewhere.
  private(set) var changed = 0
  /// How many rows are gone.
  private(set) var deleted = 0
  /// Where the rows are that have come or changed, ascending.
  private(set) var places: [ListIndexPath] = []

  /// The most places that are kept; nobody walks through more of them.
  static let placeLimit = 10_000

  /// Whether nothing has changed.
  var isEmpty: Bool { inserted == 0 && changed == 0 && deleted == 0 }

  /// The numbers in plain characters: `+3 ~1 -2`.
  var text: String {
    // Asked for at each key, and mostly of nothing.
    if isEmpty { return "" }
    return [("+", inserted), ("~", changed), ("-", deleted)].filter { $0.1 > 0 }
      .map { "\($0.0)\($0.1)" }.joined(separator: " ")
  }

  /// Takes in what has changed; the places of before stay with their rows.
  ///
  /// - Parameters:
  ///   - changeset: what has changed.
  ///   - isAdded: whether it is counted together with what has changed before.
  ///   - sectionRows: the number of rows of a section of the new list.
  /// - Complexity: O(changes and places).
  mutating func take(_ changeset: Changeset, isAdded: Bool = false, sectionRows: (Int) -> Int) {
    if !isAdded { (inserted, changed, deleted) = (0, 0, 0) }
    let mapping = changeset.mapping
    move(by: mapping)
    let moves = changeset.itemMoves.filter { !changeset.itemReloads.contains($0.from) }
    inserted +=
      changeset.itemInserts.count
      + changeset.sectionInserts.reduce(0) { $0 + sectionRows($1) }
    changed += changeset.itemReloads.count + moves.count
    deleted += changeset.itemDeletes.count
    var new = Set(places)
    new.formUnion(changeset.itemInserts.lazy.prefix(Self.placeLimit))
    new.formUnion(
      changeset.itemReloads.lazy.prefix(Self.placeLimit).compactMap { mapping.newPosition(of: $0) })
    new.formUnion(moves.lazy.prefix(Self.placeLimit).map(\.to))
    for section in changeset.sectionInserts where sectionRows(section) > 0 {
      new.insert(ListIndexPath(section: section, item: 0))
    }
    places = Array(new.sorted().prefix(Self.placeLimit))
  }

  /// Lets the places go with their rows.
  mutating func move(by mapping: ChangesetMapping) {
    places = places.compactMap { mapping.newPosition(of: $0) }.sorted()
  }

  /// The next place after a position, from the last to the first.
  func place(after path: ListIndexPath?) -> ListIndexPath? {
    guard let path else { return places.first }
    return places.first { $0 > path } ?? places.first
  }
}
