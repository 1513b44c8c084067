import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// Words behind the times of logs, which are parts of these or the first ones of messages.
@Suite struct LogTimeWordsTests {
  private static let time = "2026-03-04 10:00:01"

  /// Returns the rows of lines behind a time.
  private func rows(_ texts: [String], time: String = Self.time) -> [JSONBytes] {
    Indexed(texts.map { "\(time) \($0)\n" }.joined()).rows.map(\.json)
  }

  @Test(
    "38: a word behind a time is text where other lines have none there",
    arguments: [
      "AST built in 3 ms", "AST reader ready", "AST-based build", "PM scheduled", "am done",
      "Z axis", "+1000 points", "-05 C", "CAT: purr", "PKT 1 received", "MET target",
      "Europe/Berlin is far", "UTC-5 is used", "WAT x", "SGT x", "MSK x", "EDT x", "HST x", "NST x",
      "NDT x", "HKT x", "KST x", "WET x", "EET x", "EST x", "PM-to-AM shift", "+1000/+0500 points",
    ])
  func wordsOfMessages(_ message: String) {
    for time in [Self.time, "2026-03-04T10:00:01"] {
      let found = rows(["started", message, "up", "ready"], time: time).map(\.text)
      #expect(found.count == 4)
      #expect(found[1] == #"{"time":"2026-03-04T10:00:01","message":"\#(message)"}"#)
    }
  }

  @Test("38: a half, a date and the name of a host behind a clock are none of the time of others")
  func wordsBehindClocks() {
    for (lines, row) in [
      (
        ["10:00:01 a", "10:00:03 2026-03-04 is the day", "10:00:04 b", "10:00:05 c"],
        #"{"time":"10:00:03","message":"2026-03-04 is the day"}"#
      ),
      (
        ["INFO 10:00:01 a", "INFO 10:00:02 PM b", "INFO 10:00:03 c", "INFO 10:00:04 d"],
        #"{"level":"INFO","time":"10:00:02","message":"PM b"}"#
      ),
      // The first one is of a clock of 24 hours.
      (
        ["2026-03-04 14:00:01 PM up", "2026-03-04 10:00:02 PM up"],
        #"{"time":"2026-03-04T10:00:02","message":"PM up"}"#
      ),
      (
        [
          "2026-03-04 10:00:01 web app[1]: x", "2026-03-04 10:00:02 CAT app[1]: x",
          "2026-03-04 10:00:03 web app[1]: x",
        ],
        #"{"time":"2026-03-04T10:00:02","host":"CAT","process":"app","pid":1,"message":"x"}"#
      ),
    ] {
      #expect(Indexed(lines.joined(separator: "\n") + "\n").rows[1].json.text == row)
    }
  }

  @Test(
    "38: a word that texts begin with is text where nothing shows that it is a part of the time",
    arguments: [
      (["PKT 1 received", "PKT 2 received", "PKT 3 received"], "PKT"),
      (["-05 C", "-04 C", "-03 C"], "-05"),
      (["+1000 points", "+0500 points", "+1000 points"], "+1000"), (["MET target"], "MET"),
      (["AST reader ready", "AST reader done"], "AST"), (["am done"], "am"), (["EST up"], "EST"),
    ])
  func openWords(_ texts: [String], _ word: String) {
    let indexed = Indexed(texts.map { "\(Self.time) \($0)\n" }.joined())
    for (row, text) in zip(indexed.rows, texts) {
      #expect(row.json.text == #"{"time":"2026-03-04T10:00:01","message":"\#(text)"}"#)
    }
    #expect(indexed.notes == ["\(word) behind a time is text, which is not certain"])
  }

