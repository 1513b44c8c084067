import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// A view that fills itself with a letter and can have the focus.
private final class Pane: View {
  let letter: Character
  init(_ letter: Character) {
    self.letter = letter
    super.init()
  }
  override var canBecomeFocused: Bool { true }
  override func draw(in canvas: inout Canvas) {
    for row in 0..<frame.rows {
      canvas.draw(String(repeating: letter, count: frame.columns), at: Point(column: 0, row: row))
    }
  }
}

@MainActor @Suite struct SplitViewTests {
  private let panes = [Pane("a"), Pane("b"), Pane("c")]

  @Test func panesShareTheRoom() throws {
    let split = SplitView(.horizontal) { panes }
    panes[2].preferredExtent = .fixed(2)
    let screen = try ScreenDriver(columns: 10, rows: 2, showing: split)
    screen.expect("aaa│bbb│cc\naaa│bbb│cc")
    split.axis = .vertical
    screen.resize(columns: 3, rows: 8)
    screen.expect("aaa\naaa\n───\nbbb\nbbb\n───\nccc\nccc")
  }

  @Test func hiddenPanesTakeNoRoom() throws {
    let split = SplitView(.horizontal) { panes }
    panes[1].isHidden = true
    let screen = try ScreenDriver(columns: 7, rows: 1, showing: split)
    screen.expect("aaa│ccc")
    panes[0].removeFromSuperview()
    screen.expect("ccccccc")
  }

  @Test func tabGoesThroughThePanesAndThroughNestedOnes() throws {
    let inner = SplitView(.vertical) { [panes[1], panes[2]] }
    let split = SplitView(.horizontal) { [panes[0], inner] }
    let screen = try ScreenDriver(columns: 9, rows: 3, showing: split)
    var seen: [Character] = []
    for _ in 0..<4 {
      seen.append((screen.application.focusedView as? Pane)?.letter ?? "?")
      screen.press(.tab)
    }
    #expect(seen == ["a", "b", "c", "a"])
    screen.press(Key(.tab, .shift))
    #expect((screen.application.focusedView as? Pane)?.letter == "a")
    screen.press(Key(.tab, .shift))
    #expect((screen.application.focusedView as? Pane)?.letter == "c")
  }

  @Test func keysAndTheMouseMoveALine() throws {
    let split = SplitView(.horizontal) { Array(panes.prefix(2)) }
    let screen = try ScreenDriver(columns: 13, rows: 1, showing: split)
    screen.expect("aaaaaa│bbbbbb")
    screen.press(Key(.right, .alt))
    screen.expect("aaaaaaaa│bbbb")
    screen.press(Key(.right, .alt))
    screen.expect("aaaaaaaaa│bbb", "three columns are left")
    screen.mouse(.press(.left), column: 9, row: 0)
    screen.mouse(.drag(.left), column: 4, row: 0)
    screen.mouse(.release(.left), column: 4, row: 0)
    screen.expect("aaaa│bbbbbbbb")
    screen.press(.tab, Key(.right, .alt))
    screen.expect("aaa│bbbbbbbbb", "the last pane grows towards the left")
  }

  // defect T10
  @Test func everyLineOfNestedSplitsMovesByKeys() throws {
    let inner = SplitView(.horizontal) { [panes[1], panes[2]] }
    let split = SplitView(.horizontal) { [panes[0], inner] }
    let screen = try ScreenDriver(columns: 19, rows: 3, showing: split)
    screen.application.focus(panes[1])
    screen.press(Key(.right, .alt))
    let row = { screen.terminal.lines[0] }
    #expect(row() == "aaaaaaaaa│bbbbbb│cc" || row() == "aaaaaaaaa│bbbbb│ccc")
    let before = row()
    screen.press(Key(.left, [.alt, .shift]))
    #expect(row() != before)
    #expect(row().filter { $0 == "a" }.count == 11, "the outer pane gives room up")
    let across = SplitView(.vertical) { [Pane("x"), Pane("y")] }
    split.addSubview(across)
    screen.application.renderIfNeeded()
    across.subviews.first.map { screen.application.focus($0) }
    let width = row().filter { $0 == "x" }.count
    screen.press(Key(.right, .alt))
    #expect(row().filter { $0 == "x" }.count == width + 2, "a line that lies otherwise is left out")
  }

  @Test func panesNeverReachBeyondTheView() throws {
    for seed in 0..<200 {
      var random = SeededGenerator(seed: UInt64(seed))
      let panes = (0..<Int.random(in: 1...5, using: &random)).map { _ in Pane("x") }
      let split = SplitView(Bool.random(using: &random) ? .horizontal : .vertical) { panes }
      for index in panes.indices {
        let number = Int.random(in: -2...9, using: &random)
        panes[index].preferredExtent =
          Bool.random(using: &random) ? .fixed(number) : .share(number)
        panes[index].isHidden = Int.random(in: 0..<4, using: &random) == 0
      }
      let size = Size(
        columns: Int.random(in: 0...20, using: &random),
        rows: Int.random(in: 0...20, using: &random))
      split.frame = Rect(origin: .zero, size: size)
      split.layoutSubviews()
      let shown = panes.filter { !$0.isHidden && !$0.frame.isEmpty }
      for (index, pane) in shown.enumerated() {
        #expect(pane.frame.intersection(split.bounds) == pane.frame, "seed \(seed)")
        for other in shown.dropFirst(index + 1) {
          #expect(!pane.frame.intersects(other.frame), "seed \(seed)")
        }
      }
    }
  }

