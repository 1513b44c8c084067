import MocoaCore

/// A row of a feed, or a header or footer: its bytes, checked but not decoded.
public struct Row: NamedModel, EncodedModel, Hashable, Sendable {
  /// The name that rows without a name are given.
  public static let jsonName: ModuleName = "json"

  /// The name that items of a JSON Feed without a name are given, and the header of one.
  public static let jsonFeedName: ModuleName = "jsonfeed"

  /// The position in the list, or nil for headers and footers.
  public let indexPath: ListIndexPath?

  /// The text of the row.
  ///
  /// The row of a member of an object is `{"key": …, "value": …}`.
  public let json: JSONBytes

  /// What is wrong with the row, with its line, or nil for a good one.
  public let problem: FeedError?

  /// Where there are bytes that are not UTF-8, or lone surrogates, which are shown as U+FFFD.
  public let repair: FeedError?

  /// The name of the module that shows the row: what it says itself, or `json`, or `jsonfeed`.
  public let mocoaName: ModuleName

  /// Makes a row; one that does not say its name has the default one.
  public init(
    indexPath: ListIndexPath?, json: JSONBytes, problem: FeedError? = nil,
    repair: FeedError? = nil, nameKey: String = "mocoaName",
    defaultName: ModuleName = Row.jsonName
  ) {
    self.indexPath = indexPath
    self.json = json
    self.problem = problem
    self.repair = repair
    let name = problem == nil ? json.member(nameKey)?.string : nil
    mocoaName = name.flatMap(ModuleName.init(rawValue:)) ?? defaultName
  }

  /// The same row at another position.
  func moved(to path: ListIndexPath?) -> Row { Row(self, at: path) }

  private init(_ row: Row, at path: ListIndexPath?) {
    indexPath = path
    (json, problem) = (row.json, row.problem)
    (repair, mocoaName) = (row.repair, row.mocoaName)
  }

  /// The row as a value in memory.
  ///
  /// - Throws: What is wrong with the text.
  public func value() throws(JSONSyntaxError) -> JSONValue { try json.value() }

  /// Decodes the row into a model.
  ///
  /// - Throws: A `DecodingError` that says which key and why.
  public func decode<Model: Decodable>(_ type: Model.Type) throws -> Model {
    if let problem {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "\(problem)", underlyingError: problem))
    }
    return try json.decode(type)
  }
}
