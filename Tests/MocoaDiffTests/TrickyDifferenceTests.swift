import MocoaDiff
import MocoaTestSupport
import Testing

/// Cases that are known to catch implementations out, each with the answer in words.
@Suite struct TrickyDifferenceTests {
  /// A list, what becomes of it, and the changeset as it is printed.
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var old: String
    var new: String
    var changes: String

    init(_ name: String, _ old: String, _ new: String, _ changes: String) {
      (self.name, self.old, self.new, self.changes) = (name, old, new, changes)
    }

    var testDescription: String { name }
  }

  static let linear: [Case] = [
    Case("nothing", "", "", "nothing"),
    Case("empty to something", "", "a b c", "insert 0.0…0.2"),
    Case("something to empty", "a b c", "", "delete 0.0…0.2"),
    Case("same row, other content", "a", "a1", "reload 0.0"),
    Case("all rows of one identity, more of them", "a a", "a a a a", "insert 0.2…0.3"),
    Case("all rows of one identity, fewer of them", "a a a", "a", "delete 0.1…0.2"),
    Case("duplicates whose counts differ", "a b a", "b a a a", "insert 0.2; move 0.0→0.1"),
    Case("a duplicate leaves the common prefix", "x x a b", "x a x b", "move 0.1→0.2"),
    Case("a duplicate leaves the common suffix", "a b x x", "a x b x", "move 0.1→0.2"),
    Case("neighbours swap", "a b c d", "a c b d", "move 0.1→0.2"),
    Case("rotation by one to the left", "a b c d", "b c d a", "move 0.0→0.3"),
    Case("rotation by one to the right", "a b c d", "d a b c", "move 0.3→0.0"),
    Case("moved and changed", "a b c", "b c a1", "move 0.0→0.2; reload 0.0"),
    Case("replaced in place", "a b c", "a x c", "delete 0.1; insert 0.1"),
    Case("reversed", "a b c", "c b a", "move 0.0→0.2, 0.1→0.1"),
    Case(
      "all kinds of operation", "a b c d e", "c1 x a e1",
      "delete 0.1, 0.3; insert 0.1; move 0.0→0.2; reload 0.2, 0.4"),
  ]

  @Test(arguments: linear) func rows(_ tricky: Case) throws {
    let (old, new) = (MocoaTestSupport.rows(tricky.old), MocoaTestSupport.rows(tricky.new))
    let changeset = Changeset(from: old, to: new)
    #expect(changeset.description == tricky.changes)
    try DifferenceLaws.check(
      changeset, from: [TestSection(0, rows: old)], to: [TestSection(0, rows: new)])
  }

  static let sectioned: [Case] = [
    Case("a row moves across sections", "1:a b | 2:c", "1:b | 2:c a", "move 0.0→1.1"),
    Case(
      "a row moves across sections and changes", "1:a b | 2:c", "1:b | 2:a1 c",
      "move 0.0→1.0; reload 0.0"),
    Case(
      "a row leaves a moved section for another moved section",
      "1:a b | 2:c d | 3:e | 4:f", "4:f | 3:e | 2:c d a | 1:b",
      "move sections 0→3, 1→2, 2→1; move 0.0→2.2"),
    Case(
      "a section goes and its rows are elsewhere", "1:a b | 2:c", "2:a c b",
      "delete sections 0; move 0.0→0.0, 0.1→0.2"),
    Case(
      "a section comes, made of rows of others", "1:a b | 2:c d", "1:b | 3:a d | 2:c",
      "insert sections 1; move 0.0→1.0, 1.1→1.1"),
    Case(
      "a section is renamed", "1:a b", "2:a b",
      "delete sections 0; insert sections 0; move 0.0→0.0, 0.1→0.1"),
    Case("an empty section moves", "1: | 2:a", "2:a | 1:", "move sections 0→1"),
    Case("two sections of one identity", "1:a | 1:b", "1:a | 1:b c", "insert 1.1"),
    Case(
      "two sections of one identity, one goes", "1:a | 1:b", "1:b",
      "delete sections 1; delete 0.0; move 1.0→0.0"),
    Case("empty sections come", "", "1: | 2:", "insert sections 0, 1"),
    Case("sections with rows go", "1:a | 2:b", "", "delete sections 0, 1"),
    Case(
      "a duplicate in two sections stays in each", "1:x a | 2:x b", "1:a x | 2:b x",
      "move 0.0→0.1, 1.0→1.1"),
    Case(
      "a row goes where one like it came from", "1:x a | 2:b x", "1:a | 2:x b",
      "delete 0.0; move 1.0→1.1"),
  ]

  @Test(arguments: sectioned) func sections(_ tricky: Case) throws {
    let old = MocoaTestSupport.sections(tricky.old)
    let new = MocoaTestSupport.sections(tricky.new)
    let changeset = Changeset(fromSections: old, to: new)
    #expect(changeset.description == tricky.changes)
    try DifferenceLaws.check(changeset, from: old, to: new)
  }

  /// Mixtures of operations on sections and rows, each in both directions.
  static let complicated: [(String, String)] = [
    ("1:a b c | 2:d e | 3:f", "3:f1 a | 1:c b | 4:d x"),
    ("1:a b | 2:c d | 3:e f", "2:d c | 3:f e | 1:b a"),
    ("1:a b c d e", "2:e d | 3:c1 | 4:b a"),
    ("1:a | 2: | 3:b c", "2:a b c | 4: | 1:"),
    ("1:a b | 2:c d", "1:d a1 | 5:x | 2:b c1"),
    ("1:a b c | 2:d e f | 3:g h i", "3:i a e | 2:g1 c | 6:b x h"),
    ("1:a a b | 2:b b a", "2:a b | 1:b a a b"),
    ("1:a b c d e f | 2:g", "2:f g e | 1:b1 a c1 x"),
    ("1:a | 2:b | 3:c | 4:d", "4:a | 1:b | 5:c | 2:d"),
    ("1:a b c | 2: | 3:d e f", "4:f e | 2:d c1 | 1:b x a1"),
    ("1:a b | 1:c d | 2:e", "2:a | 1:d c | 1:e b | 1:x"),
  ]

  @Test(arguments: complicated) func mixtures(_ old: String, _ new: String) throws {
    let (before, after) = (MocoaTestSupport.sections(old), MocoaTestSupport.sections(new))
    for (from, to) in [(before, after), (after, before)] {
      try DifferenceLaws.check(Changeset(fromSections: from, to: to), from: from, to: to)
    }
  }

  @Test func aMovedSectionThatChangedIsReloaded() throws {
    let old = [TestSection(1), TestSection(2)]
    let new = [TestSection(2, content: 1), TestSection(1)]
    let changeset = Changeset(fromSections: old, to: new)
    #expect(changeset.description == "move sections 0→1; reload sections 1")
    try DifferenceLaws.check(changeset, from: old, to: new)
  }

  @Test func canonicallyEquivalentStringsAreOneIdentity() {
    let pairs = [
      ("é", "e\u{301}"), ("\u{212A}", "K"), ("\u{37E}", ";"), ("\u{1FEF}", "`"),
      ("a long name with a \u{212A} in it", "a long name with a K in it"),
      ("a long name with an é in it", "a long name with an e\u{301} in it"),
    ]
    for (composed, decomposed) in pairs {
      let old = [composed] + (0..<40).map { "old \($0)" }
      let new = (0..<40).map { "new \($0)" } + [decomposed]
      let changeset = Changeset(from: old, to: new, identity: { $0 })
      #expect(changeset.itemDeletes.count == 40, "\(composed)")
      #expect(changeset.itemInserts.count == 40, "\(composed)")
    }
  }

  @Test func positionsNearTheLastIntegerDoNotOverflow() {
    let end = Int.max - 1
    var set = IndexPathSet((end - 2)..<end, inSection: 0)
    set.insert(0..<2, inSection: 0)
    #expect(set.contains(ListIndexPath(section: 0, item: end - 1)))
    #expect(!set.contains(ListIndexPath(section: 0, item: end)))
    let mapping = Changeset(itemDeletes: set, itemInserts: IndexPathSet(0..<1, inSection: 0))
      .mapping
    #expect(
      mapping.newPosition(of: ListIndexPath(section: 0, item: end))
        == ListIndexPath(section: 0, item: end - 3))
    #expect(
      mapping.oldPosition(of: ListIndexPath(section: 0, item: end - 3))
        == ListIndexPath(section: 0, item: end))
  }

  /// Everything is hashed, so that the table grows through all of its sizes.
  @Test(arguments: [8, 9, 10, 11, 12])
  func countsAroundPowersOfTwo(_ power: Int) throws {
    for count in [1 << power - 1, 1 << power, 1 << power + 1] {
      var generator = SeededGenerator(seed: UInt64(count))
      let old = (0..<count).map { TestRow($0) }
      let new = (count / 2..<count + count / 2).map { TestRow($0) }.shuffled(using: &generator)
      let changeset = Changeset(from: old, to: new)
      #expect(changeset.itemDeletes.count == count / 2)
      #expect(changeset.itemInserts.count == count / 2)
      let replay = try Replay(changeset, oldCounts: [count], newCounts: [count])
      for case (let item, let from?) in replay.rows[0].enumerated() {
        #expect(old[from.item] == new[item])
      }
    }
  }
}
