import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// The years of times of logs that are written without one.
@Suite struct LogYearTests {
  /// 2023-05-14 and 2023-11-29, in UTC.
  private static let (may, november) = (1_684_065_600, 1_701_259_200)

  private static let besideOthers = "times without a year have that of the lines beside them"

  /// Returns the dates of a member of the rows of a log that was written at a time, and the notes.
  private func read(
    _ log: String, written second: Int? = Self.november, _ member: String = "time",
    chunk: Int = .max
  ) throws -> (dates: [String], notes: [String]) {
    let source = MemorySource(Array(log.utf8), chunk: chunk, modificationTime: second)
    let indexed = Indexed(source)
    return (
      indexed.rows.compactMap { $0.json.member(member)?.string.map { String($0.prefix(10)) } },
      indexed.notes
    )
  }

  @Test("38: times without a year have that of the lines beside them")
  func linesBesideOthers() throws {
    let host = "08:12:03 web app[1]: end"
    for (log, dates) in [
      (
        "2024-05-13 08:12:02 INFO x\nMay 13 \(host)\n2024-05-13 08:12:04 INFO y\nMay 13 \(host)\n",
        ["2024-05-13", "2024-05-13", "2024-05-13", "2024-05-13"]
      ),
      (
        "Dec 31 \(host)\n2024-01-01 08:12:02 INFO x\nJan  1 \(host)\n",
        ["2023-12-31", "2024-01-01", "2024-01-01"]
      ),
    ] {
      for chunk in [Int.max, 7] {
        let (found, notes) = try read(log, chunk: chunk)
        #expect(found == dates && notes == [Self.besideOthers], "\(found) \(notes)")
      }
    }
  }

  @Test("38: times with a zone, but without a year, may be in another year in UTC")
  func zonesAtNewYear() throws {
    let end = "%SYS-5-CONFIG_I: x\n"
    let (dates, _) = try read("Dec 31 23:30:00 EST: \(end)Jan  1 00:30:00 CET: \(end)")
    #expect(dates == ["2022-12-31", "2023-01-01"])
  }

  @Test("38: that the years of files are concluded is said")
  func listedFiles() throws {
    let start = "-rw-r--r-- 1 ada staff 12"
    let note = "times without a year are of the months before "
    let lines = "\(start) Nov 23  2021 a\n\(start) Dec 24 15:16 b\n"
    let (dates, notes) = try read(lines)
    #expect(dates == ["2021-11-23", "2022-12-24"])
    #expect(notes == [note + "2023-11-29, when the file was written"])
    #expect(try read(lines, written: nil).notes == [note + "now"])
    let known = "\(start) Nov 23  2021 a\n\(start) 2023-11-24 15:16 b\n"
    #expect(try read(known).notes == [])
  }

  @Test("38: times of the same line have the same year")
  func linesWithSeveralTimes() throws {
    let start = "May 13 08:12:01 lb haproxy[12]: "
    let request =
      start + "10.0.0.1:4 [13/May/2024:08:12:01.123] in~ api/a 0/0/1/12/13 200 1 - - ---- "
      + "5/5/0/0/0 0/0 \"GET / HTTP/1.1\"\n"
    let down = start + "Server api/a is DOWN.\n"
    #expect(try read(request + request, "logged").dates == ["2024-05-13", "2024-05-13"])
    let (dates, notes) = try read(request + down + down + request)
    #expect(dates == Array(repeating: "2024-05-13", count: 4) && notes == [Self.besideOthers])
  }

  @Test("38: years behind the first lines are those of the lines in front of them")
  func linesBehindOthers() throws {
    let known = (0..<2_000).map { "2024-05-13 08:12:01 INFO  [main] a.b.C - old \($0)\n" }
    let others = (0..<2_000).map { "May 13 09:12:10 host app[12]: ERROR new \($0)\n" }
    for chunk in [Int.max, 10_000] {
      let (dates, notes) = try read((known + others).joined(), chunk: chunk)
      #expect(dates.count == 4_000 && Set(dates) == ["2024-05-13"])
      #expect(notes.contains(Self.besideOthers))
    }
  }

  @Test(
    "38: the 29th of February is in the year of the lines beside it, and years go on in January",
    arguments: [
      (["Feb 29", "Mar  1"], Self.november, ["2020-02-29", "2020-03-01"]),
      (["Feb 28", "Feb 29"], Self.november, ["2020-02-28", "2020-02-29"]),
      (["Dec 31", "Jan  1"], Self.may, ["2022-12-31", "2023-01-01"]),
      (
        ["Mar  1", "Dec  1", "Mar  1", "Dec  1", "Mar  1"], Self.november,
        ["2021-03-01", "2021-12-01", "2022-03-01", "2022-12-01", "2023-03-01"]
      ),
      (["May 10", "Apr 20", "May 11"], Self.may, ["2023-05-10", "2023-04-20", "2023-05-11"]),
      (["Dec 30"], Self.may, ["2022-12-30"]),
    ])
  func order(_ days: [String], _ written: Int, _ expected: [String]) throws {
    let log = days.map { "\($0) 08:12:01 web app[1]: x\n" }.joined()
    let (dates, notes) = try read(log, written: written)
    #expect(dates == expected)
    let leap = days.contains("Feb 29") ? "; a 29th of February shows the year" : ""
    let date = written == Self.may ? "2023-05-14" : "2023-11-29"
    #expect(
      notes == [
        "times have no year; the last one is taken for one before \(date), when the file was "
          + "written\(leap)"
      ])
  }

  @Test("38: a log of several years behind the first lines is in order")
  func longLogs() throws {
    let months = ["Jan", "Mar", "May", "Jul", "Sep", "Nov"]
    let log = (0..<4).flatMap { _ in months }.flatMap { month in
      (0..<200).map { "\(month) 13 08:12:01 web app[1]: line \($0) of many\n" }
    }
    let (dates, _) = try read(log.joined())
    #expect(dates.count == log.count && dates == dates.sorted())
    #expect(dates.first == "2020-01-13" && dates.last == "2023-11-13")
    let leap = ["Feb 27", "Feb 28", "Feb 29", "Mar  1"].flatMap { day in
      (0..<600).map { "\(day) 08:12:01 web app[1]: line \($0) of many\n" }
    }
    let days = ["2020-02-27", "2020-02-28", "2020-02-29", "2020-03-01"]
    #expect(Set(try read(leap.joined()).dates) == Set(days))
  }

  @Test("38: times of a stream are before now, and those with years have no note")
  func notes() throws {
    let log = "Jan  1 08:12:01 web app[1]: x\n"
    #expect(
      try read(log, written: nil).notes == [
        "times have no year; the last one is taken for one before now"
      ])
    #expect(try read("2024-01-01 08:12:01 INFO x\n2024-01-01 08:12:02 INFO y\n").notes == [])
  }
}
