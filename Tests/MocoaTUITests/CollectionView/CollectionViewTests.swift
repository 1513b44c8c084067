import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

@MainActor @Suite struct CollectionViewTests {
  @Test(.parity("1.11.8")) func flowBreaksLinesByWidth() throws {
    let stage = try TileStage(
      FlowLayout(lineSpacing: 1),
      tiles: [TileStage.tiles([(3, 1), (4, 2), (2, 1), (12, 1), (1, 1)])], columns: 10, rows: 7)
    stage.screen.expect(
      """
      000 1111
          1111

      22

      3333333333
      """)
    #expect(stage.collection.visibleIndexPaths.count == 4)
  }

  @Test func sectionsHaveHeadersAndMargins() throws {
    let stage = try TileStage(
      GridLayout(columns: 3, itemRows: 1, insets: Insets(top: 1, left: 1, bottom: 1)),
      tiles: [TileStage.tiles(4), [], TileStage.tiles(1)], titles: ["A", nil, "C"], columns: 9,
      rows: 8)
    stage.screen.expect(
      """
      # A

       00 11 22
       33

      # C

       00
      """)
  }

  @Test func waterfallFillsTheShortestColumn() throws {
    let stage = try TileStage(
      WaterfallLayout(columns: 3),
      tiles: [TileStage.tiles([(1, 3), (1, 1), (1, 2), (1, 2), (1, 1)])], columns: 8, rows: 4)
    stage.screen.expect("00 11 22\n00 33 22\n00 33 44")
  }

  @Test func aCollectionMayBeScrolledToTheRight() throws {
    let stage = try TileStage(
      GridLayout(columns: 2, itemRows: 3, itemSpacing: 1, lineSpacing: 1, axis: .horizontal),
      tiles: [TileStage.tiles(7)], columns: 11, rows: 3)
    stage.screen.expect("000 222 444\n\n111 333 555")
    stage.screen.press(.right, .right, .right)
    #expect(stage.cursor == 6)
    stage.screen.expect("222 444 666\n\n333 555")
    stage.screen.press(.left, .down)
    #expect(stage.cursor == 5)
  }

  @Test func theCursorRemembersItsColumn() throws {
    let stage = try TileStage(
      GridLayout(columns: 3, itemRows: 1), tiles: [TileStage.tiles(4), TileStage.tiles(3)],
      columns: 8, rows: 6)
    stage.screen.press(.right, .right, .down)
    #expect(stage.collection.state.cursor == ListIndexPath(section: 0, item: 3))
    stage.screen.press(.down)
    #expect(stage.collection.state.cursor == ListIndexPath(section: 1, item: 2))
    stage.screen.press(.up, .up)
    #expect(stage.collection.state.cursor == ListIndexPath(section: 0, item: 2))
  }

  @Test func leftAndRightContinueInTheNextLine() throws {
    let stage = try TileStage(
      FlowLayout(itemSize: Size(columns: 2, rows: 1)), tiles: [TileStage.tiles(5)], columns: 5,
      rows: 3)
    var seen: [Int?] = []
    for _ in 0..<5 {
      stage.screen.press(.right)
      seen.append(stage.cursor)
    }
    #expect(seen == [1, 2, 3, 4, 4])
    stage.screen.press(.left, .left)
    #expect(stage.cursor == 2)
  }

  @Test func inAWaterfallTheCursorStaysInItsColumn() throws {
    let stage = try TileStage(
      WaterfallLayout(columns: 2),
      tiles: [TileStage.tiles([(1, 3), (1, 1), (1, 1), (1, 2), (1, 1)])], columns: 5, rows: 6)
    // The columns are 0 3 (or 4) and 1 2 …
    stage.screen.press(.right)
    #expect(stage.cursor == 1)
    stage.screen.press(.down)
    #expect(stage.cursor == 2)
    stage.screen.press(.left)
    #expect(stage.cursor == 0)
  }

  @Test func selectionReachesTheItem() throws {
    let stage = try TileStage(
      GridLayout(columns: 2, itemRows: 1), tiles: [TileStage.tiles(4)], columns: 5, rows: 3)
    var selected: [ListIndexPath] = []
    let subscription = stage.collection.observeSelection(owner: stage.collection) {
      selected.append($1)
    }
    defer { subscription.cancel() }
    stage.screen.press(.down, .enter)
    stage.screen.mouse(.press(.left), column: 4, row: 0)
    stage.screen.mouse(.press(.left), column: 4, row: 0)
    #expect(selected.map(\.item) == [2, 1])
    let cell = stage.list.cellViewModel(at: ListIndexPath(section: 0, item: 2)) as? TileViewModel
    #expect(cell?.selectCount == 1)
    #expect(stage.list.selectedIndexPaths.map(\.item) == [1])
  }

  @Test func itemsAreMarked() throws {
    let stage = try TileStage(
      GridLayout(columns: 3, itemRows: 1), tiles: [TileStage.tiles(6)], columns: 8, rows: 2)
    stage.list.selectionMode = .multiple
    stage.screen.press(.space, .space)
    #expect(stage.list.selectedIndexPaths.map(\.item) == [0, 1])
    #expect(stage.cursor == 2)
    stage.screen.press(Key(.down, .shift))
    #expect(stage.list.selectedIndexPaths.map(\.item) == [0, 1, 2, 3, 4, 5])
    stage.screen.press("U")
    stage.screen.mouse(.press(.left), column: 3, row: 0)
    stage.screen.mouse(.drag(.left), column: 3, row: 1)
    #expect(stage.list.selectedIndexPaths.map(\.item) == [1, 2, 3, 4])
  }

