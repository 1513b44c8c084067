import MocoaCore
import MocoaTestSupport

@testable import MocoaTUI

/// A tile of a size of its own.
struct Tile: Identifiable, Equatable, Sendable {
  var id: Int
  var columns: Int
  var rows: Int
}

final class TileViewModel: CellViewModel<Tile> {
  var displayCount = 0
  var endCount = 0
  var selectCount = 0
  override func willDisplay() { displayCount += 1 }
  override func didEndDisplaying() { endCount += 1 }
  override func didSelect() { selectCount += 1 }
}

/// Fills itself with the last digit of the tile's number.
final class TileCell: CollectionViewCell<TileViewModel> {
  override class func size(of viewModel: TileViewModel, columns: Int) -> Size {
    Size(columns: viewModel.model.columns, rows: viewModel.model.rows)
  }

  override func draw(in canvas: inout Canvas) {
    let digit = String(viewModel.model.id % 10).unicodeScalars.first ?? "?"
    canvas.fill(canvas.bounds, with: digit)
  }
}

/// A collection of tiles on a screen.
@MainActor
final class TileStage {
  let registry = ModuleRegistry()
  let collection: CollectionView
  let list: ListViewModel
  let screen: ScreenDriver

  init(
    _ layout: any CollectionLayout, tiles: [[Tile]], titles: [String?] = [], columns: Int,
    rows: Int
  ) throws {
    let module = registry["mocoa://tiles/"]
    module.section.cell.register(TileCell.self)
    module.section.header.register(TitleView.self)
    let sections = tiles.enumerated().map { index, tiles in
      RowSection(tiles, header: titles.indices.contains(index) ? titles[index] : nil)
    }
    list = ListViewModel(model: SectionList(sections), module: module)
    collection = CollectionView(layout: layout)
    collection.show(list)
    screen = try ScreenDriver(columns: columns, rows: rows, showing: collection)
  }

  static func tiles(_ sizes: [(Int, Int)]) -> [Tile] {
    sizes.enumerated().map { Tile(id: $0, columns: $1.0, rows: $1.1) }
  }

  static func tiles(_ count: Int, columns: Int = 2, rows: Int = 1) -> [Tile] {
    (0..<count).map { Tile(id: $0, columns: columns, rows: rows) }
  }

  var cursor: Int? { collection.state.cursor?.item }
}
