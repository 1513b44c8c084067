/// The type of the values of a member, of which an engine makes the type of a column.
package indirect enum MemberType: Hashable, Sendable {
  /// Null in all rows.
  case null
  case truth
  /// Whole numbers of 64 bits.
  case integer
  /// Whole numbers of 128 bits.
  case hugeInteger
  /// Numbers that floating-point numbers of 64 bits can represent.
  case number
  /// Texts, and numbers that no type of numbers can represent.
  case text
  case array(MemberType)
  case object([Member])
  /// Values of several types.
  case any
  /// Fields of a table with a type, and such as stand for missing values.
  case field(MemberType)

  /// A member of an object.
  package struct Member: Hashable, Sendable {
    package let name: String
    package let type: MemberType
  }
}

/// The types of the members of rows, found in one scan.
///
/// Equal rows have equal types, in whatever order they are added, but for the order of members.
struct MemberTypes: Sendable {
  /// The kinds of the values of a member.
  private struct Kinds: OptionSet {
    let rawValue: UInt16
    static let truth = Kinds(rawValue: 1)
    /// Whole numbers that a floating-point number can represent.
    static let integer = Kinds(rawValue: 2)
    /// Other whole numbers of 64 bits, and of 128.
    static let (wide, huge) = (Kinds(rawValue: 4), Kinds(rawValue: 8))
    static let number = Kinds(rawValue: 16)
    /// Numbers with more digits, and numbers that no type of numbers can represent.
    static let (rounded, inexact) = (Kinds(rawValue: 2048), Kinds(rawValue: 32))
    static let text = Kinds(rawValue: 64)
    /// Texts that stand for missing values.
    static let missing = Kinds(rawValue: 128)
    static let array = Kinds(rawValue: 256)
    static let object = Kinds(rawValue: 512)
    /// Containers whose members are not read.
    static let deep = Kinds(rawValue: 1024)

    static let whole: Kinds = [.integer, .wide, .huge]
    static let scalars: Kinds = [.truth, .whole, .number, .rounded, .inexact, .text]
  }

  private struct Node: Sendable {
    /// The key as it is in the rows.
    let key: [UInt8]
    var kinds: Kinds = []
    var members: [Int] = []
    /// The node of the elements of arrays.
    var elements: Int?
  }

  /// The nodes; the first one is that of the rows.
  private var nodes = [Node(key: [])]

  /// A Boolean value that indicates whether the rows are those of a table, whose fields are texts.
  let areFields: Bool

  /// The maximum number of levels, and of members of an object, that are read.
  private static let (depthLimit, memberLimit) = (12, 2_000)

  init(areFields: Bool) { self.areFields = areFields }

  var areObjects: Bool { nodes[0].kinds.isSubset(of: .object) }

  /// Adds a row.
  ///
  /// - Complexity: O(n) for n bytes.
  /// - Returns: `false` if it is not JSON.
  mutating func add(_ row: UnsafeRawBufferPointer) -> Bool {
    var scanner = CheckedScanner(row)
    return read(&scanner, row, into: 0, depth: 0) && scanner.isAtEnd
  }

  /// Adds a column of a table, which may have no rows.
  mutating func add(column name: String) {
    let key = JSONText.quoted(name).dropFirst().dropLast()
    nodes[0].kinds.insert(.object)
    _ = key.withUnsafeBytes { member($0, of: 0, expected: .max) }
  }

  /// Adds the rows of other types.
  mutating func merge(_ other: MemberTypes) { merge(0, of: other, into: 0) }

  private mutating func merge(_ node: Int, of other: MemberTypes, into own: Int) {
    nodes[own].kinds.formUnion(other.nodes[node].kinds)
    for child in other.nodes[node].members {
      let position = other.nodes[child].key.withUnsafeBytes { member($0, of: own, expected: .max) }
      merge(child, of: other, into: nodes[own].members[position])
    }
    if let elements = other.nodes[node].elements {
      merge(elements, of: other, into: self.elements(of: own))
    }
  }

  // MARK: Reading

  private mutating func read(
    _ scanner: inout CheckedScanner, _ row: UnsafeRawBufferPointer, into node: Int, depth: Int
  ) -> Bool {
    let start = scanner.position
    switch scanner.next {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard depth < Self.depthLimit else {
        nodes[node].kinds.insert(.deep)
        return scanner.skipValue()
      }
      return readContainer(&scanner, row, into: node, depth: depth)
    case UInt8(ascii: "\""):
      guard scanner.skipValue() else { return false }
      let isMissing = areFields && Self.isMissing(row[rebased: start + 1..<scanner.position - 1])
      nodes[node].kinds.insert(isMissing ? .missing : .text)
    case UInt8(ascii: "n"): return scanner.skipValue()
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      nodes[node].kinds.insert(.truth)
      return scanner.skipValue()
    default:
      guard let form = scanner.number() else { return false }
      nodes[node].kinds.insert(Self.kind(ofNumber: row[rebased: start..<scanner.position], form))
    }
    return true
  }

