/// An attempt to reload a source: its reading, which replaces another one when it is complete.
final class ReloadAttempt: Sendable {
  private enum State {
    /// The source is being opened.
    case opening
    case reading(FeedReading)
    case stopped
  }

  private let state = Monitor(State.opening)

  /// The reading; nil while the source is being opened, and after `stop`.
  var reading: FeedReading? {
    state.withLock { if case .reading(let reading) = $0 { reading } else { nil } }
  }

  /// Ends the attempt.
  func stop() {
    let reading = reading
    state.withLock { $0 = .stopped }
    reading?.stop()
  }

  /// Reads the source to its end, or loads as many pages as are displayed; blocks; `onProgress` is
  /// called on the main actor after changes, and retains the attempt.
  func run(
    _ origin: FeedOrigin, _ options: FeedOptions, inPlaceOf current: FeedReading, generation: Int,
    onProgress: @escaping @Sendable @MainActor (ReloadAttempt) async -> Void
  ) throws -> FeedReading {
    // Before its source changes.
    current.makeFingerprints()
    let source = try origin.open(after: current.isWhole ? current.source : nil)
    let reading = FeedReading(source: source, options: options, generation: generation)
    // The attempt owns the reading.
    reading.observe { [weak self] in if let self { await onProgress(self) } }
    let isStopped = state.withLock { state in
      if case .stopped = state { return true }
      state = .reading(reading)
      return false
    }
    if isStopped { reading.stop() }
    try reading.run(inPlaceOf: current)
    return reading
  }
}
