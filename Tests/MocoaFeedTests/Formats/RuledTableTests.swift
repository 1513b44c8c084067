import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// Tables with a line of rules below their titles.
@Suite struct RuledTableTests {
  /// How a program prints a table.
  enum Style: CaseIterable, Sendable {
    case dashes, psql, mysql, box, markdown

    /// Returns the lines of a table.
    func print(_ titles: [String], _ rows: [[String]]) -> [String] {
      let widths = titles.indices.map { column in
        ([titles] + rows).map { $0[column].count }.max() ?? 0
      }
      func padded(_ cells: [String]) -> [String] {
        zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      }
      func rules(_ rule: String, _ margin: Int) -> [String] {
        widths.map { String(repeating: rule, count: $0 + margin) }
      }
      let lines = ([titles] + rows).map(padded)
      switch self {
      case .dashes:
        let texts = lines.map { $0.joined(separator: "  ") }
        return [texts[0], rules("-", 0).joined(separator: "  ")] + texts.dropFirst()
      case .psql:
        let texts = lines.map { " \($0.joined(separator: " | ")) " }
        let count = "(\(rows.count) row\(rows.count == 1 ? "" : "s"))"
        return [texts[0], rules("-", 2).joined(separator: "+")] + texts.dropFirst() + [count]
      case .mysql:
        let texts = lines.map { "| \($0.joined(separator: " | ")) |" }
        let rule = "+\(rules("-", 2).joined(separator: "+"))+"
        return [rule, texts[0], rule] + texts.dropFirst() + [rule]
      case .box:
        let texts = lines.map { "│ \($0.joined(separator: " │ ")) │" }
        let rules = rules("─", 2)
        return ["┌\(rules.joined(separator: "┬"))┐", texts[0], "├\(rules.joined(separator: "┼"))┤"]
          + texts.dropFirst() + ["└\(rules.joined(separator: "┴"))┘"]
      case .markdown:
        func escaped(_ cell: String) -> String {
          cell.replacing("\\", with: "\\\\").replacing("|", with: "\\|")
        }
        let texts = ([titles] + rows).map { "| \($0.map(escaped).joined(separator: " | ")) |" }
        return [texts[0], "|\(titles.map { _ in "---" }.joined(separator: "|"))|"]
          + texts.dropFirst()
      }
    }
  }

  @Test("38: cells are those that were printed, in any style", arguments: 1...40, Style.allCases)
  func cellsMatchThePrintedOnes(seed: Int, style: Style) {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 2...5, using: &random)
    let titles = (0..<count).map { "t\($0)" + ["", " x", "-long-title"][$0 % 3] }
    // Texts that are no numbers, not only dashes, and without blanks around them.
    let letters = Array("abxyz |-\\é.")
    let rows = (0..<Int.random(in: 1...30, using: &random)).map { _ in
      (0..<count).map { column in
        if column > 0, Int.random(in: 0..<5, using: &random) == 0 { return "" }
        let inner = (0..<Int.random(in: 0...9, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? "x"
        }
        return "a\(String(inner))z"
      }
    }
    let lines = style.print(titles, rows)
    let fields = FieldCoding(separator: 0x20, notation: .plain, names: titles)
    let expected = rows.map { row in
      var json: [UInt8] = []
      for (column, cell) in row.enumerated() {
        json += fields.prefixes[column]
        JSONText.quote(cell, to: &json)
      }
      return String(decoding: json, as: UTF8.self) + "}"
    }
    for chunk in [Int.max, 13] {
      let indexed = Indexed(lines.joined(separator: "\n") + "\n", chunk: chunk)
      #expect(indexed.progress.format == .aligned)
      #expect(indexed.sections == [expected], "\(lines)")
    }
  }

