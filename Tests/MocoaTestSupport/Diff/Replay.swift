import MocoaDiff

/// Why a changeset does not lead from one list to another.
package struct ReplayError: Error, CustomStringConvertible {
  package var description: String

  init(_ description: String) { self.description = description }
}

/// What a changeset does to a list, worked out the slow and obvious way.
///
/// It follows the rules of a table's batch update row by row and shares no code with the mapping
/// of changesets, so that the two can be compared.
package struct Replay {
  /// For each section of the new list the old one, or nil.
  private(set) var sections: [Int?] = []

  /// For each row of the new list the old one, or nil.
  package private(set) var rows: [[ListIndexPath?]] = []

  /// Applies a changeset to a list of which only the counts are known.
  ///
  /// - Throws: `ReplayError` where the changeset contradicts itself or the counts.
  package init(_ changeset: Changeset, oldCounts: [Int], newCounts: [Int]) throws {
    try requireOrder(changeset)
    try placeSections(changeset, oldCounts.count, newCounts.count)
    try placeRows(changeset, oldCounts, newCounts)
  }

  private mutating func placeSections(_ changeset: Changeset, _ old: Int, _ new: Int) throws {
    sections = try place(
      "section", leaving: changeset.sectionDeletes, coming: changeset.sectionInserts,
      moves: changeset.sectionMoves.map { ($0.from, $0.to) }, old: Array(0..<old),
      new: Array(0..<new)
    ).map { $0.old }
  }

  private mutating func placeRows(
    _ changeset: Changeset, _ oldCounts: [Int], _ newCounts: [Int]
  ) throws {
    rows = newCounts.map { Array(repeating: nil, count: $0) }
    for move in changeset.itemMoves {
      guard oldCounts.indices.contains(move.from.section), move.from.item >= 0,
        move.from.item < oldCounts[move.from.section], newCounts.indices.contains(move.to.section),
        move.to.item >= 0, move.to.item < newCounts[move.to.section]
      else { throw ReplayError("move \(move) is not in the lists") }
      rows[move.to.section][move.to.item] = move.from
    }
    let deletes = Dictionary(grouping: changeset.itemDeletes, by: \.section)
    let inserts = Dictionary(grouping: changeset.itemInserts, by: \.section)
    let leaving = Dictionary(grouping: changeset.itemMoves.map(\.from), by: \.section)
    let coming = Dictionary(grouping: changeset.itemMoves.map(\.to), by: \.section)
    let kept = Set(sections.compactMap { $0 })
    for section in deletes.keys where !kept.contains(section) {
      throw ReplayError("rows of section \(section) are deleted, which goes itself")
    }
    for section in inserts.keys
    where !sections.indices.contains(section) || sections[section] == nil {
      throw ReplayError("rows of section \(section) are inserted, which comes itself")
    }
    for (section, old) in sections.enumerated() {
      guard let old else { continue }
      let placed = try place(
        "row", leaving: (deletes[old] ?? []).map(\.item) + (leaving[old] ?? []).map(\.item),
        coming: (inserts[section] ?? []).map(\.item) + (coming[section] ?? []).map(\.item),
        moves: [], old: Array(0..<oldCounts[old]), new: Array(0..<newCounts[section]))
      for (item, place) in placed.enumerated() {
        guard let row = place.old else { continue }
        rows[section][item] = ListIndexPath(section: old, item: row)
      }
    }
  }

  /// Places what neither leaves nor moves into the places that nothing comes to.
  private func place(
    _ what: String, leaving: [Int], coming: [Int], moves: [(from: Int, to: Int)], old: [Int],
    new: [Int]
  ) throws -> [(old: Int?, new: Int)] {
    let gone = leaving + moves.map(\.from)
    let taken = coming + moves.map(\.to)
    guard Set(gone).count == gone.count, Set(taken).count == taken.count else {
      throw ReplayError("two operations name the same \(what)")
    }
    guard Set(gone).isSubset(of: old), Set(taken).isSubset(of: new) else {
      throw ReplayError("an operation names a \(what) beyond the end")
    }
    var stayers = Set(old).subtracting(gone).sorted()[...]
    guard stayers.count == new.count - taken.count else {
      throw ReplayError("\(stayers.count) \(what)s stay for \(new.count - taken.count) places")
    }
    let movesByNew = Dictionary(uniqueKeysWithValues: moves.map { ($0.to, $0.from) })
    let comers = Set(coming)
    return new.map { position in
      if let from = movesByNew[position] { return (from, position) }
      return (comers.contains(position) ? nil : stayers.removeFirst(), position)
    }
  }

  private func requireOrder(_ changeset: Changeset) throws {
    func require(_ values: [some Comparable], _ what: String) throws {
      guard zip(values, values.dropFirst()).allSatisfy(<) else {
        throw ReplayError("\(what) are not in order")
      }
    }
    try require(changeset.sectionDeletes, "section deletes")
    try require(changeset.sectionInserts, "section inserts")
    try require(changeset.sectionMoves.map(\.from), "section moves")
    try require(changeset.sectionReloads, "section reloads")
    try require(changeset.itemMoves.map(\.from), "moves")
    try require(Array(changeset.itemDeletes), "deletes")
    try require(Array(changeset.itemInserts), "inserts")
    try require(Array(changeset.itemReloads), "reloads")
    try require(changeset.supplementaryDeletes, "supplementary deletes")
    try require(changeset.supplementaryInserts, "supplementary inserts")
    try require(changeset.supplementaryReloads, "supplementary reloads")
  }
}