  @Test func whatTheEyeIsOnStaysWhenItemsComeAbove() throws {
    let stage = try TileStage(
      GridLayout(columns: 2, itemRows: 1), tiles: [TileStage.tiles(20)], columns: 5, rows: 3)
    for _ in 0..<5 { stage.screen.press(.down) }
    stage.screen.expect("66 77\n88 99\n00 11")
    #expect(stage.cursor == 10)
    var tiles = TileStage.tiles(20)
    tiles.insert(contentsOf: [90, 91, 92, 93].map { Tile(id: $0, columns: 2, rows: 1) }, at: 0)
    stage.list.model = SectionList([RowSection(tiles)])
    stage.screen.expect("66 77\n88 99\n00 11")
    #expect(stage.cursor == 14)
    tiles.remove(at: 14)
    stage.list.model = SectionList([RowSection(tiles)])
    stage.screen.expect("66 77\n88 99\n11 22")
    #expect(stage.cursor == 14, "the neighbour has the cursor")
  }

  @Test func resizingKeepsTheCursorInSight() throws {
    let stage = try TileStage(
      FlowLayout(), tiles: [TileStage.tiles(40)], columns: 11, rows: 4)
    stage.screen.press(.pageDown, .pageDown)
    let cursor = stage.collection.state.cursor
    for (columns, rows) in [(5, 4), (30, 2), (1, 1), (0, 0), (11, 4)] {
      stage.screen.resize(columns: columns, rows: rows)
      #expect(stage.collection.state.cursor == cursor)
    }
    stage.screen.press(.up)
    #expect(stage.collection.visibleIndexPaths.contains { $0 == stage.collection.state.cursor })
  }

  @Test func aCollectionMayHaveALayoutOfOnesOwn() throws {
    struct Stairs: CollectionLayout {
      struct Placer: ItemPlacer {
        var itemColumns: Int
        var rows = 0
        mutating func place(_ size: Size) -> Rect {
          defer { rows += size.rows }
          return Rect(column: rows, row: rows, columns: size.columns, rows: size.rows)
        }
      }
      func makePlacer(columns: Int) -> any ItemPlacer { Placer(itemColumns: columns) }
    }
    let stage = try TileStage(Stairs(), tiles: [TileStage.tiles(5)], columns: 6, rows: 3)
    stage.screen.expect("00\n 11\n  22")
    stage.screen.press(.down, .down, .down)
    stage.screen.expect(" 11\n  22\n   33")
  }

  @Test func everyDisplayIsPairedWithAnEnd() throws {
    for seed in 0..<20 {
      var random = SeededGenerator(seed: UInt64(seed))
      let layouts: [any CollectionLayout] = [
        FlowLayout(), GridLayout(columns: 3, itemRows: 2), WaterfallLayout(columns: 2),
        FlowLayout(axis: .horizontal), GridLayout(columns: 2),
      ]
      let tiles = (0..<30).map { id in
        Tile(
          id: id, columns: Int.random(in: 0...6, using: &random),
          rows: Int.random(in: 0...4, using: &random))
      }
      let layout = layouts[seed % layouts.count]
      let stage = try TileStage(layout, tiles: [tiles], columns: 12, rows: 5)
      var model = tiles
      var seen: [ObjectIdentifier: TileViewModel] = [:]
      let keys: [Key] = [.up, .down, .left, .right, .pageUp, .pageDown, .home, .end, "]", "["]
      for _ in 0..<60 {
        if Int.random(in: 0..<5, using: &random) == 0 {
          model.shuffle(using: &random)
          if model.count > 2 { model.removeLast() }
          model.append(Tile(id: 100 + model.count, columns: 2, rows: 2))
          stage.list.model = SectionList([RowSection(model)])
          stage.screen.application.renderIfNeeded()
        } else {
          stage.screen.press(keys.randomElement(using: &random) ?? .down)
        }
        for element in stage.collection.visible {
          guard let tile = element.viewModel as? TileViewModel else { continue }
          seen[ObjectIdentifier(tile)] = tile
        }
        let shown = Set(stage.collection.visible.map { ObjectIdentifier($0.viewModel) })
        for (id, tile) in seen {
          #expect(
            tile.displayCount - tile.endCount == (shown.contains(id) ? 1 : 0), "seed \(seed)")
        }
        if let cursor = stage.collection.state.cursor {
          #expect(stage.list.contains(cursor), "seed \(seed)")
        }
      }
    }
  }

  // defect T3
  @Test func anItemThatChangesOutOfSightIsMeasuredAgain() throws {
    let stage = try TileStage(
      FlowLayout(), tiles: [TileStage.tiles(30, columns: 4)], columns: 4, rows: 4)
    stage.screen.press(.end, .home)
    var tiles = TileStage.tiles(30, columns: 4)
    tiles[20].rows = 3
    stage.list.model = SectionList([RowSection(tiles)])
    stage.screen.application.renderIfNeeded()
    stage.collection.moveCursor(to: .row(20), scroll: .top)
    stage.screen.expect("0000\n0000\n0000\n1111")
  }

  // defect T12
  @Test func itemsThatAreInsertedOrMovedFlashToo() throws {
    let stage = try TileStage(
      GridLayout(columns: 3, itemRows: 1), tiles: [TileStage.tiles(6)], columns: 8, rows: 3)
    var tiles = TileStage.tiles(6)
    tiles.insert(Tile(id: 9, columns: 2, rows: 1), at: 2)
    tiles.append(tiles.remove(at: 3))
    stage.list.model = SectionList([RowSection(tiles)])
    stage.screen.expect("00 11 99\n33 44 55\n22")
    func overlay(_ column: Int, _ row: Int) -> StyleName? {
      stage.screen.overlay(column: column, row: row)
    }
    #expect(overlay(6, 0) == .changedRow && overlay(0, 2) == .changedRow)
    #expect(overlay(3, 0) == nil && overlay(3, 1) == nil)
  }
}
