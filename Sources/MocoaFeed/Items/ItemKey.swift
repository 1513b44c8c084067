/// The name of a member of JSON objects, with the type of its values.
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

  /// Makes a key from its name.
  public init(_ name: String) { self.name = name }

  /// Makes a key from a literal.
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
  /// Whether the item is selected.
  public static var isSelected: Self { "selected" }
  /// Whether the item cannot be used.
  public static var isDisabled: Self { "disabled" }
  /// Whether the item is opened.
  public static var isOpened: Self { "opened" }
}

/// Why a member cannot be read as a type.
public enum JSONAccessError: Error, Hashable, Sendable {
  /// There is no such member, or it is null.
  case missing(key: String, expected: String)
  /// The member is of another type.
  case wrongType(key: String, expected: String, found: String)
}

extension JSONAccessError: CustomStringConvertible {
  /// One line that names key, expected type and what was found.
  public var description: String {
    switch self {
    case .missing(let key, let expected): "\(key) is missing: expected \(expected)"
    case .wrongType(let key, let expected, let found):
      "\(key) is \(found): expected \(expected)"
    }
  }
}

extension JSONValue {
  /// What kind of value it is, for messages.
  package var kindName: String {
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
  /// A member, read strictly; nil where it is missing or of another type.
  ///
  /// Setting nil removes the member.
  public subscript<Value>(key: ItemKey<Value>) -> Value? {
    get { self[key.name].flatMap { Value(json: $0) } }
    set { self[key.name] = newValue?.json }
  }

  /// A member, converted to a type; nil where it is missing or cannot be converted.
  public func converted<Value>(_ key: ItemKey<Value>) -> Value? {
    self[key.name].flatMap { Value(converting: $0) }
  }

  /// A member, read strictly.
  ///
  /// - Throws: that it is missing, or what it is instead.
  public func required<Value>(_ key: ItemKey<Value>) throws(JSONAccessError) -> Value {
    guard let json = self[key.name], json != .null || Value.self == JSONValue.self else {
      throw .missing(key: key.name, expected: Value.jsonTypeName)
    }
    guard let value = Value(json: json) else {
      throw .wrongType(key: key.name, expected: Value.jsonTypeName, found: json.kindName)
    }
    return value
  }

  /// Sets a member to a value that is to be of the key's type; another one is refused, and the
  /// member stays as it is.
  ///
  /// - Throws: what the value is instead.
  public mutating func set<Value>(
    _ json: JSONValue, checking key: ItemKey<Value>
  ) throws(JSONAccessError) {
    guard let value = Value(json: json) else {
      throw .wrongType(key: key.name, expected: Value.jsonTypeName, found: json.kindName)
    }
    self[key.name] = value.json
  }

  /// What a merge does with members that the source lacks.
  public enum MissingMembers: Hashable, Sendable {
    /// They stay.
    case keep
    /// They are removed.
    case remove
  }

  /// Takes over the members of another object; where both have one, the other's value counts.
  ///
  /// - Parameters:
  ///   - other: the other object.
  ///   - keys: the members that are looked at; nil is all of the other object.
  ///   - missing: what happens to those of `keys` that the other object lacks.
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
