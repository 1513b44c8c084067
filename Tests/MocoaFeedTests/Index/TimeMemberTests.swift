import Testing

@testable import MocoaFeed

/// Which member of rows has their time.
@Suite struct TimeMemberTests {
  private func path(_ rows: String...) -> String? {
    TimeMember.path(in: rows.map { JSONBytes(Array($0.utf8)) })?.text
  }

  @Test(
    "38: the best of the usual names, else the first member with times, or dates",
    arguments: [
      (#"{"id":1,"time":"2026-11-27T10:00:00Z","date":"2026-11-27"}"#, "time"),
      (#"{"at":"2026-11-27T10:00:00Z","Timestamp":1764237600}"#, "Timestamp"),
      (#"{"time":0.25,"ts":1764237600.5}"#, "ts"),
      (#"{"__CURSOR":"s=1","__REALTIME_TIMESTAMP":"1764237600123456"}"#, "__REALTIME_TIMESTAMP"),
      (#"{"birthday":"2001-02-03","created_at":"2026-11-27 10:00:00"}"#, "created_at"),
      (#"{"id":7,"day":"2026-11-27"}"#, "day"),
      (#"{"t":{"$date":"2026-11-27T10:00:00.000+00:00"},"s":"I"}"#, "t.$date"),
      (#"{"meta":{"time":"2026-11-27T10:00:00Z"},"seen":"2026-11-27T10:00:00Z"}"#, "seen"),
      (#"{"time":"10:00:00","id":1764237600}"#, nil), (#"[1]"#, nil), ("", nil),
    ] as [(String, String?)])
  func names(_ row: String, member: String?) { #expect(path(row) == member) }

  @Test("38: rows without a time are ignored")
  func laterRows() {
    #expect(
      path(#"{"line":"a banner"}"#, "7", #"{"line":"b","time":"2026-11-27T10:00:00Z"}"#) == "time")
  }
}
