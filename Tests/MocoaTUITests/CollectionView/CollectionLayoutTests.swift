import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

@MainActor @Suite struct CollectionLayoutTests {
  static let layouts: [any CollectionLayout] = [
    FlowLayout(), FlowLayout(insets: Insets(top: 1, left: 2), itemSpacing: 0, lineSpacing: 2),
    FlowLayout(itemSize: Size(columns: 3, rows: 2)), GridLayout(columns: 3),
    GridLayout(columns: 4, itemRows: 2, itemSpacing: 2, lineSpacing: 1),
    WaterfallLayout(columns: 3),
  ]

  /// The geometry of a section of random sizes.
  private func geometry(
    _ layout: any CollectionLayout, sizes: [Size], columns: Int
  ) -> SectionGeometry {
    var geometry = SectionGeometry(count: sizes.count, layout: layout, columns: columns)
    geometry.extend(toRow: .max) { sizes[$0] }
    return geometry
  }

  @Test func itemsNeitherOverlapNorReachBeyondTheWidth() {
    for (number, layout) in Self.layouts.enumerated() {
      for seed in 0..<30 {
        var random = SeededGenerator(seed: UInt64(seed))
        let columns = Int.random(in: 12...30, using: &random)
        let sizes = (0..<12).map { _ in
          Size(
            columns: Int.random(in: 0...9, using: &random),
            rows: Int.random(in: 0...4, using: &random))
        }
        let geometry = geometry(layout, sizes: sizes, columns: columns)
        let frames = sizes.indices.map { geometry.frame(of: $0) }.filter { !$0.isEmpty }
        for (index, frame) in frames.enumerated() {
          #expect(frame.left >= 0 && frame.right <= columns, "layout \(number), seed \(seed)")
          #expect(frame.top >= 0 && frame.bottom <= geometry.rows)
          for other in frames.dropFirst(index + 1) {
            #expect(!frame.intersects(other), "layout \(number), seed \(seed)")
          }
        }
      }
    }
  }

  @Test func itemsInARangeTouchIt() {
    for (number, layout) in Self.layouts.enumerated() {
      for seed in 0..<20 {
        var random = SeededGenerator(seed: UInt64(seed))
        let sizes = (0..<15).map { _ in
          Size(
            columns: Int.random(in: 0...9, using: &random),
            rows: Int.random(in: 0...4, using: &random))
        }
        let geometry = geometry(layout, sizes: sizes, columns: 17)
        for start in 0...geometry.rows {
          for count in [1, 2, 7] {
            let rows = start..<start + count
            let expected = sizes.indices.filter {
              let frame = geometry.frame(of: $0)
              return !frame.isEmpty && frame.top < rows.upperBound && frame.bottom > start
            }
            #expect(geometry.items(in: rows) == expected, "layout \(number), seed \(seed), \(rows)")
          }
        }
      }
    }
  }

  @Test func itemsOfOneSizeAreNeverMeasuredAndOthersOnlyWhenReached() throws {
    let grid = try TileStage(
      GridLayout(columns: 2, itemRows: 1), tiles: [TileStage.tiles(100_000)], columns: 5, rows: 10)
    grid.screen.press(.end, .up, .pageUp)
    let made = grid.collection.sizes.count
    #expect(made == 0)
    let flow = try TileStage(
      FlowLayout(), tiles: [TileStage.tiles(100_000)], columns: 5, rows: 10)
    flow.screen.press(.pageDown)
    #expect(flow.collection.sizes.count < 200)
  }

  @Test func aViewModelsPreferenceOverridesTheViews() throws {
    let stage = try TileStage(FlowLayout(), tiles: [TileStage.tiles(3)], columns: 9, rows: 3)
    stage.screen.expect("00 11 22")
    let cell = stage.list.cellViewModel(at: ListIndexPath(section: 0, item: 1)) as? TileViewModel
    cell?.size = ItemSize(columns: 1, rows: 2)
    stage.screen.expect("00 1 22\n   1")
    cell?.size = ItemSize(columns: 0, rows: 0)
    stage.screen.expect("00 22")
  }
}
