import MocoaFeedUI

/// A source that rows are joined with, which is reloaded with them.
@MainActor
final class JoinedFeed {
  /// The value of `--join`: `user = users.json by user_id = id`.
  struct Definition {
    let name: String
    let source: String
    let key: MemberPath
    let otherKey: MemberPath

    /// The text that was typed.
    let text: String

    /// Parses the value of the option.
    ///
    /// - Throws: A `UsageError` if it is malformed.
    init(_ text: String) throws(UsageError) {
      guard let sign = text.firstIndex(of: "="),
        let by = text.ranges(of: " by ").last, by.lowerBound > sign
      else { throw Self.error(text) }
      name = text[..<sign].trimmed
      source = text[text.index(after: sign)..<by.lowerBound].trimmed
      let keys = text[by.upperBound...].split(separator: "=", maxSplits: 1).map(\.trimmed)
      guard !name.isEmpty, !source.isEmpty, let first = keys.first, let last = keys.last,
        !first.isEmpty, !last.isEmpty
      else { throw Self.error(text) }
      (key, otherKey) = (MemberPath(first), MemberPath(last))
      self.text = text
    }

    private static func error(_ text: String) -> UsageError {
      UsageError(
        "--join: expected NAME = SOURCE by MEMBER, or by MEMBER = MEMBER OF THE SOURCE: "
          + "'user = users.json by user_id = id', not '\(text)'")
    }
  }

  private let definition: Definition
  private let feed: Feed
  private var subscriptions: [Subscription] = []
  private var update: Task<Void, Never>?
  private var duplicateCount = 0

  /// Called with the error of a reload, or a note on it.
  var onError: (String) -> Void = { _ in }

  /// Reads a source to its end.
  ///
  /// - Throws: A `FeedError` if it cannot be read.
  init(_ definition: Definition, from origin: FeedOrigin, acceptsText: Bool) throws {
    self.definition = definition
    var options = FeedOptions()
    options.acceptsText = acceptsText
    feed = try Feed(joining: [origin], options: options)
    feed.start()
    // Before the interface starts, so always on standard error: a FIFO may have no writer yet.
    let progress = ProgressLine(isWanted: Output.error.isTerminal)
    progress.begin("--join: reading \(TextWidth.sanitized(feed.name))")
    feed.wait(forAllUpTo: .max) { progress.show($0, of: nil) }
    progress.clear()
    if let error = feed.status.error ?? feed.emptySources(isReplacing: false).first { throw error }
    for line in feed.diagnostics + feed.notesOfEmptySources {
      Output.note("mocoa-tui: --join: \(TextWidth.sanitized(line))")
    }
  }

  /// Creates the member that holds the row of the source.
  ///
  /// - Throws: A `UsageError` if no row has the key.
  func member() throws -> DerivedMember {
    let rows = try Self.rows(of: feed.listModel, by: definition.otherKey, named: feed.name)
    note(duplicatesIn: rows).map { Output.note("mocoa-tui: \($0)") }
    return member(joining: rows)
  }

  /// Returns a note on rows with the value of an earlier row; nil if it is the same as before.
  private func note(duplicatesIn rows: JoinedRows) -> String? {
    defer { duplicateCount = rows.duplicateCount }
    guard rows.duplicateCount > 0, rows.duplicateCount != duplicateCount else { return nil }
    return "--join: \(feed.name): the first row of a value is joined; "
      + "\(rows.duplicateCount.grouped) with the same value left out"
  }

  /// Returns the rows of a source by their keys.
  ///
  /// - Throws: A `UsageError` if no row has the key.
  private nonisolated static func rows(
    of model: FeedListModel, by key: MemberPath, named name: String
  ) throws -> JoinedRows {
    guard try model.numberOfRows == 0 || model.hasRow(with: key) else {
      throw UsageError("--join: no row of \(name) has a member '\(key.title)'")
    }
    return JoinedRows(of: model, by: key)
  }

  private func member(joining rows: JoinedRows) -> DerivedMember {
    DerivedMember(definition.name, joining: rows, by: definition.key, text: definition.text)
  }

  // MARK: Reloading

  /// Reloads the source whenever a feed is reloaded, and updates the members of its rows.
  ///
  /// - Parameters:
  ///   - other: The feed whose rows have the member.
  ///   - interval: The interval in which changes of the source are looked for; nil for none.
  func reload(with other: Feed, every interval: Duration?) {
    var wasRefreshing = false
    var generation = other.generation
    subscriptions = [
      other.observeChanges { [weak self, weak other] _ in
        guard let self, let other else { return }
        // A followed file starts again without being refreshed.
        let isRefreshing = other.status.isRefreshing
        let isReloaded = isRefreshing || generation != other.generation
        if isReloaded, !wasRefreshing, !feed.isWatched { feed.reload() }
        (wasRefreshing, generation) = (isRefreshing, other.generation)
      },
      feed.observeChanges { [weak self, weak other] change in
        guard let self, let other else { return }
        if case .replaced = change { updateMembers(of: other) }
        if let error = feed.status.error { onError("--join: \(error)") }
      },
    ]
    if let interval { feed.watch(every: interval) }
  }

  private func updateMembers(of other: Feed) {
    let (model, key, name) = (feed.listModel, definition.otherKey, feed.name)
    update?.cancel()
    update = Task { [weak self, weak other] in
      let result = await Task.detached {
        Result { try Self.rows(of: model, by: key, named: name) }
      }.value
      guard !Task.isCancelled, let self, let other else { return }
      switch result {
      case .failure(let error): onError(error is UsageError ? "\(error)" : "--join: \(error)")
      case .success(let rows):
        let member = member(joining: rows)
        note(duplicatesIn: rows).map(onError)
        other.derive(
          other.derivedMembers.map { $0.isJoined && $0.text == member.text ? member : $0 })
      }
    }
  }
}

extension Substring {
  /// The text without white space at its ends.
  var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
