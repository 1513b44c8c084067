import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// The types of the columns of tables.
@Suite struct FieldTypeTests {
  struct Column: Sendable, CustomTestStringConvertible {
    let fields: [String]
    let type: FieldType
    let doubt: String?

    var testDescription: String { fields.prefix(4).joined(separator: " ") }

    init(_ fields: [String], _ type: FieldType, _ doubt: String? = nil) {
      (self.fields, self.type, self.doubt) = (fields, type, doubt)
    }
  }

  private static let plain = FieldType.number(NumberNotation())
  private static let exponents = FieldType.number(NumberNotation(hasExponents: true))

  static let columns = [
    Column(["1", "-20", "300"], plain),
    Column(["5.0", "2.25", "10.5"], plain),
    Column(["1.50", "2.00", "3.25"], .number(NumberNotation(decimalCount: 2))),
    Column(["7", "1.50", "2.00"], .number(NumberNotation(decimalCount: 2))),
    Column(["1e-7", "2.5e+3", "-4"], exponents),
    Column(["0", "-0", "0"], plain),
    Column(["1", "", "-", "N/A", "2"], plain),
    Column((1...10).map(String.init) + ["ERROR"], plain),
    Column(["1", "none"], .text),
    Column(["01234", "91234", "00501"], .text),
    Column(["12", "+3"], .text, "+3"),
    Column([".5", "0.4"], .text, ".5"),
    Column([".5", "-.6"], .text, ".5"),
    Column(["1.5", "5."], .text, "5."),
    Column(["+49301234", "+4930987"], .text),
    Column(["1.", "2."], .text),
    Column(["1", "+2", "x"], .text),
    Column(["12", "12a"], .text),
    Column(["900", "5M"], .text),
    Column(["2026-01-02", "2026"], .text),
    Column(["1.1", "1.10"], .text, "1.1 and 1.10"),
    Column(["1.9", "1.10", "1.11"], .text, "1.9 and 1.10"),
    Column(["1.2", "1.3", "1.4", "1.10"], .text, "1.2 and 1.10"),
    Column(["5", "5.0"], .text, "5 and 5.0"),
    Column(["1000", "1e+3"], .text, "1000 and 1e+3"),
    Column(["1234", "12e4", "7777"], .text, "12e4"),
    Column(["0e1", "0e2"], .text, "0e1"),
    Column(["true", "false", ""], .truth),
    Column(["true", "yes"], .text),
    Column(["x", "y"], .text),
    Column(["", "-"], .unknown),
    Column([], .unknown),
  ]

  @Test("W7: a column has one type", arguments: columns)
  func aColumnHasOneType(_ column: Column) {
    let (type, doubt) = FieldType.inferred(from: column.fields)
    #expect(type == column.type)
    #expect(doubt == column.doubt)
  }

  /// Equal numbers of a column of numbers are equal texts, so that grouping merges nothing.
  @Test("W7: equal numbers of a column are equal texts", arguments: 1...200)
  func equalNumbersAreEqualTexts(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let pieces = ["0", "1", "10", "1.0", "1.1", "1.10", "2.5", "2.50", "1e1", "-1", "3", "100"]
    let fields = (0..<4).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }
    guard case (.number, _) = FieldType.inferred(from: fields) else { return }
    let numbers = Set(
      fields.compactMap { field in
        var field = field
        return field.withUTF8 { Quantity(UnsafeRawBufferPointer($0)) }
      })
    #expect(numbers.count == Set(fields).count)
  }

  @Test(
    "36: a column that is said to be numbers has numbers as in JSON, without zeros in front",
    arguments: [
      ("01234", "1234"), ("-007.50", "-7.50"), ("000", "0"), ("00.5", "0.5"), ("90210", "90210"),
      ("0", "0"), ("01e2", "1e2"), ("01a", "\"01a\""), ("0-1", "\"0-1\""), ("-", "\"-\""),
      (".5", "0.5"), ("-.50", "-0.50"), ("+5", "5"), ("+007", "7"), ("5.", "5"), (".", "\".\""),
      ("+-5", "\"+-5\""), (".5.", "\".5.\""), ("+", "\"+\""), ("1.2.", "\"1.2.\""),
    ])
  func zerosInFront(_ field: String, _ value: String) throws {
    let type = try #require(FieldType(named: "number"))
    var json: [UInt8] = []
    Array(field.utf8).withUnsafeBytes { _ = type.append($0, to: &json) }
    #expect(String(decoding: json, as: UTF8.self) == value)
    json = []
    Array("01234".utf8).withUnsafeBytes { _ = Self.exponents.append($0, to: &json) }
    #expect(String(decoding: json, as: UTF8.self) == "\"01234\"")
  }

  @Test("W7: numbers behind the sample that are written otherwise stay texts, which is reported")
  func laterNumbersStayTexts() {
    let rows = (0..<20_000).map { "\($0),\(Double($0) / 4)\n" }.joined()
    let indexed = Indexed("id,p\n\(rows)20000,1.10\n20001,2.10\n")
    #expect(indexed.model.row(20_000).json.text == #"{"id":20000,"p":"1.10"}"#)
    #expect(indexed.model.row(20_001).json.text == #"{"id":20001,"p":"2.10"}"#)
    #expect(indexed.model.row(19_999).json.text == #"{"id":19999,"p":4999.75}"#)
    #expect(
      indexed.notes == [
        "2 fields of p are text, not written like its other numbers: 1.10 (line 20002); "
          + "--type 'p = number' reads numbers"
      ])
  }

  @Test("W7: a type that is specified is used")
  func specifiedTypesAreUsed() {
    var options = FeedOptions(format: .csv)
    options.fieldTypes = ["v": .number(.any), "n": .text, "zip": .text]
    let indexed = Indexed("v,n\n1.1,1\n1.10,2\n", options: options)
    #expect(indexed.sections == [[#"{"v":1.1,"n":"1"}"#, #"{"v":1.10,"n":"2"}"#]])
    #expect(indexed.notes == ["--type: no column 'zip'"])
    options.format = .lines
    #expect(Indexed("{\"v\":\"1\"}\n", options: options).notes == ["--type is for tables"])
  }
}
