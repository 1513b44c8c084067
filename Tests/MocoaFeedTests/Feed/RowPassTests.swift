import Testing

@testable import MocoaFeed

@Suite struct RowPassTests {
  /// Sources of every shape, with what their rows are as bytes.
  private static let documents = [
    "[1, 2 ,\"a,b\",[3],{\"a\":{}}]",
    "[[1,2],[],[3]]",
    "{\"sections\":[{\"header\":0,\"items\":[ 1 ,2],\"footer\":9},{\"items\":[3]}]}",
    "{\"data\":[{\"id\":1},{\"id\":2}],\"more\":true}",
    "{\"a\": 1, \"b\" : 2}",
    "{\"id\":1}\n\n {\"id\":2}\r\n{\"id\":3}",
    "1 2 \"three\"[4]{\"five\":5}",
    "\u{1E}{\"id\":1}\n\u{1E}{\"id\":2}\n",
  ]

  private func rows(_ model: FeedListModel, in range: Range<Int>? = nil) throws -> [String] {
    var result: [String] = []
    var expected = range?.lowerBound ?? 0
    try model.forEachRow(in: range) { number, bytes in
      #expect(number == expected)
      expected += 1
      result.append(String(decoding: bytes, as: UTF8.self))
      return true
    }
    return result
  }

  @Test(arguments: documents) func rowsMatchTheList(_ text: String) throws {
    let model = Indexed(text).model
    let found = try rows(model)
    #expect(found == Indexed(text).rows.map(\.json.text))
    #expect(!found.isEmpty)
  }

  @Test func aRangeOfManyRowsIsGoneThrough() throws {
    let texts = (0..<20_000).map {
      "{\"id\":\($0),\"text\":\"\(String(repeating: "x", count: $0 % 97))\"}"
    }
    let model = Indexed("[\(texts.joined(separator: ",\n  "))]").model
    #expect(try rows(model) == texts)
    #expect(try rows(model, in: 63..<130) == Array(texts[63..<130]))
    #expect(try rows(model, in: 19_999..<20_000) == [texts[19_999]])
    #expect(try rows(model, in: 5..<5).isEmpty)
  }

  @Test func theBodyEndsThePass() throws {
    var count = 0
    try Indexed("[1,2,3,4]").model.forEachRow { _, _ in
      count += 1
      return count < 2
    }
    #expect(count == 2)
  }

  @Test func longRowsAreCutOff() throws {
    let long = String(repeating: "x", count: 2_000_000)
    let model = Indexed("[1,\"\(long)\",2]", options: FeedOptions(longestRow: 1_000_000)).model
    let found = try rows(model)
    #expect(found.count == 3)
    #expect(found[1].utf8.count == 1_000_000)
    #expect(found[2] == "2")
  }

  @Test func aSourceThatHasBecomeShorterIsAnError() throws {
    let source = CountingSource("[\((0..<1_000).map(String.init).joined(separator: ","))]")
    let model = Indexed(source).model
    source.cut(to: 500)
    #expect(throws: FeedError(source: "counted", reason: .rowGone)) {
      try model.forEachRow { _, _ in true }
    }
  }
}
