import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// Tables in forms that programs write, found by trying them.
@Suite struct TableFormTests {
  private func csv(_ text: String, _ change: (inout FeedOptions) -> Void = { _ in }) -> Indexed {
    var options = FeedOptions()
    change(&options)
    return Indexed(MemorySource(text, name: "a.csv"), options: options)
  }

  @Test("38: blanks around fields are left out where one follows each separator, which is said")
  func spacedFields() {
    let text = "\"Name\",  \"Age\", Note\nAl,   41, \"x, y\"\n\"B\", 7, \"two\nlines\"\n"
    let indexed = csv(text)
    #expect(
      indexed.rows.map(\.json.text) == [
        #"{"Name":"Al","Age":41,"Note":"x, y"}"#, #"{"Name":"B","Age":7,"Note":"two\nlines"}"#,
      ])
    #expect(indexed.notes == ["blanks around the fields are left out; --format csv keeps them"])
    #expect(csv("a,b\n1, x\n2,y\n").rows.first?.json.text == #"{"a":1,"b":" x"}"#)
    let kept = csv("a, b\n1, x\n") { $0.format = .csv }
    #expect(kept.rows.first?.json.text == #"{"a":1," b":" x"}"#)
  }

  @Test(
    "41: a delimiter that divides all records is not the comma of numbers and texts",
    arguments: [
      ("a.csv", "2026-03-03;1,50\n2026-03-04;2,50\n", ["2026-03-03", "1,50"]),
      ("a.csv", "1,5;2,5\n3,5;4,5\n", ["1,5", "2,5"]),
      ("a.csv", "id|city, country\n1|Bonn, DE\n2|Graz, AT\n", ["1", "Bonn, DE"]),
      ("a.csv", "x (m);y (m, abs)\n1,5;2\n2,5;3\n", ["1,5", "2"]),
      ("a.tsv", "Bonn, DE\t12\nGraz, AT\t13\n", ["Bonn, DE", "12"]),
      ("a.tsv", "a,b,c\tx\t2024 \nA,T,D\t8\t8 e\nA,T,F\t6\t: \n", ["A,T,D", "8", "8 e"]),
    ])
  func separators(_ name: String, _ text: String, _ first: [String]) {
    let indexed = Indexed(MemorySource(text, name: name))
    let values = indexed.rows.first?.json.members.map { $0.value.string ?? $0.value.text }
    #expect(values == first, "\(indexed.sections)")
    #expect(!indexed.notes.contains { $0.contains("--delimiter") }, "\(indexed.notes)")
  }

  @Test("41: two delimiters that divide all records alike are said")
  func equalSeparators() {
    for (text, rival) in [("a;b,c\nx;y,z\n", "','"), ("a|b;c\n1|2;3\n", "'|'")] {
      let indexed = csv(text)
      #expect(
        indexed.notes.first
          == "';' and \(rival) divide all lines alike: --delimiter chooses one; ';' is taken")
      #expect(!csv(text) { $0.delimiter = 0x3B }.notes.contains { $0.contains("alike") })
    }
    #expect(csv("a,b\n1,x;y\n").notes.isEmpty)
    #expect(Indexed("2026-03-03;1,50\n2026-03-04;2,50\n").progress.format != .csv)
  }

  // 1.234 was a thousandth of what it says.
  @Test("38: beside decimal commas, points may be between groups of digits")
  func groupsBesideDecimalCommas() {
    func table(_ text: String) -> Indexed { Indexed(MemorySource(text, name: "de.csv")) }
    let german = table("id;menge;preis\n1;1.234;1,50\n2;950;2,75\n")
    #expect(german.rows.first?.json.text == #"{"id":1,"menge":"1.234","preis":"1,50"}"#)
    #expect(german.notes.first?.hasPrefix("menge is text (1.234 may be 1234)") == true)
    for text in [
      "id;menge;preis\n1;1.234;1.50\n2;950;2.75\n", "id;menge;text\n1;1.234;a,b\n2;950;c\n",
      "id;menge;preis\n1;1.2345;1,50\n2;950;2,75\n", "id;menge;preis\n1;1.234;1,234\n2;9;2,345\n",
    ] {
      #expect(table(text).rows.first?.json.member("menge")?.kind == .number, "\(text)")
    }
    func isSaid(_ text: String) -> Bool {
      table(text).notes.contains { $0.contains("126.405 may be 126405") }
    }
    #expect(isSaid("stadt;n;x\nA;126.405;1\nB;331.885;2\n"))
    #expect(!isSaid("stadt;n;x\nA;126.405;1.5\nB;331.885;2\n"))
    #expect(!isSaid("stadt;n;x\nA;126.405;1\nB;0.885;2\n"))
    #expect(!isSaid("stadt,n,x\nA,126.405,1\nB,331.885,2\n"))
  }

  // It was the header, and the rows were left out.
  @Test("38: a title alone in front of the header is left out, which is said")
  func titles() {
    for title in ["Report of sales\n\n", "Report of sales\n", "Report,,\n"] {
      let text = title + "id,name,price\n1,Ann,1.5\n2,Bob,2.5\n"
      let indexed = Indexed(MemorySource(text, name: "title.csv"))
      #expect(indexed.rows.first?.json.text == #"{"id":1,"name":"Ann","price":1.5}"#)
      #expect(indexed.rows.count == 2)
      let lines =
        title.hasSuffix("\n\n") ? "2 lines before the header are" : "line before the header is"
      #expect(indexed.notes == ["the \(lines) left out"], "\(title)")
    }
  }

  // They were divided at the comma.
  @Test("38: lines of times with a comma in front of the fraction are no table")
  func linesOfTimes() {
    var options = FeedOptions()
    options.acceptsText = true
    let times = (1...3).map { "2026-11-30T07:33:4\($0),283637789+00:00" }
    let indexed = Indexed(times.map { $0 + "\n" }.joined(), options: options)
    #expect(indexed.rows.map { $0.json.member("line")?.string } == times)
    let counts = Indexed("2026-11-30 07:33:43,5\n2026-11-30 07:33:44,12\n")
    #expect(counts.model.fieldNames.count == 2)
  }

  @Test("41: a header among the rows is said, and the columns keep their types")
  func repeatedHeaders() {
    let indexed = csv("\"id\",\"n\"\n1,2\n\"id\",\"n\"\n3,4\n")
    #expect(
      indexed.rows.map(\.json.text) == [
        #"{"id":1,"n":2}"#, #"{"line":"\"id\",\"n\""}"#, #"{"id":3,"n":4}"#,
      ])
    #expect(
      indexed.notes == [
        #"1 line does not match the pattern and is text: "id","n" (line 3)"#
      ])
    #expect(csv("id\nid\n1\n").rows.first?.json.text == #"{"id":"id"}"#)
  }

  // The first row was the header, and rows that are equal to it were texts.
  @Test(
    "34: a row with an address, a version or a hash, or that all others repeat, is no header",
    arguments: [
      "A,a@b.c\nA,a@b.c\nA,a@b.c\n", "Ann,ann@example.com\nBob,bob@example.com\n",
      "x,y\nx,y\n", "openssl,2.3.1-3\nzlib,1.2.13.dfsg-1\nxz,5\n",
      "1a2b3c4,ann\n1234567,bob\n", "Ann,ann@example.com\n",
    ])
  func rowsWithoutHeader(_ text: String) {
    let indexed = csv(text)
    #expect(indexed.rows.count == text.split(separator: "\n").count)
    #expect(indexed.rows.allSatisfy { $0.json.member("line") == nil })
  }

  @Test("34: addresses of mail above numbers are titles")
  func addressesAsTitles() {
    #expect(csv("d,a@b.c,x@y.z\n2026-01-01,1,2\n").rows.count == 1)
  }

  @Test("41: blanks in front of fields between tabs pad them")
  func paddedFields() {
    let indexed = Indexed(
      "   text\t   data\tfilename\n   1234\t    600\tapp 1\n12345678\t      9\tb\n")
    #expect(
      indexed.rows.map(\.json.text) == [
        #"{"text":1234,"data":600,"filename":"app 1"}"#,
        #"{"text":12345678,"data":9,"filename":"b"}"#,
      ])
    #expect(indexed.notes == ["blanks that pad the columns are left out; --format csv keeps them"])
  }

  @Test(
    "38: comments and a title above a header are left out, which is said",
    arguments: [
      "# exported 2026\na,b,c\n1,2,3\n", "# exported 2026\n\na,b,c\n1,2,3\n",
      "Report,,\n\na,b,c\n1,2,3\n",
    ])
  func linesAboveTheHeader(_ text: String) {
    let indexed = csv(text)
    #expect(indexed.rows.map(\.json.text) == [#"{"a":1,"b":2,"c":3}"#])
    let lines =
      text.contains("\n\n") ? "2 lines before the header are" : "line before the header is"
    #expect(indexed.notes.first == "the \(lines) left out")
  }

  @Test("38: a line that is taken as the header by the name of a file has its number")
  func numbersOfHeaders() {
    let rows = "Country,Code,Indicator,Kind\nAruba,ABW,Pop,x\nChad,TCD,Pop,y\nMali,MLI,Pop,z\n"
    let indexed = csv("\"Data Source\",\"World\"\n\nUpdated,2026-10-01\n\n" + rows)
    for note in indexed.notes where note.contains("taken as the header") {
      #expect(note.hasPrefix("line 5 is taken as the header"))
    }
    #expect(csv("\n\nalice,paris\nbob,rome\n").notes.first?.hasPrefix("line 3 is taken") == true)
  }

  // The header was that of the lines above it, and all rows were left out.
  @Test(
    "38: lines with half as many fields above a table are left out, which is said",
    arguments: [
      "\"Data Source\",\"World\",\n\n\"Last Updated Date\",\"2026-10-01\",\n\n"
        + "\"a\",\"b c\",\"d\",\"e\",\"1960\",\"1961\",\n",
      "\"Data Source\",\"World\",\r\n\r\n\"Last Updated Date\",\"2026-10-01\",\r\n\r\n"
        + "\"a\",\"b c\",\"d\",\"e\",\"1960\",\"1961\",\r\n",
      "Station: Berlin\nUnits: C\na,b c,d,e,f,g,h\n",
    ])
  func linesOfOtherFieldsAboveTheHeader(_ lead: String) {
    let rows = "A,AA,\"P, x\",S,1,2,\nB,BB,\"P, x\",S,3,4,\nC,CC,\"P, x\",S,5,6,\n"
    let indexed = csv(lead + rows)
    #expect(indexed.rows.count == 3)
    #expect(indexed.rows.first?.json.member("b c")?.string == "AA")
    #expect(indexed.rows.last?.json.text.contains(":6,") == true)
    let count = lead.utf8.count { $0 == 0x0A } - 1
    #expect(indexed.notes.first == "the \(count) lines before the header are left out")
  }

  @Test("38: lines above a table that is divided by another delimiter")
  func linesAboveOtherDelimiters() {
    let indexed = csv("Station: Berlin\nUnits: C, mm\nday;temp\n1;2,5\n2;3\n3;4\n")
    #expect(indexed.model.fieldNames == ["day", "temp"])
    #expect(indexed.rows.count == 3)
  }

  @Test(
    "38: a header with fewer fields than the rows is not left out, nor is a line with as many",
    arguments: [
      "name,city\nann,x,y\nbob,z,w\ncid,u,v\n", "name\nann,x\nbob,z\ncid,u\n",
      "x,y\n1,2,3\n4,5,6\n7,8,9\n", "a,b,c\nd,e\n1,2,3\n4,5,6\n7,8,9\n",
    ])
  func headersWithFewerFields(_ text: String) {
    #expect(!csv(text).notes.contains { $0.contains("before the header") })
  }

  @Test("38: a header that begins with # is one, and Event Viewer has no title for messages")
  func knownHeaders() {
    #expect(csv("#a,b\n1,2\n").rows.map(\.json.text) == [##"{"#a":1,"b":2}"##])
    let events = csv(
      "Level,Date and Time,Source,Event ID,Task Category\nError,11/28/2026,App,1000,None,\"a, b\"\n"
    )
    #expect(events.rows.first?.json.member("Message")?.string == "a, b")
    let german = csv(
      "Ebene,Datum und Uhrzeit,Quelle,Ereignis-ID,Aufgabenkategorie\nFehler,14.03.26,A,1,-,x\n")
    #expect(german.rows.first?.json.member("Nachricht")?.string == "x")
  }

  // All rows were left out.
  @Test("38: a comma behind the last title, as of mtr, is none of a column that no row has")
  func commaBehindTitles() {
    let hops = csv("Host,Hop,Avg,\nexample.org,1,0.5\nexample.org,2,0.75\n")
    let rows = hops.rows.map(\.json.text)
    #expect(rows.first == #"{"Host":"example.org","Hop":1,"Avg":0.5}"# && rows.count == 2)
    let full = csv("Host,Hop,\nexample.org,1,\nexample.org,2,x\n")
    #expect(full.rows.last?.json.member("column_3")?.string == "x")
  }

  @Test("38: titles of two words, by the blanks between all columns or as they are known")
  func titlesOfTwoWords() {
    let jobs = Indexed(
      "Name    Start Time    Exit Code\njob1    14:36 Mon     0\njob2    15:36 Tue     1\n")
    #expect(
      jobs.rows.first?.json.text == #"{"Name":"job1","Start Time":"14:36 Mon","Exit Code":0}"#)
    let requests = Indexed(
      "ID    TITLE          BRANCH        CREATED AT\n"
        + "#123  Fix the bug    fix-bug       about 2 hours ago\n"
        + "#124  Add docs       docs/update   about 3 days ago\n")
    #expect(requests.rows.first?.json.member("CREATED AT")?.string == "about 2 hours ago")
    let processes = Indexed("  PID TTY          TIME CMD\n 1234 pts/0    00:00:00 bash\n")
    #expect(
      processes.rows.first?.json.text
        == #"{"PID":1234,"TTY":"pts/0","TIME":"00:00:00","CMD":"bash"}"#)
  }

  @Test("41: cells in which several run together are no rows of a table")
  func cellsThatRunTogether() {
    for text in [
      " port       cpu  use%  last seen  cpu2\n    2    591.83  98%   2026-08-23 11:06  0.19\n"
        + "    9      4.46  80%   2026-09-18 07:33  4.82\n",
      "ID      ZIP  NAME\n    0 10000  n0\n    1 10001  n1\n",
    ] {
      let indexed = Indexed(text)
      #expect(indexed.progress.format != .aligned, "\(indexed.sections)")
    }
  }

  @Test("41: titles of several words, and times, are as wide as the cells below show it")
  func cellsOfSeveralWords() {
    let names = Indexed(
      "full name   date        n\ndb          2026-02-08  1\napi mail    2026-11-27  2\n")
    #expect(names.rows.last?.json.text == #"{"full name":"api mail","date":"2026-11-27","n":2}"#)
    let times = Indexed(
      "CREATED          NAME STATUS\n2026-03-03 11:02 web  up\n2026-03-04 11:02 db   down\n")
    #expect(
      times.rows.last?.json.text
        == #"{"CREATED":"2026-03-04 11:02","NAME":"db","STATUS":"down"}"#)
  }

  @Test(
    "41: a last line that is like no other is said",
    arguments: [
      "package   current   wanted\njest      27.0.0    27.5.1\nreact     17.0.2    17.0.2\n"
        + "Done in   0.75s.\n",
      "NAME     STATUS    AGE\nweb      Running   3d\ndb       Failed    4d\nTotal:   2\n",
    ])
  func lastLines(_ text: String) {
    let indexed = Indexed(text)
    #expect(indexed.rows.map { $0.json.member("line") != nil } == [false, false, true])
    #expect(indexed.notes.last?.hasPrefix("1 line does not match the pattern") == true)
  }

  @Test("41: titles behind a time begin no log")
  func titlesBehindTimes() {
    let indexed = Indexed(
      "Linux 6.1 (web-1)\n\n11:02:00     CPU    %usr   %idle\n11:02:01     all    3.00   96.00\n"
        + "11:02:01       0    2.00   97.00\n")
    #expect(indexed.progress.format != .log)
  }

  @Test("38: lines of blanks are no rows, and a last cell alone is text")
  func blankLines() {
    for chunk in [Int.max, 5] {
      let blank = Indexed("NAME  AGE\nweb   5\n      \ndb    7\n   \n", chunk: chunk)
      #expect(
        blank.rows.map(\.json.text) == [#"{"NAME":"web","AGE":5}"#, #"{"NAME":"db","AGE":7}"#])
      let ruled = Indexed("NAME  AGE\n----  ---\nweb   5\n      \ndb    7\n", chunk: chunk)
      #expect(ruled.rows.count == 2 && ruled.notes.isEmpty, "\(ruled.sections)")
    }
    let wrapped = Indexed(
      "NAME    DESCRIPTION\nalpha   a long text that\n        wraps\nbeta    short\n")
    #expect(wrapped.rows.map { $0.json.member("line") != nil } == [false, true, false])
  }

  @Test("38: options of iptables are not part of the destination")
  func optionsBehindDestinations() {
    let indexed = Indexed(
      """
      Chain INPUT (policy ACCEPT 0 packets, 0 bytes)
       pkts bytes target     prot opt in     out     source               destination        \u{20}
        123  4567 ACCEPT     tcp  --  *      *       0.0.0.0/0            0.0.0.0/0            tcp dpt:22
          5   300 DROP       all  --  eth0   *       10.0.0.0/8           0.0.0.0/0          \u{20}

      """)
    let members = indexed.rows.map { row in
      ["destination", "column_10"].map { row.json.member($0)?.string }
    }
    #expect(members == [["0.0.0.0/0", "tcp dpt:22"], ["0.0.0.0/0", ""]])
  }

  /// Tables of one text, whatever the sizes of reads, and wherever rows are looked up from.
  @Test("38: several tables, one after another", arguments: [Int.max, 11])
  func severalTables(chunk: Int) throws {
    let rows = (100..<200).map { "pod/\($0)   1/1     Running\n" }.joined()
    let text =
      "NAME      READY   STATUS\n\(rows)\n"
      + "NAME      TYPE        AGE\nsvc/a     ClusterIP   5d\n\n"
      + "NAME      READY   STATUS\npod/x     0/1     Failed\n"
    let indexed = Indexed(text, chunk: chunk)
    #expect(indexed.error == nil && indexed.rows.count == 102)
    #expect(indexed.rows[99].json.text == #"{"NAME":"pod/199","READY":"1/1","STATUS":"Running"}"#)
    #expect(indexed.rows[100].json.text == #"{"NAME":"svc/a","TYPE":"ClusterIP","AGE":"5d"}"#)
    #expect(indexed.rows[101].json.text == #"{"NAME":"pod/x","READY":"0/1","STATUS":"Failed"}"#)
    var passed: [String] = []
    try indexed.model.forEachRow { _, bytes in
      passed.append(String(decoding: bytes, as: UTF8.self))
      return true
    }
    #expect(passed == indexed.rows.map(\.json.text))
  }

  // It was read between commas, with the tabs in its fields.
  @Test("34: a header row of a file named .tsv is one between tabs")
  func headersOfTSV() {
    var options = FeedOptions()
    (options.format, options.isFormatImplied, options.hasHeader) = (.csv, true, true)
    let file = MemorySource("value\n0\n100\t1\n", name: "a.tsv")
    let indexed = Indexed(file, options: options)
    #expect(indexed.progress.format == .tsv && indexed.rows.count == 2)
    #expect(indexed.rows[0].json.text == #"{"value":0}"#)
    #expect(indexed.rows[1].problem?.reason == .fieldCount(2, expected: 1))
  }

  @Test("34: texts in quotes that may be a table of one column are said")
  func columnsInQuotes() {
    let note = "the first line may be a title; --format csv reads a table"
    #expect(Indexed("\"name\"\n\"5\"\n\"5\"\n").notes == [note])
    for text in ["\"4\"\n\"5\"\n", "\"a\"\n\"b\"\n", "\"a\"\n\"5\"\n6\n"] {
      #expect(Indexed(text).notes.isEmpty)
    }
  }
}
