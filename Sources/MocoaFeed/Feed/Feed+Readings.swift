import MocoaCore

extension Feed {
  /// Returns how a source is read, and how else it could be, by its first bytes; nil if its rows
  /// are not found in bytes, such as those of an engine.
  package func explanation(ofSourceAt position: Int) async throws -> FeedExplanation? {
    let reader = readers[position]
    let (source, options) = (reader.source, reader.options)
    let kind = reader.current.kind
    guard kind.provided == nil, kind.rewritten == nil else { return nil }
    let progress = reader.current.index.progress
    let count = min(progress.byteCount, FormatSample.size)
    let isWhole = progress.isFinished && progress.byteCount <= FormatSample.size
    return try await Task.detached {
      FeedExplanation(
        try source.bytes(in: 0..<count), isWhole: isWhole, of: source, options)
    }.value
  }

  /// Returns whether a source can be read again: one that is no stream, or has ended.
  package func canReadAgain(sourceAt position: Int) -> Bool { readers[position].canReadAgain }

  /// Reads a source again, in another way of its explanation, and replaces its rows as they are
  /// found; returns `false` if it cannot be read again.
  package func read(sourceAt position: Int, as reading: FeedExplanation.Reading) -> Bool {
    readers[position].read(as: reading.choice)
  }
}
