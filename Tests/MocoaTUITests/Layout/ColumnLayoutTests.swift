import MocoaTestSupport
import Testing

@testable import MocoaTUI

@Suite struct ColumnLayoutTests {
  private func column(_ width: Extent, isPinned: Bool = false) -> TableColumn {
    TableColumn(id: "c", width: width, isPinned: isPinned)
  }

  private func widths(
    _ columns: [Extent], content: [Int], pane: Int
  ) -> [Int] {
    ColumnLayout(columns: columns.map { column($0) }, contentWidths: content, paneColumns: pane)
      .entries.map(\.columns)
  }

  /// Numbers: unlike texts, they are not given what is left.
  private func numberWidths(_ content: [Int], pane: Int) -> [Int] {
    let columns = content.map { _ in
      TableColumn(id: "c", width: Self.flexible, alignment: .trailing)
    }
    return ColumnLayout(columns: columns, contentWidths: content, paneColumns: pane)
      .entries.map(\.columns)
  }

  private static let flexible = Extent.content(minimum: 4, maximum: 40)

  @Test func columnsGetWhatTheyNeed() {
    #expect(numberWidths([10, 20], pane: 80) == [10, 20])
    #expect(widths([Self.flexible, .fixed(7)], content: [1, 99], pane: 80) == [4, 7])
    #expect(widths([Self.flexible, .share(1, minimum: 2)], content: [99], pane: 80) == [40, 38])
    #expect(widths([], content: [], pane: 80) == [])
  }

  @Test("W23: the last column takes what is left, if it has texts")
  func theLastTextsTakeWhatIsLeft() {
    #expect(widths([Self.flexible, Self.flexible], content: [10, 20], pane: 80) == [10, 68])
    #expect(widths([Self.flexible, Self.flexible], content: [50, 20], pane: 80) == [50, 28])
    #expect(widths([Self.flexible, Self.flexible], content: [60, 45], pane: 140) == [60, 78])
    #expect(widths([Self.flexible, .fixed(20)], content: [10, 20], pane: 80) == [10, 20])
    #expect(widths([.share(1, minimum: 2), Self.flexible], content: [1, 9], pane: 80) == [69, 9])
    #expect(numberWidths([60, 10], pane: 80) == [60, 10])
  }

  @Test func contentThatWasNeverSeenCountsAsNothing() {
    let columns = [Self.flexible, Self.flexible, .fixed(1)]
    #expect(widths(columns, content: [9], pane: 80) == [9, 4, 1])
  }

