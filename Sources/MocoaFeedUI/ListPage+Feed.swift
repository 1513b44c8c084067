import MocoaFeed
import MocoaTUI

extension FeedOrigin {
  /// The output of a command, such as `.command("kubectl", "get", "pods", "-o", "json")`.
  ///
  /// - Precondition: There is at least one argument, the name of the command.
  public static func command(_ arguments: String...) -> FeedOrigin { .command(arguments) }
}

extension ListPage where Model: Decodable {
  /// Creates a page of the rows of a feed, which are all decoded and held in memory.
  ///
  /// For feeds with more than about ten thousand rows, use ``FeedPage``, which decodes rows on
  /// demand.
  ///
  /// - Parameters:
  ///   - origin: The source of the feed.
  ///   - interval: The reload interval; nil to reload only on request.
  ///   - id: Returns the identifier of a row.
  public convenience init<ID: Hashable & Sendable>(
    _ origin: FeedOrigin, every interval: Duration? = nil, id: @escaping (Model) -> ID
  ) {
    self.init(origin.name, every: interval, id: id) {
      try await Feed(origin).decodedRows(as: Model.self)
    }
  }

  /// Creates a page of the rows of a feed whose format is not to be detected.
  ///
  /// - Parameters:
  ///   - origin: The source of the feed.
  ///   - interval: The reload interval; nil to reload only on request.
  ///   - format: The format of the source.
  ///   - id: Returns the identifier of a row.
  public convenience init<ID: Hashable & Sendable>(
    _ origin: FeedOrigin, every interval: Duration? = nil, format: FeedFormat,
    id: @escaping (Model) -> ID
  ) {
    self.init(origin.name, every: interval, id: id) {
      try await Feed(origin, options: FeedOptions(format: format)).decodedRows(as: Model.self)
    }
  }
}

extension ListPage where Model == String {
  /// Creates a page of the lines of a source, whatever they look like, such as those of a log.
  ///
  /// ```swift
  /// ListPage<String>(.command("kubectl", "logs", "api"), id: \.self).followsEnd()
  /// ```
  /// With a format, such as that of an array of JSON, rows are decoded as those of other types.
  ///
  /// - Parameters:
  ///   - origin: The source.
  ///   - interval: The reload interval; nil to reload only on request.
  ///   - id: Returns the identifier of a line.
  public convenience init<ID: Hashable & Sendable>(
    _ origin: FeedOrigin, every interval: Duration? = nil, id: @escaping (String) -> ID
  ) {
    self.init(origin.name, every: interval, id: id) {
      let feed = try Feed(origin, options: FeedOptions(format: .text))
      return try await feed.decodedRows(as: TextLine.self).map(\.line)
    }
  }
}

/// A row of a source that is read as lines of text.
private struct TextLine: Decodable, Sendable {
  let line: String
}

extension Feed {
  /// Reads the feed to its end and decodes its rows.
  ///
  /// - Throws: The error of the feed, or of the first row that cannot be decoded.
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
