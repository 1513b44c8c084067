import Foundation
import Testing

@testable import MocoaFeed

/// Logs that are not JSON: logfmt, and the logs of web servers.
@MainActor @Suite struct LogTests {
  private func rows(_ text: String, chunk: Int = .max) -> (format: FeedFormat?, rows: [String]) {
    let indexed = Indexed(text, chunk: chunk)
    let model = indexed.model
    return (
      indexed.progress.format, (0..<model.numberOfRows).map { model.row($0).json.description }
    )
  }

  /// Days are those of UTC.
  @Test(
    "W19: dates without a year are those of the day on which they are read",
    arguments: [
      // 2026-12-20, and a week later; 2026-12-31 and the next day.
      (1_797_724_800, 6, 12, 26, "2026-12-26"), (1_798_675_200, 1, 1, 1, "2027-01-01"),
      (1_798_675_200, 1, 12, 31, "2026-12-31"), (1_798_675_200, 0, 1, 1, "2027-01-01"),
      (1_798_675_200, 0, 1, 2, "2026-01-02"), (1_797_724_800, 0, 12, 25, "2025-12-25"),
      (1_797_724_800, 0, 12, 21, "2026-12-21"), (1_797_724_800, 0, 1, 1, "2026-01-01"),
    ])
  func datesWithoutYear(
    _ start: Int, _ dayCount: Int, _ month: Int, _ day: Int, _ expected: String
  ) throws {
    let now = Monitor(start)
    let calendar = RecentDate(
      clock: LocalClock {
        now.withLock { $0 }
      } offset: { _ in
        0
      })
    _ = calendar.date(month: 12, day: 20)
    now.withLock { $0 += dayCount * 86_400 }
    let date = try #require(calendar.date(month: month, day: day))
    #expect(String(decoding: date, as: UTF8.self) == expected)
  }

  @Test("34: dates without a year follow one another in a log in which today's date lies")
  func datesOfAnOlderLog() throws {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let now = Int(Date().timeIntervalSince1970)
    let days = [-9, -3, 4, 8].map { Date(timeIntervalSince1970: Double(now + $0 * 86_400)) }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let lines = days.map { day in
      let parts = calendar.dateComponents([.month, .day], from: day)
      let number = parts.day ?? 1
      let day = number < 10 ? " \(number)" : "\(number)"
      return "\(months[(parts.month ?? 1) - 1]) \(day) 12:00:00 h a[1]: x\n"
    }
    func seconds(_ lines: [String]) -> [Int] {
      rows(lines.joined()).rows.compactMap {
        JSONBytes(Array($0.utf8)).member("time")?.string
      }.compactMap { Array($0.utf8).withUnsafeBytes { Timestamp($0) }?.seconds }
    }
    let times = seconds(lines)
    #expect(times.count == 4 && times == times.sorted())
    #expect((times.last ?? now) < now)
    let leap = seconds(["Feb 28", "Feb 29", "Mar  1"].map { "\($0) 12:00:00 h app[1]: x\n" })
    #expect(leap == leap.sorted() && (leap.last ?? 0) - (leap.first ?? 0) == 2 * 86_400)
  }

