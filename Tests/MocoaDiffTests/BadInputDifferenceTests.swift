import MocoaDiff
import MocoaTestSupport
import Synchronization
import Testing

/// Rows that lie, hashes that collide, limits and cancellation.
@Suite struct BadInputDifferenceTests {
  /// An identity whose hash says what a test wants.
  private struct Hashed: Hashable {
    var value: Int
    var hash: Int
    static func == (first: Hashed, second: Hashed) -> Bool { first.value == second.value }
    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }

  enum Collision: CaseIterable {
    case allHashesEqual, lowBitsEqual, threeHashes

    func hash(_ value: Int) -> Int {
      switch self {
      case .allHashesEqual: 7
      case .lowBitsEqual: value << 32
      case .threeHashes: value % 3
      }
    }
  }

  @Test(arguments: Collision.allCases)
  func collidingHashesChangeNothing(_ collision: Collision) throws {
    var generator = SeededGenerator(seed: 1)
    let old = (0..<300).map { TestRow($0) }
    let new = (100..<400).map { TestRow($0) }.shuffled(using: &generator)
    let changeset = Changeset(from: old, to: new) {
      Hashed(value: $0.id, hash: collision.hash($0.id))
    }
    #expect(changeset == Changeset(from: old, to: new))
    try DifferenceLaws.check(
      changeset, from: [TestSection(0, rows: old)], to: [TestSection(0, rows: new)])
  }

  @Test func equalHashesOfManyRowsEnd() throws {
    let old = (0..<6_000).map { $0 }
    let changeset = Changeset(from: old, to: old.reversed()) { Hashed(value: $0, hash: 7) }
    let replay = try Replay(changeset, oldCounts: [6_000], newCounts: [6_000])
    #expect(replay.rows[0].count == 6_000)
    #expect(changeset.itemDeletes.count == changeset.itemInserts.count)
  }

  @Test func numbersThatAreNotEqualToThemselves() throws {
    let old = [1, .nan, 2, .nan, 3]
    let changeset = Changeset(from: old, to: [3, .nan, 1, 2], identity: { $0 })
    let replay = try Replay(changeset, oldCounts: [5], newCounts: [4])
    #expect(replay.rows[0].map { $0?.item } == [4, nil, 0, 2])
  }

  /// An identity that answers by lot.
  private struct Liar: Hashable {
    var random: Random
    static func == (first: Liar, second: Liar) -> Bool { first.random.next() % 3 == 0 }
    func hash(into hasher: inout Hasher) { hasher.combine(random.next() % 4) }
  }

  private final class Random: Sendable {
    private let generator: Mutex<SeededGenerator>
    init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }
    func next() -> UInt64 { generator.withLock { $0.next() } }
  }

  @Test func unstableEqualityAndHashesStillGiveAChangeset() throws {
    for seed in 0..<300 as Range<UInt64> {
      let random = Random(seed: seed)
      let (old, new) = (Array(0..<Int(seed % 90)), Array(0..<Int(seed % 71)))
      let changeset = Changeset(
        from: old, to: new, identity: { _ in Liar(random: random) },
        content: { _, _ in random.next() % 2 == 0 })
      _ = try Replay(changeset, oldCounts: [old.count], newCounts: [new.count])
    }
  }

  @Test(arguments: [0, 1, 2, 5]) func cancellationThrows(_ after: Int) {
    var calls = 0
    let old = (0..<1_000).map { TestRow($0) }
    let isCancelled = {
      calls += 1
      return calls > after
    }
    #expect(throws: CancellationError.self) {
      try Changeset(from: old, to: Array(old.reversed()), isCancelled: isCancelled)
    }
    calls = 0
    #expect(throws: CancellationError.self) {
      try Changeset(
        fromSections: [TestSection(1, rows: old)],
        to: [TestSection(1, rows: []), TestSection(2, rows: old.reversed())],
        isCancelled: isCancelled)
    }
  }

  // defect C11: rows were read a word at a time at addresses that are not aligned.
  @Test func rowsOfAnyStrideAreCompared() async {
    await #expect(processExitsWith: .success) {
      func sections(_ rows: [[Int32]]) -> [NarrowSection] {
        rows.enumerated().map { NarrowSection(id: $0, rows: $1.map { NarrowRow(number: $0) }) }
      }
      let changeset = Changeset(
        fromSections: sections([[1, 2, 3], [4]]), to: sections([[1, 3], [4, 2]]))
      precondition(changeset.description == "move 0.1→1.1")
    }
  }
}

/// A row of 20 bytes, with an identity that is made when it is asked for.
private struct NarrowRow: Identifiable, Equatable {
  var number: Int32
  var others: (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
  var id: String { "a rather long text for \(number)" }
  static func == (first: Self, second: Self) -> Bool { first.number == second.number }
}

private struct NarrowSection: DifferenceSection {
  var id: Int
  var rows: [NarrowRow]
}
