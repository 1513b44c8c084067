/// A JSON value in memory: objects keep the order of their members, numbers their digits.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// How many levels of arrays and objects a value may have.
  ///
  /// Values are released, compared and printed recursively, on threads whose stacks may be small.
  /// Deeper text can still be checked, searched and printed as `JSONBytes`.
  public static let maximumDepth = 512
}

extension JSONValue {
  /// The members, or nil where the value is no object.
  public var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The elements, or nil where the value is no array.
  public var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The string, or nil where the value is none.
  public var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The number, or nil where the value is none.
  public var number: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The truth value, or nil where the value is none.
  public var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// The value of a member, or nil where the value is no object or has no such member.
  public subscript(key: String) -> JSONValue? { object?[key] }

  /// The element at a position, or nil where the value is no array or has no such element.
  public subscript(index: Int) -> JSONValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Makes a number.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(text: String(value))) }

  /// Makes a truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Makes a null.
  public init(nilLiteral: ()) { self = .null }

  /// Makes an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Makes an object with the members in the order of the literal.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
  }
}
