import MocoaCore
import Synchronization
import Testing

@testable import MocoaFeed
@testable import MocoaItems

/// The fetches of a list of decoded rows that overtake each other.
@MainActor @Suite struct FetchedListTests {
  /// An item whose decoding waits, and then fails.
  private struct Item: Decodable, Identifiable, Equatable, Sendable {
    enum Key: CodingKey { case id, fails }
    static let gate = Monitor((isReached: false, isOpen: false))
    var id: Int

    init(from decoder: any Decoder) throws {
      let row = try decoder.container(keyedBy: Key.self)
      id = try row.decode(Int.self, forKey: .id)
      guard row.contains(.fails) else { return }
      Self.gate.withLock { $0.isReached = true }
      _ = Self.gate.wait { $0.isOpen ? true : nil }
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "late"))
    }
  }

  @Test("F8: a fetch that fails after a newer one has begun is no error of the list")
  func aSupersededFetchIsNoError() async throws {
    let text = Monitor(#"[{"id":1,"fails":true}]"#)
    let origin = FeedOrigin(name: "items") { MemorySource(text.withLock { $0 }, name: "items") }
    let list = try FetchedListViewModel<Item>(origin, every: nil)
    var errors: [any Error] = []
    list.onFetch = { if let error = list.error { errors.append(error) } }
    while !Item.gate.withLock({ $0.isReached }) { try await Task.sleep(for: .milliseconds(1)) }
    text.withLock { $0 = #"[{"id":2}]"# }
    list.reload()
    while list.sections.first?.rows.map(\.id) != [2] { try await Task.sleep(for: .milliseconds(1)) }
    Item.gate.withLock { $0.isOpen = true }
    try await Task.sleep(for: .milliseconds(100))
    #expect(list.error == nil && errors.isEmpty)
  }
}
