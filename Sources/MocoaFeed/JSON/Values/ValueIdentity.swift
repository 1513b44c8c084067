/// The identity of values: bytes that are the same for equal values only, and their hash.
///
/// It determines groups, sections, unique rows and the number of different values. Equal numbers
/// are the same regardless of their notation, and so are equal strings; null equals a missing
/// member. Arrays are the same if their elements are, and objects if their members are, in any
/// order.
struct ValueIdentity: Sendable {
  private let hashing: ByteHash
  private var bytes: [UInt8] = []

  /// Creates the identity of no values.
  init(_ hashing: ByteHash = .ofThisRun) { self.hashing = hashing }

  var hash: UInt64 { bytes.withUnsafeBytes { hashing($0) } }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends the value of a member; nil for a missing one.
  ///
  /// - Complexity: O(n) for n bytes; allocates nothing but for escapes.
  mutating func append(_ value: UnsafeRawBufferPointer?) { append(value, level: 0) }

  /// The number of levels of arrays and objects whose elements are compared; of deeper ones, the
  /// texts are.
  private static let deepestLevel = 64

  private mutating func append(_ value: UnsafeRawBufferPointer?, level: Int) {
    guard let value, let content = QueryValue(value) else { return bytes.append(0) }
    let start = bytes.count
    let kind: UInt8
    switch content {
    case .null: return bytes.append(0)
    case .number(let quantity):
      kind = 1
      withUnsafeBytes(of: quantity.order) { bytes.append(contentsOf: $0) }
      bytes += quantity.rest
    case .text(let content):
      kind = 2
      QueryValue.withIdentity(content) { bytes.append(contentsOf: $0) }
    case .container:
      kind = 3
      if level < Self.deepestLevel {
        append(elementsOf: value, level: level + 1)
      } else {
        bytes.append(contentsOf: value)
      }
    case .bool(let isTrue):
      kind = 4
      bytes.append(isTrue ? 1 : 0)
    }
    // The length and the kind separate the values of several members.
    bytes.append(kind)
    withUnsafeBytes(of: bytes.count - start) { bytes.append(contentsOf: $0) }
  }

  /// Appends the elements of an array, or the members of an object in the order of their names.
  private mutating func append(elementsOf value: UnsafeRawBufferPointer, level: Int) {
    let json = JSONBytes(Array(value))
    guard json.kind == .object else {
      bytes.append(UInt8(ascii: "["))
      for element in json.elements { element.withBytes { append($0, level: level) } }
      return
    }
    // Of members of one name, the last one counts.
    var members: [[UInt8]: [UInt8]] = [:]
    for (key, value) in json.members {
      var identity = ValueIdentity(hashing)
      value.withBytes { identity.append($0, level: level) }
      members[Array(key.utf8)] = identity.bytes
    }
    bytes.append(UInt8(ascii: "{"))
    for (key, value) in members.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      bytes += key
      withUnsafeBytes(of: key.count) { bytes.append(contentsOf: $0) }
      bytes += value
    }
  }

  /// Returns whether two values are the same.
  static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    if ByteSearch.isEqual(left, right) { return true }
    let identities = [left, right].map { value in
      var identity = ValueIdentity()
      identity.append(value)
      return identity.bytes
    }
    return identities[0] == identities[1]
  }

  mutating func hash(of value: UnsafeRawBufferPointer?) -> UInt64 {
    removeAll()
    append(value)
    return hash
  }
}
