import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// A change of the list measures what it changes, wherever the cursor is.
@MainActor @Suite struct CollectionChangesTests {
  private func makePage(_ tiles: [Tile]) -> (list: ItemListViewModel<Tile>, page: CollectionPage) {
    let list = ItemListViewModel(tiles, cell: CountedCell.self)
    return (list, CollectionPage(title: "", list: list, layout: GridLayout(columns: 6)))
  }

  @Test("40: a change at the end of a large grid measures only the changed items")
  func changesMeasureWhatTheyChange() throws {
    let (list, page) = makePage(TileStage.tiles(10_000))
    let screen = try ScreenDriver(columns: 60, rows: 10)
    screen.show(page)
    screen.press(.end)
    func measured(_ change: () -> Void) -> Int {
      CountedCell.measured = 0
      change()
      screen.application.renderIfNeeded()
      return CountedCell.measured
    }
    func path(_ item: Int) -> ListIndexPath { ListIndexPath(section: 0, item: item) }
    let contents = measured {
      for item in [9_999, 9_998, 5_000, 4, 4] { list[path(item)].columns += 1 }
    }
    #expect(contents <= 4)
    let batch = measured {
      list.performBatchUpdates {
        for item in [9_999, 4] { list[path(item)].columns += 1 }
      }
    }
    #expect(batch <= 2)
    let size = measured { list[path(5_000)].rows = 3 }
    #expect(size == 1)
    let appended = measured { list.append(Tile(id: 10_000, columns: 2, rows: 1)) }
    #expect(appended == 1)
    #expect(screen.picture.contains("10000"))
    // The frames are those of a list in which everything is measured.
    let other = try ScreenDriver(columns: 60, rows: 10)
    other.show(makePage(list.items).page)
    other.press(.end)
    #expect(screen.picture == other.picture)
  }

  @Test("40: after changes, the frames are those of the sizes of all items", arguments: 0..<30)
  func framesAreThoseOfAllSizes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let layout = CollectionLayoutTests.layouts[Int(seed) % CollectionLayoutTests.layouts.count]
    func size() -> Size {
      Size(columns: .random(in: 0...9, using: &random), rows: .random(in: 0...4, using: &random))
    }
    // So many that they are placed again from several places on.
    var sizes: [Size] = []
    for _ in 0..<2_500 { sizes.append(size()) }
    var geometry = SectionGeometry(count: sizes.count, layout: layout, columns: 17)
    for step in 0..<8 {
      geometry.extend(toItem: .random(in: 0..<sizes.count, using: &random)) { sizes[$0] }
      let item = Int.random(in: 0..<sizes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        sizes[item] = size()
        geometry.remeasure([item]) { sizes[$0] }
      case 1:
        sizes.remove(at: item)
        geometry.update(deletes: [item..<item + 1], inserts: [], changed: [])
      case 2:
        sizes.insert(contentsOf: [size(), size()], at: item)
        geometry.update(deletes: [], inserts: [item..<item + 2], changed: [])
      default:
        // The last item and another one are replaced, and one is appended.
        sizes[item] = size()
        sizes[sizes.count - 1] = size()
        sizes.append(size())
        let end = sizes.count
        geometry.update(
          deletes: [end - 2..<end - 1], inserts: [end - 2..<end], changed: [item])
      }
      var anew = SectionGeometry(count: sizes.count, layout: layout, columns: 17)
      anew.extend(toRow: .max) { sizes[$0] }
      var kept = geometry
      kept.extend(toRow: .max) { sizes[$0] }
      let frames = sizes.indices.map { kept.frame(of: $0) }
      let expected = sizes.indices.map { anew.frame(of: $0) }
      let start = Int.random(in: 0...anew.rows, using: &random)
      let message: Comment = "seed \(seed), step \(step)"
      #expect(kept.count == sizes.count && kept.rows == anew.rows, message)
      #expect(frames == expected, message)
      #expect(kept.items(in: start..<start + 9) == anew.items(in: start..<start + 9), message)
    }
  }
}

/// A cell that counts how often its size is requested.
private final class CountedCell: CollectionViewCell<CellViewModel<Tile>> {
  static var measured = 0

  override class func size(of viewModel: CellViewModel<Tile>, columns: Int) -> Size {
    measured += 1
    return Size(columns: columns, rows: viewModel.model.rows)
  }

  override func draw(in canvas: inout Canvas) { canvas.write("\(viewModel.model.id)") }
}
