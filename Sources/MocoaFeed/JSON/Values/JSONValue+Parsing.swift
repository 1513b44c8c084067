extension JSONValue {
  /// Parses JSON text.
  ///
  /// Invalid UTF-8 and lone surrogates become U+FFFD.
  ///
  /// - Complexity: O(n) for n bytes.
  /// - Throws: The error and its position.
  public init(parsing text: some StringProtocol) throws(JSONSyntaxError) {
    self = try JSONBytes(Array(text.utf8)).value()
  }

  init(parsing bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError) {
    var reader = JSONReader(bytes)
    var builder = JSONValueBuilder(bytes: bytes)
    while let token = try reader.next() {
      guard reader.depth <= Self.maximumDepth else {
        throw JSONSyntaxError(
          reason: .tooDeep(limit: Self.maximumDepth), offset: token.range.lowerBound)
      }
      builder.add(token)
    }
    self = builder.result
  }
}

/// Builds a value from valid tokens.
private struct JSONValueBuilder {
  private enum Container {
    case array([JSONValue])
    case object([JSONObject.Member])
  }

  let bytes: UnsafeRawBufferPointer
  var result = JSONValue.null
  private var open: [Container] = []
  private var keys: [String] = []

  init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  mutating func add(_ token: JSONToken) {
    switch token.kind {
    case .beginArray: open.append(.array([]))
    case .beginObject: open.append(.object([]))
    case .key: keys.append(JSONText.string(of: token, in: bytes))
    case .string: finish(.string(JSONText.string(of: token, in: bytes)))
    case .number: finish(.number(JSONNumber(text: JSONText.text(token.range, in: bytes))))
    case .true: finish(.bool(true))
    case .false: finish(.bool(false))
    case .null: finish(.null)
    case .endArray, .endObject:
      switch open.popLast() {
      case .array(let elements): finish(.array(elements))
      case .object(let members): finish(.object(JSONObject(members)))
      case nil: preconditionFailure("A container ends that was not begun.")
      }
    }
  }

  private mutating func finish(_ value: JSONValue) {
    // The container is moved out while it is extended, so that its storage is not copied.
    switch open.popLast() {
    case .array(var elements):
      elements.append(value)
      open.append(.array(elements))
    case .object(var members):
      members.append(JSONObject.Member(key: keys.removeLast(), value: value))
      open.append(.object(members))
    case nil:
      result = value
    }
  }
}
