import Foundation
import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// Titles of known programs with single blanks between them.
@Suite struct AlignedTitleTests {
  @Test(
    "41: titles of several words of df in other languages are those of a column each",
    arguments: [
      ("Dateisystem    Größe Benutzt Verf. Verw% Eingehängt auf", "Dateisystem", "Eingehängt auf"),
      ("S.ficheros     Tamaño Usados  Disp Uso% Montado en", "S.ficheros", "Montado en"),
      ("File system    Dim. Usati Dispon. Uso% Montato su", "File system", "Montato su"),
    ])
  func titlesOfDf(_ header: String, _ first: String, _ last: String) {
    // The cells end below their titles.
    let words = header.dropLast(last.count).split(separator: " ").suffix(4)
    func row(_ name: String, _ cells: [String], _ place: String) -> String {
      var line = name
      for (word, cell) in zip(words, cells) {
        let end = header.distance(from: header.startIndex, to: word.endIndex)
        line += String(repeating: " ", count: end - line.count - cell.count) + cell
      }
      return "\(line) \(place)\n"
    }
    let rows = Indexed(
      "\(header)\n" + row("udev", ["7G", "0", "7G", "0%"], "/")
        + row("/dev/sda1", ["9G", "1G", "8G", "9%"], "/mnt/a b")
    ).rows
    #expect(rows.map { $0.json.member(last)?.string } == ["/", "/mnt/a b"])
    #expect(rows.map { $0.json.member(first)?.string } == ["udev", "/dev/sda1"])
  }

