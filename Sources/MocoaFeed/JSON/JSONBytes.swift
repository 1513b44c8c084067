/// JSON text that has not been turned into values: bytes, and what can be asked of them directly.
///
/// The bytes may be anything; `check()` says whether they are JSON. A slice shares the memory of
/// the text that it was cut from.
public struct JSONBytes: Hashable, Sendable {
  /// What a piece of JSON text begins like.
  public enum Kind: Hashable, Sendable {
    case object, array, string, number, bool, null
  }

  /// The bytes.
  public let slice: ArraySlice<UInt8>

  /// Makes text of bytes.
  public init(_ bytes: [UInt8]) {
    slice = bytes[...]
  }

  /// Makes text of a part of an array.
  public init(_ slice: ArraySlice<UInt8>) {
    self.slice = slice
  }

  /// The number of bytes.
  public var count: Int { slice.count }

  /// What kind of value the text begins like, or nil where no value begins so.
  ///
  /// - Complexity: O(1), but for white space at the start.
  public var kind: Kind? {
    switch slice.first(where: { !$0.isJSONWhitespace }) {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "n"): .null
    case let byte? where byte.isDigit || byte == UInt8(ascii: "-"): .number
    default: nil
    }
  }

  /// The text as it is, bad UTF-8 replaced by U+FFFD.
  public var text: String { String(decoding: slice, as: UTF8.self) }

  /// The string that the text stands for, or nil where it is no string.
  public var string: String? {
    withBytes { bytes in
      var reader = JSONReader(bytes)
      guard let token = try? reader.next(), token.kind == .string else { return nil }
      return JSONText.string(of: token, in: bytes)
    }
  }

  /// Checks that the text is one JSON value (RFC 8259).
  ///
  /// - Complexity: O(n) for n bytes; no memory up to 64 levels of nesting.
  /// - Returns: Whether something has to be repaired to show it: bytes that are not UTF-8, or lone
  ///   surrogates.
  /// - Throws: What is wrong, and where.
  @discardableResult
  public func check() throws(JSONSyntaxError) -> Bool {
    try withBytes { bytes throws(JSONSyntaxError) in
      var reader = JSONReader(bytes)
      var traits: StringTraits = []
      while let token = try reader.next() { traits.formUnion(token.string) }
      return !traits.isDisjoint(with: [.invalidUTF8, .loneSurrogate])
    }
  }

  /// The value that the text stands for.
  ///
  /// - Complexity: O(n) for n bytes.
  /// - Throws: What is wrong with the text, and where; also where it is nested more than
  ///   `JSONValue.maximumDepth` levels deep.
  public func value() throws(JSONSyntaxError) -> JSONValue {
    try withBytes { bytes throws(JSONSyntaxError) in try JSONValue(parsing: bytes) }
  }

  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try slice.withUnsafeBufferPointer { buffer throws(Failure) in
      try body(UnsafeRawBufferPointer(buffer))
    }
  }
}

// MARK: - Printing

extension JSONBytes: CustomStringConvertible {
  /// The text as compact JSON on one line, or as it is where it is no JSON.
  public var description: String { formatted(indentation: nil) }

  /// The text with a line for each member and element, or as it is where it is no JSON.
  ///
  /// Numbers, escapes and the order of members stay as they are.
  ///
  /// - Parameter indentation: How many blanks a level is indented by.
  /// - Returns: The text, without a line feed at the end.
  public func pretty(indentation: Int = 2) -> String {
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
