import MocoaCore
import MocoaTestSupport
import Testing

/// Promises T: lists that grow by asynchronous sequences.
@Suite @MainActor struct ConsumingTests {
  private struct Failure: Error {}

  let list = ItemListViewModel([Contact]())
  let listener = Listener()
  let clock = ManualClock()

  init() {
    list.ready()
    listener.record(list)
  }

  @Test("T8, defect U22: items of a sequence are appended at once, then once in each interval")
  func itemsAreBatched() async throws {
    let (items, input) = AsyncStream.makeStream(of: Contact.self)
    let task = Task { await list.consume(items, every: .seconds(1), clock: clock) }
    input.yield(contacts("a")[0])
    await turns { clock.sleeperCount == 1 }
    #expect(listener.heard == ["insert 0.0"])
    for contact in contacts("bcd") { input.yield(contact) }
    await someTurns()
    #expect(list.items.count == 1)
    clock.advance(by: .seconds(1))
    await turns { list.items.count == 4 && clock.sleeperCount == 1 }
    #expect(listener.heard == ["insert 0.0", "insert 0.1…0.3"])
    clock.advance(by: .seconds(1))
    await someTurns()
    input.yield(contacts("e")[0])
    await turns { list.items.count == 5 }
    input.yield(contacts("f")[0])
    input.finish()
    await task.value
    #expect(list.items == contacts("abcdef"))
    #expect(listener.heard.suffix(2) == ["insert 0.4", "insert 0.5"])
  }

  @Test("T8, defect U22: items before an error, and before a cancellation, are appended")
  func receivedItemsAreKept() async {
    let (items, input) = AsyncThrowingStream.makeStream(of: Contact.self)
    for contact in contacts("abc") { input.yield(contact) }
    input.finish(throwing: Failure())
    await #expect(throws: Failure.self) {
      try await list.consume(items, every: .seconds(1), clock: clock)
    }
    #expect(list.items == contacts("abc"))
    let (others, otherInput) = AsyncStream.makeStream(of: Contact.self)
    let task = Task { await list.consume(others, every: .seconds(1), clock: clock) }
    for contact in contacts("de") { otherInput.yield(contact) }
    await turns { list.items.count > 3 }
    await someTurns()
    task.cancel()
    await task.value
    #expect(list.items == contacts("abcde"))
  }
}
