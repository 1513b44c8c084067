import MocoaTestSupport
import Synchronization
import Testing

@testable import MocoaFeed

@MainActor
@Suite struct SortTests {
  private func sorted(_ rows: [String], by keys: String) throws -> [Int] {
    let model = Indexed("[\(rows.joined(separator: ","))]").model
    let query = FeedQuery()
    query.run(RowQuery(sortKeys: try SortKey.keys(parsing: keys)), over: model)
    query.wait()
    return Array(query.rows)
  }

  /// The order of rows by whole keys as they are, compared byte by byte.
  private func comparingKeys(_ rows: [String], by keys: String) throws -> [Int] {
    var encoder = SortKeyEncoder(try SortKey.keys(parsing: keys))
    let bytes = rows.map { row in
      Array(row.utf8).withUnsafeBytes { encoder.encode($0) }
      return encoder.bytes
    }
    return rows.indices.sorted {
      bytes[$0] == bytes[$1] ? $0 < $1 : bytes[$0].lexicographicallyPrecedes(bytes[$1])
    }
  }

  @Test func valuesOfAllKindsHaveAnOrder() throws {
    let ordered = [
      "-1e300", "-2", "-1.5", "0", "0.5", "1", "10", "1e300", "\"0001-01-01\"",
      "\"2026-11-01T12:00:00Z\"", "\"2026-11-01T12:00:00-01:00\"", "\"1st\"",
      "\"a\"", "\"B\"",
      "\"file2\"", "\"file10\"", "\"file10b\"", "\"Zoe\"", "\"éa\"", "\"Éb\"", "[1]", "{}", "false",
      "true", "\"\"", "null",
    ]
    var random = SeededGenerator(seed: 2)
    for _ in 0..<20 {
      let shuffled = ordered.shuffled(using: &random)
      let rows = shuffled.map { "{\"v\":\($0)}" } + ["{}"]
      let up = try sorted(rows, by: "v")
      #expect(up.dropLast().map { shuffled[$0] } == ordered)
      #expect(up.last == ordered.count)
      // Empty texts, null and what is missing come last in both directions.
      let down = try sorted(rows, by: "-v")
      #expect(down.prefix(ordered.count - 2).map { shuffled[$0] } == ordered.dropLast(2).reversed())
      #expect(down.suffix(3) == up.suffix(3))
    }
  }

