import Foundation
import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// Feeds of a real server that does what servers should not.
@MainActor
@Suite struct FaultyServerTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var answer: LocalServer.Answer
    /// The reason; `HOST` stands for the host and its port.
    var reason: String
    var options = FetchOptions()
  }

  nonisolated static let faults = [
    Fault(
      testDescription: "missing", answer: .init("<html>", status: 404),
      reason: "404 Not Found (HOST)"),
    Fault(
      testDescription: "broken", answer: .init(status: 500),
      reason: "500 Internal Server Error (HOST)"),
    Fault(
      testDescription: "a page of HTML", answer: .init("<html><body>Log in</body></html>"),
      reason: "line 1, column 1: these are lines of text, not JSON (found '<' where a value is"),
    Fault(
      testDescription: "half a body",
      answer: .init("[{\"id\":7},", headers: ["Content-Length": "100"]),
      reason: "transfer closed with 90 bytes remaining to read (HOST)"),
    Fault(
      testDescription: "an endless body",
      answer: .init("[\(String(repeating: "1,", count: 50_000))"),
      reason: "the body is longer than 4096 bytes (HOST)",
      options: FetchOptions(byteLimit: 4_096)),
    Fault(
      testDescription: "nothing", answer: .init(headers: ["Content-Length": "9"], staysOpen: true),
      reason: "no data for 1 second; --timeout allows more (HOST)",
      options: FetchOptions(timeout: 1)),
    Fault(
      testDescription: "a circle", answer: .init(status: 302, headers: ["Location": "/"]),
      reason: "more than 10 redirects (HOST)"),
    Fault(
      testDescription: "no HTTP", answer: .init(raw: "nonsense\r\n\r\n"),
      reason: "(HOST)"),
  ]

  @Test(arguments: faults) func whatWasLoadedStays(_ fault: Fault) async throws {
    let answer = Monitor(LocalServer.Answer("[1,2]"))
    let server = try LocalServer { _ in answer.withLock { $0 } }
    let feed = try Feed(.url(server.url(), options: fault.options))
    feed.wait(forRows: .max, timeout: .seconds(20))
    #expect(texts(feed) == ["1", "2"])
    answer.withLock { $0 = fault.answer }
    feed.reload()
    #expect(feed.status.isRefreshing)
    try await wait { feed.status.error != nil }
    let reason = fault.reason.replacing("HOST", with: "127.0.0.1:\(server.port)")
    #expect(feed.status.error?.description.contains(reason) == true, "\(feed.status)")
    #expect(texts(feed) == ["1", "2"])
    answer.withLock { $0 = LocalServer.Answer("[3]") }
    feed.reload()
    try await wait { feed.status.error == nil && !feed.status.isRefreshing }
    #expect(texts(feed) == ["3"])
  }

  @Test(arguments: faults) func whatFailsAtOnceCanBeTriedAgain(_ fault: Fault) async throws {
    let answer = Monitor(fault.answer)
    let server = try LocalServer { _ in answer.withLock { $0 } }
    let feed = try Feed(.url(server.url(), options: fault.options))
    feed.wait(forRows: .max, timeout: .seconds(20))
    #expect(feed.status.error?.source == server.url())
    answer.withLock { $0 = LocalServer.Answer("[3]") }
    feed.reload()
    try await wait { feed.status.error == nil && !feed.status.isRefreshing }
    #expect(texts(feed) == ["3"])
  }

  @Test func theRowsOfHalfABodyAreShown() throws {
    let server = try LocalServer { _ in .init("[1,2,3", headers: ["Content-Length": "100"]) }
    let feed = try Feed(.url(server.url()))
    feed.wait(forRows: .max, timeout: .seconds(20))
    #expect(texts(feed).starts(with: ["1", "2"]))
    #expect(feed.status.error?.description.contains("94 bytes remaining") == true)
  }

  @Test func pagesThatFailLeaveThoseBefore() async throws {
    for fault in Self.faults where fault.testDescription != "a circle" {
      let isFaulty = Monitor(true)
      let server = try LocalServer { request in
        guard request.path != "/" else { return .init(#"{"next_url":"/2","items":[1,2]}"#) }
        return isFaulty.withLock { $0 } ? fault.answer : .init(#"{"items":[2,3]}"#)
      }
      let feed = try Feed(.pages(server.url(), fetch: fault.options))
      feed.start()
      try await wait { feed.pageState == .loaded }
      #expect(feed.loadNextPage())
      try await wait { if case .failed(.next, _) = feed.pageState { true } else { false } }
      #expect(feed.status.error != nil)
      // What could be read of the page stays.
      let before = texts(feed)
      #expect(before.starts(with: ["1", "2"]))
      isFaulty.withLock { $0 = false }
      #expect(feed.loadNextPage())
      try await wait { feed.pageState == .noMore }
      #expect(texts(feed) == before + ["2", "3"], "\(fault)")
    }
  }

  @Test func aPageThatNeverEndsCanBeGivenUp() async throws {
    let server = try LocalServer { _ in
      .init("[1,2,", headers: ["Content-Length": "1000"], staysOpen: true)
    }
    let feed = try Feed(.pages(server.url(), fetch: FetchOptions(timeout: 3_600)))
    feed.start()
    try await wait { !server.requests.isEmpty }
    #expect(feed.pageState == .loading(.next))
    #expect(!feed.loadNextPage())
    feed.stop()
    try await wait { feed.pageState?.isLoading == false || !feed.status.isLoading }
  }

  @Test func endlessPagesAreLoadedOnRequest() async throws {
    let server = try LocalServer { request in
      let number = Int(request.path.drop { !$0.isNumber }) ?? 0
      return .init("{\"next_url\":\"/\(number + 1)\",\"items\":[\(number)]}")
    }
    let feed = try Feed(.pages(server.url("/0")))
    feed.start()
    for count in 1...5 {
      try await wait { feed.pageState == .loaded && feed.listModel.numberOfRows == count }
      #expect(server.requests.count == count)
      feed.loadNextPage()
    }
  }
}
