import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// What is read of samples of logs: members hold what their names say, or the line is text.
@Suite struct LogSampleTests {
  /// Expects the ends of rows, as times without a year depend on today.
  private func expectRows(of log: String, _ ends: [String], chunk: Int = .max) {
    let rows = Indexed(log, chunk: chunk).rows.map(\.json.description)
    #expect(rows.count == ends.count, "\(rows)")
    for (row, end) in zip(rows, ends) { #expect(row.hasSuffix(end), "\(row)") }
  }

  @Test(
    "38: fields of logs of requests that have other places are known, or the lines are text",
    arguments: [
      (
        #"1.2.3.4, 10.0.0.9 - ada [TIME] "GET / HTTP/1.1" 200 6"#,
        #"{"host":"1.2.3.4","proxies":"10.0.0.9","user":"ada","time""#
      ),
      (
        #"a.example 10.0.0.1 - 7bde940e - [TIME] "GET / HTTP/1.1" 200 6"#,
        #"{"vhost":"a.example","host":"10.0.0.1","request_id":"7bde940e","time""#
      ),
      (#"a.example 10.0.0.1 - [TIME] "GET / HTTP/1.1" 200 6"#, #"{"vhost":"a.example","host":"10"#),
      (#"10.0.0.1 a.example - [TIME] "GET / HTTP/1.1" 200 6"#, #"{"vhost":"a.example","host":"10"#),
      (#"10.0.0.1 10.0.0.9 - [TIME] "GET / HTTP/1.1" 200 6"#, #"{"vhost":"10.0.0.9","host":"10"#),
      (#"web nginx 10.0.0.1 - - [TIME] "GET / HTTP/1.1" 200 6"#, nil),
      (#"10.0.0.1 443 - - [TIME] "GET / HTTP/1.1" 200 6"#, nil),
      (#"0.005 10.0.0.1 - - [TIME] "GET / HTTP/1.1" 200 6"#, nil),
      (#"10.0.0.1 - - [TIME] "GET / HTTP/1.1" 512 200"#, nil),
      (#"10.0.0.1 - - [TIME] "GET / HTTP/1.1" 120 200 612"#, nil),
      (#"bob - - [TIME] "sold 12 books" 120 340"#, nil),
    ] as [(String, String?)])
  func requests(_ line: String, _ start: String?) {
    let line = line.replacing("TIME", with: "28/Nov/2026:14:36:15 +0000")
    let indexed = Indexed("\(line)\n\(line)\n")
    #expect((indexed.progress.format == .accessLog) == (start != nil))
    let row = indexed.rows.first?.json.description
    #expect(start.map { row?.hasPrefix($0) == true } ?? (indexed.progress.format != .log))
  }

  @Test(
    "38: the agent is known by its form, and the virtual host in front of the referer",
    arguments: [
      (#""-" "curl/8""#, #""agent":"curl/8"}"#),
      (#""curl/8" "https://a/""#, #""agent":"curl/8","referer":"https://a/"}"#),
      (#""a.example" "-" "curl/8""#, #""vhost":"a.example","agent":"curl/8"}"#),
      (#""a.example" "curl/8""#, #""referer":"a.example","agent":"curl/8"}"#),
      (#""-" "curl/8" "10.0.0.9""#, #""agent":"curl/8","rest":"\"10.0.0.9\""}"#),
    ])
  func quotes(_ quotes: String, _ end: String) {
    let line = #"10.0.0.1 - - [28/Nov/2026:14:36:15 +0000] "GET / HTTP/1.1" 200 6 "# + quotes
    expectRows(of: "\(line)\n\(line)\n", [end, end])
  }

  @Test(
    "38: hosts, processes and levels are no other words",
    arguments: [
      (
        "Nov 28 14:36:15 imap-login: Info: Login: a\nNov 28 14:36:16 imap(bob): Error: b\n",
        [
          #""process":"imap-login","level":"Info","message":"Login: a"}"#,
          #""process":"imap(bob)","level":"Error","message":"b"}"#,
        ]
      ),
      (
        "2026-11-28T14:36:15Z worker ERROR: a\n2026-11-28T14:36:16Z web INFO: b: c\n",
        [
          #""component":"worker","level":"ERROR","message":"a"}"#,
          #""component":"web","level":"INFO","message":"b: c"}"#,
        ]
      ),
      (
        "Nov 28 14:00:00 Arsenal Chelsea: 2\nNov 29 16:00:00 Leeds Everton: 1\n",
        [#""message":"Arsenal Chelsea: 2"}"#, #""message":"Leeds Everton: 1"}"#]
      ),
      (
        "2026-11-28T14:36:15Z User alice: in\n2026-11-28T14:36:16Z Port on: 80\n",
        [#""message":"User alice: in"}"#, #""message":"Port on: 80"}"#]
      ),
      (
        "2026-11-28T14:36:15Z alice login: ok\n2026-11-28T14:36:16Z alice upload: 3\n",
        [#""message":"alice login: ok"}"#, #""message":"alice upload: 3"}"#]
      ),
      (
        "Nov 28 14:36:15.123456 rule 4/0(match): a\nNov 28 14:36:16.123456 rule 4/0(match): b\n",
        [#""message":"rule 4/0(match): a"}"#, #""message":"rule 4/0(match): b"}"#]
      ),
      (
        "Nov 28 14:36:15 web app: up\nNov 28 14:36:16 web cron: no\n",
        [
          #""host":"web","process":"app","message":"up"}"#,
          #""host":"web","process":"cron","message":"no"}"#,
        ]
      ),
      (
        "2026-11-28T14:36:15Z web app: up\n2026-11-28T14:36:16Z web cron[7]: no\n",
        [
          #""host":"web","process":"app","message":"up"}"#,
          #""host":"web","process":"cron","pid":7,"message":"no"}"#,
        ]
      ),
      (
        "Nov 28 14:36:15 host1 web-1 nginx[12]: up\nNov 28 14:36:16 host1 web-1 nginx[12]: no\n",
        [
          #""message":"host1 web-1 nginx[12]: up"}"#, #""message":"host1 web-1 nginx[12]: no"}"#,
        ]
      ),
      (
        "2026-11-28 14:36:15|alice|3|in\n2026-11-28 14:36:16|bob|0|out\n",
        [#""message":"alice|3|in"}"#, #""message":"bob|0|out"}"#]
      ),
      (
        "2026-11-28 14:36:15 200 [info] GET /\n2026-11-28 14:36:16 404 [error] GET /x\n",
        [#""message":"200 [info] GET /"}"#, #""message":"404 [error] GET /x"}"#]
      ),
      (
        "Nov 28 14:36:15 a cron.info crond[4]: x\nNov 28 14:36:16 a kern.err kernel: y\n",
        [
          #""host":"a","facility":"cron","level":"info","process":"crond","pid":4,"message":"x"}"#,
          #""host":"a","facility":"kern","level":"err","process":"kernel","message":"y"}"#,
        ]
      ),
      // The longest level has no blank behind it.
      (
        "kern  :notice: [    0.000000] Linux\nkern  :debug : [    0.500000] e820\n"
          + "daemon:info  : [   10.250000] up\n",
        [
          #"{"facility":"kern","level":"notice","uptime":0.000000,"message":"Linux"}"#,
          #"{"facility":"kern","level":"debug","uptime":0.500000,"message":"e820"}"#,
          #"{"facility":"daemon","level":"info","uptime":10.250000,"message":"up"}"#,
        ]
      ),
    ])
  func words(_ log: String, _ ends: [String]) {
    for chunk in [Int.max, 7] { expectRows(of: log, ends, chunk: chunk) }
  }

  @Test(
    "38: fields between bars are no names in front of lines",
    arguments: [
      "2026-11-28 | Alice | Fix\n2026-11-27 | Bob | Add\n", "2026-11-28 | 3\n2026-11-29 | 10\n",
      "a1b2 | x y | Alice\nc3d4 | z y | Bob\n",
      "1 | 2026-11-28 14:36:15 | A\n2 | 2026-11-27 10:00:00 | B\n",
    ])
  func fieldsBetweenBars(_ text: String) {
    #expect(Indexed(text).progress.format != .labelledLog)
  }

  @Test("38: the bytes of a request are not what is behind them")
  func otherTimes() {
    let line = #"127.0.0.1 - a [28/Nov/2026 14:36:15] "GET / HTTP/1.1" 200 5"#
    let ends = [#""status":200,"bytes":5}"#, #""status":200,"bytes":5,"message":"\"-\" x"}"#]
    expectRows(of: line + "\n" + line + #" "-" x"# + "\n", ends)
  }

  @Test("38: labels and values of LTSV are members")
  func labels() {
    expectRows(
      of: "time:[28/Nov/2026:14:36:15 +0100]\thost:10.0.0.1\treq:GET /\tsize:-\n"
        + "time:28/Nov/2026:14:36:16 +0000\thost:10.0.0.1\tstatus:200\n",
      [
        #"{"time":"2026-11-28T14:36:15+01:00","host":"10.0.0.1","req":"GET /","size":"-"}"#,
        #"{"time":"2026-11-28T14:36:16Z","host":"10.0.0.1","status":200}"#,
      ])
  }

  // Each row had members of its own, one of them twice.
  @Test(
    "38: lines with names in front of colons, each with another one, have no labels",
    arguments: [
      "root:x:0:0:root\troot:x:0:\ndaemon:x:1:1:d\tdaemon:x:1:\nbin:x:2:2:bin\tbin:x:2:\n",
      "root:x:0:0:root\tdaemon:x:0:\nbin:x:1:1:d\tsys:x:1:\nadm:x:2:2:bin\ttty:x:2:\n",
    ])
  func namesBesideColons(_ text: String) {
    var options = FeedOptions()
    options.acceptsText = true
    #expect(Indexed(text, options: options).progress.format == .text)
  }

  @Test("38: fields of a log may be divided by commas, and have quotes")
  func commas() {
    expectRows(
      of: "#Fields: date-time,event,data\n2026-11-28T14:36:15.123Z,+,\n"
        + "2026-11-28T14:36:16.123Z,>,\"220 mail, ready\"\n",
      [
        #"{"time":"2026-11-28T14:36:15.123Z","event":"+","data":""}"#,
        #"{"time":"2026-11-28T14:36:16.123Z","event":">","data":"220 mail, ready"}"#,
      ])
  }

  @Test(
    "38: a line with a time behind other fields is no part of the record before it",
    arguments: [
      ("INFO   | jvm 1    | 2026/04/28 18:40:00 | up", 3), ("[71:02] 2026-04-28 18:40:00 up", 3),
      ("-- Boot 1234567890abcdef --", 3), ("started at 2026-04-28 18:40:00", 2),
      ("Date: Tue, 28 Apr 2026 18:40:00 GMT", 2),
      ("VALUES ('2026-04-28 18:40:00')", 2), ("  INFO | 2026/04/28 18:40:00 | up", 2),
    ])
  func otherRecords(_ line: String, _ count: Int) {
    let start = "2026-11-28 14:36:15 INFO"
    #expect(Indexed("\(start) a\n\(line)\n\(start) b\n").rows.count == count)
  }

  @Test(
    "38: levels in brackets may be padded to the longest one",
    arguments: [
      (
        "2024-05-13 08:12:01 [INFO ] a\n2024-05-13 08:12:02 [ERROR]   b\n"
          + "2024-05-13 08:12:03 [ WARN] c\n",
        ["INFO", "ERROR", "WARN"].map { #""level":"\#($0)","# }
      ),
      (
        "[2024-05-13 08:12:01] [INFO ] a\n[2024-05-13 08:12:02] [ERROR] b\n",
        ["INFO", "ERROR"].map { #""level":"\#($0)","# }
      ),
      (
        "08:12:01.123 [info ] [MainThread]: a\n08:12:02.123 [error] [Thread-1 (]: b\n"
          + "08:12:03.123 [warn ] [MainThread]: c\n",
        [
          #""level":"info","thread":"MainThread","#, #""level":"error","thread":"Thread-1 (","#,
          #""level":"warn","thread":"MainThread","#,
        ]
      ),
    ])
  func paddedLevels(_ log: String, _ members: [String]) {
    let messages = ["a", "b", "c"].map { #""message":"\#($0)"}"# }
    expectRows(of: log, zip(members, messages).map { $0 + $1 })
  }

  @Test("38: bars behind backslashes are parts of the members of CEF")
  func barsOfCEF() {
    expectRows(
      of: #"CEF:0|A\\B|Wall|1.2|7|x \| y|3|src=10.0.0.1 msg=a\|b"# + "\n"
        + "CEF:0|Acme|Wall|1.2|8|z||act=blocked\n",
      [
        #""vendor":"A\\B","product":"Wall","device_version":"1.2","class":"7","name":"x | y","#
          + #""severity":3,"message":"src=10.0.0.1 msg=a\\|b"}"#,
        #""class":"8","name":"z","severity":"","message":"act=blocked"}"#,
      ])
  }

  @Test("38: requests that no target of a load balancer has answered have the members of others")
  func unansweredRequests() {
    let start = "2024-05-13T06:12:01.123456Z my-elb 192.0.2.1:2817"
    expectRows(
      of: #"\#(start) 10.0.0.1:80 0.000073 0.001048 0.000057 200 200 0 29 "GET / HTTP/1.1" "a" - -"#
        + "\n" + #"\#(start) - -1 -1 -1 504 0 0 0 "GET / HTTP/1.1" "a" - -"# + "\n"
        + #"\#(start) 10.0.0.1:80 0.1 0.2 0.3 - - 82 305 "- - - " "-" - -"# + "\n",
      [
        #""status":200,"target_status":200,"received":0,"sent":29,"request":"GET / HTTP/1.1","#
          + #""message":"\"a\" - -"}"#,
        #""target":"-","request_seconds":-1,"target_seconds":-1,"response_seconds":-1,"status":504"#
          + #","target_status":0,"received":0,"sent":0,"request":"GET / HTTP/1.1","#
          + #""message":"\"a\" - -"}"#,
        #""status":"-","target_status":"-","received":82,"sent":305,"request":"- - - ","#
          + #""message":"\"-\" - -"}"#,
      ])
  }

  @Test("38: what closes a record of WebLogic is no part of its message")
  func endsOfWebLogic() {
    let start = "####<May 13, 2024 8:12:01,123 AM UTC> <Info> <Server> <h> <s> <main> <> <> <> <1>"
    expectRows(
      of: "\(start) <BEA-1> <Channel \"a\" is open.> \n\(start) <BEA-2> <No <x>.>\n",
      [
        #""code":"BEA-1","message":"Channel \"a\" is open."}"#,
        #""code":"BEA-2","message":"No <x>."}"#,
      ])
  }

  @Test("38: the number of the connection of a slow query is a member")
  func connectionsOfSlowQueries() {
    func record(_ user: String) -> String {
      "# Time: 2024-05-13T06:12:01Z\n# User@Host: app[app] @ localhost []\(user)\n"
        + "# Query_time: 2.5  Lock_time: 0.1 Rows_sent: 1  Rows_examined: 9\nSELECT 1;\n"
    }
    let start = #""user":"app[app]","host":"localhost","address":"","#
    let end =
      #""query_seconds":2.5,"lock_seconds":0.1,"rows_sent":1,"rows_examined":9,"#
      + #""message":"SELECT 1;"}"#
    expectRows(
      of: record("  Id:     8") + record(""), [start + #""thread":8,"# + end, start + end])
  }

  @Test("38: the number of files below a directory of Windows is no part of the last name")
  func filesOfWindows() {
    expectRows(
      of: " Directory of C:\\Users\n\n05/13/2024  08:12 AM    <DIR>          .\n"
        + "05/13/2024  08:12 AM             1,024 notes.txt\n"
        + "               1 File(s)          1,024 bytes\n"
        + "               1 Dir(s)  123,456 bytes free\n",
      [
        #"{"message":" Directory of C:\\Users"}"#, #""message":"<DIR>          ."}"#,
        #""message":"1,024 notes.txt"}"#, #"{"count":1,"kind":"File(s)","message":"1,024 bytes"}"#,
        #"{"count":1,"kind":"Dir(s)","message":"123,456 bytes free"}"#,
      ])
  }

  @Test("41: lines with another meaning below a record are rows")
  func linesBelowFiles() {
    expectRows(
      of: "04.03.2026  11:02    <DIR>          .\n25.03.2026  13:02             1.234 a b.txt\n"
        + "               1 Datei(en),          1.234 Bytes\n",
      [
        #""message":"<DIR>          ."}"#, #""message":"1.234 a b.txt"}"#,
        #"{"count":1,"kind":"Datei(en),","message":"1.234 Bytes"}"#,
      ])
    expectRows(
      of: "2026-03-03 11:02:00       1234 a b.txt\n2026-03-03 11:02:01    5242880 b.gz\n"
        + "                           PRE logs/\n",
      [#""message":"1234 a b.txt"}"#, #""message":"5242880 b.gz"}"#, #"{"message":"logs/"}"#])
    // Another line with the word is one of a message.
    expectRows(
      of: "2026-03-03 11:02:00 a\n    PRE two words\n2026-03-03 11:02:01 b\n",
      [#""message":"a\n    PRE two words"}"#, #""message":"b"}"#])
  }

  @Test("38: the time of a record of auditd, and what is between apostrophes, are members")
  func records() {
    let start = "type=USER_LOGIN msg=audit(1715580730.025:4570): pid=99"
    expectRows(
      of: start + #" msg='op=login exe="/usr/sbin/sshd" res=success'"# + "\n"
        + start + " msg='pid=7 res=no'\n" + start + " msg='PAM: no (x)'\u{1D}UID=\"root\"\n"
        + start + " msg='it\n",
      [
        #","pid":99,"op":"login","exe":"/usr/sbin/sshd","res":"success"}"#,
        #","pid":99,"msg":"pid=7 res=no"}"#, #","pid":99,"msg":"PAM: no (x)","UID":"root"}"#,
        #","pid":99,"msg":"'it"}"#,
      ].map {
        #"{"type":"USER_LOGIN","time":"2024-05-13T06:12:10.025Z","serial":4570"# + $0
      })
  }

  @Test(
    "38: one format is not divided by words of messages",
    arguments: [
      (
        "TIME INFO [main] Starting server\nTIME INFO [main] Connected: 10.0.0.5\n"
          + "TIME ERROR [main] timeout: no answer\nTIME INFO [main] done\n",
        ["Starting server", "Connected: 10.0.0.5", "timeout: no answer", "done"].map {
          #""logger":"main","message":"\#($0)"}"#
        }
      ),
      (
        "TIME [main] INFO Starting\nTIME [main] WARN timeout: no\n",
        [
          #""thread":"main","level":"INFO","message":"Starting"}"#,
          #""thread":"main","level":"WARN","message":"timeout: no"}"#,
        ]
      ),
      (
        "[TIME] INFO Sync done (fast)\n[TIME] INFO Upload 3 files\n[TIME] ERROR Sync (timeout)\n",
        ["Sync done (fast)", "Upload 3 files", "Sync (timeout)"].map { #""message":"\#($0)"}"# }
      ),
      (
        "[TIME][FATAL][com.ex.App] plain\n[TIME][INFO][com.ex.App] [x] hello\n",
        ["plain", "[x] hello"].map { #""logger":"com.ex.App","message":"\#($0)"}"# }
      ),
      // All lines have the name.
      (
        "TIME [main] INFO a.B: Starting\nTIME [main] WARN a.C: timeout: no\n",
        [
          #""logger":"a.B","message":"Starting"}"#, #""logger":"a.C","message":"timeout: no"}"#,
        ]
      ),
    ])
  func wordsOfMessages(_ log: String, _ ends: [String]) {
    expectRows(of: log.replacing("TIME", with: "2024-05-13 08:12:01,123"), ends)
  }

  // Times were the starts of messages.
  @Test(
    "38: a time behind a level is none of the message",
    arguments: [
      "[INFO] TIME ", "[INFO ] TIME ", "[INFO] [TIME] ", "[INFO] - [TIME] - ", "INFO: TIME ",
      "INFO:TIME ", "INFO: [TIME] ", "INFO - TIME - ", "INFO | TIME | ",
    ])
  func timesBehindLevels(_ start: String) {
    for time in ["2026-03-04T10:00:01Z", "2026-03-04 10:00:01.500", "04/Mar/2026:10:00:01 +0000"] {
      let line = start.replacing("TIME", with: time)
      let indexed = Indexed((1...3).map { "\(line)msg \($0)\n" }.joined())
      #expect(indexed.progress.format == .log)
      let json = indexed.rows.last?.json
      #expect(json?.member("level")?.string == "INFO" && json?.member("message")?.string == "msg 3")
      #expect(json?.member("time")?.string?.hasPrefix("2026-03-04T10:00:01") == true)
    }
    let maven = Indexed("[INFO] a\n[INFO] 2026-03-04 10:00:01 b\n[WARN] c\n")
    #expect(maven.rows.first?.json.text == #"{"level":"INFO","message":"a"}"#)
  }

  // The first line was a JSON array, and the only row.
  @Test("38: a log whose first line is a number in brackets is none of JSON")
  func numberInBrackets() {
    let log = """
      [    21.034]\u{20}
      X.Org X Server 1.21
      [    21.034] (II) x
      [    21.035] (EE) y

      """
    for chunk in [Int.max, 7] {
      let indexed = Indexed(log, chunk: chunk)
      #expect(indexed.progress.format == .log && indexed.error == nil)
      #expect(
        indexed.rows.map(\.json.text) == [
          #"{"uptime":21.034,"message":"\nX.Org X Server 1.21"}"#,
          #"{"uptime":21.034,"message":"(II) x"}"#, #"{"uptime":21.035,"message":"(EE) y"}"#,
        ])
    }
    for text in ["[1]\n[2]\n", "[1,2]\n", "[1]\nnope\n"] {
      #expect(Indexed(text).progress.format != .log)
    }
  }

  // Levels were processes, loggers and writers.
  @Test(
    "38: a word that is a level is neither a process nor a writer, and the first one counts",
    arguments: [
      ("TIME ERROR [1234:5678] it is\n", #""level":"ERROR","message":"[1234:5678] it is"}"#),
      ("TIMEZ INFO[12]: x\n", #""level":"INFO","pid":12,"message":"x"}"#),
      ("ERROR | TIME | y\n", #"{"level":"ERROR","time":"2024-05-13T08:12:01","message":"y"}"#),
      ("[TIME] [ERROR] [WARN] odd\n", #""level":"ERROR","message":"[WARN] odd"}"#),
    ])
  func wordsOfLevels(_ line: String, _ end: String) {
    let line = line.replacing("TIME", with: "2024-05-13T08:12:01")
    expectRows(of: line + line + line, [end, end, end])
  }

  // It was taken for UTC.
  @Test("38: a time with an unknown zone behind it is a text, which is said")
  func unknownZones() {
    func log(_ zone: String) -> Indexed {
      Indexed((1...3).map { "2026-03-04 10:00:0\($0).123 \(zone) [12] LOG:  a\n" }.joined())
    }
    let (end, unknown) = (#""pid":12,"level":"LOG","message":"a"}"#, log("PYT"))
    let time = "2026-03-04 10:00:01.123 PYT"
    #expect(unknown.rows.first?.json.text == #"{"time":"\#(time)","zone":"PYT","# + end)
    #expect(unknown.notes.first?.hasPrefix("times as \(time) are texts") == true)
    let known = log("PKT")
    #expect(known.rows.first?.json.text == #"{"time":"2026-03-04T10:00:01.123+05:00","# + end)
  }

  // It was the last line of a message.
  @Test("38: a line of another form behind an indented one is said")
  func linesBehindBanners() {
    let line = "1:signal-handler (1700000000) Received SIGTERM"
    let log = Indexed(
      "1:M 24 Nov 2026 10:11:12.345 * Ready\n1:M 24 Nov 2026 10:11:13.345 * Up\n"
        + "   _._\n  |  |\n\(line)\n1:M 24 Nov 2026 10:11:14.345 * Bye\n")
    _ = log.rows.map(\.json.text)
    #expect(log.notes.contains { $0.hasSuffix("as a part of it: \(line) (line 5)") })
  }

  @Test(
    "38: levels between signs, and behind threads, are members",
    arguments: [
      ("INFO [main] - a - b", #""level":"INFO","thread":"main","message":"a - b"}"#),
      ("-- INFO -- a", #""level":"INFO","message":"a"}"#),
      ("<INFO> a", #""level":"INFO","message":"a"}"#),
      ("[main] [INFO] a", #""thread":"main","level":"INFO","message":"a"}"#),
    ])
  func levelsBetweenSigns(_ text: String, _ end: String) {
    let line = "2024-05-13 08:12:01 \(text)\n"
    expectRows(of: line + line + line, [end, end, end])
  }

  @Test("38: the log of one container whose name is seldom a level has a writer")
  func writers() {
    let log = Indexed("config  | 2024-05-13 08:12:01 a\nconfig  | 2024-05-13 08:12:02 b\n")
    #expect(log.rows.first?.json.member("source")?.string == "config")
  }

  @Test("38: lines that have only a time are said where most of the others have more")
  func linesWithOnlyATime() {
    let known = (0..<80).map { "2024-05-13 08:12:\(10 + $0 % 50) INFO  [main] a.b.C - old \($0)\n" }
    let others = (10..<12).map { "2024-05-13 09:12:\($0) host app: ERROR new\n" }
    let log = (known + others).joined()
    for chunk in [Int.max, 1_000] {
      let indexed = Indexed(log, chunk: chunk)
      #expect(indexed.sections.joined().count == 82)
      #expect(
        indexed.notes == [
          "2 lines have only a time: 2024-05-13 09:12:10 host app: ERROR new (line 81)"
        ])
    }
    let few = "2024-05-13 08:12:01 a\n2024-05-13 08:12:02 b\n2024-05-13 08:12:03 WARN c\n"
    for log in [others.joined(), few] {
      let indexed = Indexed(log)
      #expect(indexed.sections.joined().count > 1 && indexed.notes.isEmpty)
    }
  }
}
