/// A record of operations on a list: the original position of each row.
///
/// Rows are stored as runs, so the cost depends on the number of operations, not on the number of
/// rows. Positions in operations are relative to the result of the earlier ones.
struct ListEdits {
  /// Consecutive rows that had consecutive positions, or are new.
  struct Run: Equatable {
    /// The old section; nil for new rows.
    var section: Int?
    /// The old position of the first row; 0 for new rows.
    var item: Int
    var count: Int

    static func new(_ count: Int) -> Run { Run(section: nil, item: 0, count: count) }

    func dropFirst(_ offset: Int) -> Run {
      Run(section: section, item: section == nil ? 0 : item + offset, count: count - offset)
    }

    func prefix(_ count: Int) -> Run { Run(section: section, item: item, count: count) }

    func isContinued(by next: Run) -> Bool {
      section == next.section && (section == nil || item + count == next.item)
    }
  }

  struct Section {
    /// The old position; nil for an inserted section.
    let origin: Int?
    private(set) var count = 0
    /// The rows; nil for all rows of the old section in their order.
    private var edited: [Run]?
    /// A Boolean value that indicates whether operations describe the rows of the section.
    var isExplicit = false
    var isReloaded = false

    /// Creates an old section.
    init(origin: Int, count: Int) {
      (self.origin, self.count) = (origin, count)
    }

    /// Creates an inserted section, whose number of rows is unknown until the batch ends.
    init() {
      origin = nil
      edited = []
      append(.new(1 << 40))
    }

    var isEdited: Bool { edited != nil }

    var runs: [Run] {
      edited ?? (count > 0 ? [Run(section: origin, item: 0, count: count)] : [])
    }

    /// Removes rows and returns them; the ranges are sorted, and refer to the rows before removal.
    @discardableResult
    mutating func remove(_ ranges: [Range<Int>]) -> [Run] {
      var removed: [Run] = []
      rewrite { section, rest in
        for range in ranges {
          rest.read(upTo: range.lowerBound) { section.append($0) }
          rest.read(upTo: range.upperBound) { removed.append($0) }
        }
      }
      return removed
    }

    /// Inserts rows at sorted positions, which refer to the rows after insertion.
    mutating func insert(_ inserted: [(position: Int, run: Run)]) {
      rewrite { section, rest in
        for (position, run) in inserted {
          rest.read(upTo: rest.position + position - section.count) { section.append($0) }
          section.append(run)
        }
      }
    }

    /// Sets the number of rows by appending new rows or removing the last ones.
    ///
    /// - Returns: `true` if no rows were removed but new ones.
    mutating func resize(to target: Int) -> Bool {
      if target > count { insert([(count, .new(target - count))]) }
      if target == count { return true }
      return remove([target..<count]).allSatisfy { $0.section == nil }
    }

    /// Rebuilds the rows by a closure that reads the first ones; the others are appended.
    private mutating func rewrite(_ body: (inout Section, inout RunReader) -> Void) {
      var rest = RunReader(runs)
      (edited, count) = ([], 0)
      body(&self, &rest)
      rest.read(upTo: .max) { append($0) }
    }

    private mutating func append(_ run: Run) {
      guard run.count > 0 else { return }
      count += run.count
      if let last = edited?.indices.last, edited?[last].isContinued(by: run) ?? false {
        edited?[last].count += run.count
      } else {
        edited?.append(run)
      }
    }
  }

  private(set) var sections: [Section]
  let oldCounts: [Int]
  /// A Boolean value that indicates whether operations describe the order of the sections.
  private(set) var isListExplicit = false
  /// The old positions of the rows whose reload was requested.
  private(set) var itemReloads = IndexPathSet()

  /// Creates a record without operations.
  init(counts: [Int]) {
    oldCounts = counts
    sections = counts.enumerated().map { Section(origin: $0, count: $1) }
  }

  /// A Boolean value that indicates whether all rows of a section are reloaded.
  var reloadsSections: Bool { sections.contains(where: \.isReloaded) }

  /// The number of rows of each section after the operations.
  var counts: [Int] { sections.map(\.count) }
}

// MARK: - Operations

extension ListEdits {
  mutating func insertItems(at paths: IndexPathSet) {
    for (section, ranges) in paths.rangesBySection {
      checkSection(section)
      var count = sections[section].count
      for range in ranges {
        precondition(
          range.lowerBound <= count,
          "Rows are inserted among the \(count) rows of section \(section) or at its end.")
        count += range.count
      }
      sections[section].insert(ranges.map { ($0.lowerBound, .new($0.count)) })
      markExplicit(section)
    }
  }

