import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

private struct Pod: Identifiable, Equatable, Sendable {
  struct Missing: Error, CustomStringConvertible { let description = "no owner" }

  var id: Int
  var name: String
  var phase = "Running"
  var restarts = 0
  var size = 0
  var node: String?
  var look: StyleName { .secondary }

  func owner() throws -> String {
    guard name != "db" else { throw Missing() }
    return "me"
  }
}

/// Rows of a list page in columns.
@MainActor @Suite struct ListPageColumnTests {
  private let pods = [
    Pod(id: 1, name: "api", restarts: 12, size: 1_500, node: "n1"),
    Pod(id: 2, name: "db", phase: "Pending", size: 20),
    Pod(id: 3, name: "coredns", size: 3_000_000, node: "n2"),
  ]

  private func show(
    _ page: ListPage<Pod>, columns: Int = 40, rows: Int = 6
  ) throws -> ScreenDriver {
    let screen = try ScreenDriver(columns: columns, rows: rows)
    page.showsStatusBar = false
    screen.show(page)
    return screen
  }

  @Test func rowsAreInColumnsUnderTitles() throws {
    let page = ListPage("Pods", pods).columns {
      Column("NAME", \.name).style(.title)
      Column("STATUS", \.phase) { $0 == "Running" ? .success : .error }
      Column("RESTARTS", \.restarts)
      Column("SIZE", \.size, format: .byteCount)
    }
    let screen = try show(page)
    screen.expect(
      """
      NAME     STATUS   RESTARTS    SIZE
      api      Running        12  1.5 kB
      db       Pending         0    20 B
      coredns  Running         0  3.0 MB


      """)
  }

  @Test("41: a column of numbers that the edge would cut is not shown, but a sign in its place")
  func cutNumbersAreNotShown() throws {
    let page = ListPage("Pods", pods).columns {
      Column("NAME", \.name, width: .fixed(7))
      Column("RESTARTS", \.restarts, width: .fixed(8))
      Column("SIZE", \.size, format: .byteCount, width: .fixed(6))
    }
    try show(page, columns: 23, rows: 5).expect(
      """
      NAME     RESTARTS  …
      api            12
      db              0
      coredns         0

      """)
  }

  @Test("40: columns have attributes, and styles by the row, as texts do")
  func stylesOfRows() throws {
    let page = ListPage("Pods", pods).columns {
      Column("NAME", \.name).style(.title).bold { $0.restarts > 0 }
      Column("STATUS", \.phase).style { $0.node == nil ? .error : nil }
      Column("NODE", \.node).style(\.look).italic()
    }
    let screen = try show(page)
    screen.expect(
      """
      NAME     STATUS   NODE
      api      Running  n1
      db       Pending
      coredns  Running  n2


      """)
    func style(_ column: Int, _ row: Int) -> StyleName? {
      screen.terminal.style(at: Point(column: column, row: row))?.style
    }
    #expect(style(0, 1) == .title.overlaid(with: TextStyle(attributes: .bold)))
    #expect(style(0, 2) == .title)
    #expect(style(9, 1) == .body)
    #expect(style(9, 2) == .error)
    #expect(style(18, 3) == .secondary.overlaid(with: TextStyle(attributes: .italic)))
  }

  @Test func columnsAreChosenByConditionsAndLoops() throws {
    let isWide = false
    let page = ListPage("Pods", pods).columns {
      Column("NAME", \.name, width: .fixed(4))
      if isWide { Column("STATUS", \.phase) }
      for number in 1...2 {
        Column("N", \.restarts, alignment: .leading).style(number == 1 ? .body : .error)
      }
      Column("NODE", \.node, width: .share(1))
      Column("LAST") { pod in pod.id == 1 }
    }
    let screen = try show(page, rows: 5)
    screen.expect(
      """
      NAME  N     N     NODE             LAST
      api   12    12    n1               true
      db    0     0                      false
      cor…  0     0     n2               false

      """)
  }

  @Test func anErrorIsTheTextOfItsCell() throws {
    let page = ListPage("Pods", pods).columns {
      Column("NAME", \.name)
      Column("OWNER") { try $0.owner() }
    }
    let screen = try show(page, rows: 5)
    screen.expect("NAME     OWNER\napi      me\ndb       no owner\ncoredns  me\n")
  }

  @Test func lineEndsAndSequencesStayInTheirCells() throws {
    let bad = [Pod(id: 1, name: "a\nb\u{1B}[31mc\td"), Pod(id: 1, name: "twin")]
    let page = ListPage("Pods", bad).columns {
      Column("NA\nME", \.name)
      Column("ID", \.id)
    }
    let screen = try show(page, rows: 4)
    #expect(screen.picture.split(separator: "\n").count == 3)
    #expect(screen.picture.contains("twin"))
    #expect(!screen.picture.contains("\u{1B}"))
  }

  @Test func thousandColumnsAndOneColumnOfTheTerminal() throws {
    let page = ListPage("Pods", pods).columns {
      for number in 0..<1_000 { Column("C\(number)") { pod in "\(pod.name)\(number)" } }
    }
    let screen = try show(page, columns: 20, rows: 4)
    #expect(screen.picture.hasPrefix("C0    C1    C2    …\napi0  api1  api2"))
    for columns in [1, 2, 3, 80] {
      screen.resize(columns: columns, rows: 4)
      #expect(screen.picture.split(separator: "\n", omittingEmptySubsequences: false).count == 4)
    }
  }

  @Test func withoutColumnsTheClosureDraws() throws {
    let page = ListPage("Pods", pods).row { pod, canvas in canvas.write(pod.name) }.columns {}
    #expect(try show(page).picture.hasPrefix("api\ndb\ncoredns"))
  }

  @Test func columnsWidenForRowsThatBecomeVisible() throws {
    let many = (0..<40).map { Pod(id: $0, name: String(repeating: "x", count: $0)) }
    let page = ListPage("Pods", many).columns {
      Column("NAME", \.name)
      Column("ID", \.id)
    }
    let screen = try show(page, columns: 30, rows: 5)
    #expect(screen.picture.hasPrefix("NAME    ID\n"))
    screen.press(.end)
    let title = screen.picture.prefix { $0 != "\n" }
    screen.press(.home)
    #expect(screen.picture.prefix { $0 != "\n" } == title)
    page.items[3].name = "a value that has become longer"
    #expect(screen.picture.contains("a value that has"))
  }

  @Test func aFilterLooksInAllTexts() throws {
    let page = ListPage("Pods", pods).columns {
      Column("NAME", \.name, width: .fixed(2))
      Column("SIZE", \.size, format: .byteCount)
    }
    let screen = try show(page)
    page.filter = "kb"
    #expect(screen.picture.contains("a…") && !screen.picture.contains("db"))
    page.filter = "coredns"
    #expect(screen.picture.contains("3.0 MB") && !screen.picture.contains("kB"))
    page.filter = ""
    screen.press("/")
    screen.type("dns")
    screen.press(.enter)
    #expect(page.current?.name == "coredns")
  }

  @Test func aTreeHasColumns() throws {
    let page = ListPage("Pods", [pods[0]]).columns {
      Column("NAME", \.name)
      Column("STATUS", \.phase)
    }.children { [pods] in $0.id == 1 ? Array(pods.dropFirst()) : [] }
    let screen = try show(page)
    screen.press(.right)
    screen.expect(
      """
      NAME         STATUS
      ▾ api        Running
          db       Pending
          coredns  Running


      """)
  }
}