  @Test func theWidestGiveWayFirstAndEqually() {
    #expect(widths([Self.flexible, Self.flexible], content: [30, 10], pane: 32) == [20, 10])
    #expect(widths([Self.flexible, Self.flexible], content: [20, 20], pane: 32) == [15, 15])
    #expect(widths([Self.flexible, Self.flexible], content: [20, 20], pane: 33) == [16, 15])
    #expect(
      widths([Self.flexible, Self.flexible, Self.flexible], content: [20, 5, 20], pane: 29)
        == [10, 5, 10])
    #expect(widths([.fixed(20), Self.flexible], content: [0, 20], pane: 30) == [20, 8])
  }

  @Test func noneGoesBelowItsMinimum() {
    #expect(widths([Self.flexible, Self.flexible], content: [30, 30], pane: 5) == [4, 4])
    #expect(widths([Self.flexible, Self.flexible], content: [30, 30], pane: 0) == [4, 4])
  }

  @Test func sharesTakeWhatIsLeft() {
    #expect(
      widths([.fixed(10), .share(1, minimum: 2), .share(3, minimum: 2)], content: [], pane: 54)
        == [10, 11, 29])
    #expect(widths([.share(0, minimum: 2), .fixed(4)], content: [], pane: 20) == [2, 4])
    #expect(widths([.share(.max, minimum: 2)], content: [], pane: 20) == [20])
  }

  @Test func roomToSpareGoesToWhatIsCut() {
    #expect(numberWidths([60], pane: 80) == [60])
    #expect(widths([Self.flexible], content: [.max], pane: 80) == [80])
    #expect(widths([Self.flexible, Self.flexible], content: [60, 45], pane: 92) == [45, 45])
    #expect(widths([.fixed(10), Self.flexible], content: [99, 99], pane: 72) == [10, 60])
  }

  @Test func nonsenseIsNothing() {
    let widths = widths(
      [.fixed(-5), .content(minimum: -9, maximum: -3), .share(-1, minimum: -1)],
      content: [3, 7, -2], pane: 20)
    #expect(widths == [0, 0, 0])
  }

  @Test func scrollingKeepsWhatIsPinned() {
    let columns = [
      column(.fixed(4), isPinned: true), column(.fixed(10)), column(.fixed(10), isPinned: true),
    ]
    let layout = ColumnLayout(columns: columns, contentWidths: [], paneColumns: 20, offset: 5)
    #expect(layout.maximumOffset == 8)
    #expect(layout.entries.map(\.left) == [0, 1, 13])
    #expect(layout.entries.map(\.isPinned) == [true, false, false])
    let visible = layout.entries.map { layout.visibleRange(of: $0, paneColumns: 20) }
    #expect(visible == [0..<4, 6..<11, nil])
  }

  @Test("41: numbers, times and starts of a few columns are not cut at the right edge")
  func quantitiesAreNotCut() {
    let flexible = column(.fixed(10))
    let number = TableColumn(id: "n", width: .fixed(30), alignment: .trailing)
    let time = TableColumn(id: "t", width: .fixed(30), style: .date)
    func visible(_ columns: [TableColumn], pane: Int) -> [Range<Int>?] {
      let layout = ColumnLayout(columns: columns, contentWidths: [], paneColumns: pane)
      return layout.entries.map { layout.visibleRange(of: $0, paneColumns: pane) }
    }
    #expect(visible([flexible, number], pane: 41) == [0..<10, nil])
    #expect(visible([flexible, time], pane: 41) == [0..<10, nil])
    #expect(visible([flexible, number], pane: 42) == [0..<10, 12..<42])
    #expect(visible([flexible, column(.fixed(30))], pane: 24) == [0..<10, 12..<24])
    #expect(visible([flexible, column(.fixed(30))], pane: 23) == [0..<10, nil])
    #expect(visible([number, flexible], pane: 8) == [0..<8, nil])
    var pinned = column(.fixed(8), isPinned: true)
    pinned.id = "p"
    #expect(visible([pinned, time], pane: 24) == [0..<8, 10..<24])
  }

  // defect P3
  @Test func aPartlyVisibleValueIsMarked() {
    let columns = [column(.fixed(4)), column(.fixed(10)), column(.fixed(10))]
    let layout = ColumnLayout(columns: columns, contentWidths: [], paneColumns: 12, offset: 8)
    let frame = FrameBuffer(size: Size(columns: 12, rows: 2))
    let canvas = Canvas(frame)
    canvas.draw("12345678", in: layout.entries[1], of: layout, style: .body)
    canvas.part(canvas.bounds.split(1, from: .top).rest)
      .draw("1", in: layout.entries[1], of: layout, style: .body)
    #expect(frame.lines == ["…45678", ""])
  }

  @Test func aPinnedColumnFurtherRightIsCoveredLikeTheOthers() {
    let columns = [
      column(.fixed(4), isPinned: true), column(.fixed(8)), column(.fixed(4), isPinned: true),
      column(.fixed(30)),
    ]
    let layout = ColumnLayout(columns: columns, contentWidths: [], paneColumns: 20, offset: 12)
    // It was scrolled under the first one, and must not be drawn over it.
    #expect(layout.visibleRange(of: layout.entries[2], paneColumns: 20) == 6..<8)
  }

  @Test func pinnedColumnsLeaveHalfOfThePane() {
    let columns = [column(.fixed(12), isPinned: true), column(.fixed(30))]
    let layout = ColumnLayout(columns: columns, contentWidths: [], paneColumns: 20, offset: 14)
    #expect(layout.entries.map(\.isPinned) == [false, false])
    #expect(layout.visibleRange(of: layout.entries[1], paneColumns: 20) == 0..<20)
  }

  @Test func offsetIsKeptWithinTheTable() {
    let columns = [column(.fixed(30)), column(.fixed(30))]
    let far = ColumnLayout(columns: columns, contentWidths: [], paneColumns: 20, offset: 999)
    #expect(far.entries.map(\.left) == [-42, -10])
    let near = ColumnLayout(columns: columns, contentWidths: [], paneColumns: 20, offset: -3)
    #expect(near.entries.map(\.left) == [0, 32])
  }

  /// Every combination of three columns of five kinds, and of panes.
  @Test func widthsAddUp() {
    let kinds: [Extent] = [
      .fixed(3), .content(minimum: 2, maximum: 9), .content(minimum: 5, maximum: 5),
      .share(1, minimum: 1), .share(2, minimum: 4),
    ]
    for index in 0..<125 {
      let kinds = [kinds[index % 5], kinds[index / 5 % 5], kinds[index / 25]]
      for pane in 0...30 { check(kinds, pane: pane) }
    }
  }

  private func check(_ kinds: [Extent], pane: Int) {
    let layout = ColumnLayout(
      columns: kinds.map { column($0) }, contentWidths: [7, 4, 12], paneColumns: pane)
    let message: Comment = "\(kinds) in \(pane)"
    let widths = layout.entries.map(\.columns)
    let total = widths.reduce(0, +) + 2 * ColumnLayout.gap
    let hasShare = kinds.contains { if case .share = $0 { true } else { false } }
    #expect(layout.maximumOffset == max(0, total - pane), message)
    if hasShare { #expect(total >= pane, message) }
    var left = 0
    for entry in layout.entries {
      #expect(entry.left == left, message)
      left += entry.columns + ColumnLayout.gap
    }
    let minima = kinds.map { kind in
      switch kind {
      case .fixed(let columns): columns
      case .content(let minimum, _), .share(_, let minimum): minimum
      }
    }
    #expect(zip(widths, minima).allSatisfy { $0 >= $1 }, message)
    // What does not fit is at its minimum.
    if total > pane { #expect(widths == minima, message) }
  }
}
