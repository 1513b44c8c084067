import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

private struct Pod: Identifiable, Equatable, Sendable {
  var id = 0
  var name: String
  var phase = "Running"
  var node: String? = "n1"
  var restarts = 0
  var look: StyleName { restarts > 0 ? .error : .title }
}

private struct Missing: Error, CustomStringConvertible {
  let description = "no owner"
}

private func owner(of pod: Pod) throws -> String { throw Missing() }

/// Rows that are built of parts.
@MainActor @Suite struct ListPageRowTests {
  private let pods = [
    Pod(id: 1, name: "api"), Pod(id: 2, name: "worker", phase: "Failed", node: nil, restarts: 3),
  ]

  private func show(_ page: ListPage<Pod>, columns: Int = 30, rows: Int = 4) throws -> ScreenDriver
  {
    let screen = try ScreenDriver(columns: columns, rows: rows)
    page.showsStatusBar = false
    screen.show(page)
    return screen
  }

  @Test("40: texts are at the left, at the right and in the middle, with a space between them")
  func partsOfARow() throws {
    let page = ListPage("Pods", pods).row {
      Text(\.name).bold()
      Text(\.node)
      Text("·").style(.tertiary)
      Spacer()
      Text(\.restarts)
      Spacer()
      Text { $0.phase.uppercased() }
      Badge(\.phase)
    }
    let screen = try show(page, columns: 40)
    screen.expect(
      """
      api n1 ·           0   RUNNING  Running
      worker ·           3     FAILED  Failed
      """)
  }

  @Test("40: text at the right takes at most half of a narrow row")
  func narrowRows() throws {
    let page = ListPage("Pods", [Pod(name: "a long name of a pod")]).row {
      Text(\.name)
      Spacer()
      Text(\.phase)
    }
    let screen = try show(page)
    for (columns, picture) in [
      (22, "a long name o… Running"), (12, "a lo… Runni…"), (8, "a … Run…"), (1, "…"),
    ] {
      screen.resize(columns: columns, rows: 4)
      screen.expect(picture)
    }
  }

