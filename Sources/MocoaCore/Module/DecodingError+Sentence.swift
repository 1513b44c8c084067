extension DecodingError {
  /// A description in one line: the path of the value, the expected value, and the found one.
  ///
  /// For example `phone: expected a string, found a number`. Other errors have the description of
  /// the decoder.
  package var sentence: String {
    switch self {
    case .typeMismatch(let type, let context):
      let found = Self.found(in: context.debugDescription)
      let expected = "expected \(Self.name(of: type))"
      return Self.line(context.codingPath, expected + (found.map { ", found \($0)" } ?? ""))
    case .valueNotFound(let type, let context):
      return Self.line(context.codingPath, "expected \(Self.name(of: type)), found null")
    case .keyNotFound(let key, let context):
      return Self.line(context.codingPath + [key], "the key is missing")
    case .dataCorrupted(let context):
      return Self.line(context.codingPath, context.debugDescription)
    @unknown default:
      return "\(self)"
    }
  }

  private static func line(_ path: [any CodingKey], _ reason: String) -> String {
    let reason = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
    return path.isEmpty ? reason : "\(text(of: path)): \(reason)"
  }

  /// Returns a path as text, such as `friends[2].phone`.
  private static func text(of path: [any CodingKey]) -> String {
    path.reduce("") { text, key in
      if let index = key.intValue { return "\(text)[\(index)]" }
      return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
    }
  }

  /// Returns the JSON term for the values of a type, or the name of the type.
  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type: "a number"
    default:
      switch "\(type)" {
      case let name where name.hasPrefix("Array<"): "an array"
      case let name where name.hasPrefix("Dictionary<"): "an object"
      case let name: name
      }
    }
  }

  /// Returns the found value from a description of Foundation, or nil.
  ///
  /// Such a description is `Expected to decode String but found number instead`.
  private static func found(in description: String) -> String? {
    guard let start = description.firstRange(of: "but found ")?.upperBound,
      let end = description[start...].firstRange(of: " instead")?.lowerBound
    else { return nil }
    return switch description[start..<end] {
    case "number": "a number"
    case "bool": "true or false"
    case "a dictionary": "an object"
    case let other: String(other)
    }
  }
}
