import Dispatch
import MocoaFeed
import MocoaTUI
import Testing

@testable import MocoaFeedUI

/// The parts of a feed page, each without the page.
@MainActor @Suite struct PageControllerTests {
  /// Waits until a controller has called back.
  private func waiting(_ body: (@escaping @MainActor () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in body { continuation.resume() } }
  }

  @Test func brokenRowsAreFoundInTurn() async {
    let page = ContextPage("{\"n\":1}\n{\"n\":\n{\"n\":3}\n{,}\n")
    let rows = BrokenRows(page: page)
    func goToNext() { _ = BrokenRows.bindings.perform("next-broken-row", in: rows) }
    goToNext()
    #expect(page.cursorRowNumber == 0 && page.status.hasMessage)
    // What was asked for is done as soon as it is known.
    await waiting { page.onUpdate = $0 }
    page.onUpdate = nil
    #expect(rows.numbers == [1, 3] && rows.statusText == "2 rows cannot be read (e)")
    #expect(page.cursorRowNumber == 1)
    goToNext()
    #expect(page.cursorRowNumber == 3)
    goToNext()
    #expect(page.cursorRowNumber == 1)
    rows.reset()
    #expect(rows.numbers.isEmpty && rows.statusText.isEmpty)
  }

  @Test func membersAreFromAllRows() async {
    let finder = MemberFinder(feed: readFeed("{\"a\":1}\n{\"b\":{\"c\":2}}\n"))
    var found: [String] = []
    var members: Set<MemberPath> = []
    finder.onFind = { members = $0 }
    await waiting { done in
      finder.start { paths, isComplete in
        found = paths.map(\.text)
        if isComplete { done() }
      }
    }
    #expect(found.contains("a") && found.contains("b.c"))
    #expect(members.count == found.count)
  }

  @Test func oneWorkRunsAtATime() async {
    let status = StatusBar()
    let work = BackgroundWork(status: status)
    let gate = DispatchSemaphore(value: 0)
    var results: [Int] = []
    await waiting { done in
      work.run("counting") { _ in
        gate.wait()
        return 1
      } completion: {
        results.append($0)
        done()
      }
      #expect(work.isRunning && work.lostByQuitting == "counting" && status.hasMessage)
      work.run("something else") { _ in
        2
      } completion: {
        results.append($0)
      }
      gate.signal()
    }
    // The refusal is said again.
    #expect(results == [1] && !work.isRunning && status.hasMessage)
  }

  @Test func aViewIsGoneBackToOnce() {
    var history = ViewHistory<Int>()
    for view in [1, 1, 2, 3] { history.append(view) }
    #expect(history.popLast(otherThan: 3) == 2)
    #expect(history.popLast(otherThan: 2) == 1)
    #expect(history.popLast(otherThan: 1) == nil)
    for view in 0...2 * ViewHistory<Int>.limit { history.append(view) }
    var count = 0
    while history.popLast(otherThan: -1) != nil { count += 1 }
    #expect(count == ViewHistory<Int>.limit)
  }

  @Test func movingUpStopsFollowingTheTail() {
    var tail = Tail()
    tail.cursorDidMove(to: 0, rowCount: 5)
    #expect(tail.state == .undecided)
    tail.follow(rowCount: 5)
    tail.cursorDidMove(to: 4, rowCount: 5)
    #expect(tail.isFollowing && tail.newRows { 9 - $0 } == 0)
    tail.cursorDidMove(to: 2, rowCount: 5)
    #expect(!tail.isFollowing && tail.newRows { 9 - $0 } == 4)
    var other = Tail()
    other.cursorDidMove(to: 3, rowCount: 5)
    #expect(other.newRows { 9 - $0 } == 0)
  }

  @Test(arguments: [
    (120, 30, DetailPane.Placement.beside, Rect(column: 0, row: 0, columns: 72, rows: 30)),
    (80, 30, .below, Rect(column: 0, row: 0, columns: 80, rows: 15)),
    (80, 10, .beside, Rect(column: 0, row: 0, columns: 80, rows: 10)),
  ])
  func theDetailTakesAPartOfTheRoom(
    columns: Int, rows: Int, placement: DetailPane.Placement, rest: Rect
  ) {
    let page = ContextPage("{}")
    let (pane, room) = (
      DetailPane(context: page), Rect(column: 0, row: 0, columns: columns, rows: rows)
    )
    #expect(pane.layOut(in: room) == room)
    pane.isHidden = false
    #expect(pane.layOut(in: room) == rest && pane.placement == placement)
    pane.isZoomed = true
    #expect(pane.layOut(in: room) == room && pane.frame == room && pane.placement == .alone)
  }
}
