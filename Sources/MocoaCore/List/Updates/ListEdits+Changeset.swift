extension ListEdits {
  /// Returns the changeset of all operations.
  ///
  /// It has as few moves of rows and sections as possible, and includes the requested reloads of
  /// rows that still exist.
  ///
  /// - Complexity: O(r log r + moved rows + sections) for r runs.
  func changeset() -> Changeset {
    var changeset = Changeset()
    addSections(to: &changeset)
    for (index, section) in sections.enumerated() {
      addRows(of: section, at: index, to: &changeset)
    }
    changeset.itemMoves.sort { $0.from < $1.from }
    addDeletedRows(to: &changeset)
    addReloads(to: &changeset)
    return changeset
  }

  private func addSections(to changeset: inout Changeset) {
    var remains = Array(repeating: false, count: oldCounts.count)
    var places: [(new: Int, old: Int)] = []
    for (index, section) in sections.enumerated() {
      guard let origin = section.origin else {
        changeset.sectionInserts.append(index)
        continue
      }
      remains[origin] = true
      places.append((index, origin))
    }
    changeset.sectionDeletes = oldCounts.indices.filter { !remains[$0] }
    let staying = IncreasingSubsequence.find(in: places.map { $0.old..<$0.old + 1 })
    changeset.sectionMoves = zip(places, staying)
      .filter { !$0.1 }
      .map { Changeset.Move(from: $0.0.old, to: $0.0.new) }
      .sorted { $0.from < $1.from }
  }

  /// Adds the rows that were inserted into a section or moved to it.
  private func addRows(of section: Section, at index: Int, to changeset: inout Changeset) {
    guard section.isEdited else { return }
    let own = section.runs.filter { $0.section != nil && $0.section == section.origin }
    let staying = IncreasingSubsequence.find(in: own.map { $0.item..<$0.item + $0.count })
    var next = 0
    var position = 0
    for run in section.runs {
      defer { position += run.count }
      if let old = run.section {
        var stays = false
        if old == section.origin {
          stays = staying[next]
          next += 1
        }
        if stays { continue }
        for offset in 0..<run.count {
          let from = ListIndexPath(section: old, item: run.item + offset)
          let to = ListIndexPath(section: index, item: position + offset)
          changeset.itemMoves.append(Changeset.Move(from: from, to: to))
        }
      } else if section.origin != nil {
        changeset.itemInserts.insert(position..<position + run.count, inSection: index)
      }
    }
  }

  /// Adds the requested reloads of rows and sections that still exist.
  private func addReloads(to changeset: inout Changeset) {
    changeset.addReloads(itemReloads)
    for section in sections where section.isReloaded {
      guard let origin = section.origin else { continue }
      changeset.sectionReloads.append(origin)
      let rows = section.runs.compactMap { run in
        run.section.map { IndexPathSet(run.item..<run.item + run.count, inSection: $0) }
      }
      changeset.itemReloads = rows.reduce(changeset.itemReloads) { $0.union($1) }
    }
    changeset.sectionReloads.sort()
  }

  /// Adds the deleted rows, except those of deleted sections.
  private func addDeletedRows(to changeset: inout Changeset) {
    var survivors: [Int: [Range<Int>]] = [:]
    let edited = sections.contains { $0.isEdited } || !changeset.sectionDeletes.isEmpty
    guard edited else { return }
    for run in sections.lazy.flatMap(\.runs) {
      guard let section = run.section else { continue }
      survivors[section, default: []].append(run.item..<run.item + run.count)
    }
    var isDeleted = Array(repeating: false, count: oldCounts.count)
    for section in changeset.sectionDeletes { isDeleted[section] = true }
    for (section, count) in oldCounts.enumerated() where !isDeleted[section] {
      var end = 0
      for range in (survivors[section] ?? []).sorted(by: { $0.lowerBound < $1.lowerBound }) {
        changeset.itemDeletes.insert(end..<range.lowerBound, inSection: section)
        end = range.upperBound
      }
      changeset.itemDeletes.insert(end..<count, inSection: section)
    }
  }
}
