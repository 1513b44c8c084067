import MocoaCore
import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

@MainActor @Suite struct TemplateCellTests {
  static let rows = [
    #"{"title":"Ada Lovelace","by":"li","score":12,"day":"2024-05-01"}"#,
    #"{"title":"Engines","score":3,"day":"2024-05-02"}"#,
    #"{"title":"日本語","by":"x","score":30}"#,
  ]

  private func screen(
    _ rules: CellRules, columns: Int, rows: Int = 4, tableColumns: [TableColumn] = []
  ) throws -> ScreenDriver {
    let registry = ModuleRegistry()
    let module = registry["mocoa://cells/"]
    module.section.cell.register(rules)
    let table = TableView()
    table.columns = tableColumns
    let models = Self.rows.map { Row(indexPath: nil, json: JSONBytes(Array($0.utf8))) }
    table.show(ListViewModel(model: RowSection(models), module: module))
    return try ScreenDriver(columns: columns, rows: rows, showing: table)
  }

  private func lines(_ template: String) throws -> CellTemplate {
    .lines(try RowTemplate(parsing: template))
  }

  @Test func fieldsFlowAndKeepToTheRight() throws {
    let rules = CellRules([.init(try lines("{title:bold} by {by} {day:right}"))])
    try screen(rules, columns: 34).expect(
      """
      Ada Lovelace by li      2024-05-01
      Engines by              2024-05-02
      日本語 by x
      """)
    try screen(rules, columns: 20).expect(
      """
      Ada Love… 2024-05-01
      Engines … 2024-05-02
      日本語 by x
      """)
  }

  @Test func aRowWithoutAnyOfTheMembersSaysSo() throws {
    let rules = CellRules([.init(try lines("{nope:bold} {by}"))])
    try screen(rules, columns: 24).expect(
      """
       li
      no nope in {"title":"En…
       x
      """)
  }

  @Test func widthsMakeColumnsOfText() throws {
    try screen(CellRules([.init(try lines("{score:4:right} {title:8}|"))]), columns: 20).expect(
      """
        12 Ada Lov…|
         3 Engines |
        30 日本語  |
      """)
  }

  @Test func severalLinesAreAsHigh() throws {
    try screen(CellRules([.init(try lines("{title}\n  {day|default(-)}"))]), columns: 20, rows: 6)
      .expect("Ada Lovelace\n  2024-05-01\nEngines\n  2024-05-02\n日本語\n  -")
  }

  @Test func theFirstRuleThatFitsCounts() throws {
    let rules = CellRules([
      .init(when: try RowFilter(parsing: "score > 20"), try lines("! {title}")),
      .init(when: try RowFilter(parsing: "score > 10"), try lines("+ {title}")),
    ])
    try screen(rules, columns: 30).expect(
      """
      + Ada Lovelace
      {"title":"Engines","score":3,…
      ! 日本語
      """)
    #expect(
      rules.description == #""! {title}" when score > 20, else "+ {title}" when score > 10"#)
  }

  @Test func columnsMatchTheTable() throws {
    let rules = CellRules([
      .init(.columns(["/score": try RowTemplate(parsing: "{score|bar(30):6}")]))
    ])
    let columns = [
      TableColumn(id: "/title", title: "title", width: .fixed(8)),
      TableColumn(id: "/score", title: "score", width: .fixed(6)),
    ]
    try screen(rules, columns: 20, tableColumns: columns).expect(
      """
      title     score
      Ada Lov…  ██▍
      Engines   ▋
      日本語    ██████
      """)
  }

  @Test func stylesComeFromTheTemplateAndTheValue() throws {
    let screen = try screen(
      CellRules([.init(try lines("{score:green(<10):red(>=10)} {title:title:#102030}"))]),
      columns: 20)
    screen.press(.end)
    let styles = [0, 1].map { screen.terminal.style(at: Point(column: 0, row: $0))?.style }
    #expect(styles == [.red, .green].map { StyleName.custom(TextStyle(foreground: $0)) })
    let title = screen.terminal.style(at: Point(column: 3, row: 0))
    #expect(title?.style == .title)
    #expect(title?.overlay == .custom(TextStyle(foreground: .rgb(0x10, 0x20, 0x30))))
  }

  /// What a template may say and what a canvas can draw are one list.
  @Test func everyStyleHasALook() {
    for word in TemplateStyle.names {
      var look = TextStyle()
      let isThemed = TemplateStyle.themed.contains(word)
      #expect(look.add(templateStyle: word) != isThemed, "\(word)")
      #expect(isThemed || look != TextStyle(), "\(word)")
    }
  }

  @Test func bytesOfARowNeverReachTheTerminal() throws {
    let registry = ModuleRegistry()
    let module = registry["mocoa://cells/"]
    module.section.cell.register(CellRules([.init(try lines("{a}{a:5}{a|badge:right}"))]))
    let row = Row(indexPath: nil, json: JSONBytes(Array(#"{"a":"\u001b[31m\n\u0007"}"#.utf8)))
    let table = TableView()
    table.show(ListViewModel(model: RowSection([row]), module: module))
    let screen = try ScreenDriver(columns: 40, rows: 2, showing: table)
    let scalars = screen.terminal.picture.unicodeScalars.filter { $0 != "\n" }
    #expect(scalars.allSatisfy { $0.properties.generalCategory != .control })
  }

  @Test func headersHaveTemplatesToo() throws {
    let registry = ModuleRegistry()
    let module = registry["mocoa://cells/"]
    module.section.header.register(header: try RowTemplate(parsing: "{title|upper:bold}"))
    module.registerPlainJSON()
    #expect(module.section.header.view?.form == .template)
    #expect(module.section.cell("json").view?.name == "JSONCell")
    #expect(module.debugTree().contains("template \"{title|upper:bold}\""))
  }
}
