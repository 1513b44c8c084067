/// Where each row of a list that is being changed stood before the first change.
///
/// Rows are kept as runs, so what a table costs depends on the changes and not on the rows. One
/// change after the other goes in, and one changeset comes out that does the same at once.
struct OriginTable {
  /// Rows that follow each other and came from places that follow each other, or are new.
  struct Run: Equatable {
    /// The old section; nil for new rows.
    var section: Int?
    /// The old position of the first row; 0 for new rows.
    var item: Int
    var count: Int

    static func new(_ count: Int) -> Run { Run(section: nil, item: 0, count: count) }

    /// The part of the run from an offset on.
    func dropFirst(_ offset: Int) -> Run {
      Run(section: section, item: section == nil ? 0 : item + offset, count: count - offset)
    }

    func prefix(_ count: Int) -> Run { Run(section: section, item: item, count: count) }

    func isContinued(by next: Run) -> Bool {
      section == next.section && (section == nil || item + count == next.item)
    }
  }

  struct Section {
    /// The old position; nil for a new section.
    var origin: Int?
    var runs: [Run]
    /// Whether the section's rows are what operations have said, and not to be compared.
    var isExplicit = false
    /// Whether the section was to be shown anew.
    var isReloaded = false

    var count: Int { runs.reduce(0) { $0 + $1.count } }

    mutating func append(_ run: Run) {
      guard run.count > 0 else { return }
      if let last = runs.last, last.isContinued(by: run) {
        runs[runs.count - 1].count += run.count
      } else {
        runs.append(run)
      }
    }
  }

  var sections: [Section]
  let oldCounts: [Int]

  /// Makes a table of a list that nothing has happened to yet.
  init(counts: [Int]) {
    oldCounts = counts
    sections = counts.enumerated().map { index, count in
      let run = Run(section: index, item: 0, count: count)
      return Section(origin: index, runs: count > 0 ? [run] : [])
    }
  }

  /// Where a row stood, or nil for a new one; O(runs of the section).
  func origin(of path: ListIndexPath) -> ListIndexPath? {
    var item = path.item
    for run in sections[path.section].runs {
      if item < run.count {
        return run.section.map { ListIndexPath(section: $0, item: run.item + item) }
      }
      item -= run.count
    }
    return nil
  }
}

// MARK: - Changes

extension OriginTable {
  /// Applies a changeset whose old positions are those of the list as it is now.
  ///
  /// - Parameters:
  ///   - changeset: what happens; its reloads are not looked at.
  ///   - count: the number of rows that a section has afterwards, by its new position.
  /// - Complexity: O(runs of the sections that change + sections, if those change).
  mutating func apply(_ changeset: Changeset, count: (Int) -> Int) {
    let pieces = takeRows(of: changeset)
    rearrangeSections(by: changeset)
    putRows(of: changeset, pieces: pieces, count: count)
  }

  /// Takes out the rows that go or move; the moved ones are given back by the place they left.
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
      sections[section].runs = []
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

  private mutating func rearrangeSections(by changeset: Changeset) {
    guard changeset.changesSections else { return }
    let mapping = PositionMapping(
      deletes: changeset.sectionDeletes, inserts: changeset.sectionInserts,
      moves: changeset.sectionMoves)
    let count =
      sections.count - changeset.sectionDeletes.count + changeset.sectionInserts.count
    sections = (0..<count).map { new in
      mapping.oldPosition(of: new).map { sections[$0] } ?? Section(origin: nil, runs: [])
    }
  }

  private mutating func putRows(
    of changeset: Changeset, pieces: [ListIndexPath: Run], count: (Int) -> Int
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
    for section in changeset.sectionInserts where arrivals[section] == nil {
      arrivals[section] = []
    }
    for (section, arrivals) in arrivals {
      let isNew = changeset.sectionInserts.contains(section)
      let filler = isNew ? [Run.new(count(section))] : sections[section].runs
      var rest = RunReader(filler)
      sections[section].runs = []
      var position = 0
      for (item, run) in arrivals.sorted(by: { $0.item < $1.item }) {
        rest.read(upTo: rest.position + item - position) { sections[section].append($0) }
        sections[section].append(run)
        position = item + run.count
      }
      let left = isNew ? max(0, count(section) - position) : .max
      rest.read(upTo: left == .max ? .max : rest.position + left) { sections[section].append($0) }
    }
  }
}

/// Reads runs piece by piece.
private struct RunReader {
  private let runs: [OriginTable.Run]
  private var index = 0
  private var offset = 0
  /// How many rows were read.
  private(set) var position = 0

  init(_ runs: [OriginTable.Run]) { self.runs = runs }

  mutating func read(upTo end: Int, _ body: (OriginTable.Run) -> Void) {
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
  /// Whether sections come, go or move.
  var changesSections: Bool {
    !sectionDeletes.isEmpty || !sectionInserts.isEmpty || !sectionMoves.isEmpty
  }
}
