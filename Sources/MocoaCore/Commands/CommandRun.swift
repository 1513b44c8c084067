/// One run of a command, which keeps its result.
@MainActor public final class CommandRun<Output: Sendable> {
  /// The result, which is nil while the work goes on.
  ///
  /// That of a cancelled run is a `CancellationError`.
  public private(set) var result: Result<Output, any Error>?

  /// The position among the runs of the command, from 1.
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

  /// The output, once there is one.
  ///
  /// - Throws: what the work threw; `CommandError.timedOut`; or `CancellationError`.
  public var value: Output {
    get async throws {
      while true {
        if let result { return try result.get() }
        await withCheckedContinuation { waiters.append($0) }
      }
    }
  }

  /// Ends the run at once, whether or not the work heeds that its task is cancelled.
  ///
  /// What the work returns or throws later is dropped. Does nothing for a run that has ended.
  public func cancel() { end(.failure(CancellationError())) }

  /// Does the work until there is a result; none where there is one before it could begin.
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

  /// Ends the run when it has gone on for long enough.
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
