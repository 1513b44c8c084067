import MocoaFeed

/// A typed key of JSON objects.
///
/// ```swift
/// extension ItemKey where Value == Int {
///   static var likes: Self { "likes" }
/// }
/// item[.likes] = (item[.likes] ?? 0) + 1
/// ```
public struct ItemKey<Value: JSONConvertible>: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name.
  public let name: String

  /// Creates a key from its name.
  public init(_ name: String) { self.name = name }

  /// Creates a key from a literal.
  public init(stringLiteral value: String) { name = value }
}

extension ItemKey where Value == String {
  /// The title.
  public static var title: Self { "title" }
  /// The second title.
  public static var subtitle: Self { "subtitle" }
  /// The detail text.
  public static var detail: Self { "detail" }
}

extension ItemKey where Value == Bool {
  /// A Boolean value that indicates whether the item is selected.
  public static var isSelected: Self { "selected" }
}

/// An error of reading a member as a type.
public enum JSONAccessError: Error, Hashable, Sendable {
  /// The member is missing or null.
  case missing(key: String, expected: String)
  /// The member has another type.
  case wrongType(key: String, expected: String, found: String)
}

extension JSONAccessError: CustomStringConvertible {
  /// One line with the key, the expected type and the actual one.
  public var description: String {
    switch self {
    case .missing(let key, let expected): "\(key) is missing: expected \(expected)"
    case .wrongType(let key, let expected, let found):
      "\(key) is \(found): expected \(expected)"
    }
  }
}

extension JSONValue {
  var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONObject {
  /// Accesses a member, read strictly; nil if it is missing or of another type.
  ///
  /// Setting nil removes the member.
  public subscript<Value>(key: ItemKey<Value>) -> Value? {
    get { self[key.name].flatMap { Value(json: $0) } }
    set { self[key.name] = newValue?.json }
  }

  /// Returns a member converted to a type; nil if it is missing or cannot be converted.
  public func converted<Value>(_ key: ItemKey<Value>) -> Value? {
    self[key.name].flatMap { Value(converting: $0) }
  }

  /// Returns a member, read strictly.
  ///
  /// - Throws: An error if it is missing or of another type.
  public func required<Value>(_ key: ItemKey<Value>) throws(JSONAccessError) -> Value {
    guard let json = self[key.name], json != .null || Value.self == JSONValue.self else {
      throw .missing(key: key.name, expected: Value.jsonTypeName)
    }
    guard let value = Value(json: json) else {
      throw .wrongType(key: key.name, expected: Value.jsonTypeName, found: json.kindName)
    }
    return value
  }

  /// Sets a member to a value of the key's type; another type is refused and changes nothing.
  ///
  /// - Throws: An error with the actual type.
  public mutating func set<Value>(
    _ json: JSONValue, checking key: ItemKey<Value>
  ) throws(JSONAccessError) {
    guard let value = Value(json: json) else {
      throw .wrongType(key: key.name, expected: Value.jsonTypeName, found: json.kindName)
    }
    self[key.name] = value.json
  }

  /// The treatment of members that the source of a merge lacks.
  public enum MissingMembers: Hashable, Sendable {
    /// Keeps them.
    case keep
    /// Removes them.
    case remove
  }

  /// Merges the members of another object, whose values take precedence.
  ///
  /// - Parameters:
  ///   - other: The other object.
  ///   - keys: The keys to merge; nil means all of the other object.
  ///   - missing: The treatment of those of `keys` that the other object lacks.
  /// - Complexity: O(n·m) for n members here and m there.
  public mutating func merge(
    _ other: JSONObject, keys: [String]? = nil, missing: MissingMembers = .keep
  ) {
    for key in keys ?? other.members.map(\.key) {
      if let value = other[key] {
        self[key] = value
      } else if missing == .remove {
        self[key] = nil
      }
    }
  }
}
