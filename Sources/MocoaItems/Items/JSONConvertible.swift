import MocoaFeed

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A type that can be converted from and to JSON values.
///
/// There are two conversions. The strict one accepts only values of the type: a string of digits is
/// not a number. The lenient one converts if the meaning is preserved.
///
/// | value | as `String` | as `Int` | as `Double` | as `Bool` | as `URL` | as `Date` |
/// |---|---|---|---|---|---|---|
/// | `"12"` | `"12"` | lenient 12 | lenient 12.0 | lenient true | if it is one | — |
/// | `"true"`, `"YES"` | itself | — | — | lenient true | if it is one | — |
/// | `12` | lenient `"12"` | 12 | 12.0 | lenient true | — | lenient |
/// | `1.5` | lenient `"1.5"` | lenient 1 | 1.5 | lenient true | — | lenient |
/// | `true` | lenient `"true"` | lenient 1 | lenient 1.0 | true | — | — |
/// | `null`, arrays, objects | — | — | — | — | — | — |
public protocol JSONConvertible {
  /// The name of the type in messages, such as `a string`.
  static var jsonTypeName: String { get }

  /// Reads a value strictly; nil if it is of another type.
  init?(json: JSONValue)

  /// Reads a value leniently; nil if it cannot be converted.
  init?(converting json: JSONValue)

  /// The value in JSON.
  var json: JSONValue { get }
}

extension JSONConvertible {
  /// Reads a value strictly, if the type has no conversion.
  public init?(converting json: JSONValue) { self.init(json: json) }
}

extension JSONValue: JSONConvertible {
  public static var jsonTypeName: String { "a value" }
  public init?(json: JSONValue) { self = json }
  public var json: JSONValue { self }
}

extension String: JSONConvertible {
  public static var jsonTypeName: String { "a string" }

  public init?(json: JSONValue) {
    guard let string = json.string else { return nil }
    self = string
  }

  public init?(converting json: JSONValue) {
    switch json {
    case .string(let string): self = string
    case .number(let number): self = number.text
    case .bool(let bool): self = bool ? "true" : "false"
    case .null, .array, .object: return nil
    }
  }

  public var json: JSONValue { .string(self) }
}

extension Int: JSONConvertible {
  public static var jsonTypeName: String { "an integer" }

  public init?(json: JSONValue) {
    guard let int = json.number?.int else { return nil }
    self = int
  }

  /// Truncates numbers, and strings that contain one, to integers; `true` is 1.
  public init?(converting json: JSONValue) {
    if let int = Int(json: json) {
      self = int
    } else if let double = Double(converting: json),
      let int = Int(exactly: double.rounded(.towardZero))
    {
      self = int
    } else {
      return nil
    }
  }

  public var json: JSONValue { .number(JSONNumber(text: "\(self)")) }
}

extension Double: JSONConvertible {
  public static var jsonTypeName: String { "a number" }

  public init?(json: JSONValue) {
    guard let number = json.number else { return nil }
    self = number.double
  }

  /// Reads strings that contain a JSON number; `true` is 1.
  public init?(converting json: JSONValue) {
    switch json {
    case .number(let number): self = number.double
    case .bool(let bool): self = bool ? 1 : 0
    case .string(let string):
      guard let number = (try? JSONValue(parsing: string))?.number else { return nil }
      self = number.double
    case .null, .array, .object: return nil
    }
  }

  /// The number; null for infinities and NaN, which JSON lacks.
  public var json: JSONValue {
    guard isFinite else { return .null }
    let text = "\(self)"
    return .number(JSONNumber(text: text.hasSuffix(".0") ? String(text.dropLast(2)) : text))
  }
}

extension Bool: JSONConvertible {
  public static var jsonTypeName: String { "true or false" }

  public init?(json: JSONValue) {
    guard let bool = json.bool else { return nil }
    self = bool
  }

  /// Reads numbers, strings that contain one, and the words `true`, `yes`, `false` and `no`.
  public init?(converting json: JSONValue) {
    if let bool = json.bool {
      self = bool
    } else if let number = Double(converting: json) {
      self = number != 0
    } else if let word = json.string?.lowercased(), let bool = Self.words[word] {
      self = bool
    } else {
      return nil
    }
  }

  private static let words = ["true": true, "yes": true, "false": false, "no": false]

  public var json: JSONValue { .bool(self) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  public static var jsonTypeName: String { "an array" }

  /// Reads an array whose elements are all of the type.
  public init?(json: JSONValue) {
    guard let elements = json.array else { return nil }
    self = elements.compactMap(Element.init(json:))
    guard count == elements.count else { return nil }
  }

  /// Reads the elements of an array that can be converted.
  public init?(converting json: JSONValue) {
    guard let elements = json.array else { return nil }
    self = elements.compactMap(Element.init(converting:))
  }

  public var json: JSONValue { .array(map(\.json)) }
}

extension URL: JSONConvertible {
  public static var jsonTypeName: String { "a URL" }

  public init?(json: JSONValue) {
    guard let string = json.string, !string.isEmpty,
      let url = URL(string: string, encodingInvalidCharacters: false)
    else { return nil }
    self = url
  }

  /// Percent-encodes characters that are invalid in a URL.
  public init?(converting json: JSONValue) {
    guard let string = json.string, !string.isEmpty, let url = URL(string: string) else {
      return nil
    }
    self = url
  }

  public var json: JSONValue { .string(absoluteString) }
}

extension Date: JSONConvertible {
  public static var jsonTypeName: String { "a date" }

  /// Reads an RFC 3339 date.
  public init?(json: JSONValue) {
    guard let date = json.string.flatMap({ Date(time: $0) }) else { return nil }
    self = date
  }

  /// Reads numbers as seconds since 1970.
  public init?(converting json: JSONValue) {
    if let date = Date(json: json) {
      self = date
    } else if let seconds = json.number?.double, seconds.isFinite {
      self.init(timeIntervalSince1970: seconds)
    } else {
      return nil
    }
  }

  public var json: JSONValue { .string(timeText) }
}
