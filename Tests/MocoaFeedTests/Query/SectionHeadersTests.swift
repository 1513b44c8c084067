import Testing

@testable import MocoaFeed

/// Where the headers of sections stand among rows that are written block by block.
@Suite struct SectionHeadersTests {
  private static let text = """
    {"sections":[{"header":"a","items":[0,1]},{"header":"b","items":[]},{"items":[2]},
     {"header":"d","items":[3,4]},{"header":"e","items":[]}]}
    """

  private func entries(
    _ blocks: [(numbers: [Int], end: Int)], areEmptyIncluded: Bool = true
  ) -> [[String]] {
    let model = Indexed(Self.text).model
    var headers = SectionHeaders()
    return blocks.map { numbers, end in
      headers.entries(
        between: numbers, upTo: end, of: model, areEmptyIncluded: areEmptyIncluded
      ).map { "\($0.position) \($0.header)" }
    }
  }

  @Test func eachSectionHasItsHeaderOnce() {
    #expect(
      entries([([0, 1, 2, 3, 4], 5), ([], .max)])
        == [["0 \"a\"", "2 \"b\"", "3 \"d\""], ["0 \"e\""]])
  }

  @Test func aSectionMayBeWrittenInSeveralBlocks() {
    #expect(
      entries([([0], 1), ([1, 2], 3), ([3], 4), ([4], 5), ([], .max)])
        == [["0 \"a\""], ["1 \"b\""], ["0 \"d\""], [], ["0 \"e\""]])
  }

  @Test func sectionsWithoutMatchesHaveNoHeader() {
    #expect(
      entries([([1, 4], 5), ([], .max)], areEmptyIncluded: false)
        == [["0 \"a\"", "1 \"d\""], []])
  }
}
