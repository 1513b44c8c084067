/// Waits until values have stopped coming, and hands the last one on: for search boxes.
///
/// ```swift
/// let search = Debouncer(for: .milliseconds(150)) { text in … }
/// field.onChange = { search.send($0) }
/// ```
@MainActor public final class Debouncer<Value: Sendable> {
  /// How long no other value may come.
  public let delay: Duration

  private let clock: any Clock<Duration>
  private let handler: @MainActor (Value) -> Void
  private var pending: Value?
  private var task: Task<Void, Never>?

  /// Makes a debouncer.
  public init(
    for delay: Duration, clock: any Clock<Duration> = ContinuousClock(),
    handler: @escaping @MainActor (Value) -> Void
  ) {
    self.delay = delay
    self.clock = clock
    self.handler = handler
  }

  isolated deinit { task?.cancel() }

  /// Whether a value waits.
  public var isPending: Bool { pending != nil }

  /// Replaces the pending value and restarts the delay.
  public func send(_ value: Value) {
    pending = value
    task?.cancel()
    task = Task { [clock, delay, weak self] in
      guard (try? await clock.sleep(for: delay)) != nil, !Task.isCancelled else { return }
      self?.flush()
    }
  }

  /// Hands on what waits, now.
  public func flush() {
    guard let value = pending else { return }
    cancel()
    handler(value)
  }

  /// Drops what waits.
  public func cancel() {
    task?.cancel()
    task = nil
    pending = nil
  }
}
