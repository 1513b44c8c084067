/// A piece of JSON text: a bracket, a key, or a value without parts.
struct JSONToken: Equatable {
  /// What the piece is.
  enum Kind: Equatable {
    case beginObject, endObject, beginArray, endArray
    case key, string, number, `true`, `false`, null
  }

  let kind: Kind

  /// Where the piece is in the text, in bytes; quotes are included.
  let range: Range<Int>

  /// What has to be done to a key or a string before it can be shown.
  var string: StringTraits = []
}

/// What there is in a string besides plain characters.
struct StringTraits: OptionSet {
  let rawValue: UInt8
  /// There are escapes.
  static let escaped = StringTraits(rawValue: 1)
  /// There are bytes that are not UTF-8.
  static let invalidUTF8 = StringTraits(rawValue: 2)
  /// There is an escaped half of a surrogate pair without the other half.
  static let loneSurrogate = StringTraits(rawValue: 4)
}
