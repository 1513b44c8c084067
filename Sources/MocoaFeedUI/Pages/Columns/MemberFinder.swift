import MocoaFeed

/// Finds the members of all rows of a feed in the background, for lists and completion.
@MainActor
final class MemberFinder {
  /// Called with the members that are known so far, whenever there are more.
  var onFind: ((Set<MemberPath>) -> Void)?

  private let feed: Feed
  private var task: Task<Void, Never>?

  /// The number of rows that are read between two checks for cancellation.
  private static let step = 20_000

  /// The maximum number of members listed.
  private nonisolated static let limit = 10_000

  init(feed: Feed) { self.feed = feed }

  isolated deinit { task?.cancel() }

  /// Starts with the first row; a running search is cancelled.
  ///
  /// - Parameter onProgress: Called with the members found so far, and whether they are complete.
  func start(_ onProgress: @escaping ([MemberPath], _ isComplete: Bool) -> Void = { _, _ in }) {
    task?.cancel()
    let model = feed.listModel
    task = Task { [weak self] in
      var schema = MemberSchema()
      var start = 0
      repeat {
        let end = min(model.numberOfRows, start + Self.step)
        let (rows, before) = (start..<end, schema)
        let (after, found) = await Task.detached(priority: .utility) {
          var schema = before
          // Unreadable rows are reported when they are displayed.
          try? schema.add(rowsOf: model, in: rows)
          let paths = schema.columns.prefix(Self.limit).map(\.path).filter { !$0.keys.isEmpty }
          return (schema, paths)
        }.value
        guard !Task.isCancelled, let self else { return }
        schema = after
        start = found.count == Self.limit ? model.numberOfRows : end
        onFind?(Set(found))
        onProgress(found, start == model.numberOfRows)
      } while start < model.numberOfRows
    }
  }
}
