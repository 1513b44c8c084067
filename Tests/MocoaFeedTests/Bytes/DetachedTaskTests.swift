import Foundation
import Testing

@testable import MocoaFeed

// The work occupies a thread of the pool until it is cancelled.
@Suite struct DetachedTaskTests {
  @Test("U6: detached work is cancelled with the task that waits for it")
  func workIsCancelledWithItsCaller() async throws {
    let hasStarted = Monitor(false)
    let task = Task {
      await withDetachedTask {
        hasStarted.withLock { $0 = true }
        while !Task.isCancelled { Thread.sleep(forTimeInterval: 0.001) }
        return Task.isCancelled
      }
    }
    while !hasStarted.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    #expect(await task.value)
    await #expect(throws: CancellationError.self) {
      try await withDetachedTask { throw CancellationError() }
    }
  }
}
