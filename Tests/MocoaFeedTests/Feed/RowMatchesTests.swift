import Testing

@testable import MocoaFeed

@Suite struct RowMatchesTests {
  /// Two readings of a list, one character a row, and the rows of the second that replace others.
  struct Case {
    let old: String
    let new: String
    let replaced: [Int: Int]
  }

  @Test(
    "d: as many rows as were between two others replace them",
    arguments: [
      Case(old: "abc", new: "axc", replaced: [1: 1]),
      Case(old: "abcd", new: "axyd", replaced: [1: 1, 2: 2]),
      Case(old: "abc", new: "axyc", replaced: [:]),
      Case(old: "abcd", new: "axd", replaced: [:]),
      Case(old: "abbc", new: "abxc", replaced: [2: 2]),
      Case(old: "abc", new: "abx", replaced: [2: 2]),
      Case(old: "abc", new: "xbc", replaced: [0: 0]),
      Case(old: "abcde", new: "nabxde", replaced: [3: 2]),
      Case(old: "abc", new: "xyz", replaced: [0: 0, 1: 1, 2: 2]),
      // The neighbours have moved.
      Case(old: "abcd", new: "cxad", replaced: [:]),
      Case(old: "", new: "abc", replaced: [:]),
    ])
  func rowsReplaceOthersInPlace(_ example: Case) {
    let (old, new) = (Array(example.old), Array(example.new))
    var matches = RowMatches(old: old.indices, new: new.indices)
    matches.match(old: { old[$0] }, new: { new[$0] })
    let replaced = matches.replaced()
    #expect(Dictionary(uniqueKeysWithValues: replaced) == example.replaced)
  }

  @Test func equalRowsAreMatchedInTheirOrder() {
    let (old, new) = (Array("abab"), Array("bbba"))
    var matches = RowMatches(old: old.indices, new: new.indices)
    matches.match(old: { old[$0] }, new: { new[$0] })
    #expect(new.indices.map { matches[$0] } == [1, 3, nil, 0])
    #expect(matches.unmatchedOld == [2] && matches.unmatchedNew == [2])
  }
}
