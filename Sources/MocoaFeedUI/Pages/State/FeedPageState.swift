import MocoaFeed
import MocoaTUI

/// The saved state of a feed: columns, sort order, filters, and the history of prompts.
package struct FeedPageState: Hashable, Sendable {
  /// The saved state of a column.
  package struct Column: Hashable, Sendable {
    /// The `id` of the column.
    var id: String
    /// A Boolean value that indicates whether it is shown.
    var isShown: Bool
    /// Its width, if the user set it.
    var width: Int?
  }

  /// The columns in their order; empty if they are those inferred from the rows.
  package var columns: [Column] = []

  /// The derived members, as they are typed.
  var derivedMembers: [String] = []

  /// The sort order, as it is typed; empty for the order of the feed.
  package var sort = ""

  /// The filters, as they are typed.
  package var filters: [String] = []

  /// The history of prompts, by prompt.
  var histories: [String: [String]] = [:]

  /// Creates an empty state.
  package init() {}
}

/// An error in saved state.
package struct FeedPageStateError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
}

extension FeedPageState {
  /// Parses a state; unknown entries are ignored.
  ///
  /// - Throws: A ``FeedPageStateError`` if the text is not a state, or one of a later version.
  package init(parsing text: String) throws(FeedPageStateError) {
    guard let value = try? JSONValue(parsing: text), value.object != nil else {
      throw FeedPageStateError(description: "the text is not a JSON object")
    }
    guard value["version"]?.number?.int == Self.version else {
      throw FeedPageStateError(description: "the version is not \(Self.version)")
    }
    columns = (value["columns"]?.array ?? []).compactMap { value in
      guard let id = value["id"]?.string else { return nil }
      let width = value["width"]?.number?.int.flatMap { (1...1_000).contains($0) ? $0 : nil }
      return Column(id: id, isShown: value["shown"]?.bool ?? true, width: width)
    }
    derivedMembers = (value["derived"]?.array ?? []).compactMap(\.string)
    sort = value["sort"]?.string ?? ""
    filters = (value["filters"]?.array ?? []).compactMap(\.string)
    for member in value["histories"]?.object ?? JSONObject() {
      let answers = (member.value.array ?? []).compactMap(\.string)
      histories[member.key] = answers.suffix(StatusPage.historyLimit)
    }
  }

  private static let version = 1

  /// The state as text, which ``init(parsing:)`` reads.
  package var text: String {
    let columns = columns.map { column in
      var members: [JSONObject.Member] = [
        .init(key: "id", value: .string(column.id)),
        .init(key: "shown", value: .bool(column.isShown)),
      ]
      if let width = column.width {
        members.append(.init(key: "width", value: .number(JSONNumber(width))))
      }
      return JSONValue.object(JSONObject(members))
    }
    let histories = histories.sorted { $0.key < $1.key }.map {
      JSONObject.Member(key: $0, value: .array($1.map { .string($0) }))
    }
    let value: JSONValue = .object([
      "version": .number(JSONNumber(Self.version)), "columns": .array(columns),
      "derived": .array(derivedMembers.map { .string($0) }), "sort": .string(sort),
      "filters": .array(filters.map { .string($0) }),
      "histories": .object(JSONObject(histories)),
    ])
    return value.description + "\n"
  }
}

extension PromptHistory {
  static let sort: PromptHistory = "sort"
  static let column: PromptHistory = "column"
  static let aggregate: PromptHistory = "aggregate"
  static let section: PromptHistory = "section"
  static let command: PromptHistory = "command"
  static let file: PromptHistory = "file"
  static let pipe: PromptHistory = "pipe"
}

extension JSONNumber {
  fileprivate init(_ number: Int) { self.init(text: String(number)) }
}

extension FeedPage {
  /// The current state of the page.
  package var state: FeedPageState {
    var state = FeedPageState()
    let columns = columnChoices.map(FeedPageState.Column.init)
    if columns != suggestedColumns.map(FeedPageState.Column.init) { state.columns = columns }
    state.derivedMembers = feed.derivedMembers.filter { !$0.isJoined }.map(\.text)
    state.sort = sortKeys.map(\.description).joined(separator: ",")
    state.filters = filters.map(\.text)
    for (question, answers) in promptHistory where !answers.isEmpty {
      state.histories[question.rawValue] = answers
    }
    return state
  }

  /// Restores a saved state; filters and names that no longer match are dropped.
  package func restore(_ state: FeedPageState) {
    for (name, answers) in state.histories {
      promptHistory[PromptHistory(rawValue: name)] = answers
    }
    // Derived members of the arguments take precedence.
    let names = feed.derivedMembers.map(\.name)
    let derived = state.derivedMembers.compactMap { try? DerivedMember(parsing: $0) }
    feed.derive(feed.derivedMembers + derived.filter { !names.contains($0.name) })
    restoredColumns = state.columns
    columnChoices = restored(columnChoices)
    restoreLateColumns()
    if !state.sort.isEmpty, let keys = try? sortKeys(parsing: state.sort) { setSortKeys(keys) }
    let filters = state.filters.compactMap { try? RowFilter(parsing: $0, lookup: catalog.meaning) }
    restoredFilters = Set(filters.map(\.text))
    if !filters.isEmpty { setFilters(filters) }
    let lost = state.filters.count - filters.count
    let sorted = sortKeys.isEmpty ? "" : "sort order"
    let filtered =
      filters.isEmpty ? "" : filters.count == 1 ? "1 filter" : "\(filters.count) filters"
    let what = [filtered, sorted].filter { !$0.isEmpty }.joined(separator: " and ")
    restoredNote =
      what.isEmpty ? "" : "\(what) restored\(filters.isEmpty ? "" : ", Backspace clears")"
    if lost > 0 {
      restoredNote += (restoredNote.isEmpty ? "" : "; ") + "\(lost) saved filters no longer parse"
    }
  }

  /// Restores columns of members that the sample lacks, when all rows have been read.
  private func restoreLateColumns() {
    let isLate = restoredColumns.contains { column in
      column.isShown && !columnChoices.contains { $0.id == column.id }
    }
    guard isLate else { return }
    memberFinder.start { [weak self] _, isComplete in
      guard let self, isComplete, columnSelection == .none else { return }
      columnChoices = restored(columnChoices)
    }
  }

  /// Returns the columns in the saved order, with the saved widths; new ones at the end.
  func restored(_ choices: [ColumnChoice]) -> [ColumnChoice] {
    guard !restoredColumns.isEmpty else { return choices }
    var restored: [ColumnChoice] = []
    for column in restoredColumns where !restored.contains(where: { $0.id == column.id }) {
      var known = choices.first { $0.id == column.id }
      // Columns that the user added are not among the inferred ones.
      if known == nil, column.isShown, let pointer = JSONPointer(column.id), !sample.isEmpty {
        let path = MemberPath(keys: pointer.tokens)
        if catalog.hasMember(path.text) { known = catalog.choice(of: path) }
      }
      guard var choice = known else { continue }
      choice.isShown = column.isShown
      if let width = column.width { choice.column.width = .fixed(width) }
      restored.append(choice)
    }
    return restored + choices.filter { choice in !restored.contains { $0.id == choice.id } }
  }
}

extension FeedPageState.Column {
  fileprivate init(_ choice: ColumnChoice) {
    id = choice.id
    isShown = choice.isShown
    if case .fixed(let columns) = choice.column.width { width = columns }
  }
}
