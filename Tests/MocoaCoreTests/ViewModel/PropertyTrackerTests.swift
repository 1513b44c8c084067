import MocoaTestSupport
import Observation
import Testing

@testable import MocoaCore

@MainActor @Observable private final class Item {
  var title = "a"
  var likes = 0
}

/// Can be changed from anywhere; a registrar is what the macro would add.
private final class SharedCounter: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  var count: Int {
    registrar.access(self, keyPath: \.count)
    return 0
  }

  func increment() { registrar.withMutation(of: self, keyPath: \.count) {} }
}

/// The laws of the one mechanism that observes properties.
@MainActor @Suite struct PropertyTrackerTests {
  private let item = Item()
  private let tracker = PropertyTracker()
  private let calls = Calls()

  @MainActor private final class Calls {
    var names: [String] = []
    var count: Int { names.count }
  }

  private func track(_ name: String = "x", isImmediate: Bool = true) {
    tracker.track({ item.likes }, isImmediate: isImmediate) { [calls] in calls.names.append(name) }
  }

  @Test(arguments: [false, true]) func aChangeIsReportedOnce(isImmediate: Bool) async {
    track(isImmediate: isImmediate)
    #expect(!tracker.isChanged)
    item.likes = 1
    #expect(calls.count == (isImmediate ? 1 : 0))
    #expect(tracker.isChanged)
    item.likes = 2
    await someTurns()
    #expect(calls.count == 1)
  }

  @Test func onlyTheLastReadingIsObserved() async {
    for number in 0..<100 { track("\(number)", isImmediate: number.isMultiple(of: 2)) }
    #expect(!tracker.isChanged)
    item.likes = 1
    item.likes = 2
    await someTurns()
    #expect(calls.names == ["99"])
    tracker.track({ _ = item.title }, isImmediate: true) { [calls] in calls.names.append("title") }
    item.likes = 3
    await someTurns()
    #expect(calls.names == ["99"])
    item.title = "b"
    #expect(calls.names == ["99", "title"])
  }

  @Test(arguments: [false, true]) func nothingIsReportedAfterTheEnd(isDue: Bool) async {
    track(isImmediate: false)
    if isDue { item.likes = 1 }
    tracker.reset()
    item.likes = 2
    await someTurns()
    #expect(calls.count == 0)
    #expect(!tracker.isChanged)
  }

  @Test func aDueReportOfAnEarlierReadingIsDropped() async {
    track("first", isImmediate: false)
    item.likes = 1
    track("second", isImmediate: false)
    await someTurns()
    #expect(calls.count == 0)
    item.likes = 2
    await someTurns()
    #expect(calls.names == ["second"])
  }

  @Test(arguments: [false, true]) func itEndsWithItsOwner(isDue: Bool) async {
    var owned: PropertyTracker? = PropertyTracker()
    weak var held: Calls?
    do {
      let retained = Calls()
      held = retained
      owned?.track({ item.likes }) { [calls, retained] in calls.names += retained.names + ["x"] }
    }
    #expect(held != nil)
    if isDue { item.likes = 1 }
    owned = nil
    await someTurns()
    // The model has not changed, and retains nothing of the observation.
    #expect(held == nil)
    item.likes = 2
    await someTurns()
    #expect(calls.count == 0)
  }

  @Test func readingsAreNotReentered() async {
    var depth = 0
    var readings = 0
    @MainActor func read() {
      depth += 1
      readings += 1
      #expect(depth == 1)
      let likes = tracker.track({
        // A change by the reading itself is none.
        if item.likes == 0 { item.likes = 1 }
        return item.likes
      }) { read() }
      if likes < 4 { item.likes += 1 }
      depth -= 1
    }
    read()
    await someTurns()
    #expect(readings == 4)
    #expect(item.likes == 4)
  }

  @Test func reportsKeepTheOrderOfTheChanges() async {
    let other = PropertyTracker()
    for isImmediate in [false, true] {
      calls.names = []
      track("likes", isImmediate: isImmediate)
      other.track({ _ = item.title }, isImmediate: isImmediate) { [calls] in
        calls.names.append("title")
      }
      item.title += "b"
      item.likes += 1
      await someTurns()
      #expect(calls.names == ["title", "likes"])
    }
  }

  @Test func anInvalidatedReadingIsChangedWithoutAReport() async {
    track(isImmediate: false)
    tracker.invalidate()
    #expect(tracker.isChanged)
    item.likes = 1
    await someTurns()
    #expect(calls.count == 0)
    track()
    #expect(!tracker.isChanged)
  }

  @Test func whetherItIsChangedIsObservable() async {
    let outer = PropertyTracker()
    track()
    outer.track({ _ = tracker.isChanged }, isImmediate: true) { [calls] in
      calls.names.append("outer")
    }
    item.likes = 1
    #expect(calls.names == ["outer", "x"])
  }

  @Test func changesFromElsewhereArriveOnTheMainActor() async {
    let counter = SharedCounter()
    tracker.track({ _ = counter.count }, isImmediate: true) { [calls] in calls.names.append("x") }
    await Task.detached { counter.increment() }.value
    await turns { calls.count == 1 }
    #expect(calls.count == 1)
  }
}
