import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// Only what was marked is drawn.
@MainActor @Suite struct ViewDisplayTests {
  let stage: Stage
  let root = ProbeView(".")
  let left = ProbeView("a", frame: Rect(column: 0, row: 0, columns: 3, rows: 2))
  let right = ProbeView("b", frame: Rect(column: 4, row: 1, columns: 3, rows: 2))
  let inner = ProbeView("c", frame: Rect(column: 1, row: 1, columns: 9, rows: 9))

  init() throws {
    stage = try Stage(columns: 8, rows: 3)
    root.addSubview(left)
    root.addSubview(right)
    right.addSubview(inner)
    stage.show(root)
  }

  private var draws: [Int] { [root, left, right, inner].map(\.draws) }

  @Test func subviewsAreClippedToTheirSuperviews() {
    expectScreen(
      stage.lines,
      is: """
        aaa.....
        aaa.bbb.
        ....bcc.
        """)
    #expect(draws == [1, 1, 1, 1])
  }

  @Test func onlyTheMarkedViewIsDrawn() {
    inner.setNeedsDisplay()
    stage.application.renderIfNeeded()
    #expect(draws == [1, 1, 1, 2])
    right.setNeedsDisplay()
    stage.application.renderIfNeeded()
    #expect(draws == [1, 1, 2, 3])
    #expect(stage.terminal.changedCellCount == 0)
  }

  @Test func nothingIsDrawnWithoutAMark() {
    let frames = stage.terminal.frameCount
    stage.application.renderIfNeeded()
    stage.application.renderIfNeeded()
    #expect(stage.terminal.frameCount == frames)
    left.frame = left.frame
    left.isHidden = false
    stage.application.renderIfNeeded()
    #expect(stage.terminal.frameCount == frames)
    #expect(draws == [1, 1, 1, 1])
  }

  @Test func movingAViewUncoversWhatWasBelow() {
    left.frame.origin.column = 1
    stage.application.renderIfNeeded()
    expectScreen(
      stage.lines,
      is: """
        .aaa....
        .aaabbb.
        ....bcc.
        """)
  }

  @Test func hiddenViewsAreNotDrawn() {
    right.isHidden = true
    stage.application.renderIfNeeded()
    #expect(stage.lines == ["aaa.....", "aaa.....", "........"])
    let before = draws
    inner.setNeedsDisplay()
    stage.application.renderIfNeeded()
    #expect(draws == before)
    right.isHidden = false
    stage.application.renderIfNeeded()
    #expect(stage.lines == ["aaa.....", "aaa.bbb.", "....bcc."])
  }

  @Test func aViewThatIsCoveredIsDrawnWithoutTheOther() {
    let above = ProbeView("x", frame: Rect(column: 2, row: 0, columns: 3, rows: 2))
    root.addSubview(above)
    stage.application.renderIfNeeded()
    let (draws, count) = (right.draws, above.draws)
    left.setNeedsDisplay()
    stage.application.renderIfNeeded()
    #expect(stage.lines == ["aaxxx...", "aaxxxbb.", "....bcc."])
    #expect(above.draws == count)
    #expect(right.draws == draws)
    // Beside the others, it needs no surface of its own.
    above.frame = Rect(column: 7, row: 0, columns: 1, rows: 3)
    stage.application.renderIfNeeded()
    #expect(stage.lines == ["aaa....x", "aaa.bbbx", "....bccx"])
    #expect(above.pane == nil)
  }

  @Test func removingAViewUncoversWhatWasBelow() {
    right.removeFromSuperview()
    #expect(right.superview == nil)
    right.removeFromSuperview()
    stage.application.renderIfNeeded()
    #expect(stage.lines == ["aaa.....", "aaa.....", "........"])
    // A view outside of an application requests no frames.
    let frames = stage.terminal.frameCount
    right.setNeedsDisplay()
    inner.setNeedsLayout()
    stage.application.renderIfNeeded()
    #expect(stage.terminal.frameCount == frames)
    root.insertSubview(right, at: 0)
    stage.application.renderIfNeeded()
    #expect(stage.lines == ["aaa.....", "aaa.bbb.", "....bcc."])
    #expect(root.subviews.map { $0 === right } == [true, false])
  }