  // "Move Log" was a column.
  @Test("34: titles of lvs without cells below are a column each")
  func titlesOfVolumes() {
    let indexed = Indexed(
      """
        LV     VG   Attr       LSize   Pool Origin Data%  Meta%  Move Log Cpy%Sync Convert
        home   vg0  -wi-ao---- 100.00g
        root   vg0  -wi-ao----  50.00g
        thin1  vg0  Vwi-a-tz--  10.00g pool        12.34

      """)
    #expect(
      indexed.model.fieldNames == [
        "LV", "VG", "Attr", "LSize", "Pool", "Origin", "Data%", "Meta%", "Move", "Log", "Cpy%Sync",
        "Convert",
      ])
    #expect(indexed.rows.last?.json.member("Data%")?.text == "12.34")
  }

  // 8.00 was a text, since 71.11 has no zero at its end.
  @Test("38: the types of columns are also those of values behind repeated titles")
  func repeatedTitles() {
    let indexed = Indexed(
      """
      Device      tps   kB_read/s
      vda       71.11      100.10

      Device      tps   kB_read/s
      vda        8.00       10.00

      """)
    #expect(indexed.rows.count == 2)
    #expect(indexed.rows.last?.json.text == #"{"Device":"vda","tps":8.00,"kB_read/s":10.00}"#)
  }

  // Each was a row.
  @Test("38: titles that are printed again are left out, which is said, and no row is lost")
  func titlesAgain() {
    let report = "NAME  SIZE  OWNER\na     1     root\nb     2     root\n"
    let indexed = Indexed(String(repeating: report, count: 100) + "NAME  SIZE  OWNER")
    #expect(indexed.rows.count == 200)
    #expect(
      indexed.rows.enumerated().allSatisfy { number, row in
        row.json.text
          == (number % 2 == 0
            ? #"{"NAME":"a","SIZE":1,"OWNER":"root"}"# : #"{"NAME":"b","SIZE":2,"OWNER":"root"}"#)
      })
    #expect(indexed.notes == ["100 lines with the titles again are left out"])
    let spaced = Indexed("\(report)\n\(report)\n\n\(report)")
    #expect(spaced.rows.count == 6 && spaced.rows.allSatisfy { $0.json.member("line") == nil })
    #expect(spaced.notes == ["2 lines with the titles again are left out"])
  }

  // It had cells, so that the numbers were texts.
  @Test("38: a rule between rows is a row with its text, which is noted")
  func rulesBetweenRows() {
    let indexed = Indexed("ID  NAME\n1   a\n--  ----\n2   b\n")
    #expect(
      indexed.rows.map(\.json.text) == [
        #"{"ID":1,"NAME":"a"}"#, #"{"line":"--  ----"}"#, #"{"ID":2,"NAME":"b"}"#,
      ])
    #expect(indexed.notes.last?.contains("--  ---- (line 3)") == true)
  }

  // They were rows.
  @Test(
    "34: dots for rows that are left out, and a number of rows behind an empty line, are said",
    arguments: [
      ("NAME   READY\nx      1\ny      2\n...    ...\nz      3\n", "...    ..."),
      ("N NAME     TYPE\n1 Running  a\n\n2 items\n", "2 items"),
      ("N NAME     TYPE\n1 Running  a\n2 Waiting  b\n\n2 items\n", "2 items"),
    ])
  func otherLines(_ text: String, _ line: String) {
    let indexed = Indexed(text)
    #expect(indexed.rows.compactMap { $0.json.member("line")?.string } == [line])
    #expect(
      indexed.notes.contains { $0.contains("1 line does not match") && $0.contains(line) },
      "\(indexed.notes)")
  }

  // "Hop" was an empty column, and names were divided.
  @Test(
    "38: titles of two words are one where wide gaps are beside them",
    arguments: [
      (
        "Proto Next Hop   Met\ntcp   ::        256\nudp   ::         1\n",
        #"{"Proto":"tcp","Next Hop":"::","Met":256}"#
      ),
      (
        "ID  FULL NAME   AGE\n1   Anna Lee    30\n2   Karl Marx   40\n3   Jane Doe    50\n",
        #"{"ID":1,"FULL NAME":"Anna Lee","AGE":30}"#
      ),
      (
        "ID  TYPE SIZE   AGE\n1   disk 9      30\n2   part 7      40\n3   disk 8      50\n",
        #"{"ID":1,"TYPE":"disk","SIZE":9,"AGE":30}"#
      ),
      (
        "Address   HWtype  Flags Mask   Iface\n10.0.0.1  ether   C            eth0\n"
          + "10.0.0.2  ether   C            eth0\n",
        #"{"Address":"10.0.0.1","HWtype":"ether","Flags":"C","Mask":"","Iface":"eth0"}"#
      ),
    ])
  func titlesOfTwoWords(_ text: String, _ row: String) {
    var options = FeedOptions()
    options.format = .aligned
    #expect(Indexed(text, options: options).rows.first?.json.text == row)
  }

  // "FSTYPE MOUNTPOINT LABEL" was a column.
  @Test("38: empty columns side by side are columns, where a value is below one of them")
  func emptyNeighbors() {
    let disks = Indexed(
      """
      NAME  FSTYPE MOUNTPOINT LABEL  SIZE
      zram0                            0B
      vda          /                 256G

      """)
    #expect(disks.model.fieldNames == ["NAME", "FSTYPE", "MOUNTPOINT", "LABEL", "SIZE"])
    #expect(disks.rows.map { $0.json.member("MOUNTPOINT")?.string } == ["", "/"])
    let models = Indexed(
      "NAME  MODEL SERIAL  SIZE\nzram0                 0B\nvda                 256G\n")
    #expect(models.model.fieldNames == ["NAME", "MODEL", "SERIAL", "SIZE"])
    let labels = Indexed(
      "NAME  MOUNTPOINT LABEL  SIZE\nvda   /                 256G\nvdb                       8G\n")
    #expect(labels.model.fieldNames == ["NAME", "MOUNTPOINT", "LABEL", "SIZE"])
    let events = Indexed(
      "LAST SEEN   TYPE     REASON\n5m          Normal   a\n12m         Normal   b\n")
    #expect(events.model.fieldNames == ["LAST SEEN", "TYPE", "REASON"])
    let claims = Indexed(
      "NAME   ACCESS MODES   AGE\ndata                  5m\nlogs                  12m\n")
    #expect(claims.model.fieldNames == ["NAME", "ACCESS MODES", "AGE"])
    let times = Indexed("NAME   CPU TIME   AGE\ninit       0:12   5m\nbash       1:07   12m\n")
    #expect(times.model.fieldNames == ["NAME", "CPU TIME", "AGE"])
  }

  // Such rows were lines of text.
  @Test("38: commands have any number of blanks")
  func blanksOfCommands() {
    for count in [2, 63, 64, 200] {
      let command = "supervise \(String(repeating: " ", count: count))--skip-build"
      let indexed = Indexed(
        """
            PID TTY          TIME CMD
              1 ?        00:00:01 /sbin/init
             12 ?        00:00:00 \(command)
            413 pts/0    00:00:00 -bash

        """)
      #expect(indexed.rows.map { $0.json.member("CMD")?.string }[1] == command)
      #expect(indexed.notes.isEmpty, "\(indexed.notes)")
    }
  }

  // "PCPU WHAT" was a column.
  @Test("38: the commands of w are a column, although they are one place behind its title")
  func commandsOfUsers() {
    let indexed = Indexed(
      """
       10:25:20 up 16:03,  2 users,  load average: 0.00, 0.01, 0.05
      USER     TTY      FROM             LOGIN@   IDLE   JCPU   PCPU WHAT
      ada      ttyS0                     Fri18   32:16   2.66s  2.66s -bash
      bob      pts/0    192.168.71.1     09:53    8.00s  0.10s  0.00s ssh -v web-1
      eve      pts/1    192.168.71.1     09:53    8.00s  0.10s  0.00s w

      """)
    let fields = ["USER", "TTY", "FROM", "LOGIN@", "IDLE", "JCPU", "PCPU", "WHAT"]
    #expect(indexed.model.fieldNames == fields)
    // The idle time of the first row begins in front of its title: the row is a line of text.
    #expect(indexed.rows.map { $0.json.member("WHAT")?.string } == [nil, "ssh -v web-1", "w"])
    #expect(indexed.rows.map { $0.json.member("PCPU")?.string } == [nil, "0.00s", "0.00s"])
  }

  @Test(
    "38: tables in which titles share values, or several values are below the last, are text",
    arguments: [
      """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
         0: 0100007F:1FBB 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 345
         1: 00000000:07E8 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 579
      """,
      """
      NAME   INODE
      first  345789 1 0000 100 0 0 10 0
      other  579 1 0001 100 0 0 10 0
      """,
    ])
  func tablesOfOtherValues(_ text: String) {
    var options = FeedOptions()
    options.acceptsText = true
    #expect(Indexed(text + "\n", options: options).progress.format == .text)
  }

  // The last fields were empty.
  @Test(
    "38: rows between tabs that lack a field are refused, as those between commas",
    arguments: ["2\tbob", "2"])
  func shortRows(_ row: String) {
    let indexed = Indexed("id\tname\tn\n1\tann\t5\n\(row)\n3\tcat\t7\n")
    #expect(indexed.rows.isEmpty && indexed.error?.contains("the first one 3") == true)
  }

  @Test("34: sizes with separators, or with a share behind them, seem to be numbers")
  func seemingSizes() {
    for text in ["1,234 K", "1.1GB (91%)", "12,345 kB"] {
      #expect(Array(text.utf8).withUnsafeBytes { SeemingValue($0) } != nil, "\(text)")
    }
    for text in ["1,234 m", "5 apples", "3 of 4", "1.1 GB (x)"] {
      #expect(Array(text.utf8).withUnsafeBytes { SeemingValue($0) } == nil, "\(text)")
    }
  }
}

