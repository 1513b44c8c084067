import MocoaDiff

/// What must hold of every changeset between two lists whose rows are honest.
package struct DifferenceLaws {
  private let old: [TestSection]
  private let new: [TestSection]
  private let changeset: Changeset
  private let replay: Replay

  /// Checks all laws of a changeset between two lists of sections.
  ///
  /// - Throws: `ReplayError`, which says which law is broken.
  package static func check(
    _ changeset: Changeset, from old: [TestSection], to new: [TestSection]
  ) throws {
    let laws = DifferenceLaws(
      old: old, new: new, changeset: changeset,
      replay: try Replay(
        changeset, oldCounts: old.map(\.rows.count), newCounts: new.map(\.rows.count)))
    try laws.checkSections()
    try laws.checkRows()
    try laws.checkNothingIsLeftOver()
    try laws.checkMovesAreFew()
    try laws.checkMapping()
    try laws.checkApplying()
  }

  /// A section that is matched is the same section, and reloaded if and only if it changed.
  private func checkSections() throws {
    let reloads = Set(changeset.sectionReloads)
    for case (let position, let from?) in replay.sections.enumerated() {
      guard old[from].id == new[position].id else {
        throw ReplayError("section \(from) becomes another one, \(position)")
      }
      guard reloads.contains(from) == (old[from].content != new[position].content) else {
        throw ReplayError("section \(from) is reloaded for nothing, or not though it changed")
      }
    }
    guard reloads.isSubset(of: replay.sections.compactMap { $0 }) else {
      throw ReplayError("a deleted section is reloaded")
    }
  }

  /// A row that is matched is the same row, and reloaded if and only if it changed.
  private func checkRows() throws {
    var matched = 0
    for (section, places) in replay.rows.enumerated() {
      for case (let item, let from?) in places.enumerated() {
        let (before, after) = (row(from), new[section].rows[item])
        matched += 1
        guard before.id == after.id else {
          throw ReplayError("row \(from) becomes another one, \(section).\(item)")
        }
        guard changeset.itemReloads.contains(from) == (before.content != after.content) else {
          throw ReplayError("row \(from) is reloaded for nothing, or not though it changed")
        }
      }
    }
    let sources = Set(replay.rows.joined().compactMap { $0 })
    guard sources.count == matched else { throw ReplayError("a row is in two places") }
    guard sources.isSuperset(of: changeset.itemReloads) else {
      throw ReplayError("a deleted row is reloaded")
    }
  }

  /// No identity is both deleted and inserted, whether row or section.
  private func checkNothingIsLeftOver() throws {
    let goneSections = Set(changeset.sectionDeletes.map { old[$0].id })
    guard goneSections.isDisjoint(with: changeset.sectionInserts.map { new[$0].id }) else {
      throw ReplayError("a section is deleted and inserted")
    }
    let kept = Set(replay.rows.joined().compactMap { $0 })
    var gone = Set<Int>()
    for (section, part) in old.enumerated() {
      for (item, row) in part.rows.enumerated()
      where !kept.contains(ListIndexPath(section: section, item: item)) { gone.insert(row.id) }
    }
    for (section, places) in replay.rows.enumerated() {
      for (item, from) in places.enumerated()
      where from == nil && gone.contains(new[section].rows[item].id) {
        throw ReplayError("row \(section).\(item) is inserted, though one like it is deleted")
      }
    }
  }

  /// Of what stays in its section, no more moves than must, by the slow way of finding out.
  private func checkMovesAreFew() throws {
    let sections = replay.sections.compactMap { $0 }
    let least = sections.count - Self.longestIncreasing(sections)
    guard changeset.sectionMoves.count == least else {
      throw ReplayError("\(changeset.sectionMoves.count) sections move where \(least) would do")
    }
    var leastRows = 0
    for (section, places) in replay.rows.enumerated() {
      let sources = places.compactMap { $0 }
      let own = sources.filter { $0.section == replay.sections[section] }.map(\.item)
      leastRows += sources.count - Self.longestIncreasing(own)
    }
    guard changeset.itemMoves.count == leastRows else {
      throw ReplayError("\(changeset.itemMoves.count) rows move where \(leastRows) would do")
    }
  }

  /// The mapping says of every position what the replay says.
  private func checkMapping() throws {
    let mapping = changeset.mapping
    var expected: [ListIndexPath: ListIndexPath] = [:]
    for (section, places) in replay.rows.enumerated() {
      for (item, from) in places.enumerated() {
        let position = ListIndexPath(section: section, item: item)
        if let from { expected[from] = position }
        guard mapping.oldPosition(of: position) == from else {
          throw ReplayError("the mapping of new \(position) is wrong")
        }
      }
    }
    for (section, part) in old.enumerated() {
      let position = replay.sections.firstIndex(of: section)
      guard mapping.newSection(of: section) == position else {
        throw ReplayError("the mapping of old section \(section) is wrong")
      }
      for item in part.rows.indices {
        let path = ListIndexPath(section: section, item: item)
        guard mapping.newPosition(of: path) == expected[path] else {
          throw ReplayError("the mapping of old \(path) is wrong")
        }
      }
    }
    for (section, from) in replay.sections.enumerated()
    where mapping.oldSection(of: section) != from {
      throw ReplayError("the mapping of new section \(section) is wrong")
    }
  }

  /// Applied to the old rows, it gives the new ones.
  private func checkApplying() throws {
    let applied = changeset.apply(to: old.map(\.rows), counts: new.map(\.rows.count)) {
      new[$0.section].rows[$0.item]
    }
    guard applied == new.map(\.rows) else { throw ReplayError("applying gives another list") }
  }

  private func row(_ path: ListIndexPath) -> TestRow { old[path.section].rows[path.item] }

  /// The length of a longest increasing subsequence, in quadratic time.
  static func longestIncreasing(_ values: [Int]) -> Int {
    var lengths: [Int] = []
    for (index, value) in values.enumerated() {
      let before = (0..<index).filter { values[$0] < value }.map { lengths[$0] }.max() ?? 0
      lengths.append(before + 1)
    }
    return lengths.max() ?? 0
  }
}
