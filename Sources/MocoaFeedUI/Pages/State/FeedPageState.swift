import MocoaFeed
import MocoaTUI

/// The saved state of a feed: how it is read, columns, sort order, filters, and the history of
/// prompts.
public struct FeedPageState: Hashable, Sendable {
  /// The properties of a column that the user can change, without its width by content.
  package struct Column: Hashable, Sendable {
    var id: String
    var isShown: Bool
    /// A Boolean value that indicates whether it stays when others scroll; nil if it was not saved.
    var isPinned: Bool?
    /// Its width, if the user set it.
    var width: Int?
  }

  /// How the source is read; nil if that is detected.
  package var reading: FeedExplanation.Choice?

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

  /// The states of the features that were added to the page, by the names of their types.
  var features: [String: String] = [:]

  /// Creates an empty state.
  public init() {}
}

/// An error in saved state.
public struct FeedPageStateError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
}

extension FeedPageState {
  /// Parses a state; unknown entries are ignored.
  ///
  /// - Throws: A ``FeedPageStateError`` if the text is not a state, or one of a later version.
  public init(parsing text: String) throws(FeedPageStateError) {
    guard let value = try? JSONValue(parsing: text), value.object != nil else {
      throw FeedPageStateError(description: "the text is not a JSON object")
    }
    guard value["version"]?.number?.int == Self.version else {
      throw FeedPageStateError(description: "the version is not \(Self.version)")
    }
    reading = value["reading"].flatMap { FeedExplanation.Choice($0) }
    columns = (value["columns"]?.array ?? []).compactMap { value in
      guard let id = value["id"]?.string else { return nil }
      let width = value["width"]?.number?.int.flatMap { (1...1_000).contains($0) ? $0 : nil }
      return Column(
        id: id, isShown: value["shown"]?.bool ?? true, isPinned: value["pinned"]?.bool,
        width: width)
    }
    derivedMembers = (value["derived"]?.array ?? []).compactMap(\.string)
    sort = value["sort"]?.string ?? ""
    filters = (value["filters"]?.array ?? []).compactMap(\.string)
    for member in value["histories"]?.object ?? JSONObject() {
      let answers = (member.value.array ?? []).compactMap(\.string)
      histories[member.key] = answers.suffix(StatusPage.historyLimit)
    }
    for member in value["features"]?.object ?? JSONObject() {
      features[member.key] = member.value.string
    }
  }

  private static let version = 1

  /// Returns the state as a text of a limited number of bytes, without the longest answers if it is
  /// too long otherwise; nil if it is too long without answers, too.
  package func text(ofAtMost limit: Int) -> String? {
    let text = text
    var excess = text.utf8.count - limit
    guard excess > 0 else { return text }
    var state = self
    let lengths = histories.values.joined().map(\.utf8.count).sorted(by: >)
    // All of at least this length are removed; in the text they are longer.
    var longest = 0
    for length in lengths where excess > 0 { (excess, longest) = (excess - length, length) }
    guard excess <= 0 else { return nil }
    state.histories = histories.mapValues { $0.filter { $0.utf8.count < longest } }
    return state.text
  }

  /// The state as text, which ``init(parsing:)`` reads.
  public var text: String {
    let columns = columns.map { column in
      var members: [JSONObject.Member] = [
        .init(key: "id", value: .string(column.id)),
        .init(key: "shown", value: .bool(column.isShown)),
      ]
      if let isPinned = column.isPinned {
        members.append(.init(key: "pinned", value: .bool(isPinned)))
      }
      if let width = column.width {
        members.append(.init(key: "width", value: .number(JSONNumber(width))))
      }
      return JSONValue.object(JSONObject(members))
    }
    let histories = histories.sorted { $0.key < $1.key }.map {
      JSONObject.Member(key: $0, value: .array($1.map { .string($0) }))
    }
    let features = features.sorted { $0.key < $1.key }.map {
      JSONObject.Member(key: $0, value: .string($1))
    }
    var value: JSONObject = [
      "version": .number(JSONNumber(Self.version)), "reading": reading?.json ?? .null,
      "columns": .array(columns),
      "derived": .array(derivedMembers.map { .string($0) }), "sort": .string(sort),
      "filters": .array(filters.map { .string($0) }),
      "histories": .object(JSONObject(histories)),
    ]
    value["features"] = features.isEmpty ? nil : .object(JSONObject(features))
    return JSONValue.object(value).description + "\n"
  }
}

extension PromptHistory {
  static let pick: PromptHistory = "pick"
  static let column: PromptHistory = "column"
  static let aggregate: PromptHistory = "aggregate"
  static let command: PromptHistory = "command"
  static let file: PromptHistory = "file"
  static let pipe: PromptHistory = "pipe"
  static let sql: PromptHistory = "sql"
}

extension JSONNumber {
  fileprivate init(_ number: Int) { self.init(text: String(number)) }
}

/// A feature that saves a part of the state of its page.
@MainActor
protocol SavedFeature: AnyObject {
  /// Writes its part of a state.
  func save(to state: inout FeedPageState)

  /// Restores its part of a state, as far as it still matches the feed.
  ///
  /// - Returns: What was restored, as part of a sentence, and what was not; empty for nothing.
  func restore(_ state: FeedPageState) -> (what: String, lost: String)
}

extension FeedPage {
  /// The features with a part of the state, of which the last one is restored first: filters refer
  /// to derived members.
  private var savedFeatures: [any SavedFeature] { [readings, query, columnController] }

  /// The current state of the page.
  public var state: FeedPageState {
    var state = FeedPageState()
    for feature in savedFeatures { feature.save(to: &state) }
    state.histories = savedHistories
    state.features = featureStates ?? [:]
    return state
  }

  /// Restores a saved state; filters and names that no longer match are dropped.
  public func restore(_ state: FeedPageState) {
    featureStates = state.features
    savedHistories = state.histories
    let parts = savedFeatures.reversed().map { $0.restore(state) }.reversed()
    let what = parts.map(\.what).filter { !$0.isEmpty }.joined(separator: ", ")
    let end = filters.isEmpty ? "" : "; Backspace removes the last filter"
    let notes = [what.isEmpty ? "" : "\(what) restored\(end)"] + parts.map(\.lost)
    restoredNote = notes.filter { !$0.isEmpty }.joined(separator: "; ")
  }
}

extension FeedPageState.Column {
  init(_ choice: FeedColumn) {
    id = choice.id
    isShown = choice.isShown
    isPinned = choice.column.isPinned
    if case .fixed(let columns) = choice.column.width { width = columns }
  }
}