/// Tables that are aligned with blanks, against the cells from which they were printed.
@Suite struct AlignedTableTests {
  /// A random table, and its text.
  private struct Table {
    var titles: [String]
    var rows: [[String]]
    var text = ""
    private let widths: [Int]
    private let isTrailing: [Bool]
    private let separator: String

    /// Prints the cells in columns as wide as all rows need them, or only the first ones.
    init(using random: inout SeededGenerator) {
      let count = Int.random(in: 2...6, using: &random)
      separator = String(repeating: " ", count: Int.random(in: 1...3, using: &random))
      let hasBlanks = Bool.random(using: &random)
      let hasWideBlanks = Int.random(in: 0..<3, using: &random) == 0
      let hasEmpty = Int.random(in: 0..<4, using: &random) == 0
      let areFitted = Int.random(in: 0..<4, using: &random) > 0
      func cell(_ letters: String, _ most: Int, _ random: inout SeededGenerator) -> String {
        let words = hasBlanks ? Int.random(in: 1...3, using: &random) : 1
        let isWide = hasWideBlanks && Int.random(in: 0..<6, using: &random) == 0
        return (0..<words).map { _ in
          String(
            (0..<Int.random(in: 1...most, using: &random)).map { _ in
              letters.randomElement(using: &random) ?? "x"
            })
        }.joined(separator: isWide ? "  " : " ")
      }
      titles = (0..<count).map { column in
        let title = cell("ABCDEFGHIJ", 7, &random).filter { $0 != " " }
        return "\(title)\(column)".replacing("0", with: "X").replacing("1", with: "Y")
          .filter(\.isLetter) + ["P", "Q", "R", "S", "T", "U"][column]
      }
      let kinds = (0..<count).map { _ in Int.random(in: 0..<3, using: &random) }
      rows = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        kinds.map { kind in
          if hasEmpty, Int.random(in: 0..<5, using: &random) == 0 { return "" }
          if kind == 0 { return String(Int.random(in: 1...99_999, using: &random)) }
          return cell("abcdefgxyz/-", kind == 1 ? 5 : 9, &random)
        }
      }
      // A title without any values may be part of the one beside it.
      for column in 0..<count where rows[0][column].isEmpty { rows[0][column] = "0" }
      isTrailing = (0..<count).map { _ in Bool.random(using: &random) }
      let fitted = areFitted ? rows : Array(rows.prefix(max(1, rows.count / 2)))
      let titles = titles
      widths = (0..<count).map { column in
        ([titles] + fitted).map { $0[column].count }.max() ?? 0
      }
      for row in [titles] + rows { text += line(row) + "\n" }
    }

