/// Operations on a list, recorded as a value: where each row stood before the first of them.
///
/// Rows are kept as runs, so the cost depends on the number of operations and not on the number of
/// rows. Positions are those of the list as the operations before have left it.
struct ListEdits {
  /// Consecutive rows that came from consecutive positions, or are new.
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
    /// Whether operations describe the rows of the section.
    var isExplicit = false
    /// Whether a reload of the section was requested.
    var isReloaded = false

    /// Makes an old section.
    init(origin: Int, count: Int) {
      self.origin = origin
      self.count = count
    }

    /// Makes an inserted section with rows that are all new; nil if their number is not known yet.
    init(newRows count: Int?) {
      origin = nil
      edited = []
      append(.new(count ?? Self.unknownCount))
    }

    /// Stands for the number of rows of an inserted section until the batch ends.
    private static var unknownCount: Int { 1 << 40 }

    var isEdited: Bool { edited != nil }

    var runs: [Run] {
      edited ?? (count > 0 ? [Run(section: origin, item: 0, count: count)] : [])
    }

    mutating func removeAll() {
      edited = []
      count = 0
    }

    mutating func append(_ run: Run) {
      guard run.count > 0 else { return }
      var runs = edited ?? []
      edited = nil
      if let last = runs.last, last.isContinued(by: run) {
        runs[runs.count - 1].count += run.count
      } else {
        runs.append(run)
      }
      edited = runs
      count += run.count
    }

    /// Gives the section a number of rows by appending new rows or removing the last ones.
    ///
    /// - Returns: whether only new rows were removed.
    mutating func resize(to target: Int) -> Bool {
      if target == count { return true }
      if target > count {
        if edited == nil {
          let all = runs
          removeAll()
          for run in all { append(run) }
        }
        append(.new(target - count))
        return true
      }
      var reader = RunReader(runs)
      var isLossless = true
      removeAll()
      reader.read(upTo: target) { append($0) }
      reader.read(upTo: .max) { isLossless = isLossless && $0.section == nil }
      return isLossless
    }
  }

  private(set) var sections: [Section]
  let oldCounts: [Int]
  /// Whether operations describe the order of the sections.
  private(set) var isListExplicit = false
  /// Old positions of the rows whose reload was requested.
  private(set) var itemReloads = IndexPathSet()

  /// Makes a record without operations.
  init(counts: [Int]) {
    oldCounts = counts
    sections = counts.enumerated().map { Section(origin: $0, count: $1) }
  }
}

// MARK: - Operations

extension ListEdits {
  mutating func insertItems(at paths: IndexPathSet) {
    var room: [Int: Int] = [:]
    for range in paths.ranges {
      checkSection(range.section)
      let count = room[range.section] ?? sections[range.section].count
      precondition(
        range.items.lowerBound <= count,
        "Rows are inserted among the \(count) rows of section \(range.section) or at its end.")
      room[range.section] = count + range.items.count
    }
    apply(Changeset(itemInserts: paths))
    markExplicit(paths)
  }

  mutating func deleteItems(at paths: IndexPathSet) {
    checkItems(paths)
    apply(Changeset(itemDeletes: paths))
    markExplicit(paths)
  }

  mutating func reloadItems(at paths: IndexPathSet) {
    checkItems(paths)
    markExplicit(paths)
    for range in origins(of: paths).ranges {
      itemReloads.insert(range.items, inSection: range.section)
    }
  }

  /// The old positions of rows that are not new.
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
    if source != target { apply(.move(from: source, to: target)) }
    markExplicit(source.section)
    markExplicit(target.section)
  }

  mutating func insertSections(_ inserted: some Sequence<Int>) {
    let inserted = Set(inserted).sorted()
    for (offset, section) in inserted.enumerated() {
      precondition(
        (0...sections.count + offset).contains(section),
        "Sections are inserted among the \(sections.count) or at the end.")
    }
    applyToSections(.insertSections(inserted))
    for section in inserted { markExplicit(section) }
  }

  mutating func deleteSections(_ deleted: some Sequence<Int>) {
    let deleted = Set(deleted)
    for section in deleted { checkSection(section) }
    applyToSections(.deleteSections(deleted))
  }

  mutating func moveSection(from source: Int, to target: Int) {
    checkSection(source)
    checkSection(target)
    applyToSections(source == target ? Changeset() : .moveSection(from: source, to: target))
  }

  mutating func reloadSections(_ reloaded: some Sequence<Int>) {
    isListExplicit = true
    for section in Set(reloaded) {
      checkSection(section)
      sections[section].isReloaded = true
    }
  }

  /// Notes that operations describe the rows of a section.
  mutating func markExplicit(_ section: Int) { sections[section].isExplicit = true }

  private mutating func markExplicit(_ paths: IndexPathSet) {
    for range in paths.ranges { markExplicit(range.section) }
  }

  private mutating func applyToSections(_ changeset: Changeset) {
    isListExplicit = true
    apply(changeset)
  }

  private func checkSection(_ section: Int) {
    precondition(sections.indices.contains(section), "The list has no section \(section).")
  }

  private func checkItems(_ paths: IndexPathSet) {
    for range in paths.ranges {
      checkSection(range.section)
      precondition(
        range.items.lowerBound >= 0 && range.items.upperBound <= sections[range.section].count,
        "Section \(range.section) has no such rows.")
    }
  }

  /// Gives inserted sections the number of rows that the data has.
  ///
  /// - Returns: whether the data has as many sections, with room for the rows that moved into them.
  mutating func fillInsertedSections(counts: [Int]) -> Bool {
    guard counts.count == sections.count else { return false }
    return sections.indices.allSatisfy { index in
      sections[index].origin != nil || sections[index].resize(to: counts[index])
    }
  }

  /// Gives inserted and reloaded sections the number of rows that the data has.
  ///
  /// - Returns: whether all sections then have as many rows as the data.
  mutating func resize(to counts: [Int]) -> Bool {
    guard fillInsertedSections(counts: counts) else { return false }
    for index in sections.indices where sections[index].isReloaded {
      _ = sections[index].resize(to: counts[index])
    }
    return sections.indices.allSatisfy { sections[$0].count == counts[$0] }
  }
}

