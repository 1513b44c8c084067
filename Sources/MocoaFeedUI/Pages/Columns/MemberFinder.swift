import MocoaFeed

/// Finds the members of all rows of a feed in the background, for lists, completion and a note on
/// members that only later rows have.
@MainActor
final class MemberFinder {
  /// Called with the members that are known so far, whenever there are more.
  var onFind: ((Set<MemberPath>) -> Void)?

  /// Called when more rows that have a member more than once are known.
  var onRepetition: (() -> Void)?

  /// The members that are known so far, in the order of their first appearance.
  private(set) var members: [MemberPath] = []

  /// A note on rows that have a member more than once; empty if there are none.
  var repetitionText: String { schema.repeatedMembers.note ?? "" }

  private let feed: Feed
  private var schema = MemberSchema()
  /// The number of rows that have been read; nil before the first step.
  private var readCount: Int?
  private var isAsked = false
  private var onProgress: (([MemberPath], _ isComplete: Bool) -> Void)?
  private var task: Task<Void, Never>?

  /// The number of rows that are read between two checks for cancellation.
  private static let step = 20_000

  /// Larger feeds are read only on request.
  private static let checkedByteCount = 256 << 20

  /// The maximum number of members listed.
  private nonisolated static let limit = 10_000

  init(feed: Feed) { self.feed = feed }

  isolated deinit { task?.cancel() }

  /// Reads the rows that have not been read, and calls a closure with the members found so far, and
  /// whether they are complete, instead of the closure of the previous call.
  func start(_ onProgress: @escaping ([MemberPath], _ isComplete: Bool) -> Void = { _, _ in }) {
    self.onProgress = onProgress
    isAsked = true
    if isComplete { return onProgress(members, true) }
    run()
  }

  /// Reads the rows that were added, once the feed has been read, unless they are many.
  func check() {
    // The members of tables and engines are known.
    guard isAsked || feed.listModel.fieldNames.isEmpty && feed.statements == nil,
      !feed.status.isLoading || feed.status.isFollowing,
      isAsked || feed.status.progress.byteCount <= Self.checkedByteCount
    else { return }
    run()
  }

  /// Clears the results, as rows or members were replaced.
  func reset() {
    task?.cancel()
    task = nil
    (schema, readCount, members) = (MemberSchema(), nil, [])
  }

  private var isComplete: Bool {
    guard task == nil, let readCount else { return false }
    return readCount >= feed.listModel.numberOfRows || members.count == Self.limit
  }

  private func run() {
    guard task == nil, !isComplete else { return }
    let (model, start, before) = (feed.listModel, readCount ?? 0, schema)
    let rows = start..<max(start, min(model.numberOfRows, start + Self.step))
    let jobs = isAsked ? nil : 1
    task = Task { [weak self] in
      let (after, found) = await Task.detached(priority: .utility) {
        var schema = before
        // Unreadable rows are reported when they are displayed.
        try? schema.add(rowsOf: model, in: rows, jobs: jobs)
        let paths = schema.columns.prefix(Self.limit).map(\.path).filter { !$0.keys.isEmpty }
        return (schema, paths)
      }.value
      guard !Task.isCancelled, let self else { return }
      task = nil
      (schema, readCount) = (after, rows.upperBound)
      if found != members {
        members = found
        onFind?(Set(found))
      }
      if schema.repeatedMembers.note != before.repeatedMembers.note { onRepetition?() }
      onProgress?(members, isComplete)
      run()
    }
  }
}
