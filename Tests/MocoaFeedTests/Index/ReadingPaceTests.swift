import Testing

@testable import MocoaFeed

/// How far reading is ahead, and which threads are notified.
@Suite struct ReadingPaceTests {
  private static let lead = ReadingPace.lead

  @Test func aPacedThreadIsAheadOfTheRowsThatWereReleased() {
    let pace = ReadingPace(isPaced: true)
    #expect(!pace.isAhead(byteCount: Self.lead, releasedBytes: 0))
    #expect(pace.isAhead(byteCount: Self.lead + 1, releasedBytes: 0))
    #expect(!pace.isAhead(byteCount: Self.lead + 1, releasedBytes: 1))
    #expect(!ReadingPace().isAhead(byteCount: .max, releasedBytes: 0))
  }

  @Test func missingRowsAreAwaitedUntilTheyAreThere() {
    var pace = ReadingPace()
    #expect(pace.isAheadOfDemand(byteCount: Self.lead + 1, rowCount: 5))
    pace.beginWait(for: 8, byteCount: Self.lead, rowCount: 5)
    #expect(pace.isAwaited(rowCount: 7) && !pace.isAwaited(rowCount: 8))
    #expect(!pace.isAheadOfDemand(byteCount: .max, rowCount: 7))
    pace.endWait(for: 8)
    // The demand was at the bytes that had been read then.
    #expect(!pace.isAheadOfDemand(byteCount: 2 * Self.lead, rowCount: 7))
    #expect(pace.isAheadOfDemand(byteCount: 2 * Self.lead + 1, rowCount: 7))
    pace.beginWait(for: 3, byteCount: .max, rowCount: 7)
    #expect(pace.isAheadOfDemand(byteCount: 2 * Self.lead + 1, rowCount: 7))
  }

  @Test func aSuspensionEndsByItself() {
    var pace = ReadingPace()
    #expect(pace.suspension == nil && pace.isResumed)
    pace.suspend(for: .zero)
    #expect(pace.isResumed)
    pace.suspend(for: .seconds(60))
    #expect(pace.suspension.map { $0 > .seconds(30) } == true && !pace.isResumed)
    // A thread that needs no more rows does not end it.
    pace.beginWait(for: 3, byteCount: 9, rowCount: 3)
    #expect(!pace.isResumed)
    pace.beginWait(for: 4, byteCount: 9, rowCount: 3)
    #expect(pace.isResumed)
    pace.suspend(for: .seconds(60))
    pace.resume()
    #expect(pace.suspension == nil && pace.isResumed)
    pace.suspend(for: .nanoseconds(1))
    while pace.suspension != nil {}
    #expect(!pace.isResumed)
  }

  @Test func nothingIsAwaitedOnceReadingIsStopped() {
    var pace = ReadingPace(isPaced: true)
    pace.suspend(for: .seconds(60))
    pace.end()
    #expect(pace.hasEnded && pace.suspension == nil)
    #expect(!pace.isAhead(byteCount: .max, releasedBytes: 0))
  }

  @Test func anObserverIsCalledOnceForAnAcknowledgement() {
    let calls = Monitor<[String]>([])
    var observer = ChangeObserver.none
    #expect(observer.takeNotification() == nil)
    observer.replace { calls.withLock { $0.append("first") } }
    observer.takeNotification()?()
    observer.takeNotification()?()
    observer.replace { calls.withLock { $0.append("second") } }
    observer.takeNotification()?()
    #expect(calls.withLock { $0 } == ["first"])
    observer.acknowledge()
    observer.takeNotification()?()
    observer.takeNotification()?()
    #expect(calls.withLock { $0 } == ["first", "second"])
  }
}