  private mutating func readContainer(
    _ scanner: inout CheckedScanner, _ row: UnsafeRawBufferPointer, into node: Int, depth: Int
  ) -> Bool {
    let isObject = scanner.next == UInt8(ascii: "{")
    nodes[node].kinds.insert(isObject ? .object : .array)
    var (isFirst, expected) = (true, 0)
    while true {
      switch scanner.element(ofObject: isObject, isFirst: isFirst) {
      case .broken: return false
      case .end: return true
      case .value(let key):
        isFirst = false
        var child = 0
        if isObject {
          let position = member(row[rebased: key], of: node, expected: expected)
          guard position >= 0 else {
            nodes[node].kinds.insert(.deep)
            guard scanner.skipValue() else { return false }
            continue
          }
          expected = position + 1
          child = nodes[node].members[position]
        } else {
          child = elements(of: node)
        }
        guard read(&scanner, row, into: child, depth: depth + 1) else { return false }
      }
    }
  }

  private mutating func elements(of node: Int) -> Int {
    if let known = nodes[node].elements { return known }
    nodes.append(Node(key: []))
    nodes[node].elements = nodes.count - 1
    return nodes.count - 1
  }

  /// Returns the position of a member of an object, which is added if it is new; -1 if there are
  /// too many.
  private mutating func member(
    _ key: UnsafeRawBufferPointer, of node: Int, expected: Int
  ) -> Int {
    let count = nodes[node].members.count
    if expected < count, isKey(key, of: nodes[node].members[expected]) { return expected }
    for position in 0..<count where isKey(key, of: nodes[node].members[position]) {
      return position
    }
    guard count < Self.memberLimit else { return -1 }
    nodes.append(Node(key: Array(key)))
    nodes[node].members.append(nodes.count - 1)
    return count
  }

  private func isKey(_ key: UnsafeRawBufferPointer, of node: Int) -> Bool {
    nodes[node].key.withUnsafeBytes { $0.count == key.count && $0.elementsEqual(key) }
  }

  private static func isMissing(_ content: UnsafeRawBufferPointer) -> Bool {
    content.count <= 9 && QueryValue.text(content).isMissing
  }

  /// The digits that a floating-point number certainly keeps, those that it keeps if it was printed
  /// from one, and those of whole numbers of 64 and 128 bits.
  private static let (exact, printed, wide, huge) = (15, 17, 18, 38)

  private static func kind(ofNumber text: UnsafeRawBufferPointer, _ form: NumberForm) -> Kinds {
    let count = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }.reduce(0) { count, byte in
      byte.isDigit && (count > 0 || byte != UInt8(ascii: "0")) ? count + 1 : count
    }
    if form.hasExponent {
      // Beyond the exponents of floating-point numbers, they are infinite or 0; an engine reads the
      // latter as 0 even where they are texts.
      let number = Double(String(decoding: text, as: UTF8.self))
      guard let number, number.isFinite else { return .inexact }
      guard (number == 0) == (count == 0) else { return [.inexact, .rounded] }
    }
    guard form.decimalCount == 0, !form.hasExponent else {
      return count <= printed ? .number : .rounded
    }
    if count <= exact { return .integer }
    if count <= wide { return .wide }
    if Int64(String(decoding: text, as: UTF8.self)) != nil { return .wide }
    return count <= huge ? .huge : .inexact
  }

  // MARK: The result

  /// The keys of the members with numbers that have more digits than floating-point numbers, or
  /// are nearer to 0.
  var roundedMembers: [String] {
    nodes.filter { $0.kinds.contains(.rounded) }.map { String(decoding: $0.key, as: UTF8.self) }
  }

  /// The keys of the members whose values are texts for an engine, because of a number that no type
  /// of numbers can represent.
  var membersOfLargeNumbers: [String] {
    nodes.filter { $0.kinds.contains(.inexact) }.map { String(decoding: $0.key, as: UTF8.self) }
  }

  var type: MemberType { type(of: 0, depth: 0) }

  private func type(of index: Int, depth: Int) -> MemberType {
    let node = nodes[index]
    var kinds = node.kinds
    let hasMissing = kinds.remove(.missing) != nil
    let isField = areFields && depth == 1
    if hasMissing, kinds.isEmpty || !isField { kinds.insert(.text) }
    switch kinds {
    case []: return .null
    case .text: return .text
    case .array: return .array(node.elements.map { type(of: $0, depth: depth + 1) } ?? .null)
    case .object: return object(node, depth: depth)
    default:
      let type = scalar(kinds)
      guard isField, kinds.isSubset(of: .scalars) else { return type }
      // All fields of a column are texts where one is.
      return type == .any ? .text : hasMissing ? .field(type) : type
    }
  }

  private func scalar(_ kinds: Kinds) -> MemberType {
    if kinds == .truth { return .truth }
    if kinds.contains(.inexact), kinds.isSubset(of: .scalars) { return .text }
    if kinds.isSubset(of: .whole) { return kinds.contains(.huge) ? .hugeInteger : .integer }
    return kinds.isSubset(of: [.integer, .number, .rounded]) ? .number : .any
  }

  /// The type of objects; those with no members, or with names that no columns can have, are not
  /// divided.
  private func object(_ node: Node, depth: Int) -> MemberType {
    var names: Set<String> = []
    let members = node.members.map { child in
      let name = nodes[child].key.withUnsafeBytes { JSONText.unescaped($0) }
      names.insert(name.lowercased())
      return MemberType.Member(name: name, type: type(of: child, depth: depth + 1))
    }
    let areNames = !names.contains { $0.isEmpty || $0.unicodeScalars.contains { $0.value == 0 } }
    return areNames && names.count == members.count && !members.isEmpty ? .object(members) : .any
  }
}
