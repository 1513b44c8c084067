/// A run of a command, which stores its result.
@MainActor public final class CommandRun<Output: Sendable> {
  /// The result; nil while the run is in progress.
  ///
  /// The result of a cancelled run is a `CancellationError`.
  public private(set) var result: Result<Output, any Error>?

  /// The number of the run of the command, from 1.
  let number: Int

  /// The task of the work and that of the time limit, until one of them ends.
  private var (work, timer): (Task<Void, Never>?, Task<Void, Never>?)
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private var onEnd: (@MainActor (CommandRun) -> Void)?

  init(number: Int, onEnd: @escaping @MainActor (CommandRun) -> Void) {
    (self.number, self.onEnd) = (number, onEnd)
  }

  /// A Boolean value that indicates whether the run has a result.
  public var isEnded: Bool { result != nil }

  /// The output; waits for the end of the run.
  ///
  /// - Throws: The error of the work, `CommandError.timedOut`, or `CancellationError`.
  public var value: Output {
    get async throws {
      while true {
        if let result { return try result.get() }
        await withCheckedContinuation { waiters.append($0) }
      }
    }
  }

  /// Cancels the run immediately, whether or not the work observes the cancellation of its task.
  ///
  /// A later output or error of the work is discarded. Has no effect on a run that has ended.
  public func cancel() { end(.failure(CancellationError())) }

  /// Starts the work, unless the run is ended before.
  func start(_ work: @escaping @MainActor () async throws -> Output) {
    self.work = Task {
      guard !isEnded else { return }
      let result: Result<Output, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      // Observers must not find themselves in a cancelled task.
      self.work = nil
      end(result)
    }
  }

  /// Ends the run with an error after a duration.
  func limit(to duration: Duration, by clock: any Clock<Duration>) {
    timer = Task { [weak self] in
      guard (try? await clock.sleep(for: duration)) != nil else { return }
      self?.timer = nil
      self?.end(.failure(CommandError.timedOut))
    }
  }

  private func end(_ result: Result<Output, any Error>) {
    guard self.result == nil else { return }
    self.result = result
    work?.cancel()
    timer?.cancel()
    (work, timer) = (nil, nil)
    let onEnd = onEnd
    self.onEnd = nil
    onEnd?(self)
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}
