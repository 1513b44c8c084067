import MocoaTestSupport
import Testing

@testable import MocoaTUI

@Suite struct RectTests {
  /// All rectangles in a small square, some of them empty.
  private static let small: [Rect] = {
    var rects: [Rect] = []
    for column in -1...2 {
      for row in -1...1 {
        for columns in 0...3 {
          for rows in 0...2 {
            rects.append(Rect(column: column, row: row, columns: columns, rows: rows))
          }
        }
      }
    }
    return rects
  }()

  private func points(_ rect: Rect) -> Set<Point> {
    var points: Set<Point> = []
    for row in rect.top..<rect.bottom {
      for column in rect.left..<rect.right { points.insert(Point(column: column, row: row)) }
    }
    return points
  }

  @Test func intersectionHasTheCellsOfBoth() {
    for first in Self.small {
      for second in Self.small {
        let expected = points(first).intersection(points(second))
        #expect(points(first.intersection(second)) == expected, "\(first) \(second)")
        #expect(first.intersects(second) == !expected.isEmpty, "\(first) \(second)")
      }
    }
  }

  @Test func unionIsTheSmallestThatHoldsBoth() {
    for first in Self.small {
      for second in Self.small {
        let union = first.union(second)
        let cells = points(first).union(points(second))
        #expect(points(union).isSuperset(of: cells), "\(first) \(second)")
        let columns = Set(cells.map(\.column)), rows = Set(cells.map(\.row))
        guard !cells.isEmpty else { continue }
        #expect(union.left == columns.min() && union.right - 1 == columns.max())
        #expect(union.top == rows.min() && union.bottom - 1 == rows.max())
      }
    }
  }

  @Test func containsTheCellsWithinItsEdges() {
    for rect in Self.small {
      let cells = points(rect)
      for column in -2...6 {
        for row in -2...4 {
          let point = Point(column: column, row: row)
          #expect(rect.contains(point) == cells.contains(point), "\(rect) \(point)")
        }
      }
    }
  }

  @Test(arguments: [Edge.top, .bottom, .left, .right])
  func splittingLosesNothing(edge: Edge) {
    for rect in Self.small {
      for extent in -1...4 {
        let (strip, rest) = rect.split(extent, from: edge)
        #expect(!strip.intersects(rest))
        #expect(points(strip).union(points(rest)) == points(rect), "\(rect) \(extent)")
        let isRow = edge == .top || edge == .bottom
        let room = isRow ? rect.rows : rect.columns
        #expect((isRow ? strip.rows : strip.columns) == min(max(0, extent), room))
      }
    }
  }

  @Test func insetsNeverLeaveLessThanNothing() {
    let rect = Rect(column: 2, row: 1, columns: 5, rows: 3)
    #expect(
      rect.inset(by: Insets(top: 1, left: 2, bottom: 1, right: 1))
        == Rect(column: 4, row: 2, columns: 2, rows: 1))
    #expect(rect.inset(by: Insets(top: 2, left: 3, bottom: 2, right: 3)).isEmpty)
    #expect(Rect(column: 0, row: 0, columns: -3, rows: -1).size == .zero)
  }

  @Test func coordinatesBeyondTheLargestNumberAreThatNumber() {
    let endless = Rect(column: 5, row: 7, columns: .max, rows: .max)
    #expect(endless.right == .max && endless.bottom == .max)
    let screen = Rect(column: 0, row: 0, columns: 80, rows: 24)
    #expect(
      endless.intersection(screen) == Rect(column: 5, row: 7, columns: 75, rows: 17))
    #expect(endless.offsetBy(columns: .max, rows: .min).intersection(screen).isEmpty)
    let everything = Rect(column: .min, row: .min, columns: .max, rows: .max)
    #expect(everything.union(endless).columns == .max)
  }
}
