import MocoaFeed
import MocoaTestSupport
import Testing

@testable import MocoaItems

@Suite struct FeedCodeTests {
  private func rows(_ text: String) throws -> [JSONValue] {
    try #require(try JSONValue(parsing: text).array)
  }

  private func model(_ text: String) throws -> SwiftModel {
    SwiftModel(name: "Row", shape: FeedSample(try rows(text)).shape)
  }

  /// The properties as `name: type`.
  private func properties(_ text: String) throws -> [String] {
    try model(text).properties.map { "\($0.name): \($0.type)\($0.isOptional ? "?" : "")" }
  }

  @Test func typesAreCommonToAllRows() throws {
    let found = try properties(
      #"""
      [{"a":1,"b":1,"c":"x","d":true,"e":1,"f":null,"g":[1],"h":[],"i":{},"j":12345678901234567890},
       {"a":2,"b":1.5,"c":"y","d":false,"e":"x","f":null,"g":[2.5],"h":[],"i":{},"j":1}]
      """#)
    #expect(
      found == [
        "a: Int", "b: Double", "c: String", "d: Bool", "e: JSONValue", "f: JSONValue?",
        "g: [Double]", "h: [JSONValue]", "i: JSONValue", "j: Double",
      ])
  }

  @Test func missingAndNullMembersAreOptional() throws {
    #expect(
      try properties(#"[{"a":1,"b":null,"c":[1,null]},{"b":2,"c":[]},{"a":3,"b":1,"c":[]}]"#)
        == ["a: Int?", "b: Int?", "c: [Int?]"])
  }

  @Test func datesAndAddressesAreDetectedInText() throws {
    #expect(
      try properties(
        #"""
        [{"a":"2024-05-01T12:00:00Z","b":"https://a.b/c","c":"2024-05-01T12:00:00Z","d":"https://a.b"},
         {"a":"2024-05-01T12:00:00.5+02:00","b":"http://a.b","c":"soon","d":"a.b"}]
        """#)
        == ["a: Date", "b: URL", "c: String", "d: String"])
  }

  @Test func namesAreValidAndDiffer() throws {
    #expect(
      try properties(
        #"[{"created_at":1,"createdAt":2,"class":3,"9lives":4,"":5,"a b":6,"a-b":7,"名前":8,"URL":9}]"#
      )
        == [
          "member: Int", "_9lives: Int", "url: Int", "aB: Int", "aB2: Int", "classValue: Int",
          "createdAt: Int", "createdAt2: Int", "名前: Int",
        ])
  }

  @Test func nestedTypesHideNeitherOneAnotherNorWhatIsUsed() throws {
    let model = try model(#"[{"String":{"String":{"x":1}},"string":{"y":1},"row":{"z":1}}]"#)
    let names = model.nested.map(\.name)
    #expect(Set(names).count == 3)
    #expect(!names.contains("String") && !names.contains("Row"))
    let inner = model.nested.flatMap(\.nested).map(\.name)
    #expect(inner.count == 1 && !["String", "Row", "String2"].contains(inner[0]))
  }

  @Test func theIdentityIsAMemberThatAllRowsHave() throws {
    #expect(try model(#"[{"id":1,"uuid":"x"}]"#).identity?.name == "id")
    #expect(try model(#"[{"uuid":"x"}]"#).identity?.name == "uuid")
    #expect(try model(#"[{"uuid":"x","id":{"a":1}}]"#).identity == nil)
    #expect(try model(#"[{"id":1},{}]"#).identity == nil)
  }

  @Test func theOrderOfRowsAndMembersDoesNotMatter() throws {
    let rows = try rows(
      #"[{"id":1,"a":{"x":1}},{"a":{"y":"s"},"id":2},{"id":3,"b":[{"k":1},{}]},{"b":[],"id":4}]"#)
    let expected = FeedCode(sample: FeedSample(rows), feedName: "rows.json")
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20 {
      let shuffled = rows.shuffled(using: &random).map { row -> JSONValue in
        .object(JSONObject((row.object?.members ?? []).shuffled(using: &random)))
      }
      let code = FeedCode(sample: FeedSample(shuffled), feedName: "rows.json")
      #expect(code.swift == expected.swift)
      #expect(code.keys == expected.keys)
      #expect(code.manifest == expected.manifest)
    }
  }

  @Test func aWholeFileReadsAsAPersonWouldWriteIt() throws {
    let code = FeedCode(
      sample: FeedSample(
        try rows(#"[{"id":1,"title":"a","created_at":"2024-05-01T12:00:00Z","by":{"name":"x"}}]"#)),
      feedName: "Feeds/events.json")
    #expect(
      code.swift == """
        import Foundation
        import MocoaFeedUI

        struct Event: Decodable, Identifiable, Equatable, Sendable {
          var by: By
          var createdAt: Date
          var id: Int
          var title: String

          private enum CodingKeys: String, CodingKey {
            case by
            case createdAt = "created_at"
            case id
            case title
          }

          struct By: Decodable, Equatable, Sendable {
            var name: String
          }
        }

        final class EventViewModel: CellViewModel<Event> {
          var title: String { model.title }
          var detail: String { model.createdAt.formatted(.iso8601) }
        }

        final class EventCell: TableViewCell<EventViewModel> {
          override func draw(in canvas: inout Canvas) {
            canvas.write(viewModel.title, style: .title)
            canvas.write(viewModel.detail, style: .secondary, alignment: .trailing)
          }
        }

        extension Module {
          /// Registers the cell for the rows of a list.
          func registerEventCell() { section.cell.register(EventCell.self) }
        }

        """)
  }

  @Test(arguments: [
    (
      #"[{"title":"a","date":"2024-05-01T12:00:00Z","id":1}]"#,
      "{title:bold} {date|relative:right}"
    ),
    (#"[{"id":1,"name":"a","phone":"b"}]"#, "{name:bold} {phone:right}"),
    (
      #"[{"metadata":{"name":"a","made":"2024-05-01T12:00:00Z"},"status":{"phase":"x"},"of":[1]}]"#,
      "{metadata.name:bold} {status.phase:dim} {metadata.made|relative:right}"
    ),
    (#"[{"a":{"b":{"c":1}}}]"#, "{a.b.c:bold}"), (#"[{"a":[1]}]"#, "{.}"), ("[1]", "{.}"),
    (#"[{"a|b":1,"c.d":2,"{":3,"":4,"e":{"f\"":5}}]"#, "{.}"),
    // A member of several kinds says nothing for sure.
    (#"[{"name":1,"text":"a"},{"name":"b","text":"c"}]"#, "{text:bold}"),
  ])
  func manifestsShowTheMostTellingMembers(_ text: String, _ cell: String) throws {
    let code = FeedCode(sample: FeedSample(try rows(text)), feedName: "rows.json")
    #expect(code.manifest.contains("cell: \"\(cell)\"\n"), "\(code.manifest)")
    #expect(throws: Never.self) { try RowTemplate(parsing: cell) }
  }

  @Test func keysHaveTheNamesOfTheMembers() throws {
    let code = FeedCode(
      sample: FeedSample(try rows(#"[{"title":"a","n":1,"deep":{"x":1}}]"#)),
      feedName: "events.json")
    #expect(
      code.keys == """
        import Foundation
        import MocoaFeed
        import MocoaItems

        extension ItemKey where Value == Int {
          static var eventN: Self { "n" }
        }

        extension ItemKey where Value == JSONValue {
          static var eventDeep: Self { "deep" }
        }

        extension ItemKey where Value == String {
          static var eventTitle: Self { "title" }
        }

        """)
  }

  @Test func literalsAreEscaped() {
    #expect("a\"\\\n\u{1}(\u{2028}".swiftLiteral == #""a\"\\\n\u{1}(\u{2028}""#)
    #expect(#"\(x)"#.swiftLiteral == #""\\(x)""#)
    // They show code in another order than it has.
    #expect("a\u{202E}\u{2066}b".swiftLiteral == #""a\u{202e}\u{2066}b""#)
    #expect("{\n}".rawSwiftLiteral(indentation: 1) == "#\"\"\"\n {\n }\n \"\"\"#")
    #expect(##"\#(x)"##.rawSwiftLiteral(indentation: 0).hasPrefix("##\"\"\"\n"))
  }

  @Test(arguments: ["coding_key", "ID", "decoder", "row", "Optional"])
  func nestedTypesDoNotHideWhatCompilesThem(key: String) throws {
    let model = try model(#"[{"id": 1, "\#(key)": {"x": 1}}]"#)
    #expect(!IdentifierMaker.usedTypes.contains(try #require(model.nested.first).name))
  }

  @Test(arguments: [
    ("rows.json", "Row2"), ("tests.json", "Test2"), ("-.json", "Item"), ("", "Item"),
    ("news.json", "News"), ("addresses.json", "Address"), ("class.json", "Class"),
    ("stories.json", "Story"), ("boxes.json", "Box"), ("bus.json", "Bus"), ("pods.json", "Pod"),
  ])
  func typesOfRowsHideNothingThatIsUsed(feed: String, name: String) throws {
    #expect(FeedCode(sample: FeedSample([JSONValue]()), feedName: feed).modelName == name)
  }

  @MainActor @Test func samplesAreSpreadOverTheFeed() {
    let text =
      "[" + (0..<1000).map { $0 < 990 ? "{\"a\":1}" : "{\"z\":1}" }.joined(separator: ",") + "]"
    let sample = FeedSample(feedRows(text), limit: 100)
    #expect(sample.shape.count == 100)
    #expect(sample.shape.members["z"]?.count == 1)
    #expect(FeedSample(feedRows("[]")).isEmpty)
    #expect(FeedSample(feedRows("[1,{},3]")).hasOtherRows)
  }
}
