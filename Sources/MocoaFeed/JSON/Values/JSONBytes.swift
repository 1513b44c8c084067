/// Unparsed JSON text, with operations that need no values.
///
/// The bytes may be anything; `check()` validates them. A slice shares the memory of its source.
public struct JSONBytes: Hashable, Sendable {
  /// The kind of value with which a text begins.
  public enum Kind: Hashable, Sendable {
    case object, array, string, number, bool, null
  }

  /// The maximum length of a row in bytes, unless another one is set.
  package static let longestRow = 16 * 1024 * 1024

  package let slice: ArraySlice<UInt8>

  /// Creates text from bytes.
  public init(_ bytes: [UInt8]) {
    slice = bytes[...]
  }

  /// Creates text from a part of an array.
  init(_ slice: ArraySlice<UInt8>) {
    self.slice = slice
  }

  /// The number of bytes.
  package var count: Int { slice.count }

  /// The kind of value with which the text begins, or nil if it begins with none.
  ///
  /// - Complexity: O(1), except for leading white space.
  public var kind: Kind? {
    // A byte order mark, which files that were joined have between their lines.
    let text = slice.starts(with: [0xEF, 0xBB, 0xBF]) ? slice.dropFirst(3) : slice
    return switch text.first(where: { !$0.isJSONWhitespace }) {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "n"): .null
    case let byte? where byte.isDigit || byte == UInt8(ascii: "-"): .number
    default: nil
    }
  }

  /// The text, with invalid UTF-8 replaced by U+FFFD.
  public var text: String { String(decoding: slice, as: UTF8.self) }

  /// The unescaped string, or nil if the text is not a string.
  public var string: String? {
    withBytes { bytes in
      var reader = JSONReader(bytes)
      guard let token = try? reader.next(), token.kind == .string else { return nil }
      return JSONText.string(of: token, in: bytes)
    }
  }

  /// Validates that the text is one JSON value (RFC 8259).
  ///
  /// - Complexity: O(n) for n bytes; allocates nothing up to 64 levels of nesting.
  /// - Returns: `true` if invalid UTF-8 or lone surrogates need to be replaced for display.
  /// - Throws: The error and its position.
  @discardableResult
  package func check() throws(JSONSyntaxError) -> Bool {
    try withBytes { bytes throws(JSONSyntaxError) in
      var reader = JSONReader(bytes)
      var traits: StringTraits = []
      while let token = try reader.next() { traits.formUnion(token.string) }
      return !traits.isDisjoint(with: [.invalidUTF8, .loneSurrogate])
    }
  }

  /// Parses the text into a value.
  ///
  /// - Complexity: O(n) for n bytes.
  /// - Throws: The error and its position; also if nesting exceeds `JSONValue.maximumDepth` levels.
  public func value() throws(JSONSyntaxError) -> JSONValue {
    try withBytes { bytes throws(JSONSyntaxError) in try JSONValue(parsing: bytes) }
  }

  /// Calls a closure with the bytes, which are valid during the call only.
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try slice.withUnsafeBufferPointer { buffer throws(Failure) in
      try body(UnsafeRawBufferPointer(buffer))
    }
  }
}

// MARK: - Printing

extension JSONBytes: CustomStringConvertible {
  /// The text as compact JSON on one line, or unchanged if it is not JSON.
  public var description: String { formatted(indentation: nil) }

  /// Returns the text with one line per member and element, or unchanged if it is not JSON.
  ///
  /// Numbers, escapes and the order of members are unchanged.
  ///
  /// - Parameter indentation: The number of spaces per level.
  /// - Returns: The text, without a trailing line feed.
  package func pretty(indentation: Int = 2) -> String {
    formatted(indentation: indentation)
  }

  private func formatted(indentation: Int?) -> String {
    withBytes { bytes in
      guard let result = try? JSONFormatter.format(bytes, indentation: indentation) else {
        return text
      }
      return String(decoding: result, as: UTF8.self)
    }
  }
}
