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

  @Test("36: a date with a short year that is compared is said to be a text")
  func comparedDates() throws {
    #expect(
      try RowFilter(parsing: #"v < "12/1/26""#).notes == [
        #""12/1/26" is not read as a time, so that texts are compared"#
      ])
  }
}
