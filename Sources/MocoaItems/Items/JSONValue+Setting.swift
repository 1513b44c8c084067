import MocoaFeed

/// An error of setting a value at a pointer.
public enum JSONPointerError: Error, Hashable, Sendable {
  /// The path leads through a scalar or a missing value; with the part that was found.
  case noContainer(JSONPointer)
  /// An array does not have the element.
  case noElement(JSONPointer)
}

extension JSONValue {
  /// Sets the value at a pointer, or removes it if the value is nil.
  ///
  /// The last part may be a new key of an object, or `-` for a new element of an array (RFC 6901,
  /// section 4). A removed value need not exist.
  ///
  /// - Throws: An error if the container or element is missing; nothing is changed then.
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
