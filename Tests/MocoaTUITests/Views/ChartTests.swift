import MocoaCore
import MocoaTestSupport
import Observation
import Testing

@testable import MocoaTUI

/// Charts as they are on the screen, with the numbers beside them.
@MainActor @Suite struct ChartTests {
  private func picture(_ view: View, columns: Int, rows: Int) throws -> String {
    try ScreenDriver(columns: columns, rows: rows, showing: Stretched(view)).picture
  }

  @Test("40: columns are in proportion, in steps of an eighth of a row")
  func columnsAreInProportion() throws {
    let chart = Chart(.columns) { [0, 1, 2, 4, 8, 16] }
    #expect(
      try picture(chart, columns: 16, rows: 2) == """
        16      █
         0  ▁▂▄██
        """)
    #expect(try picture(chart, columns: 6, rows: 1) == " ▁▁▂▄█")
    // The last ones of more values.
    #expect(try picture(chart, columns: 3, rows: 1) == "▂▄█")
  }

  @Test("40: columns begin at 0: those of negative numbers hang from it")
  func columnsBeginAtZero() throws {
    let chart = Chart(.columns) { [-2, -1, 0, 1, 2] }
    #expect(try picture(chart, columns: 5, rows: 2) == "   ▄█\n█▀")
    let wide = Chart(.columns) { [-8, -1, 0, 1, 4, 8] }
    #expect(
      try picture(wide, columns: 12, rows: 4)
        == [
          " 8      █",
          "      ▂██",
          "   █▔",
          "-8 █",
        ].joined(separator: "\n"))
    // An end of the scale is where columns begin if 0 is not between them.
    #expect(try picture(Chart(.columns) { [-1, -2, -4] }, columns: 3, rows: 1) == "▔▀█")
    let high = Chart(.columns, in: 20...100) { [20, 60, 100] }
    #expect(try picture(high, columns: 3, rows: 1) == " ▄█")
    // 0 is in the middle of a row, where columns are in steps of half a row.
    #expect(try picture(Chart(.columns) { [-1, 0, 1] }, columns: 3, rows: 1) == "▄ ▀")
    let odd = Chart(.columns) { [-6, -1, 0, 1, 6] }
    #expect(try picture(odd, columns: 5, rows: 3) == "    █\n▄▄ ▀▀\n█")
  }

  @Test("40: a line has two values in a column, and no gap between rows of dots")
  func aLineIsConnected() throws {
    let chart = Chart { [0, 7, 0, 7] }
    #expect(try picture(chart, columns: 2, rows: 2) == "⢸⣾\n⡸⡿")
    #expect(try picture(Chart { [3, 3] }, columns: 1, rows: 1) == "⠒")
  }

  @Test("40: a line of few values takes the whole width")
  func aLineOfFewValues() throws {
    #expect(try picture(Chart(in: 0...3) { [0, 3] }, columns: 4, rows: 1) == "⣀⠤⠒⠉")
    let one = try picture(Chart(in: 0...3) { [3] }, columns: 4, rows: 1)
    #expect(one == "⠁")
    let gap = try picture(Chart(in: 0...3) { [3, .nan, 0] }, columns: 6, rows: 1)
    #expect(gap.hasPrefix("⠉") && gap.hasSuffix("⣀"))
  }

  @Test("40: the scale is that of the values, or a given one")
  func scales() throws {
    let half = Chart(.columns, in: 0...100) { [50] }
    #expect(try picture(half, columns: 20, rows: 2) == "100\n  0 █")
    #expect(
      try picture(Chart(format: .byteCount) { [0, 2_500_000] }, columns: 30, rows: 2)
        .hasPrefix("2.5 MB"))
    // Without room for the scale, it is left out.
    #expect(try picture(Chart(.columns, in: 0...100) { [100] }, columns: 8, rows: 2) == "█\n█")
  }

  @Test("40: no numbers, and no finite ones, are a chart")
  func unusualValues() throws {
    for kind in [Chart.Kind.line, .columns] {
      for values in [[], [.nan], [.infinity, -.infinity], [1e308, -1e308], [.nan, 1, .nan, 2]] {
        for (columns, rows) in [(0, 0), (1, 1), (3, 1), (30, 4)] {
          _ = try picture(Chart(kind) { values }, columns: max(1, columns), rows: max(1, rows))
        }
      }
    }
    #expect(try picture(Chart(.columns) { [1, .nan, 1] }, columns: 3, rows: 1) == "█ █")
  }

  @Test("40: bars have names at the left and numbers at the right")
  func barsHaveNamesAndNumbers() throws {
    let chart = BarChart { [("build", 4), ("a", 2), ("negative", -1)] }
    #expect(
      try picture(chart, columns: 24, rows: 3) == """
        build    ████████████  4
        a        ██████        2
        negative              -1
        """)
    #expect(chart.sizeThatFits(Size(columns: 9, rows: 9)) == Size(columns: 9, rows: 3))
  }

  @Test("40: without UTF-8, columns and bars are of #, and a line is of *")
  func chartsWithoutUnicode() throws {
    func ascii(_ view: View, columns: Int) throws -> String {
      let scalars = try picture(view, columns: columns, rows: 2).unicodeScalars.map { scalar in
        scalar.isASCII ? scalar.value : Glyph.asciiSubstitute(for: scalar.value)
      }
      return String(String.UnicodeScalarView(scalars.compactMap { Unicode.Scalar($0) }))
    }
    let columns = Chart(.columns) { [0, 1, 2, 4, 8, 16] }
    #expect(try ascii(columns, columns: 16) == "16      #\n 0  ..###")
    #expect(try ascii(Chart { [0, 7, 0, 7] }, columns: 2) == "**\n**")
    #expect(try ascii(BarChart { [("a", 1), ("b", 2)] }, columns: 8) == "a ##   1\nb #### 2")
  }

  @Test("40: a chart is drawn again when what its closure reads changes")
  func chartsFollowTheirValues() async throws {
    let load = Load()
    let screen = try ScreenDriver(
      columns: 2, rows: 1, showing: Stretched(Chart(.columns, in: 0...8) { load.values }))
    #expect(screen.picture == "█")
    load.values.append(4)
    await screen.settle()
    #expect(screen.picture == "█▄")
  }
}

