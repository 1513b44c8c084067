import Observation
import Testing

@testable import MocoaTUI

/// A view is drawn again when what its drawing has read changes.
@MainActor @Suite struct ObservedDrawingTests {
  @Observable final class Counter {
    var count = 0
    var unread = 0
    var isRead = true
    @ObservationIgnored var reads = 0
  }

  final class CounterView: View {
    let counter: Counter
    var draws = 0

    init(_ counter: Counter, frame: Rect) {
      self.counter = counter
      super.init(frame: frame)
    }

    override var observesDrawing: Bool { true }

    override func draw(in canvas: inout Canvas) {
      draws += 1
      if counter.isRead { canvas.write("\(counter.count)") }
      canvas.write("drawn", alignment: .trailing)
    }
  }

  let stage: Stage
  let counters = [Counter(), Counter()]
  let views: [CounterView]

  init() throws {
    stage = try Stage(columns: 10, rows: 2)
    views = counters.enumerated().map { index, counter in
      CounterView(counter, frame: Rect(column: 0, row: index, columns: 10, rows: 1))
    }
    let page = ProbeView(" ")
    for view in views { page.addSubview(view) }
    stage.show(page)
  }

  @Test func aChangeOfOneIsDrawnInTheSameFrame() {
    #expect(stage.lines == ["0    drawn", "0    drawn"])
    counters[1].count = 7
    stage.application.renderIfNeeded()
    #expect(stage.lines == ["0    drawn", "7    drawn"])
    #expect(views.map(\.draws) == [1, 2])
  }

  @Test func severalChangesAreOneFrame() {
    let frames = stage.terminal.frameCount
    for number in 1...5 { counters[0].count = number }
    stage.application.renderIfNeeded()
    #expect(stage.lines[0] == "5    drawn")
    #expect(stage.terminal.frameCount == frames + 1)
    #expect(views[0].draws == 2)
  }

  @Test func whatWasNotReadCausesNothing() {
    let frames = stage.terminal.frameCount
    counters[0].unread = 1
    stage.application.renderIfNeeded()
    counters[0].isRead = false
    stage.application.renderIfNeeded()
    // Read by the drawing before, but not by the last one.
    counters[0].count = 3
    stage.application.renderIfNeeded()
    #expect(stage.terminal.frameCount == frames + 1)
  }

  @Test func drawingAgainLeavesNoOldObservationsBehind() {
    for _ in 0..<100 {
      views[0].setNeedsDisplay()
      stage.application.renderIfNeeded()
    }
    #expect(views[0].draws == 101)
  }
}
