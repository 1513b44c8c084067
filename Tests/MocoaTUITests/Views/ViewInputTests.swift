import Testing

@testable import MocoaTUI

@MainActor @Suite struct ViewInputTests {
  let stage: Stage
  let root = ProbeView(".")
  let below = ProbeView("a", frame: Rect(column: 0, row: 0, columns: 4, rows: 3))
  let above = ProbeView("b", frame: Rect(column: 2, row: 1, columns: 4, rows: 2))
  let inner = ProbeView("c", frame: Rect(column: 1, row: 1, columns: 9, rows: 9))

  init() throws {
    stage = try Stage(columns: 8, rows: 4)
    root.addSubview(below)
    root.addSubview(above)
    above.addSubview(inner)
    stage.show(root)
  }

  @Test func hitTestFindsTheDeepestAndTopmost() throws {
    let hits: [(Int, Int, View, Int, Int)] = [
      (0, 0, below, 0, 0), (2, 0, below, 2, 0), (2, 1, above, 0, 0), (3, 2, inner, 0, 0),
      (5, 2, inner, 2, 0), (6, 2, root, 6, 2), (7, 3, root, 7, 3), (3, 3, root, 3, 3),
    ]
    for (column, row, view, innerColumn, innerRow) in hits {
      let hit = try #require(root.hitTest(Point(column: column, row: row)))
      #expect(hit.view === view, "\(column), \(row)")
      #expect(hit.point == Point(column: innerColumn, row: innerRow), "\(column), \(row)")
    }
    #expect(root.hitTest(Point(column: 8, row: 0)) == nil)
    #expect(root.hitTest(Point(column: -1, row: 0)) == nil)
    above.isHidden = true
    #expect(root.hitTest(Point(column: 3, row: 2))?.view === below)
  }

  @Test func mouseEventsClimbInTheCoordinatesOfEachView() {
    stage.mouse(.wheel(.down), column: 4, row: 2)
    #expect(inner.mouseEvents.map(\.point) == [Point(column: 1, row: 0)])
    #expect(above.mouseEvents.map(\.point) == [Point(column: 2, row: 1)])
    #expect(root.mouseEvents.map(\.point) == [Point(column: 4, row: 2)])
    #expect(below.mouseEvents.isEmpty)
    above.takes = { _ in true }
    stage.mouse(.wheel(.down), column: 4, row: 2)
    #expect(root.mouseEvents.count == 1)
  }

  @Test func aPressedViewGetsWhatFollowsUntilTheRelease() {
    stage.mouse(.press(.left), column: 4, row: 2)
    stage.mouse(.drag(.left), column: 0, row: 0)
    stage.mouse(.release(.left), column: 7, row: 3)
    #expect(
      inner.mouseEvents.map(\.point) == [
        Point(column: 1, row: 0), Point(column: -3, row: -2), Point(column: 4, row: 1),
      ])
    stage.mouse(.move, column: 0, row: 0)
    #expect(inner.mouseEvents.count == 3)
    #expect(below.mouseEvents.count == 1)
  }

  @Test func aPressedViewThatLeavesGetsNothingMore() {
    stage.mouse(.press(.left), column: 4, row: 2)
    above.removeFromSuperview()
    stage.mouse(.drag(.left), column: 4, row: 2)
    #expect(inner.mouseEvents.count == 1)
    #expect(root.mouseEvents.count == 2)
  }

  @Test func keysClimbFromTheFocusUntilTheyAreHandled() {
    stage.application.focus(inner)
    stage.press("x")
    #expect([inner, above, root, below].map(\.handledKeys) == [["x"], ["x"], ["x"], []])
    above.takes = { $0 == .key("y") }
    stage.press("y")
    #expect([inner, above, root].map(\.handledKeys.count) == [2, 2, 1])
  }

  @Test func anActionThatAViewDoesNotPerformClimbsOn() {
    inner.keys = KeyMap(
      for: ProbeView.self,
      [
        .init("wanted", ["w"], help: "is done") { $0.names.append("wanted") },
        .trying("unwanted", ["u"], help: "is left") {
          $0.names.append("unwanted")
          return false
        },
        .init("absent", ["a", "w"], help: "is not available", when: { _ in false }) {
          $0.names.append("absent")
        },
      ])
    root.keys = KeyMap(
      for: ProbeView.self,
      [.init("other", ["u", "w", "a"], help: "is done above") { $0.names.append("other") }])
    stage.application.focus(inner)
    stage.press("w", "u", "a")
    #expect(inner.names == ["wanted", "unwanted"])
    #expect(root.names == ["other", "other"])
  }

  @Test func focusGoesAroundInTheOrderOfTheTree() {
    for view in [below, inner, above] { view.isFocusable = true }
    let application = stage.application
    application.focus(nil)
    var order: [View?] = []
    for _ in 0..<4 {
      application.moveFocus()
      order.append(application.focusedView)
    }
    #expect(order.map { $0 === below } == [false, false, true, false])
    #expect(order[0] === above && order[1] === inner && order[3] === above)
    application.moveFocus(forward: false)
    #expect(application.focusedView === below)
    application.focus(nil)
    application.moveFocus(forward: false)
    #expect(application.focusedView === inner)
    above.isHidden = true
    application.moveFocus()
    application.moveFocus()
    #expect(application.focusedView === below)
  }

  @Test func viewsAreNotifiedOfTheirFocusOnce() {
    let application = stage.application
    application.focus(below)
    application.focus(below)
    application.focus(above)
    #expect(below.focusChanges == [true, false])
    #expect(above.focusChanges == [true])
  }

  @Test func focusGoesUpWhenItsViewLeaves() {
    stage.application.focus(inner)
    above.removeFromSuperview()
    #expect(stage.application.focusedView === root)
    #expect(inner.focusChanges == [true, false])
  }

  @Test func pasteAndFocusReportsGoToTheFocusedView() {
    var events: [InputEvent] = []
    inner.takes = {
      events.append($0)
      return true
    }
    stage.application.focus(inner)
    stage.type("\u{1B}[200~text\u{1B}[201~\u{1B}[I")
    #expect(events == [.paste("text"), .focus(true)])
  }

  @Test func textCursorIsShownWhereTheFocusedViewHasIt() {
    inner.cursor = Point(column: 1, row: 0)
    stage.application.focus(inner)
    stage.application.renderIfNeeded()
    #expect(stage.terminal.cursor == Point(column: 4, row: 2))
    above.isHidden = true
    stage.application.renderIfNeeded()
    #expect(stage.terminal.cursor == nil)
    above.isHidden = false
    inner.cursor = Point(column: 99, row: 0)
    inner.setNeedsDisplay()
    stage.application.renderIfNeeded()
    #expect(stage.terminal.cursor == nil)
  }
}
