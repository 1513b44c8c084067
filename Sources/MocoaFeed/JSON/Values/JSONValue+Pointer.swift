extension JSONValue {
  /// The value at a pointer, or nil if there is none.
  public subscript(pointer: JSONPointer) -> JSONValue? {
    var value = self
    for token in pointer.tokens {
      switch value {
      case .object(let object):
        guard let next = object[token] else { return nil }
        value = next
      case .array(let elements):
        guard let index = JSONPointer.index(token), index < elements.count else { return nil }
        value = elements[index]
      default: return nil
      }
    }
    return value
  }
}
