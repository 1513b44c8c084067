import MocoaCore
import MocoaTestSupport
import Synchronization
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
    let requests = Requests()
    let sequence = CountedSequence(base: items, requests: requests)
    let task = Task { await list.consume(sequence, every: .seconds(1), clock: clock) }
    input.yield(contacts("a")[0])
    await turns { clock.sleeperCount == 1 && requests.count == 2 }
    #expect(listener.heard == ["insert 0.0"])
    for contact in contacts("bcd") { input.yield(contact) }
    await turns { requests.count == 5 }
    #expect(list.items.count == 1)
    clock.advance(by: .seconds(1))
    await turns { list.items.count == 4 && clock.sleeperCount == 1 }
    #expect(listener.heard == ["insert 0.0", "insert 0.1…0.3"])
    clock.advance(by: .seconds(1))
    await turns { clock.sleeperCount == 0 }
    await someTurns()
    input.yield(contacts("e")[0])
    await turns { list.items.count == 5 && requests.count == 6 }
    input.yield(contacts("f")[0])
    input.finish()
    await task.value
    #expect(list.items == contacts("abcdef"))
    #expect(listener.heard.suffix(2) == ["insert 0.4", "insert 0.5"])
  }

  @Test("T8, defect U22: a sequence that is not `Sendable` is read on the main actor")
  func sequencesOfTheMainActorAreRead() async {
    let source = ContactSource(contacts("abc"))
    await list.consume(source, every: .seconds(1), clock: clock)
    #expect(list.items == contacts("abc") && source.rest.isEmpty)
  }

  @Test("T8: a sequence that is always ready is appended, and leaves the main actor to others")
  func readySequencesAreAppended() async {
    let limit = 200_000
    let next = Mutex(0)
    let items = AsyncStream(unfolding: {
      next.withLock { next in
        defer { next += 1 }
        return next < limit ? Contact(id: next, name: "") : nil
      }
    })
    var turns = 0
    let other = Task {
      while !Task.isCancelled {
        turns += 1
        await Task.yield()
      }
    }
    await list.consume(items, every: .milliseconds(1))
    other.cancel()
    #expect(list.items.map(\.id) == Array(0..<limit))
    #expect(turns > 1)
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

/// The number of times that a sequence was asked for an item.
private final class Requests: Sendable {
  private let value = Mutex(0)

  var count: Int { value.withLock { $0 } }
  func add() { value.withLock { $0 += 1 } }
}

/// A sequence that counts requests: before the next one, an item was received.
private struct CountedSequence<Element: Sendable>: AsyncSequence, Sendable {
  let base: AsyncStream<Element>
  let requests: Requests

  struct AsyncIterator: AsyncIteratorProtocol {
    var base: AsyncStream<Element>.AsyncIterator
    let requests: Requests

    mutating func next() async -> Element? {
      requests.add()
      return await base.next()
    }

    mutating func next(isolation: isolated (any Actor)?) async -> Element? {
      requests.add()
      return await base.next(isolation: isolation)
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: base.makeAsyncIterator(), requests: requests)
  }
}

/// A sequence that is not `Sendable`.
private final class ContactSource: AsyncSequence, AsyncIteratorProtocol {
  private(set) var rest: [Contact]

  init(_ contacts: [Contact]) { rest = contacts }

  func makeAsyncIterator() -> ContactSource { self }

  func next() async -> Contact? { rest.isEmpty ? nil : rest.removeFirst() }

  func next(isolation: isolated (any Actor)?) async -> Contact? {
    MainActor.assertIsolated()
    return rest.isEmpty ? nil : rest.removeFirst()
  }
}
