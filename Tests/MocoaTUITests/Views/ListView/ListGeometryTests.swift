import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// What the geometry of a list finds block by block is what adding all sizes up gives.
@MainActor @Suite struct ListGeometryTests {
  @Test(arguments: 0..<60)
  func theBlocksAreTheWholeList(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let layout = SampleList.layouts[Int(seed) % SampleList.layouts.count]
    var list = SampleList(layout, using: &generator)
    for step in 0..<20 {
      let message: Comment = "seed \(seed), step \(step)"
      let geometry = list.geometry(Size(columns: 12, rows: 7))
      var blocks: [ListBlock] = []
      while let next = blocks.last.map({ geometry.block(after: $0) }) ?? geometry.firstBlock {
        blocks.append(next)
      }
      let reference = list.laidOut(columns: 12)
      // Each element is in one block, and each header and footer is a block, once.
      #expect(blocks == blocks.sorted() && Set(blocks).count == blocks.count, message)
      let supplements = reference.parts.map(\.element).filter { $0.indexPath == nil }
      let others = blocks.filter { geometry.element(of: $0).indexPath == nil }
      #expect(others.map { geometry.element(of: $0) } == supplements, message)
      #expect(blocks.reduce(0) { $0 + geometry.rows(of: $1) } == reference.rows, message)
      for part in reference.parts {
        let position = geometry.position(of: part.element)
        let start = position.flatMap { position in
          blocks.first.flatMap { geometry.distance(from: $0, to: position.block, limit: .max - 1) }
        }
        #expect(start.map { $0 + (position?.offset ?? 0) } == part.frame.top, message)
        #expect(geometry.frame(of: part.element).size == part.frame.size, message)
      }
      var reversed: [ListBlock] = []
      while let next = reversed.last.map({ geometry.block(before: $0) }) ?? geometry.lastBlock {
        reversed.append(next)
      }
      #expect(reversed == blocks.reversed(), message)
      list.change(using: &generator)
    }
  }

  @Test(arguments: 0..<60)
  func scrollingFindsTheSameAsFillingAnew(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let layout = SampleList.layouts[Int(seed) % SampleList.layouts.count]
    let list = SampleList(layout, using: &generator)
    let geometry = list.geometry(Size(columns: 12, rows: 6), isSticky: seed % 2 == 0)
    let (parts, rows) = list.laidOut(columns: 12)
    var cursor = ListCursor(state: ListViewState(), geometry: geometry)
    cursor.settle()
    var top = 0
    for step in 0..<60 {
      let message: Comment = "seed \(seed), step \(step)"
      let count = Int.random(in: -9...9, using: &generator)
      let wanted = min(max(0, top + count), max(0, rows - 6))
      #expect(cursor.scroll(by: count) == (wanted != top), message)
      top = wanted
      let seen = parts.filter {
        $0.frame.bottom > top && $0.frame.top < top + 6 && !$0.frame.isEmpty
      }
      let filled = geometry.fill(from: cursor.state).elements
      #expect(filled.map(\.element) == seen.map(\.element), message)
      #expect(filled.map(\.frame.top) == seen.map { $0.frame.top - top }, message)
      let anew = list.geometry(geometry.extent).fill(from: cursor.state).elements
      #expect(filled.map(\.element) == anew.map(\.element), message)
      #expect(filled.map(\.frame) == anew.map(\.frame), message)
    }
  }
}

/// After any moves, changes and resizes, the cursor is an item that exists, and is in sight.
@MainActor @Suite struct ListCursorTests {
  @Test(arguments: 0..<90)
  func theCursorIsInSight(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let layout = SampleList.layouts[Int(seed) % SampleList.layouts.count]
    var list = SampleList(layout, using: &generator)
    var extent = Size(columns: 12, rows: 7)
    var (state, memory) = (ListViewState(), CursorMemory())
    var geometry = list.geometry(extent)
    for step in 0..<120 {
      let message: Comment = "seed \(seed), step \(step)"
      var isResized = false
      switch Int.random(in: 0..<8, using: &generator) {
      case 0:
        extent = Size(
          columns: Int.random(in: 1...14, using: &generator),
          rows: Int.random(in: 1...9, using: &generator))
        geometry = list.geometry(extent)
        isResized = true
      case 1, 2:
        let visible = geometry.fill(from: state).elements.compactMap(\.element.indexPath)
        let before = list
        list.change(using: &generator)
        state.follow(visible: visible) { list.element($0, of: before) }
        geometry = list.geometry(extent)
      default: break
      }
      var cursor = ListCursor(state: state, memory: memory, geometry: geometry)
      cursor.settle()
      move(&cursor, using: &generator)
      // The program may have moved to an item without rows.
      cursor.settle()
      let elements = cursor.layOut(revealsCursor: isResized)
      (state, memory) = (cursor.state, cursor.memory)
      check(state, in: list, geometry, elements.map(\.frame.top), message)
    }
  }

  private func move(_ cursor: inout ListCursor<SampleList>, using generator: inout SeededGenerator)
  {
    let forward = Bool.random(using: &generator)
    let sections = max(1, cursor.geometry.measures.numberOfSections)
    let path = ListIndexPath(
      section: Int.random(in: 0..<sections, using: &generator),
      item: Int.random(in: 0...9, using: &generator))
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: _ = cursor.moveToEnd(forward: forward)
    case 1: _ = cursor.move(byPages: forward ? 1 : -1)
    case 2: _ = cursor.move(byRows: forward ? 3 : -3)
    case 3: _ = cursor.moveToSection(forward: forward)
    case 4: _ = cursor.moveWithinLine(forward: forward)
    case 5: _ = cursor.scroll(by: Int.random(in: -9...9, using: &generator))
    case 6: _ = cursor.move(to: path, atRow: Int.random(in: 0...9, using: &generator))
    case 7:
      let scrolls: [ListViewModel.ScrollPosition] = [.visible, .top, .middle, .bottom]
      _ = cursor.move(to: path, scroll: scrolls.randomElement(using: &generator) ?? .visible)
    default: _ = cursor.move(by: forward ? 1 : -1)
    }
  }

  private func check(
    _ state: ListViewState, in list: SampleList, _ geometry: ListGeometry<SampleList>,
    _ tops: [Int], _ message: Comment
  ) {
    let (parts, rows) = list.laidOut(columns: geometry.extent.columns)
    let items = parts.filter { $0.element.indexPath != nil && !$0.frame.isEmpty }
    guard let cursor = state.cursor else {
      #expect(items.isEmpty, message)
      return
    }
    #expect(geometry.contains(cursor), message)
    let anew = list.geometry(geometry.extent)
    let filled = anew.fill(from: state).elements
    #expect(filled.map(\.frame.top) == tops, message)
    let inSight = filled.filter {
      $0.element.indexPath.map { anew.isInSight($0, of: filled) } ?? false
    }
    // Where only headers, footers and margins are in sight, there is no place for the cursor.
    #expect(inSight.isEmpty || inSight.contains { $0.element == .item(cursor) }, message)
    // No blank rows are left below the last element.
    #expect(rows < geometry.extent.rows || anew.fill(from: state).gap == 0, message)
  }
}
