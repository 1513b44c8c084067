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
  func cellsAreThosePrinted(seed: Int, style: Style) {
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
      let footer = style == .psql ? ["{\"line\":\"\(lines.last ?? "")\"}"] : []
      #expect(indexed.sections == [expected + footer], "\(lines)")
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
        "2 lines have another form than the others and are text: │ overflows │ x │ (line 7)",
      ])
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