// MARK: - Applying changesets

extension ListEdits {
  /// Applies a changeset whose old positions are those of the list as it is now.
  ///
  /// - Parameters:
  ///   - changeset: the change; its reloads are ignored.
  ///   - counts: the number of rows of each section afterwards; nil if it is not known yet for
  ///     inserted sections.
  /// - Complexity: O(runs of the sections that change + sections, if those change).
  mutating func apply(_ changeset: Changeset, counts: [Int]? = nil) {
    let pieces = takeRows(of: changeset)
    rearrangeSections(by: changeset, counts: counts)
    putRows(of: changeset, pieces: pieces, counts: counts)
  }

  /// Removes rows that are deleted or moved.
  ///
  /// - Returns: the moved ones, by the position that they left.
  private mutating func takeRows(of changeset: Changeset) -> [ListIndexPath: Run] {
    var cuts: [Int: [(items: Range<Int>, isMoved: Bool)]] = [:]
    for range in changeset.itemDeletes.ranges {
      cuts[range.section, default: []].append((range.items, false))
    }
    for move in changeset.itemMoves {
      let item = move.from.item
      cuts[move.from.section, default: []].append((item..<item + 1, true))
    }
    var pieces: [ListIndexPath: Run] = [:]
    for (section, cuts) in cuts {
      var rest = RunReader(sections[section].runs)
      sections[section].removeAll()
      for (items, isMoved) in cuts.sorted(by: { $0.items.lowerBound < $1.items.lowerBound }) {
        rest.read(upTo: items.lowerBound) { sections[section].append($0) }
        rest.read(upTo: items.upperBound) { run in
          if isMoved { pieces[ListIndexPath(section: section, item: items.lowerBound)] = run }
        }
      }
      rest.read(upTo: .max) { sections[section].append($0) }
    }
    return pieces
  }

  private mutating func rearrangeSections(by changeset: Changeset, counts: [Int]?) {
    guard changeset.changesSections else { return }
    let mapping = changeset.sectionMapping
    let count =
      sections.count - changeset.sectionDeletes.count + changeset.sectionInserts.count
    sections = (0..<count).map { new in
      mapping.oldSection(of: new).map { sections[$0] } ?? Section(newRows: counts?[new])
    }
  }

  private mutating func putRows(
    of changeset: Changeset, pieces: [ListIndexPath: Run], counts: [Int]?
  ) {
    var arrivals: [Int: [(item: Int, run: Run)]] = [:]
    for range in changeset.itemInserts.ranges {
      let run = Run.new(range.items.count)
      arrivals[range.section, default: []].append((range.items.lowerBound, run))
    }
    for move in changeset.itemMoves {
      guard let run = pieces[move.from] else { continue }
      arrivals[move.to.section, default: []].append((move.to.item, run))
    }
    let inserted = Set(changeset.sectionInserts)
    for (section, arrivals) in arrivals {
      let count = sections[section].count
      var rest = RunReader(sections[section].runs)
      sections[section].removeAll()
      for (item, run) in arrivals.sorted(by: { $0.item < $1.item }) {
        let gap = item - sections[section].count
        rest.read(upTo: rest.position + gap) { sections[section].append($0) }
        sections[section].append(run)
      }
      // The rows of an inserted section are counted with those that move into it.
      let isFull = counts != nil && inserted.contains(section)
      let left = isFull ? max(0, count - sections[section].count) : .max - rest.position
      rest.read(upTo: rest.position + left) { sections[section].append($0) }
    }
  }
}

/// Reads runs piece by piece.
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

extension Changeset {
  /// Whether sections are inserted, deleted or moved.
  var changesSections: Bool {
    !sectionDeletes.isEmpty || !sectionInserts.isEmpty || !sectionMoves.isEmpty
  }

  /// Whether anything is in another place afterwards.
  var changesPositions: Bool {
    changesSections || !itemDeletes.isEmpty || !itemInserts.isEmpty || !itemMoves.isEmpty
  }
}
