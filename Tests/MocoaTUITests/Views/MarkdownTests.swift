import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

@MainActor @Suite struct MarkdownTests {
  private func show(_ text: String, columns: Int = 30, rows: Int = 30) throws -> ScreenDriver {
    try ScreenDriver(columns: columns, rows: rows, showing: MarkdownView(text))
  }

  @Test("40: headings, paragraphs, lists, quotations and code")
  func blocks() throws {
    let text = """
      Notes
      =====

      A paragraph that is wrapped
      at the width of its view.

      ## Lists ##
      - one
      - two, which is longer than one line
        1. a part
        2. another
      * last

      > quoted
      > text

      ```swift
      let a = 1
        // indented, and not wrapped at all
      ```
      ---
          code

      | a | b |
      |---|---|
      """
    try show(text).expect(
      """
      Notes

      A paragraph that is wrapped at
      the width of its view.

      Lists
      • one
      • two, which is longer than
        one line
        1. a part
        2. another
      • last

      │ quoted text

      let a = 1
        // indented, and not wrapped
      ──────────────────────────────
      code

      | a | b |
      |---|---|
      """)
  }

  @Test(
    "40: marks in a paragraph are looks, and what is none is text",
    arguments: [
      ("plain", "plain"), ("a **b** c", "a {1}b{} c"), ("*a* _b_ c_d_e", "{3}a{} {3}b{} c_d_e"),
      ("***a*** __b__", "{1;3}a{} {1}b{}"), ("**a *b* c**", "{1}a {1;3}b{1} c{}"),
      ("~~done~~ ~a~", "{9}done{} ~a~"), ("2 * 3 * 4, *x", "2 * 3 * 4, *x"),
      ("`a*b*` ``c`d`` `e", "{36}a*b*{} {36}c`d{} `e"), (#"\*a\* \n"#, #"*a* \n"#),
      ("[text](a.md) [x] [y](", "{4}text{} [x] [y]("),
      ("[t](https://x.org \"T\")", "{4}t{}{2} (https://x.org){}"), ("![alt](a.png)", "{4}alt{}"),
      ("<https://x.org> a < b", "{4}https://x.org{} a < b"), ("**", "**"), ("a ** b", "a ** b"),
    ])
  func inline(text: String, expected: String) {
    var expected = expected.replacing("{}", with: "\u{1B}[0m")
    for code in ["1", "1;3", "2", "3", "36", "4", "9"] {
      expected = expected.replacing("{\(code)}", with: "\u{1B}[0;\(code)m")
    }
    #expect(MarkdownInline.rendered(text[...]) == expected)
  }

  @Test("40: wrapped emphasis goes on in the next line, and the text is wrapped at another width")
  func wrapping() throws {
    let view = MarkdownView("some **bold words** here")
    let screen = try ScreenDriver(columns: 10, rows: 4, showing: view)
    screen.expect("some bold\nwords here")
    let bold = StyleName.body.overlaid(with: TextStyle(attributes: .bold))
    #expect(screen.terminal.style(at: Point(column: 0, row: 1))?.style == bold)
    #expect(screen.terminal.style(at: Point(column: 7, row: 1))?.style == .body)
    screen.resize(columns: 30, rows: 4)
    screen.expect("some bold words here")
    view.markdown = "# Other"
    screen.expect("Other")
    #expect(
      screen.terminal.style(at: .zero)?.style
        == .title.overlaid(with: TextStyle(attributes: .underline)))
  }

  @Test("40: a page of Markdown scrolls")
  func pages() throws {
    let screen = try ScreenDriver(columns: 20, rows: 4)
    let text = (1...9).map { "- item \($0)" }.joined(separator: "\n")
    screen.show(PagerPage(name: "Items", pager: MarkdownView(text)))
    screen.press("G")
    #expect(screen.picture.hasPrefix("• item 7\n• item 8\n• item 9\n"))
    #expect(screen.picture.hasSuffix("7-9/9"))
  }

  @Test("40: any text is Markdown, and control characters are symbols")
  func anyText() {
    var generator = SeededGenerator(seed: 40)
    let pieces = [
      "*", "**", "_", "`", "```\n", "[", "](", ")", "<", ">", "\\", "\n", "  \n", "# ", "- ", "1. ",
      "> ", "a", " ", "日", "\u{1B}]0;t\u{7}", "\u{1B}[31m", "|", "~~", "---\n", "\t", "\r\n",
    ]
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 0...30, using: &generator))
        .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      for columns in [1, 7, 40] {
        let lines = MarkdownText(text).lines(columns: columns)
        let frame = drawing(columns: 40, rows: max(1, lines.count)) { canvas in
          for (row, line) in lines.enumerated() {
            canvas.draw(line, at: Point(column: 0, row: row))
          }
        }
        #expect(frame.faults == [])
      }
    }
  }

  @Test(
    "40: long texts of marks take time in proportion to their length",
    arguments: ["*a ", "`a", "[", "[a](", "<a", "_a_", "**a*"])
  func longTexts(piece: String) {
    let start = ContinuousClock.now
    _ = MarkdownText(String(repeating: piece, count: 2_000)).lines(columns: 80)
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}
