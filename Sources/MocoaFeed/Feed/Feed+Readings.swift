import MocoaCore

extension Feed {
  /// Returns how a source is read, and how else it could be, by the first bytes of the file or the
  /// stream; nil if its rows are not found in bytes, such as those of an engine.
  package func explanation(ofSourceAt position: Int) async throws -> FeedExplanation? {
    let reader = readers[position]
    let (source, options) = (reader.current.unconverted, reader.options)
    let kind = reader.current.kind
    guard kind.provided == nil, kind.rewritten == nil else { return nil }
    let (progress, size) = (reader.current.index.progress, FormatSample.size)
    // The number of bytes before their conversion is not known.
    let count = kind.converted == nil ? min(progress.byteCount, size) : size
    return try await Task.detached {
      let sample = try source.bytes(in: 0..<count)
      let isWhole =
        progress.isFinished
        && (kind.converted == nil ? progress.byteCount <= size : sample.count < size)
      return FeedExplanation(sample, isWhole: isWhole, of: source, options)
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