  @Test("36: null and what is missing are one value, which a second key orders")
  func nullAndMissing() throws {
    let rows = [#"{"x":null,"id":3}"#, #"{"id":2}"#, #"{"x":null,"id":1}"#, #"{"id":0}"#]
    #expect(try sorted(rows, by: "x,id") == [3, 2, 1, 0])
    #expect(try sorted(rows, by: "-x,-id") == [0, 1, 2, 3])
  }

  @Test("34 L3: placeholders and blank texts come last in both directions, as they stand")
  func placeholdersComeLast() throws {
    for values in [["10M", "9M"], ["10", "9"], ["b", "a"], ["2026-11-02", "2026-11-01"]] {
      for missing in ["-", "N/A", "<none>", " "] {
        let rows = [missing, values[0], "-", values[1]].map { "{\"v\":\"\($0)\"}" }
        #expect(try sorted(rows, by: "-v") == [1, 3, 0, 2])
        #expect(try sorted(rows, by: "v") == [3, 1, 0, 2])
      }
    }
  }

  @Test("36: the first rows of an order are those of all rows, which are counted", arguments: 0..<6)
  func firstRowsOfAnOrder(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let rows = (0..<6_000).map { number in
      let value = Int.random(in: 0..<[9, 900, 90_000][seed % 3], using: &random)
      let text = seed < 3 ? "\(value)" : "\"a common prefix \(value)\""
      return "{\"v\":\(value % 7 == 6 ? "null" : text),\"n\":\(number)}\n"
    }
    let model = Indexed(rows.joined()).model
    let keys = try SortKey.keys(parsing: seed % 2 == 0 ? "v" : "-v")
    func order(of format: RowFormat?, limit: Int?) throws -> (numbers: [Int], count: Int) {
      var sorter = RowSorter(RowQuery(sortKeys: keys), writing: format, limit: limit)
      _ = try sorter.add(0..<4_500, of: model)
      _ = try sorter.add(4_500..<6_000, of: model)
      try sorter.sort()
      var numbers: [Int] = []
      try sorter.forEach { number, text in
        numbers.append(number)
        if format != nil { #expect(text.elementsEqual("\(number)\r\n".utf8)) }
        return true
      }
      return (numbers, sorter.count)
    }
    for format in [nil, RowFormat.csv([OutputColumn("n")])] {
      let all = try order(of: format, limit: nil).numbers
      #expect(all.count == 6_000)
      for limit in [1, 10, 600, 9_000] {
        let first = try order(of: format, limit: limit)
        #expect(Array(first.numbers.prefix(limit)) == Array(all.prefix(limit)))
        #expect(first.count == 6_000)
        #expect(first.numbers.count < 6_000 || limit > 600)
      }
    }
  }

  @Test(arguments: ["-\u{31A}a", "-\"\u{31A} \"", "b", "-\"a,b\"", "+-a", "--a"])
  func keysAreReadAsTheyAreWritten(_ text: String) throws {
    let keys = try SortKey.keys(parsing: text)
    #expect(keys.count == 1 && keys.first?.isDescending == (text.utf8.first == UInt8(ascii: "-")))
    #expect(keys.map(\.description) == [text])
  }

  @Test(
    "34: numbers that are sorted as texts are named",
    arguments: [
      (["5", "\"7\"", "\"x\""], "v has numbers and texts; the texts, such as \"7\", follow"),
      (
        ["\"1,200\"", "\"900\""], "v is sorted as text, as \"1,200\" is not read as a number"
      ),
      (["\"$9.50\"", "\"$90\""], "v is sorted as text, as \"$9.50\" is not read as a number"),
      (["\"1 000\"", "\"60\""], "v is sorted as text, as \"1 000\" is not read as a number"),
      (["\"0x1F\"", "\"5\""], "v is sorted as text, as \"0x1F\" is not read as a number"),
      (["\"1\"", "\"2\""], nil), (["1", "null", "\"-\""], nil), (["\"7th\"", "\"1,5\""], nil),
      (["\"0.5\"", "\"0.25\""], nil), (["\"1.50\"", "\"1.25\""], nil),
      (
        ["\"1.9\"", "\"1.10\"", "\"-\""],
        "v is sorted as versions, as \"1.10\" ends with 0; (v + 0) as numbers"
      ), (["\"1.9\"", "\"1.10\"", "\"1.2.3\""], nil),
      (["\"2026-11-01\"", "\"10.0.0.1\""], nil),
      (["\"10Mi\"", "\"2h\""], "v is sorted as text, as its units differ"),
      (["\"100m\"", "\"1\""], "v is sorted as text, as its units differ"),
      (["\"10%\"", "\"5\""], "v is sorted as text, as its units differ"),
      (["\"10m\"", "\"0\""], nil), (["\"第1章\""], nil),
      (
        ["\"3d\"", "\"2y\"", "\"5 ages\""],
        "v has numbers and texts; the texts, such as \"5 ages\", follow"
      ),
      (["\"3d\"", "\"x\"", "\"y\""], nil),
      (
        ["\"05/02/2026\"", "\"04/03/2026\""],
        "v is sorted as text, as \"05/02/2026\" is not read as a time"
      ),
      (["\"3 Feb 2026\""], "v is sorted as text, as \"3 Feb 2026\" is not read as a time"),
      (["\"Feb 3, 2026\""], "v is sorted as text, as \"Feb 3, 2026\" is not read as a time"),
      (["\"9:15 PM\""], "v is sorted as text, as \"9:15 PM\" is not read as a time"),
      (
        ["\"2026-2-1\"", "\"2026-11-29\""],
        "v has times and other texts; these, such as \"2026-2-1\", follow"
      ),
      (["\"2026/02/03\""], nil), (["\"1.2.3\""], nil), (["\"Mara 7\""], nil), (["\"May\""], nil),
      (["\"05/02/2026\"", "\"soon\""], nil),
      (
        ["\"0.5\"", "\"0.25\"", "\"0.125\"", "\"sold\""],
        "v has numbers and texts; the texts, such as \"sold\", follow"
      ),
      (["\"5kB/s\"", "\"10B/s\""], "v is sorted as text, as \"5kB/s\" is not read as a number"),
      (
        ["\"10Mi\"", "\"900Ki\"", "\"unknown\"", "\"unk\"", "\"unk2\""],
        "v is sorted as text, as \"unknown\" is not read as a number"
      ),
      (
        ["\"2024/01/02 05:00:00\"", "\"2024-01-02 23:00:00\""],
        "v has times and other texts; these, such as \"2024/01/02 05:00:00\", follow"
      ),
      (
        ["\"2024-01-02\"", "\"2024-01-03\"", "\"soon\"", "\"late\"", "\"never\""],
        "v has times and other texts; these, such as \"soon\", follow"
      ),
      (
        ["\"2024-07-03 21:58:55 IST\"", "\"2024-07-03 21:58:55 CST\""],
        "v is sorted as text, as \"2024-07-03 21:58:55 IST\" is not read as a time"
      ),
      (["\"2024-07-03 21:58:55 CEST\"", "\"2024-07-03 21:58:55 CET\""], nil),
      (["\"2024-07-03 21:58:55 +0200 CEST\"", "\"2024-07-03 21:58:55 UTC\""], nil),
      (["\"01234\"", "\"99999\"", "\"unknown\""], nil),
      (["\"1.2\"", "\"1.12\"", "\"1.2.3\""], nil),
      (["\"3d\"", "\"7a\"", "\"5b\"", "\"3e\"", "\"2c\"", "\"1f\""], nil),
      (["\"web/s\"", "\"a\""], nil),
      (
        ["\"2026-01-01T00:00:00Z\"", "\"1767225600\""],
        "v has times and other texts; these, such as \"1767225600\", follow"
      ),
    ])
  func doubtsAreNamed(_ values: [String], _ doubt: String?) throws {
    let rows = values.map { JSONBytes(Array("{\"v\":\($0)}".utf8)) }
    #expect(SortKey("v").fitted(to: rows).doubt(on: rows) == doubt)
  }

  @Test(
    "36: quantities with units that are not read, and a text beside numbers, are named",
    arguments: [
      (["100Mbps", "1Gbps", "900Kbps"], "100Mbps"), (["-5°C", "-12°C", "3°C"], "-5°C"),
      (["5 stone", "12 lb"], "5 stone"), (["\u{2212}10", "\u{2212}5"], "\u{2212}10"),
      (["(10.00)", "(9.00)"], "(10.00)"),
      (["1", "2", "3", "4", "5", "6", "7", "8", "9", "odd"], "odd"),
      (["1", "2", "3", "odd"], nil), (["00501", "90210", "01234"], nil),
      (["01", "02", "03", "04", "05", "06", "07", "08", "09", "odd"], nil),
      (["1.2.10", "1.2.9"], nil), (["2.0rc", "2.0beta"], nil), (["1234 AB", "987 CD"], nil),
      (["12 apples", "7 apples"], nil), (["1st", "2nd", "3rd"], nil), (["9am", "10pm"], nil),
      (["12 Long Street", "3 High Street"], nil), (["7zip", "9gag", "ant", "bee"], nil),
      (["3e1f", "12ab", "7cd0"], nil),
    ])
  func unreadQuantitiesAreNamed(_ values: [String], _ text: String?) throws {
    let rows = values.map { JSONBytes(Array("{\"v\":\"\($0)\"}".utf8)) }
    let doubt = text.map { "\"\($0)\" is not read as a number" }
    let sorted = SortKey("v").fitted(to: rows).doubt(on: rows)
    #expect(sorted == doubt.map { "v is sorted as text, as \($0)" })
    var encoder = SortKeyEncoder([])
    var least = Extreme(isLeast: true)
    for row in rows { row.withBytes { least.add($0[rebased: 5..<$0.count - 1], &encoder) } }
    if text != "odd" { #expect(least.doubt == doubt.map { "compared as text, as \($0)" }) }
  }

  @Test("34: a text that is no level follows, and is reported")
  func otherTextsFollowLevels() throws {
    let rows = ["info", "BOGUS", "error", "debug"].map { "{\"level\":\"\($0)\"}" }
    let model = Indexed(rows.joined(separator: "\n") + "\n").model
    let sample = rows.map { JSONBytes(Array($0.utf8)) }
    let key = SortKey("level").fitted(to: sample)
    let numbers = try #require(try model.rows(for: RowQuery(sortKeys: [key])))
    #expect(
      numbers.compactMap { model.row($0).json.member("level")?.string }
        == ["debug", "info", "error", "BOGUS"])
    let note = "level: 1 value of 4 is no level: \"BOGUS\""
    #expect(key.doubt(on: sample) == note)
    var sorter = RowSorter(RowQuery(sortKeys: [key]))
    _ = try sorter.add(0..<4, of: model)
    #expect(sorter.notes == [note])
    // As texts, the rows are reported, too.
    let text = Array(sample.prefix(3))
    let doubted = SortKey("level").fitted(to: text)
    #expect(
      doubted.doubt(on: text)
        == "level is sorted as text: 1 value of 3 is no level: \"BOGUS\"")
    var texts = RowSorter(RowQuery(sortKeys: [doubted]))
    _ = try texts.add(0..<3, of: model)
    #expect(texts.notes == ["level is sorted as text: 1 value of 3 is no level: \"BOGUS\""])
  }

  // Fractions were compared like the parts of a version: 0.5 came before 0.25.
  @Test(
    "36: what texts are is determined by all rows, not by the first ones",
    arguments: [
      (["-1", "-2", "0.5", "0.25"], ["-2", "-1", "0.25", "0.5"]),
      (["1e3", "2e1"], ["2e1", "1e3"]), (["n/a", "-1", "-2"], nil),
    ])
  func lateTextsDetermineTheOrder(_ late: [String], _ wanted: [String]?) throws {
    let first = (0..<60).map { "{\"v\":\"\($0 + 100)\"}\n" }.joined()
    let model = Indexed(first + late.map { "{\"v\":\"\($0)\"}\n" }.joined()).model
    let sample = (0..<50).map { model.row($0).json }
    let key = SortKey("v").fitted(to: sample)
    let numbers = try #require(try model.rows(for: RowQuery(sortKeys: [key])))
    let values = numbers.compactMap { model.row($0).json.member("v")?.string }
    #expect(values.count == 60 + late.count)
    if let wanted { #expect(values.filter(late.contains) == wanted) }
  }

  @Test(
    "36: decimals in texts are sorted by value, and versions part by part",
    arguments: [
      ["0.25", "0.5", "0.75"], ["1.25", "1.5", "10"], ["99.9", "99.95", "100.05"],
      ["1.25", "1.50"], ["-0.5", "0.25"], ["2", "5e2", "1e3"], ["1.9", "1.10", "1.11"],
      ["1.9.1", "1.10.0"], [#"\u0039k"#, "10k"], ["900", #"1\u00653"#],
    ])
  func decimalsInTexts(_ values: [String]) throws {
    let rows = values.reversed().map { "{\"v\":\"\($0)\"}" }
    let key = SortKey("v").fitted(to: rows.map { JSONBytes(Array($0.utf8)) })
    var encoder = SortKeyEncoder([key])
    let keys = rows.map { row in
      Array(row.utf8).withUnsafeBytes { encoder.encode($0) }
      return encoder.bytes
    }
    #expect(zip(keys.dropFirst(), keys).allSatisfy { $0.lexicographicallyPrecedes($1) })
  }

  @Test(
    "38-5: levels of a log are sorted by severity, as far as all are levels",
    arguments: [
      ("level", ["trace", "DEBUG", "I", "notice", "warn", "ERROR", "fatal"], true),
      ("log.level", ["info", "warning", "err"], true), ("severity", ["D", "W", "E"], true),
      ("level", ["average", "error", "info"], false), ("name", ["error", "info", "warn"], false),
      ("level", ["E1", "E2"], false),
    ])
  func levels(_ member: String, _ values: [String], _ areLevels: Bool) throws {
    let rows = values.shuffled().map { "{\"\(member)\":\"\($0)\"}" }
    let path = MemberPath(member)
    let key = SortKey(path).fitted(to: rows.map { JSONBytes(Array($0.utf8)) })
    #expect((key.interpretation == .level) == areLevels)
    var encoder = SortKeyEncoder([key])
    let keys = values.map { value in
      Array("{\"\(member)\":\"\(value)\"}".utf8).withUnsafeBytes { encoder.encode($0) }
      return encoder.bytes
    }
    #expect(zip(keys.dropFirst(), keys).allSatisfy { $1.lexicographicallyPrecedes($0) })
  }

  @Test(
    "36-4: rows are sorted by expressions",
    arguments: [
      ("lower(n)", [1, 2, 0, 3]), ("-lower(n)", [0, 2, 1, 3]), ("-(p * c)", [2, 0, 1, 3]),
      ("length(n),-p", [2, 1, 0, 3]), ("n,lower(n)", [1, 2, 0, 3]),
    ])
  func expressionsAreSortedBy(_ keys: String, _ order: [Int]) throws {
    let rows = [
      #"{"n":"Zoe","p":2,"c":3}"#, #"{"n":"ann","p":3,"c":1}"#, #"{"n":"Ben","p":4,"c":5}"#, "{}",
    ]
    #expect(try sorted(rows, by: keys) == order)
    #expect(try SortKey.keys(parsing: keys).map(\.description).joined(separator: ",") == keys)
  }

  @Test func expressionsHaveErrors() throws {
    for (text, message) in [
      ("lower(", "expected"), ("x = lower(a)", "a sort key has no name"), ("a,nope(b)", "nope"),
    ] {
      let error = #expect(throws: FilterSyntaxError.self) { try SortKey.keys(parsing: text) }
      #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }
    #expect(try SortKey.keys(parsing: "size(b)") { $0 == "size(b)" }[0].expression == nil)
    #expect(try SortKey.keys(parsing: "size (MB),-a.b")[0].path == MemberPath("size (MB)"))
  }

  @Test func equalRowsStayInTheOrderOfTheFeed() throws {
    let rows = (0..<3_000).map { "{\"a\":\($0 % 3),\"b\":\"same long text \($0 % 2)\"}" }
    let expected = (0..<3_000).sorted { ($0 % 3, $0 % 2, $0) < ($1 % 3, $1 % 2, $1) }
    #expect(try sorted(rows, by: "a,b") == expected)
    let down = (0..<3_000).sorted { (-($0 % 3), $0 % 2, $0) < (-($1 % 3), $1 % 2, $1) }
    #expect(try sorted(rows, by: "-a, +b") == down)
  }

  @Test(arguments: [1, 2, 3])
  func agreesWithComparingKeys(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let prefixes = [
      "", "https://example.org/", "https://example.org/a/b/c/d/e/", "item ", "\\u00c4",
    ]
    let rows = (0..<2_000).map { _ in
      let number = Int.random(in: 0..<200, using: &random)
      let text = (prefixes.randomElement(using: &random) ?? "") + String(number)
      let score = Int.random(in: -5...5, using: &random)
      return Bool.random(using: &random) ? "{\"t\":\"\(text)\",\"n\":\(score)}" : "{\"n\":\(score)}"
    }
    for keys in ["t", "-t", "n,t", "t,-n", "-n,-t"] {
      #expect(try sorted(rows, by: keys) == comparingKeys(rows, by: keys))
    }
  }

  @Test(arguments: ["7", "null", "\"https\"", "\"zebra\"", "[1]", "\"\\u0000\""])
  func aRowUnlikeTheOthersHasItsPlace(_ value: String) throws {
    var random = SeededGenerator(seed: 7)
    var values = (0..<2_000).map { _ in
      "\"https://example.org/a/long/way/\(Int.random(in: 0..<500, using: &random))/end\""
    }
    // Between the rows by which the code for the keys is chosen.
    values[1_777] = value
    let rows = values.map { "{\"v\":\($0)}" }
    for keys in ["v", "-v"] {
      #expect(try sorted(rows, by: keys) == comparingKeys(rows, by: keys))
    }
  }

  /// Integers of any length, decimals and fractions of a second are in exact order (defect S11).
  @Test func numbersAndTimesAreExact() throws {
    let ordered = [
      "-1e400", "-1e300000", "-9007199254740993", "-9007199254740992.5", "-9007199254740992",
      "-0.10000000000000000001", "-0.1", "-1e-400", "0", "1e-5000", "1e-400", "0.1",
      "0.10000000000000000001", "0.2", "1712345678901234567", "1712345678901234568",
      "1712345678901234599", "18446744073709551614", "18446744073709551615",
      "123456789012345678901234567890", "123456789012345678901234567891", "1e300", "1e400",
      "1.5e400", "1e401", "\"2026-11-01T12:00:00Z\"", "\"2026-11-01T12:00:00.000000001Z\"",
      "\"2026-11-01T12:00:00.000000002Z\"", "\"2026-11-01T12:00:00.0001Z\"",
      "\"2026-11-01T12:00:00.001Z\"", "\"2026-11-01T12:00:00.0010000001Z\"",
    ].enumerated().map { $0 == 0 ? "-1e300000" : $0 == 1 ? "-1e400" : $1 }
    var random = SeededGenerator(seed: 11)
    for _ in 0..<20 {
      let shuffled = ordered.shuffled(using: &random)
      let rows = shuffled.map { "{\"v\":\($0)}" }
      #expect(try sorted(rows, by: "v").map { shuffled[$0] } == ordered)
      #expect(try sorted(rows, by: "-v").map { shuffled[$0] } == ordered.reversed())
    }
    // A filter compares alike.
    for (left, right) in zip(ordered.prefix(25), ordered.prefix(25).dropFirst()) {
      let filter = try RowFilter(parsing: "a < b && b > a && a != b")
      #expect(filter.matches(JSONBytes(Array("{\"a\":\(left),\"b\":\(right)}".utf8))))
    }
    for (left, right) in [("1", "1.000"), ("10", "1e1"), ("-0", "0.0"), ("0.5", "5e-1")] {
      let filter = try RowFilter(parsing: "a == b && a >= b && a <= b")
      #expect(filter.matches(JSONBytes(Array("{\"a\":\(left),\"b\":\(right)}".utf8))))
    }
  }

  /// Long equal texts are fetched a few times, not once for each eight bytes (defect Q3).
  @Test func longTiesAreFetchedAtOnce() throws {
    let long = (0..<2).map { String(repeating: "tied text \($0) ", count: 1_700) }
    let rows = (0..<40).map { "{\"t\":\"\(long[$0 % 2])\",\"n\":\($0 % 3)}" }
    let source = CountingSource("[\(rows.joined(separator: ","))]")
    let model = Indexed(source).model
    let before = source.bytesRead
    let query = RowQuery(sortKeys: try SortKey.keys(parsing: "t,-n"))
    let sorted = try #require(try model.rows(for: query, jobs: 2))
    let expected = (0..<40).sorted { ($0 % 2, -($0 % 3), $0) < ($1 % 2, -($1 % 3), $1) }
    #expect(Array(sorted) == expected)
    #expect(source.bytesRead - before < 2 * model.byteCount)
  }

  /// Beyond the limit of memory, sorted runs are merged from the disk.
  @Test(arguments: [1, 300, 5_000, 1 << 30])
  func sortsInAnyMemory(limit: Int) throws {
    var random = SeededGenerator(seed: 12)
    let rows = (0..<1_500).map { number in
      let text = ["", "a", "some text ", "some text that is longer "].randomElement(using: &random)
      let score = ["1", "-7", "null", "12345678901234567890", "0.5"].randomElement(using: &random)
      let suffix = Int.random(in: 0..<30, using: &random)
      return "{\"id\":\(number),\"t\":\"\(text ?? "")\(suffix)\",\"n\":\(score ?? "0")}"
    }
    let model = Indexed("[\(rows.joined(separator: ","))]").model
    for keys in ["n", "-n,t", "t", "-t,id"] {
      let query = RowQuery(sortKeys: try SortKey.keys(parsing: keys))
      let expected = try comparingKeys(rows, by: keys)
      for jobs in [1, 2] {
        #expect(
          try Array(model.rows(for: query, jobs: jobs, memoryLimit: limit) ?? RowNumbers())
            == expected)
        var bytes: [UInt8] = []
        var output = RowOutput(.tsv([OutputColumn("id")]), jobs: jobs, memoryLimit: limit) {
          bytes += $0
        }
        try output.write(query, of: model)
        try output.finish()
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines == ["id"] + expected.map { "\($0)"[...] })
      }
    }
  }

  @Test func cancelledSortEndsAtEachStage() throws {
    let rows = (0..<2_000).map { "{\"t\":\"some long text \($0 % 7)\"}" }
    let model = Indexed("[\(rows.joined(separator: ","))]").model
    for (limit, stage) in [(1_000, 0), (1_000, 1), (1 << 30, 0), (1 << 30, 1)] {
      let count = Atomic(0)
      let isCancelled = { @Sendable in count.load(ordering: .relaxed) > 0 }
      let rows = try model.rows(
        for: RowQuery(sortKeys: [SortKey("t")]), jobs: 2, memoryLimit: limit,
        isCancelled: isCancelled
      ) { number in
        if stage == 0 || number == 2_000 { count.store(1, ordering: .relaxed) }
        return true
      }
      #expect(rows == nil)
    }
  }

  @Test func onlyRowsThatMatchAreSorted() throws {
    let model = Indexed(
      "[\((0..<500).map { "{\"id\":\($0),\"n\":\($0 * 7 % 100)}" }.joined(separator: ","))]"
    ).model
    let query = FeedQuery()
    query.run(
      RowQuery(
        filters: [try RowFilter(parsing: "n < 10")],
        sortKeys: [SortKey("n"), SortKey("id", isDescending: true)]),
      over: model)
    query.wait()
    let expected = (0..<500).filter { $0 * 7 % 100 < 10 }.sorted {
      ($0 * 7 % 100, -$0) < ($1 * 7 % 100, -$1)
    }
    #expect(Array(query.rows) == expected)
  }

  @Test func keysAreRead() throws {
    #expect(
      try SortKey.keys(parsing: "-score, title,+author.name") == [
        SortKey("score", isDescending: true), SortKey("title"), SortKey("author.name"),
      ])
    for (text, offset) in [("", 0), ("a,", 2), ("a,,b", 2), ("-", 1)] {
      let error = #expect(throws: FilterSyntaxError.self) { try SortKey.keys(parsing: text) }
      #expect(error?.offset == offset)
    }
  }

  @Test func flagSortSorts() {
    var random = SeededGenerator(seed: 4)
    for count in [0, 1, 2, 40, 100, 5_000] {
      for bits in [2, 12, 64] {
        var entries = (0..<count).map { row in
          SortEntry(
            window: (random.next() >> UInt64(64 - bits)) << UInt64((64 - bits) / 2),
            row: row)
        }
        let expected = entries.sorted { $0 < $1 }
        entries.withUnsafeMutableBufferPointer { FlagSort.sort($0) }
        #expect(entries == expected)
      }
    }
    #expect(MemoryLayout<SortEntry>.stride == 16)
  }
}
