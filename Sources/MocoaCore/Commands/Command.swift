import Observation

/// An asynchronous operation that the user can start, with an observable state.
///
/// `isEnabled`, `isExecuting`, `latest` and `lastError` are observable, so a view that reads them
/// while it draws is drawn again when they change. `isExecuting` becomes `true` before the work
/// starts, and `false` when it ends by success, error, timeout or cancellation.
///
/// ```swift
/// let login = Command(isEnabled: { [weak self] in self?.isValid ?? false }) {
///   (credentials: Credentials) in
///   try await service.login(credentials)
/// }
/// let run = try login.execute(credentials)
/// let account = try await run.value
/// ```
///
/// A command retains its closures: one that is stored by the object that they use must refer to it
/// weakly. It has no progress of its own; its work can set observable properties.
@MainActor @Observable public final class Command<Input: Sendable, Output: Sendable> {
  /// The behavior when the command is executed while a run is in progress.
  public let concurrency: CommandConcurrency

  /// The output of the most recently started run that has succeeded, or nil.
  public private(set) var latest: Output?

  /// The error of the last failed run; nil once another one has started.
  public private(set) var lastError: (any Error)?

  /// The runs in progress, the oldest first.
  private var runs: [CommandRun<Output>] = []

  @ObservationIgnored private let condition: @MainActor () -> Bool
  @ObservationIgnored private let work: @MainActor (Input) async throws -> Output
  @ObservationIgnored private let timeout: Duration?
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private var runCount = 0
  @ObservationIgnored private var latestNumber = 0
  @ObservationIgnored private let observers = ObserverList<Result<Output, any Error>>()

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - condition: Returns whether the command may be executed; may read observable properties.
  ///     Nil means always.
  ///   - concurrency: The behavior when it is executed while a run is in progress.
  ///   - timeout: The maximum duration of a run; nil for no limit.
  ///   - clock: The clock that measures the timeout.
  ///   - work: The operation; called on the main actor, after `execute` has returned.
  public nonisolated init(
    isEnabled condition: (@MainActor () -> Bool)? = nil,
    concurrency: CommandConcurrency = .exclusive,
    timeout: Duration? = nil, clock: any Clock<Duration> = ContinuousClock(),
    work: @escaping @MainActor (Input) async throws -> Output
  ) {
    self.condition = condition ?? { true }
    (self.concurrency, self.timeout, self.clock, self.work) = (concurrency, timeout, clock, work)
  }

  isolated deinit { cancel() }

  /// A Boolean value that indicates whether at least one run is in progress.
  public var isExecuting: Bool { !runs.isEmpty }

  /// A Boolean value that indicates whether the command can be executed now.
  public var isEnabled: Bool { (concurrency != .exclusive || !isExecuting) && condition() }

  /// Starts a run.
  ///
  /// - Returns: The run, which will have the result.
  /// - Throws: `CommandError.notEnabled`, of which observers are not notified.
  @discardableResult
  public func execute(_ input: Input) throws(CommandError) -> CommandRun<Output> {
    guard isEnabled else { throw .notEnabled }
    if concurrency == .replacing { cancel() }
    runCount += 1
    lastError = nil
    let run = CommandRun<Output>(number: runCount) { [weak self] in self?.didEnd($0) }
    runs.append(run)
    let work = work
    run.start { try await work(input) }
    if let timeout { run.limit(to: timeout, by: clock) }
    return run
  }

  /// Starts a run and waits for its output; if the waiting task is cancelled, so is the run.
  ///
  /// - Throws: `CommandError`, `CancellationError`, or what the work throws.
  public func run(_ input: Input) async throws -> Output {
    let run = try execute(input)
    return try await withTaskCancellationHandler {
      try await run.value
    } onCancel: {
      Task { @MainActor in run.cancel() }
    }
  }

  /// Cancels all runs immediately.
  public func cancel() {
    for run in runs { run.cancel() }
  }

  /// Calls a handler with the result of each run, except cancelled ones.
  ///
  /// The observation ends when the owner is released, or the subscription is cancelled or released.
  public func observeResults<Owner: AnyObject>(
    owner: Owner, handler: @escaping @MainActor (Owner, Result<Output, any Error>) -> Void
  ) -> Subscription {
    observers.add(owner: owner, handler: handler)
  }

  /// The future results of runs, except cancelled ones, until the command is released.
  public var results: AsyncStream<Result<Output, any Error>> { observers.stream() }

  /// Updates the state, and then notifies observers.
  private func didEnd(_ run: CommandRun<Output>) {
    runs.removeAll { $0 === run }
    guard let result = run.result else { return }
    switch result {
    case .success(let output):
      if run.number > latestNumber {
        latestNumber = run.number
        latest = output
      }
    case .failure(is CancellationError): return
    case .failure(let error): lastError = error
    }
    observers.send(result)
  }
}

extension Command where Input == Void {
  /// Starts a run; see `execute(_:)`.
  @discardableResult
  public func execute() throws(CommandError) -> CommandRun<Output> { try execute(()) }

  /// Starts a run and waits for its output; see `run(_:)`.
  public func run() async throws -> Output { try await run(()) }
}