  mutating func deleteItems(at paths: IndexPathSet) {
    checkItems(paths)
    for (section, ranges) in paths.rangesBySection {
      sections[section].remove(ranges)
      markExplicit(section)
    }
  }

  mutating func reloadItems(at paths: IndexPathSet) {
    checkItems(paths)
    for range in paths.ranges { markExplicit(range.section) }
    itemReloads = itemReloads.union(origins(of: paths))
  }

  /// Returns the old positions of rows that are not new.
  func origins(of paths: IndexPathSet) -> IndexPathSet {
    var origins = IndexPathSet()
    var reader = RunReader([])
    var current: Int?
    for range in paths.ranges {
      if range.section != current {
        reader = RunReader(sections[range.section].runs)
        current = range.section
      }
      reader.read(upTo: range.items.lowerBound) { _ in }
      reader.read(upTo: range.items.upperBound) { run in
        guard let section = run.section else { return }
        origins.insert(run.item..<run.item + run.count, inSection: section)
      }
    }
    return origins
  }

  mutating func moveItem(from source: ListIndexPath, to target: ListIndexPath) {
    checkItems([source])
    checkSection(target.section)
    let count = sections[target.section].count - (source.section == target.section ? 1 : 0)
    precondition(
      (0...count).contains(target.item), "A row is moved among the rows of a section.")
    let moved = sections[source.section].remove([source.item..<source.item + 1])
    sections[target.section].insert(moved.map { (target.item, $0) })
    markExplicit(source.section)
    markExplicit(target.section)
  }

  mutating func insertSections(_ inserted: some Sequence<Int>) {
    isListExplicit = true
    let inserted = Set(inserted)
    let positions = 0..<sections.count + inserted.count
    precondition(
      inserted.allSatisfy(positions.contains),
      "Sections are inserted among the \(sections.count) or at the end.")
    var rest = sections[...]
    sections = positions.map { inserted.contains($0) ? Section() : rest.removeFirst() }
    for section in inserted { markExplicit(section) }
  }

  mutating func deleteSections(_ deleted: some Sequence<Int>) {
    isListExplicit = true
    let deleted = Set(deleted)
    for section in deleted { checkSection(section) }
    sections = sections.indices.filter { !deleted.contains($0) }.map { sections[$0] }
  }

  mutating func moveSection(from source: Int, to target: Int) {
    isListExplicit = true
    checkSection(source)
    checkSection(target)
    sections.insert(sections.remove(at: source), at: target)
  }

  mutating func reloadSections(_ reloaded: some Sequence<Int>) {
    isListExplicit = true
    for section in Set(reloaded) {
      checkSection(section)
      sections[section].isReloaded = true
    }
  }

  /// Records that operations describe the rows of a section.
  mutating func markExplicit(_ section: Int) { sections[section].isExplicit = true }

  private func checkSection(_ section: Int) {
    checkBounds(section, of: sections.count, "section \(section)")
  }

  private func checkItems(_ paths: IndexPathSet) {
    checkBounds(paths, of: sections.count) { sections[$0].count }
  }

  /// Sets the number of rows of inserted sections to that of the data.
  ///
  /// - Returns: `true` if the data has as many sections, with enough rows for those that were moved
  ///   into them.
  mutating func fillInsertedSections(counts: [Int]) -> Bool {
    guard counts.count == sections.count else { return false }
    return sections.indices.allSatisfy { index in
      sections[index].origin != nil || sections[index].resize(to: counts[index])
    }
  }

  /// Sets the number of rows of inserted and reloaded sections to that of the data.
  ///
  /// - Returns: `true` if all sections then have as many rows as the data.
  mutating func resize(to counts: [Int]) -> Bool {
    guard fillInsertedSections(counts: counts) else { return false }
    for index in sections.indices where sections[index].isReloaded {
      _ = sections[index].resize(to: counts[index])
    }
    return sections.indices.allSatisfy { sections[$0].count == counts[$0] }
  }
}

// MARK: - Verification

extension ListEdits {
  /// Returns the changeset of the operations and other changes; nil if they contradict the data.
  func verified(from old: ListSnapshot, to new: ListSnapshot) -> Changeset? {
    var edits = self
    guard edits.fillInsertedSections(counts: new.counts) else { return nil }
    let current = edits.applied(to: old, filledFrom: new)
    // Inserted rows that the data does not have were not filled.
    guard current.counts == edits.counts else { return nil }
    let step = ListDifference.changeset(from: current, to: new)
    return step.isReload || edits.contradict(step) ? nil : edits.changeset(followedBy: step)
  }

