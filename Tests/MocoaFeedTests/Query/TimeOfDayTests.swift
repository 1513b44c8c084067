import Testing

@testable import MocoaFeed

/// Texts that may be hours and minutes, or minutes and seconds.
@Suite struct TimeOfDayTests {
  private let row = JSONBytes(
    Array(#"{"s":"08:00","e":"16:30","m":"59:30","t":"12:00:40","d":"1-02:03:04"}"#.utf8))

  @Test(
    "41: texts such as 08:30 have an order among themselves, and are durations with seconds",
    arguments: [
      ("s < e", true), (#"e > "12:05""#, true), ("e > 12:05", true), ("12:05 < e", true),
      (#"t < "12:01:00""#, true), (#"s + ":00" < t"#, true),
      (#"(e + ":00") - (s + ":00") == 8h30m"#, true), (#"("00:" + e) - ("00:" + s) == 8.5m"#, true),
      ("m > s", true), (#"m < "01:00:00""#, true), (#"m > "12:05""#, true),
      ("m - 30m == 29.5m", true),
      ("m / 1m == 59.5", true), (#"s == "08:00""#, true), ("s == 08:00", true),
      ("s in (07:00, 08:00)", true), ("e not in (08:00)", true), ("d > 1h", true),
    ])
  func certain(text: String, isFound: Bool) throws {
    let filter = try RowFilter(expression: text)
    #expect(filter.matches(row) == isFound && filter.failure == nil)
  }

  @Test(
    "41: 08:30 has no order next to 12:00:05, and no difference, as it may be hours or minutes",
    arguments: [
      (#"t >= "12:05""#, #"; "12:05" may be hours or minutes: "12:05" + ":00" is hours and"#),
      ("t >= 12:05", #""12:05" may be hours or minutes"#),
      ("s < t", #": s + ":00" is hours and minutes"#),
      ("e - s == 8h30m", #"; "16:30" may be hours or minutes: e + ":00" is hours and minutes"#),
      ("t - s > 1h", #""00:" + s minutes and seconds"#),
      ("s + 30m > 1h", #": s + ":00" is hours"#),
      ("s > 7m", #""08:00", a duration, is not compared with a duration; "08:00" may be hours"#),
      ("e < 20h", #": e + ":00" is hours and minutes"#),
      ("e in (1h, 16h30m)", #""00:" + e minutes and seconds"#),
      ("e == 16h30m", #""16:30" may be hours or minutes"#),
      ("s == 480", #": s + ":00" is hours and minutes, "00:" + s minutes and seconds"#),
      ("e / 1m == 16.5", #": e + ":00" is hours"#), ("e * 2 > 1h", #""00:" + e minutes"#),
      ("number(s) > 7", #"number has no result for a text; "08:00" may be hours or minutes"#),
      ("abs(s) > 7m", #": s + ":00" is hours"#),
    ])
  func uncertain(text: String, hint: String) throws {
    let filter = try RowFilter(expression: text)
    #expect(!filter.matches(row))
    #expect(filter.failure?.message.contains(hint) == true, "\(filter.failure as Any)")
  }

  @Test("41: 19:30 is neither added to a time nor subtracted")
  func constants() {
    let fault = #expect(throws: FilterSyntaxError.self) {
      _ = try RowFilter(expression: "at > today + 19:30")
    }
    #expect(fault?.message == "19:30 may be hours or minutes: 19h30m or 19m30s")
    #expect(throws: FilterSyntaxError.self) { _ = try RowFilter(expression: "n * 19:30 > 1h") }
  }
}
