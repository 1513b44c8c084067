import Testing

@testable import MocoaTUI

@MainActor @Suite struct ScriptedTerminalTests {
  @Test func countsFramesAndChangedCells() {
    let terminal = ScriptedTerminal(columns: 5, rows: 2)
    let pane = Pane(frame: Rect(origin: .zero, size: terminal.size))
    pane.present(on: terminal, theme: .dark)
    #expect(terminal.changedCellCount == 10)
    pane.canvas.draw("日a", at: Point(column: 1, row: 1), style: .title)
    pane.present(on: terminal, theme: .dark, cursor: Point(column: 2, row: 0))
    #expect(terminal.changedCellCount == 3)
    #expect(terminal.frameCount == 2)
    #expect(terminal.lines == ["", " 日a"])
    #expect(terminal.picture == "\n 日a")
    #expect(terminal.cursor == Point(column: 2, row: 0))
    #expect(terminal.style(at: Point(column: 3, row: 1))?.style == .title)
    #expect(terminal.style(at: Point(column: 5, row: 0)) == nil)
    #expect(terminal.style(at: Point(column: 0, row: -1)) == nil)
  }

  @Test func inputKeepsItsOrder() {
    let terminal = ScriptedTerminal(columns: 5, rows: 2)
    var bytes: [UInt8] = [9]
    #expect(terminal.readInput(into: &bytes) == .nothing)
    #expect(bytes == [])
    terminal.type([1, 2])
    terminal.type([3])
    terminal.hangUp()
    #expect(terminal.readInput(into: &bytes) == .bytes)
    #expect(bytes == [1, 2, 3])
    #expect(terminal.readInput(into: &bytes) == .end)
  }
}