  @Test("38: what is above and below a table, and lines of another form, are said")
  func otherLines() {
    let indexed = Indexed(
      """
      Reading
      ┌───────┬──────┐
      │   a   │  b   │
      │ int32 │ text │
      ├───────┼──────┤
      │     1 │ 名前 │
      │ overflows │ x │
      └───────┴──────┘
      2 rows

      """)
    #expect(
      indexed.sections == [
        [
          #"{"a":1,"b":"名前"}"#, #"{"line":"│ overflows │ x │"}"#, #"{"line":"2 rows"}"#,
        ]
      ])
    #expect(
      indexed.notes == [
        "the line before the header is left out",
        "what is between the titles and the rules is left out: int32 text",
        "2 lines do not match the pattern and are text: │ overflows │ x │ (line 7)",
      ])
  }

  @Test("34: a result without rows has none")
  func aTableWithoutRows() {
    let indexed = Indexed(" id | name \n----+------\n(0 rows)\n\n")
    #expect(indexed.progress.format == .aligned && indexed.rows.isEmpty)
  }

  @Test(
    "38: lines below a heading, rulers between texts, and lists are no tables",
    arguments: [
      "Title\n-----\ntext here\nmore\n", "a\n---\nb\n---\nc\n", "- a\n- b\n", "a | b\nc | d\n",
      "---  ---\n", "x\n--- ---\n",
    ])
  func othersAreNoTables(_ text: String) {
    #expect(Indexed(text).progress.format != .aligned)
  }
}

/// What is around and between tables with rules, found by trying them.
@Suite struct RuledTextTests {
  @Test(
    "38: another table is a section with its own members, or more rows of the same columns",
    arguments: [
      (
        "| a | b |\n|---|---|\n| 1 | x |\n| 2 | y |\n\n| c | d |\n|---|---|\n| 3 | z |\n",
        #"{"c":3,"d":"z"}"#
      ),
      (
        "| a | b |\n|---|---|\n| 1 | x |\n| 2 | y |\n| a | b |\n|---|---|\n| 3 | z |\n",
        #"{"a":3,"b":"z"}"#
      ),
      (
        " a | b \n---+---\n 1 | x\n 2 | y\n\n c | d | e \n---+---+---\n 5 | 6 | 7\n",
        #"{"c":5,"d":6,"e":7}"#
      ),
      (
        "name y\n---- ----\n1    x\n2    y\n\nq     n\n----  -----\nr     z\n",
        #"{"q":"r","n":"z"}"#
      ),
      (
        "+---+---+\n| a | b |\n+---+---+\n| 1 | x |\n| 2 | y |\n+---+---+\n"
          + "+---+---+\n| c | d |\n+---+---+\n| 3 | z |\n+---+---+\n", #"{"c":3,"d":"z"}"#
      ),
    ])
  func anotherTable(_ text: String, _ last: String) {
    for chunk in [Int.max, 7] {
      let indexed = Indexed(text, chunk: chunk)
      #expect(indexed.rows.count == 3 && indexed.error == nil, "\(indexed.sections)")
      #expect(indexed.rows.last?.json.text == last)
      let isSame = last.hasPrefix(#"{"a""#)
      #expect(indexed.sections.count == (isSame ? 1 : 2))
      #expect(indexed.notes.count { $0.contains("another table begins") } == (isSame ? 0 : 1))
    }
  }

  @Test(
    "38: the same table again has more rows, also where cells are empty",
    arguments: [
      " a | b \n---+---\n x | 1\n y | \n(2 rows)\n\n",
      " a | b \n---+---\n x | \n y | 2\n\n", "| a | b |\n|---|---|\n| x | 1 |\n| y |   |\n",
    ])
  func sameTable(_ text: String) {
    for (count, chunk) in [(2, Int.max), (3, 7)] {
      let indexed = Indexed(String(repeating: text, count: count), chunk: chunk)
      #expect(indexed.rows.count == 2 * count && indexed.notes.isEmpty, "\(indexed.sections)")
      let names = indexed.rows.map { $0.json.member("a")?.string }
      #expect(names.allSatisfy { $0 == "x" || $0 == "y" }, "\(indexed.sections)")
    }
  }

  @Test(
    "38: rows above and below a further rule are rows; that one below may be a total is said",
    arguments: [
      (" a | b \n---+---\n x | 1\n y | 2\n---+---\n z | 3\n", 3),
      ("| a | b |\n|---|---|\n| x | 1 |\n| y | 2 |\n|---|---|\n| z | 3 |\n", 3),
      ("| a | b |\n|---+---|\n| x | 1 |\n| y | 2 |\n|---+---|\n| z | 3 |\n", 3),
      ("a    b\n---  ---\nx    1\ny    2\n---  ---\nz    3\n", 3),
      ("a    b    c\n---  ---  ---\nx    y    1\n---       ---\nz         3\n", 2),
      ("a    b\n---  ---\nx    1\n---  ---\n", 1),
    ])
  func furtherRules(_ text: String, _ count: Int) {
    for chunk in [Int.max, 7] {
      let indexed = Indexed(text, chunk: chunk)
      #expect(indexed.rows.count == count && indexed.error == nil)
      let note = "1 row is behind a rule, and may be a total: "
      #expect(
        text.hasSuffix("---\n")
          ? indexed.notes.isEmpty : indexed.notes.first?.hasPrefix(note) == true,
        "\(indexed.notes)")
      #expect(indexed.rows.allSatisfy { $0.json.member("line") == nil }, "\(indexed.sections)")
    }
  }

