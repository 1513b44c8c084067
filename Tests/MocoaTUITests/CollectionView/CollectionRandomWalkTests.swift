import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// Any keys, resizes, changes of the list and of the layout, in any order: the screen is a part of
/// the whole list, and the cursor is where it is expected, in sight.
@MainActor @Suite struct CollectionRandomWalkTests {
  static let layouts: [any CollectionLayout] = [
    RowLayout(), FlowLayout(), FlowLayout(insets: Insets(top: 1, left: 1), lineSpacing: 1),
    FlowLayout(itemSize: Size(columns: 3, rows: 2)), GridLayout(columns: 3),
    GridLayout(columns: 2, itemRows: 3, insets: Insets(top: 1, bottom: 1)),
    WaterfallLayout(columns: 3), FlowLayout(axis: .horizontal),
    GridLayout(columns: 2, itemRows: 4, axis: .horizontal),
  ]

  @Test(arguments: 0..<45)
  func walk(seed: UInt64) throws {
    var walk = try CollectionWalk(seed: seed, layout: Self.layouts[Int(seed) % Self.layouts.count])
    for step in 0..<100 {
      walk.step()
      walk.check("seed \(seed), step \(step): \(walk.last)")
    }
    // The same list in another layout, as a table turns into cards.
    walk.stage.collection.layout = Self.layouts[Int(seed + 1) % Self.layouts.count]
    for step in 100..<140 {
      walk.step()
      walk.check("seed \(seed), step \(step): \(walk.last)")
    }
  }
}

@MainActor private struct CollectionWalk {
  var generator: SeededGenerator
  var sections: [TileSection] = []
  var nextID = 0
  let stage: TileStage
  var last = ""

  init(seed: UInt64, layout: any CollectionLayout) throws {
    generator = SeededGenerator(seed: seed)
    stage = try TileStage(layout, tiles: [], columns: 12, rows: 7)
    stage.collection.hasStickyHeaders = seed % 2 == 0
    for _ in 0..<3 { insertSection() }
    stage.list.model = TileSection.model(sections)
    stage.screen.application.renderIfNeeded()
  }

  var collection: CollectionView { stage.collection }

  var reference: CollectionReference {
    CollectionReference(
      sections, layout: collection.layout, columns: collection.extent.columns)
  }

  mutating func step() {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0:
      let columns = [0, 6, 7, 9, 12, 16].randomElement(using: &generator) ?? 0
      let rows = Int.random(in: 0...9, using: &generator)
      last = "resize to \(columns)×\(rows)"
      stage.screen.resize(columns: columns, rows: rows)
    case 1, 2:
      for _ in 0..<Int.random(in: 1...3, using: &generator) { edit() }
      last = "change"
      stage.list.model = TileSection.model(sections)
      stage.screen.application.renderIfNeeded()
    case 3, 4, 5: moveByLine(forward: Bool.random(using: &generator))
    default:
      // The inspector covers the list.
      let action =
        CollectionView.defaultKeyMap.bindings.map(\.name).filter { $0 != "inspect" }
        .randomElement(using: &generator)
      last = action ?? ""
      action.map { _ = collection.perform($0) }
      stage.screen.application.renderIfNeeded()
    }
  }

  /// Moves the cursor by a line, to the item that the whole list has there.
  private mutating func moveByLine(forward: Bool) {
    last = "line \(forward)"
    let before = collection.state
    let reference = reference
    collection.moveCursor(by: forward ? 1 : -1)
    stage.screen.application.renderIfNeeded()
    guard let cursor = before.cursor, let frame = reference.frame(of: cursor),
      frame.rows < collection.extent.rows, !collection.viewport.isEmpty
    else { return }
    let goal = before.goal ?? frame.left + frame.columns / 2
    let expected = reference.itemInLine(beside: cursor, goal: goal, forward: forward)
    #expect(collection.cursor == expected ?? cursor, "\(last)")
  }

  private mutating func edit() {
    guard let index = sections.indices.randomElement(using: &generator) else {
      return insertSection()
    }
    let tiles = sections[index].tiles.indices
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: insertSection()
    case 1: sections.remove(at: index)
    case 2: sections.swapAt(index, 0)
    case 3: sections[index].tiles.shuffle(using: &generator)
    case 4, 5:
      if let tile = tiles.randomElement(using: &generator) {
        sections[index].tiles.remove(at: tile)
      }
    case 6:
      if let tile = tiles.randomElement(using: &generator) {
        sections[index].tiles[tile].rows = Int.random(in: 0...4, using: &generator)
      }
    default:
      let place = Int.random(in: 0...tiles.count, using: &generator)
      sections[index].tiles.insert(tile(), at: place)
    }
  }

  private mutating func insertSection() {
    nextID += 1
    let tiles = (0..<Int.random(in: 0...9, using: &generator)).map { _ in tile() }
    // Headers beside one another have a width of their own.
    let hasTitle = collection.layout.axis == .vertical && Bool.random(using: &generator)
    sections.insert(
      TileSection(id: nextID, title: hasTitle ? "\(nextID)" : nil, tiles: tiles),
      at: Int.random(in: 0...sections.count, using: &generator))
  }

  private mutating func tile() -> Tile {
    nextID += 1
    return Tile(
      id: nextID, columns: Int.random(in: 0...6, using: &generator),
      rows: [0, 1, 1, 1, 2, 3, 5].randomElement(using: &generator) ?? 1)
  }

  func check(_ message: String) {
    let message = Comment(rawValue: message)
    let size = stage.screen.terminal.size
    guard !size.isEmpty else { return }
    let (reference, state) = (reference, collection.state)
    guard let top = reference.top(of: state) else {
      Issue.record("the top is \(state), \(message)")
      return
    }
    #expect((0...max(0, reference.rows - collection.extent.rows)).contains(top), message)
    let expected = reference.screen(
      top: top, size: size, hasStickyHeaders: collection.hasStickyHeaders)
    #expect(stage.screen.terminal.lines == expected, message)
    let items = reference.parts.filter { $0.element.indexPath != nil }
    guard let cursor = state.cursor else {
      #expect(items.isEmpty, message)
      return
    }
    #expect(reference.frame(of: cursor) != nil, message)
    let hasSticky =
      collection.hasStickyHeaders
      && reference.stickyHeader(top: top, viewport: collection.extent.rows) != nil
    let seen = top + (hasSticky ? 1 : 0)..<top + collection.extent.rows
    let inSight = items.filter {
      $0.frame.top < seen.upperBound && $0.frame.bottom > seen.lowerBound
    }
    if !inSight.isEmpty {
      #expect(inSight.contains { $0.element == .item(cursor) }, message)
    }
    let shown = Set(inSight.compactMap(\.element.indexPath))
    #expect(shown.isSubset(of: collection.visibleIndexPaths), message)
  }
}
