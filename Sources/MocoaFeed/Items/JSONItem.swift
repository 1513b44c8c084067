import MocoaCore

/// A row without a model of its own: JSON, and the name of the module that shows it.
///
/// Made of a row of a feed, it holds the row's bytes; members are found when somebody asks. Two
/// items are equal if they are made of the same bytes, or of equal values.
public struct JSONItem: NamedModel, Hashable, Sendable {
  private enum Content: Hashable, Sendable {
    case text(JSONBytes)
    case members(JSONObject)
  }

  /// The name of the module that shows the item.
  public var mocoaName: ModuleName

  private let content: Content

  /// Makes an item of members.
  public init(_ members: JSONObject = [:], name: ModuleName = .default) {
    content = .members(members)
    mocoaName = name
  }

  /// Makes an item of any value; one that is no object becomes the member `value`.
  public init(value: JSONValue, name: ModuleName = .default) {
    self.init(Self.members(of: value), name: name)
  }

  /// Makes an item of JSON text, which is not looked at before a member is asked for.
  public init(text: JSONBytes, name: ModuleName) {
    content = .text(text)
    mocoaName = name
  }

  /// Makes an item by filling in its members.
  public init(name: ModuleName = .default, _ fill: (inout JSONObject) -> Void) {
    var members = JSONObject()
    fill(&members)
    self.init(members, name: name)
  }

  /// The members, in order.
  ///
  /// Text that is no object is the member `value`; text that is no JSON is a string.
  ///
  /// - Complexity: O(n) for n bytes, where the item is made of text.
  public var members: JSONObject {
    switch content {
    case .members(let members): members
    case .text(let text): Self.members(of: (try? text.value()) ?? .string(text.text))
    }
  }

  private static func members(of value: JSONValue) -> JSONObject {
    value.object ?? JSONObject([.init(key: "value", value: value)])
  }
}

extension JSONItem: Identifiable {
  /// The members that may say which item it is, best first.
  static let identityKeys = ["id", "_id", "uuid", "guid", "key", "url", "name"]

  /// Which item it is: the first of the members `id`, `_id`, `uuid`, `guid`, `key`, `url` and
  /// `name`, or else everything.
  public var id: JSONValue {
    let members = members
    return Self.identityKeys.lazy.compactMap { members[$0] }.first ?? .object(members)
  }
}

extension JSONItem: JSONTextModel, Codable {
  package init(text: JSONBytes) { self.init(text: text, name: .default) }

  /// Reads the members from any decoder.
  public init(from decoder: any Decoder) throws {
    self.init(value: try JSONValue(from: decoder))
  }

  /// Writes the members with any encoder.
  public func encode(to encoder: any Encoder) throws {
    try JSONValue.object(members).encode(to: encoder)
  }
}