  @Test func linesOfWebServersAreObjects() {
    let log = """
      127.0.0.1 - ada [10/Oct/2000:13:55:36 -0700] "GET /a b.gif HTTP/1.0" 200 2326
      ::1 - - [10/Oct/2000:13:55:37 +0000] "-" 408 - "https://a.b/?q=\\"x\\"" "curl/8 (x; y)" 0.01
      what is this?
      10.0.0.1 id - [01/Jan/2026:00:00:00 +0130] "POST /x HTTP/2" 500 0 "-" "-"

      """
    for chunk in [Int.max, 7] {
      let (format, rows) = rows(log, chunk: chunk)
      #expect(format == .accessLog)
      #expect(
        rows == [
          #"{"host":"127.0.0.1","user":"ada","time":"2000-10-10T13:55:36-07:00","method":"GET","#
            + #""path":"/a b.gif","protocol":"HTTP/1.0","status":200,"bytes":2326}"#,
          #"{"host":"::1","time":"2000-10-10T13:55:37Z","status":408,"bytes":null,"#
            + #""referer":"https://a.b/?q=\"x\"","agent":"curl/8 (x; y)","rest":"0.01"}"#,
          #"{"line":"what is this?"}"#,
          #"{"host":"10.0.0.1","identity":"id","time":"2026-01-01T00:00:00+01:30","#
            + #""method":"POST","path":"/x","protocol":"HTTP/2","status":500,"bytes":0}"#,
        ])
    }
  }

  @Test("34: the name of a user in a log of requests may have blanks")
  func userWithBlanks() {
    let request = #"[10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 7"#
    let hosts = [
      "10.0.0.1 - john q doe", "a.example 10.0.0.1 - john doe", "10.0.0.1 - -", "a b - c",
    ]
    let (format, rows) = rows(hosts.map { "\($0) \(request)\n" }.joined())
    #expect(format == .accessLog)
    let members = [
      #""host":"10.0.0.1","user":"john q doe""#,
      #""vhost":"a.example","host":"10.0.0.1","user":"john doe""#, #""host":"10.0.0.1""#,
      #""vhost":"a","host":"b","user":"c""#,
    ]
    for (row, members) in zip(rows, members) {
      #expect(row.hasPrefix("{\(members),\"time\":"), "\(row)")
    }
  }

  @Test("34: structured data of RFC 5424 has escapes, and several elements")
  func structuredData() {
    let (format, rows) = rows(
      #"""
      <34>1 2026-11-24T10:11:12Z web-1 su 12 - [a@1 x="a\]b\"["] one
      <34>1 2026-11-24T10:11:13Z web-1 su 12 - [a@1 x="1"][b@1 y="2"] two [x]
      <34>1 2026-11-24T10:11:14Z web-1 su 12 - [a@1 x="1"]
      <34>1 2026-11-24T10:11:15Z web-1 su 12 - - [x] four

      """#)
    #expect(format == .log)
    let ends = [
      #""data":"a@1 x=\"a\\]b\\\"[\"","message":"one"}"#,
      #""data":"a@1 x=\"1\"][b@1 y=\"2\"","message":"two [x]"}"#, #""data":"a@1 x=\"1\""}"#,
      #""message":"[x] four"}"#,
    ]
    #expect(rows.count == ends.count)
    for (row, end) in zip(rows, ends) { #expect(row.hasSuffix(end), "\(row)") }
  }

  @Test(
    "38.5: the level of syslog is in its priority",
    arguments: [
      ("<34>1 2026-11-24T10:11:12Z web-1 su - - - no\n", 34, "crit"),
      ("<165>Nov 24 10:11:12 web-1 sshd[71]: up\n", 165, "notice"),
      ("<6>[    0.123456] Linux: up\n", 6, "info"),
      ("<191>Nov 24 10:11:12 web-1 a: b\n", 191, "debug"),
    ])
  func levelsOfPriorities(_ line: String, _ priority: Int, _ level: String) {
    let (format, rows) = rows(line + line)
    #expect(format == .log)
    let start = #"{"priority":\#(priority),"level":"\#(level)","#
    #expect(rows.count == 2 && rows.allSatisfy { $0.hasPrefix(start) }, "\(rows)")
  }

  @Test("38: numbers that syslog does not have are no priorities")
  func noPriorities() {
    let line = "<192>Nov 24 10:11:12 web-1 a: b\n"
    #expect(!rows(line + line).rows.contains { $0.contains("priority") })
  }

  /// They were dropped; behind a level, they may fill it up.
  @Test(arguments: [
    ("INFO main:   - one", "INFO main: - two", "  - one"),
    ("[main] INFO x.y - \t one", "[main] WARN x.y - two", "\t one"),
    ("INFO   one", "ERROR two", "one"),
  ])
  func blanksInFrontOfAMessageArePartOfIt(_ first: String, _ second: String, _ message: String) {
    let log = [first, second, first].map { "2024-01-02 10:00:00,123 \($0)\n" }.joined()
    let message = message.replacing("\t", with: "\\t")
    #expect(rows(log).rows.first?.contains("\"message\":\"\(message)\"") == true, "\(rows(log))")
  }

  @Test func pairsAreObjects() {
    let log = #"""
      time=2026-11-01T10:00:00Z level=info msg="it \"runs\"\n" n=12 f=1.50 ok=true empty= q=""
      level=warn msg=x odd=007 path=C:\x esc="\x1b[0m"
      a line that is none

      """#
    let (format, rows) = rows(log)
    #expect(format == .logfmt)
    #expect(
      rows == [
        #"{"time":"2026-11-01T10:00:00Z","level":"info","msg":"it \"runs\"\n","n":12,"f":1.50,"#
          + #""ok":true,"empty":"","q":""}"#,
        #"{"level":"warn","msg":"x","odd":"007","path":"C:\\x","esc":"\\x1b[0m"}"#,
        #"{"msg":"a line that is none"}"#,
      ])
    var options = FeedOptions()
    options.format = .logfmt
    #expect(Indexed("\nx\n", options: options).model.row(0).json.description == #"{"line":"x"}"#)
  }

  @Test func theFirstLineNeedNotFit() {
    let log = "starting\nlevel=info msg=x\nlevel=warn msg=y\n"
    #expect(rows(log).format == .logfmt)
    #expect(rows(log, chunk: 5).rows.first == #"{"msg":"starting"}"#)
  }

  @Test(arguments: [
    "starting up\n{\"level\":\"info\"}\nGET / 200\n[worker] ready\n{\"level\":\"warn\"}\n",
    "{\"level\":\"info\"}\nGET / 200\n[worker] ready\nstarting up\n{\"level\":\"warn\"}\n",
    "[worker] ready\n{\"level\":\"info\"}\nGET / 200\nstarting up\n{\"level\":\"warn\"}\n",
  ])
  func linesOfTextAmongObjectsAreRows(_ log: String) {
    let (format, rows) = rows(log)
    #expect(format == .mixedLog)
    let texts = ["starting up", "GET / 200", "[worker] ready"].map { "{\"line\":\"\($0)\"}" }
    #expect(Set(rows) == Set(texts + [#"{"level":"info"}"#, #"{"level":"warn"}"#]))
  }

  @Test func linesOfTextAmongObjectsHaveTimesAndLevels() {
    let log = """
      2026-11-23 10:00:00,123 INFO starting up
      {"ts":"2026-11-23T10:00:01Z","level":"info","msg":"ready","port":80}
      2026/11/23T10:00:02.5+0100 [main] WARN: low on space
      [2026-11-23T10:00:03Z] [error] no route
      Jan  3  10:00:04 host app[12]: hello
      error: no time
      {"ts":"2026-11-23T10:00:05Z","level":"info","ms
      Error handling is on
      {worker-1} INFO of it
      2026-11-23T10:00:06Z
      2026-13-23T10:00:07Z INFO no month
      """
    let indexed = Indexed(log)
    #expect(indexed.progress.format == .mixedLog)
    let rows = (0..<indexed.model.numberOfRows).map { indexed.model.row($0) }
    #expect(
      rows[0].json.text
        == #"{"ts":"2026-11-23T10:00:00.123","level":"INFO","msg":"starting up"}"#)
    #expect(
      rows[2].json.text
        == #"{"ts":"2026-11-23T10:00:02.5+01:00","thread":"main","level":"WARN","msg":"low on space"}"#
    )
    #expect(
      rows[3].json.text == #"{"ts":"2026-11-23T10:00:03Z","level":"error","msg":"no route"}"#)
    #expect(rows[4].json.text.hasSuffix(#"-01-03T10:00:04","msg":"host app[12]: hello"}"#))
    #expect(rows[5].json.text == #"{"level":"error","msg":"no time"}"#)
    #expect(rows[6].problem?.line == 7)
    #expect(rows[7].json.text == #"{"msg":"Error handling is on"}"#)
    #expect(rows[8].json.text == #"{"msg":"{worker-1} INFO of it"}"#)
    #expect(rows[9].json.text == #"{"ts":"2026-11-23T10:00:06Z"}"#)
    #expect(rows[10].json.text == #"{"msg":"2026-13-23T10:00:07Z INFO no month"}"#)
  }

  @Test func membersWithNumbersGetNoTexts() {
    let log = """
      10:00 INFO starting up
      {"time":1795463238,"level":30,"msg":"ready"}
      2026-11-23T10:00:00Z ERROR boom
      and more
      """
    let indexed = Indexed(log)
    #expect(
      indexed.model.row(2).json.text
        == #"{"timestamp":"2026-11-23T10:00:00Z","severity":"ERROR","msg":"boom"}"#)
  }

  @Test(arguments: ["{\"k\":1}\nxx\n{\"k\":2}\n", "{\"k\":1}\n{k:2}\n{k:3}\n{\"k\":4}\n"])
  func aBrokenLineAmongObjectsIsAnError(_ text: String) {
    #expect(rows(text).format == .lines)
  }

  @Test("41: blanks behind all labels are no part of the values")
  func labelsWithBlanks() {
    let log = "Topic: a\tPartition: 0\tConfigs:\nTopic: a\tPartition: 1\tConfigs:\n"
    #expect(rows(log).rows.last == #"{"Topic":"a","Partition":1,"Configs":""}"#)
  }

  @Test("41: that times are texts as their order or zone is not certain is said")
  func uncertainTimes() {
    let text = "04/03/2026 01:02:00 PM INFO a\n05/03/2026 01:02:00 PM INFO b\n"
    let indexed = Indexed(text)
    #expect(
      indexed.rows.first?.json.text
        == #"{"time":"04/03/2026 01:02:00 PM","level":"INFO","message":"a"}"#)
    #expect(
      indexed.notes == [
        "times as 04/03/2026 01:02:00 PM are texts: the order of the day and the month, or the "
          + "zone, is not certain"
      ])
    #expect(Indexed(text.replacing("05/", with: "15/")).notes.isEmpty)
  }

  @Test(arguments: [
    "a=b\n", "{:a=>1, :b=>2}\n{:a=>1, :b=>2}\n", "a=b c\n", "x,y\na=1 b=2,3\n", "[1]\n", "1 2\n",
    "a=\"b c=d\n", "=a b=c\n",
    // What is around pairs, and in front of them, is no part of values and names.
    "a=1, b=2\na=3, b=4\n", "Point(x=1, y=2)\nPoint(x=1, y=2)\n", "(x=1 y=2)\n(x=3 y=4)\n",
    "x=1; y=2\nx=3; y=4\n", "[x=1 y=2]\n[x=3 y=4]\n", "{x=1, y=2}\n{x=3, y=4}\n",
    "https://a/?x=1 https://b/?y=2\nhttps://a/?x=1 https://b/?y=2\n",
    "weather,location=us temperature=82\nweather,location=us temperature=83\n",
    "app.log:level=info n=1\napp.log.1:level=info n=2\n", "1:level=info n=1\n2:level=info n=2\n",
    "1.2.3.4 - - [32/Foo/2000:13:55:36 -0700] \"GET\" 200 1\n",
  ])
  func otherTextIsNoLog(_ text: String) {
    let format = rows(text).format
    #expect(format != .logfmt && format != .accessLog)
  }

  @Test(
    "38: the name of a file or the number of a line in front of a request is no part of its host",
    arguments: ["access.log:10.0.0.1", "1:10.0.0.1", "7:web", "\"10.0.0.1", "<14>10.0.0.1"])
  func prefixesOfRequests(_ host: String) {
    let line = #"\#(host) - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 7"# + "\n"
    #expect(!rows(line + line + line).rows.contains { $0.contains("\"host\"") })
  }

  @Test(
    "38: hosts with ports, addresses of IPv6 and sockets are hosts",
    arguments: ["::1", "2001:db8::1", "10.0.0.1:8080", "web:80", "unix:", "::ffff:10.0.0.1"])
  func hostsWithColons(_ host: String) {
    let line = #"\#(host) - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 7"# + "\n"
    #expect(rows(line + line).rows.first?.hasPrefix(#"{"host":"\#(host)""#) == true)
  }

  @Test("38: the number of a line in front of a record is no process of Redis")
  func linesOfGrep() {
    let log = "1:2026-03-04 10:00:01 ERROR a\n7:2026-03-04 10:00:02 ERROR b\n"
    #expect(
      rows(log).rows.last
        == #"{"line":7,"time":"2026-03-04T10:00:02","level":"ERROR","message":"b"}"#)
    let others = "1:I0304 10:00:01.000000 12 a.go:1] a\n2:I0304 10:00:02.000000 12 a.go:1] b\n"
    #expect(!rows(others).rows.contains { $0.contains("\"role\"") })
  }

  @Test("38: commas at the end of values are parts of them unless half of the values have one")
  func signsBehindValues() {
    let some = (1...5).map { "level=info id=\($0) list=a,b, n=1\n" }
    let others = (6...2_000).map { "level=info id=\($0) list=a n=1\n" }
    let log = rows((some + others).joined())
    #expect(log.format == .logfmt && log.rows.count == 2_000)
    #expect(log.rows.first == #"{"level":"info","id":1,"list":"a,b,","n":1}"#)
    let odd = "msg=done, v=1\nq=1; s=2\na=1 trailing=x;\nmem(mb)=12 tags[0]=a\n"
    let mixed = rows(others.prefix(4).joined() + odd)
    #expect(
      mixed.rows.suffix(4) == [
        #"{"msg":"done,","v":1}"#, #"{"q":"1;","s":2}"#, #"{"a":1,"trailing":"x;"}"#,
        #"{"mem(mb)":12,"tags[0]":"a"}"#,
      ])
    var options = FeedOptions()
    options.format = .logfmt
    let chosen = Indexed("a=1, b=2\na=3, b=4\n", options: options)
    #expect(chosen.rows.map(\.json.text) == [#"{"a":"1,","b":2}"#, #"{"a":"3,","b":4}"#])
  }

  @Test(
    "38: a number in front of each line of a log is that of the line",
    arguments: [
      (
        ["3:Nov 24 10:11:12 web-1 sshd[71]: a", "12:Nov 24 10:11:13 web-1 sshd[71]: b"],
        #"{"line":12,"time":"#, #""host":"web-1","process":"sshd","pid":71,"message":"b"}"#
      ),
      (
        ["1:2026-03-04 10:00:01 UTC a", "2:2026-03-04 10:00:02 UTC b"],
        #"{"line":2,"time":"2026-03-04T10:00:02Z""#, #","message":"b"}"#
      ),
      (
        [
          "1:2026-11-24T10:11:12.345Z  INFO 1 --- [main] c.e.App  : up",
          "2:2026-11-24T10:11:12.345Z  WARN 1 --- [main] c.e.App  : no",
        ],
        #"{"line":2,"time":"2026-11-24T10:11:12.345Z","level":"WARN","pid":1"#,
        #""logger":"c.e.App","message":"no"}"#
      ),
      (["1:level=info msg=a", "9:level=warn msg=b"], #"{"line":9,"level":"warn","msg":"b"}"#, "}"),
      // The processes of Zabbix.
      (
        ["7123:20261124:101112.345 a", "7124:20261124:101113.345 b"],
        #"{"pid":7124,"time":"2026-11-24T10:11:13.345","message":"b"}"#, "}"
      ),
    ])
  func numbersOfLines(_ lines: [String], _ start: String, _ end: String) {
    let row = rows(lines.joined(separator: "\n") + "\n").rows.last
    #expect(row?.hasPrefix(start) == true && row?.hasSuffix(end) == true, "\(row ?? "")")
  }

  // It was text without a level.
  @Test("34: a line with a level, a time and no message has both", arguments: ["INFO", "[INFO]"])
  func levelsWithoutMessages(level: String) {
    let time = "2024-01-01 10:00:0"
    #expect(
      rows("\(level) \(time)0 a b\n\(level) \(time)1\n\(level) \(time)2 c\n").rows == [
        #"{"level":"INFO","time":"2024-01-01T10:00:00","message":"a b"}"#,
        #"{"level":"INFO","time":"2024-01-01T10:00:01"}"#,
        #"{"level":"INFO","time":"2024-01-01T10:00:02","message":"c"}"#,
      ])
  }
}
