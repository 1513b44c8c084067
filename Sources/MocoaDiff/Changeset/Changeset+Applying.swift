extension Changeset {
  /// Returns the new list, computed from the old one.
  ///
  /// Rows that are neither inserted nor reloaded are taken from the old list, run by run; the
  /// others are requested by their new position, in order. O(n + m log m) for n rows and m changes.
  ///
  /// - Parameters:
  ///   - sections: The rows of the old list by section.
  ///   - counts: The number of rows of each section of the new list.
  ///   - row: Returns the row at a position of the new list.
  /// - Returns: The rows of the new list by section.
  /// - Precondition: The changeset is one from a list of these sections to one of these counts.
  public func apply<Row>(
    to sections: [[Row]], counts: [Int], row: (ListIndexPath) throws -> Row
  ) rethrows -> [[Row]] {
    let mapping = mapping
    let places = RowPlaces(self, mapping)
    return try counts.indices.map { section in
      let origin = mapping.oldSection(of: section)
      Self.check(origin.map(sections.indices.contains) ?? true)
      let old = origin.map { sections[$0] } ?? []
      var leaving = places.leaving(origin)
      var next = 0
      var rows: [Row] = []
      rows.reserveCapacity(counts[section])
      for part in places.entering(section, of: counts[section], isNew: origin == nil) {
        while rows.count < part.items.lowerBound {
          while let first = leaving.first, first.lowerBound <= next {
            next = first.upperBound
            leaving.removeFirst()
          }
          let end = min(
            leaving.first?.lowerBound ?? old.count, next + part.items.lowerBound - rows.count)
          Self.check(next < end && end <= old.count)
          rows += old[next..<end]
          next = end
        }
        if let from = part.from {
          Self.check(
            sections.indices.contains(from.section)
              && sections[from.section].indices.contains(from.item))
          rows.append(sections[from.section][from.item])
        } else {
          for item in part.items {
            rows.append(try row(ListIndexPath(section: section, item: item)))
          }
        }
      }
      return rows
    }
  }

  private static func check(_ isInList: Bool) {
    precondition(isInList, "The changeset belongs to another list.")
  }
}

/// The rows of a changeset that do not stay as and where they were, by section.
private struct RowPlaces {
  /// Rows that a section gets: one from an old position, or those that are requested.
  struct Part {
    let items: Range<Int>
    var from: ListIndexPath?
  }

  private var leaving: [Int: [Range<Int>]] = [:]
  private var entering: [Int: [Part]] = [:]

  init(_ changeset: Changeset, _ mapping: ChangesetMapping) {
    let (moves, reloads) = (changeset.itemMoves, changeset.itemReloads)
    let moved = IndexPathSet(moves.lazy.map(\.from))
    for range in moved.union(changeset.itemDeletes).union(reloads).ranges {
      leaving[range.section, default: []].append(range.items)
    }
    for range in changeset.itemInserts.union(mapping.newPositions(of: reloads)).ranges {
      entering[range.section, default: []].append(Part(items: range.items))
    }
    for move in moves where !reloads.contains(move.from) {
      let items = move.to.item..<move.to.item + 1
      entering[move.to.section, default: []].append(Part(items: items, from: move.from))
    }
  }

  func leaving(_ section: Int?) -> ArraySlice<Range<Int>> {
    section.flatMap { leaving[$0] }?[...] ?? []
  }

  /// Returns what a section gets, in order, and an empty part at its end; all rows if it is new.
  func entering(_ section: Int, of count: Int, isNew: Bool) -> [Part] {
    let parts =
      (entering[section] ?? []).sorted { $0.items.lowerBound < $1.items.lowerBound }
      + [Part(items: count..<count)]
    guard isNew else { return parts }
    var next = 0
    return parts.flatMap { part in
      defer { next = part.items.upperBound }
      return [Part(items: next..<part.items.lowerBound), part]
    }
  }
}
