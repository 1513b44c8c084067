/// A token of JSON text: a bracket, a key, or a scalar value.
struct JSONToken: Equatable {
  /// The kind of token.
  enum Kind: Equatable {
    case beginObject, endObject, beginArray, endArray
    case key, string, number, `true`, `false`, null
  }

  let kind: Kind

  /// The range of the token in bytes, including quotes.
  let range: Range<Int>

  /// The properties of a key or a string that prevent displaying it unchanged.
  var string: StringTraits = []
}

/// Properties of a string that is not plain.
struct StringTraits: OptionSet {
  let rawValue: UInt8
  /// It contains escapes.
  static let escaped = StringTraits(rawValue: 1)
  /// It contains invalid UTF-8.
  static let invalidUTF8 = StringTraits(rawValue: 2)
  /// It contains an escaped lone surrogate.
  static let loneSurrogate = StringTraits(rawValue: 4)
}
