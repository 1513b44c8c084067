import Foundation
import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// Records of logs that have several lines.
@Suite struct LogRecordTests {
  private static let start = "2026-11-24 10:11:12,345 ERROR [main] c.e.App - "

  @Test("38: the lines of a stack trace belong to their record")
  func stackTraces() throws {
    let log = """
      == started ==
      \(Self.start)cannot open: "x"
      java.io.IOException: "x"
      \tat c.e.App.open(App.java:17)

      Caused by: y
      \(Self.start)later

      \(Self.start)config:
      a=1

      """
    let fields =
      #""time":"2026-11-24T10:11:12.345","level":"ERROR","thread":"main","logger":"c.e.App""#
    let expected = [
      #"{"message":"== started =="}"#,
      "{\(fields),"
        + #""message":"cannot open: \"x\"\njava.io.IOException: \"x\"\n\tat c.e.App.open"#
        + #"(App.java:17)\n\nCaused by: y"}"#,
      "{\(fields)," + #""message":"later"}"#, "{\(fields)," + #""message":"config:\na=1"}"#,
    ]
    for chunk in [Int.max, 64, 7, 1] {
      for text in [log, String(log.dropLast()), log.replacing("\n", with: "\r\n")] {
        let indexed = Indexed(text, chunk: chunk)
        #expect(indexed.progress.format == .log)
        #expect(indexed.sections == [expected], "chunk \(chunk)")
        #expect(indexed.notes.count == 2 && indexed.notes[1].contains(": a=1 (line"))
      }
    }
    var options = FeedOptions()
    options.tail = 2
    for chunk in [Int.max, 7] {
      let last = Indexed(log, chunk: chunk, options: options)
      #expect(last.sections == [Array(expected.suffix(2))])
    }
  }

  @Test(
    "38: a log is known if its first record has more lines than are sampled, or is the only one",
    arguments: [
      "java.lang.Error: x\n" + String(repeating: "\tat a.b.C.d(C.java:7)\n", count: 90),
      "{\n" + String(repeating: "  \"key\": 1,\n", count: 90) + "}\n",
      "java.lang.Error: x\n\tat a.b.C.d(C.java:7)\n",
    ])
  func longFirstRecord(_ rest: String) {
    let first = "\(Self.start)boom\n\(rest)"
    var options = FeedOptions()
    options.acceptsText = true
    // In a file of JSON, what begins with a brace may be that.
    func indexed(_ text: String) -> Indexed {
      Indexed(MemorySource(text, name: "a.log"), options: options)
    }
    let one = indexed(first)
    #expect(one.progress.format == .log)
    #expect(one.model.numberOfRows == 1)
    let log = indexed(first + "\(Self.start)ok\n\(Self.start)ok\n")
    #expect(log.progress.format == .log)
    #expect(log.model.numberOfRows == 3)
    let text = indexed("2026-11-24 Notes\n\(rest)")
    #expect(text.progress.format == .text)
  }

