import MocoaFeed
import MocoaTUI

extension FeedOrigin {
  /// What a command writes, such as `.command("kubectl", "get", "pods", "-o", "json")`.
  ///
  /// - Precondition: there is a name.
  static func command(_ arguments: String...) -> FeedOrigin { .command(arguments) }
}

extension ListPage where Model: Decodable {
  /// Makes a page of the rows of a feed, all of them decoded and in memory.
  ///
  /// Feeds that may have more rows than some ten thousand are shown by a ``FeedPage``, which reads
  /// rows when they are seen.
  ///
  /// - Parameters:
  ///   - origin: what is read.
  ///   - interval: how often it is read again; nil for only when asked to.
  ///   - id: which row is which.
  public convenience init<ID: Hashable & Sendable>(
    _ origin: FeedOrigin, every interval: Duration? = nil, id: @escaping (Model) -> ID
  ) {
    self.init(origin.name, every: interval, id: id) {
      try await Feed(origin).decodedRows(as: Model.self)
    }
  }
}

extension Feed {
  /// Reads the feed to its end and decodes its rows.
  ///
  /// - Throws: What is wrong with the feed, or with the first row that cannot be decoded.
  func decodedRows<Model: Decodable & Sendable>(as type: Model.Type) async throws -> [Model] {
    start()
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    let observation = observeChanges { _ in continuation.yield() }
    defer { observation.cancel() }
    var iterator = changes.makeAsyncIterator()
    while status.isLoading || status == .notStarted { await iterator.next() }
    try Task.checkCancellation()
    if let error = status.error { throw error }
    return try await listModel.decodedRows(as: type)
  }
}
