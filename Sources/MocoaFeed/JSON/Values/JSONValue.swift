/// A JSON value in memory: objects preserve the order of their members, numbers their digits.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// The maximum nesting depth of a value.
  ///
  /// Values are released, compared and printed recursively, on threads whose stacks may be small.
  /// Deeper text can still be validated, searched and printed as `JSONBytes`.
  public static let maximumDepth = 512
}

extension JSONValue {
  /// The members, or nil if the value is not an object.
  public var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The elements, or nil if the value is not an array.
  public var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The string, or nil if the value is not a string.
  public var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The number, or nil if the value is not a number.
  public var number: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The Boolean, or nil if the value is not one.
  public var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// The value of a member, or nil if the value is not an object or lacks the member.
  public subscript(key: String) -> JSONValue? { object?[key] }

  /// The element at a position, or nil if the value is not an array or lacks the element.
  public subscript(index: Int) -> JSONValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates a number.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(text: String(value))) }

  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates a null.
  public init(nilLiteral: ()) { self = .null }

  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Creates an object with the members in the order of the literal.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
  }
}