@MainActor @Suite struct ListChartTests {
  private struct Server: Identifiable, Equatable, Sendable {
    var id: Int
    var load: Double
  }

  @Test("40: a chart beside a list is drawn again when the list has other values")
  func chartsFollowAList() async throws {
    let list = ListPage("Servers", [Server(id: 0, load: 8)])
    let screen = try ScreenDriver(
      columns: 2, rows: 1,
      showing: Stretched(Chart(.columns, in: 0...8) { list.items.map(\.load) }))
    #expect(screen.picture == "█")
    list.items.append(Server(id: 1, load: 4))
    await screen.settle()
    #expect(screen.picture == "█▄")
    list[0].load = 0
    await screen.settle()
    #expect(screen.picture == " ▄")
    list.filter = "no server"
    list.append(Server(id: 2, load: 8))
    await screen.settle()
    #expect(screen.picture == "▄█")
  }

  @Test("40: a chart of the shown rows of a list follows its filter and its order")
  func chartsFollowTheShownRows() async throws {
    let list = ListPage("Servers", (0..<4).map { Server(id: $0, load: Double($0 * 2 + 2)) })
      .columns {
        Column("ID", \.id)
        Column("LOAD", \.load).sortable()
      }
    let screen = try ScreenDriver(
      columns: 4, rows: 1,
      showing: Stretched(Chart(.columns, in: 0...8) { list.shownItems.map(\.load) }))
    #expect(screen.picture == "▂▄▆█")
    list.sorted(by: "-LOAD")
    await screen.settle()
    #expect(screen.picture == "█▆▄▂")
    list.filter = "3"
    await screen.settle()
    #expect(screen.picture == "█")
    list.append(Server(id: 33, load: 1))
    await screen.settle()
    #expect(screen.picture == "█▁" && list.items.count == 5)
    list.filter = ""
    list.sections { $0.id % 2 }
    #expect(list.shownItems.map(\.id).sorted() == [0, 1, 2, 3, 33])
    list.items = []
    #expect(list.shownItems.isEmpty)
  }

  @Test("40: a chart of the current row of a list follows the cursor")
  func chartsFollowTheCursor() async throws {
    let list = ListPage("Servers", [Server(id: 0, load: 8), Server(id: 1, load: 4)])
      .row { Text(\.id) }
    let chart = Chart(.columns, in: 0...8) { [list.current?.load ?? 0] }
    let screen = try ScreenDriver(
      columns: 20, rows: 3,
      showing: SplitView(.horizontal) {
        list
        chart.extent(.fixed(1))
      })
    await screen.settle()
    #expect(screen.picture.contains("█") && !screen.picture.contains("▄"))
    screen.press(.down)
    await screen.settle()
    #expect(screen.picture.contains("▄"))
  }
}

@MainActor @Observable private final class Load {
  var values = [8.0]
}
