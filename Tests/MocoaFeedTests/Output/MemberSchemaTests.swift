import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// Every member of every row has a column (defect S5).
@Suite struct MemberSchemaTests {
  private func schema(_ rows: [String], jobs: Int = 2) throws -> [OutputColumn] {
    var schema = MemberSchema()
    // Of one line alone, the members would be the rows.
    let text = (rows + rows.suffix(1)).joined(separator: "\n")
    try schema.add(rowsOf: Indexed(text).model, jobs: jobs)
    return schema.columns
  }

  private func titles(_ rows: String...) throws -> [String] { try schema(rows).map(\.title) }

  @Test func membersAreInTheOrderOfTheirFirstAppearance() throws {
    #expect(try titles(#"{"b":1,"a":2}"#, #"{"c":1,"a":2}"#) == ["b", "a", "c"])
    #expect(
      try titles(#"{"o":{"x":1},"p":1}"#, #"{"o":{"y":{"z":2}}}"#) == ["o.x", "o.y.z", "p"])
    let rows = (0..<3_000).map { #"{"id":\#($0),"m\#($0 / 20)":1}"# }
    for jobs in [1, 4] {
      #expect(try schema(rows, jobs: jobs).map(\.title) == ["id"] + (0..<150).map { "m\($0)" })
    }
  }

  @Test func valuesBesideObjectsHaveAColumn() throws {
    #expect(try titles("1", #"{"a":1}"#) == ["value", "a"])
    #expect(try titles("[1]", "null") == ["value"])
    #expect(try titles(#"{"a":null}"#, #"{"a":{"x":1}}"#) == ["a.x"])
    #expect(try titles(#"{"a":5}"#, #"{"a":{"x":1}}"#) == ["a", "a.x"])
    #expect(try titles(#"{"a":{}}"#, #"{"b":null}"#) == ["a", "b"])
    #expect(try titles(#"{"a":[{"x":1}]}"#) == ["a"])
  }

  @Test("Members of rows that are not JSON are no columns")
  func brokenRowsHaveNoColumns() throws {
    #expect(try titles(#"{"a":1}"#, #"{"zz":1,"#, #"{"a":1}"#) == ["a"])
    #expect(try titles(#"{"a":{"x":1}}"#, #"{"a":{},"a":5,"b":{"c":"#, #"{"a":1"#) == ["a.x"])
    #expect(try titles(#"{"a":1,}"#, "5 x", #"{"b":null}"#) == ["b"])
    var schema = MemberSchema()
    let added = [#"{"a":1}"#, #"{"zz":1,"#].map { row in
      Array(row.utf8).withUnsafeBytes { schema.add($0) }
    }
    #expect(added == [true, false])
    #expect(schema.columns.map(\.title) == ["a"])
  }

  // The title of the nested member was a.b, which is the other one as a column.
  @Test("38: a title means one member") func pathsThatReadAlikeDiffer() throws {
    #expect(try titles(#"{"a.b":1,"a":{"b":2},"c.d":3}"#) == [#""a.b""#, "/a/b", "c.d"])
    #expect(try titles(#"{"value":1}"#, "2") == [".", "value"])
  }

  @Test func deepObjectsAreValues() throws {
    let depth = 20
    let row =
      (0..<depth).map { "{\"k\($0)\":" }.joined() + "1" + String(repeating: "}", count: depth)
    let columns = try schema([row])
    #expect(columns.map(\.title) == [(0..<16).map { "k\($0)" }.joined(separator: ".")])
    var line: [UInt8] = []
    #expect(RowFormat.tsv(columns).append(JSONBytes(Array(row.utf8)), to: &line))
    #expect(String(decoding: line, as: UTF8.self) == #"{"k16":{"k17":{"k18":{"k19":1}}}}"# + "\n")
  }

  @Test func columnsHaveTheValues() throws {
    let rows = [
      #"{"a":5,"b":"x"}"#, #"{"a":{"x":1,"y":[1, {"z":2}]}}"#, #"{"a":{},"a.b":7}"#, "3",
      #"{"b":1,"b":2,"a":{"x":1},"a":{"y":2}}"#, #"{ "\u0062" : "\u00e9\t,\"" }"#,
    ]
    let columns = try schema(rows)
    #expect(columns.map(\.title) == ["value", "a", "a.x", "a.y", "b", "a.b"])
    var text: [UInt8] = []
    for row in rows {
      #expect(RowFormat.csv(columns).append(JSONBytes(Array(row.utf8)), to: &text))
    }
    #expect(
      String(decoding: text, as: UTF8.self)
        == """
        ,5,,,x,\r
        ,,1,"[1,{""z"":2}]",,\r
        ,{},,,,7\r
        3,,,,,\r
        ,,,2,2,\r
        ,,,,"é\t,""\",\r

        """.replacing("\n", with: "\n"))
  }

  @Test func typedColumnsKeepTheirMeaning() throws {
    let row = JSONBytes(Array(#"{"a":{"b":1,"l":[7,{"c":8}]},"x.y":2,"x":{"y":3}}"#.utf8))
    let columns = try OutputColumn.columns(parsing: "a,a.b,a.l.0,a.l.1.c,x.y,/x/y,.,none")
    var line: [UInt8] = []
    #expect(RowFormat.tsv(columns).append(row, to: &line))
    #expect(
      String(decoding: line, as: UTF8.self)
        == #"{"b":1,"l":[7,{"c":8}]}"# + "\t1\t7\t8\t2\t3\t" + row.text + "\t\n")
  }
}

/// The scanner of the passes accepts what the reader that explains errors accepts.
@Suite struct CheckedScannerTests {
  private static let seeds = [
    #"{"a":[1,-0.5e+3,{"b":"\u00e9\ud800x"},[],{}],"c":null,"d":true,"e":false}"#,
    "[[[]]]", "\"text with a long tail that fills words\"", "01", "1.", "[1,]", "{\"a\"}", "-",
    "nul", "tru", "\"\\x\"", "\"\u{1}\"", "{}x", " 1 ", "",
  ]

  @Test func agreesWithTheReader() {
    var random = SeededGenerator(seed: 5)
    let alphabet = Array(#"{}[],:"\u0dbe+-.19 tfn"#.utf8) + [0x0A, 0x01, 0x80, 0xEF]
    for seed in Self.seeds {
      for round in 0..<400 {
        var bytes = Array(seed.utf8)
        for _ in 0..<min(round, 3) where !bytes.isEmpty {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: bytes.remove(at: place)
          case 1: bytes[place] = alphabet.randomElement(using: &random) ?? 0
          default: bytes.insert(alphabet.randomElement(using: &random) ?? 0, at: place)
          }
        }
        let isValid = (try? JSONBytes(bytes).check()) != nil
        #expect(bytes.withUnsafeBytes { CheckedScanner.isValid($0) } == isValid, "\(bytes)")
        var tree = MemberTree(isOpen: true)
        #expect(bytes.withUnsafeBytes { tree.read($0) } == isValid, "\(bytes)")
      }
    }
  }
}

extension RowFormat {
  /// Appends a row as a formatter does that is created for it.
  func append(_ row: JSONBytes, to output: inout [UInt8]) -> Bool {
    var formatter = RowFormatter(self)
    return row.withBytes { formatter.append($0, to: &output) }
  }
}
