import Testing

@testable import MocoaFeed

@Suite struct PointerOptionTests {
  private static let text = """
    {"meta":{"count":2},"data":{"all":[1,2,3,4],"best":[[5],[6]],"a/b":[{"id":1}],"one":{"x":1}}}
    """

  struct Case: Sendable, CustomTestStringConvertible {
    var pointer: String
    var sections: [[String]]
    var testDescription: String { pointer }
  }

  @Test(arguments: [
    Case(pointer: "", sections: [["{\"id\":1}"]]),
    Case(pointer: "/data", sections: [["{\"id\":1}"]]),
    Case(pointer: "/data/all", sections: [["1", "2", "3", "4"]]),
    Case(pointer: "/data/best", sections: [["5"], ["6"]]),
    Case(pointer: "/data/best/1", sections: [["6"]]),
    Case(pointer: "/data/a~1b", sections: [["{\"id\":1}"]]),
    Case(pointer: "/data/one", sections: [["{\"key\":\"x\",\"value\":1}"]]),
    Case(pointer: "/meta", sections: [["{\"key\":\"count\",\"value\":2}"]]),
  ]) func rowsAreWhereThePointerLeads(_ test: Case) {
    for chunk in [1, 7, .max] {
      let options = FeedOptions(pointer: JSONPointer(test.pointer))
      let indexed = Indexed(Self.text, chunk: chunk, options: options)
      #expect(indexed.error == nil)
      #expect(indexed.sections == test.sections)
    }
  }

  @Test(arguments: ["/nothing", "/data/all/0", "/data/all/9", "/data/all/x", "/meta/count/0"])
  func aPointerToNothingIsAnError(_ pointer: String) {
    let indexed = Indexed(Self.text, options: FeedOptions(pointer: JSONPointer(pointer)))
    #expect(indexed.error == "feed.json: there are no rows at '\(pointer)'")
  }
}
