import Foundation
import Synchronization

/// Runs a body on the main actor, whose queue is served meanwhile.
func runOnMainActor(_ body: @escaping @MainActor () async throws -> Void) throws {
  let result = Mutex<Result<Void, any Error>?>(nil)
  Task { @MainActor in
    do {
      try await body()
      result.withLock { $0 = .success(()) }
    } catch {
      result.withLock { $0 = .failure(error) }
    }
  }
  while result.withLock({ $0 == nil }) {
    _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001))
  }
  try result.withLock { $0 }?.get()
}

/// Measures how long the main actor is busy continuously.
final class MainActorProbe: Sendable {
  private let longest = Mutex(Duration.zero)
  private let isEnding = Atomic(false)

  init() {
    Thread.detachNewThread { [self] in
      while !isEnding.load(ordering: .relaxed) {
        let start = ContinuousClock.now
        let answered = DispatchSemaphore(value: 0)
        Task { @MainActor in answered.signal() }
        answered.wait()
        let time = start.duration(to: .now)
        longest.withLock { $0 = max($0, time) }
        usleep(200)
      }
    }
  }

  /// The longest time so far that something had to wait for the main actor, in milliseconds.
  var milliseconds: Double {
    (longest.withLock { $0 } / .milliseconds(1) * 10).rounded() / 10
  }

  func reset() { longest.withLock { $0 = .zero } }
  func stop() { isEnding.store(true, ordering: .relaxed) }
}
