import Foundation
import MocoaTestSupport
import Testing

@testable import MocoaDiff

/// Changesets and sets of positions as values.
@Suite struct ChangesetTests {
  @Test func aSetHoldsWhatWasInserted() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      var (set, expected) = (IndexPathSet(), Set<ListIndexPath>())
      for _ in 0..<Int.random(in: 0..<12, using: &generator) {
        let section = Int.random(in: 0..<3, using: &generator)
        let lower = Int.random(in: 0..<20, using: &generator)
        let items = lower..<(lower + Int.random(in: 0..<5, using: &generator))
        set.insert(items, inSection: section)
        expected.formUnion(items.map { ListIndexPath(section: section, item: $0) })
      }
      #expect(Array(set) == expected.sorted())
      #expect(set.count == expected.count)
      for (first, second) in zip(set.ranges, set.ranges.dropFirst()) {
        #expect((first.section, first.items.upperBound) < (second.section, second.items.lowerBound))
      }
      let paths = (0..<3).flatMap { section in
        (0..<25).map { ListIndexPath(section: section, item: $0) }
      }
      #expect(paths.filter { set.contains($0) } == expected.sorted())
    }
  }

  @Test func aUnionHoldsBoth() {
    var generator = SeededGenerator(seed: 6)
    func paths() -> [ListIndexPath] {
      (0..<10).map { _ in
        ListIndexPath(
          section: Int.random(in: 0..<2, using: &generator),
          item: Int.random(in: 0..<20, using: &generator))
      }
    }
    for _ in 0..<200 {
      let (first, second) = (paths(), paths())
      let union = IndexPathSet(first).union(IndexPathSet(second))
      #expect(Array(union) == Set(first + second).sorted())
      #expect(union == IndexPathSet(first + second))
    }
  }

  @Test func differencesAndIntersectionsMatchSets() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let (first, second) = (generator.paths(), generator.paths())
      let (one, other) = (IndexPathSet(first), IndexPathSet(second))
      #expect(Array(one.subtracting(other)) == Set(first).subtracting(second).sorted())
      #expect(Array(one.intersection(other)) == Set(first).intersection(second).sorted())
      #expect(one.first == first.min())
      #expect(one.last == first.max())
    }
  }

  @Test func positionsAreMappedAsOneByOne() {
    for seed in 0..<2_000 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let (old, new) = generator.sectionPair()
      let mapping = Changeset(fromSections: old, to: new).mapping
      let paths = IndexPathSet(
        generator.paths().filter {
          old.indices.contains($0.section) && $0.item < old[$0.section].rows.count
        })
      let mapped = IndexPathSet(paths.compactMap { mapping.newPosition(of: $0) })
      #expect(mapping.newPositions(of: paths) == mapped)
    }
  }

  @Test func aMillionRowsAreOneRange() {
    let changeset = Changeset(itemInserts: IndexPathSet(0..<1_000_000, inSection: 0))
    #expect(changeset.itemInserts.ranges.count == 1)
    #expect(changeset.count == 1_000_000)
  }

  @Test func changesetsAreCoded() throws {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let (old, new) = generator.sectionPair()
      let changeset = Changeset(fromSections: old, to: new)
      let data = try JSONEncoder().encode(changeset)
      #expect(try JSONDecoder().decode(Changeset.self, from: data) == changeset)
    }
  }

  @Test(arguments: [
    "[0,3,2]", "[0,1,1]", "[-1,0,1]", "[0,-1,1]", "[1,0,1,0,0,1]", "[0,0,2,0,2,3]",
    "[0,0,9223372036854775807,1,0,1]",
  ])
  func aCodedSetOutOfOrderIsRefused(_ json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IndexPathSet.self, from: Data(json.utf8))
    }
  }

  @Test func reloadKnowsNoPositions() {
    #expect(Changeset.reload.description == "reload everything")
    #expect(!Changeset.reload.isEmpty)
    #expect(Changeset.reload.mapping.newPosition(of: ListIndexPath(section: 0, item: 0)) == nil)
    #expect(Changeset.reload.mapping.oldSection(of: 0) == nil)
  }

  /// Each stage does one kind of thing, and together they do what the whole does.
  @Test func stagesLeadToTheSameList() throws {
    for seed in 0..<2_000 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let (old, new) = generator.sectionPair()
      let changeset = Changeset(fromSections: old, to: new)
      let newCounts = new.map(\.rows.count)
      let stages = changeset.stages(oldCounts: old.map(\.rows.count), newCounts: newCounts)
      var places: [[ListIndexPath?]] = old.enumerated().map { section, part in
        part.rows.indices.map { ListIndexPath(section: section, item: $0) }
      }
      for (number, stage) in stages.enumerated() {
        #expect(!stage.isEmpty)
        #expect(stage.itemReloads.isEmpty || stage.itemMoves.isEmpty)
        let sectionCount =
          stage.sectionDeletes.count + stage.sectionInserts.count + stage.sectionMoves.count
        let rowCount = stage.itemDeletes.count + stage.itemInserts.count + stage.itemMoves.count
        #expect(sectionCount == 0 || rowCount == 0)
        let counts = Self.counts(after: stage, places.map(\.count))
        let replay = try Replay(
          stage, oldCounts: places.map(\.count),
          newCounts: number == stages.count - 1 ? newCounts : counts ?? newCounts)
        places = replay.rows.map { $0.map { $0.flatMap { places[$0.section][$0.item] } } }
      }
      let whole = try Replay(
        changeset, oldCounts: old.map(\.rows.count), newCounts: newCounts)
      #expect(places == whole.rows, "seed \(seed): \(old) to \(new)")
    }
  }

  /// The counts that a stage leaves, worked out from its own operations.
  private static func counts(after stage: Changeset, _ counts: [Int]) -> [Int]? {
    var changed = counts
    for path in stage.itemDeletes { changed[path.section] -= 1 }
    for move in stage.itemMoves {
      changed[move.from.section] -= 1
      changed[move.to.section] += 1
    }
    for path in stage.itemInserts { changed[path.section] += 1 }
    for section in stage.sectionDeletes.reversed() { changed.remove(at: section) }
    for section in stage.sectionInserts { changed.insert(0, at: section) }
    guard !stage.sectionMoves.isEmpty else { return changed }
    let mapping = stage.mapping
    return changed.indices.compactMap { mapping.oldSection(of: $0).map { changed[$0] } }
  }
}

extension SeededGenerator {
  /// Some positions in the first sections, in no order.
  fileprivate mutating func paths() -> [ListIndexPath] {
    (0..<Int.random(in: 0...12, using: &self)).map { _ in
      ListIndexPath(
        section: Int.random(in: 0..<3, using: &self), item: Int.random(in: 0..<9, using: &self))
    }
  }
}
