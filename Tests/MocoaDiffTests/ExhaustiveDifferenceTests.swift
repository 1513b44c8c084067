import Foundation
import MocoaDiff
import MocoaTestSupport
import Testing

/// All small lists, and many random ones, verified against the replay oracle.
///
/// `MOCOA_LONG_TESTS=1` makes them longer: all lists of up to six rows, a million random cases.
@Suite struct ExhaustiveDifferenceTests {
  static let isLong = ProcessInfo.processInfo.environment["MOCOA_LONG_TESTS"] == "1"

  /// All lists over four letters of up to a length.
  private func lists(upTo length: Int) -> [[Int]] {
    var (all, last): ([[Int]], [[Int]]) = ([[]], [[]])
    for _ in 0..<length {
      last = last.flatMap { list in (0..<4).map { list + [$0] } }
      all += last
    }
    return all
  }

  /// Whether letters first appear in their order: every list is one of these by renaming letters.
  private func isCanonical(_ list: [Int]) -> Bool {
    var next = 0
    for letter in list {
      if letter > next { return false }
      if letter == next { next += 1 }
    }
    return true
  }

  @Test func allSmallListsWithDuplicates() throws {
    let all = lists(upTo: Self.isLong ? 6 : 4)
    for old in all where isCanonical(old) {
      for (number, new) in all.enumerated() {
        let before = [TestSection(0, rows: old.map { TestRow($0) })]
        let after = [TestSection(0, rows: new.map { TestRow($0, content: number % ($0 + 2)) })]
        let changeset = Changeset(from: before[0].rows, to: after[0].rows)
        try check(changeset, before, after)
      }
    }
  }

  /// All lists of two sections out of three, with rows out of two letters or three.
  @Test func allSmallSectionedLists() throws {
    let contents: [[Int]] = Self.isLong ? lists(upTo: 2) : [[], [0], [1], [0, 1], [1, 0]]
    var all: [[TestSection]] = [[]]
    for first in 0..<3 {
      for rows in contents {
        let section = TestSection(first, rows: rows.map { TestRow($0) })
        all.append([section])
        for second in 0..<3 {
          for others in contents where Self.isLong || others.count < 2 {
            all.append([section, TestSection(second, rows: others.map { TestRow($0) })])
          }
        }
      }
    }
    let olds = all.filter { isCanonical($0.map(\.id)) && isCanonical($0.flatMap(\.rows).map(\.id)) }
    for old in olds {
      for new in all {
        try check(Changeset(fromSections: old, to: new), old, new)
      }
    }
  }

  /// A quarter of the random lists each, so that they run in parallel; 10,000 in all take 3 s of
  /// processor time unoptimised.
  @Test(arguments: 0..<4) func randomSectionedLists(quarter: Int) throws {
    for number in 0..<(Self.isLong ? 250_000 : 2_500) {
      let seed = UInt64(number * 4 + quarter)
      var generator = SeededGenerator(seed: seed)
      let (old, new) = generator.sectionPair()
      let changeset = Changeset(fromSections: old, to: new)
      try check(changeset, old, new, "seed \(seed)")
    }
  }

  /// Longer lists, in which whole blocks go, come and change places, so that hashing finds them.
  @Test func randomLongLists() throws {
    for seed in 0..<UInt64(Self.isLong ? 100_000 : 400) {
      var generator = SeededGenerator(seed: seed)
      let (old, new) = generator.blockPair()
      let changeset = Changeset(from: old, to: new)
      try check(
        changeset, [TestSection(0, rows: old)], [TestSection(0, rows: new)], "seed \(seed)")
    }
  }

  /// Whatever an identity is kept in, and wherever in a row, the changeset is the same.
  @Test func identitiesAreComparedAlikeWhateverTheyAre() throws {
    for seed in 0..<UInt64(Self.isLong ? 20_000 : 200) {
      var generator = SeededGenerator(seed: seed)
      let (old, new) = generator.sectionPair()
      let named = Changeset(
        fromSections: old.map { RowSection($0, NamedRow.init) },
        to: new.map { RowSection($0, NamedRow.init) })
      let numbered = Changeset(
        fromSections: old.map { RowSection($0) { $0 } }, to: new.map { RowSection($0) { $0 } })
      #expect(named == numbered, "seed \(seed)")
      let (rows, others) = generator.blockPair()
      let changeset = Changeset(from: rows, to: others)
      #expect(
        Changeset(from: rows.map(NamedRow.init), to: others.map(NamedRow.init))
          == changeset, "seed \(seed)")
      #expect(
        Changeset(from: rows.map(CallingRow.init), to: others.map(CallingRow.init))
          == changeset, "seed \(seed)")
    }
  }

  private func check(
    _ changeset: Changeset, _ old: [TestSection], _ new: [TestSection], _ name: String = ""
  ) throws {
    do {
      try DifferenceLaws.check(changeset, from: old, to: new)
    } catch let error as ReplayError {
      Issue.record("\(error) \(name)\n  from \(old)\n  to   \(new)\n  by   \(changeset)")
      throw error
    }
  }
}

/// A row whose identity is a string behind other members, in storage of its own where it is long.
private struct NamedRow: Identifiable, Equatable {
  let content: Int
  let id: String

  init(_ row: TestRow) {
    content = row.content
    id = row.id % 3 == 0 ? "\(row.id)" : "the row of the number \(row.id)"
  }
}

/// A row that makes its identity whenever it is asked.
private struct CallingRow: Identifiable, Equatable {
  let row: TestRow
  var id: String { "the row of the number \(row.id)" }

  init(_ row: TestRow) { self.row = row }
}

/// A section of a test with rows of another kind.
private struct RowSection<Row: Identifiable & Equatable>: DifferenceSection {
  let id: Int
  let rows: [Row]

  init(_ section: TestSection, _ row: (TestRow) -> Row) {
    id = section.id
    rows = section.rows.map(row)
  }
}
