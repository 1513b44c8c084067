import MocoaCore
import MocoaTestSupport
import Synchronization
import Testing

/// Promises T: lists that grow by asynchronous sequences.
@Suite @MainActor struct ConsumingTests {
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
    _ = await task.value
    #expect(list.items == contacts("abcdef"))
    #expect(listener.heard.suffix(2) == ["insert 0.4", "insert 0.5"])
  }

  @Test("T8, defect U22: a sequence that is not `Sendable` is read on the main actor")
  func sequencesOfTheMainActorAreRead() async {
    let source = ContactSource(contacts("abc"))
    await list.consume(source, every: .seconds(1), clock: clock)
    #expect(list.items == contacts("abc") && source.rest.isEmpty)
    #expect(listener.heard == ["insert 0.0", "insert 0.1…0.2"])
    let failing = FailingSource(contacts("def"))
    await #expect(throws: Interruption.self) {
      try await list.consume(failing, every: .seconds(1), clock: clock)
    }
    #expect(list.items == contacts("abcdef"))
  }

  @Test("T8: a sequence that does not heed its cancellation is not read after it")
  func cancelledSequencesEnd() async {
    let task = Task { await list.consume(EndlessSource(), every: .seconds(1), clock: clock) }
    await turns { list.items.count == 1 }
    task.cancel()
    _ = await task.value
    let count = list.items.count
    await someTurns()
    #expect(list.items.count == count)
  }

  @Test("T8: a sequence of the main actor that is always ready leaves it to others, too")
  func readySequencesOfTheMainActorAreAppended() async {
    var turns = 0
    let other = Task {
      while !Task.isCancelled {
        turns += 1
        await Task.yield()
      }
    }
    let source = ContactSource((0..<10_000).map { Contact(id: $0, name: "") })
    await list.consume(source, every: .seconds(1), clock: clock)
    other.cancel()
    #expect(list.items.count == 10_000)
    #expect(turns > 1)
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
    input.finish(throwing: Interruption())
    await #expect(throws: Interruption.self) {
      try await list.consume(items, every: .seconds(1), clock: clock)
    }
    #expect(list.items == contacts("abc"))
    let (others, otherInput) = AsyncStream.makeStream(of: Contact.self)
    let task = Task { await list.consume(others, every: .seconds(1), clock: clock) }
    for contact in contacts("de") { otherInput.yield(contact) }
    await turns { list.items.count > 3 }
    await someTurns()
    task.cancel()
    _ = await task.value
    #expect(list.items == contacts("abcde"))
  }

  @Test("T8: items are appended to their section wherever it has been moved")
  func sectionsAreFollowed() async {
    let registry = ModuleRegistry()
    let module = registry["mocoa://contacts/"]
    module.section("renamed").register(viewModel: SectionViewModel.self)
    let list = ItemListViewModel([Contact](), module: module)
    list.sections = []
    let source = ContactSource(contacts("abcde")) { contact in
      switch contact.name {
      case "b":
        // By the difference, the second of two sections of one name would be new, and then gone.
        list.performBatchUpdates {
          list.sections.insert(RowSection(contacts("x")), at: 0)
          list.insertSections([0])
        }
      case "c": list.sections.insert(RowSection(contacts("y"), identity: 1), at: 0)
      case "d":
        list.performBatchUpdates {
          list.sections.remove(at: 1)
          list.deleteSections([1])
        }
      default: break
      }
    }
    await #expect(list.consume(source, every: .seconds(1), clock: clock))
    #expect(list.sections.map(\.rows) == [contacts("y"), contacts("abcde")])
    list.sections = [
      RowSection(contacts("a"), identity: 1), RowSection(contacts("b"), identity: 2),
    ]
    let others = ContactSource(contacts("cde")) { contact in
      if contact.name == "d" { list.sections[1].moduleName = "renamed" }
      if contact.name == "e" { list.sections.reverse() }
    }
    await #expect(list.consume(others, toSection: 1, every: .seconds(1), clock: clock))
    #expect(list.sections.map(\.rows) == [contacts("bcde"), contacts("a")])
  }

  @Test("T8: a sequence is not read to its end if its section is gone")
  func removedSectionsEndTheSequence() async {
    list.sections = [
      RowSection(contacts("a"), identity: 1), RowSection(contacts("b"), identity: 2),
    ]
    let source = ContactSource(contacts("cd")) { [list] _ in list.sections.remove(at: 0) }
    await #expect(!list.consume(source, every: .seconds(1), clock: clock))
    #expect(list.items == contacts("b") && source.rest == contacts("d"))
    let late = ContactSource(contacts("cd")) { [list] contact in
      if contact.name == "d" { list.sections = [RowSection(contacts("b"), identity: 3)] }
    }
    await #expect(!list.consume(late, every: .seconds(1), clock: clock))
    #expect(list.items == contacts("b") && late.rest.isEmpty)
  }

  @Test("T8: a sequence that is read elsewhere follows its section, and ends when it is gone")
  func sectionsAreFollowedFromElsewhere() async {
    list.sections = [
      RowSection(contacts("a"), identity: 1), RowSection(contacts("b"), identity: 2),
    ]
    let (items, input) = AsyncStream.makeStream(of: Contact.self)
    let requests = Requests()
    let sequence = CountedSequence(base: items, requests: requests)
    let task = Task {
      await list.consume(sequence, toSection: 1, every: .seconds(1), clock: clock)
    }
    input.yield(contacts("c")[0])
    await turns { list.sections[1].rows.count == 2 && clock.sleeperCount == 1 }
    list.sections.reverse()
    input.yield(contacts("d")[0])
    await turns { requests.count == 3 }
    clock.advance(by: .seconds(1))
    await turns { list.items == contacts("bcd") && clock.sleeperCount == 1 }
    list.sections.remove(at: 0)
    input.yield(contacts("e")[0])
    await turns { requests.count == 4 }
    clock.advance(by: .seconds(1))
    await turns { clock.sleeperCount == 0 }
    await someTurns()
    input.yield(contacts("f")[0])
    #expect(await !task.value)
    #expect(list.sections.map(\.rows) == [contacts("a")])
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
  /// Called for each item before it is returned.
  private let onNext: @MainActor @Sendable (Contact) -> Void

  init(_ contacts: [Contact], onNext: @escaping @MainActor @Sendable (Contact) -> Void = { _ in }) {
    (rest, self.onNext) = (contacts, onNext)
  }

  func makeAsyncIterator() -> ContactSource { self }

  func next() async -> Contact? { rest.isEmpty ? nil : rest.removeFirst() }

  func next(isolation: isolated (any Actor)?) async -> Contact? {
    MainActor.assertIsolated()
    let next = rest.isEmpty ? nil : rest.removeFirst()
    if let next { await onNext(next) }
    return next
  }
}

private struct Interruption: Error {}

/// A sequence that is not `Sendable`, and ends with an error.
private final class FailingSource: AsyncSequence, AsyncIteratorProtocol {
  private var rest: [Contact]

  init(_ contacts: [Contact]) { rest = contacts }

  func makeAsyncIterator() -> FailingSource { self }

  func next() async throws -> Contact? { try takeFirst() }

  func next(isolation: isolated (any Actor)?) async throws -> Contact? { try takeFirst() }

  private func takeFirst() throws -> Contact {
    if rest.isEmpty { throw Interruption() }
    return rest.removeFirst()
  }
}

/// Contacts without an end.
private struct EndlessSource: AsyncSequence, AsyncIteratorProtocol, Sendable {
  func makeAsyncIterator() -> Self { self }

  mutating func next() async -> Contact? {
    await Task.yield()
    return Contact(id: .random(in: 0 ..< .max), name: "x")
  }
}
