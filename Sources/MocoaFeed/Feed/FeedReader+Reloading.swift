import Dispatch

/// Other readings of the source: reloads, restarts, and its watch.
extension FeedReader {
  /// Reloads the source in the background; a source that failed is retried.
  func reload() {
    guard origin.isRepeatable else { return }
    start()
    endRefresh()
    if current.kind.growing?.mayGrow == true { return restart() }
    lastGeneration += 1
    let attempt = ReloadAttempt()
    refresh = .running(attempt)
    publish()
    let options = optionsOfNewReading(options)
    do {
      try BlockingThread.start { [weak self, origin, options, current, lastGeneration] in
        let result = Result {
          try attempt.run(origin, options, inPlaceOf: current, generation: lastGeneration) {
            await self?.refreshDidProgress($0)
          }
        }
        Task { @MainActor in
          self?.refreshDidEnd(attempt, result.mapError { FeedError($0, source: origin.name) })
        }
      }
    } catch {
      refreshDidEnd(attempt, .failure(FeedError(source: origin.name, reason: error)))
    }
  }

  /// Returns options with derived members that have no notes on the rows of earlier readings.
  private func optionsOfNewReading(_ options: FeedOptions) -> FeedOptions {
    var options = options
    options.derivedMembers = options.derivedMembers.map { $0.withoutNotes() }
    return options
  }

  /// Ends an attempt to reload the source; its error remains if it has failed.
  func endRefresh() {
    guard let attempt = refresh.attempt else { return }
    attempt.stop()
    refresh = .none
  }

  private func refreshDidProgress(_ attempt: ReloadAttempt) async {
    try? await Task.sleep(for: .milliseconds(100))
    guard refresh.attempt === attempt else { return }
    attempt.reading?.index.acknowledge()
    publish()
  }

  private func refreshDidEnd(_ attempt: ReloadAttempt, _ result: Result<FeedReading, FeedError>) {
    guard refresh.attempt === attempt else { return }
    refresh = .none
    switch result {
    case .failure(let error):
      if error.reason != .notModified { refresh = .failed(error) }
      publish()
    case .success(let reading) where isPaused:
      pending = reading
      pendingChanges.isReplaced = true
      publish()
      onChange(.status)
    case .success(let reading): show(reading)
    }
  }

  /// Replaces the current reading.
  private func show(_ reading: FeedReading) {
    current.stop()
    // The members may have been changed during the reading.
    reading.derive(options.derivedMembers)
    options.derivedMembers = reading.store.options.derivedMembers
    current = reading
    attach(reading)
    pending = nil
    pendingChanges = PendingChanges()
    readStatus()
    model = reading.part
    onChange(.replaced(generation: reading.generation))
  }

  /// Sets the members that are added to the rows, with immediate effect.
  func derive(_ members: [DerivedMember]) {
    options.derivedMembers = members
    current.derive(members)
    model = current.part
  }

  /// A Boolean value that indicates whether the source is a file that has been read to its end.
  var isReadFile: Bool {
    origin.watchedFile != nil && innermost.kind.file != nil && current.index.progress.isFinished
  }

  /// A Boolean value that indicates whether the source is no stream that is still being read.
  var canReadAgain: Bool { source.canReadAgain || current.index.progress.isFinished }

  /// Reads the source again in another way; of a stream that has ended, its copy.
  ///
  /// - Returns: `false` for a stream that is still being read.
  func read(as choice: FeedExplanation.Choice) -> Bool {
    guard canReadAgain else { return false }
    choice.apply(to: &options)
    endRefresh()
    restart(source.canReadAgain ? nil : current.handOnStream())
    return true
  }

  /// Restarts with a source whose rows are gone, or with another one.
  func restart(_ source: CopiedSource? = nil) {
    endRefresh()
    refresh = .none
    let options = optionsOfNewReading(current.optionsOfRestart(options))
    do {
      lastGeneration += 1
      let reading = FeedReading(
        source: try source ?? origin.open(), options: options, generation: lastGeneration)
      show(reading)
      begin(reading)
    } catch {
      refresh = .failed(FeedError(error, source: origin.name))
      publish()
    }
  }

  /// The reason for which a followed file has to be read from its start; nil without one.
  var ending: FollowedFileSource.Ending? { current.ending }

  /// Applies pending changes.
  func showPending() {
    pendingChanges = PendingChanges()
    if ending != nil { return restart() }
    if let pending { show(pending) }
    publish()
  }

  /// Called when a reading has ended.
  func didEnd(_ generation: Int) {
    guard generation == current.generation else { return }
    guard ending != nil else { return prepareForComparison() }
    guard isPaused else { return restart() }
    pendingChanges.isReplaced = true
    onChange(.status)
  }

  // MARK: Watching

  /// Reloads the source whenever it may have changed; see ``Feed/watch(every:)``.
  func watch(every interval: Duration) {
    guard origin.isRepeatable else { return }
    watch = SourceWatch(origin.watchedFile, every: interval) { [weak self] in
      guard let self else { return false }
      // A running reading can miss only changes of a file, which are reported.
      if refresh.attempt == nil || origin.watchedFile != nil { reload() }
      return true
    }
    start()
    prepareForComparison()
  }

  /// Computes the fingerprints of the current rows before their source changes.
  private func prepareForComparison() {
    let reading = current
    guard reading.index.progress.isFinished, watch != nil || reading.isSmallFile else { return }
    DispatchQueue.global(qos: .utility).async { reading.makeFingerprints(hasValues: true) }
  }
}