  @Test("38: lines behind a record without a message are its message")
  func recordsWithoutMessage() {
    let request = #"10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 12 0.001"#
    var options = FeedOptions()
    options.format = .log
    options.logPatterns = [#"{host} - - [{time}] "{request}" {status:number} {bytes} {seconds}"#]
    let indexed = Indexed("\(request)\n  upstream: a\n  b\n\(request)\n", options: options)
    let row =
      #"{"host":"10.0.0.1","time":"2026-10-10T13:55:36Z","request":"GET / HTTP/1.1","status":200,"#
      + #""bytes":"12","seconds":"0.001""#
    #expect(indexed.sections == [[row + #","message":"  upstream: a\n  b"}"#, row + "}"]])
  }

  @Test("38: of several patterns, the first reads a line; those of a manifest are tried first")
  func ownPatterns() {
    let log = "10:11:12 ~warn~ slow\n10:11:13 ~info~ up\n-- end\n"
    let rows = [
      #"{"time":"10:11:12","level":"warn","message":"slow"}"#,
      #"{"time":"10:11:13","level":"info","message":"up"}"#,
    ]
    var options = FeedOptions()
    options.format = .log
    options.logPatterns = ["{time} ~{level}~ {message}", "-- {end}"]
    #expect(Indexed(log, options: options).sections == [rows + [#"{"end":"end"}"#]])
    var known = FeedOptions()
    known.knownPatterns = ["{time} ~{level}~ {message}"]
    #expect(Indexed(log, options: known).sections[0].first == rows[0])
    #expect(Indexed(log).sections[0].first != rows[0])
    // Other logs are read as they are without it.
    let other = "2026-11-24 10:11:12 INFO a\n2026-11-24 10:11:13 INFO b\n"
    #expect(Indexed(other, options: known).sections == Indexed(other).sections)
    let labelled = Indexed("a-1 | 10:11:12 <warn> slow\na-2 | x\n", options: known)
    #expect(
      labelled.sections[0].first
        == #"{"source":"a-1","time":"10:11:12","level":"warn","message":"slow"}"#)
  }

  @Test("38: lines for which a regular expression takes too long are text, which is said")
  func slowExpression() {
    var options = FeedOptions()
    (options.format, options.logPatterns) = (.log, [#"(?<a>(x+x+)+)[yz]"#])
    let line = String(repeating: "x", count: 40)
    let indexed = Indexed("\(line)\nxxy\n", options: options)
    #expect(indexed.sections == [[#"{"line":"\#(line)"}"#, #"{"a":"xx"}"#]])
    #expect(indexed.notes.contains(RegularExpression.gaveUp))
  }

  @Test(
    "38.5: years that are not written are those before a file was modified",
    arguments: [false, true])
  func yearsOfFiles(isCompressed: Bool) throws {
    let log = "Dec 31 10:11:12 web-1 sshd[71]: a\nJan  2 10:11:12 web-1 sshd[71]: b\n"
    let bytes = isCompressed ? Compressed.gzip(Array(log.utf8)) : Array(log.utf8)
    let file = try TemporaryFile(bytes)
    let date = Date(timeIntervalSince1970: 1_578_225_600)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    let explanation = try FeedExplanation(.file(file.path), options: FeedOptions())
    #expect(
      explanation.chosen.firstRows.map { $0.prefix { $0 != "," } } == [
        #"{"time":"2019-12-31T10:11:12""#, #"{"time":"2020-01-02T10:11:12""#,
      ])
  }

  @Test("34: a record with a line below that is none of a stack trace is said")
  func continuations() {
    let trace = "java.io.IOException: x\n\tat c.e.App.open(App.java:17)\n"
    let log = "\(Self.start)a\n\(trace)\(Self.start)b\nERROR:root:c\nd\n\(Self.start)e\n  f\n"
    for chunk in [Int.max, 7] {
      let indexed = Indexed(log, chunk: chunk)
      #expect(indexed.sections.joined().count == 3)
      #expect(
        indexed.notes == [
          "1 record has a line of another form below, as a part of it: ERROR:root:c (line 5)"
        ])
    }
  }

  // Only the second line was looked at.
  @Test(
    "34: a record is said that ends with a line of another form, but not with an error of Python",
    arguments: [
      ("  at x\n", nil), ("java.io.IOException: x\n\tat c.e.App.open(App.java:17)\n", nil),
      ("Traceback (most recent call last):\n  File \"x\"\nKeyError: 'a'\n", nil),
      ("java.lang.X: y\n\tat a.b(C.java:1)\n[WARN] disk full\n", "[WARN] disk full (line 4)"),
      ("\norder 4711 paid\n", "order 4711 paid (line 3)"),
      ("Traceback (most recent call last):\nKeyError\nWARN: full\n", "WARN: full (line 4)"),
    ] as [(String, String?)])
  func lastLines(_ lines: String, _ example: String?) {
    check(lines, example, others: ["b"])
  }

  /// Checks what is said of lines below a record in front of others.
  private func check(_ lines: String, _ example: String?, others: [String]) {
    let records = others.map { "\(Self.start)\($0)\n" }
    let indexed = Indexed("\(Self.start)a\n\(lines)\(records.joined())")
    #expect(indexed.rows.count == 1 + others.count)
    let notes = indexed.notes
    let note = "1 record has a line of another form below, as a part of it: "
    #expect(notes == (example.map { [note + $0] } ?? []))
  }

  // Only the second and the last line were looked at, and those of other formats were known.
  @Test(
    "41: a record is said that has a line of another form between indented ones, or of a format",
    arguments: [
      ("  c: x\nERROR no\nERROR no\n  at y\n", "ERROR no (line 3)"),
      ("# User@Host: x\n", "# User@Host: x (line 2)"),
      ("Author: x <a@b.c>\n", "Author: x <a@b.c> (line 2)"),
      ("goroutine 1 [running]:\nmain.run(0x1, 0x2)\n\t/a/b.go:7\n", nil),
    ] as [(String, String?)])
  func linesBetween(_ lines: String, _ example: String?) {
    check(lines, example, others: ["b", "c"])
  }

  @Test("41: a slow query without a time of its own is said, others are not")
  func slowQueries() {
    let time = "# Time: 2026-11-24T10:11:12.345678Z\n"
    let query =
      "# User@Host: shop[shop] @ web-1 []  Id:     7\n"
      + "# Query_time: 4.5  Lock_time: 0.0 Rows_sent: 1  Rows_examined: 99\nSELECT 1;\n"
    let whole = Indexed(time + query + time + query)
    #expect(whole.rows.count == 2 && whole.notes == [])
    let indexed = Indexed(time + query + query + time + query)
    #expect(indexed.rows.count == 2)
    #expect(
      indexed.notes == [
        "1 record has a line of another form below, as a part of it: "
          + "# User@Host: shop[shop] @ web-1 []  Id:     7 (line 5)"
      ])
  }

