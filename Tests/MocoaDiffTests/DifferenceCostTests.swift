import AllocationCounting
import MocoaDiff
import MocoaTestSupport
import Synchronization
import Testing

/// How many comparisons and hashes a difference makes, and how much memory it keeps.
@Suite struct DifferenceCostTests {
  /// Counts what is asked of identities.
  private final class Count: Sendable {
    let comparisons = Atomic(0)
    let hashes = Atomic(0)
  }

  private struct CountedIdentity: Hashable {
    var value: Int
    var count: Count

    static func == (first: CountedIdentity, second: CountedIdentity) -> Bool {
      first.count.comparisons.wrappingAdd(1, ordering: .relaxed)
      return first.value == second.value
    }

    func hash(into hasher: inout Hasher) {
      count.hashes.wrappingAdd(1, ordering: .relaxed)
      hasher.combine(value)
    }
  }

  private func cost(_ old: [Int], _ new: [Int]) -> (comparisons: Int, hashes: Int) {
    let count = Count()
    _ = Changeset(from: old, to: new) { CountedIdentity(value: $0, count: count) }
    return (count.comparisons.load(ordering: .relaxed), count.hashes.load(ordering: .relaxed))
  }

  private let rows = Array(0..<2_000)

  @Test func whatStandsInStepIsComparedOnceAndNeverHashed() {
    let equal = cost(rows, rows.map { $0 })
    #expect(equal.comparisons == 2_000)
    #expect(equal.hashes == 0)
    let appended = cost(rows, rows + (5_000..<5_100))
    #expect(appended.comparisons == 2_000)
    #expect(appended.hashes == 0)
  }

  @Test func prependedRowsAreFoundFromTheEnd() {
    let prepended = cost(rows, Array(5_000..<5_100) + rows)
    #expect(prepended.comparisons <= 2_100)
    #expect(prepended.hashes == 0)
  }

  @Test func aSingleMovedRowCostsItsOwnHash() {
    let moved = cost(rows, Array(rows.dropFirst()) + [rows[0]])
    #expect(moved.comparisons <= 2_010)
    #expect(moved.hashes == 2)
  }

  @Test func scatteredDeletesAreNotHashed() {
    let scattered = cost(rows, rows.filter { $0 % 10 != 3 })
    #expect(scattered.comparisons <= 2_800)
    #expect(scattered.hashes == 0)
  }

  @Test func aBlockThatGoesIsHashedWithTheRowsThatTakeItsPlace() {
    let gone = cost(
      rows, Array(rows[..<500] + (5_000..<5_100) + rows[700..<1_500] + rows[1_550...]))
    #expect(gone.comparisons <= 3_000)
    #expect(gone.hashes <= 1_000)
  }

  @Test func strangersAreHashedOnce() {
    let strangers = cost(rows, rows.map { $0 + 10_000 })
    #expect(strangers.hashes == 4_000)
    #expect(strangers.comparisons <= 100)
  }

  /// Making an identity may cost more than comparing it.
  @Test func identitiesThatAreMadeAreMadeNoOftenerThanCompared() {
    struct Row: Identifiable, Equatable {
      let number: Int
      let count: Count
      var id: String {
        count.comparisons.wrappingAdd(1, ordering: .relaxed)
        return "the row of the number \(number)"
      }

      static func == (first: Row, second: Row) -> Bool { first.number == second.number }
    }
    func made(from old: [Int], to new: [Int]) -> Int {
      let count = Count()
      _ = Changeset(
        from: old.map { Row(number: $0, count: count) },
        to: new.map { Row(number: $0, count: count) })
      return count.comparisons.load(ordering: .relaxed)
    }
    #expect(made(from: rows, to: rows.map { $0 }) <= 4_010)
    #expect(made(from: rows, to: rows.map { $0 + 10_000 }) <= 4_200)
  }

  @Test func memoryIsForWhatStandsApart() throws {
    var engine = DifferenceEngine()
    let many = Array(0..<100_000)
    var changed = many
    changed[50_000] = -1
    let identity: (Int) -> Int = { $0 }
    _ = try engine.changeset(
      from: many, to: changed + [-2, -3], identity: identity, content: ==)
    #expect(engine.scratchByteCount < 8_192)
  }

  /// The largest case of DifferenceKit's README: deletes, inserts and a part that is shuffled.
  @Test func blocksThatGoAndComeTakeLittleMemory() throws {
    var engine = DifferenceEngine()
    var generator = SeededGenerator(seed: 4)
    let old = Array(0..<100_000)
    var new = old
    new.removeSubrange(20_000..<30_000)
    new.insert(contentsOf: 100_000..<110_000, at: 30_000)
    new[..<2_000].shuffle(using: &generator)
    _ = try engine.changeset(from: old, to: new, identity: { $0 }, content: ==)
    #expect(engine.scratchByteCount <= 2_500_000)
  }

  /// How often memory is allocated for a difference with an engine that has made one before, and
  /// with one that has not.
  private func allocations(
    _ difference: (inout DifferenceEngine) throws -> Changeset
  ) rethrows -> (kept: Int, new: Int) {
    var kept = DifferenceEngine()
    var counts = [0, 0, 0]
    for index in 0..<2 {
      let before = allocation_count()
      let changeset = try difference(&kept)
      counts[index] = allocation_count() - before
      withExtendedLifetime(changeset) {}
    }
    return (counts[1], counts[0])
  }

  /// Blocks that go and come, and a part that is shuffled, in lists of some length.
  private func allocations(ofRows count: Int) throws -> (kept: Int, new: Int) {
    var generator = SeededGenerator(seed: 5)
    let old = (0..<count).map { TestRow($0) }
    var new = old
    new.removeSubrange(count / 5..<count / 5 * 2)
    new.insert(contentsOf: (count..<count / 5 * 6).map { TestRow($0) }, at: count / 2)
    new[..<200].shuffle(using: &generator)
    return try allocations { try $0.changeset(from: old, to: new) }
  }

  @Test(.enabled(if: allocation_count() >= 0))
  func longerListsAllocateNoMoreOften() throws {
    let short = try allocations(ofRows: 5_000)
    let long = try allocations(ofRows: 40_000)
    // Buffers that grow, in steps of two and four, do so some times more.
    #expect(long.new <= short.new + 40)
    #expect(long.kept <= short.kept + 8)
    #expect(short.kept <= short.new)
  }

  @Test func anEngineKeepsItsMemory() throws {
    var engine = DifferenceEngine()
    var generator = SeededGenerator(seed: 3)
    let old = (0..<3_000).map { TestRow($0) }
    let new = old.shuffled(using: &generator)
    let first = try engine.changeset(from: old, to: new)
    _ = try engine.changeset(from: old, to: new)
    let bytes = engine.scratchByteCount
    for _ in 0..<3 { #expect(try engine.changeset(from: old, to: new) == first) }
    #expect(engine.scratchByteCount == bytes)
  }
}
