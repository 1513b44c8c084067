import Testing

@testable import MocoaFeed

/// What is said of texts whose order is not that of what they seem to be.
@Suite struct UnreadOrderTests {
  private func doubts(_ values: [String]) -> (sort: String?, extreme: String?) {
    let rows = values.map { JSONBytes(Array("{\"v\":\"\($0)\"}".utf8)) }
    var encoder = SortKeyEncoder([])
    var greatest = Extreme(isLeast: false)
    for row in rows { row.withBytes { greatest.add($0[rebased: 5..<$0.count - 1], &encoder) } }
    return (SortKey("v").fitted(to: rows).doubt(on: rows), greatest.doubt)
  }

  @Test(
    "36: dates with short years, clocks beside durations, and quantities are said to be texts",
    arguments: [
      (["3/14/26", "12/1/26"], "3/14/26", "time"), (["14.03.26", "02.04.26"], "14.03.26", "time"),
      (["3/14/26 11:00", "3/2/26 9:00"], "3/14/26 11:00", "time"),
      (["14/3/98, 11:00"], "14/3/98, 11:00", "time"),
      (["3:12", "1:02:33", "4:10"], "3:12", "number"), (["3:12", "1h", "4:05"], "3:12", "number"),
      (["5 kg", "500 g", "2 kg"], "5 kg", "number"), (["500 m", "2 km"], "500 m", "number"),
      (["3:12", "14:05"], nil, ""), (["3:12", "4:10"], nil, ""), (["5 g", "500 g"], nil, ""),
      (["20.04.6", "22.04.16"], nil, ""), (["1.2.26", "3.4.26"], nil, ""),
      (["12.34.56", "20.20.20"], nil, ""), (["10.0.0.1", "9.0.0.1"], nil, ""),
      (["12-10-26", "30-01-26"], nil, ""), (["12 a", "12 g", "7"], nil, ""),
      (["3/14/26", "ann", "bob", "cy"], nil, ""), (["13/14/26", "40/1/26"], nil, ""),
      (["Jun 2025", "May 2024"], "Jun 2025", "time"), (["March 2025"], "March 2025", "time"),
      (["4.5 USD", "10.25 USD"], "4.5 USD", "number"), (["3 USD", "9 EUR"], "3 USD", "number"),
      (["1.5x", "1.25x", "10x"], "1.5x", "number"), (["1.5x", "2x"], nil, ""),
      (["3 USD", "10 USD"], nil, ""), (["1234 ABC", "987 DEF"], nil, ""),
      (["Juno 2025", "Mayor 2024"], nil, ""), (["2.x", "1.x"], nil, ""),
    ] as [([String], String?, String)])
  func unreadValues(_ values: [String], _ text: String?, _ noun: String) {
    let (sort, extreme) = doubts(values)
    let reason = text.map { "as text, as \"\($0)\" is not read as a \(noun)" }
    #expect(sort == reason.map { "v is sorted \($0)" })
    #expect(extreme == reason.map { "compared \($0)" })
  }

  @Test("36: a time of day beside durations with units is said to be minutes")
  func clocksBesideDurations() {
    let (sort, extreme) = doubts(["08:30", "1h", "09:30"])
    let reason = "as durations, with \"08:30\" as minutes and seconds"
    #expect(sort == "v is sorted \(reason)")
    #expect(extreme == "compared \(reason)")
    for values in [["08:30", "1:02:33"], ["08:30", "09:30"], ["59:30", "1h"]] {
      let (sort, extreme) = doubts(values)
      #expect(sort == nil && extreme == nil)
    }
  }

  @Test(
    "36: a few texts follow the numbers of a column, wherever they are, and are counted",
    arguments: [
      ["-10.5", "-5", "-2", "3", "5 (est.)"], ["2.45", "2.9", "~3"],
      ["-1", "0.25", "0.5", ">10"], ["-2", "-1", "3-4"], ["2.25", "2.5", "5/2"],
      ["2.25", "2.5", "1st"], ["9K", "10M", "5x"],
      ["1.25", "1.5", "2.5x"], ["1.5", "2.25", "1.5-3"],
    ])
  func fewTextsFollow(_ wanted: [String]) throws {
    let values = Array(wanted.reversed())
    for isLate in [false, true] {
      let first = isLate ? (0..<60).map { "\($0 + 100_000_000).5" } : []
      let rows = (first + values).map { "{\"v\":\"\($0)\"}\n" }
      let model = Indexed(rows.joined()).model
      let sample = (0..<min(50, rows.count)).map { model.row($0).json }
      var notes: [String] = []
      let numbers = try model.rows(
        for: RowQuery(sortKeys: [SortKey("v").fitted(to: sample)]), note: { notes.append($0) })
      let sorted = (numbers ?? RowNumbers()).compactMap { model.row($0).json.member("v")?.string }
      #expect(sorted.filter(values.contains) == wanted)
      let text = "v has numbers and texts; the texts, such as \"\(wanted.last ?? "")\", follow"
      #expect(notes == ["\(text) (1 of \(rows.count))"])
    }
  }

