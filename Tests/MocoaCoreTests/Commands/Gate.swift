/// Work that goes on until a test lets it end.
@MainActor final class Gate<Output: Sendable> {
  private var waiting: [CheckedContinuation<Output, any Error>] = []

  var count: Int { waiting.count }

  /// Waits, and does not care about cancellation.
  func pass() async throws -> Output {
    try await withCheckedThrowingContinuation { waiting.append($0) }
  }

  /// Lets the one end that has waited longest.
  func open(_ output: Output) { waiting.removeFirst().resume(returning: output) }

  func fail(_ error: any Error) { waiting.removeFirst().resume(throwing: error) }
}

struct Refusal: Error, Equatable {
  var reason = "no"
}
