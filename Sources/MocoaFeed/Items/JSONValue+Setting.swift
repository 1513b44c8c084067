/// Why a value cannot be set where a pointer leads to.
public enum JSONPointerError: Error, Hashable, Sendable {
  /// On the way there is no array and no object, or nothing at all; with the part that was gone.
  case noContainer(JSONPointer)
  /// A position in an array that it does not have.
  case noElement(JSONPointer)
}

extension JSONValue {
  /// Sets the value that a pointer leads to, or removes it where the value is nil.
  ///
  /// The last part may be a new key of an object, or `-` for a new element of an array (RFC 6901,
  /// section 4). What is to be removed need not be there.
  ///
  /// - Throws: where the pointer does not lead anywhere; nothing is changed then.
  public mutating func set(
    _ value: JSONValue?, at pointer: JSONPointer
  ) throws(JSONPointerError) {
    self = try setting(value, at: pointer.tokens[...], of: pointer)
  }

  private func setting(
    _ value: JSONValue?, at tokens: ArraySlice<String>, of pointer: JSONPointer
  ) throws(JSONPointerError) -> JSONValue {
    guard let token = tokens.first else { return value ?? .null }
    let rest = tokens.dropFirst()
    let passed = JSONPointer(tokens: Array(pointer.tokens.prefix(rest.startIndex)))
    switch self {
    case .object(var object):
      guard rest.isEmpty else {
        guard let child = object[token] else { throw .noContainer(passed) }
        object[token] = try child.setting(value, at: rest, of: pointer)
        return .object(object)
      }
      object[token] = value
      return .object(object)
    case .array(var elements):
      if token == "-", rest.isEmpty {
        if let value { elements.append(value) }
        return .array(elements)
      }
      guard let index = JSONPointer.index(token), elements.indices.contains(index) else {
        throw .noElement(passed)
      }
      if rest.isEmpty, value == nil {
        elements.remove(at: index)
      } else {
        elements[index] = try elements[index].setting(value, at: rest, of: pointer)
      }
      return .array(elements)
    default: throw .noContainer(passed)
    }
  }
}
