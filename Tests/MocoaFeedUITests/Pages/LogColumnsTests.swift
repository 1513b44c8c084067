import MocoaFeed
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

/// The columns of records of a log in JSON.
@Suite struct LogColumnsTests {
  private func titles(_ rows: [String]) -> [String] {
    let sample = rows.map { JSONBytes(Array($0.utf8)) }
    return JSONColumnChooser(sample: sample).columns.map(\.column.title)
  }

  @Test(
    "41: records of a log begin with time, level and message",
    arguments: [
      (
        #"{"msg":"started","level":"info","user":"ann","ms":12,"time":"2026-11-29T10:00:00Z"}"#,
        ["time", "level", "msg"]
      ),
      (
        #"{"name":"api","pid":7,"level":30,"msg":"started","time":"2026-11-29T10:00:00Z"}"#,
        ["time", "level", "msg"]
      ),
      (
        #"{"@timestamp":"2026-11-29T10:00:00Z","log.level":"INFO","message":"m","service":"a"}"#,
        ["@timestamp", "log.level", "message"]
      ),
      (
        #"{"source":"a.log","message":"m","severity":"ERROR","ts":1764410400.5}"#,
        ["ts", "severity", "source", "message"]
      ),
    ])
  func recordsOfALog(row: String, first: [String]) {
    #expect(Array(titles([row, row]).prefix(first.count)) == first)
  }

  @Test(
    "41: columns of other rows are in the order of the members (defect U19)",
    arguments: [
      (#"{"level":"high","name":"x","date":"2026-11-29"}"#, ["level", "name", "date"]),
      (#"{"ok":true,"id":1,"name":"a"}"#, ["ok", "id", "name"]),
      (
        #"{"at":"2026-11-29","url":"http://x","text":"a","metadata":{"uid":7,"name":"b"},"z":2}"#,
        ["at", "url", "text", "uid", "name", "z"]
      ),
    ])
  func otherRows(row: String, all: [String]) {
    #expect(titles([row, row]) == all)
  }

  @Test("41: of too many columns, the less important ones are left out, in any place")
  func tooManyColumns() {
    let links = (0..<30).map { #""u\#($0)":"http://x/\#($0)""# }.joined(separator: ",")
    let all = titles(["{\(links),\"n\":1,\"name\":\"x\"}"])
    #expect(all == (0..<22).map { "u\($0)" } + ["n", "name"])
  }
}