  @Test func addingAViewElsewhereTakesItAlong() {
    left.addSubview(inner)
    stage.application.renderIfNeeded()
    #expect(stage.lines == ["aaa.....", "acc.bbb.", "....bbb."])
    #expect(right.subviews.isEmpty)
    #expect(inner.isPart(of: root) && inner.isPart(of: left) && !inner.isPart(of: right))
    #expect(inner.screenOrigin == Point(column: 1, row: 1))
  }
}

/// Views with a surface of their own.
@MainActor @Suite struct PaneDisplayTests {
  let stage: Stage
  let root = ProbeView(".")
  let pane = ProbeView("p", frame: Rect(column: 1, row: 0, columns: 4, rows: 2))
  let inner = ProbeView("i", frame: Rect(column: 1, row: 1, columns: 9, rows: 1))

  init() throws {
    stage = try Stage(columns: 8, rows: 3)
    pane.isPane = true
    pane.addSubview(inner)
    root.addSubview(pane)
    stage.show(root)
  }

  private var draws: [Int] { [root, pane, inner].map(\.draws) }

  @Test func panesAreClippedToTheirSuperviews() {
    #expect(stage.lines == [".pppp...", ".piii...", "........"])
    pane.frame = Rect(column: -1, row: -1, columns: 4, rows: 2)
    stage.application.renderIfNeeded()
    #expect(stage.lines == ["iii.....", "........", "........"])
    pane.frame = Rect(column: 9, row: 0, columns: 4, rows: 2)
    stage.application.renderIfNeeded()
    #expect(stage.lines == ["........", "........", "........"])
  }

  @Test func addingOrRemovingAPaneCostsNoDrawingBelow() {
    let before = draws
    let above = ProbeView("x", frame: Rect(column: 0, row: 0, columns: 3, rows: 3))
    above.isPane = true
    stage.application.root.insertSubview(above, at: 1)
    above.frame = Rect(column: 0, row: 0, columns: 3, rows: 3)
    stage.application.renderIfNeeded()
    stage.application.root.subviews.last.map { $0.isHidden = true }
    stage.application.renderIfNeeded()
    #expect(stage.lines == [".pppp...", ".piii...", "........"])
    #expect(draws[1...] == before[1...])
  }

  @Test func anOverlayCostsNoDrawingBelow() {
    let before = draws
    for _ in 0..<3 {
      stage.application.present(MessageOverlay(title: "", text: "日"))
      stage.application.renderIfNeeded()
      #expect(stage.lines != [".pppp...", ".piii...", "........"])
      stage.application.topOverlay?.dismiss()
      stage.application.renderIfNeeded()
      #expect(stage.lines == [".pppp...", ".piii...", "........"])
    }
    #expect(draws[1...] == before[1...])
  }

  @Test func whatIsAroundAPaneIsDrawnWithoutIt() {
    let before = draws
    root.setNeedsDisplay()
    stage.application.renderIfNeeded()
    #expect(draws == [before[0] + 1, before[1], before[2]])
    #expect(stage.terminal.changedCellCount == 0)
  }

  @Test func hiddenPaneReappearsWithItsPage() {
    root.isHidden = true
    stage.application.renderIfNeeded()
    #expect(stage.lines == ["", "", ""])
    inner.frame.origin.column = 2
    stage.application.renderIfNeeded()
    root.isHidden = false
    stage.application.renderIfNeeded()
    #expect(stage.lines == [".pppp...", ".ppii...", "........"])
  }

