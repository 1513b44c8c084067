import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// Any keys, resizes and changes of the list, in any order: the screen is a part of the whole
/// table, the cursor is in sight, and every element is notified.
@MainActor @Suite struct TableRandomWalkTests {
  @Test(arguments: 0..<40)
  func walk(seed: UInt64) throws {
    var walk = try TableWalk(seed: seed)
    for step in 0..<120 {
      walk.step()
      walk.check("seed \(seed), step \(step): \(walk.last)")
    }
    walk.finish()
  }
}

@MainActor private struct TableWalk {
  var generator: SeededGenerator
  var sections: [PartSection]
  var nextName = 0
  let stage: TableStage
  var last = ""

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    sections = []
    stage = try TableStage(columns: 10, rows: 6, sections: [])
    for _ in 0..<3 { insertSection() }
    stage.setSections(sections)
  }

  // MARK: Steps

  mutating func step() {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: resize()
    case 1, 2: change()
    case 3:
      // Several in one batch, with no frame between them.
      for _ in 0..<3 { act() }
      if Bool.random(using: &generator) { changeModel() }
      act()
      stage.stage.application.renderIfNeeded()
      last = "a batch"
    default:
      act()
      stage.stage.application.renderIfNeeded()
    }
  }

  private mutating func act() {
    // The inspector covers the list.
    let actions = TableView.defaultKeyMap.bindings.map(\.name).filter { $0 != "inspect" }
    let action = actions.randomElement(using: &generator) ?? "move-down"
    last = action
    _ = stage.table.perform(action)
  }

  private mutating func resize() {
    let columns = [0, 1, 3, 10, 20].randomElement(using: &generator) ?? 0
    let rows = [0, 1, 2, 3, 5, 8, 13].randomElement(using: &generator) ?? 0
    last = "resize to \(columns)×\(rows)"
    stage.stage.resize(columns: columns, rows: rows)
  }

  private mutating func change() {
    changeModel()
    stage.stage.application.renderIfNeeded()
  }

  private mutating func changeModel() {
    for _ in 0..<Int.random(in: 1...3, using: &generator) { edit() }
    last = "change to \(sections.map { $0.rows.map(\.id) })"
    stage.list.model = PartSection.model(sections)
  }

  private mutating func edit() {
    guard let index = sections.indices.randomElement(using: &generator) else {
      return insertSection()
    }
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: insertSection()
    case 1: sections.remove(at: index)
    case 2: sections.swapAt(index, 0)
    case 3: sections[index].rows.shuffle(using: &generator)
    case 4: sections[index].rows.removeAll()
    case 5, 6:
      let rows = sections[index].rows.indices
      if let row = rows.randomElement(using: &generator) { sections[index].rows.remove(at: row) }
    case 7:
      let rows = sections[index].rows.indices
      if let row = rows.randomElement(using: &generator) {
        sections[index].rows[row].height = height()
      }
    default:
      let row = Int.random(in: 0...sections[index].rows.count, using: &generator)
      sections[index].rows.insert(part(), at: row)
    }
  }

  private mutating func insertSection() {
    nextName += 1
    let rows = (0..<Int.random(in: 0...7, using: &generator)).map { _ in part() }
    let section = PartSection(
      nextName, header: Bool.random(using: &generator) ? part("H") : nil, rows: rows,
      footer: Int.random(in: 0..<4, using: &generator) == 0 ? part("F") : nil)
    let index = Int.random(in: 0...sections.count, using: &generator)
    sections.insert(section, at: index)
  }

  private mutating func part(_ kind: String = "r") -> Part {
    nextName += 1
    return Part("\(kind)\(nextName)", height: height())
  }

  private mutating func height() -> Int {
    [-1, 0, 1, 1, 1, 1, 2, 2, 3, 7].randomElement(using: &generator) ?? 1
  }

  // MARK: Checks

  func check(_ message: String) {
    let message = Comment(rawValue: message)
    let size = stage.stage.terminal.size
    let state = stage.table.state
    let reference = TableReference(sections)
    #expect(stage.log.faults == [], message)
    guard !size.isEmpty else {
      #expect(stage.log.shown.isEmpty, message)
      return
    }
    let expected = reference.screen(state, columns: size.columns, viewport: size.rows)
    #expect(stage.lines == expected, message)
    checkTop(reference, state, size, message)
    checkCursor(reference, state, size, message)
    checkDisplay(reference, state, size, message)
  }

  /// The top is a line of the table, and no room is left below the last one.
  private func checkTop(
    _ reference: TableReference, _ state: ListViewState, _ size: Size, _ message: Comment
  ) {
    let top = reference.top(of: state)
    #expect((0...max(0, reference.lines.count - size.rows)).contains(top), message)
  }

  private func checkCursor(
    _ reference: TableReference, _ state: ListViewState, _ size: Size, _ message: Comment
  ) {
    let rows = reference.lines.filter { $0.element.indexPath != nil }
    guard let cursor = state.cursor else {
      #expect(rows.isEmpty, message)
      return
    }
    #expect(rows.contains { $0.element == .item(cursor) }, message)
    let seen = reference.uncoveredRows(of: state, viewport: size.rows).map {
      reference.lines[$0].element
    }
    // Where only a header is seen, there is no room for it.
    if seen.contains(where: { $0.indexPath != nil }) {
      #expect(seen.contains(.item(cursor)), message)
    }
  }

  /// The elements notified that they are shown are those in the viewport, and the sticky header.
  private func checkDisplay(
    _ reference: TableReference, _ state: ListViewState, _ size: Size, _ message: Comment
  ) {
    let top = reference.top(of: state)
    var shown = Set(reference.lines.dropFirst(max(0, top)).prefix(size.rows).map(\.part.id))
    if let sticky = reference.stickyHeader(top: top, viewport: size.rows) {
      shown.insert(sticky.part.id)
    }
    #expect(Set(stage.log.shown.values) == shown, message)
    #expect(stage.log.shown.count == shown.count, message)
  }

  func finish() {
    stage.table.show(nil)
    #expect(stage.log.shown.isEmpty)
    #expect(stage.log.faults == [])
  }
}
