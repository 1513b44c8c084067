import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// Records of lines with a key and a value.
@Suite struct PairTests {
  /// A text, and the rows that it has.
  struct Sample: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let rows: [String]

    init(_ name: String, _ text: String, _ rows: [String]) {
      (testDescription, self.text, self.rows) = (name, text, rows)
    }
  }

  static let samples = [
    Sample(
      "psql", "-[ RECORD 1 ]-----\nid   | 1\nname | a b\n-[ RECORD 2 ]-----\nid   | 2\nname | \n\n",
      [#"{"id":1,"name":"a b"}"#, #"{"id":2,"name":""}"#]),
    Sample(
      "psql, several lines",
      "-[ RECORD 1 ]---\nid | 1\nt  | one  +\n   | two| +\n   | 3\n-[ RECORD 2 ]---\nid | 2\nt  | x\n",
      [#"{"id":1,"t":"one\ntwo|\n3"}"#, #"{"id":2,"t":"x"}"#]),
    Sample(
      "psql, wrapped",
      """
      -[ RECORD 1 ]------------
      id   | 1
      note | abcdefghijklmnopqr.
           |.stuvwxyz
      n    | 12345
      -[ RECORD 2 ]------------
      id   | 2
      note | two words and more.
           |. words here
      n    | 7

      """,
      [
        #"{"id":1,"note":"abcdefghijklmnopqrstuvwxyz","n":12345}"#,
        #"{"id":2,"note":"two words and more words here","n":7}"#,
      ]),
    Sample(
      "psql, one record with a bar in a value", "-[ RECORD 1 ]-\nk | a | b\n",
      [#"{"k":"a | b"}"#]),
    Sample(
      "mysql",
      """
      *************************** 1. row ***************************
           id: 1
        title: a: b
      *************************** 2. row ***************************
           id: 2
        title: two
      lines: of text
      2 rows in set (0.00 sec)

      """,
      [#"{"id":1,"title":"a: b"}"#, #"{"id":2,"title":"two\nlines: of text"}"#]),
    Sample(
      "dpkg -s",
      """
      Package: bash
      Installed-Size: 7164
      Version: 5.2-1
      Conffiles:
       /etc/a 1
       /etc/b 2

      Package: dash
      Version: 0.5-2
      Tag: a::b
      """,
      [
        #"{"Package":"bash","Installed-Size":7164,"Version":"5.2-1","Conffiles":"\n/etc/a 1\n/etc/b 2"}"#,
        #"{"Package":"dash","Version":"0.5-2","Tag":"a::b"}"#,
      ]),
    Sample(
      "cpuinfo",
      "processor\t: 0\nmodel name\t: X 1\npower management:\n\n\nprocessor\t: 1\nmodel name\t: X 1\n\n",
      [
        #"{"processor":0,"model name":"X 1","power management":""}"#,
        #"{"processor":1,"model name":"X 1"}"#,
      ]),
    Sample(
      "systemctl show", "Id=a.service\nExecStart={ path=/a }\n\nId=b.service\nAfter=x\nAfter=y\n",
      [#"{"Id":"a.service","ExecStart":"{ path=/a }"}"#, #"{"Id":"b.service","After":["x","y"]}"#]),
    Sample(
      "sc query",
      """
      SERVICE_NAME: Appinfo
      DISPLAY_NAME: Application Information
              TYPE               : 30  WIN32
              STATE              : 4  RUNNING
                                      (STOPPABLE)

      SERVICE_NAME: Audio
      DISPLAY_NAME: Windows Audio
              TYPE               : 10  WIN32
              STATE              : 1  STOPPED
      """,
      [
        #"{"SERVICE_NAME":"Appinfo","DISPLAY_NAME":"Application Information","#
          + #""TYPE":"30  WIN32","STATE":"4  RUNNING\n                               (STOPPABLE)"}"#,
        #"{"SERVICE_NAME":"Audio","DISPLAY_NAME":"Windows Audio","TYPE":"10  WIN32","#
          + #""STATE":"1  STOPPED"}"#,
      ]),
    Sample(
      "sqlite3 -line", "   id = 1\n name = a = b\n\n   id = 2\n name = \n",
      [#"{"id":1,"name":"a = b"}"#, #"{"id":2,"name":""}"#]),
  ]

  @Test("38: records of keys and values, in chunks of any length", arguments: samples)
  func recordsAreFound(_ sample: Sample) {
    for chunk in [1, 7, .max] {
      let indexed = Indexed(sample.text, chunk: chunk)
      #expect(indexed.progress.format == .pairs)
      #expect(indexed.rows.map(\.json.text) == sample.rows, "chunk \(chunk)")
      #expect(indexed.error == nil)
      let carriageReturns = Indexed(sample.text.replacing("\n", with: "\r\n"), chunk: chunk)
      #expect(carriageReturns.rows.map(\.json.text) == sample.rows, "chunk \(chunk)")
    }
  }

  // They were one record.
  @Test("34: records behind the first lines that no empty line divides are records")
  func recordsWithoutEmptyLines() {
    let records = (0..<5_000).map { "Package: p\($0)\nVersion: 1.\($0)\n" }
    let text =
      records[..<4_000].joined(separator: "\n") + records[4_000...].joined()
    for chunk in [1_000, .max] {
      let indexed = Indexed(text, chunk: chunk)
      #expect(indexed.rows.count == records.count)
      #expect(indexed.rows[4_500].json.text.hasPrefix(#"{"Package":"p4500","Version""#))
    }
  }

  @Test(
    "38: other texts are no records of keys and values",
    arguments: [
      "a: 1\nb: 2\n", "Note: this\nand: that\n\nSo: it is\nso: not\n", "a: 1\n\na: 2\n",
      "key: 1\nno key\n\nkey: 2\nb: 3\n", "https://a.b/c\nx: 1\n\nhttps://a.b/d\ny: 1\n",
      "-[ RECORD ]--\na | 1\n", "-[ RECORD 1 ]--\nno bar\n", "* 1. row *\na: 1\n",
      "Dear all: this is a letter to you\nYours: me\n\nPS: and more\nbye: now\n",
    ])
  func otherTexts(_ text: String) {
    var options = FeedOptions()
    options.acceptsText = true
    let indexed = Indexed(text, options: options)
    #expect(indexed.progress.format != .pairs)
  }

  @Test("38: values of any bytes in journalctl -o export, and its levels", arguments: [1, 7, .max])
  func exportedRecords(chunk: Int) {
    let text =
      "__CURSOR=s=1\nPRIORITY=3\nMESSAGE\n\u{A}\0\0\0\0\0\0\0bad\n\n=k ex\n_PID=7\n\n"
      + "__CURSOR=s=2\nPRIORITY=6\nMESSAGE=two\n\n__CURSOR=s=3\nMESSAGE\n\u{9}\0\0"
    let indexed = Indexed(text, chunk: chunk)
    #expect(
      indexed.rows.map(\.json.text) == [
        #"{"__CURSOR":"s=1","PRIORITY":3,"level":"err","MESSAGE":"bad\n\n=k ex","_PID":7}"#,
        #"{"__CURSOR":"s=2","PRIORITY":6,"level":"info","MESSAGE":"two"}"#,
        #"{"line":"__CURSOR=s=3\nMESSAGE\n\t\u0000\u0000"}"#,
      ])
    #expect(indexed.error == nil)
  }

  @Test("41: the length of a value in journalctl -o export counts its colors")
  func exportedColors() {
    let indexed = Indexed(
      "__CURSOR=s=1\nMESSAGE\n\u{C}\0\0\0\0\0\0\0\u{1B}[31mbad\u{1B}[0m\n"
        + "PRIORITY=3\n\n__CURSOR=s=2\nMESSAGE=two\n\n")
    #expect(
      indexed.rows.map(\.json.text) == [
        #"{"__CURSOR":"s=1","MESSAGE":"\u001b[31mbad\u001b[0m","PRIORITY":3,"level":"err"}"#,
        #"{"__CURSOR":"s=2","MESSAGE":"two"}"#,
      ])
  }

  @Test("38: where the numbers begin again, other records begin, which is an error")
  func otherRecords() {
    let rule = "-[ RECORD 1 ]---\n"
    let indexed = Indexed(rule + "a | 1\n" + rule + "bc | 2\n")
    #expect(indexed.rows.map(\.json.text) == [#"{"a":1}"#])
    #expect(indexed.error?.contains("line 3, column 1: another table begins here") == true)
  }

  // The first record was a text.
  @Test(
    "38: empty lines in front of a rule are no part of the first record",
    arguments: ["*** 1. row ***\n  id: 1\n\n*** 2. row ***\n  id: 2\n", "-[ RECORD 1 ]\nid | 1\n"])
  func linesInFrontOfRules(_ text: String) {
    for front in ["\n", "\r\n\n"] {
      let indexed = Indexed(front + text)
      #expect(indexed.rows.first?.json.text == #"{"id":1}"# && indexed.notes.isEmpty)
    }
  }

  // It was not said.
  @Test(
    "34: numbers of records that contradict are said",
    arguments: [
      (
        "*** 1. row ***\nid: 1\n*** 3. row ***\nid: 3\n5 rows in set (0.00 sec)\n",
        ["the table says that it has 5 rows, but it has 2"]
      ),
      (
        "*** 1. row ***\nid: 1\n1 row in set (0.00 sec)", []
      ),
      (
        "-[ RECORD 1 ]\nid | 1\n-[ RECORD 3 ]\nid | 3\n",
        ["the last record has the number 3, but there are 2"]
      ),
      ("-[ RECORD 1 ]\nid | 1\n-[ RECORD 2 ]\nid | 3\n\n", []),
    ])
  func numbersOfRecords(_ text: String, _ notes: [String]) {
    for chunk in [Int.max, 5] {
      let indexed = Indexed(text, chunk: chunk)
      #expect(indexed.rows.allSatisfy { $0.json.member("id") != nil })
      #expect(indexed.notes == notes)
    }
  }

  @Test("38: a record with a line of another form is text, and that is said")
  func recordsOfAnotherForm() {
    let records = (0..<9).map { "id: \($0)\nname: n\n\n" }.joined()
    let long = String(repeating: "id: 1\nname: n\n\n", count: 5_000)
    let indexed = Indexed(long + "id: 2\nnot a pair\n\n" + records)
    #expect(indexed.rows.count == 5_010)
    #expect(indexed.rows[5_000].json.text == #"{"line":"id: 2\nnot a pair"}"#)
    #expect(indexed.rows[5_001].json.text == #"{"id":0,"name":"n"}"#)
    #expect(indexed.notes.count == 1)
  }

  @Test("34: keys that occur several times in a record are reported")
  func repeatedKeys() {
    let text = "a: 1\nb: 1\nb: 2\n\na: 2\nb: 3\n\n"
    let note = "b occurs several times in a record; the values are a list there"
    #expect(Indexed(text).notes == [note])
    #expect(Indexed(text.replacing("b: 2", with: "c: 2")).notes.isEmpty)
  }

  @Test("38: random records, in random chunks, have the pairs that were written")
  func lawOfRecords() {
    var random = SeededGenerator(seed: 38)
    for round in 0..<60 {
      let keys = (0..<Int.random(in: 2...6, using: &random)).map { "k\($0)" }
      let form = round % 4
      let records = (0..<Int.random(in: 2...200, using: &random)).map { _ in
        keys.map { _ in
          let count = Int.random(in: 0...8, using: &random)
          let value = (0..<count).map { _ in "abc:=| 1é".randomElement(using: &random) ?? "x" }
          // Blanks at the ends are none of the value where they are none of the line.
          return String(value.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
      }
      var text = ""
      for (number, record) in records.enumerated() {
        if form == 0 { text += "-[ RECORD \(number + 1) ]---\n" }
        if form == 1 { text += "*** \(number + 1). row ***\n" }
        for (key, value) in zip(keys, record) {
          text += key + [" | ", ": ", ": ", "="][form] + value + "\n"
        }
        if form > 1 { text += "\n" }
      }
      let indexed = Indexed(text, chunk: Int.random(in: 1...999, using: &random))
      let rows = indexed.rows.map { row in
        keys.map { row.json.member($0)?.string ?? row.json.member($0)?.text ?? "-" }
      }
      #expect(rows == records, "round \(round)")
    }
  }
}