    /// Returns the line of cells.
    func line(_ cells: [String]) -> String {
      var line = cells.enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: max(0, widths[column] - cell.count))
        return isTrailing[column] ? blanks + cell : cell + blanks
      }.joined(separator: separator)
      while line.last == " " { line.removeLast() }
      return line
    }

    /// Returns whether the line of cells is also that of others.
    func isAmbiguous(_ row: [String], _ other: [String]) -> Bool {
      other.count == row.count && line(other) == line(row)
    }
  }

  /// Returns the number of rows that are divided; records those that are other than printed.
  private func check(seeds: Range<Int>) -> (divided: Int, all: Int) {
    var (divided, all, wrong) = (0, 0, 0)
    for seed in seeds {
      var random = SeededGenerator(seed: UInt64(seed))
      let table = Table(using: &random)
      let rows = table.rows.filter { $0.contains { !$0.isEmpty } }
      all += rows.count
      var text = table.text
      let found: [String]? = text.withUTF8 { bytes in
        let lines = UnsafeRawBufferPointer(bytes).split(separator: 0x0A)
          .map { UnsafeRawBufferPointer(rebasing: $0) }
        guard let coding = AlignedCoding(lines: lines, isCertain: false) else { return nil }
        return lines.dropFirst().map { line in
          var json: [UInt8] = []
          coding.append(line, at: 0, to: &json)
          return String(decoding: json, as: UTF8.self)
        }
      }
      guard let found else { continue }
      for (line, row) in zip(found, rows) where !line.hasPrefix("{\"line\":") {
        let fields = FieldCoding(separator: 0x20, notation: .plain, names: table.titles)
        var expected: [UInt8] = []
        for (prefix, cell) in zip(fields.prefixes, row) {
          expected += prefix
          var cell = cell
          cell.withUTF8 {
            _ = FieldType.unknown.append(UnsafeRawBufferPointer($0), to: &expected)
          }
        }
        expected.append(UInt8(ascii: "}"))
        divided += 1
        if line != String(decoding: expected, as: UTF8.self) {
          let cells = table.titles.map { title -> String in
            let value = JSONBytes(Array(line.utf8)).member(title)
            return value?.string ?? value?.text ?? ""
          }
          if table.isAmbiguous(row, cells) { continue }
          wrong += 1
          // A word may by chance be at the place of another cell: about one row of 10,000.
          if wrong > 1 { Issue.record("seed \(seed): \(line)\n\(table.text)") }
        }
      }
    }
    return (divided, all)
  }

  @Test("34: the lines of a tree are part of the first column")
  func trees() {
    for (branch, last, pass) in [("├─", "└─", "│ "), ("|-", "`-", "| ")] {
      let text = """
        NAME          MAJ:MIN RM   SIZE RO TYPE MOUNTPOINTS
        sda             8:0    0   100G  0 disk\u{20}
        \(branch)sda1          8:1    0     1G  0 part /boot
        \(pass)\(last)md0         9:0    0     1G  0 lvm \u{20}
        \(last)sda2          8:2    0    99G  0 part\u{20}
          \(branch)vg-root   253:0    0    50G  0 lvm  /
          \(last)vg-swap   253:1    0     8G  0 lvm  [SWAP]
        sr0            11:0    1  1024M  0 rom \u{20}

        """
      let indexed = Indexed(text)
      #expect(indexed.progress.format == .aligned)
      let names = indexed.sections.joined().map { $0.prefix { $0 != "," } }
      let expected = [
        "sda", "\(branch)sda1", "\(pass)\(last)md0", "\(last)sda2", "  \(branch)vg-root",
        "  \(last)vg-swap", "sr0",
      ]
      #expect(names == expected.map { "{\"NAME\":\"\($0)\"" })
    }
  }

  @Test(
    "34: titles of two words above values with a blank at that place; padded wide characters",
    arguments: [
      (
        """
        USER       PID %CPU    VSZ   RSS TTY      STAT START   TIME COMMAND
        root     11433  0.2 883348 108844 ?       Sl   02:20   0:00 a b
        root         1  0.2   3348    44 ?        S    02:20   0:00 c
        root     21433  0.2 883348 208844 pts/0   Sl   Nov27   0:00 d
        root         9  0.2  83348  1084 pts/1    Sl   02:21   0:00 e f

        """,
        [
          #"{"USER":"root","PID":11433,"%CPU":0.2,"VSZ":883348,"RSS":108844,"TTY":"?","#
            + #""STAT":"Sl","START":"02:20","TIME":"0:00","COMMAND":"a b"}"#,
          #"{"USER":"root","PID":1,"%CPU":0.2,"VSZ":3348,"RSS":44,"TTY":"?","#
            + #""STAT":"S","START":"02:20","TIME":"0:00","COMMAND":"c"}"#,
          #"{"USER":"root","PID":21433,"%CPU":0.2,"VSZ":883348,"RSS":208844,"TTY":"pts/0","#
            + #""STAT":"Sl","START":"Nov27","TIME":"0:00","COMMAND":"d"}"#,
          #"{"USER":"root","PID":9,"%CPU":0.2,"VSZ":83348,"RSS":1084,"TTY":"pts/1","#
            + #""STAT":"Sl","START":"02:21","TIME":"0:00","COMMAND":"e f"}"#,
        ]
      ),
      (
        """
            PID COMMAND         %CPU CMD
              1 systemd          0.0 /sbin/init
              2 kthreadd         0.0 [kthreadd]
           1702 tmux: server     0.1 tmux new   -s  work
           1703 bash             0.0 -bash

        """,
        [
          #"{"PID":1,"COMMAND":"systemd","%CPU":0.0,"CMD":"/sbin/init"}"#,
          #"{"PID":2,"COMMAND":"kthreadd","%CPU":0.0,"CMD":"[kthreadd]"}"#,
          #"{"PID":1702,"COMMAND":"tmux: server","%CPU":0.1,"CMD":"tmux new   -s  work"}"#,
          #"{"PID":1703,"COMMAND":"bash","%CPU":0.0,"CMD":"-bash"}"#,
        ]
      ),
      (
        """
        NAME MAJ:MIN RM  SIZE RO TYPE MOUNTPOINTS
        sda    8:0    0   10G  0 disk
        sdb    8:16   0   10G  0 disk

        """,
        [
          #"{"NAME":"sda","MAJ:MIN":"8:0","RM":0,"SIZE":"10G","RO":0,"TYPE":"disk","#
            + #""MOUNTPOINTS":""}"#,
          #"{"NAME":"sdb","MAJ:MIN":"8:16","RM":0,"SIZE":"10G","RO":0,"TYPE":"disk","#
            + #""MOUNTPOINTS":""}"#,
        ]
      ),
      (
        """
        LAST STATE    NAME   AGE
        exit code 1   web    5d
        exit code 2   db     6d

        """,
        [
          #"{"LAST STATE":"exit code 1","NAME":"web","AGE":"5d"}"#,
          #"{"LAST STATE":"exit code 2","NAME":"db","AGE":"6d"}"#,
        ]
      ),
      (
        "NAME       IMAGE REASON\nalpha         10 x\n日本             1 []\nbravo       1000 z\n",
        [
          #"{"NAME":"alpha","IMAGE":10,"REASON":"x"}"#, #"{"NAME":"日本","IMAGE":1,"REASON":"[]"}"#,
          #"{"NAME":"bravo","IMAGE":1000,"REASON":"z"}"#,
        ]
      ),
      (
        "NAME       IMAGE REASON\nalpha         10 x\n日本           1 []\nbravo       1000 z\n",
        [
          #"{"NAME":"alpha","IMAGE":10,"REASON":"x"}"#, #"{"NAME":"日本","IMAGE":1,"REASON":"[]"}"#,
          #"{"NAME":"bravo","IMAGE":1000,"REASON":"z"}"#,
        ]
      ),
    ]) func cellsAreBelowTheirTitles(_ text: String, _ rows: [String])
  {
    #expect(Indexed(text).rows.map(\.json.text) == rows)
  }

  /// Cells with blanks, right-aligned, empty or too wide ones were parts of their neighbors.
  @Test(
    .timeLimit(.minutes(20)),
    arguments: 0..<(ProcessInfo.processInfo.environment["MOCOA_LONG_TESTS"] == nil ? 4 : 100)
  ) func noTableIsGuessed(part: Int) {
    let (divided, all) = check(seeds: part * 500..<(part + 1) * 500)
    // Most are certain.
    #expect(divided * 10 > all * 6, "\(divided) of \(all)")
  }
}