  @Test("40: styles of values, and attributes over them, also for some rows only")
  func styles() throws {
    let page = ListPage("Pods", pods).row {
      Text(\.name).style(.title).strikethrough { $0.restarts > 0 }
      Spacer()
      Badge(\.phase) { $0 == "Running" ? .success : .error }
    }
    let screen = try show(page)
    func style(_ column: Int, _ row: Int) -> StyleName? {
      screen.terminal.style(at: Point(column: column, row: row))?.style
    }
    #expect(style(0, 0) == .title)
    #expect(style(0, 1) == .title.overlaid(with: TextStyle(attributes: .strikethrough)))
    #expect(style(29, 0) == .success.overlaid(with: TextStyle(attributes: .reverse)))
    #expect(style(29, 1) == .error.overlaid(with: TextStyle(attributes: .reverse)))
    page.row { Text(\.name).bold().italic().underline() }
    _ = screen.picture
    #expect(
      style(0, 0) == .body.overlaid(with: TextStyle(attributes: [.bold, .italic, .underline])))
  }

  @Test("40: styles and attributes by the row; a style of the value comes first")
  func stylesOfRows() throws {
    let page = ListPage("Pods", pods).row {
      Text(\.name).style(\.look)
      Text(\.phase).style { $0.restarts > 0 ? .warning : nil }.dim { $0.restarts == 0 }
      Spacer()
      Text(\.restarts) { _ in .number }.style { _ in .error }
    }
    let screen = try show(page)
    screen.expect("api Running                  0\nworker Failed                3")
    func style(_ column: Int, _ row: Int) -> StyleName? {
      screen.terminal.style(at: Point(column: column, row: row))?.style
    }
    #expect(style(0, 0) == .title)
    #expect(style(0, 1) == .error)
    #expect(style(4, 0) == .body.overlaid(with: TextStyle(attributes: .dim)))
    #expect(style(7, 1) == .warning)
    #expect(style(29, 1) == .number)
    page.row {
      Badge(\.name).style(.success)
      Spacer()
      Badge(\.phase).style(\.look)
    }
    _ = screen.picture
    #expect(style(1, 0) == .success.overlaid(with: TextStyle(attributes: .reverse)))
    #expect(style(28, 0) == .title.overlaid(with: TextStyle(attributes: .reverse)))
    #expect(style(28, 1) == .error.overlaid(with: TextStyle(attributes: .reverse)))
  }

  @Test("40: texts of a width begin at one column")
  func widths() throws {
    let page = ListPage("Pods", pods).row {
      Text(\.restarts, format: ColumnFormat { "\($0)x" }).frame(width: 4, alignment: .trailing)
      Text(\.name).frame(width: 4)
      Text(\.phase)
    }
    let screen = try show(page)
    screen.expect("  0x api  Running\n  3x wor… Failed")
    page.row {
      Text("*", width: 3)
      Text(\.name, width: 4)
      Text(\.phase, width: 8) { $0 == "Running" ? .success : .error }
      Text("|")
    }
    screen.expect("*   api  Running  |\n*   wor… Failed   |")
  }

  @Test("40: rows of several lines")
  func lines() throws {
    let page = ListPage("Pods", pods).row {
      RowLine {
        Text(\.name)
        Spacer()
        Text(\.phase)
      }
      Text(\.node)
      Text(\.restarts)
    }
    try show(page).expect(
      """
      api                    Running
      n1 0
      worker                  Failed
      3
      """)
  }

  @Test("40: parts in conditions and loops")
  func conditions() throws {
    func page(isWide: Bool) -> ListPage<Pod> {
      ListPage("Pods", pods).row {
        if isWide { Text(\.id) }
        if isWide { Text(\.name) } else { Text(\.phase) }
        for mark in ["<", ">"] { Text(mark) }
      }
    }
    try show(page(isWide: true)).expect("1 api < >\n2 worker < >")
    try show(page(isWide: false)).expect("Running < >\nFailed < >")
    try show(ListPage("Pods", pods).row {}).expect("")
  }

  @Test("40: what a row is searched, filtered and named by is its texts; errors are among them")
  func textsOfRows() async throws {
    let page = ListPage("Pods", pods).row {
      Text(\.name)
      Text { try owner(of: $0) }
      Spacer()
      Badge(\.phase)
    }
    .action("x", "Fail") { _ in throw Missing() }
    let screen = try show(page, columns: 40, rows: 12)
    #expect(screen.picture.hasPrefix("api no owner        "))
    screen.press("/")
    screen.type("fail")
    screen.press(.enter)
    #expect(page.current?.name == "worker")
    page.filter = "r no"
    #expect(page.table.cursor == nil)
    page.filter = "running"
    #expect(page.current?.name == "api" && screen.picture.hasPrefix("api no owner"))
    page.filter = ""
    screen.press("*", "x")
    await screen.settle()
    #expect(screen.picture.contains("api: no owner") && screen.picture.contains("worker: no owner"))
  }

  @Test("40: parts, columns and a closure replace one another")
  func otherRows() throws {
    let page = ListPage("Pods", pods).row { Text(\.name) }
    let screen = try show(page)
    screen.expect("api\nworker")
    page.columns { Column("PHASE", \.phase) }
    #expect(screen.picture.contains("PHASE\nRunning"))
    page.row { $1.write("pod \($0.id)") }
    screen.expect("pod 1\npod 2")
    page.filter = "pod 2"
    screen.expect("pod 2")
    page.row {
      Text(\.phase)
      Text(\.name)
    }
    page.filter = "failed"
    screen.expect("Failed worker")
  }

  @Test("40: rows of a tree are built of parts behind their indentation")
  func trees() throws {
    let page = ListPage("Pods", pods).row {
      Text(\.name)
      Spacer()
      Text(\.phase)
    }
    .children { $0.id == 1 ? [Pod(id: 3, name: "child")] : [] }
    let screen = try show(page)
    screen.press(.right)
    screen.expect(
      """
      ▾ api                  Running
          child              Running
        worker                Failed
      """)
  }
}