  @Test(
    "36: versions, codes and clocks stay in the order of texts",
    arguments: [
      ["1.2", "1.12", "1.13", "1.2.3"], ["1.2", "1.3", "1.4", "v1.5"], ["1.2", "1.3", "1.4rc1"],
      ["3", "5", "7", "5B", "5A"], ["3:12", "14:05", "15:05"], ["7", "7a", "8"],
    ])
  func otherColumnsAreTexts(_ values: [String]) {
    let rows = values.map { JSONBytes(Array("{\"v\":\"\($0)\"}".utf8)) }
    let key = SortKey("v").fitted(to: rows)
    #expect(key.interpretation == .text)
    #expect(key.doubt(on: rows) == nil)
  }

  @Test("36: that texts are versions, or beside times, is said of all rows, and not of a few")
  func lateKinds() throws {
    func notes(_ values: [String]) throws -> [String] {
      let model = Indexed(values.map { "{\"v\":\"\($0)\"}\n" }.joined()).model
      var notes: [String] = []
      _ = try model.rows(for: RowQuery(sortKeys: [SortKey("v")]), note: { notes.append($0) })
      return notes
    }
    let prices = (0..<60).map { "\($0).\($0 % 9 + 11)" } + ["1.5"]
    #expect(try notes(prices) == [])
    #expect(
      try notes(prices + ["4.50"]) == [
        "v is sorted as versions, as \"4.50\" ends with 0; (v + 0) as numbers"
      ])
    let times = (10..<60).map { "2026-11-30T10:\($0):00Z" }
    #expect(
      try notes(times + ["soon"]) == [
        "v has times and other texts; these, such as \"soon\", follow"
      ])
    let names = (0..<90).map { "ann\($0)" }
    #expect(try notes(names + ["10M", "2026-01-31", "2026-02-01"]) == [])
  }

  @Test(
    "36: that texts may be versions is said where these have another order than numbers",
    arguments: [
      (["3.8", "3.11", "3.9"], "3.11 as less than 3.9"),
      (["0.8", "0.11"], nil), (["2.8", "2.39"], nil),
      (["98.6", "98.25", "99.1"], nil), (["4.5", "4.25", "3.9", "3.11"], nil),
      (["7.10", "7.9", "7.95", "7.100"], nil), (["3.8", "3.11", "130"], nil),
      (["3.8", "3.11", "3.05"], nil), (["3.1", "3.11", "4.2"], nil), (["-3.8", "3.11"], nil),
      (["3.8", "3.11", "3.125"], nil), (["2.8", "2.75"], nil),
    ] as [([String], String?)])
  func versionsOrNumbers(_ values: [String], _ note: String?) {
    let (sort, extreme) = doubts(values)
    if values.contains("7.10") {
      #expect(sort == "v is sorted as versions, as \"7.10\" ends with 0; (v + 0) as numbers")
    } else {
      #expect(sort == note.map { "v is sorted as numbers, \($0); (\"v\" + v) as versions" })
      #expect(extreme == note.map { "compared as numbers, \($0)" })
    }
  }

  @Test("36: versions whose last digit is a zero are sorted as such, which is said")
  func versionsThatEndWithZero() {
    let (sort, extreme) = doubts(["3.9", "3.10", "3.11"])
    #expect(sort == "v is sorted as versions, as \"3.10\" ends with 0; (v + 0) as numbers")
    #expect(extreme == "compared as versions, as \"3.10\" ends with 0")
  }

  @Test("36: what may be versions is sorted as such beside a word, which is said")
  func versionsBesideAWord() {
    #expect(
      doubts(["2.7", "3.8", "3.11", "latest", "3.9"]).sort
        == "v is sorted as versions, not 3.11 as less than 3.9; (v + 0) as numbers")
  }

  @Test("36: a number beside texts that are sorted as versions is noted")
  func comparedVersions() throws {
    let rows = ["3.8", "3.10", "3.9"].map { JSONBytes(Array("{\"v\":\"\($0)\"}".utf8)) }
    #expect(
      try RowFilter(parsing: "v >= 3.9").remark(on: rows)
        == "v is \"3.10\" in some rows, compared as a number here, but sorted as a version; "
        + "\"v\" + v compares versions")
    #expect(try RowFilter(parsing: "v >= 3").remark(on: rows) == nil)
    #expect(try RowFilter(parsing: "v >= 3.9").remark(on: Array(rows.prefix(1))) == nil)
  }

  @MainActor
  @Test("36: a list knows what is said of the order of all rows")
  func orderNotesOfList() {
    let rows = (0..<60).map { "{\"v\":\"\($0).5\"}\n" } + ["{\"v\":\"~3\"}\n"]
    let query = FeedQuery()
    query.run(RowQuery(sortKeys: [SortKey("v")]), over: Indexed(rows.joined()).model)
    query.wait()
    #expect(
      query.orderNotes == [
        "v has numbers and texts; the texts, such as \"~3\", follow (1 of 61)"
      ])
    query.run(RowQuery(), over: Indexed(rows.joined()).model)
    query.wait()
    #expect(query.orderNotes.isEmpty)
  }

  @Test("36: levels that are numbers are sorted beside names, and 50 in a text is an error")
  func numbersOfLevels() throws {
    let values = ["50", "\"warn\"", "30", "\"fatal\"", "20", "\"info\"", "35"]
    let rows = values.map { "{\"level\":\($0)}" }
    let model = Indexed(rows.joined(separator: "\n") + "\n").model
    let key = SortKey("level").fitted(to: rows.map { JSONBytes(Array($0.utf8)) })
    #expect(key.interpretation == .level)
    var notes: [String] = []
    let sorted = try model.rows(for: RowQuery(sortKeys: [key]), note: { notes.append($0) })
    #expect(Array(sorted ?? RowNumbers()) == [4, 2, 5, 1, 0, 3, 6])
    #expect(notes == ["level: 1 value of 7 is no level: 35"])
    for (text, isFound) in [("50", true), ("30", false), ("err", true)] {
      let row = JSONBytes(Array("{\"level\":\"\(text)\"}".utf8))
      #expect(try RowFilter(parsing: "level == 'error'").matches(row) == isFound)
      #expect(try RowFilter(parsing: "level >= 'error'").matches(row) == isFound)
      #expect(try RowFilter(parsing: "level != 'error'").matches(row) == !isFound)
    }
  }

  @Test(
    "36: the minimum and maximum of levels are the first and the last in their order",
    arguments: [
      ["\"DEBUG\"", "\"ERROR\"", "\"INFO\"", "\"WARN\""], ["\"50\"", "\"fatal\""],
      ["50", "\"warn\"", "30", "\"fatal\"", "20", "\"info\""], ["\"fatal\"", "50", "50"],
    ])
  func extremesOfLevels(_ values: [String]) throws {
    let rows = values.map { "{\"level\":\($0)}" }
    let model = Indexed(rows.joined(separator: "\n") + "\n").model
    let key = SortKey("level").fitted(to: rows.map { JSONBytes(Array($0.utf8)) })
    #expect(key.interpretation == .level)
    let sorted = try #require(try model.rows(for: RowQuery(sortKeys: [key]))).map { values[$0] }
    for isLeast in [true, false] {
      var encoder = SortKeyEncoder([])
      var extreme = Extreme(isLeast: isLeast, haveLevels: true)
      for value in values { Array(value.utf8).withUnsafeBytes { extreme.add($0, &encoder) } }
      let text = String(decoding: extreme.text, as: UTF8.self)
      #expect(text == (isLeast ? sorted.first : sorted.last))
      #expect(extreme.unread.description == nil)
    }
  }

  @Test("36: groups are sorted by the maximum of levels as rows are by levels")
  func sortedMaximums() {
    let rows = ["ERROR", "INFO", "FATAL"].map {
      JSONBytes(Array("{\"max(level)\":\"\($0)\"}".utf8))
    }
    let path = MemberPath(keys: ["max(level)"])
    #expect(SortKey(path).fitted(to: rows).interpretation == .level)
    #expect(MemberPath(keys: ["min(log.level)"]).hasLevel)
    #expect(!MemberPath(keys: ["max(levels)"]).hasLevel && !MemberPath(keys: ["min()"]).hasLevel)
  }

  @Test("36: a date with a short year that is compared is said to be a text")
  func comparedDates() throws {
    #expect(
      try RowFilter(parsing: #"v < "12/1/26""#).notes == [
        #""12/1/26" is not read as a time, so that texts are compared"#
      ])
  }
}
