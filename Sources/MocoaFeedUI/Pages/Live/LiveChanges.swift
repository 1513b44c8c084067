import MocoaCore
import MocoaFeed
import MocoaTUI

/// The latest changes of a live list: their number and positions.
struct LiveChanges: Hashable {
  private(set) var inserted = 0
  /// The number of updated rows; those that only moved are the same.
  private(set) var changed = 0
  private(set) var deleted = 0
  /// The positions of rows that were inserted or changed, ascending.
  private(set) var places: [ListIndexPath] = []

  /// A Boolean value that indicates whether changes are counted, as they are made by others.
  var isCounting = false
  /// The time at which changes were counted last.
  private var lastNews: ContinuousClock.Instant?

  /// The maximum number of positions; more are not visited in practice.
  static let placeLimit = 10_000

  var isEmpty: Bool { inserted == 0 && changed == 0 && deleted == 0 }

  /// The numbers as text: `+3 ~1 -2`.
  var text: String {
    // Called for each key, mostly without changes.
    if isEmpty { return "" }
    return [("+", inserted), ("~", changed), ("-", deleted)].filter { $0.1 > 0 }
      .map { "\($0.0)\($0.1)" }.joined(separator: " ")
  }

  /// Counts the changes of an update; a reload clears them.
  ///
  /// Rows that are appended one after another, in quick succession, are counted together.
  mutating func listDidChange(
    _ changeset: Changeset, isAppending: Bool, sectionRows: (Int) -> Int
  ) {
    if changeset.isReload {
      (inserted, changed, deleted, places, lastNews) = (0, 0, 0, [], nil)
    } else if isCounting {
      let isAdded = isAppending && lastNews.map { .now - $0 < .seconds(1) } ?? false
      lastNews = .now
      take(changeset, isAdded: isAdded, sectionRows: sectionRows)
    }
  }

  /// Replaces the numbers by those of all rows, some of which are not displayed.
  mutating func count(_ difference: RowDifference) {
    (inserted, changed) = (difference.inserted, difference.changed)
    deleted = difference.deleted
  }

  /// Adds changes to earlier ones, or replaces these; earlier positions move with their rows.
  ///
  /// - Complexity: O(changes and positions).
  mutating func take(_ changeset: Changeset, isAdded: Bool = false, sectionRows: (Int) -> Int) {
    if !isAdded { (inserted, changed, deleted) = (0, 0, 0) }
    let mapping = changeset.mapping
    move(by: mapping)
    inserted +=
      changeset.itemInserts.count
      + changeset.sectionInserts.reduce(0) { $0 + sectionRows($1) }
    changed += changeset.itemReloads.count
    deleted += changeset.itemDeletes.count
    var new = Set(places)
    new.formUnion(changeset.itemInserts.lazy.prefix(Self.placeLimit))
    new.formUnion(
      changeset.itemReloads.lazy.prefix(Self.placeLimit).compactMap { mapping.newPosition(of: $0) })
    for section in changeset.sectionInserts where sectionRows(section) > 0 {
      new.insert(ListIndexPath(section: section, item: 0))
    }
    places = Array(new.sorted().prefix(Self.placeLimit))
  }

  /// Moves the positions with their rows.
  mutating func move(by mapping: ChangesetMapping) {
    places = places.compactMap { mapping.newPosition(of: $0) }.sorted()
  }

  /// Returns the next position after another, wrapping around.
  func place(after path: ListIndexPath?) -> ListIndexPath? {
    guard let path else { return places.first }
    return places.first { $0 > path } ?? places.first
  }
}
