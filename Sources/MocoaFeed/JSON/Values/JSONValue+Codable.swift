#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A model that is created from JSON text without a decoder.
package protocol JSONTextModel: Decodable {
  /// Creates a model from valid JSON text.
  init(text: JSONBytes) throws
}

extension JSONValue: JSONTextModel {
  package init(text: JSONBytes) throws { self = try text.value() }
}

extension JSONValue: Codable {
  /// Reads a value from any decoder.
  ///
  /// Decoders do not preserve the order of members, so they are sorted by key; a value that is
  /// parsed from text, or decoded from a row of a feed, preserves their order.
  public init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: AnyKey.self) {
      let keys = object.allKeys.sorted { $0.stringValue < $1.stringValue }
      self = .object(
        JSONObject(
          try keys.map { key in
            .init(key: key.stringValue, value: try object.decode(JSONValue.self, forKey: key))
          }))
    } else if var array = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !array.isAtEnd { elements.append(try array.decode(JSONValue.self)) }
      self = .array(elements)
    } else {
      self = try Self.scalar(from: decoder.singleValueContainer())
    }
  }

  private static func scalar(from container: any SingleValueDecodingContainer) throws -> JSONValue {
    if container.decodeNil() { return .null }
    if let bool = try? container.decode(Bool.self) { return .bool(bool) }
    if let int = try? container.decode(Int.self) { return .number(JSONNumber(text: "\(int)")) }
    if let decimal = try? container.decode(Decimal.self) {
      return .number(JSONNumber(text: "\(decimal)"))
    }
    if let double = try? container.decode(Double.self) {
      return double.isFinite ? .number(JSONNumber(text: "\(double)")) : .null
    }
    return .string(try container.decode(String.self))
  }

  /// Writes the value with any encoder.
  ///
  /// Numbers with more digits than a `Decimal` are rounded; `description` preserves them.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let object):
      var container = encoder.container(keyedBy: AnyKey.self)
      for member in object { try container.encode(member.value, forKey: AnyKey(member.key)) }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    default:
      var container = encoder.singleValueContainer()
      try encodeScalar(in: &container)
    }
  }

  private func encodeScalar(in container: inout any SingleValueEncodingContainer) throws {
    switch self {
    case .bool(let bool): try container.encode(bool)
    case .string(let string): try container.encode(string)
    case .number(let number):
      if let int = number.int {
        try container.encode(int)
      } else if let decimal = Decimal(string: number.text) {
        try container.encode(decimal)
      } else {
        try container.encode(number.double)
      }
    case .null, .array, .object: try container.encodeNil()
    }
  }
}

/// A key of an object, with any name.
private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ key: String) { stringValue = key }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
