/// A tree of members, which finds the values of many of them in one scan of a row.
///
/// An open tree adds every member of rows that are JSON, in the order of their first appearance: it
/// is the schema of the rows. Most rows have their members in the same order, so the keys are first
/// compared with those of an earlier row as they are written, then with the next known member.
struct MemberTree: Sendable {
  /// The number of levels of nested objects that an open tree records; deeper ones are values.
  static let deepestLevel = 16

  /// The kinds of values of a member.
  struct Kinds: OptionSet, Sendable {
    let rawValue: UInt8
    /// A string, a number, a Boolean, an array, or an object that is too deep.
    static let value = Kinds(rawValue: 1)
    static let null = Kinds(rawValue: 2)
    static let emptyObject = Kinds(rawValue: 4)
    static let tooDeep = Kinds(rawValue: 8)
  }

  struct Node: Sendable {
    let key: [UInt8]
    /// The number of bytes of the key, and the first eight of them.
    let length: Int
    let word: UInt64
    /// The position in an array, if the key can be one; a negative one counts from the end.
    var index: Int?
    var level: Int
    var firstChild = -1
    var lastChild = -1
    var nextSibling = -1
    /// The slot for the range of its value, or -1 if it is not needed.
    var slot = -1
    /// The first of the keys that are expected in its object, or -1.
    var firstExpected = -1
    var kinds: Kinds = []

    init(key: [UInt8], level: Int) {
      (self.key, self.level) = (key, level)
      length = key.count
      word = key.withUnsafeBytes { $0.word(of: 0..<$0.count) }
    }
  }

  private(set) var nodes = [Node(key: [], level: 0)]

  /// A key as it was written in a row, where it is expected in the next ones, too.
  private struct Expected {
    let key: ExpectedKey
    /// Its node, or -1 if it has none.
    let child: Int
    /// The key that followed, or -1.
    var next = -1
  }

  /// The keys of objects in the order of the rows from which they were learned.
  private var expected: [Expected] = []

  /// A Boolean value that indicates whether unknown members are added.
  private let isOpen: Bool

  /// The nodes by parent and key, for parents with many.
  private var lookUp: [Key: Int] = [:]

  private struct Key: Hashable {
    var parent: Int
    var key: [UInt8]
  }

  /// The maximum number of expected keys.
  private static let maximumExpected = 1_024

  /// The number of siblings that are compared one by one.
  private static let fewSiblings = 16

  /// The values in the last row by slot; empty if it has none.
  private(set) var values: [Range<Int>] = []

  /// The members of short names, by the slots of the rows' own members of these names.
  private var completed: [(slot: Int, path: MemberPath)] = []

  /// A Boolean value that indicates whether the last row has white space that compact JSON lacks.
  private(set) var hasSpace = false

  /// The last row in which each node was encountered.
  private var stamps = [0]
  private var row = 0

  /// The last row that was validated before something of it was added, and whether it is JSON.
  private var checked = (row: 0, isJSON: false)

  /// The first node that was encountered again in the last row, or -1.
  private var repeated = -1

  /// A Boolean value that indicates whether the last row has one of the members more than once.
  var isRepeating: Bool { repeated >= 0 }

  /// Creates a tree without members.
  init(isOpen: Bool = false) { self.isOpen = isOpen }

  // MARK: Adding members

  /// Adds the path of a member, in which keys that are positions may lead into arrays; returns its
  /// slot.
  mutating func add(_ steps: some Sequence<MemberStep>, isInArrays: Bool = true) -> Int {
    var node = 0
    for step in steps {
      let next = child(of: node, key: step.key) ?? insert(step.key, under: node)
      if isInArrays { nodes[next].index = step.index }
      node = next
    }
    if nodes[node].slot < 0 {
      nodes[node].slot = values.count
      values.append(0..<0)
    }
    return nodes[node].slot
  }

  /// Adds the possible meanings of a path, in which keys that are positions may lead into arrays;
  /// returns the slots of its value, of which the first that is not empty counts.
  mutating func slots(of path: MemberPath, isInArrays: Bool = true) -> [Int] {
    var slots: [Int] = []
    if let whole = path.whole { slots.append(add(whole, isInArrays: false)) }
    if path.isCompleted { completed.append((slots[0], path)) }
    slots.append(add(path.steps, isInArrays: isInArrays))
    return slots
  }

  /// Returns the value in the first non-empty slot of the last row, or nil if there is none.
  @inline(__always)
  func value(in slots: [Int], of row: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    range(in: slots).map { row[rebased: $0] }
  }

  /// Returns the range in the first non-empty slot of the last row, or nil if there is none.
  @inline(__always)
  func range(in slots: [Int]) -> Range<Int>? {
    for slot in slots where !values[slot].isEmpty { return values[slot] }
    return nil
  }

  /// Adds a member, even if no row has a value for it.
  mutating func insert(_ name: String) {
    let key = Array(name.utf8)
    let node = child(of: 0, key: key) ?? insert(key, under: 0)
    // The values may be objects, whose members have columns then.
    nodes[node].kinds.insert(.null)
  }

