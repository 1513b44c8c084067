import Testing

@testable import MocoaFeed

/// What a table with rules says of its rows, and lines that may be rows.
@Suite struct RuledCountTests {
  // Numbers had a blank inside, so that their column was text.
  @Test(
    "34: numbers that psql has wrapped are whole",
    arguments: [
      (
        [
          " id | note | n  ", "----+------+----", " 12.| ab   | 12.", ".34.|      |.34.",
          ".56 |      |. 5", "  2 | x    |  7",
        ], [#"{"id":123456,"note":"ab","n":12345}"#, #"{"id":2,"note":"x","n":7}"#]
      ),
      (
        [
          " id │   note    │  n  ", "────┼───────────┼─────", "  1 │ abc defgh…│ 123…",
          "    │…ij klm   ↵│… 45", "    │ no        │ ", "  2 │ x         │   7",
        ],
        [#"{"id":1,"note":"abc defghij klm\nno","n":12345}"#, #"{"id":2,"note":"x","n":7}"#]
      ),
      // A text is aligned at the left.
      (
        ["  n | abc ", "----+-----", "  1 | ab3.", "    |. 45 ", "  2 | x   "],
        [#"{"n":1,"abc":"ab3 45"}"#, #"{"n":2,"abc":"x"}"#]
      ),
    ])
  func wrappedNumbers(_ lines: [String], _ expected: [String]) {
    let text = lines.joined(separator: "\n") + "\n(2 rows)\n\n"
    for chunk in [Int.max, 5] {
      let indexed = Indexed(text, chunk: chunk)
      #expect(indexed.rows.map(\.json.text) == expected)
      #expect(indexed.notes.isEmpty, "\(indexed.notes)")
    }
  }

  // It was not said.
  @Test(
    "34: another number of rows in a table, and a box that is cut, are said",
    arguments: [
      (
        " id | note \n----+------\n  1 | a\n  2 | b\n(5 rows)\n\n",
        ["the table says that it has 5 rows, but it has 2"]
      ),
      (
        " id | note \n----+------\n  1 | a\n(5 rows)",
        ["the table says that it has 5 rows, but it has 1"]
      ),
      (" id | note \n----+------\n  1 | a\n(1 row)\n", []),
      (
        "+----+\n| id |\n+----+\n|  1 |\n+----+\n3 rows in set (0.00 sec)\n",
        ["the table says that it has 3 rows, but it has 1"]
      ),
      (
        "+----+---+\n| id | n |\n+----+---+\n|  1 | a |\n|  2 | b |\n",
        ["the table has no lower edge, so that rows may be missing"]
      ),
      ("+----+---+\n| id | n |\n+----+---+\n|  1 | a |\n|  2 | b |\n+----+---+", []),
    ])
  func otherCounts(_ text: String, _ notes: [String]) {
    for chunk in [Int.max, 5] {
      let indexed = Indexed(text, chunk: chunk)
      #expect(indexed.rows.allSatisfy { $0.json.member("line") == nil })
      #expect(indexed.notes == notes)
    }
  }

  // They were rows, silently.
  @Test(
    "34: rows that may be the rest of a wrapped first cell are said, unless they are counted",
    arguments: [
      ("", ["2 rows have only a first cell, and may be the rest of the rows above"]),
      ("5 rows in set (0.00 sec)\n", []),
    ])
  func wrappedFirstCells(_ footer: String, _ notes: [String]) {
    let edge = "+----------------+-------+\n"
    let text =
      edge + "| Description    | Name  |\n" + edge
        + """
        | the first long | alpha |
        | text of them   |       |
        | short          | beta  |
        | another rather | gamma |
        | long text      |       |

        """ + edge + footer
    for chunk in [Int.max, 5] {
      let indexed = Indexed(text, chunk: chunk)
      #expect(indexed.rows.count == 5)
      #expect(indexed.notes == notes)
    }
    let own = Indexed(
      edge + "| Description    | Name  |\n" + edge + "| short          | beta  |\n"
        + "| also           |       |\n" + edge)
    #expect(own.rows.count == 2 && own.notes.isEmpty, "\(own.notes)")
  }

  // The dots were rows, and that others are missing was not said.
  @Test(
    "34: rows that a box of DuckDB leaves out are said",
    arguments: [
      ("  100 rows (40 shown)   2 columns\n", ["the table leaves out 60 of 100 rows"]),
      (
        "  7 rows (3 shown)   2 columns\n",
        ["the table says that it has 3 rows, but it has 2", "the table leaves out 4 of 7 rows"]
      ),
      ("", ["lines of dots stand for rows that the table leaves out"]),
    ])
  func omittedRows(_ footer: String, _ notes: [String]) {
    let isWhole = footer.contains("100")
    let count = isWhole ? 20 : 1
    let rows = String(repeating: "│ 1 │ x │\n", count: count)
    let dots = String(repeating: "│ · │ · │\n", count: 3)
    let text =
      "┌───┬───┐\n│ a │ b │\n├───┼───┤\n\(rows)\(dots)\(rows)└───┴───┘\n\(footer)"
    for chunk in [Int.max, 5] {
      let indexed = Indexed(text, chunk: chunk)
      #expect(indexed.rows.count == 2 * count)
      #expect(indexed.rows.allSatisfy { $0.json.member("line") == nil })
      #expect(indexed.notes == notes)
    }
  }

  // They were left out.
  @Test(
    "34: lines of blanks are rows if the table counts them, and said if it does not",
    arguments: [
      ("id note\n-- ----\n 1 a   \n 2 b   \n       \n(3 rows)\n", 3, []),
      (
        "name  value     \n----  ----------\nfoo   long value\n                \nzed   bar\n", 2,
        ["a blank line was skipped; it may be an empty row"]
      ),
    ])
  func blankLines(_ text: String, _ count: Int, _ notes: [String]) {
    for chunk in [Int.max, 5] {
      let indexed = Indexed(text, chunk: chunk)
      #expect(indexed.rows.count == count, "\(indexed.sections)")
      #expect(indexed.rows.allSatisfy { $0.json.member("line") == nil })
      #expect(indexed.notes == notes)
    }
  }

  // Rows were joined, and lines of one row made rows, silently.
  @Test("34: lines of a grid are one row between two rules, which is said")
  func rowsOfGrids() {
    let grid = "+----+----+\n| a  | b  |\n+====+====+\n| l1 | m1 |\n| l2 | m2 |\n+----+----+\n"
    let whole = Indexed(grid + "| x  | y  |\n+----+----+\n")
    #expect(whole.sections == [[#"{"a":"l1\nl2","b":"m1\nm2"}"#, #"{"a":"x","b":"y"}"#]])
    #expect(whole.notes.isEmpty, "\(whole.notes)")
    let rule = "+------+-----+\n"
    let teams = Indexed(
      "\(rule)| team | pts |\n\(rule)| red  | a   |\n|      | b   |\n\(rule)| blue | c   |\n"
        + "|      | d   |\n\(rule)")
    #expect(
      teams.sections == [[#"{"team":"red","pts":"a\nb"}"#, #"{"team":"blue","pts":"c\nd"}"#]])
    #expect(
      teams.notes == [
        "lines between two rules are one row: 2 are read as the rest of the line above"
      ])
    let sections = Indexed(
      "\(rule)| team | pts |\n\(rule)| red  | 1   |\n| blue | 2   |\n"
        + "\(rule)| all  | 3   |\n\(rule)")
    #expect(sections.rows.count == 3)
    #expect(sections.notes == ["each line between two rules is read as a row"])
  }

  // Each table had a note of its own, without its line.
  @Test("34: notes on many tables are one, with the line of the first one")
  func notesOnManyTables() {
    func texts(_ count: Int) -> String {
      " id | note \n----+------\n  1 | a\n  2 | b\n(\(count) rows)\n\n"
    }
    let note = "the table says that it has 5 rows, but it has 2"
    #expect(Indexed(texts(2) + texts(5)).notes == [note + " (line 9)"])
    #expect(Indexed(texts(5) + texts(2)).notes == [note + " (line 3)"])
    let many = Indexed(texts(2) + String(repeating: texts(5), count: 3))
    #expect(many.notes == [note + " (line 9; 2 more tables)"])
  }

  @Test("38: two dots are an empty first cell in a table of reStructuredText")
  func emptyFirstCells() {
    let text = "=====  ====\nvalue    id\n=====  ====\nname     22\n..        1\n=====  ====\n"
    #expect(Indexed(text).sections == [[#"{"value":"name","id":22}"#, #"{"value":"","id":1}"#]])
  }

  // Lines in front that are no rows were not counted.
  @Test("38: notes on lines of a table have their numbers")
  func numbersOfLines() {
    let markdown = Indexed("| a | b |\n|---|---|\n| 1 | 2 |\n\n| 5 | 6 |\n")
    #expect(markdown.rows.last?.json.member("line") != nil)
    #expect(markdown.notes.last?.hasSuffix("| 5 | 6 | (line 5)") == true, "\(markdown.notes)")
    let psql = Indexed(" a | b \n---+---\n 1 | 2\n(1 row)\n\nTime: 0.123 ms\n")
    #expect(psql.rows.last?.json.member("line") != nil)
    #expect(psql.notes.last?.hasSuffix("Time: 0.123 ms (line 6)") == true, "\(psql.notes)")
  }
}
