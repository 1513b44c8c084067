import Testing

@testable import MocoaFeed
@testable import MocoaItems

/// A loader that answers when the test says so.
private final class ScriptedLoader: Sendable {
  private struct State {
    var requests: [PageRequest] = []
    var waiting: [CheckedContinuation<PageResult<Int>, any Error>] = []
  }

  struct Failure: Error, CustomStringConvertible { var description: String { "no line" } }

  private let state = Monitor(State())

  var requests: [PageRequest] { state.withLock { $0.requests } }

  func load(_ request: PageRequest) async throws -> PageResult<Int> {
    try await withCheckedThrowingContinuation { continuation in
      state.withLock {
        $0.requests.append(request)
        $0.waiting.append(continuation)
      }
    }
  }

  /// Answers the oldest request, once there is one.
  func answer(_ result: Result<PageResult<Int>, any Error>) async throws {
    for _ in 0..<2_000 {
      let continuation = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
      if let continuation { return continuation.resume(with: result) }
      try await Task.sleep(for: .milliseconds(2))
    }
    Issue.record("Nothing was asked for.")
  }
}

@MainActor
@Suite struct PagedFeedTests {
  private let loader = ScriptedLoader()

  private func makeFeed(merging isMerging: Bool = false) -> PagedFeed<Int> {
    let identity: PagedFeed<Int>.Identity = { AnyHashable($0) }
    return PagedFeed(pageSize: 20, identity: isMerging ? identity : nil) { [loader] in
      try await loader.load($0)
    }
  }

  private func page(_ rows: Range<Int>, hasMore: Bool = true) -> Result<PageResult<Int>, any Error>
  {
    .success(PageResult(Array(rows), hasMore: hasMore))
  }

  @Test func pagesOneTwoThenRefresh() async throws {
    let feed = makeFeed()
    for rows in [0..<20, 20..<40] {
      let task = try #require(feed.loadNext())
      #expect(feed.state == .loading(.next))
      try await loader.answer(page(rows))
      await task.value
      #expect(feed.state == .loaded)
    }
    #expect(feed.rows == Array(0..<40))
    #expect(feed.page == 2)
    let task = feed.refresh()
    #expect(feed.rows.count == 40)
    try await loader.answer(page(0..<20, hasMore: false))
    await task.value
    #expect(feed.rows == Array(0..<20))
    #expect(feed.state == .noMore)
    #expect(feed.page == 1)
    #expect(loader.requests.map(\.offset) == [0, 20, 0])
    #expect(loader.requests.map(\.page) == [1, 2, 1])
  }

  @Test func theNextPageIsNotLoadedTwiceNorBehindTheLast() async throws {
    let feed = makeFeed()
    let task = try #require(feed.loadNext())
    #expect(feed.loadNext() == nil)
    try await loader.answer(page(0..<5, hasMore: false))
    await task.value
    #expect(feed.loadNext() == nil)
    #expect(loader.requests.count == 1)
  }

  @Test func aFailureKeepsThePageForAnotherTry() async throws {
    let feed = makeFeed()
    let first = try #require(feed.loadNext())
    try await loader.answer(page(0..<20))
    await first.value
    let second = try #require(feed.loadNext())
    try await loader.answer(.failure(ScriptedLoader.Failure()))
    await second.value
    #expect(feed.state == .failed(.next, reason: "no line"))
    #expect(feed.rows.count == 20)
    #expect(feed.page == 1)
    let third = try #require(feed.retry())
    try await loader.answer(page(20..<40))
    await third.value
    #expect(feed.rows == Array(0..<40))
    #expect(loader.requests.map(\.page) == [1, 2, 2])
  }

  @Test func aRefreshOvertakesTheNextPage() async throws {
    let feed = makeFeed()
    let first = try #require(feed.loadNext())
    try await loader.answer(page(0..<20))
    await first.value
    let next = try #require(feed.loadNext())
    // The requests are answered in the order in which they arrive.
    while loader.requests.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
    let refresh = feed.refresh()
    #expect(feed.state == .loading(.refresh))
    #expect(feed.loadNext() == nil)
    while loader.requests.count < 3 { try await Task.sleep(for: .milliseconds(1)) }
    try await loader.answer(page(20..<40))
    try await loader.answer(page(100..<120))
    await next.value
    await refresh.value
    #expect(feed.rows == Array(100..<120))
    #expect(feed.page == 1)
  }

  // defect S6
  @Test func equalRowsStayWithoutAnIdentity() async throws {
    let feed = makeFeed()
    for rows in [0..<20, 10..<30] {
      let task = try #require(feed.loadNext())
      try await loader.answer(page(rows))
      await task.value
    }
    #expect(feed.rows == Array(0..<20) + Array(10..<30))
  }

  @Test func rowsThatComeAgainAreNotAddedAgain() async throws {
    let feed = makeFeed(merging: true)
    for rows in [0..<20, 10..<30] {
      let task = try #require(feed.loadNext())
      try await loader.answer(page(rows))
      await task.value
    }
    #expect(feed.rows == Array(0..<30))
    let task = try #require(feed.loadNext())
    try await loader.answer(page(10..<30))
    await task.value
    #expect(feed.state == .noMore)
  }

  @Test func noRowsAreAStateOfTheirOwn() async throws {
    let feed = makeFeed()
    let task = feed.refresh()
    try await loader.answer(page(0..<0, hasMore: true))
    await task.value
    #expect(feed.state == .empty)
    // defect C22: the feed was not reset.
    let next = feed.refresh()
    try await loader.answer(page(0..<3))
    await next.value
    feed.reset()
    #expect(feed.state == .idle)
    #expect(feed.rows.isEmpty)
  }

  @Test func observersSeeStateAndRowsTogether() async throws {
    let feed = makeFeed()
    var seen: [String] = []
    let observation = feed.observe { seen.append("\($0.state) \($0.rows.count)") }
    let task = feed.refresh()
    try await loader.answer(page(0..<3))
    await task.value
    #expect(seen == ["\(RequestState.loading(.refresh)) 0", "loaded 3"])
    observation.cancel()
    feed.reset()
    #expect(seen.count == 2)
  }

  @Test func whatWasPutAwayComesBack() async throws {
    let feed = makeFeed()
    let first = try #require(feed.loadNext())
    try await loader.answer(page(0..<20))
    await first.value
    let stale = try #require(feed.loadNext())
    let snapshot = feed.snapshot
    #expect(snapshot.state == .loaded)
    feed.reset()
    #expect(feed.state == .idle)
    #expect(feed.rows.isEmpty)
    feed.restore(snapshot)
    try await loader.answer(page(20..<40))
    await stale.value
    #expect(feed.rows == Array(0..<20))
    let next = try #require(feed.loadNext())
    try await loader.answer(page(20..<40))
    await next.value
    #expect(loader.requests.map(\.page) == [1, 2, 2])
  }
}