  @Test("38: lines without a first cell go on with the row above, or are rows of their own")
  func wrappedCells() {
    func box(_ rows: String...) -> Indexed {
      let edge = "+------+------------+\n"
      return Indexed(
        edge + "| Name | Note       |\n" + edge + rows.map { "| \($0) |\n" }.joined() + edge)
    }
    let wrapped = box("a    | long text ", "     | wrapped   ", "b    | short     ")
    #expect(
      wrapped.sections == [
        [#"{"Name":"a","Note":"long text\nwrapped"}"#, #"{"Name":"b","Note":"short"}"#]
      ])
    #expect(wrapped.notes == ["lines without Name are read as the rest of the row above"])
    let uncertain = box("a    | text      ", "     | wraps     ", "b    | short     ")
    #expect(uncertain.rows.count == 3)
    #expect(
      uncertain.notes == [
        "1 row has no Name, and may be the rest of the row above: |      | wraps      | (line 5)"
      ])
  }

  // The rows without a region were parts of the rows above.
  @Test("34: the number of rows below a box says whether lines without a first cell are rows")
  func countedRows() {
    let box = Indexed(
      """
      +--------+------------+
      | region | name       |
      +--------+------------+
      |        | alice      |
      | eu     | bob x long |
      |        | carol      |
      +--------+------------+
      3 rows in set (0.00 sec)

      """)
    #expect(
      box.sections == [
        [
          #"{"region":"","name":"alice"}"#, #"{"region":"eu","name":"bob x long"}"#,
          #"{"region":"","name":"carol"}"#,
        ]
      ])
    #expect(box.notes.isEmpty)
  }

  // Rows were parts of those above.
  @Test(
    "38: marks for more lines, the number of rows and empty first cells agree",
    arguments: [
      (
        "| a    | x |\n|      | y |\n| b   +| z |\n| c    |   |\n",
        [#"{"name":"a","n":"x"}"#, #"{"name":"","n":"y"}"#, #"{"name":"b\nc","n":"z"}"#], true
      ),
      (
        "| a   +| x |\n| b    | y |\n",
        [#"{"name":"a   +","n":"x"}"#, #"{"name":"b","n":"y"}"#], true
      ),
      // Spark has no margins.
      (
        "|google| x |\n|abcde+| y |\n|b     | z |\n",
        [#"{"name":"google","n":"x"}"#, #"{"name":"abcde+","n":"y"}"#, #"{"name":"b","n":"z"}"#],
        true
      ),
      (
        "| abc +| x |\n| b    | y |\n",
        [#"{"name":"abc +","n":"x"}"#, #"{"name":"b","n":"y"}"#], false
      ),
    ])
  func marksAndCounts(_ rows: String, _ expected: [String], _ isCertain: Bool) {
    let edge = "+------+---+\n"
    let count = isCertain ? expected.count : 5
    let text = "\(edge)| name | n |\n\(edge)\(rows)\(edge)(\(count) rows)\n\n"
    for chunk in [Int.max, 7] {
      let indexed = Indexed(text, chunk: chunk)
      #expect(indexed.sections == [expected])
      let note = "each line is read as a row, although the table says that it has 5"
      #expect(indexed.notes == (isCertain ? [] : [note]))
    }
    guard rows.contains("|      |") else { return }
    #expect(Indexed(text.replacing("(3 rows)\n\n", with: "")).sections == [expected])
  }

  // It was not said.
  @Test(
    "38: a line without the number of a row may be the rest of the row above, unless rows are counted",
    arguments: [
      ("| id | note  |\n|----|-------|\n| 1  | a     |\n|    | line2 |\n", true),
      ("id  note \n--  -----\n1   a    \n    line2\n2   b    \n", true),
      (" id | note  \n----+-------\n  1 | a     \n    | line2 \n(2 rows)\n\n", false),
      ("id    note \n----  -----\na1    a    \n      line2\n", false),
    ])
  func lackingNumbers(_ text: String, _ isSaid: Bool) {
    let indexed = Indexed(text)
    let note = "1 row has no id, and may be the rest of the row above: "
    #expect(indexed.rows[1].json.member("note")?.string == "line2")
    #expect(indexed.notes.map { $0.hasPrefix(note) } == (isSaid ? [true] : []))
  }

  // They were a row, and its column of numbers text.
  @Test("38: titles that are repeated at the foot of a box are said", arguments: [2, 4])
  func titlesAtTheFoot(count: Int) {
    let rows = (1...count).map { "│ \($0) │ b    │\n" }.joined()
    let indexed = Indexed(
      "╭───┬──────╮\n│ k │ name │\n├───┼──────┤\n\(rows)├───┼──────┤\n│ k │ name │\n╰───┴──────╯\n")
    #expect(
      indexed.rows.map(\.json.text)
        == (1...count).map { #"{"k":\#($0),"name":"b"}"# } + [#"{"line":"│ k │ name │"}"#])
    #expect(indexed.notes.count == 1)
  }

  // A row became the titles, or all columns one.
  @Test(
    "34: titles in the edge of a box, or bars that its rules do not have",
    arguments: [
      """
      ┌─id─┬─name──┐
      │  1 │ Alice │
      │  2 │ Bob   │
      └────┴───────┘
      ┌──id─┬─name─┐
      │ 333 │ Eve  │
      └─────┴──────┘

      3 rows in set. Elapsed: 0.002 sec.

      """,
      """
      +------------+
      | id | name  |
      +------------+
      | 1  | Alice |
      | 2  | Bob   |
      | 333| Eve   |
      +------------+

      """,
    ])
  func titlesInTheEdge(_ text: String) {
    for chunk in [Int.max, 7] {
      let indexed = Indexed(text, chunk: chunk)
      #expect(
        indexed.sections == [
          [
            #"{"id":1,"name":"Alice"}"#, #"{"id":2,"name":"Bob"}"#, #"{"id":333,"name":"Eve"}"#,
          ]
        ])
      #expect(indexed.notes.isEmpty, "\(indexed.notes)")
    }
  }

  @Test(
    "34: a box without titles is text",
    arguments: [
      "+----+---+\n|  1 | a |\n|  2 | b |\n+----+---+\n2 rows in set (0.00 sec)\n\n",
      "+----+---+\n|  1 | a |\n+----+---+\n",
      "+----+---+\n|  1 | a |\n+----+---+\n|  2 | b |\n+----+---+\n|  3 | c |\n+----+---+\n",
    ])
  func boxesWithoutTitles(_ text: String) {
    var options = FeedOptions()
    options.acceptsText = true
    let indexed = Indexed(text, options: options)
    #expect(indexed.progress.format == .text, "\(indexed.sections)")
  }

  @Test("38: lines between rules are one row, and so are those that psql marks")
  func rowsOfSeveralLines() {
    let grid = """
      +---+-------+
      | a | b     |
      +===+=======+
      | 1 | x     |
      |   | more  |
      +---+-------+
      | 2 | y     |
      +---+-------+

      """
    let psql = " a |   b   \n---+-------\n 1 | x    +\n   | more \n 2 | y\n(2 rows)\n\n"
    for chunk in [Int.max, 5] {
      let expected = [#"{"a":1,"b":"x\nmore"}"#, #"{"a":2,"b":"y"}"#]
      #expect(Indexed(grid, chunk: chunk).sections == [expected])
      #expect(Indexed(psql, chunk: chunk).sections == [expected])
    }
  }

  // All rows above the total were one.
  @Test("34: rules that divide sections are not rows, and each line is one")
  func sections() {
    let table = """
      +-------+-----+
      | name  | qty |
      +-------+-----+
      | north |  10 |
      | south |  20 |
      +-------+-----+
      | total |  30 |
      +-------+-----+

      """
    for chunk in [Int.max, 5] {
      #expect(
        Indexed(table, chunk: chunk).rows.map(\.json.text) == [
          #"{"name":"north","qty":10}"#, #"{"name":"south","qty":20}"#,
          #"{"name":"total","qty":30}"#,
        ])
    }
  }

  // A wrapped line was a row of its own.
  @Test(
    "34: texts that psql has wrapped are whole",
    arguments: [
      """
             x        | y
      ----------------+---
       aaa bbb ccc   .| 1
      .ddd ee.       .|
      .f              |
       short.         | 2
       .end           | 3
      (3 rows)

      """,
      """
      ┌────────────────┬───┐
      │       x        │ y │
      ├────────────────┼───┤
      │ aaa bbb ccc   …│ 1 │
      │…ddd ee.       …│   │
      │…f              │   │
      │ short.         │ 2 │
      │ .end           │ 3 │
      └────────────────┴───┘

      """,
    ])
  func wrappedTexts(_ text: String) {
    for chunk in [Int.max, 5] {
      #expect(
        Indexed(text, chunk: chunk).rows.map(\.json.text) == [
          #"{"x":"aaa bbb ccc   ddd ee.       f","y":1}"#, #"{"x":"short.","y":2}"#,
          #"{"x":".end","y":3}"#,
        ])
    }
  }

  @Test(
    "38: dots for rows that are left out, and what is behind an empty line",
    arguments: [
      ("| a | b |\n|---|---|\n| 1 | 2 |\n\nmore | text\n", "more | text"),
      ("┌───┬───┐\n│ a │ b │\n├───┼───┤\n│ 1 │ x │\n│ … │ … │\n└───┴───┘\n", "│ … │ … │"),
    ])
  func linesThatAreNoRows(_ text: String, _ line: String) {
    let indexed = Indexed(text)
    #expect(indexed.rows.count == 2)
    #expect(indexed.rows.last?.json.member("line")?.string == line)
    #expect(indexed.notes.last?.contains(line) == true, "\(indexed.notes)")
  }

  @Test(
    "38: the number of rows below a table is no row; a cell that reads like it is one",
    arguments: [
      "n    m   \n---- ----\nNULL a   \n\n(1 rows affected)\n",
      "id   name\n---- ----\n1    a\n(1 row)\n", "id   name\n---- ----\n1    a\n(1 row)",
      "+---+---+\n| a | b |\n+---+---+\n| 1 | x |\n+---+---+\n1 row in set (0.00 sec)\n",
      "┌─────────┬───┐\n│    a    │ b │\n├─────────┼───┤\n│ (1 row) │ x │\n└─────────┴───┘\n",
    ])
  func numbersOfRows(_ text: String) {
    for chunk in [Int.max, 5] {
      let indexed = Indexed(text, chunk: chunk)
      #expect(indexed.rows.count == 1 && indexed.rows.first?.json.member("line") == nil)
    }
  }

  @Test("38: a cell of dashes is no rule, and neither is a line above the totals of a table")
  func dashes() {
    let box = "┌──────┐\n│ name │\n├──────┤\n│ x    │\n│ ---- │\n│ y    │\n└──────┘\n"
    let names = ["x", "----", "y"].map { #"{"name":"\#($0)"}"# }
    #expect(Indexed(box).sections == [names])
    let edged = "+------+\n| name |\n+------+\n| x    |\n| ---- |\n| y    |\n+------+\n"
    #expect(Indexed(edged).sections == [names])
    let totals =
      "Name    Amount\na            1\nb            2\n-----   ------\nTotal        3\n"
    var options = FeedOptions()
    options.acceptsText = true
    let texts = Indexed(totals, options: options).rows.map(\.json.text).joined()
    for text in ["a   ", "b   ", "Total"] { #expect(texts.contains(text)) }
  }

  @Test("38: a table in a log is not read in place of the log")
  func tableInLog() {
    let log = """
      2024-03-01 10:00:00 ERROR x
      +----+---+
      | id | n |
      +----+---+
      |  1 | x |
      +----+---+
      2024-03-01 10:00:01 ERROR y

      """
    var options = FeedOptions()
    options.acceptsText = true
    let indexed = Indexed(log, options: options)
    #expect(indexed.progress.format == .text)
    #expect(indexed.rows.count == 7)
  }
}

/// Inputs that an audit of the readers found.
@Suite struct RuledEdgeTests {
  @Test("38: bytes that are not UTF-8 have a column each")
  func notUTF8() {
    let text = "+----+-----+\n| id | n   |\n+----+-----+\n|  1 | \u{1}   |\n+----+-----+\n"
    let bytes = Array(text.utf8).map { $0 == 1 ? 0xE9 : $0 }
    let indexed = Indexed(bytes)
    #expect(indexed.rows.count == 1)
    #expect(indexed.rows.first?.repair != nil)
  }

  @Test("38: a box with a footer, and two results with text between, are not rows of several lines")
  func footers() {
    let rows = (1...60).map { "│ \($0)\($0 < 10 ? " " : "") │ x │\n" }
    for count in [3, 60] {
      let box =
        "┌────┬───┐\n│ a  │ b │\n├────┼───┤\n" + rows[..<count].joined()
        + "├────┴───┤\n│ \(count) rows │\n└────────┘\n"
      for chunk in [Int.max, 11] {
        let indexed = Indexed(box, chunk: chunk)
        #expect(indexed.rows.count == count + 1 && indexed.error == nil, "\(indexed.sections)")
        #expect(indexed.rows.last?.json.member("line") != nil)
      }
    }
    let result =
      "+----+---+\n| id | n |\n+----+---+\n|  1 | a |\n|  2 | b |\n+----+---+\n2 rows\n\n"
    let twice = Indexed(result + result)
    #expect(twice.rows.count == 6 && twice.error == nil, "\(twice.sections)")
  }

  @Test(
    "38: a table without a line feed at its end, and what fails in the middle",
    arguments: [Int.max, 7])
  func ends(chunk: Int) throws {
    let table = "+---+---+\n| a | b |\n+---+---+\n| 1 | x |\n+---+---+"
    #expect(Indexed(table, chunk: chunk).sections == [[#"{"a":1,"b":"x"}"#]])
    let script = #"printf 'name y\n---- ----\n1    x\n2    y\n'; exit 3"#
    let failed = Indexed(try ByteSources.command(["/bin/sh", "-c", script], name: "script"))
    #expect(failed.rows.count == 2 && failed.error == "script: exited with status 3")
    let log = #"printf '2024-03-01 10:00:00 INFO a\n2024-03-01 10:00:01 INFO b\n'; exit 3"#
    #expect(Indexed(try ByteSources.command(["/bin/sh", "-c", log], name: "x")).rows.count == 2)
  }

  @Test("38: types are those of the first table")
  func typesOfTheFirst() {
    let rows = Indexed(" a | b \n---+---\n 1 | x\n 2 | y\n\n c | d \n---+---\n p | 6\n").rows
    #expect(rows.first?.json.text == #"{"a":1,"b":"x"}"#)
  }

  @Test("38: rows with empty lines between them, also with CRLF", arguments: ["\n", "\r\n"])
  func spacedRows(end: String) {
    let text = "NAME    STATE\n\nweb     up\n\ndb      down\n\nx       up\n".replacing(
      "\n", with: end)
    #expect(Indexed(text).rows.map { $0.json.member("NAME")?.string } == ["web", "db", "x"])
  }

  // They were left out silently.
  @Test(
    "38: a row of dashes is a row, in Markdown and psql",
    arguments: [
      ("| a | b |\n|---|---|\n| x | 2 |\n| --- | --- |\n| y | 4 |\n", ["x", "---", "y"]),
      ("| a | b |\n|---|---|\n| :-: | :-- |\n| === | |\n", [":-:", "==="]),
      ("| a |\n|---|\n| --- |\n| x |\n", ["---", "x"]),
      (
        " a   | b   \n-----+-----\n x   | 2\n --- | ---\n y   | 4\n(3 rows)\n",
        ["x", "---", "y"]
      ),
      ("| a | b |\n|---+---|\n| x | 2 |\n|---+---|\n| y | 2 |\n", ["x", "y"]),
    ])
  func rowsOfDashes(_ text: String, _ values: [String]) {
    for chunk in [1, .max] {
      let rows = Indexed(text, chunk: chunk).rows
      #expect(rows.map { $0.json.member("a")?.string ?? "" } == values)
    }
  }

  @Test("38: a rule below the titles of another table ends a table of Markdown")
  func tableOfMarkdownBehindAnother() {
    let table = "| a | b |\n|---|---|\n| x | y |\n"
    for text in [table + "\n" + table, table + table] {
      #expect(Indexed(text).rows.map { $0.json.member("a")?.string } == ["x", "x"])
    }
  }

  // Their rules and edges were rows of a table with `|` between its fields.
  @Test("38: --header-row changes nothing above rules", arguments: [true, false])
  func headerRow(_ hasHeader: Bool) {
    var options = FeedOptions(format: .csv)
    (options.isFormatImplied, options.hasHeader) = (true, hasHeader)
    for style in [RuledTableTests.Style.markdown, .box, .mysql, .psql] {
      let text = style.print(["a", "b"], [["x", "2"]]).joined(separator: "\n")
      let indexed = Indexed(text, options: options)
      #expect(indexed.rows.map(\.json.text) == [#"{"a":"x","b":2}"#] && indexed.error == nil)
    }
    options.isFormatImplied = false
    #expect(Indexed("| a |\n|---|\n| 1 |\n", options: options).rows.count > 1)
  }

  @Test("38: the last rows of a table that another one follows")
  func tailBeforeAnother() {
    var options = FeedOptions()
    options.tail = 1
    let text =
      "NAME   READY\na      1/1\nb      0/1\nNAME   TYPE\ndb     ClusterIP\nx      ExternalName\n"
    let indexed = Indexed(text, options: options)
    #expect(indexed.rows.map(\.json.text) == [#"{"NAME":"x","TYPE":"ExternalName"}"#])
    #expect(indexed.error == nil)
  }

  @Test("38: a file that is named .csv is a table, though its fields begin with times")
  func namedTables() {
    let text = "event,minutes\n2024-01-02 10:11 Standup,15\n2024-01-03 10:11 Review,60\n"
    let source = MemorySource(text, name: "x.csv")
    #expect(Indexed(source).progress.format == .csv)
  }

  @Test("38: long lines are the same, however they arrive")
  func longLines() throws {
    let long = #"{"a":""# + String(repeating: "x", count: 140_000) + #""}"#
    let lines = (0..<5).map { "2024-03-01 10:00:0\($0) INFO a\($0)" }
    let text = (lines[..<2] + [long] + lines[2...]).joined(separator: "\n") + "\n"
    var options = FeedOptions()
    options.format = .log
    for chunk in [Int.max, 1_000] {
      let indexed = Indexed(text, chunk: chunk, options: options)
      var passed: [String] = []
      try indexed.model.forEachRow { _, bytes in
        passed.append(String(decoding: bytes, as: UTF8.self))
        return true
      }
      #expect(passed == indexed.rows.map(\.json.text))
      #expect(passed.last?.contains("a4") == true)
    }
  }
}