  /// Returns whether a further change moves, inserts or deletes parts that operations describe.
  private func contradict(_ step: Changeset) -> Bool {
    if isListExplicit, step.changesSections { return true }
    let mapping = step.mapping
    let isNew = { (section: Int) in
      mapping.oldSection(of: section).map { sections[$0].isExplicit } ?? false
    }
    return step.itemDeletes.ranges.contains { sections[$0.section].isExplicit }
      || step.itemInserts.ranges.contains { isNew($0.section) }
      || step.itemMoves.contains { sections[$0.from.section].isExplicit || isNew($0.to.section) }
  }

  /// Returns the combined changeset of the operations and a further change.
  ///
  /// Only one of both changes the sections, and only one the rows of each section.
  private func changeset(followedBy step: Changeset) -> Changeset {
    let mapping = step.mapping
    var edits = self
    edits.sections = (0..<sections.count - step.sectionDeletes.count + step.sectionInserts.count)
      .map { mapping.oldSection(of: $0).map { sections[$0] } ?? Section() }
    var changeset = edits.changeset()
    changeset.itemDeletes = changeset.itemDeletes.union(origins(of: step.itemDeletes))
    changeset.itemInserts = changeset.itemInserts.union(step.itemInserts)
    changeset.itemReloads = changeset.itemReloads.union(origins(of: step.itemReloads))
    for move in step.itemMoves {
      guard let section = sections[move.from.section].origin else { continue }
      let from = ListIndexPath(section: section, item: move.from.item)
      changeset.itemMoves.append(Changeset.Move(from: from, to: move.to))
    }
    changeset.itemMoves.sort { $0.from < $1.from }
    changeset.sectionReloads += step.sectionReloads.compactMap { sections[$0].origin }
    changeset.sectionReloads = Set(changeset.sectionReloads).sorted()
    func old(_ path: SupplementaryPath) -> SupplementaryPath? {
      sections[path.section].origin.map {
        SupplementaryPath(kind: path.kind, section: $0, index: path.index)
      }
    }
    changeset.supplementaryDeletes = step.supplementaryDeletes.compactMap(old).sorted()
    changeset.supplementaryReloads = step.supplementaryReloads.compactMap(old).sorted()
    let inserts = Set(changeset.sectionInserts)
    changeset.supplementaryInserts = step.supplementaryInserts.filter {
      !inserts.contains($0.section)
    }
    return changeset
  }
}

private struct RunReader {
  private let runs: [ListEdits.Run]
  private var index = 0
  private var offset = 0
  /// The number of rows read so far.
  private(set) var position = 0

  init(_ runs: [ListEdits.Run]) { self.runs = runs }

  mutating func read(upTo end: Int, _ body: (ListEdits.Run) -> Void) {
    while position < end, index < runs.count {
      let rest = runs[index].dropFirst(offset)
      let length = min(rest.count, end - position)
      body(rest.prefix(length))
      position += length
      (index, offset) = length == rest.count ? (index + 1, 0) : (index, offset + length)
    }
  }
}

extension IndexPathSet {
  fileprivate var rangesBySection: [(section: Int, ranges: [Range<Int>])] {
    ranges.reduce(into: []) { sections, range in
      if sections.last?.section != range.section { sections.append((range.section, [])) }
      sections[sections.count - 1].ranges.append(range.items)
    }
  }
}

extension Changeset {
  /// Adds reloads of rows that still exist.
  mutating func addReloads(_ paths: IndexPathSet) {
    if paths.isEmpty { return }
    let mapping = mapping
    itemReloads = itemReloads.union(
      changesPositions
        ? IndexPathSet(paths.filter { mapping.newPosition(of: $0) != nil }) : paths)
  }

  /// A Boolean value that indicates whether sections are inserted, deleted or moved.
  var changesSections: Bool {
    !sectionDeletes.isEmpty || !sectionInserts.isEmpty || !sectionMoves.isEmpty
  }

  /// A Boolean value that indicates whether sections or rows are inserted, deleted or moved.
  var changesPositions: Bool {
    changesSections || !itemDeletes.isEmpty || !itemInserts.isEmpty || !itemMoves.isEmpty
  }

  /// Returns whether rows are only inserted after the last ones of their sections.
  func onlyInsertsAtEnds(of counts: [Int]) -> Bool {
    !changesSections && itemDeletes.isEmpty && itemMoves.isEmpty && !itemInserts.isEmpty
      && itemInserts.ranges.allSatisfy { $0.items.lowerBound >= counts[$0.section] }
  }
}
