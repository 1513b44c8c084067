import MocoaCore
import MocoaFeed

/// A row without its own model: JSON, and the name of its module.
///
/// Created from a row of a feed, it holds the row's bytes; members are parsed on demand. Two items
/// are equal if they have the same bytes or equal values.
public struct JSONItem: NamedModel, Hashable, Sendable {
  private enum Content: Hashable, Sendable {
    case text(JSONBytes)
    case members(JSONObject)
  }

  /// The name of the module for the item.
  public var moduleName: ModuleName

  private let content: Content

  /// Creates an item of members.
  public init(_ members: JSONObject = [:], name: ModuleName = .default) {
    content = .members(members)
    moduleName = name
  }

  /// Creates an item of any value; one that is not an object becomes the member `value`.
  public init(value: JSONValue, name: ModuleName = .default) {
    self.init(Self.members(of: value), name: name)
  }

  /// Creates an item of JSON text, which is parsed on demand.
  public init(text: JSONBytes, name: ModuleName) {
    content = .text(text)
    moduleName = name
  }

  /// Creates an item by filling in its members.
  public init(name: ModuleName = .default, _ fill: (inout JSONObject) -> Void) {
    var members = JSONObject()
    fill(&members)
    self.init(members, name: name)
  }

  /// The members, in order.
  ///
  /// Text that is not an object is the member `value`; text that is not JSON is a string.
  ///
  /// - Complexity: O(n) for n bytes, if the item was created from text.
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
  /// The identity of the item: the first of the usual identifying members, or else its content.
  public var id: JSONValue {
    let members = members
    return JSONObject.identityKeys.lazy.compactMap { members[$0] }.first ?? .object(members)
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
