import Testing

@testable import MocoaFeed

/// Runs the main actor until a condition holds, some ten seconds at most.
@MainActor func wait(
  until condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  for _ in 0..<2_000 where !condition() { try await Task.sleep(for: .milliseconds(5)) }
  try #require(condition(), sourceLocation: sourceLocation)
}

/// The rows of a feed that have been read.
@MainActor func texts(_ feed: Feed) -> [String] {
  (0..<feed.listModel.numberOfRows).map { feed.listModel.row($0).json.text }
}
