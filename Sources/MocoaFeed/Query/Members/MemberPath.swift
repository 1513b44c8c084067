/// Which member of a row is meant: `score`, `author.name`, `tags.0`, or a JSON pointer.
///
/// A name is a key of the row; where the row has none such, dots lead through nested objects and
/// arrays. A text that starts with `/` is a pointer (RFC 6901). `.` is the row itself, and a dot in
/// front of a name changes nothing: `.score`.
public struct MemberPath: Hashable, Sendable {
  /// The path as it was written.
  public let text: String

  /// The keys and positions to follow from the row.
  let steps: [MemberStep]

  /// Finds the name as one key, with its quotes, where it has dots.
  let whole: ByteFinder?

  /// Reads a path; any text is one.
  public init(_ text: String) {
    if text.utf8.first == UInt8(ascii: "/"), let pointer = JSONPointer(text) {
      self.init(text: text, keys: pointer.tokens, whole: nil)
      return
    }
    let name = text.utf8.first == UInt8(ascii: ".") ? String(text.dropFirst()) : text
    guard !name.isEmpty else {
      self.init(text: text, keys: [], whole: nil)
      return
    }
    let keys = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    self.init(text: text, keys: keys, whole: keys.count > 1 ? name : nil)
  }

  /// Makes a path of the keys and positions to follow.
  public init(keys: [String]) {
    self.init(text: JSONPointer(tokens: keys).description, keys: keys, whole: nil)
  }

  private init(text: String, keys: [String], whole: String?) {
    self.text = text
    steps = keys.map(MemberStep.init)
    self.whole = whole.map { name in
      var quoted: [UInt8] = []
      JSONText.quote(name, to: &quoted)
      return ByteFinder(String(decoding: quoted, as: UTF8.self), ignoresCase: false)
    }
  }

  /// The text of the member in a row, or nil where the row has none.
  ///
  /// - Complexity: O(n) for n bytes up to the end of the member; no memory.
  public func value(in row: JSONBytes) -> JSONBytes? {
    row.withBytes { bytes in
      range(in: bytes).map { range in
        let start = row.slice.startIndex
        return JSONBytes(row.slice[start + range.lowerBound..<start + range.upperBound])
      }
    }
  }

  /// Where the member is in the bytes of a row, or nil where the row has none.
  func range(in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
    var scanner = MemberScanner(bytes)
    if let whole, let range = Self.range(ofWhole: whole, in: bytes) { return range }
    for step in steps {
      guard scanner.descend(step) else { return nil }
    }
    return scanner.value()
  }

  /// The bytes of the member by which rows are told apart or put together; nil where there is none,
  /// and where it is null.
  ///
  /// In a member of an object, `"key": value`, the key is the member `key`.
  func identity(in row: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    let found = range(in: row) ?? (text == "key" ? Self.bareKey(of: row) : nil)
    guard let found, row[found.lowerBound] != UInt8(ascii: "n") else { return nil }
    return UnsafeRawBufferPointer(rebasing: row[found])
  }

  /// The key of a member that stands by itself.
  private static func bareKey(of row: UnsafeRawBufferPointer) -> Range<Int>? {
    var scanner = MemberScanner(row)
    guard scanner.position < row.count, row[scanner.position] == UInt8(ascii: "\""),
      let key = scanner.value()
    else { return nil }
    let rest = row[key.upperBound...].drop { $0.isJSONWhitespace }
    return rest.first == UInt8(ascii: ":") ? key : nil
  }

  /// The member whose key is the whole name with its dots.
  private static func range(
    ofWhole whole: ByteFinder, in bytes: UnsafeRawBufferPointer
  ) -> Range<Int>? {
    guard whole.first(in: bytes) != nil else { return nil }
    var scanner = MemberScanner(bytes)
    let step = MemberStep(key: whole.needle.dropFirst().dropLast())
    return scanner.descend(step) ? scanner.value() : nil
  }
}

extension MemberPath: CustomStringConvertible, ExpressibleByStringLiteral {
  /// The path as it was written.
  public var description: String { text }

  /// Reads a path.
  public init(stringLiteral value: String) { self.init(value) }
}

/// One step of a path: a key of an object, or a position in an array.
struct MemberStep: Hashable, Sendable {
  /// The key as the bytes between its quotes, where nothing in it needs an escape.
  let key: [UInt8]

  /// The position in an array, where the key can be one.
  let index: Int?

  init(_ key: String) {
    self.key = Array(key.utf8)
    index = JSONPointer.index(key)
  }

  init(key: ArraySlice<UInt8>) {
    self.key = Array(key)
    index = nil
  }
}
