import Foundation
import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// Tables and lines of text as rows of objects.
@Suite struct TableTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var format: FeedFormat
    var rows: [String]
    var options = FeedOptions()

    init(
      _ name: String, _ text: String, _ format: FeedFormat, _ rows: [String],
      _ change: (inout FeedOptions) -> Void = { _ in }
    ) {
      (testDescription, self.text, self.format, self.rows) = (name, text, format, rows)
      change(&options)
    }

    init(
      _ name: String, _ text: String, _ rows: [String],
      _ change: (inout FeedOptions) -> Void = { _ in }
    ) {
      self.init(name, text, .csv, rows, change)
    }
  }

  @Test("34: blanks that pad the columns of a table with tabs are left out, which is said")
  func paddedColumns() {
    let text = """
      NAME\tREVISION\tUPDATED                                 \tSTATUS  \tCHART
      web \t1       \t2026-11-24 10:11:12.345678 +0000 UTC    \tdeployed\tweb-1
      db  \t12      \t2026-11-25 10:11:12.345678901 +0200 CEST\tfailed  \tdb-2\u{20}\u{20}

      """
    let indexed = Indexed(text)
    #expect(indexed.progress.format == .tsv)
    #expect(
      indexed.sections == [
        [
          #"{"NAME":"web","REVISION":1,"UPDATED":"2026-11-24 10:11:12.345678 +0000 UTC","#
            + #""STATUS":"deployed","CHART":"web-1"}"#,
          #"{"NAME":"db","REVISION":12,"UPDATED":"2026-11-25 10:11:12.345678901 +0200 CEST","#
            + #""STATUS":"failed","CHART":"db-2"}"#,
        ]
      ])
    #expect(indexed.notes == ["blanks that pad the columns are left out; --format csv keeps them"])
    let other = Indexed("name \tn\na \t1\nbcd \t2\n")
    #expect(other.sections == [[#"{"name ":"a ","n":1}"#, #"{"name ":"bcd ","n":2}"#]])
    let wide = Indexed("NAME\tUPDATED        \tSTATUS  \na   \t2026-11-24\tfailed  \n")
    #expect(wide.sections == [[#"{"NAME":"a","UPDATED":"2026-11-24","STATUS":"failed"}"#]])
  }

  @Test("34: a first line that names the separator is no row")
  func separatorLine() throws {
    for text in ["sep=;\na;b\n1;2\n", "\"sep=;\"\r\na;b\r\n1;2\r\n"] {
      let indexed = Indexed(MemorySource(text, name: "a.csv"))
      #expect(indexed.rows.map(\.json.text) == [#"{"a":1,"b":2}"#])
      #expect(indexed.notes.contains("the first line says that ';' separates fields"))
    }
  }

  // Nothing was said of a value that begins with a backslash, or of quotes that were left out.
  @Test(
    "34: values with tabs between them that are read otherwise than they were written are said",
    arguments: [
      ("n\tb\n1\t\\n\n2\tk\n", #"{"n":1,"b":"\\n"}"#, #"the backslashes in 1 row are kept: \n"#),
      (
        "n\tb\n1\t\"q\"\n2\tk\n", #"{"n":1,"b":"q"}"#,
        "the quotes around fields in 1 row are left out: q (line 2); --format tsv keeps them"
      ),
    ])
  func writtenOtherwise(_ text: String, _ first: String, _ note: String) {
    let indexed = Indexed(MemorySource(text, name: "x.tsv"))
    #expect(indexed.rows.first?.json.text == first)
    #expect(indexed.notes.contains { $0.hasPrefix(note) }, "\(indexed.notes)")
    let names = Indexed(MemorySource("\"n\"\t\"b\"\n1\t\"q\"\n", name: "x.tsv"))
    #expect(names.rows.first?.json.text == #"{"n":1,"b":"q"}"# && names.notes.isEmpty)
  }

  @Test("34: it is said that backslashes are escapes")
  func escapesAreReported() throws {
    let indexed = Indexed(MemorySource("a\tb\n1\tx\\ty\n2\t\\N\n", name: "a.tsv"))
    #expect(indexed.rows.map(\.json.text) == [#"{"a":1,"b":"x\ty"}"#, #"{"a":2,"b":null}"#])
    #expect(indexed.notes.contains { $0.hasPrefix("backslashes are escapes") })
  }

  static let cases = [
    Case("values", "a,b\n1,x\n-2.5e3,\n", [#"{"a":1,"b":"x"}"#, #"{"a":-2.5e3,"b":""}"#]),
    Case(
      "what is no number", "a,b\n007,1.\n+1,true\n",
      [#"{"a":"007","b":"1."}"#, #"{"a":"+1","b":"true"}"#]),
    Case(
      "quotes", "a,b\n\"x, y\",\"say \"\"hi\"\"\"\n\"\",\"1\"\n",
      [#"{"a":"x, y","b":"say \"hi\""}"#, #"{"a":"","b":"1"}"#]
    ) { $0.format = .csv },
    Case(
      "line ends in quotes", "a,b\n\"x\ny\",1\n\"\r\n\",2\n",
      [#"{"a":"x\ny","b":1}"#, #"{"a":"\r\n","b":2}"#]),
    Case(
      "quotes inside of a field", "a,b\n5\" pipe,1\nb \"c\" d,2\n",
      [#"{"a":"5\" pipe","b":1}"#, #"{"a":"b \"c\" d","b":2}"#]),
    Case("CR LF", "a,b\r\n1,x\r\n\r\n2,y\r\n", [#"{"a":1,"b":"x"}"#, #"{"a":2,"b":"y"}"#]),
    Case("byte-order mark", "\u{FEFF}a,b\n1,2", [#"{"a":1,"b":2}"#]),
    Case("names in quotes", "\"a \"\"1\"\"\",\"b\"\n1,2\n", [#"{"a \"1\"":1,"b":2}"#]),
    Case(
      "ragged rows", "a,b\n1,2\n3\n4,5,6\n7,8\n",
      [
        #"{"a":1,"b":2}"#, "!3:1 the row has 1 field, the header 2",
        "!4:1 the row has 3 fields, the header 2", #"{"a":7,"b":8}"#,
      ]
    ) { $0.format = .csv },
    Case(
      "a broken quote", "a,b\n\"x\"y,2\n3,4\n\"5,6\n",
      [
        "!2:4 a quoted field must end with a quote before the next separator", #"{"a":3,"b":4}"#,
        "!4:1 a quoted field must end with a quote before the next separator",
      ]
    ) { $0.format = .csv },
    Case(
      "names that are there twice, and none", "a,,a,a_2\n1,2,3,4\n",
      [#"{"a":1,"column_2":2,"a_3":3,"a_2":4}"#]
    ) { $0.format = .csv },
    Case(
      "no header", "1,x\n2,y\n",
      [#"{"column_1":1,"column_2":"x"}"#, #"{"column_1":2,"column_2":"y"}"#]
    ) { $0.hasHeader = false },
    Case(
      "rows of numbers alone", "1,2\n3,4\n",
      [#"{"column_1":1,"column_2":2}"#, #"{"column_1":3,"column_2":4}"#]),
    Case("years as names", "name,2025,2026\nx,1,2\n", [#"{"name":"x","2025":1,"2026":2}"#]) {
      $0.format = .csv
    },
    Case(
      "lines of a command", "a1 commit\trefs/heads/main\nb2 tag\trefs/tags/x\n",
      .text,
      [
        #"{"line":"a1 commit\trefs/heads/main"}"#, #"{"line":"b2 tag\trefs/tags/x"}"#,
      ]
    ) { $0.acceptsText = true },
    Case(
      "rows with times", "2026-11-22T10:00:00Z,up\n2026-11-22T10:00:01Z,down\n",
      [
        #"{"column_1":"2026-11-22T10:00:00Z","column_2":"up"}"#,
        #"{"column_1":"2026-11-22T10:00:01Z","column_2":"down"}"#,
      ]),
    Case("numbers that are names", "1,2\n3,4\n", [#"{"1":3,"2":4}"#]) { $0.hasHeader = true },
    Case(
      "empty lines in one column of tabs", "a\n1\n\n2\n", .tsv,
      [#"{"a":1}"#, #"{"a":null}"#, #"{"a":2}"#]
    ) {
      $0.format = .tsv
    },
    Case(
      "ragged rows with semicolons", "a;b\n1;2\n3\n",
      [#"{"a":1,"b":2}"#, "!3:1 the row has 1 field, the header 2"]
    ) {
      $0.format = .csv
    },
    Case("semicolons", "a;b\n1,5;x\n", [#"{"a":"1,5","b":"x"}"#]) { $0.format = .csv },
    Case("a delimiter that is named", "a:b\n1:2\n", [#"{"a":1,"b":2}"#]) {
      $0.format = .csv
      $0.delimiter = UInt8(ascii: ":")
    },
    Case("one column", "a\n1\n2\n", [#"{"a":1}"#, #"{"a":2}"#]) { $0.format = .csv },
    Case("names only", "a,b\n", []) { $0.format = .csv },
    Case(
      "tabs", "a\tb\n1\tx\\ty\\n\\\\\n\t\\N\n", .tsv,
      [#"{"a":1,"b":"x\ty\n\\"}"#, #"{"a":null,"b":null}"#]),
    Case(
      "backslashes that are no escapes", "a\tb\n1\tC:\\Users\\x\n", .tsv,
      [#"{"a":1,"b":"C:\\Users\\x"}"#]),
    Case(
      "34: backslashes that may be escapes", "a\tb\n1\tC:\\temp\\new\n", .tsv,
      [#"{"a":1,"b":"C:\\temp\\new"}"#]),
    Case(
      "34: escapes that are asked for", "a\tb\n1\tC:\\temp\n", .tsv, [#"{"a":1,"b":"C:\temp"}"#]
    ) {
      $0.format = .tsv
    },
    Case(
      "41: backslashes and quotes between other delimiters than tabs",
      "a\u{1F}b\n1\u{1F}\"x\" C:\\temp\n2\u{1F}\\N\n", .tsv,
      [#"{"a":1,"b":"\"x\" C:\\temp"}"#, #"{"a":2,"b":"\\N"}"#]
    ) {
      $0.format = .tsv
      $0.delimiter = 0x1F
    },
    Case(
      "34: quotes below the header, as of spreadsheets", "a\tb\n1\tx\n2\t\"y \"\"z\"\"\n\tu\"\n",
      [#"{"a":1,"b":"x"}"#, #"{"a":2,"b":"y \"z\"\n\tu"}"#]),
    Case(
      "34: quotes that are none", "a\tb\n1\t\"x\" and y\n", .tsv,
      [#"{"a":1,"b":"\"x\" and y"}"#]),
    Case("tabs and quotes", "\"a\"\t\"b\"\n1\t\"x\ty\"\n", [#"{"a":1,"b":"x\ty"}"#]),
    Case(
      "text", "  first\n\n [1]\r\n\"last\"", .text,
      [#"{"line":"  first"}"#, #"{"line":""}"#, #"{"line":" [1]"}"#, #"{"line":"\"last\""}"#]
    ) { $0.format = .text },
    Case(
      "columns of kubectl",
      """
      NAME      READY   STATUS    RESTARTS     AGE
      api-7d4   1/1     Running   5 (3d ago)   12d
      db-0      0/1     Pending   0            40d

      """, .aligned,
      [
        #"{"NAME":"api-7d4","READY":"1/1","STATUS":"Running","RESTARTS":"5 (3d ago)","AGE":"12d"}"#,
        #"{"NAME":"db-0","READY":"0/1","STATUS":"Pending","RESTARTS":"0","AGE":"40d"}"#,
      ]),
    Case(
      "cells with blanks beside one that overflows",
      """
      NAME      READY   STATUS    NODE
      foo bar   1/1     Running   n1
      verylongname 1/1   Running   n1
      baz       1/1     A B       n3

      """, .aligned,
      [
        #"{"NAME":"foo bar","READY":"1/1","STATUS":"Running","NODE":"n1"}"#,
        #"{"line":"verylongname 1/1   Running   n1"}"#,
        #"{"NAME":"baz","READY":"1/1","STATUS":"A B","NODE":"n3"}"#,
      ]),
    Case(
      "columns of docker, one of them empty",
      """
      CONTAINER ID   COMMAND        CREATED       PORTS     NAMES
      a1b2c3d4e5f6   "/docker-e…"   2 hours ago             web
      0a1b2c3d4e5f   "run"          3 weeks ago             db

      """, .aligned,
      [
        #"{"CONTAINER ID":"a1b2c3d4e5f6","COMMAND":"\"/docker-e…\"","CREATED":"2 hours ago","#
          + #""PORTS":"","NAMES":"web"}"#,
        #"{"CONTAINER ID":"0a1b2c3d4e5f","COMMAND":"\"run\"","CREATED":"3 weeks ago","#
          + #""PORTS":"","NAMES":"db"}"#,
      ]),
    Case(
      "columns of ps, right aligned, with rows that are too wide",
      "    PID %CPU    VSZ COMMAND\n      1  0.5  41372 /sbin/init -x\n    412 10.0"
        + " 123456789 a b\n      7  0.0      0 [k]\n\n",
      .aligned,
      [
        #"{"PID":1,"%CPU":0.5,"VSZ":41372,"COMMAND":"/sbin/init -x"}"#,
        #"{"PID":412,"%CPU":10.0,"VSZ":123456789,"COMMAND":"a b"}"#,
        #"{"PID":7,"%CPU":0.0,"VSZ":0,"COMMAND":"[k]"}"#,
      ]),
    Case(
      "columns of df",
      """
      Filesystem      Size  Used Avail Use% Mounted on
      devtmpfs         12G     0   12G   0% /dev
      /dev/vda        252G   27G   68G  29% /

      """, .aligned,
      [
        #"{"Filesystem":"devtmpfs","Size":"12G","Used":"0","Avail":"12G","Use%":"0%","#
          + #""Mounted on":"/dev"}"#,
        #"{"Filesystem":"/dev/vda","Size":"252G","Used":"27G","Avail":"68G","Use%":"29%","#
          + #""Mounted on":"/"}"#,
      ]),
    Case(
      "columns of free, the first without a title",
      """
                     total        used
      Mem:              23          15
      Swap:              0           0

      """, .aligned,
      [
        #"{"column_1":"Mem:","total":23,"used":15}"#, #"{"column_1":"Swap:","total":0,"used":0}"#,
      ]),
    Case(
      "files of ls",
      """
      total 16
      drwxr-xr-x  2 root adm   4096 23 Nov  2024 a b
      -rw-r--r--+ 1 root root 12382 Jan  3  2025  c.md

      """, .aligned,
      [
        #"{"mode":"drwxr-xr-x","links":2,"owner":"root","group":"adm","size":4096,"#
          + #""time":"2024-11-23","name":"a b"}"#,
        #"{"mode":"-rw-r--r--+","links":1,"owner":"root","group":"root","size":12382,"#
          + #""time":"2025-01-03","name":" c.md"}"#,
      ]),
    Case(
      "files of ls without a total, in the style of long-iso, and devices",
      """
      crw-rw-rw- 1 root root     1, 3 2026-11-23 10:13 null
      -rw-r--r-- 1 ada  staff    4.0K 2026-11-23 15:16:01.5 +0100 a
      lrwxrwxrwx 1 ada  staff      11 23 lis 15:16 b -> a
      subfolder:

      """, .aligned,
      [
        #"{"mode":"crw-rw-rw-","links":1,"owner":"root","group":"root","size":"1, 3","#
          + #""time":"2026-11-23 10:13","name":"null"}"#,
        #"{"mode":"-rw-r--r--","links":1,"owner":"ada","group":"staff","size":"4.0K","#
          + #""time":"2026-11-23 15:16:01.5+01:00","name":"a"}"#,
        #"{"mode":"lrwxrwxrwx","links":1,"owner":"ada","group":"staff","size":11,"#
          + #""time":"23 lis 15:16","name":"b -> a"}"#, #"{"line":"subfolder:"}"#,
      ]
    ) { $0.format = .aligned },
    Case(
      "files of ls -g, one with an account of two words",
      """
      total 8
      -rw-r--r-- 1 staff  4096 Nov 23  2024 2024
      -rw-r--r-- 1 domain users 12 Nov 23  2024 b

      """, .aligned,
      [
        #"{"mode":"-rw-r--r--","links":1,"account":"staff","size":4096,"time":"2024-11-23","#
          + #""name":"2024"}"#,
        #"{"line":"-rw-r--r-- 1 domain users 12 Nov 23  2024 b"}"#,
      ]),
    Case(
      "files of ls -lZ",
      """
      -rw-r--r--. 1 root root system_u:object_r:etc_t:s0  12 Jan  3  2025 a
      -rw-r--r--. 1 root root ?                         4096 Jan  3  2025 b

      """, .aligned,
      [
        #"{"mode":"-rw-r--r--.","links":1,"owner":"root","group":"root","#
          + #""context":"system_u:object_r:etc_t:s0","size":12,"time":"2025-01-03","name":"a"}"#,
        #"{"mode":"-rw-r--r--.","links":1,"owner":"root","group":"root","context":"?","#
          + #""size":4096,"time":"2025-01-03","name":"b"}"#,
      ]),
    Case("an empty folder of ls", "total 0\n", .aligned, []),
    Case(
      "a header that is repeated, with tabs and wide characters",
      "NAME\tAGE   CITY\n名前\t1     a b\nzo\u{308}e\t22    c\nNAME\tAGE   CITY\nx\t3     d\n",
      .aligned,
      [
        #"{"NAME":"名前","AGE":1,"CITY":"a b"}"#,
        "{\"NAME\":\"zo\u{308}e\",\"AGE\":22,\"CITY\":\"c\"}",
        #"{"NAME":"x","AGE":3,"CITY":"d"}"#,
      ]
    ) { $0.format = .aligned },
    Case(
      "columns aligned by characters",
      "NAME   AGE   CITY\n名前     1     a b\n大きい名   22    c d\n", .aligned,
      [
        #"{"NAME":"名前","AGE":1,"CITY":"a b"}"#, #"{"NAME":"大きい名","AGE":22,"CITY":"c d"}"#,
      ]),
    Case(
      "numbers that are too wide, as of vmstat",
      " r  b   swpd   free   buff\n 3  0      0 13859292  58180\n", .aligned,
      [#"{"r":3,"b":0,"swpd":0,"free":13859292,"buff":58180}"#]),
    Case(
      "columns of free with wide numbers",
      "               total        used\nMem:        24684100     1231752\nSwap:              0 "
        + "          0\n", .aligned,
      [
        #"{"column_1":"Mem:","total":24684100,"used":1231752}"#,
        #"{"column_1":"Swap:","total":0,"used":0}"#,
      ]),
    Case(
      "columns of netstat, with another line",
      """
      Active connections
      Proto Recv-Q Send-Q Local Address      State
      tcp        0      0 0.0.0.0:2024       LISTEN
      udp        0      0 127.0.0.1:190
      tcp        0      0 127.0.0.1:18123    LISTEN
      Active UNIX domain sockets

      """, .aligned,
      [
        #"{"Proto":"tcp","Recv-Q":0,"Send-Q":0,"Local Address":"0.0.0.0:2024","State":"LISTEN"}"#,
        #"{"Proto":"udp","Recv-Q":0,"Send-Q":0,"Local Address":"127.0.0.1:190","State":""}"#,
        #"{"Proto":"tcp","Recv-Q":0,"Send-Q":0,"Local Address":"127.0.0.1:18123","#
          + #""State":"LISTEN"}"#,
        #"{"line":"Active UNIX domain sockets"}"#,
      ]),
    Case(
      "columns of ss",
      """
      State  Recv-Q Send-Q Local Address:Port  Peer Address:Port
      LISTEN 0      16         127.0.0.1:55603      0.0.0.0:*

      """, .aligned,
      [
        #"{"State":"LISTEN","Recv-Q":0,"Send-Q":16,"Local Address:Port":"127.0.0.1:55603","#
          + #""Peer Address:Port":"0.0.0.0:*"}"#
      ]),
    Case(
      "W15: columns of ss with processes",
      """
      State  Recv-Q Send-Q Local Address:Port Peer Address:PortProcess
      LISTEN 0      128          0.0.0.0:2024      0.0.0.0:*
      LISTEN 0      16         127.0.0.1:55603     0.0.0.0:*    users:(("a",pid=1,fd=3))

      """, .aligned,
      [
        #"{"State":"LISTEN","Recv-Q":0,"Send-Q":128,"Local Address:Port":"0.0.0.0:2024","#
          + #""Peer Address:Port":"0.0.0.0:*","Process":""}"#,
        #"{"State":"LISTEN","Recv-Q":0,"Send-Q":16,"Local Address:Port":"127.0.0.1:55603","#
          + #""Peer Address:Port":"0.0.0.0:*","Process":"users:((\"a\",pid=1,fd=3))"}"#,
      ]),
    Case(
      "words of a header that have no cells, and two neighbors",
      """
      STATE  QUEUE LOCAL ADDRESS PEER
      LISTEN    12       10.0.0.1  11

      """, .aligned,
      [#"{"STATE":"LISTEN","QUEUE":12,"LOCAL":"","ADDRESS":"10.0.0.1","PEER":11}"#]),
    Case(
      "blanks in the last column of df",
      """
      Filesystem      Size  Used Avail Use% Mounted on
      /dev/sda1        20G  5.0G   15G  25% /
      /dev/sdb1       100G   50G   50G  50% /mnt/ab dir

      """, .aligned,
      [
        #"{"Filesystem":"/dev/sda1","Size":"20G","Used":"5.0G","Avail":"15G","Use%":"25%","#
          + #""Mounted on":"/"}"#,
        #"{"Filesystem":"/dev/sdb1","Size":"100G","Used":"50G","Avail":"50G","Use%":"50%","#
          + #""Mounted on":"/mnt/ab dir"}"#,
      ]),
    Case(
      "a tab in the last cell", "id\ta\tb\tc\n1\tq\tr\ts\n2\tq\tr\ts\textra\n3\tq\tr\tt\n",
      .aligned,
      [
        #"{"id":1,"a":"q","b":"r","c":"s"}"#, #"{"line":"2\tq\tr\ts\textra"}"#,
        #"{"id":3,"a":"q","b":"r","c":"t"}"#,
      ]
    ) { $0.format = .aligned },
    Case(
      "one cell that overflows",
      """
      NAME   READY   AGE
      a-name-that-is-long   1/1   3 d
      b      1/1     4 d
      c      1/1     5 d

      """, .aligned,
      [
        #"{"NAME":"a-name-that-is-long","READY":"1/1","AGE":"3 d"}"#,
        #"{"NAME":"b","READY":"1/1","AGE":"4 d"}"#,
        #"{"NAME":"c","READY":"1/1","AGE":"5 d"}"#,
      ]),
    Case(
      "lines before the header, as of vmstat",
      """
      procs -----memory---- --swap--
       r  b   swpd   free   si   so
       9  0      0 123301    0    0
       8  0      0      1    2    0

      """, .aligned,
      [
        #"{"r":9,"b":0,"swpd":0,"free":123301,"si":0,"so":0}"#,
        #"{"r":8,"b":0,"swpd":0,"free":1,"si":2,"so":0}"#,
      ]),
    Case(
      "aligned columns with CRLF", "NAME   AGE\r\na      1\r\nb      22\r\n", .aligned,
      [#"{"NAME":"a","AGE":1}"#, #"{"NAME":"b","AGE":22}"#]),
    Case(
      "capitals are no header", "NEW  YORK\nLOS ANGELES\nBOSTON\n", .text,
      [#"{"line":"NEW  YORK"}"#, #"{"line":"LOS ANGELES"}"#, #"{"line":"BOSTON"}"#]
    ) { $0.acceptsText = true },
    Case(
      "words in capitals above others are no titles",
      "AAPL   BUY\nMSFT   SELL\nGOOG   BUY\n", .text,
      [#"{"line":"AAPL   BUY"}"#, #"{"line":"MSFT   SELL"}"#, #"{"line":"GOOG   BUY"}"#]
    ) { $0.acceptsText = true },
    Case(
      "usual titles above words in capitals are titles",
      "NAME     STATUS\nWEB      UP\nDB       DOWN\n", .aligned,
      [#"{"NAME":"WEB","STATUS":"UP"}"#, #"{"NAME":"DB","STATUS":"DOWN"}"#]),
    Case(
      "names in capitals beside words are no titles",
      "USER     TYPE\nHOST     WEB\n", .text,
      [#"{"line":"USER     TYPE"}"#, #"{"line":"HOST     WEB"}"#]
    ) { $0.acceptsText = true },
    Case(
      "capitals above capitals and numbers are titles",
      "STATE   N\nSELL    7\nBUY     12\n", .aligned,
      [#"{"STATE":"SELL","N":7}"#, #"{"STATE":"BUY","N":12}"#]),
    Case(
      "a text with wide blanks is no table", "Dear  all,\nnothing  here  is a table\n", .text,
      [#"{"line":"Dear  all,"}"#, #"{"line":"nothing  here  is a table"}"#]
    ) { $0.acceptsText = true },
    Case("strings with commas are JSON", "\"a,b\"\n\"c,d\"\n", .lines, [#""a,b""#, #""c,d""#]),
  ]

  @Test(arguments: cases) func rowsAreObjects(_ test: Case) throws {
    for chunk in [Int.max, 64, 7, 1] {
      let indexed = Indexed(test.text, chunk: chunk, options: test.options)
      #expect(indexed.error == nil, "chunk \(chunk)")
      #expect(indexed.progress.format == test.format, "chunk \(chunk)")
      #expect(indexed.sections == [test.rows], "chunk \(chunk)")
      var passed: [String] = []
      try indexed.model.forEachRow { _, bytes in
        passed.append(String(decoding: bytes, as: UTF8.self))
        return true
      }
      // A row that cannot be converted is not handed over as something else.
      #expect(passed == test.rows.map { $0.hasPrefix("!") ? "" : $0 }, "chunk \(chunk)")
    }
  }

  @Test("38: what is behind an empty line is no row of an aligned table, and other titles end it")
  func behindAnEmptyLine() {
    for count in [3, 70] {
      let rows = String(repeating: "web     5d\n", count: count)
      for chunk in [Int.max, 7] {
        let ended = Indexed("NAME    AGE\n\n\(rows)\nDone\n", chunk: chunk)
        #expect(ended.rows.count == count + 1)
        #expect(ended.rows.last?.json.text == #"{"line":"Done"}"#)
        #expect(ended.notes.count == 1)
        let other = Indexed("NAME    AGE\n\(rows)\nKIND    TTL\nsvc     9d\n", chunk: chunk)
        #expect(other.rows.count == count + 1 && other.error == nil)
        #expect(other.rows.last?.json.text == #"{"KIND":"svc","TTL":"9d"}"#)
        let repeated = Indexed("NAME    AGE\n\(rows)\nNAME    AGE\n\(rows)", chunk: chunk)
        #expect(repeated.rows.count == 2 * count && repeated.error == nil)
      }
    }
    let spaced = Indexed("NAME    AGE\n\nweb     5d\n\ndb      3d\n\nx       1d\n")
    #expect(spaced.rows.count == 3 && spaced.notes.isEmpty)
  }

  @Test("38: a table with other columns is a section of its own")
  func otherColumns() {
    let pods = "NAME   READY\na      1/1\nb      0/1\n"
    let indexed = Indexed(pods + "\nNAME   TYPE\ndb     ClusterIP\n")
    #expect(
      indexed.sections == [
        [#"{"NAME":"a","READY":"1/1"}"#, #"{"NAME":"b","READY":"0/1"}"#],
        [#"{"NAME":"db","TYPE":"ClusterIP"}"#],
      ])
    #expect(indexed.error == nil)
    #expect(
      indexed.notes == ["another table begins in line 5; its rows have members of their own"])
    // Beyond the sample.
    let rows = String(repeating: "a      1/1\n", count: 60)
    let long = Indexed("NAME   READY\n\(rows)NAME   TYPE\ndb     ClusterIP\n")
    #expect(long.rows.count == 61)
    #expect(long.rows.last?.json.text == #"{"NAME":"db","TYPE":"ClusterIP"}"#)
  }

  @Test func fileDatesWithoutAYearAreOfTheLastMonths() throws {
    // 2026-03-02.
    let clock = LocalClock {
      1_772_409_600
    } offset: { _ in
      0
    }
    var text = "-rw-r--r-- 1 a b 1 Mar  2 15:16 c\n-rw-r--r-- 1 a b 1 Nov 23 15:16 d"
    let rows = text.withUTF8 { bytes -> [String] in
      let lines = UnsafeRawBufferPointer(bytes).split(separator: 0x0A)
        .map { UnsafeRawBufferPointer(rebasing: $0) }
      let coding = ListingCoding(lines: lines, clock: clock)
      return lines.map { line in
        var json: [UInt8] = []
        coding?.append(line, at: 0, to: &json)
        return String(decoding: json, as: UTF8.self)
      }
    }
    #expect(rows[0].contains(#""time":"2026-03-02 15:16""#))
    #expect(rows[1].contains(#""time":"2025-11-23 15:16""#))
  }

  @Test func carriageReturnsAloneAreAnError() {
    var options = FeedOptions()
    options.format = .csv
    #expect(
      Indexed("a,b\r1,2\r3,4\r", options: options).error?.contains("carriage returns alone") == true
    )
    #expect(Indexed("\"a\rb\",c\n1,2\n", options: options).error == nil)
  }

  @Test(arguments: [("PAR1", "a Parquet file"), ("SQLite format 3\0", "a database of SQLite")])
  func filesThatAreNoTextAreNamed(start: String, name: String) {
    var options = FeedOptions()
    options.acceptsText = true
    let indexed = Indexed(start + ",a\nb,c\n", options: options)
    #expect(indexed.error?.hasSuffix("is \(name), which is not text") == true)
  }

  @Test func anOverwrittenFileIsNoticed() throws {
    let file = try TemporaryFile("{\"a\":1}\n")
    let indexed = Indexed(try ByteSources.file(file.path))
    #expect(indexed.model.overwriting == nil)
    let handle = try #require(FileHandle(forWritingAtPath: file.path))
    try handle.write(contentsOf: Data("{\"a\":2}\n".utf8))
    #expect(indexed.model.overwriting?.source == file.path)
  }

  @Test func textIsAFeedWhereThatIsAccepted() {
    var options = FeedOptions()
    options.acceptsText = true
    // As sort | uniq -c prints them.
    let counts = Indexed("    133 Farid Haddad\n     12 Ada\n", options: options)
    #expect(counts.progress.format == .text && counts.model.numberOfRows == 2)
    #expect(Indexed("12\tt\n13\tf\n", options: options).progress.format == .text)
    #expect(Indexed("1 2 3\n4\n", options: options).model.numberOfRows == 4)
    #expect(Indexed("1 {\"a\":\n2} 3\n", options: options).model.numberOfRows == 3)
    let indexed = Indexed("Dear all,\nnothing here.\n", options: options)
    #expect(indexed.progress.format == .text && indexed.model.numberOfRows == 2)
    #expect(
      indexed.progress.notes == ["lines of text (neither JSON nor a table)"])
  }

  @Test func aHeaderThatIsNotAboveItsValuesIsReported() {
    var options = FeedOptions()
    options.acceptsText = true
    let text = """
      STATE   RECEIVED   SENT
      LISTEN to   0   16 12

      """
    #expect(
      Indexed(text, options: options).progress.notes == [
        "lines of text (neither JSON nor a table; the values are not below their titles)"
      ])
  }

  @Test("38: for a table of capitals, the option that reads it is named")
  func tablesOfCapitals() {
    var options = FeedOptions()
    options.acceptsText = true
    let text = "SYMBOL   SIDE\nAAPL     BUY\nMSFT     SELL\n"
    #expect(
      Indexed(text, options: options).notes == [
        "lines of text (neither JSON nor a table; --format aligned takes the first line for titles)"
      ])
    options.format = .aligned
    #expect(
      Indexed(text, options: options).rows.first?.json.text == #"{"SYMBOL":"AAPL","SIDE":"BUY"}"#)
  }

  // The row was taken for the header, and lost.
  @Test(
    "34: a first row with a number is no header, if it is alone or the number is in front",
    arguments: [
      "10,alice\n", "2026-01-01 10:00:00,5,alice\n", "1.5,,.5\n", "alice,x@y.z,30\n",
      "100,alice,x\n101,bob,5\n102,carol,7\n",
    ])
  func numbersAreNoTitles(_ text: String) {
    let indexed = Indexed(MemorySource(text, name: "f.csv"))
    #expect(indexed.rows.count == text.count { $0 == "\n" })
    #expect(indexed.notes.first?.contains("looks like a row") == true)
  }

  @Test(
    "34: names, years and numbers beside a name above numbers are titles",
    arguments: [
      ("id,name\n", 0, true), ("web,up\n", 0, true), ("country,2019,2020\nx,5,6\n", 1, true),
      ("gene,1,n\na,5,6\n", 1, true), ("id,n\n1,2\n", 1, false),
      ("x,TRUE\ny,false\n", 2, false), ("2m5s,web\n3h,db\n", 2, false),
      ("x,unknown\ny,3\n", 2, false), ("x,\ny,3\n", 1, true),
    ])
  func numbersAsTitles(_ text: String, _ count: Int, _ isSaid: Bool) {
    let indexed = Indexed(MemorySource(text, name: "f.csv"))
    #expect(indexed.rows.count == count)
    #expect(indexed.notes.contains { $0.contains("because of the name alone") } == isSaid)
  }

  // The first row was taken for titles without a note.
  @Test(
    "34: a header by the requested format alone is said",
    arguments: [
      (.csv, "ada,london\nbob,paris\n", 1, true), (.csv, "id,n\n1,2\n", 1, false),
      (.csv, "ada,1\nbob,2\n", 2, false), (.tsv, "ada\tlondon\nbob\tparis\n", 1, true),
      (.aligned, "ada   london\nbob   paris\ncy    rome\n", 2, true),
      (.aligned, "NAME  N\na     1\nb     2\n", 2, false),
    ] as [(FeedFormat, String, Int, Bool)])
  func headersByFormat(_ format: FeedFormat, _ text: String, _ count: Int, _ isSaid: Bool) {
    var options = FeedOptions(format: format)
    let note = "because of the requested format alone"
    let indexed = Indexed(text, options: options)
    #expect(indexed.rows.count == count)
    #expect(indexed.notes.contains { $0.contains(note) } == isSaid, "\(indexed.notes)")
    options.hasHeader = true
    #expect(!Indexed(text, options: options).notes.contains { $0.contains(note) })
  }

  @Test(
    "38: times, months and ordinal numbers above numbers are titles of a pivot table",
    arguments: [
      ("host,10:00,11:00\na,1,2.5\nb,3,\n", "11:00"), ("n,1st,2nd\na,1,2\n", "2nd"),
      ("host,2026-01,2026-02\na,1,2\n", "2026-02"), ("a,10:00,10:00\nb,1,2\n", nil),
      ("a,10:00,11:00\nb,11:00,12:00\n", nil), ("a,1.2K,3/4\nb,1,2\n", nil),
    ] as [(String, String?)])
  func pivotTables(_ text: String, _ title: String?) {
    let indexed = Indexed(MemorySource(text, name: "f.csv"))
    let lineCount = text.count { $0 == "\n" }
    #expect(indexed.rows.count == lineCount - (title == nil ? 0 : 1))
    if let title { #expect(indexed.model.fieldNames.contains(title)) }
  }

  @Test("34: 20,000 columns with one name are numbered")
  func manyColumnsWithOneName() {
    let count = 20_000
    let text = String(repeating: "a,", count: count) + "b\n" + String(repeating: "1,", count: count)
    let indexed = Indexed(MemorySource(text + "2\n", name: "f.csv"))
    #expect(indexed.model.fieldNames[count - 1] == "a_\(count)")
    #expect(indexed.rows.count == 1)
  }

  @Test(
    "34, W3: a first row with a placeholder above values is no header",
    arguments: ["NA", "n/a", "null", "\\N", "#N/A", "-", "?", "inf", "<5"])
  func placeholdersAreNoTitles(_ text: String) {
    let rows = "\(text),x\n1,y\n2,z\n"
    #expect(Indexed(MemorySource(rows, name: "a.csv", chunk: .max)).model.numberOfRows == 3)
    let piped = Indexed(rows)
    #expect(piped.error != nil || piped.model.numberOfRows == 3)
    let titled = "\(text),count\n1,2\n3,4\n"
    #expect(Indexed(MemorySource(titled, name: "a.csv", chunk: .max)).model.numberOfRows == 2)
  }

  @Test func theNameOfAFileSaysThatItIsATable() throws {
    let indexed = Indexed(MemorySource("a,b\n", name: "empty.csv", chunk: .max))
    #expect(indexed.progress.format == .csv && indexed.model.numberOfRows == 0)
    #expect(Indexed("a,b\n").error != nil)
    #expect(Indexed("Dear all,\nnothing here.\n").error != nil)
  }

  /// Whether the first line has names is decided by several rows, which may come one by one.
  @Test(arguments: [
    "1\n\u{3}", "10\nx\ny\n", "\n\n\u{5}\u{0}\t\"\u{3}\n\"\n\t,\u{5}\r", "a,b\nc\nd,e\n",
  ])
  func rowsDoNotDependOnHowBytesArrive(_ text: String) {
    for format in [nil, .csv, .tsv] as [FeedFormat?] {
      let whole = Indexed(text, options: FeedOptions(format: format))
      for chunk in 1...4 {
        let pieces = Indexed(text, chunk: chunk, options: FeedOptions(format: format))
        #expect(pieces.sections == whole.sections, "\(chunk) bytes at a time")
      }
    }
  }

  /// Tables of any content, against what was written; the rows are found again from any of them.
  @Test(arguments: 1...100) func whatIsWrittenIsRead(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let pieces = ["a", "\"", ",", "\n", "\r\n", " ", "é", "xyz", "0123456789012345678901234567890"]
    let rows = (0..<Int.random(in: 1...300, using: &random)).map { _ in
      (0..<3).map { _ in
        "v"
          + (0..<Int.random(in: 0...4, using: &random)).map { _ in
            pieces.randomElement(using: &random) ?? ""
          }.joined()
      }
    }
    let text = ([["k", "l", "m"]] + rows).map { row in
      row.map { field in
        let needsQuotes = field.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
        return needsQuotes || Bool.random(using: &random)
          ? "\"\(field.replacing("\"", with: "\"\""))\"" : field
      }.joined(separator: ",")
    }.joined(separator: seed.isMultiple(of: 2) ? "\r\n" : "\n")
    let chunk = Int.random(in: 1...200, using: &random)
    var options = FeedOptions()
    options.format = .csv
    let indexed = Indexed(text, chunk: chunk, options: options)
    try #require(indexed.model.numberOfRows == rows.count)
    for number in rows.indices.shuffled(using: &random).prefix(20) {
      let value = try indexed.model.row(number).value()
      #expect(["k", "l", "m"].map { value[$0]?.string } == rows[number])
    }
  }
}
