import MocoaFeedUI

/// A source that rows are joined with, which is reloaded with them.
@MainActor
final class JoinedFeed {
  /// The value of `--join` or `--join-all`: `user = users.json by user_id = id`.
  struct Definition {
    let option: String

    let name: String
    let source: String
    /// The members of the rows, and those of the source that are equal to them, one for each.
    let keys: [MemberPath]
    let otherKeys: [MemberPath]

    /// The text that was typed.
    let text: String

    /// A Boolean value that indicates whether each row that matches makes a row.
    var takesAll: Bool { option == "--join-all" }

    /// Parses the value of an option.
    init(_ text: String, of option: String) throws(UsageError) {
      self.option = option
      guard let sign = text.firstIndex(of: "="),
        let by = text.ranges(of: " by ").last, by.lowerBound > sign
      else { throw Self.error(text, of: option) }
      name = text[..<sign].trimmingSpaces
      source = text[text.index(after: sign)..<by.lowerBound].trimmingSpaces
      var (keys, otherKeys): ([String], [String]) = ([], [])
      for pair in MemberPath.split(String(text[by.upperBound...]), at: [" and ", "&&"]) {
        let equation = pair.replacing("==", with: "=")
        let sides = equation.split(separator: "=", maxSplits: 1).map { side in
          MemberPath.split(String(side)).map(\.trimmingSpaces)
        }
        guard let first = sides.first, let last = sides.last, first.count == last.count else {
          throw Self.error(text, of: option)
        }
        keys += first
        otherKeys += last
      }
      guard !name.isEmpty, !source.isEmpty, !(keys + otherKeys).contains("") else {
        throw Self.error(text, of: option)
      }
      (self.keys, self.otherKeys) = (keys.map { MemberPath($0) }, otherKeys.map { MemberPath($0) })
      self.text = text
    }

    private static func error(_ text: String, of option: String) -> UsageError {
      UsageError(
        "\(option): expected NAME = SOURCE by MEMBER, or by MEMBER = MEMBER OF THE SOURCE: "
          + "'user = users.json by user_id = id', or by as many members on both sides, 'by a,b = "
          + "x,y', not '\(text)'")
    }
  }

  let definition: Definition
  private let feed: Feed
  private var subscriptions: [Subscription] = []
  private var update: Task<Void, Never>?
  private var duplicateCount = 0

  private var rows: JoinedRows?

  /// Called with the error of a reload, or a note on it.
  var onError: (String) -> Void = { _ in }

  /// Reads a source to its end.
  init(_ definition: Definition, from origin: FeedOrigin, acceptsText: Bool) throws {
    self.definition = definition
    var options = FeedOptions()
    options.acceptsText = acceptsText
    options.isJoined = true
    feed = try Feed(joining: [origin], options: options)
    feed.start()
    // Before the interface starts, so always on standard error: a FIFO may have no writer yet.
    let progress = ProgressLine(isWanted: Output.error.isTerminal)
    progress.begin("\(definition.option): reading \(TextWidth.sanitized(feed.name))")
    feed.wait(forAllUpTo: .max) { progress.show($0, of: nil) }
    progress.clear()
    if let error = feed.status.error ?? feed.emptySources(isReplacing: false).first { throw error }
    for line in feed.diagnostics + feed.notesOfEmptySources {
      Output.say("\(definition.option): \(line)")
    }
  }

  /// Creates the member that holds the row of the source; throws if no row has the key.
  func member() throws -> DerivedMember {
    let rows = try Self.rows(of: feed.listModel, by: definition, named: feed.name)
    self.rows = rows
    note(duplicatesIn: rows).map { Output.note("mocoa-tui: \($0)") }
    return DerivedMember(
      definition.name, joining: rows, by: definition.keys, text: definition.text)
  }

  /// Returns a note on rows with the value of an earlier row; nil if it is the same as before.
  private func note(duplicatesIn rows: JoinedRows) -> String? {
    defer { duplicateCount = rows.duplicateCount }
    guard rows.duplicateCount != duplicateCount else { return nil }
    return rows.duplicatesNote.map { "--join: \(feed.name): \($0)" }
  }

  /// Returns the rows of a source by their keys; throws if no row has a member of the key.
  private nonisolated static func rows(
    of model: FeedListModel, by definition: Definition, named name: String
  ) throws -> JoinedRows {
    let keys = try zip(definition.keys, definition.otherKeys).map { own, other in
      try Self.member(other, for: own, of: model, by: definition, named: name)
    }
    return JoinedRows(of: model, by: keys, takesAll: definition.takesAll)
  }

  /// Returns a member of the rows of a source by its name; throws if no row has it.
  private nonisolated static func member(
    _ typed: MemberPath, for own: MemberPath, of model: FeedListModel, by definition: Definition,
    named name: String
  ) throws -> MemberPath {
    let key = MemberPath.ofValue(named: typed.text, in: model.firstRows) ?? typed
    // Without rows, the titles of a table are known.
    let titles = model.fieldNames
    let isKnown =
      model.numberOfRows > 0
      ? try model.hasRow(with: key)
      : titles.isEmpty || titles.contains(key.text) || titles.contains(key.keys.first ?? "")
    guard isKnown else {
      let nearest =
        own == typed
        ? "; a member of another name is 'by \(key.title) = MEMBER OF \(name)'"
        : NearestNames.list(of: titles, upTo: NearestNames.memberLimit)
      throw UsageError(
        "\(definition.option): no row of \(name) has a member '\(key.title)'\(nearest)")
    }
    return key
  }

  // MARK: Reloading

  /// Reloads the source whenever a feed is reloaded, and looks for its changes in an interval;
  /// updates the members of the rows of the feed.
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
        if let error = feed.status.error { onError("\(definition.option): \(error)") }
      },
    ]
    if let interval { feed.watch(every: interval) }
  }

  private func updateMembers(of other: Feed) {
    let (model, definition, name) = (feed.listModel, definition, feed.name)
    update?.cancel()
    update = Task { [weak self, weak other] in
      let result = await Task.detached {
        Result { try Self.rows(of: model, by: definition, named: name) }
      }.value
      guard !Task.isCancelled, let self, let other else { return }
      switch result {
      case .failure(let error):
        onError(error is UsageError ? "\(error)" : "\(definition.option): \(error)")
      case .success(let rows):
        note(duplicatesIn: rows).map(onError)
        func replacing(_ members: [DerivedMember]) -> [DerivedMember] {
          members.map { $0.isJoined && $0.text == definition.text ? $0.joining(rows) : $0 }
        }
        // As this feed is reloaded with the other one, that one is only for new rows.
        let areSame = self.rows.map(rows.hasSameRows) ?? false
        self.rows = rows
        guard rows.takesAll else {
          let members = replacing(other.derivedMembers)
          if !areSame { return other.update(members) }
          // The rows that are being read are compared with those that are shown.
          return other.status.isRefreshing ? () : other.derive(members)
        }
        guard !areSame else { return }
        other.join(replacing(other.joinedMembers))
        if !other.canReload {
          onError("\(definition.option): \(name) has changed; \(other.name) cannot be read again")
        }
      }
    }
  }
}