  @Test("40: lines of nested split views and borders join one another")
  func linesJoin() throws {
    let inner = SplitView(.vertical) { [panes[1], panes[2]] }
    let split = SplitView(.horizontal) { [panes[0], inner] }
    let screen = try ScreenDriver(columns: 7, rows: 5, showing: split)
    screen.expect("aaa│bbb\naaa│bbb\naaa├───\naaa│ccc\naaa│ccc")
    let left = SplitView(.vertical) { [Pane("d"), Pane("e")] }
    split.insertSubview(left, at: 0)
    panes[0].removeFromSuperview()
    screen.expect("ddd│bbb\nddd│bbb\n───┼───\neee│ccc\neee│ccc")
    screen.application.focus(panes[1])
    screen.resize(columns: 7, rows: 9)
    screen.press(Key(.down, .alt))
    #expect(screen.picture.split(separator: "\n").filter { $0.contains("┤") }.count == 1)
    #expect(screen.picture.split(separator: "\n").filter { $0.contains("├") }.count == 1)
  }

  @Test("40: a border around a split view joins its lines")
  func linesJoinABorder() throws {
    let across = SplitView(.vertical) { [panes[1], panes[2]] }
    let border = BorderView(content: SplitView(.horizontal) { [panes[0], across] })
    let screen = try ScreenDriver(columns: 9, rows: 5, showing: border)
    screen.expect("┌───┬───┐\n│aaa│bbb│\n│aaa├───┤\n│aaa│ccc│\n└───┴───┘")
  }

  @Test("40: borders in a split view share its lines")
  func bordersShareLines() throws {
    let across = SplitView(.vertical) {
      BorderView(title: "B", content: panes[1])
      BorderView(content: panes[2])
    }
    let split = SplitView(.horizontal) {
      BorderView(title: "A", content: panes[0])
      across
    }
    let screen = try ScreenDriver(columns: 17, rows: 5, showing: split)
    screen.expect(
      """
      ┌─ A ───┬─ B ───┐
      │aaaaaaa│bbbbbbb│
      │aaaaaaa├───────┤
      │aaaaaaa│ccccccc│
      └───────┴───────┘
      """)
    across.isHidden = true
    screen.expect(
      """
      ┌─ A ───────────┐
      │aaaaaaaaaaaaaaa│
      │aaaaaaaaaaaaaaa│
      │aaaaaaaaaaaaaaa│
      └───────────────┘
      """)
    for character in "┬┴├┤┼│─" {
      let scalar = character.unicodeScalars.first?.value ?? 0
      #expect("+|-".unicodeScalars.map(\.value).contains(Glyph.asciiSubstitute(for: scalar)))
    }
  }

  @Test("40: the title of a border is in the line of a split view above it")
  func titlesInLines() throws {
    let third = BorderView(title: "C", content: panes[2])
    let split = SplitView(.vertical) {
      BorderView(title: "A", content: panes[0])
      SplitView(.horizontal) {
        BorderView(title: "B", content: panes[1])
        third
      }
    }
    let screen = try ScreenDriver(columns: 17, rows: 5, showing: split)
    screen.expect(
      """
      ┌─ A ───────────┐
      │aaaaaaaaaaaaaaa│
      ├─ B ───┬─ C ───┤
      │bbbbbbb│ccccccc│
      └───────┴───────┘
      """)
    #expect(screen.terminal.style(at: Point(column: 11, row: 2))?.style == .border)
    screen.application.focus(panes[2])
    third.title = "New"
    #expect(screen.picture.contains("├─ B ───┬─ New ─┤"))
    #expect(screen.terminal.style(at: Point(column: 11, row: 2))?.style == .title)
  }

  @Test("40: the extent of a border in a split view includes its edges, as in a stack")
  func extentsOfBorders() throws {
    let border = BorderView(title: "B", content: panes[1]).extent(.fixed(3))
    let split = SplitView(.vertical) {
      panes[0]
      border
      panes[2]
    }
    let screen = try ScreenDriver(columns: 7, rows: 9, showing: split)
    let picture = "aaaaaaa\naaaaaaa\naaaaaaa\n┌─ B ─┐\n│bbbbb│\n└─────┘\nccccccc\nccccccc\nccccccc"
    screen.expect(picture)
    screen.application.focus(panes[1])
    screen.press(Key(.down, .alt), Key(.up, .alt))
    screen.expect(picture)
  }

  @Test func aBorderStandsOutWhileTheFocusIsInIt() throws {
    let first = BorderView(title: "A", content: panes[0])
    let second = BorderView(title: "B", content: panes[1])
    let split = SplitView(.horizontal) { [first, second] }
    let screen = try ScreenDriver(columns: 19, rows: 3, showing: split)
    screen.expect("┌─ A ────┬─ B ────┐\n│aaaaaaaa│bbbbbbbb│\n└────────┴────────┘")
    #expect(screen.terminal.style(at: Point(column: 0, row: 0))?.style == .title)
    screen.press(.tab)
    #expect(screen.terminal.style(at: Point(column: 0, row: 0))?.style == .border)
    #expect(screen.terminal.style(at: Point(column: 10, row: 0))?.style == .title)
  }
}
