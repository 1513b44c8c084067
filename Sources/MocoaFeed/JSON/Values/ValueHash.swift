/// Hashes JSON values independently of their spelling.
///
/// Texts that differ in white space, escapes, the order of members and the notation of numbers have
/// equal hashes. Of duplicate members the last counts. Text that is not JSON is hashed as bytes.
struct ValueHash {
  private struct Entry {
    /// The hash of the key of a member.
    var key: UInt64
    var position: Int
    var value: UInt64
  }

  private let hash: ByteHash

  /// The members and elements of the open containers.
  private var entries: [Entry] = []

  /// The start of the entries of each open container.
  private var starts: [Int] = []

  init(_ hash: ByteHash = .ofThisRun) { self.hash = hash }

  /// Returns the hash of the value of a text.
  ///
  /// - Complexity: O(n log n) for n bytes.
  mutating func callAsFunction(_ text: UnsafeRawBufferPointer) -> UInt64 {
    entries.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    var reader = JSONReader(text)
    var result: UInt64 = 0
    do {
      while let token = try reader.next() {
        guard let value = add(token, of: text) else { continue }
        if starts.isEmpty { result = value }
      }
    } catch {
      return hash(text)
    }
    return result
  }

  /// Adds a token, and returns the hash of the value that ends with it.
  private mutating func add(_ token: JSONToken, of text: UnsafeRawBufferPointer) -> UInt64? {
    let kind = UInt64(token.kind.tag)
    let value: UInt64
    switch token.kind {
    case .beginArray, .beginObject:
      // Elements and members belong to the open container.
      starts.append(entries.count)
      return nil
    case .key:
      entries.append(Entry(key: string(token, of: text), position: entries.count, value: 0))
      return nil
    case .endArray: value = hash(kind, endArray())
    case .endObject: value = hash(kind, endObject())
    case .string: value = hash(kind, string(token, of: text))
    case .number: value = hash(kind, number(.init(rebasing: text[token.range])))
    case .true, .false, .null: value = hash(kind, 0)
    }
    finish(value)
    return value
  }

  /// Assigns a value to the pending member, or adds it as an element.
  private mutating func finish(_ value: UInt64) {
    guard let start = starts.last else { return }
    if isObject(from: start) {
      entries[entries.count - 1].value = value
    } else {
      entries.append(Entry(key: Self.element, position: entries.count, value: value))
    }
  }

  /// The key of elements; the hash of a member's key equals it with a probability of 1 in 2⁶⁴.
  private static let element: UInt64 = 0

  private func isObject(from start: Int) -> Bool {
    start < entries.count && entries[entries.count - 1].key != Self.element
  }

  private mutating func endArray() -> UInt64 {
    let start = starts.removeLast()
    let result = entries[start...].reduce(UInt64(0)) { hash($0, $1.value) }
    entries.removeSubrange(start...)
    return result
  }

  private mutating func endObject() -> UInt64 {
    let start = starts.removeLast()
    entries[start...].sort { ($0.key, $0.position) < ($1.key, $1.position) }
    var result: UInt64 = 0
    for index in start..<entries.count {
      let isLast = index + 1 == entries.count || entries[index + 1].key != entries[index].key
      if isLast { result = hash(hash(result, entries[index].key), entries[index].value) }
    }
    entries.removeSubrange(start...)
    return result
  }

  // MARK: Scalars

  private func string(_ token: JSONToken, of text: UnsafeRawBufferPointer) -> UInt64 {
    let content = UnsafeRawBufferPointer(rebasing: text[token.range].dropFirst().dropLast())
    guard token.string.contains(.escaped) else { return hash(content) }
    var string = JSONText.unescaped(content)
    return string.withUTF8 { hash(UnsafeRawBufferPointer($0)) }
  }

  private func number(_ text: UnsafeRawBufferPointer) -> UInt64 {
    guard let quantity = Quantity(text) else { return hash(text) }
    guard !quantity.rest.isEmpty else { return hash(quantity.order, 0) }
    return hash(quantity.order, quantity.rest.withUnsafeBytes { hash($0) })
  }
}

extension JSONToken.Kind {
  /// A number for the kind of value that ends with the token.
  fileprivate var tag: Int {
    switch self {
    case .endArray, .beginArray: 1
    case .endObject, .beginObject: 2
    case .string, .key: 3
    case .number: 4
    case .true: 5
    case .false: 6
    case .null: 7
    }
  }
}