  /// Adds the members of another open tree, as if its rows followed those of this one.
  mutating func merge(_ other: MemberTree) { merge(other, 0, into: 0) }

  private mutating func merge(_ other: MemberTree, _ source: Int, into target: Int) {
    nodes[target].kinds.formUnion(other.nodes[source].kinds)
    var next = other.nodes[source].firstChild
    while next >= 0 {
      let key = other.nodes[next].key
      merge(other, next, into: child(of: target, key: key) ?? insert(key, under: target))
      next = other.nodes[next].nextSibling
    }
  }

  private mutating func insert(_ key: [UInt8], under parent: Int) -> Int {
    let node = nodes.count
    nodes.append(Node(key: key, level: nodes[parent].level + 1))
    stamps.append(0)
    if !isOpen, !expected.isEmpty {
      expected = []
      for index in nodes.indices { nodes[index].firstExpected = -1 }
    }
    if nodes[parent].lastChild >= 0 {
      nodes[nodes[parent].lastChild].nextSibling = node
    } else {
      nodes[parent].firstChild = node
    }
    nodes[parent].lastChild = node
    lookUp[Key(parent: parent, key: key)] = node
    return node
  }

  private func child(of parent: Int, key: [UInt8]) -> Int? {
    lookUp[Key(parent: parent, key: key)]
  }

  /// The path of the first member that the last row has more than once.
  var repeatedMember: String {
    var keys: [String] = []
    var node = repeated
    while node > 0, let key = lookUp.first(where: { $0.value == node })?.key {
      keys.insert(String(decoding: key.key, as: UTF8.self), at: 0)
      node = key.parent
    }
    return MemberPath(keys: keys).text
  }

  // MARK: Reading a row

