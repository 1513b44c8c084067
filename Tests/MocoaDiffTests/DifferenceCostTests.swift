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

  /// The number of allocations for a difference of lists in which blocks are deleted, inserted and
  /// shuffled.
  private func allocations(ofRows count: Int) -> Int {
    var generator = SeededGenerator(seed: 5)
    let old = (0..<count).map { TestRow($0) }
    var new = old
    new.removeSubrange(count / 5..<count / 5 * 2)
    new.insert(contentsOf: (count..<count / 5 * 6).map { TestRow($0) }, at: count / 2)
    new[..<200].shuffle(using: &generator)
    let before = allocation_count()
    withExtendedLifetime(Changeset(from: old, to: new)) {}
    return allocation_count() - before
  }

  /// Code that is not optimised allocates memory for what closures capture.
  private static let isOptimized: Bool = {
    var isOptimized = true
    assert(
      {
        isOptimized = false
        return true
      }())
    return isOptimized
  }()

  @Test(.enabled(if: isOptimized && allocation_count() >= 0))
  func longerListsAllocateNoMoreOften() {
    // Buffers that grow in steps of two and four do so a few times more.
    #expect(allocations(ofRows: 40_000) <= allocations(ofRows: 5_000) + 40)
  }
}
