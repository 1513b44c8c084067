import MocoaFeed

/// Finds the members of all rows of a feed in the background, for lists and completion.
@MainActor
final class MemberFinder {
  /// Called with the members that are known so far, whenever there are more.
  var onFind: ((Set<MemberPath>) -> Void)?

  private let feed: Feed
  private var task: Task<Void, Never>?

  /// How many rows are read before it is looked whether to go on.
  private static let step = 20_000

  /// How many members are listed at most.
  private nonisolated static let limit = 10_000

  init(feed: Feed) { self.feed = feed }

  isolated deinit { task?.cancel() }

  /// Begins with the first row; what runs is cancelled.
  ///
  /// - Parameter onProgress: Called with those found so far, and whether they are all.
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
          // What cannot be read is reported where its rows are shown.
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
