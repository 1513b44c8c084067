import Dispatch
import Synchronization

/// An attempt to read the source of a feed anew, while the rows of the last reading stay.
final class FeedRefresh: Sendable {
  /// The number that the new reading will have.
  let generation: Int

  private struct State {
    var reading: FeedReading?
    var isStopped = false
  }

  private let state = Mutex(State())

  init(generation: Int) {
    self.generation = generation
  }

  /// How far the new reading has come.
  var progress: FeedProgress {
    guard let reading = state.withLock({ $0.reading }) else { return FeedProgress() }
    let progress = reading.index.progress
    return FeedProgress(
      byteCount: progress.byteCount, totalByteCount: reading.source.size,
      rowCount: progress.rowCount)
  }

  /// Says that progress has been told: what comes next is told anew.
  func didTellProgress() {
    state.withLock { $0.reading }?.publication.didPublish()
  }

  /// Gives the attempt up; its end is not told.
  func stop() {
    let reading = state.withLock { state in
      state.isStopped = true
      return state.reading
    }
    reading?.stop()
  }

  /// Reads on a thread of its own.
  ///
  /// - Parameters:
  ///   - origin: What to open.
  ///   - options: How to understand it.
  ///   - old: The reading that the new one is to be compared with.
  ///   - onProgress: Is called on the main actor as the reading goes on.
  ///   - onEnd: Is called on that thread with the new reading or what went wrong, unless the
  ///     attempt was given up.
  func start(
    _ origin: FeedOrigin, options: FeedOptions, old: FeedReading,
    onProgress: @escaping @Sendable @MainActor () async -> Void,
    onEnd: @escaping @Sendable (Result<FeedReading, FeedError>) -> Void
  ) {
    DispatchQueue(label: "mocoa.refresh", qos: .userInitiated).async {
      let result: Result<FeedReading, FeedError>
      do {
        result = .success(try self.run(origin, options: options, old: old, onProgress))
      } catch let error as FeedError {
        result = .failure(error)
      } catch {
        result = .failure(FeedError(source: origin.name, reason: .unreadable("\(error)")))
      }
      if !self.state.withLock({ $0.isStopped }) { onEnd(result) }
    }
  }

  private func run(
    _ origin: FeedOrigin, options: FeedOptions, old: FeedReading,
    _ onProgress: @escaping @Sendable @MainActor () async -> Void
  ) throws -> FeedReading {
    old.makeFingerprints(identityKey: nil)
    let reading = FeedReading(
      source: try origin.open(after: old.isWhole ? old.source : nil), options: options,
      generation: generation)
    let isStopped = state.withLock { state in
      state.reading = reading
      return state.isStopped
    }
    if isStopped { reading.stop() }
    reading.publication.begin(notify: onProgress)
    if let pages = reading.source as? PagedSource {
      // As many pages as are shown; the others are loaded when they are requested.
      pages.loadAtOnce(pageCount: (old.source as? PagedSource)?.pageCount ?? 1)
      reading.start()
      pages.waitForAnswer()
      if let error = pages.error { throw error }
      reading.makeFingerprints(identityKey: old.identityKey)
    } else {
      reading.runWithFingerprints(identityKey: old.identityKey)
    }
    if let failure = reading.failure { throw failure }
    reading.adoptFingerprints(of: old)
    return reading
  }
}
