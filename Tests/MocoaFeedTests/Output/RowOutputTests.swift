import Testing

@testable import MocoaFeed

@Suite struct RowOutputTests {
  private static let text = #"""
    [{"id":1,"name":"plain","by":{"login":"ada"},"tags":["a","b"]},
     {"id":2,"name":"with, \"quotes\"\nand | pipe\ttab\\","by":null},
     {"id":3.0, "name":"漢字", "ok":true}]
    """#

  private func text(_ format: RowFormat, hasHeader: Bool = true, filters: [RowFilter] = []) throws
    -> String
  {
    var bytes: [UInt8] = []
    var output = RowOutput(format, hasHeader: hasHeader) { bytes += $0 }
    try output.write(Indexed(Self.text).model, filters: filters)
    try output.finish()
    return String(decoding: bytes, as: UTF8.self)
  }

  private func columns() throws -> [OutputColumn] {
    try OutputColumn.columns(parsing: "id, name,by.login,tags")
  }

  @Test func commasSeparateValues() throws {
    #expect(
      try text(.csv(columns()))
        == "id,name,by.login,tags\r\n1,plain,ada,\"[\"\"a\"\",\"\"b\"\"]\"\r\n"
        + "2,\"with, \"\"quotes\"\"\nand | pipe\ttab\\\",,\r\n3.0,漢字,,\r\n")
    #expect(
      try text(
        .csv([OutputColumn(title: "a,b", path: "id")]), filters: [RowFilter(parsing: "id > 2")])
        == "\"a,b\"\r\n3.0\r\n")
  }

  @Test func rowsThatAreNoJSONAreLeftOut() throws {
    let columns = [OutputColumn("a")]
    let formats: [RowFormat] = [
      .csv(columns), .tsv(columns), .markdown(columns), .json(columns), .json(nil),
      .template(try RowTemplate(parsing: "{a}")),
    ]
    let model = Indexed("{\"a\":1}\n{a:2}\n{\"a\":3\n{\"a\":4}\n").model
    for format in formats {
      var bytes: [UInt8] = []
      var output = RowOutput(format) { bytes += $0 }
      try output.write(model)
      try output.finish()
      #expect(output.rowCount == 2 && output.brokenRows.count == 2 && output.brokenRows.first == 1)
      #expect(bytes.contains(UInt8(ascii: "4")) && !bytes.contains(UInt8(ascii: "2")))
    }
  }

  @Test func anArrayIsJSON() throws {
    var bytes: [UInt8] = []
    for count in [0, 1, 9_000] {
      bytes = []
      var output = RowOutput(.array(nil)) { bytes += $0 }
      let text = (0..<count).map { "{\"id\": \($0), \"t\": \"a\\nb\"}\n" }.joined()
      try output.write(Indexed(text).model)
      try output.finish()
      try output.end()
      let value = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
      #expect(value.array?.count == count)
      #expect(value.array?.last?["id"]?.number?.int == (count == 0 ? nil : count - 1))
    }
  }

  @Test func tabsSeparateValues() throws {
    #expect(
      try text(.tsv(columns()), hasHeader: false)
        == "1\tplain\tada\t[\"a\",\"b\"]\n2\twith, \"quotes\"\\nand | pipe\\ttab\\\\\t\t\n"
        + "3.0\t漢字\t\t\n"
    )
  }

  @Test func tablesOfMarkdown() throws {
    #expect(
      try text(.markdown([OutputColumn("id"), OutputColumn("name")]))
        == "| id | name |\n| --- | --- |\n| 1 | plain |\n"
        + "| 2 | with, \"quotes\"<br>and \\| pipe\ttab\\\\ |\n| 3.0 | 漢字 |\n")
  }

  @Test func linesOfJSON() throws {
    let lines = try text(.json(nil)).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.last == #"{"id":3.0,"name":"漢字","ok":true}"#)
    #expect(
      try text(
        .json([OutputColumn("id"), OutputColumn("by.login")]),
        filters: [RowFilter(parsing: "id != 2")])
        == "{\"id\":1,\"by.login\":\"ada\"}\n{\"id\":3.0}\n")
  }

  @Test func brokenRowsAreLeftOutOfJSON() throws {
    var bytes: [UInt8] = []
    var output = RowOutput(.json(nil)) { bytes += $0 }
    try output.write(Indexed("{\"a\":1}\n{\"a\":\n{\"a\":2}\n").model)
    try output.finish()
    #expect(String(decoding: bytes, as: UTF8.self) == "{\"a\":1}\n{\"a\":2}\n")
    #expect(output.rowCount == 2)
    #expect(output.brokenRows.count == 1)
  }

  @Test func rowsAreWrittenInAnyOrder() throws {
    var bytes: [UInt8] = []
    var output = RowOutput(.template(try RowTemplate(parsing: "{id}"), terminator: "\0")) {
      bytes += $0
    }
    try output.write(RowNumbers([2, 0]), of: Indexed(Self.text).model)
    try output.finish()
    #expect(bytes == Array("3.0\01\0".utf8))
  }

  @Test func anErrorOfTheSinkEndsTheOutput() throws {
    let model = Indexed("[\((0..<50_000).map(String.init).joined(separator: ","))]").model
    var count = 0
    var output = RowOutput(.json(nil)) { _ in
      count += 1
      throw CancellationError()
    }
    #expect(throws: CancellationError.self) { try output.write(model) }
    #expect(count == 1)
  }

  @Test(arguments: [
    ("{title} – {author.name}", "T – A"), ("{{x}} {title}", "{x} T"),
    (#"a\tb\\{title}\n"#, "a\tb\\T\n"),
    ("{missing}|{none}", "|"), ("{.}", #"{"title":"T","author":{"name":"A"},"none":null}"#),
    ("{author}", #"{"name":"A"}"#), ("", ""),
  ])
  func templatesAreFilled(template: String, expected: String) throws {
    let row = JSONBytes(Array(#"{"title":"T","author":{"name":"A"},"none":null}"#.utf8))
    #expect(try RowTemplate(parsing: template).text(for: row) == expected)
  }

  @Test(arguments: [("a{b", 1), ("a}b", 1)])
  func brokenTemplatesSayWhere(template: String, offset: Int) {
    let error = #expect(throws: FilterSyntaxError.self) { try RowTemplate(parsing: template) }
    #expect(error?.offset == offset)
  }
}