  @Test(
    "38: a word with which texts hardly begin is a part of the time in a single line",
    arguments: [
      ("UTC up", "T10:00:01Z"), ("GMT up", "T10:00:01Z"), ("+01:00 up", "T10:00:01+01:00"),
      ("+0000 up", "T10:00:01Z"), ("+0100 up", "T10:00:01+01:00"), ("CET up", "T10:00:01+01:00"),
      ("[+0200] up", "T10:00:01+02:00"), ("PM up", "T22:00:01"), ("p.m. up", "T22:00:01"),
      ("PM EST up", "T22:00:01-05:00"), ("EST [x] up", "T10:00:01-05:00"),
      ("EST info: up", "T10:00:01-05:00"), ("EST | up", "T10:00:01-05:00"),
      ("GMT+0100 up", "T10:00:01+01:00"), ("UTC+01:00 up", "T10:00:01+01:00"),
      ("UTC +0100 up", "T10:00:01+01:00"), ("(+01:00) up", "T10:00:01+01:00"),
      ("GMT-5 INFO up", "T10:00:01-05:00"), ("GMT+1 [INFO] up", "T10:00:01+01:00"),
      ("EST: up", "T10:00:01-05:00"), ("AST app[1]: up", "T10:00:01-04:00"),
    ])
  func certainWords(_ text: String, _ time: String) {
    let indexed = Indexed("\(Self.time) \(text)\n")
    #expect(indexed.rows.first?.json.member("time")?.string == "2026-03-04" + time)
    let isOpen = text == "PM up"
    #expect(
      indexed.notes == (isOpen ? ["PM behind a time is a part of it, which is not certain"] : []))
  }

  // If a few lines had none, the zones, levels, threads and loggers of all were lost.
  @Test(
    "38: a word in front of what a time has behind it is a part of the time beside lines without",
    arguments: [
      ("+0000", "T10:00:01Z"), ("UTC", "T10:00:01Z"), ("+01:00", "T10:00:01+01:00"),
      ("PM", "T22:00:01"), ("CET", "T10:00:01+01:00"), ("EST", "T10:00:01-05:00"),
      ("+0100", "T10:00:01+01:00"), ("-05", "T10:00:01-05:00"),
    ])
  func mixedLines(_ word: String, _ time: String) {
    for rest in [
      "[ERROR] x", "INFO x", "[main] INFO a.B - x", "| INFO | x", "[12] LOG:  x",
    ] {
      let own = Array(repeating: "\(word) \(rest)", count: 18)
      for others in [own + [rest, rest, rest], [rest, own[0]], [rest, own[0], rest, rest]] {
        let found = rows(others)
        let row = found[others.firstIndex(of: own[0]) ?? 0]
        #expect(row.member("time")?.string == "2026-03-04" + time)
        #expect(row.member("message")?.string == "x")
        let counts = Set(found.map { $0.members.count })
        #expect(counts == [row.members.count] && row.members.count > 2, "\(row)")
      }
    }
  }

  @Test(
    "38: zones of some lines in front of messages are read",
    arguments: [
      // 8 lines without, then many with one.
      (8, 2_000), (90, 3_000), (3_000, 3_000),
    ])
  func mixedMessages(_ plain: Int, _ zoned: Int) {
    for (word, time) in [("CET", "+01:00"), ("EST", "-05:00"), ("+1000", "+10:00")] {
      let lines = (0..<plain).map { "line \($0) of many" }
      let others = (0..<zoned).map { "\(word) line \($0) of many" }
      let found = rows(lines + others)
      #expect(found.count == plain + zoned)
      for (index, end) in [(0, ""), (plain - 1, ""), (plain, time), (plain + zoned - 1, time)] {
        #expect(found[index].member("time")?.string == "2026-03-04T10:00:01" + end)
        #expect(found[index].member("message")?.string?.hasPrefix("line ") == true)
      }
    }
  }

  @Test("38: most lines with the half of the day are of a 12-hour clock, also if texts are alike")
  func halvesOfMostLines() {
    let found = rows(Array(repeating: "PM x", count: 18) + ["y", "y", "y"])
    #expect(found.first?.text == #"{"time":"2026-03-04T22:00:01","message":"x"}"#)
    #expect(found.last?.text == #"{"time":"2026-03-04T10:00:01","message":"y"}"#)
  }

  @Test("38: a zone of a log without lines to compare with stays the same while messages vary")
  func zonesOfVaryingMessages() {
    for word in ["EST", "PKT", "+1000", "-03", "GMT+1"] {
      let found = rows(["\(word) started", "\(word) up", "\(word) Stopping x", "\(word) up"])
      #expect(found.map { $0.member("message")?.string } == ["started", "up", "Stopping x", "up"])
    }
  }

  // The offset was in the message, and the times were those of UTC.
  @Test(
    "38: offsets behind the times of all lines are parts of them, also those of several zones",
    arguments: [
      ("2026-11-30 17:00:00", "+0100", "-0500"), ("2026-11-30 17:00:00", "-0700", "+0530"),
      ("2026-11-30 17:00:00", "+1000", "-0500"), ("2026-11-30 17:00:00", "+1000", "+0000"),
      ("2026-11-30 17:00:00", "Z", "-0500"), ("Mon, 30 Nov 2026 17:00:00", "+0100", "-0500"),
      ("Mon Nov 30 17:00:00 2026", "+0100", "-0500"),
    ])
  func offsetsOfSeveralZones(_ time: String, _ one: String, _ other: String) {
    func end(_ offset: String) -> String {
      ["Z", "+0000"].contains(offset) ? "Z" : "\(offset.prefix(3)):\(offset.suffix(2))"
    }
    let indexed = Indexed("\(time) \(one) fix typo\n\(time) \(other) add test\n")
    #expect(
      indexed.rows.map(\.json.text) == [
        #"{"time":"2026-11-30T17:00:00\#(end(one))","message":"fix typo"}"#,
        #"{"time":"2026-11-30T17:00:00\#(end(other))","message":"add test"}"#,
      ])
    #expect(indexed.notes.isEmpty)
  }

  @Test("38: the offset of a single line of another zone is a part of its time")
  func offsetsOfSingleLines() {
    let found = rows((0..<300).map { "\($0 == 290 ? "-0700" : "+0200") change \($0)" })
    #expect(found[290].text == #"{"time":"2026-03-04T10:00:01-07:00","message":"change 290"}"#)
    #expect(found[299].text == #"{"time":"2026-03-04T10:00:01+02:00","message":"change 299"}"#)
  }

  @Test(
    "38: numbers behind a time that are no offsets are text",
    arguments: [
      ["+1234 items", "-1999 points"], ["+3 points", "+2 items"], ["(+12:30) meeting", "up"],
      ["GMT-1234 opened ticket", "GMT-1299 closed"],
    ])
  func numbersBehindTimes(_ texts: [String]) {
    #expect(rows(texts).map { $0.member("message")?.string } == texts)
  }

  @Test("38: an offset apart from UTC is a part of the time where nearly all lines have one")
  func offsetsApart() {
    #expect(
      rows(["UTC up", "UTC -0900 free", "UTC ready"])[1].text
        == #"{"time":"2026-03-04T10:00:01Z","message":"-0900 free"}"#)
    for row in rows(["UTC -0900 free", "UTC -0900 busy"]) {
      #expect(row.member("time")?.string == "2026-03-04T10:00:01-09:00")
    }
  }

  @Test(
    "38: in brackets behind a date of JavaScript is a zone, or what is the same on all lines",
    arguments: [
      ["(OK) a", "(FAIL) b"], ["(OK) a"], ["(Overtime) a", "(CET) b"], ["(Run Time) a", "b"],
    ])
  func bracketsOfMessages(_ texts: [String]) {
    let found = rows(texts, time: Self.scriptTime)
    #expect(found.first?.member("message")?.string == texts[0])
    #expect(found.first?.member("time")?.string == "2026-11-30T17:00:00+01:00")
    #expect(found.last?.member("message")?.string?.suffix(1) == texts.last?.suffix(1))
  }

  @Test(
    "38: zones in brackets behind a date of JavaScript are not in the message",
    arguments: [
      ["(CET) a"], ["(Central European Standard Time) a"], ["(Mitteleuropäische Normalzeit) a"],
      ["(GMT+03:00) a"],
      [
        "(heure normale d’Europe centrale) a",
        "(heure normale d’Europe centrale) b",
      ],
    ])
  func bracketsOfTimes(_ texts: [String]) {
    let found = rows(texts, time: Self.scriptTime)
    #expect(found[0].text == #"{"time":"2026-11-30T17:00:00+01:00","message":"a"}"#)
  }

  private static let scriptTime = "Mon Nov 30 2026 17:00:00 GMT+0100"

  @Test("38: the time of a regular expression ends where its group does")
  func timesOfExpressions() {
    var options = FeedOptions()
    (options.format, options.logPatterns) = (.log, [#"(?<time>\S+ \S+) (?<message>.*)"#])
    let texts = ["CET up", "PM up", "x up"]
    let rows = Indexed(texts.map { "\(Self.time) \($0)\n" }.joined(), options: options).rows
    for (row, text) in zip(rows, texts) {
      #expect(row.json.text == #"{"time":"2026-03-04T10:00:01","message":"\#(text)"}"#)
    }
  }

  @Test("38: lines of a host have a zone or none")
  func zonesOfHosts() {
    let day = "Wed 2026-03-04 10:00:01"
    let lines = [" CET", " CET", " EST", ""].map { "\(day)\($0) host systemd[1]: x\n" }
    let found = Indexed(lines.joined()).rows.map(\.json)
    for (row, zone) in zip(found, ["+01:00", "+01:00", "-05:00", ""]) {
      #expect(
        row.text == #"{"time":"2026-03-04T10:00:01\#(zone)","host":"host","process":"systemd","#
          + #""pid":1,"message":"x"}"#)
    }
    let zones = ["2026-03-04 10:00:01 +01:00 [INF] a\n", "2026-03-04T10:00:02Z [INF] b\n"]
    #expect(
      Indexed(zones.joined()).rows.map { $0.json.member("time")?.string }
        == ["2026-03-04T10:00:01+01:00", "2026-03-04T10:00:02Z"])
    #expect(
      Indexed("[2026-03-04 10:00:01 AST] x\n[2026-03-04 10:00:01 AST] y\n").rows.first?.json.text
        == #"{"time":"2026-03-04T10:00:01-04:00","message":"x"}"#)
  }

  // The zone was the first word of the message, and the times were those of UTC.
  @Test(
    "38: a zone behind a time without a year is read, and the record is the one without it",
    arguments: [
      ("Nov 30 17:00:00.123", "CET", "+01:00", ": %LINK-3-UPDOWN: x"),
      ("*Nov 30 17:00:00.123", "EST", "-05:00", ": %LINK-3-UPDOWN: x"),
      ("Mon Nov 30 17:00:00", "CET", "+01:00", " [filer: x:notice]: m"),
      ("11-30 17:00:00.123", "+0100", "+01:00", "  1234  1250 I Tag: m"),
      ("Nov 30 17:00:00", "+01:00", "+01:00", " h a[1]: m"),
      ("Nov 30 17:00:00", "CET", "+01:00", " h a: m"), ("30 Nov 17:00:00", "UTC", "Z", " m"),
    ])
  func zonesWithoutYears(_ time: String, _ zone: String, _ offset: String, _ rest: String) {
    func rows(_ zone: String) -> [JSONBytes] {
      Indexed((0..<3).map { "\(time)\(zone)\(rest) \($0)\n" }.joined()).rows.map(\.json)
    }
    let (found, plain) = (rows(" " + zone), rows(""))
    #expect(found.count == 3 && plain.count == 3)
    for (row, other) in zip(found, plain) {
      let time = other.member("time")?.string ?? ""
      #expect(!time.isEmpty && row.text == other.text.replacing(time, with: time + offset))
    }
  }

  // They were components, and the times those of UTC or of the morning.
  @Test(
    "38: a zone that is not known, and halves of the day in other languages, are said",
    arguments: [
      (["PHT INFO a", "PHT WARN b"], "PHT is not known as a zone; times are read without it"),
      (["PHT a b", "PHT c"], "PHT is not known as a zone; times are read without it"),
      (["NPT [INFO] a", "NPT [WARN] b"], "NPT is not known as a zone; times are read without it"),
      (
        ["下午 INFO a", "上午 INFO b"],
        "下午 behind a time is not read; the hour may be one of the afternoon"
      ),
      (["nachm. a"], "nachm. behind a time is not read; the hour may be one of the afternoon"),
      (["PHT INFO a", "web INFO b"], nil), (["GET /a", "GET /b"], nil), (["CH a", "a"], nil),
      (["MQTT INFO a", "MQTT WARN b"], nil), (["BOT INFO a", "BOT INFO b"], nil),
    ] as [([String], String?)])
  func unreadWords(_ texts: [String], _ note: String?) {
    let indexed = Indexed(texts.map { "\(Self.time) \($0)\n" }.joined())
    #expect(indexed.rows.count == texts.count && indexed.notes == [note].compactMap(\.self))
  }

  @Test(
    "38: words between a time of mail and a level are no fields of BGL",
    arguments: ["Sat, 28 Nov 2026", "Sat 28 Nov 2026", "- 28 Nov 2026"])
  func wordsBeforeLevels(_ date: String) {
    let row = Indexed("\(date) 16:05:07 GMT web db INFO starting job\n").rows.first
    #expect(row?.json.member("alert") == nil && row?.json.member("seconds") == nil)
  }

  @Test("38: a process with its number may have the name of a zone")
  func processesWithNamesOfZones() {
    for row in Indexed("Nov 30 17:00:00 MST[12]: up\nNov 30 17:00:01 MST[12]: down\n").rows {
      #expect(row.json.member("process")?.string == "MST")
      #expect(row.json.member("pid")?.text == "12")
    }
  }

  @Test("38: a host behind a time without a year may have the name of a zone")
  func hostsWithNamesOfZones() {
    let rows = Indexed("Nov 24 10:11:12 MET sshd[1]: a\nNov 24 10:11:13 MET cron[2]: b\n").rows
    #expect(rows.map { $0.json.member("host")?.string } == ["MET", "MET"])
  }

  @Test(
    "38: a year behind a time is read where its weekday, a zone or what follows shows it",
    arguments: [
      (["Tue Dec 24 10:00:01 2024 a", "Tue Nov 24 10:11:12 2026 c"], [2024, 2026], "a"),
      (
        [
          "Tue Dec 24 10:00:01 2024 a", "Wed Dec 24 10:00:01 2025 b",
          "Tue Nov 24 10:11:12 2026 c",
        ], [2024, 2025, 2026], "a"
      ),
      (["Tue Dec 24 10:00:01 2024: a", "Tue Nov 24 10:11:12 2026: c"], [2024, 2026], "a"),
      (["Tue Dec 24 10:00:01 2024 - a", "Tue Nov 24 10:11:12 2026 - c"], [2024, 2026], "- a"),
      (["Dec 24 10:00:01 2024 [12] a", "Nov 24 10:11:12 2026 [12] c"], [2024, 2026], "[12] a"),
      (["Tue Dec 24 10:00:01 CET 2024 a", "Tue Nov 24 10:11:12 CET 2026 c"], [2024, 2026], "a"),
      (
        ["Dec 24 10:00:01 2024 h app[1]: a", "Mar  1 10:00:01 2026 h app[1]: b"], [2024, 2026],
        "a"
      ),
      (
        [
          "Tue Nov 24 10:11:12 2026 a", "Tue Nov 24 10:11:13 b", "Tue Nov 24 10:11:14 2026 c",
        ], [2026, 2026, 2026], "a"
      ),
      (
        ["Mar  4 10:00:01 2025 a", "Mar  4 10:00:02 2025 b", "Mar  4 10:00:03 2026 c"],
        [2025, 2025, 2026], "a"
      ),
      (["Tue Nov 24 10:11:12 2020 x", "Tue Nov 24 10:11:12 x"], [2020, 2020], "x"),
      (["Tue Nov 24 10:11:12 2026 AST built"], [2026], "AST built"),
      (["Tue Nov 24 10:11:12 2026 -0800 x"], [2026], "x"),
    ])
  func years(_ lines: [String], _ years: [Int], _ message: String) {
    let rows = Indexed(lines.joined(separator: "\n") + "\n").rows.map(\.json)
    let found = rows.compactMap { row in
      row.member("time")?.string.flatMap { Int($0.prefix(4)) }
    }
    #expect(found == years)
    #expect(rows.first?.member("message")?.string == message)
  }

  @Test("38: years of most lines of a long log are read, and those of the others concluded")
  func yearsOfMostLines() {
    let lines = (0..<100).map { line in
      "Nov 24 10:11:12 \(line % 10 == 7 ? "" : "2020 ")line \(line)\n"
    }
    let rows = Indexed(lines.joined()).rows.map(\.json)
    for (index, row) in rows.enumerated() {
      #expect(row.text == #"{"time":"2020-11-24T10:11:12","message":"line \#(index)"}"#)
    }
  }

  // It was a member, and the time counted as one of UTC.
  @Test("38: a zone in front of a time, as of Monit, is one of the time")
  func zonesInFront() {
    func log(_ zone: String) -> Indexed {
      Indexed(
        (1...3).map { "[\(zone) Apr 16 21:05:2\($0)] error    : 'x' failed \($0)\n" }.joined())
    }
    let row = log("PDT").rows.first?.json
    #expect(row?.member("time")?.string?.hasSuffix("-04-16T21:05:21-07:00") == true)
    #expect(row?.member("zone") == nil && row?.member("level")?.string == "error")
    let unknown = log("CST")
    #expect(unknown.rows.first?.json.member("time")?.string == "CST Apr 16 21:05:21")
    #expect(unknown.notes.contains { $0.hasPrefix("times as CST Apr 16 21:05:21 are texts") })
  }

  // The years and zones of logs whose lines all say the same were lost.
  @Test(
    "38: a word behind the times of all of many lines is a part of them",
    arguments: [
      ("Mar  4 10:00:01", "2024 heartbeat", "2024-03-04T10:00:01"),
      ("2026-03-04 10:00:01", "EST heartbeat", "2026-03-04T10:00:01-05:00"),
    ])
  func usualWords(_ time: String, _ text: String, _ value: String) {
    let indexed = Indexed((0..<40).map { "\(time) \(text) \($0)\n" }.joined())
    #expect(indexed.rows.count == 40 && indexed.notes.isEmpty)
    #expect(indexed.rows.allSatisfy { $0.json.member("time")?.string == value })
    #expect(indexed.rows.last?.json.member("message")?.string == "heartbeat 39")
  }

  @Test(
    "38: other numbers behind a time are no years",
    arguments: [
      ["started", "2048 bytes sent", "ready"], ["2025 items", "2047 items", "1980 items"],
      ["2000 bytes", "2000 bytes", "2000 bytes"], ["2024 bytes"], ["2048-bit key"],
      Array(repeating: "2048 bytes", count: 40),
    ])
  func numbers(_ texts: [String]) {
    // On this day, the weekday of 2048 is that of 2026.
    for time in ["Mar  4 10:00:01", "Wed Mar  4 10:00:01"] {
      #expect(rows(texts, time: time).map { $0.member("message")?.string } == texts)
    }
  }
}
