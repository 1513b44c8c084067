import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

private struct Entry: Identifiable, Equatable, Sendable {
  var id: Int
}

private struct Lost: Error, CustomStringConvertible {
  let description = "connection lost"
}

/// What the closures of a command read.
@MainActor private final class Server {
  var count = 0
  var isFailing = false
  var isOpen = false
}

/// A sequence that cannot be sent to other tasks.
private struct LocalSequence: AsyncSequence {
  final class Counter { var count = 0 }

  struct Iterator: AsyncIteratorProtocol {
    let counter: Counter

    func next() async -> Entry? {
      counter.count += 1
      return counter.count > 3 ? nil : Entry(id: counter.count)
    }
  }

  private let counter = Counter()

  func makeAsyncIterator() -> Iterator { Iterator(counter: counter) }
}

/// Lists of the values of a sequence, and of those that a command loads.
@MainActor @Suite struct ListPageSourceTests {
  private func screen(_ page: Page) throws -> ScreenDriver {
    let screen = try ScreenDriver(columns: 40, rows: 5)
    screen.show(page)
    return screen
  }

  // MARK: Sequences

  @Test("40: the values of a sequence are appended as they come, and the end is followed")
  func sequencesAreConsumed() async throws {
    let (lines, input) = AsyncStream.makeStream(of: String.self)
    let page = ListPage("Log", consuming: lines, id: \.self)
      .row { $1.write($0) }.empty("No lines").followsEnd()
    let screen = try screen(page)
    #expect(screen.picture.hasPrefix("No lines\n"))
    input.yield("started")
    await screen.wait(for: "a line") { screen.picture.hasPrefix("started\n") }
    // Equal lines are rows of their own.
    for number in 0..<1_000 { input.yield("line \(number / 2)") }
    await screen.wait(for: "all lines") { page.items.count == 1_001 }
    #expect(page.table.cursor?.item == 1_000)
    #expect(screen.picture.contains("line 499\nline 499\n Log"))
    screen.press(.up)
    input.yield("last")
    await screen.wait(for: "the last line") { page.items.last == "last" }
    #expect(page.current == "line 499" && page.table.cursor?.item == 999)
  }

  @Test("40: values of a sequence are filtered and in their sections")
  func sequencesAreFilteredAndSectioned() async throws {
    let (entries, input) = AsyncStream.makeStream(of: Entry.self)
    let page = ListPage("Log", consuming: entries).row { $1.write("e\($0.id)") }
      .sections { $0.id % 2 == 0 ? "even" : "odd" }
    let screen = try screen(page)
    page.filter = "1"
    for id in 0..<20 { input.yield(Entry(id: id)) }
    await screen.wait(for: "all entries") { page.items.count == 20 }
    screen.press(.home)
    #expect(screen.picture.hasPrefix("odd\ne1\ne11\ne13\n"))
  }

  @Test("40: the error of a sequence is shown, and its values remain")
  func errorsOfSequences() async throws {
    let (entries, input) = AsyncThrowingStream.makeStream(of: Entry.self)
    let page = ListPage("Log", consuming: entries).row { $1.write("e\($0.id)") }
    let screen = try screen(page)
    input.yield(Entry(id: 1))
    input.finish(throwing: Lost())
    await screen.wait(for: "the error") { screen.picture.contains("connection lost") }
    #expect(screen.picture.hasPrefix("e1\n") && !screen.picture.contains("retries"))
  }

  @Test("40: a sequence is read no further when its page is removed, or released")
  func sequencesEndWithTheirPage() async throws {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let screen = try ScreenDriver(columns: 40, rows: 5)
    let stack = screen.show(ListPage("", [Entry(id: 0)]))
    weak var released: View?
    do {
      // A stream ends for its source when nothing reads it, nor will.
      let (entries, input) = AsyncStream.makeStream(of: Entry.self)
      input.onTermination = { _ in end.yield() }
      let page = ListPage("Log", consuming: entries)
      released = page
      stack.push(page)
      input.yield(Entry(id: 1))
      await screen.wait(for: "the entry") { page.items.count == 1 }
      stack.pop()
    }
    for await _ in ends { break }
    await screen.wait(for: "the release") { released == nil }
  }

  @Test("40: a sequence that belongs to the main actor is read there")
  func localSequences() async throws {
    let page = ListPage("Log", consuming: LocalSequence())
    let screen = try screen(page)
    await screen.wait(for: "all entries") { page.items.map(\.id) == [1, 2, 3] }
  }

  @Test("40: 70,000 values that are there at once are appended at once")
  func longSequences() async throws {
    let entries = AsyncStream { input in
      for id in 0..<70_000 { input.yield(Entry(id: id)) }
      input.finish()
    }
    let page = ListPage("Log", consuming: entries).row { $1.write("e\($0.id)") }
    let screen = try screen(page)
    await screen.wait(for: "all entries") { page.items.count == 70_000 }
    #expect(page.items.last?.id == 69_999)
  }

  // MARK: Commands

  @Test("40: a page shows the result of each run of its command")
  func commandsLoad() async throws {
    let server = Server()
    let command = Command<Void, [Entry]> {
      if server.isFailing { throw Lost() }
      server.count += 1
      return (0..<server.count).map { Entry(id: $0) }
    }
    let page = ListPage("Entries", loading: command).row { $1.write("e\($0.id)") }
    let screen = try screen(page)
    await screen.settle()
    #expect(screen.picture.hasPrefix("e0\n\n"))
    screen.press("r")
    await screen.settle()
    #expect(screen.picture.hasPrefix("e0\ne1\n\n"))
    // A run that the program has started.
    try command.execute()
    await screen.wait(for: "the third entry") { page.items.count == 3 }
    server.isFailing = true
    screen.press("r")
    await screen.settle()
    #expect(screen.picture.contains("connection lost  (r retries)") && page.items.count == 3)
  }

  @Test("40: a command that is not enabled loads nothing, and one that takes too long is ended")
  func commandsWithLimits() async throws {
    let server = Server()
    let command = Command<Void, [Entry]>(
      isEnabled: { server.isOpen }, timeout: .milliseconds(1),
      work: {
        try await Task.sleep(for: .seconds(600))
        return []
      })
    let page = ListPage("Entries", every: .seconds(600), loading: command)
    let screen = try screen(page)
    await screen.settle()
    #expect(screen.picture.hasSuffix("? keys"))
    server.isOpen = true
    screen.press("r")
    await screen.wait(for: "the error") { screen.picture.contains("it took too long") }
  }
}
