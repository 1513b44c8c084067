/// The identity of values: bytes that are the same for equal values only, and their hash.
///
/// It determines groups, sections, unique rows and the number of different values. Equal numbers
/// are the same regardless of their notation, and so are equal strings; null equals a missing
/// member. Arrays and objects are the same if their texts are.
struct ValueIdentity: Sendable {
  private let hashing: ByteHash
  private var bytes: [UInt8] = []

  /// Creates the identity of no values.
  ///
  /// - Parameter hashing: The hash function.
  init(_ hashing: ByteHash = .ofThisRun) { self.hashing = hashing }

  /// The hash of the values.
  var hash: UInt64 { bytes.withUnsafeBytes { hashing($0) } }

  /// Removes all values.
  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends the value of a member; nil for a missing one.
  ///
  /// - Complexity: O(n) for n bytes; allocates nothing but for escapes.
  mutating func append(_ value: UnsafeRawBufferPointer?) {
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
      bytes.append(contentsOf: value)
    case .bool(let isTrue):
      kind = 4
      bytes.append(isTrue ? 1 : 0)
    }
    // The length and the kind separate the values of several members.
    bytes.append(kind)
    withUnsafeBytes(of: bytes.count - start) { bytes.append(contentsOf: $0) }
  }

  /// Returns the hash of one value.
  mutating func hash(of value: UnsafeRawBufferPointer?) -> UInt64 {
    removeAll()
    append(value)
    return hash
  }
}
