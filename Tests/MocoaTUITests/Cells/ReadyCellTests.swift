import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

@MainActor @Suite struct ReadyCellTests {
  /// A table of rows of one kind of content.
  private func screen<Content: Sendable, Cell: ModuleElementView>(
    _ cell: Cell.Type, _ contents: [Content], columns: Int = 24, rows: Int = 4,
    tableColumns: [TableColumn] = []
  ) throws -> ScreenDriver where Cell.ViewModelType == ContentViewModel<Content> {
    let registry = ModuleRegistry()
    let module = registry["mocoa://cells/"]
    module.section.cell.register(cell)
    let table = TableView()
    table.columns = tableColumns
    table.show(ListViewModel(model: RowSection(contents), module: module))
    return try ScreenDriver(columns: columns, rows: rows, showing: table)
  }

  @Test func labelsWrap() throws {
    let screen = try screen(
      LabelCell.self, [LabelContent(text: "one two three"), LabelContent(text: "")], columns: 8)
    screen.expect("one two\nthree")
    screen.resize(columns: 4, rows: 5)
    screen.expect("one\ntwo\nthre\ne")
  }

  @Test func aTitleAndADetail() throws {
    let content = TitleDetailContent(title: "Ada", detail: "555-0101")
    try screen(TitleDetailCell.self, [content]).expect("Ada             555-0101")
    let keys = [TitleDetailContent(title: "city", detail: "London, a large one")]
    try screen(KeyValueCell.self, keys, columns: 18).expect("city   London, a\n       large one")
  }

  @Test func columnsKeepToThoseOfTheTable() throws {
    let columns = ["a", "b"].map { TableColumn(id: $0, width: .fixed(5)) }
    let content = [ColumnsContent(texts: ["one", "twenty"])]
    try screen(ColumnsCell.self, content, tableColumns: columns)
      .expect("a      b\none    twen…")
  }

  @Test func cards() throws {
    let content = [CardContent(title: "Ada", lines: ["London"])]
    try screen(CardCell.self, content, columns: 12).expect(
      "┌─ Ada ────┐\n│ London   │\n└──────────┘")
  }

  @Test func barsAndLines() throws {
    let progress = [0, 0.5, 1, Double.nan].map { ProgressContent(title: "disk", fraction: $0) }
    try screen(ProgressCell.self, progress, columns: 20).expect(
      """
      disk      ────   0 %
      disk      ━━──  50 %
      disk      ━━━━ 100 %
      disk      ────   0 %
      """)
    let bars = [(5, 10), (10, 10), (12.5, 10), (-1, 10), (1, 0)].map {
      BarContent(title: "Lyon", value: $0, limit: $1)
    }
    try screen(BarCell.self, bars, columns: 18, rows: 5).expect(
      """
      Lyon  █████      5
      Lyon  █████████ 10
      Lyon  ███████ 12.5
      Lyon            -1
      Lyon             1
      """)
    let values = [SparklineContent(title: "cpu", values: [0, 1, 2, 3, 4, 5, 6, 7])]
    try screen(SparklineCell.self, values, columns: 16).expect("cpu     ▁▂▃▄▅▆▇█")
    #expect(TextGraph.sparkline([], columns: 3) == "")
    #expect(TextGraph.sparkline([5, 5, .nan], columns: 2) == "█▁")
  }

  @Test func boxesAndLinks() throws {
    let boxes = [true, false].map { CheckBoxContent(title: "tea", isChecked: $0) }
    try screen(CheckBoxCell.self, boxes).expect("[x] tea\n[ ] tea")
    let link = [LinkContent(title: "Swift", url: "swift.org")]
    let screen = try screen(LinkCell.self, link)
    screen.expect("Swift          swift.org")
    #expect(screen.terminal.style(at: .zero)?.style == .link)
  }

  @Test(arguments: [0, 1, 2, 5])
  func cellsFitIntoAnyWidth(columns: Int) throws {
    let pair = [TitleDetailContent(title: "a long title", detail: "a long detail")]
    _ = try screen(KeyValueCell.self, pair, columns: columns)
    _ = try screen(TitleDetailCell.self, pair, columns: columns)
    _ = try screen(LabelCell.self, [LabelContent(text: "some text")], columns: columns)
    _ = try screen(CardCell.self, [CardContent(title: "a", lines: ["b"])], columns: columns)
    let screen = try screen(
      ProgressCell.self, [ProgressContent(title: "a", fraction: 2)], columns: columns)
    #expect(screen.terminal.lines.allSatisfy { $0.count <= columns })
  }

  @Test(arguments: Theme.all)
  func everyThemeSetsTheCursorAndMarksApart(theme: Theme) {
    let body = theme[.body]
    for style in [StyleName.cursorRow, .markedRow, .changedRow, .match] {
      #expect(theme[style] != body, "\(theme.name)")
    }
  }
}