  @Test func aViewThatOverlapsAPaneIsNotDrawnBelowIt() {
    let above = ProbeView("x", frame: Rect(column: 0, row: 0, columns: 2, rows: 3))
    root.addSubview(above)
    stage.application.renderIfNeeded()
    #expect(stage.lines == ["xxppp...", "xxiii...", "xx......"])
    let before = draws
    above.isHidden = true
    stage.application.renderIfNeeded()
    #expect(stage.lines == [".pppp...", ".piii...", "........"])
    #expect(draws[1...] == before[1...])
  }

  @Test func aPaneMayBecomeAnOrdinaryView() {
    pane.isPane = false
    stage.application.renderIfNeeded()
    #expect(stage.lines == [".pppp...", ".piii...", "........"])
    pane.isPane = true
    pane.isHidden = true
    stage.application.renderIfNeeded()
    #expect(stage.lines == ["........", "........", "........"])
  }
}

/// Layout comes to an end.
@MainActor @Suite struct ViewLayoutTests {
  let stage: Stage
  let root = ProbeView(".")

  init() throws { stage = try Stage(columns: 8, rows: 3) }

  @Test func sizeChangesCauseLayoutAndMovesDoNot() {
    let view = ProbeView("a", frame: Rect(column: 0, row: 0, columns: 2, rows: 2))
    root.addSubview(view)
    stage.show(root)
    #expect(view.layouts == 1)
    view.frame.origin.column = 3
    stage.application.renderIfNeeded()
    #expect(view.layouts == 1)
    view.frame.size.columns = 3
    stage.application.renderIfNeeded()
    #expect(view.layouts == 2)
    #expect(stage.lines == ["...aaa..", "...aaa..", "........"])
  }

  @Test func layoutOfAParentAndItsChildrenIsOneFrame() {
    let child = ProbeView("a")
    root.addSubview(child)
    root.onLayout = { $0.subviews.first?.frame = $0.bounds }
    stage.show(root)
    let frames = stage.terminal.frameCount
    stage.resize(columns: 4, rows: 1)
    #expect(stage.terminal.frameCount == frames + 1)
    #expect(stage.lines == ["aaaa"])
    #expect(child.layouts == 2)
  }

  @Test func subviewsThatComeWhileLayingOutCauseNoSecondLayout() {
    root.onLayout = { view in
      view.subviews.first?.removeFromSuperview()
      view.addSubview(ProbeView("a", frame: Rect(column: 0, row: 0, columns: 2, rows: 1)))
    }
    stage.show(root)
    #expect(root.layouts == 1)
    #expect(stage.lines == ["aa......", "........", "........"])
    let frames = stage.terminal.frameCount
    stage.application.renderIfNeeded()
    #expect(stage.terminal.frameCount == frames)
  }

  @Test func viewsThatNeverSettleDoNotHang() {
    // Each of six levels marks itself whenever it is laid out.
    var view = root
    for _ in 0..<6 {
      let next = ProbeView("x", frame: Rect(column: 0, row: 0, columns: 8, rows: 3))
      view.addSubview(next)
      view = next
    }
    for probe in sequence(first: view as View, next: \.superview) {
      (probe as? ProbeView)?.onLayout = { $0.setNeedsLayout() }
    }
    stage.show(root)
    #expect(root.layouts <= 16)
    #expect(view.layouts <= 16)
    // What has not settled asks for no frames on its own,
    let frames = stage.terminal.frameCount
    stage.application.renderIfNeeded()
    #expect(stage.terminal.frameCount == frames)
    // and can still be laid out later.
    let layouts = view.layouts
    root.setNeedsDisplay()
    stage.application.renderIfNeeded()
    #expect(view.layouts > layouts)
  }

  @Test func whatDrawingMarksIsLeftToTheNextFrame() {
    let view = RestlessView()
    stage.show(view)
    let frames = stage.terminal.frameCount
    stage.application.renderIfNeeded()
    stage.application.renderIfNeeded()
    #expect(stage.terminal.frameCount == frames + 2)
    #expect(view.draws == 3)
  }

  private final class RestlessView: View {
    var draws = 0
    override func draw(in canvas: inout Canvas) {
      draws += 1
      setNeedsDisplay()
    }
  }
}
