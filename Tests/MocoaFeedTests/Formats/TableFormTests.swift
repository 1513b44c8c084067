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
    "38: comments and a title above a header are left out, which is said",
    arguments: ["# exported 2026\na,b,c\n1,2,3\n", "Report,,\n\na,b,c\n1,2,3\n"])
  func linesAboveTheHeader(_ text: String) {
    let indexed = csv(text)
    #expect(indexed.rows.map(\.json.text) == [#"{"a":1,"b":2,"c":3}"#])
    #expect(indexed.notes.first == "the line before the header is left out")
  }

  @Test("38: a header that begins with # is one, and Event Viewer has no title for messages")
  func knownHeaders() {
    #expect(csv("#a,b\n1,2\n").rows.map(\.json.text) == [##"{"#a":1,"b":2}"##])
    let events = csv(
      "Level,Date and Time,Source,Event ID,Task Category\nError,11/28/2026,App,1000,None,\"a, b\"\n"
    )
    #expect(events.rows.first?.json.member("Message")?.string == "a, b")
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
}