  /// Validates a row, and finds the members in it; of duplicate members the last one counts.
  ///
  /// - Complexity: O(n) for n bytes.
  /// - Returns: `true` if the row is JSON.
  mutating func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    row += 1
    repeated = -1
    for slot in values.indices { values[slot] = 0..<0 }
    var scanner = CheckedScanner(bytes)
    guard read(0, &scanner, bytes), scanner.isAtEnd else { return false }
    hasSpace = scanner.hasSpace
    for (slot, path) in completed where !values[slot].isEmpty { path.noteMixture() }
    return true
  }

  private mutating func read(
    _ node: Int, _ scanner: inout CheckedScanner, _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    let start = scanner.position
    if stamps[node] == row {
      if repeated < 0 { repeated = node }
      forget(node)
    }
    stamps[node] = row
    let isObject = scanner.next == UInt8(ascii: "{")
    let isArray = scanner.next == UInt8(ascii: "[")
    let isEntered = nodes[node].firstChild >= 0 || isOpen && nodes[node].level < Self.deepestLevel
    if isObject, isEntered {
      guard readMembers(of: node, &scanner, bytes) else { return false }
    } else if isArray, nodes[node].firstChild >= 0, !isOpen {
      guard readElements(of: node, &scanner, bytes) else { return false }
    } else {
      let isNull = scanner.next == UInt8(ascii: "n")
      guard scanner.skipValue() else { return false }
      add(isNull ? .null : isObject ? .tooDeep : .value, to: node, of: bytes)
    }
    if nodes[node].slot >= 0 { values[nodes[node].slot] = start..<scanner.position }
    return true
  }

  private mutating func readMembers(
    of parent: Int, _ scanner: inout CheckedScanner, _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    var nextChild = nodes[parent].firstChild
    var isFirst = true
    var (known, next) = (-1, nodes[parent].firstExpected)
    while true {
      if moveToExpected(&known, &next, &scanner, isFirst: isFirst) {
        isFirst = false
        let child = expected[known].child
        guard child >= 0 ? read(child, &scanner, bytes) : scanner.skipValue() else { return false }
        if child >= 0 { nextChild = nodes[child].nextSibling }
        continue
      }
      switch scanner.element(ofObject: true, isFirst: isFirst) {
      case .broken: return false
      case .end:
        if isFirst { add(.emptyObject, to: parent, of: bytes) }
        return true
      case .value(let key):
        isFirst = false
        let child = child(
          of: parent, key: key, in: bytes, hasEscapes: scanner.hasEscapes, expected: nextChild)
        if next < 0, child != nil || !isOpen, let key = scanner.expectedKey(key) {
          known = expect(Expected(key: key, child: child ?? -1), after: known, in: parent)
        }
        guard let child else {
          guard scanner.skipValue() else { return false }
          continue
        }
        guard read(child, &scanner, bytes) else { return false }
        nextChild = nodes[child].nextSibling
      }
    }
  }

  /// Moves to the next member if its key is the one that is expected, or the one after that.
  ///
  /// - Parameters:
  ///   - known: The expected key that was last met.
  ///   - next: The one that is expected next, or -1.
  ///   - scanner: Before a member.
  ///   - isFirst: A Boolean value that indicates whether the object begins there.
  /// - Returns: `true` if it is the value of `known` now.
  @inline(__always)
  private func moveToExpected(
    _ known: inout Int, _ next: inout Int, _ scanner: inout CheckedScanner, isFirst: Bool
  ) -> Bool {
    var place = next
    for _ in 0..<2 where place >= 0 {
      if scanner.skip(expected[place].key, isFirst: isFirst) {
        (known, next) = (place, expected[place].next)
        return true
      }
      place = expected[place].next
    }
    return false
  }

  /// Appends a key to those that are expected in an object.
  ///
  /// - Returns: Its place, or that of the one before it if there are enough.
  private mutating func expect(_ key: Expected, after known: Int, in parent: Int) -> Int {
    guard expected.count < Self.maximumExpected else { return known }
    if known >= 0 {
      expected[known].next = expected.count
    } else {
      nodes[parent].firstExpected = expected.count
    }
    expected.append(key)
    return expected.count - 1
  }

  private mutating func readElements(
    of parent: Int, _ scanner: inout CheckedScanner, _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    var index = 0
    let count = countForPositionsFromEnd(of: parent, scanner)
    while true {
      switch scanner.element(ofObject: false, isFirst: index == 0) {
      case .broken: return false
      case .end: return true
      case .value:
        if count > 0 {
          // It may be needed as both.
          let child = child(of: parent, at: index - count)
          var ahead = scanner
          if child >= 0, !read(child, &ahead, bytes) { return false }
        }
        let child = child(of: parent, at: index)
        guard child >= 0 ? read(child, &scanner, bytes) : scanner.skipValue() else { return false }
        index += 1
      }
    }
  }

  /// Returns the child for a position in an array, or -1.
  private func child(of parent: Int, at index: Int) -> Int {
    var child = nodes[parent].firstChild
    while child >= 0, nodes[child].index != index { child = nodes[child].nextSibling }
    return child
  }

  /// Returns the number of elements of the array that a scanner has entered; 0 if no position of a
  /// child counts from the end.
  private func countForPositionsFromEnd(of parent: Int, _ scanner: CheckedScanner) -> Int {
    var child = nodes[parent].firstChild
    while child >= 0, nodes[child].index ?? 0 >= 0 { child = nodes[child].nextSibling }
    guard child >= 0 else { return 0 }
    var (scanner, count) = (scanner, 0)
    while case .value = scanner.element(ofObject: false, isFirst: count == 0),
      scanner.skipValue()
    {
      count += 1
    }
    return count
  }

  /// Returns the child for a key as it is written; a new one in an open tree.
  @inline(__always)
  private mutating func child(
    of parent: Int, key range: Range<Int>, in bytes: UnsafeRawBufferPointer, hasEscapes: Bool,
    expected: Int
  ) -> Int? {
    let key = bytes[rebased: range]
    let word = bytes.word(of: range)
    if expected >= 0, isKey(of: expected, key, word) { return expected }
    var child = nodes[parent].firstChild
    var count = 0
    while child >= 0, count < Self.fewSiblings {
      if isKey(of: child, key, word) { return child }
      child = nodes[child].nextSibling
      count += 1
    }
    guard child >= 0 || isOpen || hasEscapes else { return nil }
    let text = QueryValue.withUnescaped(key) { Array($0) }
    return self.child(of: parent, key: text) ?? (mayAdd(bytes) ? insert(text, under: parent) : nil)
  }

  /// Adds a kind of values to a member of an open tree.
  private mutating func add(_ kind: Kinds, to node: Int, of bytes: UnsafeRawBufferPointer) {
    guard isOpen, !nodes[node].kinds.contains(kind), mayAdd(bytes) else { return }
    nodes[node].kinds.insert(kind)
  }

  /// Returns whether what an open tree lacks of a row is added: if the whole row is JSON.
  ///
  /// Few rows have something to add.
  private mutating func mayAdd(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard isOpen else { return false }
    if checked.row != row { checked = (row, CheckedScanner.isValid(bytes)) }
    return checked.isJSON
  }

  @inline(__always)
  private func isKey(of node: Int, _ key: UnsafeRawBufferPointer, _ word: UInt64) -> Bool {
    guard nodes[node].length == key.count, nodes[node].word == word else { return false }
    return key.count <= 8 || nodes[node].key.withUnsafeBytes { ByteSearch.isEqual($0, key) }
  }

  /// Discards the values below a duplicate member of the row.
  private mutating func forget(_ node: Int) {
    if nodes[node].slot >= 0 { values[nodes[node].slot] = 0..<0 }
    var child = nodes[node].firstChild
    while child >= 0 {
      if stamps[child] == row { forget(child) }
      child = nodes[child].nextSibling
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the first eight bytes of a range as a number, padded with zeros.
  @inline(__always)
  fileprivate func word(of range: Range<Int>) -> UInt64 {
    guard range.lowerBound + 8 <= count else {
      return range.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64(self[$1]) }
    }
    let word = UInt64(
      littleEndian: loadUnaligned(fromByteOffset: range.lowerBound, as: UInt64.self))
    return range.count >= 8 ? word : word & ((1 << UInt64(8 * range.count)) &- 1)
  }
}
