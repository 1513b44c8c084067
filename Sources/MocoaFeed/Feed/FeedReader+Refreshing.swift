import Dispatch

extension FeedReader {
  /// Reads the source anew, beside the rows that are there; also to try again what has failed.
  func reload() {
    guard origin.isRepeatable else { return }
    start()
    refresh?.stop()
    refresh = nil
    if source is FollowedFileSource { return restart() }
    lastGeneration += 1
    let attempt = FeedRefresh(generation: lastGeneration)
    refresh = attempt
    refreshError = nil
    publish()
    let generation = attempt.generation
    attempt.start(origin, options: options, old: current) { [weak self] in
      await self?.refreshDidProgress()
    } onEnd: { [weak self] result in
      Task { @MainActor in self?.refreshDidEnd(generation, result) }
    }
  }

  /// Reads the source anew whenever it may have changed.
  func watch(every interval: Duration) {
    guard origin.isRepeatable else { return }
    watch?.stop()
    watch = FeedWatch(origin, every: interval) { [weak self] in
      Task { @MainActor in self?.sourceMayHaveChanged() }
    }
    start()
    prepareForComparison()
  }

  /// Ends what `watch(every:)` began.
  func stopWatching() {
    watch?.stop()
    watch = nil
  }

  private func sourceMayHaveChanged() {
    // The reading that goes on may have missed the change only where a file tells of changes.
    guard refresh == nil || origin.watchedFile != nil else { return }
    reload()
  }

  /// Has the fingerprints of the present rows made, before their source changes.
  private func prepareForComparison() {
    let reading = current
    guard reading.index.progress.isFinished, watch != nil || reading.isSmallFile else { return }
    DispatchQueue.global(qos: .utility).async {
      reading.makeFingerprints(identityKey: nil)
      reading.makeValues()
    }
  }

  /// Is called when a reading has come to its end.
  func didEnd(_ generation: Int) {
    guard generation == current.generation else { return }
    guard isTruncated else { return prepareForComparison() }
    guard isPaused else { return restart() }
    pendingChanges.isReplaced = true
    onChange(.status)
  }

  // MARK: Another reading

  private func refreshDidProgress() async {
    try? await Task.sleep(for: .milliseconds(100))
    guard let refresh else { return }
    refresh.didTellProgress()
    publish()
  }

  private func refreshDidEnd(_ generation: Int, _ result: Result<FeedReading, FeedError>) {
    guard refresh?.generation == generation else { return }
    refresh = nil
    switch result {
    case .failure(let error):
      if error.reason != .notModified { refreshError = error }
      publish()
    case .success(let reading) where isPaused:
      pendingReading = reading
      pendingChanges.isReplaced = true
      publish()
      onChange(.status)
    case .success(let reading): show(reading)
    }
  }

  /// Makes a reading the current one.
  private func show(_ reading: FeedReading) {
    current.stop()
    current = reading
    attach(reading)
    pendingReading = nil
    pendingChanges = PendingChanges()
    status = currentStatus
    pageState = currentPageState
    model = reading.part
    onChange(.replaced(generation: reading.generation))
  }

  /// Begins anew with a source whose rows are gone.
  private func restart() {
    refreshError = nil
    do {
      lastGeneration += 1
      let reading = FeedReading(
        source: try origin.open(), options: options, generation: lastGeneration)
      show(reading)
      begin(reading)
    } catch {
      refreshError = error as? FeedError
      publish()
    }
  }

  /// A Boolean value that indicates whether the source has ended because its file became shorter.
  private var isTruncated: Bool { (source as? FollowedFileSource)?.isTruncated == true }

  /// Shows what was held back.
  func showPending() {
    pendingChanges = PendingChanges()
    if isTruncated { return restart() }
    if let pendingReading { show(pendingReading) }
    publish()
  }
}
