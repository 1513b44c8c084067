/// A run of a command, which stores its result.
@MainActor public final class CommandRun<Output: Sendable> {
  /// The result; nil while the run is in progress.
  ///
  /// The result of a cancelled run is a `CancellationError`.
  public private(set) var result: Result<Output, any Error>?

  /// The number of the run of the command, from 1.
  let number: Int

  private var tasks: [Task<Void, Never>] = []
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private var onEnd: (@MainActor (CommandRun) -> Void)?

  init(number: Int, onEnd: @escaping @MainActor (CommandRun) -> Void) {
    self.number = number
    self.onEnd = onEnd
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
    tasks.append(
      Task {
        guard !isEnded else { return }
        do {
          end(.success(try await work()))
        } catch {
          end(.failure(error))
        }
      })
  }

  /// Ends the run with an error after a duration.
  func limit(to duration: Duration, by clock: any Clock<Duration>) {
    tasks.append(
      Task { [weak self] in
        guard (try? await clock.sleep(for: duration)) != nil else { return }
        self?.end(.failure(CommandError.timedOut))
      })
  }

  private func end(_ result: Result<Output, any Error>) {
    guard self.result == nil else { return }
    self.result = result
    for task in tasks { task.cancel() }
    tasks = []
    let onEnd = onEnd
    self.onEnd = nil
    onEnd?(self)
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}
