import MocoaCore

/// A row of a feed, or a header or footer: its bytes, checked but not decoded.
public struct Row: NamedModel, EncodedModel, Hashable, Sendable {
  /// The default name of rows.
  public static let jsonName: ModuleName = "json"

  /// The default name of items of a JSON Feed, and of its header.
  package static let jsonFeedName: ModuleName = "jsonfeed"

  /// The position in the list, or nil for headers and footers.
  public private(set) var indexPath: ListIndexPath?

  /// The text of the row.
  ///
  /// The row of a member of an object is `{"key": …, "value": …}`.
  public let json: JSONBytes

  /// The error in the row, with its line, or nil for a valid one.
  public let problem: FeedError?

  /// The position of invalid UTF-8 or lone surrogates, which are displayed as U+FFFD; or nil.
  package let repair: FeedError?

  /// A Boolean value that indicates whether the row is still being loaded; it has no members then.
  let isPending: Bool

  /// A Boolean value that indicates whether null is an empty field, which is shown as such.
  package internal(set) var isOfTable = false

  /// The place of the row in a tree; nil without one.
  package private(set) var place: OutlinePlace?

  /// The name of the module for the row: its own, or `json`, or `jsonfeed`.
  public let moduleName: ModuleName

  /// Creates a row; one without a name has the default name.
  public init(
    indexPath: ListIndexPath?, json: JSONBytes, problem: FeedError? = nil,
    repair: FeedError? = nil, nameKey: String = "mocoaName",
    defaultName: ModuleName = Row.jsonName
  ) {
    (self.indexPath, self.json, self.problem, self.repair) = (indexPath, json, problem, repair)
    isPending = false
    let name = problem == nil ? json.member(nameKey)?.string : nil
    moduleName = name.flatMap(ModuleName.init(rawValue:)) ?? defaultName
  }

  /// A row that is being loaded.
  init(pendingAt path: ListIndexPath) {
    indexPath = path
    (json, problem, repair) = (JSONBytes(Array("{}".utf8)), nil, nil)
    (isPending, moduleName) = (true, Row.jsonName)
  }

  /// Returns the same row at another position.
  func moved(to path: ListIndexPath) -> Row {
    var row = self
    row.indexPath = path
    return row
  }

  /// Returns the same row at a place in a tree.
  func placed(at place: OutlinePlace) -> Row {
    var row = self
    row.place = place
    return row
  }

  /// Returns the row as a value in memory.
  ///
  /// - Throws: The syntax error, if there is one.
  public func value() throws(JSONSyntaxError) -> JSONValue { try json.value() }

  /// Decodes the row into a model.
  ///
  /// - Throws: A `DecodingError` with the key and the cause.
  public func decode<Model: Decodable>(_ type: Model.Type) throws -> Model {
    if let problem {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "\(problem)", underlyingError: problem))
    }
    return try json.decode(type)
  }
}

extension Row: CustomStringConvertible {
  /// The JSON of the row, on one line.
  public var description: String { json.description }
}

extension JSONBytes {
  /// Returns the value as it is shown: nil for null in a table, which is an empty field.
  package func shown(ofTable isTable: Bool) -> JSONBytes? {
    isTable && kind == .null ? nil : self
  }
}
