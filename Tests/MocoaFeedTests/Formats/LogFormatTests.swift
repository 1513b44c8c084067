import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// Logs whose lines have a known pattern.
@Suite struct LogFormatTests {
  private static let entries =
    LogFormat.libraryEntries + LogFormat.programEntries + LogFormat.serverEntries
    + LogFormat.looseEntries + LogFormat.outputEntries + LogFormat.lineEntries
    + [LogFormat.haproxyEntry, LogFormat.generalEntry]

  /// 2026-12-20, in UTC.
  private static let calendar = RecentDate(
    clock: LocalClock {
      1_797_724_800
    } offset: { _ in
      0
    })

  private static func members(_ pattern: LogPattern, _ line: String) -> String? {
    var json: [UInt8] = []
    let lines = line.split(separator: "\n", maxSplits: 1)
    let isMatch = Array(lines[0].utf8).withUnsafeBytes { pattern.append($0, calendar, to: &json) }
    if isMatch, lines.count > 1 {
      Array(lines[1].utf8).withUnsafeBytes { pattern.append(lines: $0, calendar, to: &json) }
    }
    return isMatch ? String(decoding: json, as: UTF8.self) : nil
  }

  private static func best(_ lines: [String]) -> LogFormat? {
    let bytes = lines.map { Array($0.utf8) }
    let buffers = bytes.map { line in
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: line.count, alignment: 1)
      buffer.copyBytes(from: line)
      return UnsafeRawBufferPointer(buffer)
    }
    defer { for buffer in buffers { buffer.deallocate() } }
    return LogFormat.best(of: buffers)
  }

  @Test("38: each pattern of the table reads its line, with all its members")
  func linesOfTheTable() throws {
    for entry in Self.entries {
      for (text, line) in entry.patterns {
        let pattern = try LogPattern(text)
        let json = try #require(Self.members(pattern, line), "\(text): \(line)")
        let value = try JSONValue(parsing: json)
        let keys = try #require(value.object).map(\.key)
        #expect(Set(keys).isSubset(of: pattern.names), "\(json)")
        let missing = pattern.names.filter { !keys.contains($0) }
        #expect(missing.count <= line.split(separator: " ").count { $0 == "-" }, "\(json)")
      }
    }
  }

  @Test("38: a pattern that leaves out members finds the same values of the others")
  func narrowedPatterns() throws {
    var random = SeededGenerator(seed: 38)
    for (text, line) in Self.entries.flatMap({ Array($0.patterns) }) {
      let pattern = try LogPattern(text)
      for record in [line, line.contains("\n") ? line : line + "\n  at a.b(C.java:7)"] {
        let whole = try #require(Self.members(pattern, record))
        let names = pattern.names + ["lines", "message"]
        let wanted = Set(names.filter { _ in Bool.random(using: &random) })
        let part = try #require(Self.members(pattern.narrowed(to: wanted), record))
        let (all, some) = (JSONBytes(Array(whole.utf8)), JSONBytes(Array(part.utf8)))
        #expect((try? some.check()) != nil, "\(part)")
        for name in wanted { #expect(some.member(name)?.text == all.member(name)?.text, "\(text)") }
        #expect(some.members.count <= all.members.count)
      }
    }
  }

  @Test("38: the lines of a format are known by it, and those of a stack trace continue a record")
  func formatsAreFound() throws {
    for entry in Self.entries {
      let lines = entry.patterns.flatMap { $0.value.split(separator: "\n").map(String.init) }
      let isOfLines = LogFormat.lineEntries.contains { $0.name == entry.name }
      let trace =
        isOfLines
        ? [] : ["java.io.IOException: no", "\tat a.b.C.d(C.java:7)", "Caused by: x", "last"]
      let format = try #require(Self.best(lines + lines + trace + lines), "\(entry.name)")
      for (_, text) in entry.patterns {
        let line = text.prefix { $0 != "\n" }
        let bytes = Array(line.utf8)
        #expect(bytes.withUnsafeBytes { format.reads($0) }, "\(entry.name): \(line)")
      }
    }
  }

  @Test(
    "38: levels between other signs, and behind names and numbers, are members",
    arguments: [
      ("- INFO: x", #""level":"INFO","message":"x""#),
      ("(WARN) x", #""level":"WARN","message":"x""#),
      ("- [ERROR] - x", #""level":"ERROR","message":"x""#),
      (":: INFO :: x", #""level":"INFO","message":"x""#),
      ("71 ERROR x: y", #""pid":71,"level":"ERROR","logger":"x","message":"y""#),
      ("main [INFO] x", #""component":"main","level":"INFO","message":"x""#),
      ("a.b: [INFO] x", #""component":"a.b","level":"INFO","message":"x""#),
      ("main WARN x", #""component":"main","level":"WARN","message":"x""#),
      ("found errors x", #""message":"found errors x""#),
      ("- ok: x", #""message":"- ok: x""#),
    ])
  func signsAroundLevels(_ rest: String, _ members: String) {
    let log = String(repeating: "2026-11-24 10:11:12 \(rest)\n", count: 3)
    let expected = #"{"time":"2026-11-24T10:11:12",\#(members)}"#
    #expect(Indexed(log).rows.map(\.json.text) == [expected, expected, expected])
  }

  @Test("38: lines with levels in front begin the records that their patterns read")
  func startsWithLevels() throws {
    var random = SeededGenerator(seed: 38)
    let others = ["\tat a.b.C.d(C.java:7)", "INFO 12", "ERROR", "", "Caused by: x", "INFO: 2026"]
    for form in ["%@ %@ up", "[%@] %@ up", "%@: %@ [main] up", "%@ | %@ | up", "%@ - %@ - up"] {
      let parts = form.split(separator: "%@", omittingEmptySubsequences: false)
      func line() -> String {
        let level = ["INFO", "WARN", "ERROR", "DEBUG"].randomElement(using: &random) ?? ""
        let second = Int.random(in: 10..<60, using: &random)
        return "\(parts[0])\(level)\(parts[1])2026-11-24 10:11:\(second),345\(parts[2])"
      }
      let sample = (0..<20).map { _ in line() }
      let format = try #require(Self.best(sample), "\(form)")
      for text in (0..<50).map({ _ in line() }) + others + others.map({ $0 + " " + line() }) {
        let bytes = Array(text.utf8)
        let isRead = bytes.withUnsafeBytes { format.reads($0) }
        #expect(bytes.withUnsafeBytes { format.begins($0) } == isRead, "\(text)")
      }
    }
  }

  @Test(
    "38: the times of logs are read",
    arguments: [
      ("2026-11-24 10:11:12,345", "2026-11-24T10:11:12.345"),
      ("2026-11-24T10:11:12.345678Z", "2026-11-24T10:11:12.345678Z"),
      ("2026/11/24 10:11:12", "2026-11-24T10:11:12"),
      ("2026-11-24 10:11:12 +0130", "2026-11-24T10:11:12+01:30"),
      ("2026-11-24 10:11:12 UTC", "2026-11-24T10:11:12Z"),
      ("2026-11-24T10:11:12-05", "2026-11-24T10:11:12-05:00"),
      ("2026-11-24 10:11:12.5 -03", "2026-11-24T10:11:12.5-03:00"),
      ("2026-11-24 10:11:12 Z", "2026-11-24T10:11:12Z"),
      ("2026-11-24 10:11:12 [+0200]", "2026-11-24T10:11:12+02:00"),
      ("2026-11-24 10:11:12 (+01:00)", "2026-11-24T10:11:12+01:00"),
      ("2026-11-24 10:11:12 GMT+0100", "2026-11-24T10:11:12+01:00"),
      ("2026-11-24 10:11:12 GMT+1", "2026-11-24T10:11:12+01:00"),
      ("2026-11-24 10:11:12 GMT-5", "2026-11-24T10:11:12-05:00"),
      ("2026-11-24 10:11:12 UTC+05:30", "2026-11-24T10:11:12+05:30"),
      ("2026-11-24 10:11:12 UTC +0100", "2026-11-24T10:11:12+01:00"),
      ("2026-11-24 10:11:12 GMT+100", nil), ("2026-11-24 10:11:12 WET+1", nil),
      ("Tue Nov 24 2026 10:11:12 GMT+0100 (CET)", "2026-11-24T10:11:12+01:00"),
      (
        "Tue Nov 24 2026 10:11:12 GMT-0800 (Pacific Standard Time)", "2026-11-24T10:11:12-08:00"
      ),
      ("Tue Nov 24 2026 10:11:12 GMT-0800 (worker)", nil),
      ("2026-11-24 10:11:12 (CET)", "2026-11-24 10:11:12 (CET)"),
      ("2026-11-24 10:11:12 (UTC+2)", "2026-11-24 10:11:12 (UTC+2)"),
      ("2026-11-24 10:11:12 America/New_York", "2026-11-24 10:11:12 America/New_York"),
      ("2026-11-24 10:11:12 +2", "2026-11-24 10:11:12 +2"), ("2026-11-24 10:11:12 -20", nil),
      ("2026-11-24 10:11:12 (x)", nil), ("2026-11-24 10:11:12 Error/x", nil),
      ("2026-11-24 10:11", "2026-11-24T10:11:00"),
      ("2005-06-03-15.42.50.363779", "2005-06-03T15:42:50.363779"),
      ("20171223-22:15:29:606", "2017-12-23T22:15:29.606"),
      ("20171224-0:7:20:5", "2017-12-24T00:07:20.005"),
      ("17/06/09 20:10:40", "17/06/09 20:10:40"), ("99/06/09 20:10:40", "1999-06-09T20:10:40"),
      ("081109 203615", "2008-11-09T20:36:15"),
      ("260102  9:01:02", "2026-01-02T09:01:02"),
      ("0102 10:11:12.345678", "2026-01-02T10:11:12.345678"),
      ("10/Oct/2000:13:55:36 -0700", "2000-10-10T13:55:36-07:00"),
      ("24-Nov-2026 10:11:12.345", "2026-11-24T10:11:12.345"),
      ("2-Jan-2026::10:11:12", "2026-01-02T10:11:12"),
      ("02 Jan 2026 10:11:12", "2026-01-02T10:11:12"),
      ("Nov  3 10:11:12", "2026-11-03T10:11:12"), ("Dec 31 10:11:12", "2025-12-31T10:11:12"),
      ("Tue Nov 24 10:11:12.5 2026", "2026-11-24T10:11:12.5"),
      ("Tue Nov 24 10:11:12 UTC 2026", "2026-11-24T10:11:12Z"),
      ("Tue 2026-11-24 10:11:12 UTC", "2026-11-24T10:11:12Z"),
      ("Wed May  1 10:00:00 CEST 2024", "2024-05-01T10:00:00+02:00"),
      ("Wed May  1 10:00:00 AM EST 2024", "2024-05-01T10:00:00-05:00"),
      ("Wed May  1 10:00:00 +03 2024", "2024-05-01T10:00:00+03:00"),
      ("Wed May 01 10:00:00 +0230 2024", "2024-05-01T10:00:00+02:30"),
      ("Wed May  1 10:00:00 CST 2024", "Wed May  1 10:00:00 CST 2024"),
      ("Wed May  1 10:00:00 ABC 2024", nil),
      ("May  1 10:00:00 CET", "2026-05-01T10:00:00+01:00"),
      ("05-01 10:00:00 -03", "2026-05-01T10:00:00-03:00"),
      ("2024-01-01 00:00:00.5 CET", "2024-01-01T00:00:00.5+01:00"),
      ("2024-01-01 00:00:00 SAST", "2024-01-01T00:00:00+02:00"),
      ("2024-01-01 00:00:00.5 ChST", "2024-01-01T00:00:00.5+10:00"),
      ("2024-01-01 00:00:00 WITA", "2024-01-01T00:00:00+08:00"),
      ("2024-01-01 00:00:00 NST", "2024-01-01T00:00:00-03:30"),
      ("2024-01-01 00:00:00 MESZ", "2024-01-01T00:00:00+02:00"),
      ("2024-01-01 00:00:00 UT", "2024-01-01T00:00:00Z"), ("2024-01-01 00:00:00 AT", nil),
      ("Wed May  1 10:00:00 EAT 2024", "2024-05-01T10:00:00+03:00"),
      ("2024-01-01 00:00:00 IST", "2024-01-01 00:00:00 IST"), ("2024-01-01 00:00:00 INFO", nil),
      ("Nov 24, 2026 12:01:02 AM", "2026-11-24T00:01:02"),
      ("Nov 24, 2026 1:01:02 PM", "2026-11-24T13:01:02"),
      ("2026-11-24 01:01:02.5 PM", "2026-11-24T13:01:02.5"), ("12:01:02 AM", "00:01:02"),
      ("2026-11-24 02:36 PM", "2026-11-24T14:36:00"), ("2026-11-24 2:36pm", "2026-11-24T14:36:00"),
      ("2026-11-24 2:36:15 p. m.", "2026-11-24T14:36:15"),
      ("2026-11-24 2:36:15\u{202F}PM", "2026-11-24T14:36:15"),
      ("Wed Mar 24 12:54:47 AM  UTC 2021", "2021-03-24T00:54:47Z"),
      ("Tue Nov 24 10:11:12 2026 -0800", "2026-11-24T10:11:12-08:00"),
      ("Tue Nov 24 06:03:42 PM UTC 2026", "2026-11-24T18:03:42Z"),
      ("11-24 10:11:12.3", "2026-11-24T10:11:12.3"),
      ("Nov 24 2026 10:11:12", "2026-11-24T10:11:12"),
      ("10:11:12.3 2026-11-24", "2026-11-24T10:11:12.3"), ("03.11 10:11:12", "03.11 10:11:12"),
      ("2026/11/24 - 10:11:12", "2026-11-24T10:11:12"),
      ("10.30 16:49:06", "2026-10-30T16:49:06"), ("10:11:12,345", "10:11:12.345"),
      ("1796465472", "2026-12-05T10:11:12Z"), ("1796465472.345", "2026-12-05T10:11:12.345Z"),
      ("1796465472345", "2026-12-05T10:11:12.345Z"),
      // Ids of orders were times in 2096.
      ("4001234567", nil), ("400123456", nil), ("946684800", "2000-01-01T00:00:00Z"),
      ("2208988800", nil), ("4001234567890", nil),
      ("Feb 29 10:11:12", "2024-02-29T10:11:12"), ("2024-02-29 10:11:12", "2024-02-29T10:11:12"),
      ("24.11.2026 10:11:12.5", "2026-11-24T10:11:12.5"), ("1.2.2026 10:11", "2026-02-01T10:11:00"),
      ("20261124T101112Z", "2026-11-24T10:11:12Z"), ("20261124-101112", "2026-11-24T10:11:12"),
      ("20261124:101112.345", "2026-11-24T10:11:12.345"),
      ("1124/101112.345678", "2026-11-24T10:11:12.345678"),
      ("11-24|10:11:12.345", "2026-11-24T10:11:12.345"),
      ("Nov-24 10:11:12.345", "2026-11-24T10:11:12.345"),
      ("Nov 24, 2026, 1:01:02,345 PM UTC", "2026-11-24T13:01:02.345Z"),
      ("2026.11.24-10.11.12:345", "2026-11-24T10:11:12.345"),
      ("04/05/2026 10:11:12", "04/05/2026 10:11:12"), ("24/11/26 10:11:12", "24/11/26 10:11:12"),
      ("31.4.2026 10:11:12", nil), ("11.24.2026 10:11:12", nil), ("24.11.26 10:11:12", nil),
      ("24/24/2026 10:11:12", nil), ("20261124T101162", nil), ("20261324T101112", nil),
      ("2026-02-29 10:11:12", nil), ("2026-11-31 10:11:12", nil), ("2026-11-24 10:1", nil),
      ("2026-11-24 10:1:12", nil), ("2026-13-24 10:11:12", nil), ("2026-11-24 25:11:12", nil),
      ("2026-11-24", nil),
      ("2026-11-24 10:11:12x", nil), ("10:11", nil), ("12345678", nil), ("99.99 10:11:12", nil),
      ("2026-11-24 10:61:12", nil), ("Foo 24 10:11:12", nil), ("Nov 32 10:11:12", nil),
    ] as [(String, String?)])
  func times(_ text: String, _ expected: String?) {
    let bytes = Array(text.utf8)
    let found = bytes.withUnsafeBytes { bytes -> String? in
      guard let time = LogTime(bytes, at: 0), time.end == bytes.count else { return nil }
      var json: [UInt8] = []
      time.append(Self.calendar, to: &json)
      return String(decoding: json, as: UTF8.self)
    }
    #expect(found == expected)
  }

  @Test(
    "38: words in sentences are no levels, and messages keep their ends",
    arguments: [
      ("2026-11-24 10:11:12 Fine weather today", nil, "Fine weather today"),
      ("2026-11-24 10:11:12 Error: no", "Error", "no"),
      ("2026-11-24 10:11:12 error  no", "error", "no"),
      ("2026-11-24 10:11:12 WARN no", "WARN", "no"),
      ("2026-11-24 10:11:12 I am here", nil, "I am here"),
      ("2026-11-24 10:11:12 Processing file: done", nil, "Processing file: done"),
      ("2026-11-24 10:11:12 ERROR: [x]: y", "ERROR", "[x]: y"),
      ("2026-11-24 10:11:12 INFO [5/10] copying", "INFO", "[5/10] copying"),
      ("2026-11-24 10:11:12 INFO 10.0.0.1:8080 up", "INFO", "10.0.0.1:8080 up"),
      ("2026-11-24 10:11 - 11:00 Dentist", nil, "- 11:00 Dentist"),
      ("2026-11-24 10:11:12 -", nil, "-"), ("Nov 24 10:11:12 h su[1]: -", nil, "-"),
      ("2026-11-24 10:11:12 ERROR-prone", nil, "ERROR-prone"),
      (#"2026-11-24T10:11:12Z ERROR {"user": "bob"}"#, "ERROR", #"{"user": "bob"}"#),
      ("2026-11-24 10:11:12 info.txt is read", nil, "info.txt is read"),
    ] as [(String, String?, String)])
  func words(_ line: String, _ level: String?, _ message: String) throws {
    let format = try #require(Self.best([line, line, line]))
    let json = try #require(format.patterns.lazy.compactMap { Self.members($0, line) }.first)
    let value = try JSONValue(parsing: json)
    #expect(value["level"]?.string == level && value["message"]?.string == message)
  }

  @Test("38: a word in lower case is a level where nearly all lines have one there")
  func lowerCase() throws {
    let line = "2026-11-24 10:11:12 error bars are shown "
    let others = ["2026-11-24 10:11:13 see the plot", "2026-11-24 10:11:14 done"]
    let some = try #require(Self.best([line] + others))
    let all = try #require(
      Self.best([line, "2026-11-24 10:11:13 info plot", "2026-11-24 10:11:14 debug done"]))
    for (format, message) in [(some, "error bars are shown "), (all, "bars are shown ")] {
      let json = try #require(format.patterns.lazy.compactMap { Self.members($0, line) }.first)
      #expect(try JSONValue(parsing: json)["message"]?.string == message)
    }
  }

  @Test(
    "38: the order of a date is concluded from all lines; without one, it stays as it is written",
    arguments: [
      (["24/11/2026 10:11:12 x", "05/11/2026 10:11:12 x"], "2026-11-05T10:11:12"),
      (["11/24/2026 10:11:12 x", "05/11/2026 10:11:12 x"], "2026-05-11T10:11:12"),
      (["04/11/2026 10:11:12 PM x", "05/11/2026 10:11:12 PM x"], "05/11/2026 10:11:12 PM"),
      (["04-11-2026 10:11:12 PM x", "14-11-2026 10:11:12 PM x"], "2026-11-14T22:11:12"),
      (["24/11/2026 10:11:12 PM x", "05/11/2026 10:11:12 PM x"], "2026-11-05T22:11:12"),
      (["24-11-2026 10:11:12 x", "05-11-2026 10:11:12 x"], "2026-11-05T10:11:12"),
      (["11/24/26 10:11:12 x", "05/11/26 10:11:12 x"], "2026-05-11T10:11:12"),
      (["17/06/09 10:11:12 x", "17/06/09 10:11:13 x"], "17/06/09 10:11:13"),
      (["17/06/09 10:11:12 x", "17/06/10 10:11:12 x"], "2017-06-10T10:11:12"),
      (["28/11/26 10:11:12 INFO x", "29/11/26 10:11:12 INFO x"], "2026-11-29T10:11:12"),
      (["31/12/25 10:11:12 INFO x", "01/01/26 10:11:12 INFO x"], "2026-01-01T10:11:12"),
      (["03/11/26 10:11:12 INFO x", "04/11/26 10:11:12 INFO x"], "04/11/26 10:11:12"),
      (["11/03/26 10:11:12 INFO x", "11/03/26 10:11:13 INFO x"], "11/03/26 10:11:13"),
      (["[03.11 16:49:06] x", "[04.11 16:49:07] x"], "04.11 16:49:07"),
      (["[10.30 16:49:06] x", "[11.04 16:49:07] x"], "2026-11-04T16:49:07"),
      (
        [
          "[28/11/26 14:36:15:123 CET] 00000001 Server I a",
          "[03/12/26 14:36:15:123 CET] 00000001 Server I a",
        ],
        "2026-12-03T14:36:15.123+01:00"
      ),
      (
        [
          "[2/11/25 14:36:15:123 CET] 00000001 Server I a",
          "[2/11/26 14:36:15:123 CET] 00000001 Server I a",
        ],
        "2/11/26 14:36:15:123 CET"
      ),
      (["17/06/09 10:11:12 INFO x.Y: z", "17/06/10 10:11:12 WARN x.Y: z"], "2017-06-10T10:11:12"),
      (["17/06/09 10:11:12 INFO x.Y: z", "17/06/09 10:11:13 WARN x.Y: z"], "2017-06-09T10:11:13"),
      (["11/10/26 10:11:12 INFO x.Y: z", "11/10/26 10:11:13 WARN x.Y: z"], "11/10/26 10:11:13"),
      (["11/10/26 10:11:12 INFO x.Y: z", "11/10/27 10:11:13 WARN x.Y: z"], "2011-10-27T10:11:13"),
      (["11/10/26 10:11:12 INFO x.Y: z", "12/10/26 10:11:13 WARN x.Y: z"], "12/10/26 10:11:13"),
      (["04/11/2026 10:11:12 x", "05/11/2026 10:11:12 x"], "05/11/2026 10:11:12"),
      (
        ["24/11/2026 1:02:03 x", "11/24/2026 10:11:12 x", "05/11/2026 10:11:12 x"],
        "05/11/2026 10:11:12"
      ),
    ])
  func dateOrders(_ lines: [String], _ time: String) throws {
    let format = try #require(Self.best(lines))
    let line = try #require(lines.last)
    let json = try #require(format.patterns.lazy.compactMap { Self.members($0, line) }.first)
    #expect(try JSONValue(parsing: json)["time"]?.string == time)
  }

  @Test(
    "38: a pattern has a second line, words and braces",
    arguments: [
      (
        "{time} {logger} {method}\n{level}: {message}",
        "2026-11-24 10:11:12 a.b add\nINFO: up\n x\ny",
        #"{"time":"2026-11-24T10:11:12","logger":"a.b","method":"add","level":"INFO","#
          + #""message":"up\n x\ny"}"#
      ),
      (
        "{time} {logger} {method}\n{level}: {message}", "2026-11-24 10:11:12 a.b add\nno level",
        #"{"time":"2026-11-24T10:11:12","logger":"a.b","method":"add","lines":"no level"}"#
      ),
      (
        "{stream:stdout|stderr} {{{x:word}} {message}", "stderr {y} no",
        #"{"stream":"stderr","x":"y","message":"no"}"#
      ),
      ("{stream:stdout|stderr} {message}", "stdouts no", nil),
      // Names of members are no kinds of them.
      (
        "{x} {path} {file} {name} {value}", "a /p/6 b web1 c",
        #"{"x":"a","path":"/p/6","file":"b","name":"web1","value":"c"}"#
      ),
      ("<{a}> <{b}> {message}", "<<x>> <> y", #"{"a":"<x>","b":"","message":"y"}"#),
      (
        #"(?<time>\S+ \S+) (?P<user>\w+)(?: (?<n>\d+))?: (?<message>.*)"#,
        "2026-11-24 10:11:12,5 ada 07: it is\n  more",
        #"{"time":"2026-11-24T10:11:12.5","user":"ada","n":"07","message":"it is\n  more"}"#
      ),
      (
        #"(?<user>\w+)(?: (?<n>\d+))?:(?: (?<message>.*))?"#, "ada:\nx",
        #"{"user":"ada","message":"\nx"}"#
      ),
      (#"(?<user>\w+) (?<n>\d+)"#, "ada 12", #"{"user":"ada","n":12}"#),
      (#"^(?<user>\w+)$"#, "ada 12", nil), (#"(?<user>\w+)"#, "ada 12", nil),
      (#"(?<time>.+) is when"#, "noon is when", nil),
      (#"(?<a>x)|(?<b>y)"#, "y", #"{"b":"y"}"#), (#"(?<a>x)?y"#, "y", "{}"),
    ] as [(String, String, String?)])
  func forms(_ pattern: String, _ record: String, _ json: String?) throws {
    #expect(Self.members(try LogPattern(pattern), record) == json)
  }

  @Test(
    "38: what is no log is none",
    arguments: [
      ["a", "b"], ["2026-11-24,10:11:12,x", "2026-11-24,10:11:13,y"], ["10:11 a", "10:12 b"],
      ["INFO: all is well", "ERROR: it is not"], ["[1] ready", "[2] done"],
      ["[1.0] Introduction", "[1.1] Scope"], ["I/O(5): error", "no", "nor this"],
      ["1428634687123 Hello", "1428634687123 World"], ["[worker] ready"],
      ["-rw-r--r-- 1 ada ada 5 Nov 24 10:11 x", "-rw-r--r-- 1 ada ada 6 Nov 24 10:12 y"],
      ["Nov 24 10:11:12 one record", "and", "much", "text", "below", "it"],
      ["## 0.3.0", "- 2026-11-24: the table", "- 2026-11-25: the log"], [""],
    ])
  func otherTexts(_ lines: [String]) {
    #expect(Self.best(lines) == nil)
  }

  @Test(
    "38: a pattern that is none is explained",
    arguments: [
      ("", "a pattern has members, such as {message}"), ("time", "a pattern has members, such as"),
      ("{time", "expected a name and '}'"), ("{} x", "expected a name and '}'"),
      ("(?<a", "syntax error in subpattern name"), ("(?<=a)b", "a regular expression has groups"),
      ("(?<a>x)(?<a>y)", "two named subpatterns have the same name"),
      ("{a} {a}", "{a} occurs twice"),
      ("{level} {p:priority}", "{level} occurs twice"),
      ("{a:digits}", "'digits' of {a:…} is none of time"),
    ])
  func faults(_ text: String, _ reason: String) {
    do throws(LogPattern.Fault) {
      _ = try LogPattern(text)
      Issue.record("no error")
    } catch {
      #expect(error.reason.hasPrefix(reason))
    }
  }

  // What is in brackets was the logger, and that a part of the message.
  @Test("38: Solr has the logger behind brackets with blanks, Home Assistant in brackets")
  func loggersBehindBrackets() {
    let solr = Indexed(
      "2026-03-15 00:00:01.456 INFO  (main) [   ] o.e.j.u.log Logging initialized\n"
        + "2026-03-15 00:00:02.456 ERROR (qtp1-12) [c:x s:shard1 r:core_node1] o.a.s.h.Base no\n")
    #expect(solr.rows.map { $0.json.member("logger")?.string } == ["o.e.j.u.log", "o.a.s.h.Base"])
    #expect(solr.rows.last?.json.member("core")?.string == "c:x s:shard1 r:core_node1")
    #expect(solr.rows.last?.json.member("message")?.string == "no")
    let home = Indexed(
      "2026-11-24 10:11:12.345 INFO (MainThread) [homeassistant.core] up\n"
        + "2026-11-24 10:11:13.345 ERROR (MainThread) [custom_components.x] no\n")
    let loggers = home.rows.map { $0.json.member("logger")?.string }
    #expect(loggers == ["homeassistant.core", "custom_components.x"])
  }

  @Test("38: any bytes are read or refused, and members are parts of the line, in order")
  func laws() throws {
    var random = SeededGenerator(seed: 38)
    let patterns = try Self.entries.flatMap { try $0.patterns.map { try LogPattern($0.key) } }
    let lines = Self.entries.flatMap { $0.patterns.map { Array($0.value.utf8) } }
    for _ in 0..<(isLongRun ? 3_000 : 500) {
      var line = lines.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 0...3, using: &random) where !line.isEmpty {
        let place = Int.random(in: 0..<line.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: line.remove(at: place)
        case 1: line.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 2: line[place] = Array(" []:-\"\\0".utf8).randomElement(using: &random) ?? 0
        default: line.removeSubrange(place...)
        }
      }
      for pattern in patterns {
        var json: [UInt8] = []
        let isMatch = line.withUnsafeBytes { pattern.append($0, Self.calendar, to: &json) }
        #expect(isMatch == line.withUnsafeBytes { pattern.matches($0) })
        if isMatch { #expect((try? JSONBytes(json).check()) != nil) }
      }
    }
  }
}

extension LogPattern {
  fileprivate func append(
    _ line: UnsafeRawBufferPointer, _ calendar: RecentDate, to json: inout [UInt8]
  ) -> Bool {
    var known: KnownTime?
    return append(line, calendar, &known, to: &json)
  }
}