  @Test("38: the fields that a directive declares are members; each other line is a row")
  func declaredFields() {
    let fields = "#Fields: date time c-ip sc-status cs(User-Agent)"
    for blank in [" ", "\t"] {
      let lines = ["2026-11-24 10:11:12 10.0.0.1 200 a+b", "2026-11-24 10:11:13 ::1 - -"].map {
        $0.split(separator: " ").joined(separator: blank)
      }
      let log = (["#Version: 1.0", fields, lines[0], "odd", fields, lines[1]]).joined(
        separator: "\n")
      let first =
        #"{"time":"2026-11-24T10:11:12","c-ip":"10.0.0.1","sc-status":200,"cs(User-Agent)":"a+b"}"#
      let last =
        #"{"time":"2026-11-24T10:11:13","c-ip":"::1","sc-status":"-","cs(User-Agent)":"-"}"#
      for chunk in [Int.max, 7] {
        let indexed = Indexed(log, chunk: chunk, options: FeedOptions())
        #expect(
          indexed.sections == [[first, #"{"line":"odd"}"#, #"{"line":"\#(fields)"}"#, last]])
        #expect(indexed.notes.contains("2 directives are left out"))
      }
    }
    let zeek = "#separator \\x09\n#fields\tts\tid.orig_p\tservice\n#types\ttime\tport\tstring\n"
    let indexed = Indexed(
      "\(zeek)1796465472.5\t80\ta b\n1796465473.5\t81\t\n", options: FeedOptions())
    #expect(
      indexed.sections == [
        [
          #"{"ts":"2026-12-05T10:11:12.5Z","id.orig_p":80,"service":"a b"}"#,
          #"{"ts":"2026-12-05T10:11:13.5Z","id.orig_p":81,"service":""}"#,
        ]
      ])
    for log in ["#Fields: a b\n", "#Fields: a a\nx y\n", "#Fields: a\nx\n", "# a b\nx y\n"] {
      #expect(Indexed(log, options: FeedOptions()).model.format != .log)
    }
  }

  @Test("38: a line with more fields than are declared is one of another form, which is said")
  func surplusFields() {
    let lines = "2026-11-24 10:11:12 GET 1\n2026-11-24 10:11:13 GET 2 3 4\n"
    let indexed = Indexed("#Fields: date time cs-method sc-bytes\n\(lines)")
    #expect(
      indexed.sections == [
        [
          #"{"time":"2026-11-24T10:11:12","cs-method":"GET","sc-bytes":1}"#,
          #"{"line":"2026-11-24 10:11:13 GET 2 3 4"}"#,
        ]
      ])
    #expect(
      indexed.notes.contains {
        $0.hasPrefix("1 line does not match the pattern and is text: 2026-11-24 10:11:13 GET 2 3 4")
      })
  }

  @Test(
    "34: where a log declares other fields, it ends, which is an error",
    arguments: [
      "#Fields: date time c-ip s-ip\n2026-11-24 10:11:12 1 2\n2026-11-24 10:11:12 3 4\n"
        + "#Fields: date time s-ip c-ip\n2026-11-24 10:11:12 5 6\n",
      "#fields\tuid\tid\n1\t2\n3\t4\n#fields\tid\tuid\n5\t6\n",
    ])
  func otherFields(_ log: String) {
    for chunk in [Int.max, 7] {
      let indexed = Indexed(log, chunk: chunk, options: FeedOptions())
      #expect(indexed.rows.count == 2)
      #expect(indexed.error?.contains("line 4, column 1: another table begins here") == true)
    }
  }

  /// Each line is in a row, in order, wherever rows are looked up from.
  @Test("38: the lines of a log are the lines of its records", arguments: 1...60)
  func noLineIsLost(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var lines: [String] = []
    var records: [[String]] = []
    var isRecord = false
    for number in 0..<Int.random(in: 2...150, using: &random) {
      let kind = Int.random(in: 0..<8, using: &random)
      if kind < 4 || number == 1 {
        let long = Int.random(in: 0..<20, using: &random) == 0 ? 3_000 : 20
        let text = String(repeating: "x", count: Int.random(in: 1...long, using: &random))
        lines.append("\(Self.start)\(number) \(text)")
        records.append(["\(number) \(text)"])
        isRecord = true
      } else {
        let text = kind == 4 ? "" : kind == 5 ? "\tat a.b(\(number))" : "text \(number)"
        lines.append(text)
        if isRecord {
          records[records.count - 1].append(text)
        } else if !text.isEmpty {
          records.append([text])
        }
      }
    }
    let expected = records.map { record in
      var record = record
      while record.last == "" { record.removeLast() }
      return record.joined(separator: "\n")
    }
    let text = lines.joined(separator: "\n") + (Bool.random(using: &random) ? "\n" : "")
    let chunk = [Int.max, 1_000, 65, lines.count < 50 ? 1 : 7].randomElement(using: &random) ?? 1
    var options = FeedOptions()
    options.format = .log
    options.logPatterns = ["{time} {level} [{thread}] {logger} - {message}"]
    let indexed = Indexed(text, chunk: chunk, options: options)
    func message(_ row: Row) -> String { row.json.member("message")?.string ?? "" }
    #expect(indexed.rows.map(message) == expected)
    // In any order, by looking up single rows.
    for number in expected.indices.shuffled(using: &random).prefix(40) {
      #expect(message(indexed.model.row(number)) == expected[number])
    }
  }

  @Test(
    "38: outputs of commands are rows if each line has the known form",
    arguments: [
      (
        "root:x:0:0:root:/root:/bin/sh\nada:x:7:8::/home/ada:\nbob:x:9:9:B,,:/:/bin/sh\n",
        #"{"name":"ada","password":"x","uid":7,"gid":8,"comment":"","home":"/home/ada","shell":""}"#
      ),
      (
        "MemTotal:  16 kB\nActive(anon):   5 kB\nHugePages_Free:   0\n",
        #"{"name":"Active(anon)","kB":5}"#
      ),
      (
        "ada      pts/0   2026-11-24 10:11 (10.0.0.1)\nbob      tty1    2026-11-24 10:12\n",
        #"{"user":"bob","tty":"tty1","time":"2026-11-24T10:12:00"}"#
      ),
      ("4\t./a\n12\t./b c\n16\t.\n", #"{"size":12,"path":"./b c"}"#),
      (
        "proc on /proc type proc (rw)\n/dev/sda on / type ext4 (rw,a=b)\nc on /d type e (f)\n",
        #"{"source":"/dev/sda","target":"/","type":"ext4","options":"rw,a=b"}"#
      ),
      (
        "a.c: In function 'f':\na.c:3:5: warning: no\n    3 | x\nb.c:1:2: error: y\n",
        #"{"file":"a.c","line":3,"column":5,"level":"warning","message":"no\n    3 | x"}"#
      ),
      (
        "commit 1a\nAuthor: A <a@b.c>\nDate:   x\n\n    one\n\n"
          + "commit 2b\nAuthor: Ada B <b@b.c>\nDate:   y\n\n    two\n\n"
          + "commit 3c\nAuthor: A <a@b.c>\nDate:   z\n\n    three\n",
        #"{"commit":"2b","author":"Ada B","email":"b@b.c","date":"y","message":"    two"}"#
      ),
      (
        "commit 1a\nAuthor: A <a@b.c>\nDate:   3 days ago\n\n    one\n\n"
          + "commit 2b (HEAD -> main)\nAuthor:  <b@b.c>\n"
          + "Date:   Mon Nov 30 10:05:13 2026 +0100\n\n    two\n\n"
          + "commit 3c\nAuthor: A <a@b.c>\nDate:   2026-11-30\n\n    x\n",
        #"{"commit":"2b","refs":"HEAD -> main","email":"b@b.c","time":"2026-11-30T10:05:13+01:00","#
          + #""message":"    two"}"#
      ),
      // `--format=short`.
      (
        "commit 1a\nAuthor: A <a@b.c>\n\n    one\n\n"
          + "commit 2b\nMerge: 1a 3c\nAuthor: B <b@b.c>\n\n    two\n\n"
          + "commit 3c\nAuthor: A <a@b.c>\n\n    x\n",
        #"{"commit":"2b","parents":"1a 3c","author":"B","email":"b@b.c","message":"    two"}"#
      ),
      (
        "commit 1a\nAuthor: A <a@b.c>\nDate:   1796465471\n\n    one\n\n"
          + "commit 2b\nMerge: 1a 3c\nAuthor: B <b@b.c>\nDate:   1796465472\n\n    two\n\n"
          + "commit 3c\nAuthor: A <a@b.c>\nDate:   1796465473\n\n    x\n",
        #"{"commit":"2b","parents":"1a 3c","author":"B","email":"b@b.c","#
          + #""time":"2026-12-05T10:11:12Z","message":"    two"}"#
      ),
      (
        "commit 1a\nAuthor: A <a@b.c>\nDate:   Mon Nov 30 10:04:13 2026 +0000\n\n    one\n\n"
          + "commit 2b\nMerge: 1a 3c\nAuthor: Ada B <b@b.c>\n"
          + "Date:   Mon Nov 30 10:05:13 2026 +0100\n\n    two\n\n"
          + "commit 3c\nAuthor: A <a@b.c>\nDate:   Mon Nov 30 10:03:13 2026 +0000\n\n    x\n",
        #"{"commit":"2b","parents":"1a 3c","author":"Ada B","email":"b@b.c","#
          + #""time":"2026-11-30T10:05:13+01:00","message":"    two"}"#
      ),
    ])
  func outputs(_ text: String, _ second: String) {
    let indexed = Indexed(text)
    #expect(indexed.progress.format == .log)
    let rows = indexed.rows.map(\.json.text)
    #expect(rows.count > 1 && rows[1] == second, "\(rows)")
    #expect(indexed.notes.isEmpty)
  }

  // They were text, those of `du -a .` were not.
  @Test(
    "34: sizes of what is in a folder are rows, and counts beside paths are text",
    arguments: [
      ("4\trepo/b/a\n12\trepo/b\n8\trepo/c d\n24\trepo\n", true),
      ("0\trepo/a\n4.0K\trepo/b/c\n8.0K\trepo/b\n12K\trepo\n", true),
      ("4\trepo/a\n12\trepo/b\n8\trepo/c\n", false),
      ("4\trepo/a\n12\tother/b\n16\tother\n", false), ("4\ta\n12\tb\n16\tc\n", false),
      ("4\trepo/a\nx\trepo/b\n16\trepo\n", false),
    ])
  func sizesOfFolders(_ text: String, _ isKnown: Bool) {
    var options = FeedOptions()
    options.acceptsText = true
    let indexed = Indexed(text, options: options)
    #expect((indexed.progress.format == .log) == isKnown, "\(indexed.sections)")
    #expect(indexed.rows.count == text.count { $0 == "\n" })
    #expect(indexed.rows.allSatisfy { ($0.json.member("path") != nil) == isKnown })
  }

  // They were the end of the message above.
  @Test("38: lines of scripts behind indented ones are no parts of the message above")
  func linesOfScripts() {
    let (first, last) = ("2026-03-04 10:00:01 INFO a\n", "2026-03-04 10:00:02 INFO b\n")
    let script = "backup: started\nbackup: done\n"
    let indexed = Indexed(first + "  at x\n" + script + last + last)
    #expect(
      indexed.rows.map { $0.json.member("message")?.string }
        == ["a\n  at x", "backup: started", "backup: done", "b", "b"])
    #expect(indexed.notes.count == 1)
    // Texts of several lines have words in front of colons, too.
    for text in [
      "server:\n  port: 80\nname: x\n", "Traceback (most recent call last):\n  File x\nerr: x\n",
      "  at x\nValueError: x\n", "  at x\nsocket.timeout: x\n", "  at x\nerror: x\n",
    ] {
      #expect(Indexed(first + text + last + last).rows.count == 3)
    }
  }

  @Test("38: lines that are not indented are no parts of the messages of compilers")
  func linesOfOthers() {
    let text =
      "x.c:1:5: error: no\n   12 |   f();\nx.c:2:7: warning: hm\n   15 |   b();\n"
      + "my f.c:3:7: error: lost\n   15 |   b();\nx.c:3:7: warning: hm\n   15 |   b();\n"
    let indexed = Indexed(text)
    let rows = indexed.rows.map(\.json.text)
    #expect(rows.count == 5 && rows[2] == #"{"message":"my f.c:3:7: error: lost"}"#, "\(rows)")
    #expect(!indexed.notes.isEmpty)
  }

  @Test("38: that messages may be columns of a table is said")
  func columnsInMessages() {
    let time = "2026-11-24 10:11:12"
    for (text, message, option) in [
      ("\(time)\tada\t1.5\n", "ada\t1.5", "--format tsv"),
      ("\(time) | ada | in | ok\n", "ada | in | ok", "--delimiter '|'"),
    ] {
      let indexed = Indexed(String(repeating: text, count: 3))
      #expect(indexed.rows.allSatisfy { $0.json.member("message")?.string == message })
      #expect(indexed.notes.count == 1 && indexed.notes[0].contains("; \(option) --header-row no"))
    }
    #expect(Indexed(String(repeating: "\(time) a b\n", count: 3)).notes.isEmpty)
    #expect(Indexed("\(time) a\tb\n\(time) c\n\(time) d\n").notes.isEmpty)
  }

  @Test("38: a text with few lines of a known form, or many others, is not read as one")
  func otherTexts() {
    var options = FeedOptions()
    options.acceptsText = true
    for text in [
      "root:x:0:0:root:/root:/bin/sh\nada:x:7:8::/home/ada:\n",
      "4\t./a\n12\tb\n16\tc\n", "      3 a\n    12 b\n  1 c\n",
      "commit this\ncommit that\nand that\n",
      // Tables and commands, the lines of which begin as those of known outputs do.
      "      1 ?        Ss     0:01 init\n      2 ?        S      0:00 [kthreadd]\n1234567 p R x\n",
      "root:x:0:0\ndaemon:x:1:1\nbin:x:2:2\n",
      "# root:x:0:\n# bin:x:1:\n# ada:x:2:\n", "start:x:10:30\nnext:x:11:30\nlast:x:12:00\n",
      "1\t/index\tGET\n2\t/index\tGET\n", "1:a on / type b (c)\n2:a on / type b (c)\n",
      "a.c:12:5:int x;\na.c:13:5:int y;\nb.c:7:1:}\n",
    ] {
      #expect(Indexed(text, options: options).progress.format == .text, "\(text)")
    }
  }

  @Test("38: a record has at most so many lines; those behind are rows, which is said")
  func longestRecord() {
    let more = (1...LogScanner.longestRecord + 3).map { "  line \($0)" }
    // Behind another record, so that the format is not looked for in all of them.
    let first = [Self.start + "z", Self.start + "a"]
    let log = (first + more + [Self.start + "b"]).joined(separator: "\n")
    var options = FeedOptions()
    options.format = .log
    for chunk in [Int.max, 4_096] {
      let indexed = Indexed(log, chunk: chunk, options: options)
      let rows = indexed.rows
      #expect(rows.count == 7)
      #expect(indexed.notes.contains { $0.hasPrefix("1 record has more than 5000 lines") })
      let lines = rows.map {
        $0.json.member("message")?.string?.split(separator: "\n").count ?? 0
      }
      #expect(lines == [1, LogScanner.longestRecord, 1, 1, 1, 1, 1])
    }
  }

  @MainActor
  @Test("38: a record that is followed by none is shown after a moment")
  func lastRecordOfAnOpenPipe() throws {
    let pipe = TestPipe()
    let source = try ByteSources.descriptor(pipe.reader, name: "pipe")
    let first = "\(Self.start)a\n  1\n"
    try pipe.write(first)
    let feed = Feed(source: source, options: FeedOptions())
    func messages() -> [String?] {
      (0..<feed.listModel.numberOfRows).map {
        feed.listModel.row($0).json.member("message")?.string
      }
    }
    #expect(feed.wait(forRows: 1, timeout: .seconds(10)))
    #expect(messages() == ["a\n  1"])
    // What comes later is not lost, and is looked up as it was shown.
    try pipe.write("  2\n\(Self.start)b\n  3\n")
    #expect(feed.wait(forRows: 3, timeout: .seconds(10)))
    #expect(messages() == ["a\n  1", "  2", "b\n  3"])
    try pipe.close()
    feed.wait(forRows: .max, timeout: .seconds(10))
    #expect(messages() == ["a\n  1", "  2", "b\n  3"])
  }

  @Test("38: lines between records are rows of their own, and do not hide the format")
  func linesBetweenRecords() {
    let journal = """
      -- Journal begins at Wed 2026-11-25 09:00:00 UTC. --
      Nov 25 10:00:00 web-1 systemd[1]: up
      -- Boot 0123 --
      Nov 25 10:05:00 web-1 kernel: Linux
      Nov 25 10:05:01 web-1 app[22]: line one
                              line two
      -- Boot 4567 --

      """
    for chunk in [Int.max, 7] {
      let rows = Indexed(journal, chunk: chunk).rows.map { $0.json }
      #expect(rows.count == 6)
      #expect(
        rows.map { $0.member("process")?.string } == [nil, "systemd", nil, "kernel", "app", nil])
      #expect(rows.compactMap { $0.member("message")?.string }[2] == "Boot 0123")
    }
    let glog = """
      Log file created at: 2026/11/25 10:00:00
      Running on machine: web-1
      Log line format: [IWEF]mmdd hh:mm:ss.uuuuuu threadid file:line] msg
      I1125 10:11:12.345678    12 server.go:45] up
      E1125 10:11:13.345678    12 server.go:46] no

      """
    let indexed = Indexed(glog)
    #expect(indexed.rows.count == 5)
    #expect(indexed.notes == ["times without a year have that of the lines beside them"])
    #expect(
      indexed.sections[0].prefix(2) == [
        #"{"time":"2026-11-25T10:00:00"}"#, #"{"host":"web-1"}"#,
      ])
    let android = """
      11-25 10:11:12.345  17  23 D Window: a
      --------- beginning of crash
      11-25 10:11:13.345  17  23 E Runtime: b
      11-25 10:11:14.345  17  23 E Runtime: c

      """
    #expect(
      Indexed(android).rows.map { $0.json.member("message")?.string } == [
        "a", "beginning of crash", "b", "c",
      ])
  }

  @Test("38: names in front of lines are members, whatever is behind them")
  func labelledLines() {
    func rows(_ text: String, _ expected: [String]) {
      for chunk in [Int.max, 5] {
        let indexed = Indexed(text, chunk: chunk)
        #expect(indexed.progress.format == .labelledLog)
        #expect(indexed.sections == [expected])
      }
    }
    rows(
      """
      web-1  | {"level":"info","msg":"up"}
      db-1   | {"source":"x","msg":"a | b"}
      web-1  |
      web-1  | oh

      """,
      [
        #"{"container":"web-1","level":"info","msg":"up"}"#,
        #"{"container":"db-1","source":"x","msg":"a | b"}"#, #"{"container":"web-1","msg":""}"#,
        #"{"container":"web-1","msg":"oh"}"#,
      ])
    rows(
      """
      [pod/web-5d9/app] 2026-11-24T10:11:12Z INFO up
      [pod/db-0/pg] 2026-11-24T10:11:13Z WARN slow

      """,
      [
        #"{"source":"web-5d9/app","time":"2026-11-24T10:11:12Z","level":"INFO","message":"up"}"#,
        #"{"source":"db-0/pg","time":"2026-11-24T10:11:13Z","level":"WARN","message":"slow"}"#,
      ])
    rows(
      "app_1 | level=info msg=up\napp_2 | level=warn msg=x n=2\n",
      [
        #"{"source":"app_1","level":"info","msg":"up"}"#,
        #"{"source":"app_2","level":"warn","msg":"x","n":2}"#,
      ])
    rows(
      "[pod/a/x] 2026-11-24T10:11:12Z INFO up\n[pod/b/x] {\"msg\":\"on\",\"level\":\"info\"}\n"
        + "[pod/a/x] 2026-11-24T10:11:13Z WARN slow\n",
      [
        #"{"source":"a/x","time":"2026-11-24T10:11:12Z","level":"INFO","msg":"up"}"#,
        #"{"source":"b/x","msg":"on","level":"info"}"#,
        #"{"source":"a/x","time":"2026-11-24T10:11:13Z","level":"WARN","msg":"slow"}"#,
      ])
    // What docker compose writes first is a row of its own.
    rows(
      """
      Attaching to db-1, web-1
      web-1  | {"level":"info","msg":"up"}
      db-1   | {"level":"info","msg":"on"}

      """,
      [
        #"{"msg":"Attaching to db-1, web-1"}"#,
        #"{"source":"web-1","level":"info","msg":"up"}"#,
        #"{"source":"db-1","level":"info","msg":"on"}"#,
      ])
    // And what it writes last.
    rows(
      """
      web-1  | {"level":"info","msg":"up"}
      db-1   | {"level":"info","msg":"on"}
      web-1 exited with code 1

      """,
      [
        #"{"source":"web-1","level":"info","msg":"up"}"#,
        #"{"source":"db-1","level":"info","msg":"on"}"#, #"{"msg":"web-1 exited with code 1"}"#,
      ])
    // Each writer has a form of its own; what has none is text.
    let request = #""GET / HTTP/1.1" 200 5 "-" "curl/8""#
    rows(
      """
      db-1   | 2026-11-24 10:11:12.345 UTC [71] LOG:  up: x
      web-1  | 10.0.0.1 - - [24/Nov/2026:10:11:12 +0000] \(request)
      db-1   | 2026-11-24 10:11:13.345 UTC [71] ERROR:  no: x
      web-1  | 10.0.0.1 - - [24/Nov/2026:10:11:13 +0000] \(request)
      app-1  | a banner
      new-1  | {"msg":"late"}

      """,
      [
        #"{"source":"db-1","time":"2026-11-24T10:11:12.345Z","pid":71,"level":"LOG","message":"up: x"}"#,
        #"{"source":"web-1","host":"10.0.0.1","time":"2026-11-24T10:11:12Z","method":"GET","path":"/","protocol":"HTTP/1.1","status":200,"bytes":5,"agent":"curl/8"}"#,
        #"{"source":"db-1","time":"2026-11-24T10:11:13.345Z","pid":71,"level":"ERROR","message":"no: x"}"#,
        #"{"source":"web-1","host":"10.0.0.1","time":"2026-11-24T10:11:13Z","method":"GET","path":"/","protocol":"HTTP/1.1","status":200,"bytes":5,"agent":"curl/8"}"#,
        #"{"source":"app-1","msg":"a banner"}"#, #"{"source":"new-1","msg":"late"}"#,
      ])
    // Bars that are not below one another, and texts behind names.
    for text in ["a | b\nc | d\n", "a1 | b\nlonger1 | c\n", "id|name\n1|a\n"] {
      #expect(Indexed(text).progress.format != .labelledLog)
    }
  }

  @Test(
    "38: lines of another log do not belong to the record before them",
    arguments: [
      "I0301 10:00:03.000000   123 main.go:10] b", #"{"level":"info"}"#,
      "level=info msg=b", "Mar  1 10:00:03 host app[12]: b", "2024/03/01 10:00:03 b",
    ])
  func otherLogs(_ line: String) {
    let first = (0..<20).map { "2024-03-01 10:00:\(10 + $0) INFO a\($0)\n  more\n" }.joined()
    let indexed = Indexed(first + line + "\n" + line + "\n")
    #expect(indexed.rows.count == 22)
  }

  @Test("38: a line with a comma in front of a log with commas in its times is no header")
  func commasInTimes() {
    let indexed = Indexed(
      """
        File "x", line 3
      2026-01-02 10:00:00,743 ERROR [main] a.b: one
      2026-01-02 10:00:01,743 INFO [main] a.b: two

      """)
    #expect(indexed.progress.format == .log)
    #expect(indexed.rows.count == 3)
  }
}
